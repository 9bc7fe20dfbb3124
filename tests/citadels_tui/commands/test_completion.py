"""Completion as real shells do it, help by name, and the manual page."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from citadels_tui.cli.parser import COMMANDS
from net.base.program import program_version
from tests.support.root import ROOT
from tests.support.terminal import SECONDS, Terminal

STARTS = {
    "bash": (".bashrc", "PS1='ready> '\n", ["--noprofile", "-i"]),
    "zsh": (".zshrc", "PROMPT='ready> '\nautoload -Uz compinit && compinit -u\n", ["-i"]),
    "fish": (".config/fish/config.fish", "function fish_prompt; echo 'ready> '; end\n", ["--interactive"]),
}
"""Shell -> the file it reads first, what stands there, and how to start it."""
TELLS = {
    "bash": 'citadels() { echo "asked: $*."; }\n',
    "zsh": 'citadels() { echo "asked: $*."; }\n',
    "fish": 'function citadels; echo "asked: $argv."; end\n',
}
"""Shell -> a command of that name that only tells what was typed."""


@pytest.mark.slow
@pytest.mark.terminal
@pytest.mark.parametrize("shell", STARTS)
def test_a_shell_completes_commands_and_options(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = shutil.which(shell)
    if not program:
        pytest.skip(f"there is no {shell}")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "ZDOTDIR", "ZSH", "ZSH_CUSTOM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    file, lines, arguments = STARTS[shell]
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(lines + TELLS[shell])
    assert main(["--install-completion", shell]) == GOOD
    assert str(tmp_path) in capsys.readouterr().out
    with Terminal(arguments, tmp_path, program=program) as terminal:
        terminal.until("ready>")
        terminal.press("citadels simul\t--gam\t3\r")
        terminal.until("asked: simulate --games 3.")
        terminal.until("ready>")
        terminal.press("citadels --install-c\t\r")
        terminal.until("asked: --install-completion.")


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("shell", STARTS)
def test_a_completion_goes_and_leaves_what_was_there_before(
    shell: str, named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ZSH", "ZSH_CUSTOM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    read = tmp_path / STARTS[shell][0]
    read.parent.mkdir(parents=True, exist_ok=True)
    read.write_text("# mine\n")

    def files() -> dict[str, str]:
        return {str(path): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}

    before, typed = files(), ["--install-completion", *([shell] if named else []), "--remove"]
    assert main(typed) == GOOD
    assert capsys.readouterr().out == "No completion of citadels is installed.\n"
    assert main(["--install-completion", shell]) == GOOD
    written = files()
    assert written.keys() > before.keys()
    capsys.readouterr()
    assert main(typed) == GOOD
    said = capsys.readouterr().out
    assert all(name in said for name, text in written.items() if text != before.get(name))
    assert files() == before


def test_what_is_no_completion_of_ours_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    kept = tmp_path / ".bashrc"
    kept.write_text("alias c=citadels\n[ -f x ] && . x\n")
    assert main(["--install-completion", "bash"]) == GOOD
    # Changed by its owner, it is theirs.
    changed = kept.read_text().replace("completion of citadels", "completion of citadels, which I like")
    kept.write_text(changed)
    assert main(["--install-completion", "--remove"]) == GOOD
    assert kept.read_text() == changed


def test_an_unknown_shell_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--install-completion", "tcsh"]) == USAGE
    monkeypatch.setattr("citadels_tui.commands.install_completion.running_shell", lambda: "")
    assert main(["--install-completion"]) == FAILED
    assert "for which shell" in capsys.readouterr().err


def test_help_by_name_is_the_same_help(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for arguments in (["play", "--help"], ["help", "play"], ["--help"], ["help"], ["-h"]):
        assert main(arguments) == GOOD
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2] == told[3] == told[4]


def test_the_version_has_a_short_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-V"]) == GOOD
    assert capsys.readouterr().out == f"{program_version()}\n"


@pytest.mark.parametrize("typed", [["pay"], ["pay", "--players", "3"], ["help", "pay"]])
def test_a_slip_in_a_command_names_the_command(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(typed) == USAGE
    assert capsys.readouterr().err == "citadels: not understood: pay; did you mean citadels play?\n"


@pytest.mark.parametrize("typed", [["qqqq"], ["help", "qqqq"]])
def test_an_unlike_word_is_refused_without_a_suggestion(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(typed) == USAGE
    assert capsys.readouterr().err == "citadels: not understood: qqqq (see citadels --help)\n"


def test_the_manual_page_is_that_of_the_commands() -> None:
    loader = SourceFileLoader("manual_script", str(ROOT / "scripts" / "manual"))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    script = module_from_spec(spec)
    loader.exec_module(script)
    page = (ROOT / "docs" / "citadels.1").read_text(encoding="utf-8")
    assert script.page() == page, "scripts/manual has to be run"
    for name in COMMANDS:
        assert re.search(rf"^(\.SS citadels |.*\\fB){re.escape(name)}", page.replace(r"\-", "-"), re.M)


@pytest.mark.skipif(not shutil.which("mandoc"), reason="there is no mandoc")
def test_the_manual_page_has_no_mistake() -> None:
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", ROOT / "docs" / "citadels.1"],
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    # It would be that of the last change, which git knows.
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []

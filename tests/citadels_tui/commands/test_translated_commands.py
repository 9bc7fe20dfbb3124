"""What the commands print, in every language: nothing of English is left, and JSON is the same in all of them."""

from __future__ import annotations

import json
import random
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from citadels_tui.cli.main import FAILED, main
from citadels_tui.texts import _, backup, bots, command_line, games, simulate, speak, translated, verify
from citadels_tui.texts.catalogue import ENGLISH, languages
from engine import Rules
from net.gamelog.archive import keep_own
from net.host.store.journal import Journal
from tests.support.net.kept_logs import saved
from tests.support.net.signed_games import SignedGame

pytestmark = pytest.mark.slow

OTHERS = sorted(set(languages()) - {ENGLISH})


@pytest.fixture(scope="module")
def game() -> SignedGame:
    """A game that is over."""
    made = SignedGame(Rules.make(2, "classic"), 1, random.Random(1))
    made.share()
    return made.finish()


@pytest.fixture
def files(game: SignedGame, tmp_path: Path) -> dict[str, Path]:
    """What the commands are about."""
    keep_own(game.proof)
    found = {"log": saved(game.proof, tmp_path / "logs"), "changed": tmp_path / "changed.proof"}
    content = bytearray(found["log"].read_bytes())
    content[len(content) // 2] ^= 1
    found["changed"].write_bytes(content)
    found["record"], found["journal"] = tmp_path / "game.citadels", tmp_path / "host.db"
    found["noise"] = tmp_path / "noise.toml"
    found["noise"].write_bytes(b"\xff")
    assert main(["verify", str(found["log"]), "--record", str(found["record"])]) == 0
    with closing(Journal(found["journal"])):
        pass
    return found


def commands(files: dict[str, Path], copy: Path) -> dict[str, list[str]]:
    """What is tried."""
    return {
        "verify a log": ["verify", str(files["log"])],
        "verify a changed log": ["verify", str(files["changed"])],
        "verify a record": ["verify", str(files["record"])],
        "verify what is there": ["verify", str(files["log"]), "--record", str(files["record"])],
        "simulate": ["simulate", "--games", "2", "--players", "2"],
        "simulate too many": ["simulate", "--players", "2", "--bots", "random,random,random"],
        "bots": ["bots"],
        "backup": ["backup", str(copy), "--journal", str(files["journal"])],
        "backup over a file": ["backup", str(files["journal"]), "--journal", str(files["journal"])],
        "games": ["games"],
        "statistics": ["games", "--stats"],
        "rulings": ["rulings", str(files["noise"])],
    }


def texts(module: ModuleType) -> Iterator[str | tuple[str, str]]:
    """The texts that a module of words has."""
    for name, value in vars(module).items():
        if name.isupper():
            found = list(value.values()) if isinstance(value, dict) else [value]
            yield from (each for each in found if isinstance(each, str | tuple))


def fragments(text: str) -> set[str]:
    """The words of a text around what is filled in."""
    return {part.strip() for part in re.split(r"\{\w+\}|\n", text) if len(part.strip()) > 4}


def english_left(said: str) -> set[str]:
    """Words of ours in what was said that the language spoken says otherwise."""
    left = set()
    for module in (backup, bots, command_line, games, simulate, verify):
        for text in texts(module):
            counted = isinstance(text, tuple) and "{amount}" in text[-1]
            ours_and_theirs = (
                [(text[n - 1], translated(text, n)) for n in (1, 2)]
                if counted
                else [(each, _(each)) for each in ([text] if isinstance(text, str) else text)]
            )
            for ours, theirs in ours_and_theirs:
                left |= {part for part in fragments(ours) if part in said and part not in theirs}
    return left


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(
    language: str,
    files: dict[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    speak(ENGLISH)
    for what, arguments in commands(files, tmp_path / "copy.db").items():
        capsys.readouterr()
        code = main(["--lang", ENGLISH, *arguments])
        english = "".join(capsys.readouterr())
        (tmp_path / "copy.db").unlink(missing_ok=True)
        assert main(["--lang", language, *arguments]) == code, what
        said = "".join(capsys.readouterr())
        (tmp_path / "copy.db").unlink(missing_ok=True)
        speak(language)
        assert said
        assert said != english, what
        # What is wrong with an entry is evidence, and said in the words that programs read, too.
        said = "\n".join(line for line in said.splitlines() if not line.startswith(_(verify.FAULT)))
        assert english_left(said) == set(), what
        assert "{" not in said, what
        # English alone has a point in its numbers; other points stand between letters of names, and in versions.
        assert re.findall(r"(?<![\d.])\d+\.\d\b(?!\.)", said) == [], what


def test_output_for_programs_is_the_same_in_every_language(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        ["verify", str(files["log"])],
        ["verify", str(files["changed"])],
        ["verify", str(files["record"])],
        ["bots"],
        ["games"],
        ["games", "--stats"],
    ):
        told = []
        for language in (ENGLISH, *OTHERS):
            capsys.readouterr()
            main(["--lang", language, *arguments, "--json"])
            told.append(json.loads(capsys.readouterr().out))
        assert told[1:] == told[:1] * len(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_a_fault_of_ours_is_told_in_one_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    # Both are set for the rest of a process that ends.
    monkeypatch.setattr("sys.unraisablehook", sys.unraisablehook)
    monkeypatch.setattr("citadels_tui.cli.main._carry_out", fail)
    with warnings.catch_warnings():
        assert main(["--lang", language, "bots"]) == FAILED
    told = capsys.readouterr().err
    assert re.search(r"/crashes/\S+\.txt", told)
    assert "report" not in told

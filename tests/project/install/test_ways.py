"""Each way to have the program, in a fresh environment: every line of the pages that installs something is typed there.

The wheel that is built from here stands in for the release of that name.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import __version__
from tests.project.install.built import build, run
from tests.support.root import ROOT

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="has the folders of Unix")]

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "docs" / "sample_bot" / "pyproject.toml"]
LINE = re.compile(r"(?:^|`)((?:\.venv/bin/)?(?:pip|pipx|uvx|uv) [^`\n]+)", re.MULTILINE)
PROGRAMS = {".venv/bin/pip": "checkout", "pip": "pip", "pipx": "pipx", "uv": "uv", "uvx": "uv"}
"""First word of a line -> the way that it belongs to."""
OPTIONAL = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
MINUTES = 10 * 60


class Way(NamedTuple):
    """A fresh environment of one kind, before anything of the game is there."""

    home: Path
    sources: Path
    """The folder one types in: a checkout's."""
    command: Path
    """Where the command is afterwards."""
    variables: Mapping[str, str | Path]

    def type(self, line: str, code: int = 0) -> str:
        """Run a line of a page; a program that would take the screen only tells its version.

        Returns:
            Its output.
        """
        words = shlex.split(line, comments=True)
        if words[0] == "uvx" or words[:2] == ["pipx", "run"]:
            words.append("--version")
        if words[:2] == ["pip", "uninstall"]:
            # It asks.
            words.append("--yes")
        done = run(*words, cwd=self.sources, code=code, seconds=MINUTES, variables=self.variables)
        return done.stdout + done.stderr

    def check_extras(self, line: str) -> None:
        """Check that the packages of the extras that a line names are there: its exit status alone says nothing."""
        for extra in (name for names in re.findall(r"\[([\w,]+)\]", line) for name in names.split(",")):
            named = [re.split(r"[\[<>=]", requirement)[0] for requirement in OPTIONAL[extra]]
            program = f"from importlib.metadata import version; print(*map(version, {named}))"
            run(self.command.resolve().parent / "python", "-c", program, cwd=self.home)


def lines(way: str) -> list[str]:
    """The lines of all pages that belong to a way, each once: first trials, then the game, what is added, its end."""
    found = (line.strip() for page in sorted(PAGES) for line in LINE.findall(page.read_text(encoding="utf-8")))
    # A sentence may name a command without what is installed.
    mine = [line for line in found if PROGRAMS[line.split()[0]] == way and not line.endswith(" install")]

    def place(line: str) -> tuple[bool, ...]:
        trial = line.startswith(("uvx", "pipx run"))
        return "uninstall" in line, not trial, "sample_bot" in line, "[" in line

    return sorted(dict.fromkeys(mine), key=place)


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with what is released."""
    folder = tmp_path_factory.mktemp("released")
    build("wheel", folder)
    return folder


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with uv and pipx."""
    folder = tmp_path_factory.mktemp("tools")
    run(sys.executable, "-m", "venv", folder, cwd=folder)
    # The pipx of Debian stable: later ones also take lines that this one passes over.
    run(folder / "bin" / "pip", "install", "--quiet", "uv", "pipx==1.7.1", cwd=folder, seconds=MINUTES)
    return folder / "bin"


@pytest.fixture(params=["checkout", "pip", "pipx", "uv"])
def way(request: pytest.FixtureRequest, tmp_path: Path, links: Path, tools: Path) -> Iterator[tuple[str, Way]]:
    name, home, sources = str(request.param), tmp_path / "home", tmp_path / "sources"
    kept = shutil.ignore_patterns(".venv*", ".git", "__pycache__", ".*_cache", ".hypothesis", "tests")
    shutil.copytree(ROOT, sources, ignore=kept)
    home.mkdir()
    path = "/usr/bin:/bin"
    found = " ".join(filter(None, (str(links), os.environ.get("PIP_FIND_LINKS"))))
    variables: dict[str, str | Path] = {
        "HOME": str(home),
        "PIP_FIND_LINKS": found,
        "UV_FIND_LINKS": str(links),
        # What was fetched once need not be fetched for each.
        "PIP_CACHE_DIR": os.environ.get("PIP_CACHE_DIR") or Path.home() / ".cache" / "pip",
        "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR") or Path.home() / ".cache" / "uv",
        "UV_PYTHON": sys.executable,
        "PIPX_DEFAULT_PYTHON": sys.executable,
        # For everybody on the machine: here, too, within the folder of the test.
        "PIPX_GLOBAL_HOME": home / "everybody",
        "PIPX_GLOBAL_BIN_DIR": home / "everybody" / "bin",
        "PIPX_GLOBAL_MAN_DIR": home / "everybody" / "man",
        "PYTHON": sys.executable,
    }
    bin = home / ".local" / "bin"
    match name:
        case "checkout":
            bin = sources / ".venv" / "bin"
        case "pip":
            run(sys.executable, "-m", "venv", home / "venv", cwd=home)
            bin = home / "venv" / "bin"
            path = f"{bin}:{path}"
        case "pipx" | "uv":
            one = home / "tools"
            one.mkdir()
            for tool in ("uv", "uvx") if name == "uv" else ("pipx",):
                (one / tool).symlink_to(tools / tool)
            path = f"{one}:{path}"
    yield name, Way(home, sources, bin / "citadels", variables | {"PATH": path})
    shutil.rmtree(tmp_path, ignore_errors=True)


def test_every_line_of_a_page_belongs_to_a_way() -> None:
    for page in PAGES:
        for line in LINE.findall(page.read_text(encoding="utf-8")):
            assert line.split()[0] in PROGRAMS
    for name in PROGRAMS.values():
        assert any("[" in line for line in lines(name)), f"no page says how to add an extra with {name}"
        assert any("sample_bot" in line for line in lines(name)), f"no page says how to add a bot with {name}"


def numbers(said: str) -> list[str]:
    """The lines of an output; of a version, without the commit that a checkout names."""
    return [line.partition("+")[0] for line in said.strip().splitlines()]


def test_the_ways_to_install_on_the_pages_work(way: tuple[str, Way]) -> None:
    name, there = way
    if name == "checkout":
        assert __version__ in numbers(there.type("scripts/play --version"))
    ends = [line for line in lines(name) if "uninstall" in line]
    for line in lines(name):
        if line in ends:
            continue
        said = there.type(line)
        there.check_extras(line)
        assert not line.startswith(("uvx", "pipx run")) or __version__ in numbers(said)
    citadels = shlex.quote(str(there.command))
    assert numbers(there.type(f"{citadels} -V")) == [__version__]
    assert "miser" in there.type(f"{citadels} bots")
    there.type(f"{citadels} simulate --games 1 --bots miser,steward")
    assert len(ends) == (name != "checkout")
    for line in ends:
        there.type(line)
        assert not there.command.exists()


def test_the_command_that_is_named_for_a_missing_extra_installs_it(way: tuple[str, Way]) -> None:
    name, there = way
    first = next(line for line in lines(name) if line.endswith("install citadels-tui")) if name != "checkout" else ""
    there.type(first or "scripts/play --version")
    serve = f"{shlex.quote(str(there.command))} serve --metrics 1"
    told = there.type(serve, code=1)
    command = told.strip().rpartition(": ")[2]
    assert "prometheus" in command
    there.type(command)
    assert "prometheus" not in there.type(f"{serve} --bind 192.0.2.1", code=1)

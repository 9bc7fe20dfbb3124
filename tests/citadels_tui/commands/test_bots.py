"""`citadels bots`, and the commands that take the name of a bot."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from engine.bots import levels
from engine.bots.registry import BUILT_IN
from tests.support.plugins import install, install_sample


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the bot of the documents, on the path of this process and of those it starts."""
    folder = tmp_path / "site"
    folder.mkdir()
    install_sample(folder)
    monkeypatch.syspath_prepend(str(folder))
    levels.cache_clear()
    yield folder
    levels.cache_clear()
    sys.modules.pop("citadels_miser", None)


OURS = tuple(level.name for level in BUILT_IN.values() if level.offered)


def test_the_bots_are_listed_with_what_they_do(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == GOOD
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*OURS, "miser"]
    assert lines[-1] == (
        "miser       Chooses characters that pay, and builds the costliest district it can. (citadels-miser 0.1)"
    )


def test_our_own_bots_are_told_of_without_docstrings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A compiled module has none."""
    monkeypatch.setattr("inspect.getdoc", lambda thing: None)
    assert main(["bots"]) == GOOD
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line.split()) > 5 for line in lines[: len(OURS)])


def test_a_broken_bot_is_listed_with_its_fault(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install(site, "sickness", "sick = gone:Bot\nToo-Loud = gone:Bot")
    assert main(["bots"]) == FAILED
    out = capsys.readouterr().out
    assert "Traceback" not in out
    assert "\nsick        cannot be used: the bot 'sick' of sickness 0.1 does not work: ModuleNotFoundError: " in out
    assert "\nmiser       Chooses characters" in out
    assert main(["bots", "--json"]) == FAILED
    told = {each["name"]: each for each in json.loads(capsys.readouterr().out)["bots"]}
    assert told["Too-Loud"]["problem"].startswith("a bot's name is 1 to 16 lower-case letters")
    assert not told["miser"]["problem"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_installed_bot_is_simulated(site: Path, jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--bots", "miser,random", "--games", "6", "--jobs", jobs, "--json"]) == GOOD
    report = json.loads(capsys.readouterr().out)
    assert report["finished"] == 6
    assert report["wins"]["bots"]["miser"] > 0


@pytest.mark.parametrize(
    "arguments", [["simulate", "--bots", "sick"], ["play", "--level", "sick"], ["host", "--level", "sick"]]
)
def test_a_broken_bot_is_wrong_usage(site: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    install(site, "sickness", "sick = gone:Bot")
    assert main(arguments) == USAGE
    assert capsys.readouterr().err.startswith("citadels: the bot 'sick' of sickness 0.1 does not work: ")


def test_an_unknown_level_is_wrong_usage(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--level", "genius"]) == USAGE
    there_are = ", ".join((*OURS, "miser"))
    assert capsys.readouterr().err == f"citadels: there is no bot 'genius'; choose from {there_are}\n"

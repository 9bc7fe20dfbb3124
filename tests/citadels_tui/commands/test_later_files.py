"""Files of a later version: every way to them says so in the language of the player, and none touches them."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from citadels_tui.cli.main import FAILED, main
from citadels_tui.screens.resume import ResumeScreen
from citadels_tui.texts import why
from net.base.errors import NetError
from net.base.paths import games_path, journal_path, local_path, state_path
from net.host.store.journal import Journal
from net.local.kept_games import UnusableGame, find_kept, kept_games
from net.local.process import resume_local
from net.local.service import DataFolder
from tests.citadels_tui.conftest import text_frame
from tests.project.stored import FOLDER
from tests.support.client.driving import client, settle
from tests.support.ports import free_port

SAID = {
    "en": "Update citadels: there {} of version 2.0 in {}.",
    "de": "Aktualisiere citadels: In {1} liegen {0} der Version 2.0.",
    "nl": "Werk citadels bij: in {1} staan {0} van versie 2.0.",
}


def later(path: Path) -> Path:
    """The file of the newest release as a later version would have it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kind = "games.db" if path == games_path() else "host.db"
    shutil.copy(max(FOLDER.iterdir()) / kind, path)
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA user_version = 7")
        base.execute("UPDATE program SET version = '2.0'")
        base.commit()
    return path


def contents() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in state_path().rglob("*.db")}


def err(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(("language", "games"), [("en", "are 3 games"), ("de", "3 Spiele"), ("nl", "3 spellen")])
def test_play_resume_says_how_many_games_there_are(
    language: str, games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (local_path() / "a.db", local_path() / "b.db", journal_path()):
        later(path)
    before = contents()
    assert main(["play", "--resume", "--lang", language]) == FAILED
    said = err(capsys)
    assert SAID[language].format(games, state_path()) in said
    assert kept_games() == []
    assert contents() == before


def test_a_game_of_a_later_version_hides_no_other() -> None:
    later(local_path() / "a.db")
    shutil.copy(max(FOLDER.iterdir()) / "host.db", local_path() / "b.db")
    reasons = {game.journal.name: game.reason.code for game in find_kept() if isinstance(game, UnusableGame)}
    # The host of that file had another key than this account.
    assert reasons == {"a.db": "later_version", "b.db": "stored"}


@pytest.mark.parametrize("words", [["games"], ["standings", "--data", "."]])
def test_an_archive_of_a_later_version_is_said_and_left(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    later(games_path())
    monkeypatch.chdir(state_path())
    before = contents()
    assert main(words) == FAILED
    assert "there is 1 game of version 2.0 in" in err(capsys)
    assert contents() == before


def test_serve_says_it_and_leaves_the_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = DataFolder(tmp_path / "served")
    before = later(folder.journal).read_bytes()
    assert main(["serve", "--data", str(folder.path), "--port", str(free_port())]) == FAILED
    assert f"there is 1 game of version 2.0 in {folder.journal}." in err(capsys)
    assert folder.journal.read_bytes() == before


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("later", "Update citadels: there is 1 game of version 2.0 in"),
        ("busy", "it is open in another window."),
        ("foreign", "its game is signed with another key than this host's, or damaged."),
        ("no journal", "journal cannot be used"),
    ],
)
def test_host_resume_gives_the_reason_before_anything_is_drawn(
    state: str, said: str, plain: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path = journal_path()
    if state == "later":
        later(path)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(max(FOLDER.iterdir()) / "host.db", path)
    if state == "no journal":
        path.write_bytes(b"no journal" * 1000)
    with closing(Journal(path)) if state == "busy" else nullcontext():
        assert main(["host", "--resume", *(["--plain"] if plain else [])]) == FAILED
    found = err(capsys)
    assert "no game of your own can be resumed now." in found
    assert said in found


@pytest.mark.parametrize("place", [journal_path, lambda: local_path() / "a.db"], ids=["hosted", "own"])
def test_host_resume_says_it_before_it_starts_anything(place: Callable[[], Path]) -> None:
    path = later(place())
    before = path.read_bytes()
    with pytest.raises(NetError) as caught:
        asyncio.run(resume_local(path, "Ada"))
    assert why(caught.value) == f"Update citadels: there is 1 game of version 2.0 in {path}."
    assert path.read_bytes() == before


@pytest.mark.asyncio
async def test_the_home_screen_says_it_instead_of_no_game() -> None:
    later(journal_path())
    async with client() as pilot:
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResumeScreen)
        shown = " ".join(text_frame(pilot.app).split())
        assert "Update citadels: there is 1 game of version 2.0" in shown
        assert "no unfinished game" not in shown

"""Notes of one's own on other players: kept by key, on this machine alone."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.people import PlayerNoteScreen
from citadels_tui.settings import player_notes
from citadels_tui.settings.player_notes import LONGEST, MOST, VERSION, PlayerNotes
from net.client.updates import LobbyView, SeatInfo
from net.protocol.setup import Setup
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed

ADA, BEN = b"a" * 32, b"b" * 32
KEYS = (b"", ADA, BEN, b"", b"")


def with_keys(feed: FakeFeed) -> None:
    """A running table at which two others are people."""
    names = ("You", "Ada", "Ben", "Cosima", "Dietrich")
    seats = tuple(
        SeatInfo(seat, name, "human" if key or not seat else "bot", key=key)
        for seat, (name, key) in enumerate(zip(names, KEYS, strict=True))
    )
    setup = Setup(players=5)
    tables.income(feed)
    feed.tell(LobbyView(table="0" * 26, seats=seats, setup=setup, rules=setup.rules(), you=0, owner=1, playing=True))


def test_a_note_is_kept_by_key_for_this_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "notes.json"
    PlayerNotes(path).write(ADA, "murders the leader")
    PlayerNotes(path).write(BEN, "x" * 500)
    assert PlayerNotes(path).of(ADA) == "murders the leader"
    assert len(PlayerNotes(path).of(BEN)) == LONGEST
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    PlayerNotes(path).write(ADA, "")
    assert PlayerNotes(path).of(ADA) == ""
    assert set(json.loads(path.read_text())["notes"]) == {BEN.hex()}


def test_the_oldest_of_too_many_notes_goes(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    many = {bytes([0, number // 256, number % 256]).hex(): "old" for number in range(MOST)}
    path.write_text(json.dumps({"version": 1, "notes": many}))
    PlayerNotes(path).write(ADA, "new")
    kept = json.loads(path.read_text())["notes"]
    assert len(kept) == MOST
    assert (next(iter(kept)), kept[ADA.hex()]) == ("000001", "new")


@pytest.mark.parametrize("content", [b"", b"[", b"[]", b'{"notes": 3}', b"\xff", b"[" * 100_000, b" " * 600_000])
def test_a_file_that_is_none_of_ours_is_put_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.json"
    path.write_bytes(content)
    assert PlayerNotes(path).of(ADA) == ""
    PlayerNotes(path).write(ADA, "slow")
    assert PlayerNotes(path).of(ADA) == "slow"
    assert path.with_suffix(".bad").read_bytes() == content


def test_notes_of_a_later_version_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    for notes in ({ADA.hex(): "slow"}, [ADA.hex()]):
        content = json.dumps({"version": VERSION + 1, "notes": notes})
        path.write_text(content)
        assert PlayerNotes(path).of(ADA) == ""
        with pytest.raises(OSError, match="later version: update citadels"):
            PlayerNotes(path).write(ADA, "quick")
        assert path.read_text() == content


def test_notes_of_an_earlier_version_are_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notes.json"
    PlayerNotes(path).write(ADA, "slow")
    before = path.read_text()

    def louder(found: dict[str, Any]) -> None:
        found["notes"] = {key: note.upper() for key, note in found["notes"].items()}

    monkeypatch.setattr(player_notes, "UPGRADES", (*player_notes.UPGRADES, louder))
    monkeypatch.setattr(player_notes, "VERSION", VERSION + 1)
    assert PlayerNotes(path).of(ADA) == "SLOW"
    assert path.read_text() == before
    PlayerNotes(path).write(BEN, "quick")
    assert json.loads(path.read_text()) == {
        "version": VERSION + 1,
        "notes": {ADA.hex(): "SLOW", BEN.hex(): "quick"},
    }


def test_text_in_the_file_sends_no_control_codes(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    path.write_text(json.dumps({"notes": {ADA.hex(): "\x1b[31mred\n", BEN.hex(): 7}}))
    assert "\x1b" not in PlayerNotes(path).of(ADA)
    assert PlayerNotes(path).of(BEN) == ""


@pytest.mark.asyncio
async def test_a_note_is_written_in_the_game_and_seen_again() -> None:
    feed = FakeFeed()
    with_keys(feed)
    async with client(feed) as pilot:
        sent = len(feed.sent)
        await pilot.press("T")
        await settle(pilot)
        await pilot.click("#choice-1")
        await settle(pilot)
        assert "Note on Ada" in text_frame(pilot.app)
        assert "Note on Cosima" not in text_frame(pilot.app), "bots have no key"
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PlayerNoteScreen)
        await pilot.press(*"likes [red]", "enter")
        await settle(pilot)
        assert PlayerNotes().of(ADA) == "likes [red]"
        await pilot.press("T")
        await settle(pilot)
        assert "likes [red]" in text_frame(pilot.app)
        await pilot.press("escape", "i")
        await settle(pilot)
        assert len(feed.sent) == sent, "nobody is sent a note"


@pytest.mark.asyncio
async def test_a_note_that_cannot_be_kept_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(PlayerNotes, "write", full)
    feed = FakeFeed()
    with_keys(feed)
    async with client(feed) as pilot:
        pilot.app.push_screen(PlayerNoteScreen(SeatInfo(1, "Ada", "human", key=ADA)))
        await settle(pilot)
        await pilot.press(*"slow", "enter")
        await settle(pilot)
        assert pilot.app.screen.query_one(Input).value == "slow"
        assert "No space left" in text_frame(pilot.app)


@pytest.mark.asyncio
async def test_guests_keep_no_notes_on_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CitadelsApp, "keeps_files", False)
    feed = FakeFeed()
    with_keys(feed)
    async with client(feed) as pilot:
        await pilot.press("T")
        await settle(pilot)
        assert "Note on" not in text_frame(pilot.app)

"""Keeping a replay for others: as a page under the name of its log, and as a film of what the screen showed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from citadels_tui.history.game_file import kept_path
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.session.start import ShowReplay
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, until
from tests.support.client.fake import FakeFeed
from tests.support.client.recorded import game_file

pytestmark = pytest.mark.asyncio

SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([^\x1b])")


class Terminal:
    """As much of a terminal as a film needs."""

    def __init__(self, width: int, height: int) -> None:
        self.cells = [[" "] * width for _ in range(height)]
        self.row = self.column = 0

    def write(self, data: str) -> None:
        assert SEQUENCE.sub("", data) == ""
        for values, letter, character in SEQUENCE.findall(data):
            if character:
                self.cells[self.row][self.column] = character
                self.column += 1
            elif letter == "H":
                self.row, self.column = (int(each) - 1 for each in (values or "1;1").split(";"))
            else:
                assert letter in "mlJ"

    @property
    def text(self) -> str:
        return "".join("".join(row).rstrip() + "\n" for row in self.cells)


def logged() -> ShowReplay:
    """A short game, from a log."""
    file = game_file(2, "classic")
    return ShowReplay(replace(file, log=Path("/games/01KAJ5M0Q8W2V6ZT4N7RX3C9YD.proof"), words="amberabbey ashbank"))


def replayed(pilot: Pilot[int]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


@pytest.mark.thorough
async def test_a_page_of_the_game_is_kept_under_the_name_of_its_log() -> None:
    start = logged()
    path = kept_path(start.game.log, "html")
    assert path.name == "01KAJ5M0Q8W2V6ZT4N7RX3C9YD.html"
    async with client(start=start) as pilot:
        await pilot.press("x")
        await until(pilot, path.exists)
        await until(pilot, lambda: "a page for any browser" in " ".join(text_frame(pilot.app).split()))
        assert "amberabbey ashbank" in path.read_text(encoding="utf-8")
        # Made anew it is the same.
        before = path.read_bytes()
        path.unlink()
        await pilot.press("x")
        await until(pilot, path.exists)
        assert path.read_bytes() == before


@pytest.mark.thorough
async def test_a_film_is_what_the_screen_showed() -> None:
    start = logged()
    path = kept_path(start.game.log, "cast")
    async with client(start=start) as pilot:
        screen = replayed(pilot)
        await pilot.press("v", "right", "right", "right")
        await settle(pilot)
        frames: dict[int, str] = {}
        go = screen.go

        def followed(moment: int) -> None:
            go(moment)
            screen.call_after_refresh(lambda: frames.setdefault(moment, text_frame(pilot.app)))

        screen.go = followed  # type: ignore[method-assign]
        await pilot.press("X")
        await until(pilot, path.exists)
        assert screen.moment == 3
        assert not screen.filming
        head, *shown = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        assert head["title"] == "Citadels: Ann, Bo"
        terminal = Terminal(head["width"], head["height"])
        told = []
        for _time, kind, data in shown:
            assert kind == "o"
            terminal.write(data)
            told.append(terminal.text)
        moments = sorted(frames)
        assert moments[-1] == screen.timeline.last
        assert told[1:-1] == [frames[moment] for moment in moments]


async def test_escape_stops_a_film_and_no_other_key_disturbs_it() -> None:
    start = logged()
    path = kept_path(start.game.log, "cast")
    path.unlink(missing_ok=True)
    async with client(start=start) as pilot:
        screen = replayed(pilot)
        await pilot.press("right", "right")
        screen.action_film()
        await until(pilot, lambda: screen.filming)
        assert screen.check_action("step", (1,)) is False
        assert screen.check_action("eyes", (1,)) is False
        screen.action_back()
        await until(pilot, lambda: not screen.filming)
        assert pilot.app.screen is screen
        assert screen.moment == 2
        assert not path.exists()


@pytest.mark.slow
async def test_a_game_in_progress_and_a_guest_keep_nothing() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        await pilot.press("R")
        await settle(pilot)
        assert replayed(pilot).check_action("page", ()) is False
        assert replayed(pilot).check_action("film", ()) is False
    async with client(start=logged()) as pilot:
        assert replayed(pilot).check_action("page", ()) is True
        pilot.app.keeps_files = False  # type: ignore[attr-defined]
        assert replayed(pilot).check_action("page", ()) is False

"""What is said at a table: by whom, from which seat, and whether only a spectator speaks."""

from __future__ import annotations

import pytest

from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.start import HostTable
from net.client.updates import Chat, LobbyView, SeatInfo
from net.host.table_options import TableOptions
from net.protocol.setup import Setup
from tests.tui import tables
from tests.tui.conftest import text_frame
from tests.tui.driving import LARGE, SMALL, client, settle
from tests.tui.fake import FakeFeed

pytestmark = pytest.mark.asyncio

WORDS = [f"word{number}" for number in range(1, 40)]
SAID = (
    Chat(0, "Ann", "mine"),
    Chat(2, "Cleo", "hello"),
    Chat(None, "Cleo", "not me"),
    Chat(3, "p1 Ann", "I am Ann"),
    Chat(2, "Cleo", " ".join(WORDS)),
)
LINES = ("p1 Ann: mine", "p3 Cleo: hello", "spectator Cleo: not me", "p4 p1 Ann: I am Ann")
"""What is read of it, each at the beginning of a row."""


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_line_says_who_speaks_from_which_seat(size: tuple[int, int]) -> None:
    feed = FakeFeed()
    setup = Setup(players=4)
    seats = tuple(SeatInfo(seat, name, "human") for seat, name in enumerate(("Ann", "Bo", "Cleo", "p1 Ann")))
    feed.tell(LobbyView("0" * 26, seats, setup, setup.rules(), 0, 0, 0.8, 1), *SAID)
    async with client(feed, start=HostTable("Ann", setup, TableOptions()), size=size) as pilot:
        assert isinstance(pilot.app.screen, LobbyScreen)
        rows = text_frame(pilot.app)
        assert "p3  Cleo" in rows
        assert all(word in rows for word in WORDS[-9:])
        tables.begin(feed, tables.middle(4), (), [seat.name for seat in seats])
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        feed.tell(*SAID)
        await settle(pilot)
        assert all(word in text_frame(pilot.app) for word in WORDS[-9:])
        await pilot.press("l")
        await settle(pilot)
        rows = text_frame(pilot.app)
        read = [row.strip(" │┃▁▂▃▄▅▆▇█") for row in rows.splitlines()]
        for line in LINES:
            assert read.count(line) == 2, line
        assert all(rows.count(f"{word} ") + rows.count(f"{word}\n") >= 2 for word in WORDS), rows

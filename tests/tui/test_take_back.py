"""Taking the last move back at the table."""

from __future__ import annotations

import pytest

from citadels_tui.texts import table
from engine import Event
from engine.undo import REASONS
from net.client.updates import Decision, Happened
from tests.tui import tables
from tests.tui.driving import LARGE, SMALL, client, settle, shown, table_of
from tests.tui.fake import FakeFeed

pytestmark = pytest.mark.asyncio


async def test_u_takes_the_last_move_back_once() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        view = table_of(pilot).view
        tables.ask(feed, view, tables.moves("build tavern", "end"), undo="")
        await settle(pilot)
        await pilot.press("u", "u")
        await settle(pilot)
        assert feed.sent == ["undo"]
        feed.tell(
            Happened(2, 0, "player", (Event("ask", 0, note="menu"),), view),
            Happened(3, 0, "player", (Event("gold", 0, amount=2, note="income"), Event("ask", 0, note="menu")), view),
            Happened(4, 0, "player", (Event("undo", 0), Event("ask", 0, note="menu")), view),
        )
        await settle(pilot)
        assert "Taken back: You take 2 gold" in shown(pilot)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("why", REASONS)
async def test_what_cannot_be_taken_back_is_said_and_not_sent(why: str, size: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed, size=size) as pilot:
        tables.ask(feed, table_of(pilot).view, tables.moves("build tavern", "end"), undo=why)
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert feed.sent == []
        assert table.NO_UNDO[why] in shown(pilot)


async def test_in_the_turn_of_another_nothing_is_taken_back() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        await pilot.press("u")
        await settle(pilot)
        assert feed.sent == []
        assert table.NO_UNDO["turn"] in shown(pilot)


async def test_the_key_to_take_back_stands_in_the_footer_while_it_is_played() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        assert "u Undo" not in shown(pilot)
        view = tables.middle()
        view.moves = tables.moves("end")
        feed.tell(Decision(9, "menu", view.moves, (), view, undo=""))
        await settle(pilot)
        assert "u Undo" in shown(pilot)
    tables.end(feed)
    async with client(feed) as pilot:
        await pilot.press("escape")
        await settle(pilot)
        assert "u Undo" not in shown(pilot)

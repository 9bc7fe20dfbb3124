"""Taking the last move back at the table."""

from __future__ import annotations

import pytest

from citadels_tui.texts import table
from engine import Event
from engine.undo import REASONS, UNDO
from net.client.updates import Decision, Happened
from tests.support.client import tables
from tests.support.client.driving import LARGE, SMALL, client, settle, shown, table_of
from tests.support.client.fake import FakeFeed

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


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


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("why", REASONS)
async def test_an_impossible_undo_is_explained_and_not_sent(why: str, size: tuple[int, int]) -> None:
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


async def test_everything_is_taken_back_move_by_move_and_done_again() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        view, seq = screen.view, 2

        async def answered(*legal: str, undo: str, what: str = "build") -> None:
            """The host has done what was sent, and asks again."""
            nonlocal seq
            seq += 1
            did = Event("undo", 0) if what == "undo" else Event("gold", 0, amount=1, note="income")
            feed.tell(Happened(seq, 0, "player", (did, Event("ask", 0, note="menu")), view))
            tables.ask(feed, view, tables.moves(*legal), undo=undo)
            await settle(pilot)

        await pilot.press("Y")
        await settle(pilot)
        assert table.NO_REDO in shown(pilot)
        feed.tell(Happened(2, -1, "start", (Event("ask", 0, note="menu"),), view))
        tables.ask(feed, view, tables.moves("collect", "build tavern", "end"), undo="nothing")
        await settle(pilot)
        await pilot.press(
            next(row.key for row in screen.action_list.actions.rows if row.moves[:1] == tables.moves("collect"))
        )
        await settle(pilot)
        assert feed.sent == ["collect"]
        await answered("build tavern", "end", undo="", what="gold")
        await pilot.press("3")
        await settle(pilot)
        assert feed.sent[1:] == ["build tavern"]
        await answered("end", undo="")
        await pilot.press("U")
        await settle(pilot)
        assert feed.sent[2:] == ["undo"]
        await answered("build tavern", "end", undo="", what="undo")
        assert feed.sent[2:] == ["undo", "undo"]
        await answered("collect", "build tavern", "end", undo="nothing", what="undo")
        assert feed.sent[4:] == []
        await pilot.press("Y")
        await settle(pilot)
        assert feed.sent[4:] == ["collect"]
        await answered("build tavern", "end", undo="", what="gold")
        assert "Redo" in shown(pilot)
        await pilot.press("Y")
        await settle(pilot)
        assert feed.sent[4:] == ["collect", "build tavern"]
        await answered("end", undo="")
        assert screen.session.question.redo is None


async def test_another_move_forgets_what_was_taken_back() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        back, view = screen.session.question.taken_back, screen.view
        build, end, collect = tables.moves("build tavern", "end", "collect")
        for move in (build, UNDO):
            back.send(move)
            kind = "undo" if move == UNDO else "build"
            back.apply_update(Happened(2, 0, "player", (Event(kind, 0, card="tavern"),), view))
        assert back.redo == build
        back.send(collect)
        back.apply_update(Happened(3, 0, "player", (Event("gold", 0, amount=1),), view))
        assert back.redo is None
        assert end

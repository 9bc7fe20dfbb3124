"""Hints: `h` points out what a bot would do, and says why."""

from __future__ import annotations

from random import Random

import pytest

from citadels_tui.hint import hint
from citadels_tui.screens.table import TableScreen
from citadels_tui.symbols import UNICODE
from citadels_tui.texts import hints
from citadels_tui.voice import Voice
from engine import Rules, new_game, seen, view
from engine.bots.advice import REASONS, advise
from engine.bots.memory import Memory
from tests.tui import tables
from tests.tui.conftest import text_frame
from tests.tui.driving import client, settle
from tests.tui.fake import NAMES, FakeFeed


def test_every_reason_has_a_sentence() -> None:
    assert set(hints.HINTS) == REASONS


@pytest.mark.parametrize("edition", ["deluxe", "classic", "dark_city"])
def test_a_hint_is_a_whole_sentence_in_every_question(edition: str) -> None:
    rules = Rules.random(5, Random(3), edition, edition == "deluxe")
    game = new_game(rules, seed=bytes(31) + b"\1")
    memories = [Memory() for _ in range(rules.players)]
    while game.seat is not None:
        for event in game.drain():
            for seat, memory in enumerate(memories):
                memory.watch(seen(event, seat))
        now = view(game, game.seat)
        advice = advise(now, memories[game.seat])
        said = hint(now, Voice(UNICODE, rules, NAMES[:5], game.seat), advice).plain
        assert said.endswith(".")
        assert not any(sign in said for sign in ("_", "{", "  ", "nobody,")), said
        assert "cards can be" not in said.replace("cards can be built", "")
        game.apply(advice.move)


@pytest.mark.asyncio
async def test_h_marks_the_row_and_says_why_until_you_answer() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("down", "down", "h")
        await settle(pilot)
        assert screen.advice is not None
        row = screen.desk.row
        assert row is not None
        assert screen.advice.move in row.moves
        assert screen.desk.desk.rows[screen.desk.desk.lit] is row
        told = screen.detail.said.plain
        assert told == hint(screen.view, screen.voice, screen.advice).plain
        assert told.split(",")[0].split(":")[0] in text_frame(pilot.app)
        await pilot.press("up" if screen.desk.cursor else "down")
        await settle(pilot)
        assert screen.detail.said.plain != told
        await pilot.press("h", "enter")
        await settle(pilot)
        assert feed.sent == [str(row.moves[0])]
        assert screen.advice is None
        await pilot.press("h")
        await settle(pilot)
        assert screen.detail.said.plain == hints.NO_HINT_NOW


@pytest.mark.asyncio
async def test_where_others_play_there_is_no_hint_and_it_says_why() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.session.alone = False
        await pilot.press("h")
        await settle(pilot)
        assert screen.advice is None
        assert hints.NO_HINT_TABLE in " ".join(screen.detail.said.plain.split())

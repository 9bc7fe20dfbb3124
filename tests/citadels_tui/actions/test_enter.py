"""Enter alone: the cursor rests on what makes sense, so that a whole game can be played by it."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.history.daily import today
from citadels_tui.session.notes import SeatNotes
from citadels_tui.textart.symbols import ASCII
from citadels_tui.wording.voice import Voice
from engine import Move, Rules, new_game, seen
from engine.view import TurnView
from tests.citadels_tui.actions.test_rows import BOTS, decision
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of
from tests.support.client.enter import EnterPlayer, days_won, wins
from tests.support.client.fake import FakeFeed
from tests.support.engine.games import BOXES, Box

USUAL = (Box("classic", 3), Box("deluxe", 2), Box("dark_city", 3))
"""The games of every run; the rest in long ones."""
SOME = [box if box in USUAL else pytest.param(box, marks=pytest.mark.long) for box in BOXES]


@pytest.mark.slow
@pytest.mark.parametrize("box", SOME, ids=str)
def test_a_game_of_enter_alone_comes_to_its_end(box: Box) -> None:
    """Everybody presses enter; the game ends soon, with cities that are built."""
    game = new_game(Rules.random(box.players, Random(1), box.edition, box.actions), bytes(31) + b"\7")
    players = [EnterPlayer(game, seat) for seat in range(box.players)]
    while game.seat is not None:
        events = game.drain()
        for seat, player in enumerate(players):
            player.watch(game, [seen(event, seat) for event in events])
        game.apply(players[game.seat].choose(game))
        assert game.round < 40
    assert max(len(player.city) for player in game.players) >= 6


def test_lists_keep_their_order_and_keys_wherever_the_cursor_rests() -> None:
    game = new_game(Rules.make(4), bytes(32))
    now = decision(game)
    action_list = make_action_list(now, Voice(ASCII, game.rules, BOTS[:4], game.seat), game.refusals())
    for move in now.moves:
        rested = action_list.resting((move, *now.moves))
        assert [row.label.plain for row in rested.rows] == [row.label.plain for row in action_list.rows]
        assert [row.key for row in rested.rows] == [row.key for row in action_list.rows]
        assert move in rested.rows[rested.rest].moves
    assert action_list.resting(()) is action_list


def test_a_question_that_no_game_has_leaves_the_cursor_alone() -> None:
    game = new_game(Rules.make(4), bytes(32))
    now = decision(game)
    now.moves = (Move("kill", "nobody_knows"), Move("pick", "nor_this_one"))
    assert SeatNotes().order(now) == ()


@pytest.mark.asyncio
async def test_enter_ticks_a_card_and_then_sends_it() -> None:
    feed = FakeFeed()
    view = tables.middle()
    view.hand = ("market", "palace", "tavern")
    view.turn = TurnView(seat=0, rank=3)
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("gold", "draw", "discard market", "discard palace", "discard tavern"))
    async with client(feed) as pilot:
        screen = table_of(pilot)
        assert screen.action_list.row is not None
        best = screen.session.notes.order(screen.view)[0]
        assert best in screen.action_list.row.moves
        await pilot.press("x", "enter")
        await settle(pilot)
        assert [row.ticked for row in screen.action_list.actions.rows].count(True) == 1
        await pilot.press("enter")
        await settle(pilot)
        [first] = feed.sent
        assert first.startswith("discard ")


@pytest.mark.parametrize(("first", "days"), [(date(2026, 12, 1), 8), pytest.param(today(), 30, marks=pytest.mark.long)])
def test_enter_alone_does_not_win_the_deal_of_the_day(first: date, days: int) -> None:
    """At most one in four, with the cursor on the first row: it has won 7 of 300."""
    assert days_won(first, days) <= days // 4


@pytest.mark.long
@pytest.mark.parametrize(("level", "least"), [("steward", 0.15), ("novice", 0.5)])
def test_enter_alone_wins_its_share(level: str, least: float) -> None:
    """It wins 23 of 100 games at four players against stewards, and 70 against novices."""
    assert wins(Rules.make(4), level, 400) >= least

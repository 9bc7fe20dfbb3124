"""Playing on from a moment of a finished game: what is asked, which game begins, and the way back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from citadels_tui.history.game_file import GameFile
from citadels_tui.history.play_on import STRONGER, goes_on, own_seat, practice_game
from citadels_tui.history.recording import Recording, recorded
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.play_on import PlayOnScreen
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.active_table import ActiveTable
from citadels_tui.session.start import PlayGame, Practice, ShowHome, ShowReplay
from citadels_tui.textart.symbols import UNICODE
from net.local.order import Order
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, until
from tests.support.client.fake import FakeFeed
from tests.support.client.recorded import game_file, recording, reviewed

LEVELS = ("", "steward", "rogue", "gone_plugin")


def against_bots() -> Recording:
    """A game of a person and three bots, one of which is not installed here."""
    return recorded(replace(game_file(), levels=LEVELS))


def opening(start: PlayGame) -> tuple[object, ...]:
    made = start.order.opening
    return made.seat, made.bots, made.names, len(made.given)


def test_playing_on_keeps_the_seed_the_moves_and_the_players() -> None:
    game = against_bots()
    start = practice_game(game, 30, 2, "Ann", pause=0.0)
    names = [each.name for each in game.seats]
    assert opening(start) == (2, ("steward", "steward", "steward"), (None, names[1], names[3]), 30)
    assert start.order.opening.seed == game.record.seed
    assert start.order.setup.rules() == game.rules
    assert [str(move) for _seat, move in game.record.moves[:30]] == list(start.order.opening.given)
    assert start.practice == Practice(game, 30, 2)
    assert practice_game(game, 30, 0, "Ann").order.opening.bots == ("steward", "rogue", "steward")
    assert set(practice_game(game, 30, 2, "Ann", level=STRONGER).order.opening.bots) == {STRONGER}


def test_what_if_the_next_move_was_another_one() -> None:
    game = reviewed()
    assert game.review is not None
    turn = game.review.turns[0]
    start = practice_game(game, turn.choice.moment, turn.seat, "Ann", instead=turn.choice.better)
    assert start.order.opening.given[-1] == str(turn.choice.better)
    assert len(start.order.opening.given) == turn.choice.moment + 1


def test_play_on_takes_the_only_person_or_the_next_to_move() -> None:
    assert {own_seat(against_bots(), moment) for moment in range(50)} == {0}
    game = recording()
    assert [own_seat(game, moment) for moment in range(50)] == [seat for seat, _move in game.record.moves[:50]]


def test_only_a_whole_game_goes_on_and_not_from_its_end() -> None:
    game = recording()
    last = len(game.record.moves)
    assert [goes_on(game, moment) for moment in (0, last - 1, last)] == [True, True, False]
    whole = game_file()
    part = replace(whole, record=replace(whole.record, moves=whole.record.moves[:40]))
    assert not goes_on(recorded(part), 10)


def test_nothing_of_it_is_kept_and_leaving_says_so() -> None:
    table = ActiveTable(UNICODE)
    table.opened = PlayGame("Ann", Order(), practice=Practice(recording(), 3, 0))
    assert table.practice is not None
    table.opened = PlayGame("Ann", Order())
    assert table.practice is None


def top(pilot: Pilot[int]) -> object:
    """The screen that is shown."""
    return pilot.app.screen


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_p_in_a_replay_begins_a_game_and_leaving_leads_back_to_the_moment() -> None:
    found: GameFile = replace(game_file(), levels=LEVELS)
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, start=ShowReplay(found)) as pilot:
        await press(pilot, "right_square_bracket", "right")
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        moment = replay.moment
        await press(pilot, "p")
        assert isinstance(top(pilot), PlayOnScreen)
        assert "for practice" in text_frame(pilot.app)
        await press(pilot, "escape")
        assert top(pilot) is replay
        await press(pilot, "p", "2")
        await until(pilot, lambda: isinstance(top(pilot), TableScreen))
        await press(pilot, "q")
        assert "is not kept" in text_frame(pilot.app)
        await press(pilot, "y")
        await until(pilot, lambda: top(pilot) is replay)
        assert replay.moment == moment
        await press(pilot, "end")
        assert replay.from_here() is None
        await press(pilot, "p")
        assert top(pilot) is replay


@pytest.mark.slow
@pytest.mark.asyncio
async def test_the_move_that_the_review_names_is_offered_where_it_is_named() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, start=ShowHome("Ann")) as pilot:
        game = reviewed()
        assert game.review is not None
        turn = game.review.turns[0]
        await pilot.app.push_screen(ReplayScreen(game.session(None, UNICODE), 0, game))
        await press(pilot, "p")
        assert "What if" not in text_frame(pilot.app)
        await press(pilot, "3")
        assert isinstance(top(pilot), PlayOnScreen)
        await press(pilot, "escape")
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        screen.go(turn.choice.moment)
        await press(pilot, "p")
        assert "What if" in text_frame(pilot.app)
        await press(pilot, "enter")
        await until(pilot, lambda: not isinstance(top(pilot), PlayOnScreen | ReplayScreen | HomeScreen))

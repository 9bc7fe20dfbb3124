"""Games that go on from another one: its moves come first, the log says so, and anybody can verify it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import Rules, new_game, view
from engine.move import Move
from net.base.errors import NetError
from net.gamelog.entries import PlayEntry, parsed
from net.gamelog.game_facts import facts_of
from net.gamelog.validation import LogValidator
from net.gamelog.verify import verify
from net.protocol.client_messages import Start
from net.protocol.host_messages import Err
from net.protocol.setup import Setup
from tests.independent.verifier import Proof as Independent
from tests.support.net.fakes import Room
from tests.support.net.hosting import SEED, game_of
from tests.support.net.signed_games import SignedGame

RULES = Rules.make(3, "classic")


def moves(amount: int) -> list[str]:
    """The first moves of a game, each the last one that is legal."""
    state, found = new_game(RULES, SEED), list[str]()
    while len(found) < amount:
        found.append(str(state.moves[-1]))
        state.apply(state.moves[-1])
    return found


def going_on(given: list[str]) -> SignedGame:
    return SignedGame(RULES, 1, random.Random(3), SEED, given=given)


def test_a_game_goes_on_where_another_one_was() -> None:
    given = moves(40)
    state = new_game(RULES, SEED)
    for text in given:
        state.apply(Move.parse(text))
    play = going_on(given).play
    assert (play.seat, play.view(0)) == (state.seat, view(state, 0))
    assert [str(move) for move in play._state.moves] == [str(move) for move in state.moves]
    assert play.validator.given == 40


def test_its_log_is_verified_and_says_that_it_was_for_practice() -> None:
    game = going_on(moves(40)).finish()
    report = verify(game.proof.host, game.proof.notes)
    assert report.ok, report.findings
    assert report.given == 40
    assert "The first 40 moves are those of another game: it was for practice." in str(report.verdict)
    assert facts_of(game.proof).given == 40
    assert facts_of(going_on([]).finish().proof).given == 0
    Independent(game.proof.dump())


def test_a_restarted_host_brings_it_back() -> None:
    game = going_on(moves(40))
    head = game.play.log.head
    game.restart()
    assert game.play.validator.given == 40
    assert game.play.validator.knows(41 + 1, head)
    assert verify(game.host.public, game.finish().proof.notes).ok


def test_an_illegal_move_or_one_after_the_end_begins_no_game() -> None:
    whole = [str(move) for _seat, move in verify_moves()]
    for given in (["nonsense"], [*moves(5), "gold p9"], [*whole, "end"]):
        with pytest.raises(NetError) as refused:
            going_on(given)
        assert refused.value.code == "illegal"


def verify_moves() -> tuple[tuple[int, Move], ...]:
    """The moves of a whole game."""
    game = going_on([]).finish()
    return verify(game.proof.host, game.proof.notes).moves


def test_given_moves_come_first_after_a_seed_that_was_chosen() -> None:
    for fixed in (SEED, None):
        game = SignedGame(RULES, 1, random.Random(3), fixed)
        if fixed is None:
            game.share()
        else:
            game.move()
        seat = game.play.seat
        assert seat is not None
        fault = game.play.validator.fault(PlayEntry(seat=seat, cause="given", events=()))
        assert fault is not None
        assert fault.code == "given"


def test_nobody_signs_a_given_move() -> None:
    game = SignedGame(RULES, 3, random.Random(3), SEED)
    before = LogValidator()
    for seq, note in enumerate(game.proof.notes, 1):
        before.note(parsed(note.body), bytes([seq]) * 32)
    game.move()
    signed = parsed(game.proof.notes[-1].body)
    assert isinstance(signed, PlayEntry)
    fault = before.fault(signed.model_copy(update={"cause": "given"}))
    assert fault is not None
    assert fault.code == "mover"


def test_play_on_keeps_the_chosen_seat_and_names() -> None:
    opening: dict[str, Any] = {
        "bots": ("random", "novice"),
        "names": (None, "Zoe"),
        "seat": 1,
        "given": tuple(moves(7)),
    }
    room = Room(setup=Setup(players=3, edition="classic"), **opening)
    ada = room.join("Ada")
    room.ask(ada, Start)
    assert [who.name for who in room.table.lobby.seats if who] == ["Agnes", "Ada", "Zoe"]
    assert room.table.game is not None
    assert room.table.game.validator.given == 7
    assert room.table.opening.given == ()
    assert game_of(room.table).round == 1


def test_a_table_whose_moves_are_no_game_stays_a_lobby() -> None:
    room = Room(setup=Setup(players=3, edition="classic"), bots=("random", "random"), given=("gold",))
    answer = room.ask(room.join("Ada"), Start)
    assert isinstance(answer, Err)
    assert answer.code == "illegal"
    assert room.table.game is None

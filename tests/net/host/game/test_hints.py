"""Hints: from the thinking pool, for whoever is asked, and not against other people."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import History, Move, State, View, resample
from engine.review.adviser import Adviser, Counsel
from engine.review.reasons import Reason
from net.base.thinking import Found, Searcher
from net.client.updates import Hinted
from net.host.opening import Opening
from net.protocol.client_messages import AddBot, AskHint, Start
from net.protocol.host_messages import Ack, DecisionNote, Err, HintNote
from net.protocol.setup import Setup
from tests.support.net.fakes import FakePeer, Room, ThinkersHere


class Thinking:
    """Finds what it is told to, and keeps what it was given."""

    def __init__(self, counsel: Counsel | None) -> None:
        self.counsel = counsel
        self.asked: list[tuple[Any, View, State, float]] = []

    def search(self, bot: Searcher[Found], view: View, world: State, seconds: float) -> Found | None:
        self.asked.append((bot, view, world, seconds))
        return self.counsel  # type: ignore[return-value]


COUNSEL = Counsel(Move("pick", "king"), Move("pick", "bishop"), 0.0312, Reason("rival", 2, 1.44))


def playing(counsel: Counsel | None = COUNSEL, **options: Any) -> tuple[Room, FakePeer, Thinking]:
    """A game of one person and two bots, at a question of the person's with a choice."""
    room = Room(3, **options)
    thinking = room.clock.thinkers = Thinking(counsel)
    ada = room.join("Ada")
    for _ in range(2):
        assert isinstance(room.ask(ada, AddBot, level="steward"), Ack)
    assert isinstance(room.ask(ada, Start), Ack)
    while ada.count(DecisionNote) == 0 or len(ada.last(DecisionNote).moves) == 1:
        room.tick(1.0)
    return room, ada, thinking


def ask(room: Room, peer: FakePeer, did: int | None = None) -> Any:
    assert room.table.game
    return room.ask(peer, AskHint, did=room.table.game.did if did is None else did)


def test_a_hint_says_what_a_bot_would_do() -> None:
    room, ada, thinking = playing()
    assert isinstance(ask(room, ada), Ack)
    did = ada.last(DecisionNote).did
    assert ada.last(HintNote) == HintNote(
        did=did, move="pick king", usual="pick bishop", gain=31, reason="rival", seat=2, amount=14
    )
    assert room.follow(ada)[-1] == Hinted(
        did, Move("pick", "king"), Move("pick", "bishop"), 0.031, Reason("rival", 2, 1.4)
    )
    ((adviser, view, world, seconds),) = thinking.asked
    assert isinstance(adviser, Adviser)
    assert (view.seat, seconds) == (0, 1.0)
    assert [str(move) for move in view.moves] == ada.last(DecisionNote).moves
    # A world and not the game: what others hold is dealt anew, and what the seat holds is not.
    assert room.table.game
    game = room.table.game._state
    assert world is not game
    assert world.players[0].hand == game.players[0].hand
    assert [p.hand for p in world.players] != [p.hand for p in game.players]


def test_a_question_is_thought_about_once() -> None:
    room, ada, thinking = playing()
    for _ in range(3):
        assert isinstance(ask(room, ada), Ack)
    assert len(thinking.asked) == 1
    assert ada.count(HintNote) == 3


def test_nobody_waits_for_a_hint_and_an_answer_cancels_it() -> None:
    room, ada, _ = playing()
    room.clock.held = []
    assert isinstance(ask(room, ada), Ack)
    assert isinstance(ask(room, ada), Ack)
    (thought,) = room.clock.held
    room.clock.held = None
    assert isinstance(room.act(ada, ada.last(DecisionNote).moves[0]), Ack)
    thought()
    room.settle()
    assert ada.count(HintNote) == 0


def test_when_no_process_answers_it_is_the_stewards_hint() -> None:
    room, ada, _ = playing(None)
    assert isinstance(ask(room, ada), Ack)
    note = ada.last(HintNote)
    assert note.move == note.usual
    assert note.move in ada.last(DecisionNote).moves
    assert note.reason == ""


def test_a_game_that_looks_the_same_to_the_seat_has_the_same_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a search, and not by what a test says: what others hold has no part in it."""
    monkeypatch.setattr("engine.review.adviser.WORLDS", 4)
    found = []
    for number in range(2):
        room, ada, _ = playing()
        game = room.table.game
        assert game
        if number:
            twin = resample(game._state, 0, Random(number))
            assert [p.hand for p in twin.players] != [p.hand for p in game._state.players]
            game._history = History(twin)
        room.clock.thinkers = ThinkersHere()
        ask(room, ada)
        found.append(ada.last(HintNote))
    assert found[0] == found[1]


def test_what_may_not_be_asked() -> None:
    room, ada, thinking = playing()
    did = ada.last(DecisionNote).did
    assert ask(room, ada, did + 1).code == "stale_decision"
    spectator = room.join("Bo", role="spectator")
    assert ask(room, spectator).code == "spectator"
    room.act(ada, ada.last(DecisionNote).moves[0])
    assert ask(room, ada).code == "not_your_turn"
    assert not thinking.asked


@pytest.mark.parametrize("hints", [False, True])
def test_there_are_no_hints_against_people_at_other_keyboards(hints: bool) -> None:
    room = Room(setup=Setup(players=3), hints=hints)
    thinking = room.clock.thinkers = Thinking(COUNSEL)
    people = [room.join("Ada"), room.join("Bo")]
    assert isinstance(room.ask(people[0], AddBot, level="steward"), Ack)
    assert isinstance(room.ask(people[0], Start), Ack)
    assert room.table.game
    while room.table.game.seat not in (0, 1):
        room.tick(1.0)
    answer = ask(room, people[room.table.game.seat])
    assert isinstance(answer, Ack if hints else Err)
    assert len(thinking.asked) == hints
    # One who is away for a while still plays.
    if isinstance(answer, Err):
        assert answer.code == "no_hints"
        asked = people[room.table.game.seat]
        room.gone(next(each for each in people if each is not asked))
        assert ask(room, asked).code == "no_hints"


def test_a_table_is_one_of_people_unless_it_says_otherwise() -> None:
    assert Opening().hints is False


def test_a_bot_that_searches_has_the_time_that_the_table_gives_it() -> None:
    room = Room(2, thinking=1.5)
    thinking = room.clock.thinkers = Thinking(None)
    ada = room.join("Ada")
    room.ask(ada, AddBot, level="mastermind")
    room.ask(ada, Start)
    while not thinking.asked:
        if room.table.game and room.table.game.seat == 0:
            room.act(ada, ada.last(DecisionNote).moves[0])
        room.tick(1.0)
    assert thinking.asked[0][3] == 1.5

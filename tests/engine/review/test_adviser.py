"""Advice to a person: it comes from what their seat has seen, and from nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import cycle
from random import Random
from typing import Any

import pytest

from citadels_tui.rulings import position
from engine import Move, Record, State, View, resample, seen, view
from engine.bots.memory import Memory
from engine.bots.playout import preferred
from engine.review import adviser
from engine.review.adviser import Adviser, Counsel
from engine.review.trials import LASTING, Trial, tried
from tests.support.engine.reviewed import LAST_TURN, played


def advised(g: State, seat: int) -> Counsel:
    """The advice to a seat that has seen nothing but the table as it is."""
    found = Adviser(Random("advice"), len(g.players))
    found.suppose(resample(g, seat, Random("world"), known=found.known))
    return found.choose(view(g, seat))


@pytest.mark.slow
@pytest.mark.thorough
def test_twins_are_advised_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two games that a seat cannot tell apart, it says the same: what others hold has no part in it."""
    monkeypatch.setattr(adviser, "WORLDS", 6)
    told = 0
    for number, names in ((2, ("steward", "novice", "richard")), (5, ("schemer", "steward", "novice", "richard"))):
        record = played(number, names)
        for place, (seat, _move) in enumerate(record.moves):
            if place % 9 != 4:
                continue
            *_, g = Record(record.rules, record.names, record.seed, record.moves[:place]).steps()
            assert g.seat == seat
            twin = resample(g, seat, Random(place))
            g.log.clear()
            twin.log.clear()
            one = advised(g, seat)
            assert advised(twin, seat) == one
            told += one.reason is not None
    assert told > 3


def test_the_last_turn_is_advised_well_and_for_a_reason() -> None:
    """A steward sees that, too; who is given another favourite is told by how much the better move is better."""
    g = position(LAST_TURN)
    g.apply(Move("gold"))
    assert str(advised(g, 0).move) == "build palace"


def test_another_move_than_the_usual_one_has_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(asked: View, memory: Memory) -> list[Move]:
        """As a steward who would rather be done."""
        return sorted(preferred(asked, memory), key=lambda move: move.verb != "end")

    monkeypatch.setattr(adviser, "preferred", hasty)
    g = position(LAST_TURN)
    g.apply(Move("gold"))
    found = advised(g, 0)
    assert (str(found.move), str(found.usual)) == ("build palace", "end")
    assert found.gain > 0.5
    assert found.reason is not None
    assert found.reason.code == "end"


@pytest.mark.parametrize(("judged", "gain"), [(0.5, 0.2), (0.2, 0.0)])
def test_the_worlds_that_choose_a_move_do_not_say_how_good_it_is(
    monkeypatch: pytest.MonkeyPatch, judged: float, gain: float
) -> None:
    """One of many moves is always lucky: it is judged in other worlds, and given up where it is not better there."""
    luck = cycle((1.0, judged))

    def lucky(worlds: object, seat: int, moves: Sequence[Move], *_: object, **__: object) -> dict[Move, list[Trial]]:
        """The second move wins in every other world, and seldom in the rest; the first one in three of ten."""
        return {moves[0]: [Trial(0.3, True, {}, {})], moves[1]: [Trial(next(luck), True, {}, {})]}

    monkeypatch.setattr(adviser, "tried", lucky)
    monkeypatch.setattr(adviser, "CANDIDATES", 2)
    g = position(LAST_TURN)
    g.apply(Move("gold"))
    usual, other = preferred(view(g, 0), Memory())[:2]
    found = advised(g, 0)
    assert (found.move, found.usual) == (other if gain else usual, usual)
    assert found.gain == pytest.approx(LASTING * gain)
    assert (found.reason is not None) == bool(gain)


def test_half_of_its_worlds_have_rivals_such_as_sit_there(monkeypatch: pytest.MonkeyPatch) -> None:
    g, rivals = position(LAST_TURN), list[set[int]]()
    g.apply(Move("gold"))

    def noted(*found: Any, **more: Any) -> dict[Move, list[Trial]]:
        rivals.append({*more["stewards"]})
        return tried(*found, **more)

    monkeypatch.setattr(adviser, "tried", noted)
    monkeypatch.setattr(adviser, "WORLDS", 8)
    found = Adviser(Random(1), 4, ("", "novice", "", "mastermind"))
    found.suppose(resample(g, 0, Random(1)))
    found.choose(view(g, 0))
    assert rivals == [set(), set(), {0, 2, 3}, {0, 2, 3}] * 2


def test_in_a_lost_game_it_promises_no_victory() -> None:
    """The best move for a place is told without a number of games that it would win."""
    city = ["market", "church", "castle", "prison", "palace", "cathedral", "town_hall"]
    g = position({**LAST_TURN, "p2": {**LAST_TURN["p2"], "city": city}})
    g.apply(Move("gold"))
    found = advised(g, 0)
    assert str(found.move) == "build palace"
    assert found.gain == 0
    assert found.reason is None


def test_it_ends_when_there_is_no_time() -> None:
    g = position(LAST_TURN)
    g.apply(Move("gold"))
    asked: list[float] = []

    def going() -> bool:
        asked.append(0)
        return False

    found = Adviser(Random(1), 4)
    found.allow(1.0, going)
    found.suppose(resample(g, 0, Random(1)))
    assert found.choose(view(g, 0)).move in g.moves
    assert len(asked) == 1


def test_without_a_world_it_advises_as_a_steward() -> None:
    record = played(2, ("steward", "novice", "richard"))
    *_, g = Record(record.rules, record.names, record.seed, record.moves[:30]).steps()
    assert g.seat is not None
    asked = view(g, g.seat)
    found = Adviser(Random(1), 3).choose(asked)
    assert found.move == found.usual == preferred(asked, Memory())[0]


def test_it_can_be_sent_to_another_process() -> None:
    record = played(2, ("steward", "novice", "richard"))
    found = Adviser(Random(1), 3)
    for g in Record(record.rules, record.names, record.seed, record.moves[:30]).steps():
        for event in g.drain():
            found.watch(seen(event, g.seat or 0))
    assert any(found.known)
    assert pickle.loads(pickle.dumps(found)).known == found.known

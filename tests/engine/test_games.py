"""What is true in every game, after every move."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random

import pytest

from engine import Event, IllegalMove, Move, State, load, save, score
from engine.cards.card import District
from engine.event import KINDS, SECRETS
from engine.round import best
from tests.engine.games import SEATS, choices, random_game

ROUNDS = 200
"""No game lasts longer."""


def cards_lying(g: State) -> Counter[str]:
    """Every district card of the game, wherever it lies: hands, cities, the deck, in the middle of a step."""
    cards = [*g.deck, *chain(*(p.hand + p.city for p in g.players))]
    for step in g.stack:
        if step.kind != "confiscate":  # asks about a card that waits in the step below
            for value in step.values().values():
                cards += [c for c in (value if isinstance(value, tuple) else (value,)) if isinstance(c, District)]
    return Counter(card.plain.id for card in cards)


def gold_lying(g: State) -> int:
    """All gold outside the bank: in stashes and on beautified districts."""
    return sum(p.gold + sum(d.beautified for d in p.city) for p in g.players)


def gold_told(events: list[Event]) -> int:
    """How much gold came out of the bank, and went back, by what was told."""
    told = 0
    for event in events:
        if event.kind in ("gold", "purse"):
            told += event.amount
        elif event.kind in ("pay", "build"):
            told -= event.amount
        elif event.kind == "leave" and event.card.endswith("+"):
            told -= 1
    return told


def check_position(g: State) -> None:
    """The laws that hold at every decision."""
    players = range(len(g.players))
    assert cards_lying(g) == Counter(card.id for card in g.table.cards)
    assert all(p.gold >= 0 for p in g.players)
    assert g.crown in players

    # One seat is asked and can answer, until the game is over.
    if g.over:
        assert g.seat is None
        assert not g.moves
        assert not g.stack
        assert g.winners
    else:
        assert g.seat in players
        assert g.moves
        assert len(set(g.moves)) == len(g.moves)
        assert g.kind
        assert not g.winners

    # Every character lies in one place.
    roles = [rank for p in g.players for rank in p.roles]
    assert sorted([*roles, *g.pool, *g.faceup, *(rank for _, rank in g.aside)]) == list(g.table.ranks)
    assert g.owners[1:] == [next((i for i in players if r in g.players[i].roles), -1) for r in g.table.ranks]
    assert 4 not in g.faceup
    for p in g.players:
        assert set(p.shown) <= set(p.roles)

    # Completed cities are noted, the first one first.
    for seat in players:
        assert seat in g.finished or not g.complete(seat)
    assert len(set(g.finished)) == len(g.finished)
    assert g.round <= ROUNDS


def twins(city: list[District]) -> Counter[str]:
    """Districts a city has more than once, by how many there are too many."""
    return Counter({id: n - 1 for id, n in Counter(d.plain.id for d in city).items()})


def check_events(events: list[Event]) -> None:
    """Events are of known kinds, and only secret kinds have something to hide."""
    for event in events:
        assert event.kind in KINDS
        assert event.amount >= 0
    assert set(SECRETS) <= set(KINDS)


def check_refused(g: State, strange: list[Move]) -> None:
    """A move that is not legal is refused with a sentence, and changes nothing."""
    before = save(g)
    for move in strange:
        if move not in g.moves:
            with pytest.raises(IllegalMove, match=r"\w"):
                g.apply(move)
    assert save(g) == before
    assert g.drain()[:-1] == []


def play(number: int, players: int) -> None:
    """Play a whole game and check the laws after every move."""
    g = random_game(number, players)
    chance = Random(number)
    gold = 0
    events = g.drain()
    check_events(events)
    met = [Move("build", "castle", 0, "castle"), Move("nonsense")]
    for move in choices(g, number):
        check_position(g)
        gold += gold_told(events)
        assert gold_lying(g) == gold
        assert events[-1].kind == "ask"
        assert (events[-1].seat, events[-1].note) == (g.seat, g.kind)
        for refusal in g.refusals():
            assert refusal.move not in g.moves
            assert refusal.code
        if chance.random() < 0.1:
            check_refused(g, chance.sample(met, min(len(met), 6)))
        met.append(chance.choice(g.moves))

        before = [list(p.city) for p in g.players]
        g.apply(move)
        events = g.drain()
        check_events(events)
        for seat, p in enumerate(g.players):
            if twins(p.city) - twins(before[seat]):  # a new twin: only by building, next to a Quarry
                assert "quarry" in [d.plain.id for d in before[seat]]
                assert any(e.kind == "enter" and e.seat == e.other == seat for e in events)
    check_position(g)
    assert gold_lying(g) == gold + gold_told(events)
    assert events[-1].kind == "over"
    for seat in range(players):
        told = [(e.note, e.amount) for e in events if e.kind == "score" and e.seat == seat]
        assert told == score(g, seat)
    with pytest.raises(IllegalMove):
        g.apply(Move("end"))
    assert load(save(g)).over


def test_a_tie_goes_to_the_higher_rank_revealed_then_to_more_gold_then_is_shared() -> None:
    """From (points, highest rank revealed in the last round, gold) of each seat."""
    assert best([(28, 3, 9), (29, 1, 0), (27, 8, 9)]) == (1,)
    assert best([(28, 3, 9), (28, 5, 0), (27, 8, 9)]) == (1,)
    assert best([(28, 0, 2), (28, 0, 4), (27, 8, 9)]) == (1,)
    assert best([(28, 0, 4), (28, 0, 4), (27, 8, 9)]) == (0, 1)


@pytest.mark.parametrize("players", SEATS)
def test_the_laws_hold_in_random_games(players: int) -> None:
    for number in range(25):
        play(number, players)


@pytest.mark.long
@pytest.mark.parametrize("players", SEATS)
def test_the_laws_hold_in_many_random_games(players: int) -> None:
    for number in range(1000, 1600):
        play(number, players)

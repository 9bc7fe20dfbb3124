"""A world that a seat is given for its search is a function of what it knows: nothing else can be read out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine import HandMemory, State, resample, save, seen, view
from tests.support.engine.games import BOXES, Box, choices, random_game
from tests.support.engine.secrecy import sight_of_decision
from tests.support.tiers import tiered

Pair = tuple[State, State, int, tuple[tuple[str, ...], ...]]
"""A game, its twin, the seat that cannot tell them apart, and the hand cards it knows."""


def twins(number: int, box: Box, again: float = 0.3) -> Iterator[Pair]:
    """A game beside one that a seat could not tell from it so far.

    The twin goes its own way as long as the seat is told the same of it, and is dealt anew when it is not. So the two
    differ in their whole past: in who chose what when, in the order of hands, and in what waits on the stack.

    Args:
        number: Fixes game, seat and twins.
        box: What it is played with.
        again: How often a twin is dealt anew without need.
    """
    g = random_game(number, box)
    chance = Random(f"twins {number}")
    seat = chance.randrange(box.players)
    memory = HandMemory(box.players)
    for event in g.drain():
        memory.watch(seen(event, seat))
    twin = resample(g, seat, chance, known=memory.known)
    for move in choices(g, number):
        yield g, twin, seat, memory.known
        g.apply(move)
        told = [seen(event, seat) for event in g.drain()]
        for event in told:
            memory.watch(event)
        if move in twin.moves and chance.random() > again:
            twin.apply(move)
            if [seen(event, seat) for event in twin.drain()] == told and _look_alike(g, twin, seat):
                continue
        twin = resample(g, seat, chance, known=memory.known)
        for i, p in enumerate(twin.players):
            if i != seat:
                chance.shuffle(p.hand)
        if twin.seat not in (seat, None):
            twin.moves = twin.stack[-1].ask(twin)[1]


def _look_alike(g: State, twin: State, seat: int) -> bool:
    here, there = (view(each, seat) for each in (g, twin))
    return here == there and sight_of_decision(g, seat) == sight_of_decision(twin, seat)


def differing(deal: Callable[[State, int, Random, tuple[tuple[str, ...], ...]], State], box: Box, games: int) -> int:
    """At how many decisions a way of dealing worlds gives two twins different ones."""
    found = 0
    for number in range(games):
        for i, (g, twin, seat, known) in enumerate(twins(number, box)):
            one, two = (save(deal(each, seat, Random(i), known)) for each in (g, twin))
            found += one != two
    return found


def _fair(g: State, seat: int, random: Random, known: tuple[tuple[str, ...], ...]) -> State:
    return resample(g, seat, random, known=known)


def _peeking(g: State, seat: int, random: Random, known: tuple[tuple[str, ...], ...]) -> State:
    """A world with the true top of the deck."""
    world = resample(g, seat, random, known=known)
    top = next((i for i, card in enumerate(world.deck) if g.deck and card is g.deck[-1]), None)
    if top is not None:
        world.deck.append(world.deck.pop(top))
    return world


@pytest.mark.parametrize("box", tiered(BOXES, BOXES[::3]), ids=str)
@pytest.mark.slow
def test_games_a_seat_cannot_tell_apart_give_the_same_world(box: Box) -> None:
    assert not differing(_fair, box, 2)


def test_a_world_that_gives_something_away_is_caught() -> None:
    assert differing(_peeking, Box("deluxe", 4), 1)


def test_twins_are_two_different_games() -> None:
    seen_alike: Counter[bool] = Counter()
    for g, twin, seat, _ in twins(1, Box("deluxe", 5, True)):
        assert _look_alike(g, twin, seat)
        seen_alike[save(g) == save(twin)] += 1
    assert seen_alike[False] > 50


@pytest.mark.parametrize("box", tiered(BOXES, BOXES[1::3]), ids=str)
@pytest.mark.slow
def test_a_hand_memory_knows_only_what_is_so(box: Box) -> None:
    for number in range(2):
        for g, _, seat, known in twins(number + 10, box, again=1.0):
            for p, cards in zip(g.players, known, strict=True):
                assert Counter(cards) <= Counter(card.id for card in p.hand)
            assert Counter(known[seat]) == Counter(card.id for card in g.players[seat].hand)


def test_worlds_leave_the_hand_cards_that_are_known_where_they_are() -> None:
    """After a Magician's exchange both know for a while what the other one holds, and worlds respect it."""
    remembered = 0
    for number in range(12):
        for g, _, seat, known in twins(number, Box("deluxe", 4, True)):
            world = resample(g, seat, Random(number), known=known)
            for i, p in enumerate(world.players):
                assert Counter(known[i]) <= Counter(card.id for card in p.hand)
                remembered += i != seat and len(known[i])
    assert remembered > 100

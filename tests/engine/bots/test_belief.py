"""The belief of a bot about who holds what."""

from __future__ import annotations

from random import Random

import pytest

from engine import Rules, View, new_game, seen, view
from engine.bots.belief import believe
from engine.bots.memory import Memory
from engine.ruleset import ruleset
from tests.support.engine.games import BOXES, Box, random_game
from tests.support.tiers import tiered


def deals(seen_by: View, wishes: list[list[float]]) -> dict[tuple[tuple[int, int], ...], float]:
    """Every way the characters can have been taken, given what a seat saw of it, with its weight: card by card."""
    board = ruleset(seen_by.rules)
    turns, n = board.schedule.turns, seen_by.rules.players
    peeked = seen_by.aside[:1] if board.edition.peek and seen_by.seat == seen_by.dealer else ()
    found: dict[tuple[tuple[int, int], ...], float] = {}

    def go(i: int, pool: tuple[int, ...], first: int, held: tuple[tuple[int, int], ...], looks: int, p: float) -> None:
        if i == len(turns):
            mine = tuple(sorted(rank for seat, rank in held if seat == seen_by.seat))
            if mine == tuple(sorted(seen_by.roles)):
                key = tuple(sorted(held))
                found[key] = found.get(key, 0.0) + p
            return
        action, offset = turns[i]
        seat = (seen_by.dealer + offset) % n
        if action == "mix":
            go(i + 1, tuple(sorted((*pool, first))), 0, held, looks, p)
            return
        if seat == seen_by.seat and action != "random":
            if pool != seen_by.saw[looks]:
                return
            looks += 1
        weights = [wishes[seat][rank] if action == "pick" else 1.0 for rank in pool]
        for rank, weight in zip(pool, weights, strict=True):
            rest = tuple(r for r in pool if r != rank)
            share = p * weight / sum(weights)
            if action == "pick":
                go(i + 1, rest, first, (*held, (seat, rank)), looks, share)
            elif action == "random":
                if i or not peeked or rank in peeked:
                    go(i + 1, rest, first or rank, held, looks, share)
            elif seat != seen_by.seat or rank in seen_by.aside[len(peeked) :][:1]:
                go(i + 1, rest, first, held, looks, share)

    go(0, tuple(rank for rank in board.ranks if rank not in seen_by.faceup), 0, (), 0, 1.0)
    killed = seen_by.marks.get("killed")
    dead = {rank for rank in seen_by.silent if rank != killed}
    shown = {(p.seat, rank) for p in seen_by.players for rank in p.shown}
    return {held: p for held, p in found.items() if shown <= set(held) and not dead & {rank for _, rank in held}}


def assert_believes(seen_by: View, wishes: list[list[float]]) -> None:
    """The belief is the share of the deals that fit."""
    belief = believe(seen_by, Memory(), wishes)
    fitting = deals(seen_by, wishes)
    total = sum(fitting.values())
    for seat in range(seen_by.rules.players):
        for rank in ruleset(seen_by.rules).ranks:
            expected = sum(p for held, p in fitting.items() if (seat, rank) in held) / total
            assert belief.holds(seat, rank) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("players", tiered(range(2, 8), (2, 4)))
@pytest.mark.parametrize("edition", ["deluxe", "classic"])
@pytest.mark.slow
def test_the_belief_is_exact(edition: str, players: int) -> None:
    """Compared with every deal, one by one, at some decisions of real rounds."""
    chance = Random(players)
    checked = 0
    for number in range(12):
        g = random_game(500 + number, Box(edition, players))
        wishes = [[chance.uniform(0.05, 1) for _ in range(10)] for _ in range(players)]
        while g.round < 3 and checked <= number * 2:
            if g.called and chance.random() < 0.1 and "traded" not in g.marks:
                assert_believes(view(g, chance.randrange(players)), wishes)
                checked += 1
            g.apply(chance.choice(g.moves))
    assert checked > 6


@pytest.mark.slow
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_the_belief_never_contradicts_the_truth(box: Box) -> None:
    """What is so is possible, what is known is certain, and nobody holds more or less than he chose."""
    players = box.players
    equal = [[1.0] * 10 for _ in range(players)]
    for number in range(2):
        g = random_game(600 + number, box)
        memories = [Memory() for _ in range(players)]
        chance = Random(number)
        while g.seat is not None and g.round < 8:
            for event in g.drain():
                for seat, memory in enumerate(memories):
                    memory.watch(seen(event, seat))
            if g.called and chance.random() < 0.1:
                seat = chance.randrange(players)
                belief = believe(view(g, seat), memories[seat], equal)
                for other, p in enumerate(g.players):
                    assert all(belief.holds(other, rank) > 0 for rank in p.roles)
                    assert all(belief.holds(other, rank) == pytest.approx(1) for rank in p.shown)
                    every = sum(belief.holds(other, rank) for rank in g.ruleset.ranks)
                    assert every == pytest.approx(len(p.roles))
            g.apply(chance.choice([move for move in g.moves if move.verb != "end"] or g.moves))


def test_a_belief_formed_in_the_middle_of_a_round_is_still_a_belief() -> None:
    """Who takes a seat over has not seen the exchange of characters that the round began with."""
    rules = Rules.make(4, preset="cunning_agents")
    for number in range(200):
        g = new_game(rules, number.to_bytes(32, "big"))
        chance = Random(number)
        while g.seat is not None and not (g.called > 2 and "traded" in g.marks):
            trades = [move for move in g.moves if move.verb in ("trade", "build")]
            g.apply(chance.choice(trades or g.moves))
        if g.seat is not None:
            belief = believe(view(g, g.seat), Memory(), [[1.0] * 10] * 4)
            assert all(belief.holds(g.seat, rank) == 1 for rank in g.players[g.seat].roles)
            return
    pytest.fail("no game had an exchange")

"""Turns that a review names hold in a search ten times as deep: of masterminds 3 of 4, of beginners 9 of 10."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

from engine import new_game
from engine.arena.casts import cast
from engine.bots.memory import Memory
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot
from engine.determinize import resample
from engine.hand_memory import HandMemory, Hands
from engine.move import Move
from engine.record import Record
from engine.review.review import CostlyTurn, rest_of_turn, review
from engine.review.trials import Trial, careful, chance, mean_and_error, tried
from engine.state import State

WORLDS = 600
"""Ten times as many as a review takes."""
PART = 60
"""Worlds that are tried together."""
FIELDS = {"mastermind": (24, 0.75), "novice": (6, 0.9)}
"""By the bot at all four seats how many games, and the share of the named turns that has to hold."""


class Known(NamedTuple):
    """A decision, with what its player knew."""

    game: State
    memory: Memory
    known: Hands
    rest: Sequence[Move]


def played(name: str, number: int) -> tuple[Record, dict[int, Known]]:
    """A game of four of a kind, and every decision of it by its moment."""
    record = Record(
        cast(4, "deluxe", ("first_game", "random")[number % 2])(number), tuple("ABCD"), bytes([number] * 32)
    )
    g = new_game(record.rules, record.seed)
    bots = [SeatedBot(bot(name, 8 * number + seat), seat, 4, number) for seat in range(4)]
    while g.seat is not None:
        g.tell([each.watch for each in bots])
        record.moves.append((g.seat, bots[g.seat].choose(g)))
        g.apply(record.moves[-1][1])
    hands, memories = [HandMemory(4) for _ in range(4)], [Memory() for _ in range(4)]
    known = {}
    for moment, step in enumerate(record.steps()):
        step.tell([*[each.watch for each in hands], *[each.watch for each in memories]])
        if moment < len(record.moves):
            seat = record.moves[moment][0]
            rest = rest_of_turn(record, moment)
            known[moment] = Known(step.clone(), memories[seat].copy(), hands[seat].known, rest)
    return record, known


def deep_cost(turn: CostlyTurn, known: Known, levels: Sequence[str]) -> tuple[float, float]:
    """What the named move costs in 600 worlds, with its standard error: the mean of both kinds of rivals.

    A player goes on with what they really did, or as a steward, whichever is better for them.
    """
    g, memory, hands, rest = known
    choice, random = turn.choice, Random(f"deep {turn.choice.moment}")
    rivals = careful(levels, 4)
    kinds = (frozenset[int](), rivals if rivals - {turn.seat} else frozenset(range(4)))
    costs: list[list[float]] = []
    for stewards in kinds:
        better, usual, planned = list[Trial](), list[Trial](), list[Trial]()
        for _ in range(WORLDS // PART):
            worlds = [resample(g, turn.seat, random, known=hands) for _ in range(PART)]
            seed = random.getrandbits(64)
            moves = (choice.better, choice.played)
            found = tried(worlds, turn.seat, moves, memory, Random(seed), stewards=stewards)
            better += found[choice.better]
            usual += found[choice.played]
            if rest:
                plans = {choice.played: rest}
                planned += tried(worlds, turn.seat, moves[1:], memory, Random(seed), plans, stewards)[choice.played]
        did = max(usual, planned or usual, key=chance)
        costs.append([a.chance - b.chance for a, b in zip(better, did, strict=True)])
    return mean_and_error([sum(each) / len(kinds) for each in zip(*costs, strict=True)])


@pytest.mark.long
@pytest.mark.parametrize("name", FIELDS)
def test_named_turns_hold(name: str) -> None:
    """It holds where the other move is better by two standard errors."""
    held = []
    levels, (games, share) = (name,) * 4, FIELDS[name]
    for number in range(games):
        record, known = played(name, number)
        for turn in review(record, levels=levels).turns:
            cost, error = deep_cost(turn, known[turn.choice.moment], levels)
            held.append(cost > 2 * error)
            print(
                f"{name} {number}: {turn.seat} round {turn.round}: said {turn.cost:.3f}, deep {cost:.3f} ({error:.3f})"
            )
    print(f"{name}: {sum(held)} of {len(held)}")
    assert held
    assert sum(held) >= share * len(held)

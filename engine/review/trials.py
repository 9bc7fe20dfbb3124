"""Trials of moves: what a move leads to by the end of the round, in worlds that a seat cannot tell from the real game.

In each world every move meets the same chances. The seat itself plays on as a steward, so that a power that is used one
move later counts the same; the others play on by the light policy of the searching bots, or as stewards with whims.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import exp, log, sqrt
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from engine.bots.memory import Memory
from engine.bots.playout import memories, play_round
from engine.bots.value import FEATURES, PLACE, hopes, softmax, weighed
from engine.move import Move
from engine.review.reasons import Reason
from engine.score import score
from engine.state import State

LIGHT = frozenset({"random", "novice", "richard", "hasty", "hoarder", "raider", "upgrader", "mimic", "rulebook"})
"""The bots that the light policy stands for; a steward stands for every other one, and for people."""
DOUBT = 0.09
"""How much likelier to win than the steward's another move must be to be the better one, divided by the root of the
number of worlds."""
LASTING = 0.5
"""The part of a lead at the end of a round that is left when the game ends, measured in whole games."""
GROUPS: Mapping[str, str] = {
    "points": "city", "districts": "city", "types": "city", "colour": "city",
    "one missing": "finish", "two missing": "finish", "can finish": "finish",
    "gold": "gold", "much gold": "gold",
    "cards": "cards", "useful cards": "cards", "best card": "cards", "affordable": "cards",
    "crown": "crown",
}  # fmt: skip
"""The features of the value by what a person would call them."""


class Trial(NamedTuple):
    """The end of a round in one world, after a move."""

    chance: float
    """How likely the seat is to win from there; in a game that is over a very little counts for its place."""
    over: bool
    parts: dict[str, float]
    """How much each group of features adds to the seat's strength, and for each rival its strength (``p1`` ...)."""
    amounts: dict[str, float]
    """Gold, cards and points of the seat there."""


def trial(
    world: State,
    seat: int,
    move: Move,
    memory: Memory,
    seed: int,
    plan: Sequence[Move] = (),
    stewards: Collection[int] = (),
) -> Trial:
    """Try a move in a world.

    Args:
        world: The world.
        seat: Who moves.
        move: What is tried.
        memory: What the seat remembers.
        seed: Of all chance in it: the same number gives each move the same.
        plan: What the seat plays next, as far as it may.
        stewards: The rivals that play on as stewards, with whims; all others play on lightly.
    """
    known = {seat: memory}
    if stewards:
        known = {at: each for at, each in memories(world, seat, memory).items() if at == seat or at in stewards}
    g = play_round(world, seat, move, Random(seed), known, plan, whims=True).end
    p = g.players[seat]
    points = float(sum([amount for _, amount in score(g, seat)]))
    amounts = {"gold": float(p.gold), "cards": float(len(p.hand)), "city": points, "end": points}
    if g.seat is None:
        return Trial(hopes(g, seat), True, {}, amounts)
    rows = weighed(g)
    strengths = [sum(row) for row in rows]
    parts: dict[str, float] = {f"p{other + 1}": each for other, each in enumerate(strengths) if other != seat}
    for name, amount in zip(FEATURES, rows[seat], strict=True):
        parts[GROUPS[name]] = parts.get(GROUPS[name], 0.0) + amount
    return Trial(softmax(strengths)[seat], False, parts, amounts)


def tried(
    worlds: Iterable[State],
    seat: int,
    moves: Sequence[Move],
    memory: Memory,
    random: Random,
    plans: Mapping[Move, Sequence[Move]] = MappingProxyType({}),
    stewards: Collection[int] = (),
) -> dict[Move, list[Trial]]:
    """Try moves in worlds: in each of them every move, with the same random numbers.

    Args:
        worlds: The worlds; they are not changed.
        seat: Who moves.
        moves: What is tried.
        memory: What the seat remembers.
        random: Their source.
        plans: After some of the moves: what the seat plays next, as far as it may.
        stewards: The rivals that play on as stewards.
    """
    found: dict[Move, list[Trial]] = {move: [] for move in moves}
    for world in worlds:
        seed = random.getrandbits(64)
        for move in moves:
            found[move].append(trial(world, seat, move, memory, seed, plans.get(move, ()), stewards))
    return found


def careful(levels: Sequence[str], players: int) -> frozenset[int]:
    """The seats that play on as stewards.

    Args:
        levels: The bot of each seat, empty for a person. Without any, all play on as stewards.
        players: The number of players.
    """
    return frozenset([seat for seat in range(players) if not levels or levels[seat] not in LIGHT])


def chance(trials: Sequence[Trial]) -> float:
    """How likely the seat is to win, by the mean of some trials."""
    return sum([found.chance for found in trials]) / len(trials)


def better_move(found: Mapping[Move, Sequence[Trial]], usual: Move) -> Move:
    """The move that wins most, or the usual one where none wins clearly more.

    Args:
        found: The trials of each move.
        usual: What a steward would play.
    """
    best = max(found, key=lambda move: chance(found[move]))
    doubt = DOUBT / sqrt(len(found[usual]))
    if chance(found[best]) < 2 * PLACE:  # nothing can be won: it is about the place
        doubt *= PLACE
    return best if chance(found[best]) > chance(found[usual]) + doubt else usual


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error; with fewer than two values the error is infinite."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, float("inf")
    return mean, sqrt(sum([(value - mean) ** 2 for value in values]) / (n - 1) / n)


def reason(better: Sequence[Trial], played: Sequence[Trial]) -> Reason:
    """The reason why one move leads to more than another.

    Args:
        better: Its trials.
        played: The trials of the other, in the same worlds.
    """
    pairs = list(zip(better, played, strict=True))
    if sum([one.over or other.over for one, other in pairs]) * 2 > len(pairs):
        return Reason("end", -1, _more(pairs, "end"))
    pairs = [(one, other) for one, other in pairs if not (one.over or other.over)]
    gains: dict[str, float] = {}
    for one, other in pairs:
        for name in set(GROUPS.values()):
            gains[name] = gains.get(name, 0.0) + one.parts.get(name, 0.0) - other.parts.get(name, 0.0)
        # A rival counts by the share that it has of what all rivals can hope for.
        rivals = [name for name in one.parts if name.startswith("p")]
        total = log(sum([exp(other.parts[name]) for name in rivals]))
        for name in rivals:
            share = exp(other.parts[name] - total)
            gains[name] = gains.get(name, 0.0) + share * (other.parts[name] - one.parts[name])
    best = max(sorted(gains), key=lambda name: gains[name])
    if best.startswith("p"):
        return Reason("rival", int(best[1:]) - 1)
    return Reason(best, -1, _more(pairs, best))


def _more(pairs: Sequence[tuple[Trial, Trial]], name: str) -> float:
    return sum([one.amounts.get(name, 0.0) - other.amounts.get(name, 0.0) for one, other in pairs]) / len(pairs)

"""Causes of a result: why one player's chance to win rose and fell, turn by turn, until it was won or lost.

The chance here is that of somebody who sees all hands, and nothing of the deck: rounds are imagined to their ends by
the light policy, with the rest of the deck shuffled, and judged by the value. What a move changes is its mover's doing.
Where a move draws cards, the chance after other cards is subtracted, and that difference is luck: nobody's doing, and
nothing on average. All changes together are the way from the first chance to the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.bots.light import play_on
from engine.bots.value import chances
from engine.errors import IllegalMove
from engine.move import Move
from engine.record import Record
from engine.review.review import CROWDED, USUAL, CostlyTurn, Reviewer, rest_of_turn
from engine.state import State

PLAYOUTS = 60
"""Rounds that are imagined for one chance."""
STEPS = 400
"""No round has so many decisions."""
OWN, MISTAKE, OTHERS, LUCK = "own", "mistake", "others", "luck"
"""Kinds of causes: your moves, and among them those that cost much; the moves of others; the cards that were drawn."""


class Cause(NamedTuple):
    """One part of the way from the first chance to the result."""

    kind: str
    seat: int
    """The seat that moved or drew."""
    round: int
    rank: int
    """The character whose turn it was; 0 while characters were chosen."""
    first: int
    """Number of moves before the first one it is about."""
    last: int
    """Number of moves once the last one was made."""
    change: float
    """Change of the chance to win, as a share of 1."""
    turn: CostlyTurn | None = None
    """The turn with a mistake."""


class Explanation(NamedTuple):
    """Causes of the way in which a game ended for one player."""

    seat: int
    start: float
    """The chance to win after the deal."""
    end: float
    """The share of the victory."""
    causes: tuple[Cause, ...]
    """Causes in their order; together they are the difference of `start` and `end`."""

    def total(self, kind: str) -> float:
        """How much all causes of a kind changed."""
        return sum(cause.change for cause in self.causes if cause.kind == kind)


def explain(
    record: Record,
    seat: int,
    *,
    playouts: int = PLAYOUTS,
    mistakes: bool = True,
    levels: Sequence[str] = (),
    told: Callable[[float], None] | None = None,
) -> Explanation:
    """Say why a game that is over ended for a player as it did.

    Args:
        record: The game.
        seat: The player.
        playouts: How many rounds are imagined for one chance: more are more exact, and none is wrong on average.
        mistakes: Whether the player's own choices are judged as well, as in a review, which takes longer.
        levels: For each seat which bot it was, as for a review.
        told: Told now and then which share of it is done; what it raises ends the work.

    Raises:
        NotationError: when a move of the record is not legal.
        ValueError: when the game is not over.
    """
    start, rounds = _rounds(record, seat, playouts, told)
    causes = [cause for each in rounds for cause in each.levelled()]
    if mistakes:
        for turn in _mistakes(record, seat, levels, told):
            causes = _with(causes, turn)
    return Explanation(seat, start, rounds[-1].end, tuple(causes))


class _Round(NamedTuple):
    """One round: its chances at both ends, and the causes between them."""

    start: float
    """The chance by the value alone, as at the end of the round before."""
    imagined: float
    """The chance at the start by imagined rounds."""
    end: float
    causes: list[Cause]

    def levelled(self) -> Iterator[Cause]:
        """The causes; the difference of the two chances at the start, which nobody makes, is spread over all moves."""
        gap = self.imagined - self.start
        moves = self.causes[-1].last - self.causes[0].first
        for cause in self.causes:
            share = 0.0 if cause.kind == LUCK else (cause.last - cause.first) / moves
            yield cause._replace(change=cause.change + share * gap)


def _rounds(
    record: Record, seat: int, playouts: int, told: Callable[[float], None] | None
) -> tuple[float, list[_Round]]:
    """The chance after the deal, and the rounds of a game."""
    random, moves, rounds = Random(f"causes {seat}"), record.moves, list[_Round]()
    causes: list[Cause] = []
    fresh, deck, first, lucky, turn = 0, 0, 0, 0.0, (0, 0)
    start = opening = imagined = before = 0.0
    for moment, g in enumerate(record.steps()):
        whole = any(event.kind in ("shuffle", "reshuffle") for event in g.drain())
        fresh = len(g.deck) if whole or not moment else max(0, fresh - max(0, deck - len(g.deck)))
        over = moment == len(moves)
        if over and not g.over:
            raise ValueError("the game is not over")
        if not moment:
            start = opening = chances(g)[seat]
            before = imagined = _chance(g, seat, fresh, random, playouts)
        elif over or moves[moment][0] != moves[moment - 1][0] or _turn(g) != turn:
            mover, ends = moves[moment - 1][0], over or g.round != turn[0]
            after = chances(g)[seat] if ends else _chance(g, seat, fresh, random, playouts)
            kind = OWN if mover == seat else OTHERS
            causes.append(Cause(kind, mover, *turn, first, moment, after - before - lucky))
            if lucky:
                causes.append(Cause(LUCK, mover, *turn, first, moment, lucky))
            before, first, lucky = after, moment, 0.0
            if ends:
                rounds.append(_Round(opening, imagined, after, causes))
                opening, causes = after, []
                before = imagined = _chance(g, seat, fresh, random, playouts)
            if told:
                told(0.5 * moment / len(moves))
        if not over:
            turn, deck = _turn(g), len(g.deck)
            lucky += _luck(g, moves[moment][1], seat, fresh, random, playouts)
    return start, rounds


def _turn(g: State) -> tuple[int, int]:
    return (g.round, g.turn.char.rank if g.turn is not None else 0)


def _luck(g: State, move: Move, seat: int, fresh: int, random: Random, playouts: int) -> float:
    """How much better the cards that a move draws are than others would have been; 0 where it draws none."""
    after = g.clone()
    after.apply(move)
    drawn = len(g.deck) - len(after.deck)
    if drawn <= 0 or fresh < drawn or after.over:
        return 0.0
    total = 0.0
    for _number in range(playouts):
        other = g.clone()
        _shuffle(other, fresh, random)
        try:
            other.apply(move)
        except IllegalMove:
            return 0.0
        total += _imagined(other, seat, random) - _imagined(_mixed(after, fresh - drawn, random), seat, random)
    return -total / playouts


def _chance(g: State, seat: int, fresh: int, random: Random, playouts: int) -> float:
    """The chance of a seat to win, from rounds that are imagined to their ends."""
    if g.over:
        return chances(g)[seat]
    return sum(_imagined(_mixed(g, fresh, random), seat, random) for _number in range(playouts)) / playouts


def _mixed(g: State, fresh: int, random: Random) -> State:
    """A copy with the unknown part of the deck shuffled."""
    world = g.clone()
    _shuffle(world, fresh, random)
    return world


def _shuffle(world: State, fresh: int, random: Random) -> None:
    if fresh:
        top = world.deck[-fresh:]
        random.shuffle(top)
        world.deck[-fresh:] = top


def _imagined(g: State, seat: int, random: Random) -> float:
    """The chance at the end of the round, as the light policy plays on; the game is changed."""
    now = g.round
    for _step in range(STEPS):
        if g.seat is None or (g.round != now and g.kind == "draft"):
            break
        g.log.clear()
        g.apply(play_on(g, random))
    return chances(g)[seat]


def _mistakes(
    record: Record, seat: int, levels: Sequence[str], told: Callable[[float], None] | None
) -> Iterator[CostlyTurn]:
    """The turns of a player that cost much, by the trials of a review."""
    players = record.rules.players
    reviewer = Reviewer(players, CROWDED if players > 5 else USUAL, levels)
    for moment, g in enumerate(record.steps()):
        g.tell(reviewer.observers)
        if moment < len(record.moves) and g.seat == seat and len(g.moves) > 1:
            reviewer.judge(g, moment, record.moves[moment][1], rest_of_turn(record, moment))
            if told:
                told(0.5 + 0.5 * moment / len(record.moves))
    yield from reviewer.result().turns


def _with(causes: list[Cause], turn: CostlyTurn) -> list[Cause]:
    """The causes with a mistake told apart from the other moves that its player made there."""
    for place, cause in enumerate(causes):
        if cause.kind == OWN and cause.first <= turn.choice.moment < cause.last:
            rest = cause._replace(change=cause.change + turn.cost)
            mistake = cause._replace(kind=MISTAKE, change=-turn.cost, turn=turn)
            return [*causes[:place], rest, mistake, *causes[place + 1 :]]
    return causes

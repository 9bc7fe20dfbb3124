"""Causes of a result: why one player's chance to win rose and fell, turn by turn, until it was won or lost.

The chance here is that of somebody who sees all hands, and nothing of the deck. It is imagined at each change of turns:
the light policy plays the round to its end, with the rest of the deck shuffled, and the value judges it. Three things
are known better, and the way is drawn through them: the value at the beginning of each round; the chance on both sides
of a turn that seems steep, where stewards play whole games to their ends; and the result.

What a turn changes is its player's doing, an answer in it that of who answered. Where a move draws cards, the chance
after other cards is subtracted, and that difference is luck: nobody's doing, and nothing on average. All changes
together are the way from the first chance to the result, and no step of it leaves 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from engine.bots.light import play_on
from engine.bots.memory import Memory
from engine.bots.playout import play_out
from engine.bots.value import chances
from engine.errors import IllegalMove
from engine.event import Event, seen
from engine.move import Move
from engine.record import Record
from engine.review.review import CROWDED, USUAL, CostlyTurn, Reviewer, rest_of_turn
from engine.state import State

PLAYOUTS = 20
"""Rounds that are imagined for one chance."""
STEPS = 400
"""No round has so many decisions."""
SEEMS = 0.2
"""From this change on a turn is judged by whole games; choices of characters never are, for few are steep."""
MOST_JUDGED = 3
"""So many turns are judged at most, the steepest."""
GAMES = (10, 24)
"""Whole games from each side of a turn: first so many, and then so many more where it still seems steep."""
STEEP = 0.2
"""From this change on a turn is told: smaller ones are noise as often as not."""
HOLDS = 0.9
"""The part of a change by so many games that further games find again, measured by ``scripts/bench --why``."""
OWN, MISTAKE, OTHERS, LUCK = "own", "mistake", "others", "luck"
"""Kinds of causes: your moves, and among them those that cost much; the moves of others; the cards that were drawn."""


class Cause(NamedTuple):
    """One step of the way from the first chance to the result."""

    kind: str
    """`OWN`, `OTHERS` or `LUCK`."""
    seat: int
    """The seat that moved or drew."""
    first: int
    """Number of moves before its turn."""
    last: int
    """Number of moves once it was over."""
    start: float
    """The chance to win before it, as a share of 1."""
    end: float
    """And after it."""

    @property
    def change(self) -> float:
        """Change of the chance to win."""
        return self.end - self.start


class Swing(NamedTuple):
    """A turn that changed the chance much, as whole games from both of its sides agree."""

    seat: int
    """Whose turn, choice or answer it was."""
    round: int
    rank: int
    """The character whose turn it was; 0 while characters were chosen."""
    first: int
    """Number of moves before it."""
    last: int
    """Number of moves once it was over."""
    start: float
    """The chance to win before it, as a share of 1."""
    end: float
    """And after it, with all that others answered, and the luck of its cards."""
    mistake: CostlyTurn | None = None
    """The player's mistake in it."""

    @property
    def change(self) -> float:
        """Change of the chance to win."""
        return self.end - self.start


class Explanation(NamedTuple):
    """Causes of the way in which a game ended for one player."""

    seat: int
    start: float
    """The chance to win after the deal."""
    end: float
    """The share of the victory."""
    causes: tuple[Cause, ...]
    """Causes in their order: each starts where the one before ends."""
    swings: tuple[Swing, ...]
    """Turns that can be told one by one, in their order."""
    mistakes: tuple[CostlyTurn, ...] | None = None
    """The player's turns that a review names; None: nobody has looked for them."""

    def total(self, kind: str) -> float:
        """How much all causes of a kind changed; mistakes are no part of your other moves."""
        cost = sum([turn.cost for turn in self.mistakes or ()])
        if kind == MISTAKE:
            return -cost
        return sum([cause.change for cause in self.causes if cause.kind == kind]) + (cost if kind == OWN else 0.0)

    def with_mistakes(self, mistakes: Sequence[CostlyTurn]) -> Explanation:
        """A copy with the player's mistakes, each in its turn."""
        swings = [
            swing._replace(
                mistake=next((turn for turn in mistakes if swing.first <= turn.choice.moment < swing.last), None)
            )
            for swing in self.swings
        ]
        return self._replace(swings=tuple(swings), mistakes=tuple(mistakes))


def explain(
    record: Record,
    seat: int,
    *,
    playouts: int = PLAYOUTS,
    games: Sequence[int] = GAMES,
    mistakes: bool = True,
    levels: Sequence[str] = (),
    told: Callable[[float], None] | None = None,
    first: Callable[[Explanation], None] | None = None,
) -> Explanation:
    """Say why a game that is over ended for a player as it did.

    Args:
        record: The game.
        seat: The player.
        playouts: How many rounds are imagined for one chance: more are more exact, and none is wrong on average.
        games: How many whole games judge a turn from each side, in steps; none: no turn is told.
        mistakes: Whether the player's own choices are judged as well, as in a review, which takes longer.
        levels: For each seat which bot it was, as for a review.
        told: Told now and then which share of it is done; what it raises ends the work.
        first: Told what is known before: the causes after a fifth of the time, and the turns after another one.

    Raises:
        NotationError: when a move of the record is not legal.
        ValueError: when the game is not over.
    """

    def part(least: float, most: float) -> Callable[[float], None] | None:
        return None if told is None else lambda share: told(least + (most - least) * share)

    way = _walk(record, seat, playouts, part(0.0, 0.2))
    if first:
        first(_explained(way, seat, ()))
    found = _explained(way, seat, _judged(record, way, seat, games, part(0.2, 0.4)))
    if not mistakes:
        return found
    if first:
        first(found)
    return found.with_mistakes(tuple(_mistakes(record, seat, levels, part(0.4, 1.0))))


def _explained(way: _Way, seat: int, judged: Sequence[_Judged]) -> Explanation:
    """The causes on the way, and the turns that are steep."""
    causes, chance_at = _through(way, seat, {moment: chance for each in judged for moment, chance in each.ends()})
    swings = [
        Swing(each.turn.seat, each.turn.round, each.turn.rank, each.turn.first, each.turn.last, each.start, each.end)
        for each in judged
        if abs(each.end - each.start) >= STEEP
    ]
    return Explanation(seat, chance_at[0], chance_at[-1], causes, tuple(swings))


# The way


class _Turn(NamedTuple):
    """One turn, or one choice or answer outside of turns, with all that was answered in it."""

    seat: int
    round: int
    rank: int
    first: int
    last: int
    parts: tuple[tuple[int, int, int], ...]
    """Stretches of it: who moved from which moment to which."""
    lucks: Mapping[int, float]
    """Lead of its cards over others that could have come, by seat."""


class _Way(NamedTuple):
    """The turns of a game, and the chance between them."""

    turns: list[_Turn]
    moments: list[int]
    """Every moment at which another player moves or another turn begins."""
    imagined: dict[int, float]
    """Chance from imagined rounds, by moment."""
    known: dict[int, float]
    """Chance at the beginning of a round, and at the end of the game, by moment."""


def _unfolded(record: Record) -> Iterator[tuple[State, tuple[Event, ...], int]]:
    """The game after each move, with what happened in it and the number of cards of the deck that nobody can know."""
    fresh = deck = 0
    for moment, g in enumerate(record.steps()):
        events = tuple(g.drain())
        whole = any(event.kind in ("shuffle", "reshuffle") for event in events)
        fresh = len(g.deck) if whole or not moment else max(0, fresh - max(0, deck - len(g.deck)))
        yield g, events, fresh
        deck = len(g.deck)


def _walk(record: Record, seat: int, playouts: int, told: Callable[[float], None] | None) -> _Way:
    """Imagine the chance at every change of turns."""
    random, moves = Random(f"causes {seat}"), record.moves
    way = _Way([], [], {}, {})
    began = 0
    turn = now = (0, 0)
    parts = list[tuple[int, int, int]]()
    lucks: dict[int, float] = {}
    for moment, (g, _events, fresh) in enumerate(_unfolded(record)):
        over = moment == len(moves)
        if over and not g.over:
            raise ValueError("the game is not over")
        now = _turn(g)
        if not moment or over or moves[moment][0] != moves[moment - 1][0] or now != turn:
            if moment:
                mover = moves[moment - 1][0]
                parts.append((mover, way.moments[-1], moment))
                if over or now != turn or not turn[1]:
                    owner = parts[0][0]
                    way.turns.append(_Turn(owner, *turn, began, moment, tuple(parts), lucks))
                    parts, lucks, began = [], {}, moment
            way.moments.append(moment)
            if over or not moment or now[0] != turn[0]:
                way.known[moment] = chances(g)[seat]
            way.imagined[moment] = _chance(g, seat, fresh, random, playouts)
            if told:
                told(moment / len(moves))
        if not over:
            turn = now
            mover, move = moves[moment]
            luck = _luck(g, move, seat, fresh, random, playouts)
            if luck:
                lucks[mover] = lucks.get(mover, 0.0) + luck
    return way


def _turn(g: State) -> tuple[int, int]:
    return (g.round, g.turn.char.rank if g.turn is not None else 0)


def _levelled(way: _Way, pinned: Mapping[int, float]) -> dict[int, float]:
    """By moment the chance on the way, drawn through what is known better; the difference is spread over the moves."""
    known = {**way.known, **pinned}
    gaps = sorted((moment, chance - way.imagined[moment]) for moment, chance in known.items())
    levelled: dict[int, float] = {}
    for (first, gap), (last, other) in pairwise(gaps):
        # At the end of a round the next one begins: rounds are imagined no further.
        for moment in way.moments:
            if first <= moment <= last:
                share = (moment - first) / (last - first)
                levelled[moment] = min(1.0, max(0.0, way.imagined[moment] + gap + share * (other - gap)))
    return levelled


def _through(way: _Way, seat: int, pinned: Mapping[int, float]) -> tuple[tuple[Cause, ...], list[float]]:
    """The causes on the way through the chances that are known better, and the first and the last chance."""
    chance = _levelled(way, pinned)
    causes: list[Cause] = []
    for turn in way.turns:
        steps = dict.fromkeys([(OWN if mover == seat else OTHERS, mover) for mover, _first, _last in turn.parts], 0.0)
        for mover, first, last in turn.parts:
            steps[OWN if mover == seat else OTHERS, mover] += chance[last] - chance[first]
        for mover, luck in turn.lucks.items():
            steps[OWN if mover == seat else OTHERS, mover] -= luck
            steps[LUCK, mover] = luck
        at = chance[turn.first]
        for place, ((kind, mover), change) in enumerate(steps.items(), 1):
            after = chance[turn.last] if place == len(steps) else min(1.0, max(0.0, at + change))
            causes.append(Cause(kind, mover, turn.first, turn.last, at, after))
            at = after
    return tuple(causes), [chance[way.moments[0]], chance[way.moments[-1]]]


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
    return sum([_imagined(_mixed(g, fresh, random), seat, random) for _number in range(playouts)]) / playouts


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


# Steep turns


class _Judged(NamedTuple):
    """A turn with the chance on both sides of it, as whole games tell it."""

    turn: _Turn
    start: float
    end: float

    def ends(self) -> Iterator[tuple[int, float]]:
        """Both moments with their chances."""
        yield self.turn.first, self.start
        yield self.turn.last, self.end


class _Side:
    """A moment from which whole games are played: stewards choose characters as the light policy does not."""

    def __init__(self, g: State, fresh: int, memories: Iterable[Memory], seat: int, name: str) -> None:
        self._game = g.clone()
        self._fresh = fresh
        self._memories = [memory.copy() for memory in memories]
        self._seat = seat
        self._random = Random(name)
        self._played = 0
        self._won = 0.0

    def play(self, games: int) -> None:
        """Play more games to their ends."""
        for _number in range(games if not self._game.over else 0):
            world = _mixed(self._game, self._fresh, self._random)
            world.seed, world.counter = self._random.randbytes(16), 0
            self._won += chances(play_out(world, self._memories, self._random))[self._seat]
        self._played += games

    @property
    def over(self) -> bool:
        """Whether the game has ended there."""
        return self._game.over

    @property
    def chance(self) -> float:
        """The share of the victory in them."""
        return chances(self._game)[self._seat] if self.over else self._won / self._played


def _judged(
    record: Record, way: _Way, seat: int, games: Sequence[int], told: Callable[[float], None] | None
) -> list[_Judged]:
    """The turns that seem steep, and still seem so when whole games are played from both sides, in their order."""
    if not games:
        return []
    chance = _levelled(way, {})
    seems = [turn for turn in way.turns if turn.rank and abs(chance[turn.last] - chance[turn.first]) >= SEEMS]
    left = sorted(seems, key=lambda turn: -abs(chance[turn.last] - chance[turn.first]))[:MOST_JUDGED]
    sides = _sides(record, seat, {moment for turn in left for moment in (turn.first, turn.last)}, "whole games")
    for step, number in enumerate(games, 1):
        moments = sorted({moment for turn in left for moment in (turn.first, turn.last)})
        for place, moment in enumerate(moments, 1):
            sides[moment].play(number)
            if told:
                told((step - 1 + place / len(moments)) / len(games))
        # Half of it may be chance after few games.
        left = [turn for turn in left if abs(sides[turn.last].chance - sides[turn.first].chance) >= STEEP / 2]
    left.sort(key=lambda turn: turn.first)
    chances = _lasting(left, sides)
    return [_Judged(turn, chances[turn.first], chances[turn.last]) for turn in left]


def _lasting(turns: Sequence[_Turn], sides: Mapping[int, _Side]) -> dict[int, float]:
    """By moment the chances on both sides of turns, as near to each other as further games would find them.

    Turns that follow each other share a side, so they are drawn together as one.
    """
    lasting: dict[int, float] = {}
    chain: list[int] = []
    for place, turn in enumerate(turns):
        chain += [turn.last] if chain else [turn.first, turn.last]
        if turn is turns[-1] or turns[place + 1].first != turn.last:
            mean = sum([sides[moment].chance for moment in chain]) / len(chain)
            for moment in chain:
                side = sides[moment]
                lasting[moment] = side.chance if side.over else mean + HOLDS * (side.chance - mean)
            chain = []
    return lasting


def _sides(record: Record, seat: int, moments: Collection[int], name: str) -> dict[int, _Side]:
    """Return the moments of a game from which whole games can be played."""
    sides: dict[int, _Side] = {}
    memories = [Memory() for _ in range(record.rules.players)]
    for moment, (g, events, fresh) in enumerate(_unfolded(record)):
        for event in events:
            for each, memory in enumerate(memories):
                memory.watch(seen(event, each))
        if moment in moments:
            sides[moment] = _Side(g, fresh, memories, seat, f"{name} {seat} {moment}")
    return sides


def played_on(record: Record, seat: int, moments: Collection[int], games: int, name: str) -> dict[int, float]:
    """A seat's share of the victory, by moment, when stewards play on from there to the end.

    Args:
        record: The game.
        seat: The seat.
        moments: Numbers of moves after which it goes on.
        games: How often from each.
        name: Chooses all chance in it: another name gives other games.
    """
    sides = _sides(record, seat, moments, name)
    for side in sides.values():
        side.play(games)
    return {moment: side.chance for moment, side in sides.items()}


def _mistakes(
    record: Record, seat: int, levels: Sequence[str], told: Callable[[float], None] | None
) -> Iterator[CostlyTurn]:
    """The turns of a player that cost much, by the trials of a review."""
    players = record.rules.players
    reviewer = Reviewer(players, CROWDED if players > 5 else USUAL, levels)
    for moment, g in enumerate(record.steps()):
        g.tell(reviewer.observers)
        if moment < len(record.moves) and g.seat == seat and len(g.moves) > 1:
            reviewer.decision(g, moment, record.moves[moment][1], rest_of_turn(record, moment))
            if told:
                told(moment / len(record.moves))
    yield from reviewer.result().turns

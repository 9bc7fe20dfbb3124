"""Choosing characters: who picks or puts aside when, for every number of players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.errors import RulesError
from engine.move import Move
from engine.rules import Rules
from engine.step import Question, Step, step

if TYPE_CHECKING:
    from engine.state import State

Action = Literal["random", "pick", "aside", "mix"]
"""``random``: a card goes aside; nobody sees it, unless `Edition.peek` says so of the first. ``pick``: choose one.
``aside``: put one aside by choice.
``mix``: the card that went aside first is given to the next player to choose from."""

CROWN = 4
"""The rank that may never lie face up."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """One round's selection."""

    faceup: int
    """Cards laid face up."""
    turns: tuple[tuple[Action, int], ...]
    """Each action, and how many seats after the crown its player sits."""


_TWO: tuple[tuple[Action, int], ...] = (
    ("random", 0),
    ("pick", 0),
    ("pick", 1),
    ("aside", 1),
    ("pick", 0),
    ("aside", 0),
    ("pick", 1),
)
_THREE: tuple[tuple[Action, int], ...] = (
    ("random", 0),
    ("pick", 0),
    ("pick", 1),
    ("pick", 2),
    ("random", 0),
    ("pick", 0),
    ("pick", 1),
    ("pick", 2),
)
_OLD_THREE = tuple(turn for i, turn in enumerate(_THREE) if i != 4)
"""The classic game with three players removes no second card on the way."""
_FACEUP = {(4, 8): 2, (5, 8): 1, (6, 8): 0, (7, 8): 0, (4, 9): 3, (5, 9): 2, (6, 9): 1, (7, 9): 0, (8, 9): 0}


def schedule(rules: Rules) -> Schedule:
    """The selection for a number of players and of characters (deluxe rulebook, selection phase).

    Raises:
        RulesError: when that number of players cannot play with that number of characters.
    """
    players, characters = rules.players, len(rules.characters)
    if (players, characters) == (2, 8):
        return Schedule(0, _TWO)
    if (players, characters) == (3, 9):
        return Schedule(0, _THREE)
    if (players, characters) == (3, 8):
        return Schedule(0, _OLD_THREE)
    faceup = _FACEUP.get((players, characters))
    if faceup is None:
        raise RulesError(
            "{players} players cannot play with {characters} characters", players=players, characters=characters
        )
    turns: list[tuple[Action, int]] = [("random", 0)]
    turns += [("pick", i) for i in range(players)]
    if players == characters - 1:
        turns.insert(-1, ("mix", players - 1))
    return Schedule(faceup, tuple(turns))


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The times at which each card of a schedule may leave the pool, as positions in the schedule."""

    picks: tuple[tuple[int, ...], ...]
    """Times at which a player chooses, by distance from the crown."""
    looks: tuple[tuple[int, ...], ...]
    """Times at which a player sees the pool, by distance from the crown."""
    asides: tuple[int, ...]
    """Times at which cards go aside, in that order, the last one at `end`."""
    mixed: bool
    """Whether the first card aside is given to the last player."""
    end: int
    """After everything."""


def plan(schedule: Schedule, players: int) -> Plan:
    """Work out a schedule's times."""
    turns = list(enumerate(schedule.turns))
    end = len(turns)
    return Plan(
        tuple(tuple(i for i, t in turns if t == ("pick", seat)) for seat in range(players)),
        tuple(tuple(i for i, t in turns if t[0] in ("pick", "aside") and t[1] == seat) for seat in range(players)),
        (*(i for i, t in turns if t[0] in ("random", "aside")), end),
        any(t[0] == "mix" for _, t in turns),
        end,
    )


@step("draft")
class Draft(Step):
    """Choose a character from the pool."""

    index: int
    """Position in the schedule."""

    def ask(self, g: State) -> Question:
        _, offset = g.ruleset.schedule.turns[self.index]
        moves = g.ruleset.choices[self.index]
        return (g.crown + offset) % len(g.players), [*map(moves.__getitem__, g.pool)]

    def answer(self, g: State, move: Move) -> None:
        seat, pool, i = g.seat, g.pool, g.moves.index(move)
        assert seat is not None
        rank = pool[i]
        g.pool = pool[:i] + pool[i + 1 :]
        g.players[seat].roles += (rank,)
        g.owners[rank] = seat
        g.log += ("pick", seat, rank)
        pass_on(g, self.index + 1)


@step("aside")
class Aside(Draft):
    """Put a character from the pool face down aside (two players)."""

    def answer(self, g: State, move: Move) -> None:
        seat, pool, i = g.seat, g.pool, g.moves.index(move)
        assert seat is not None
        rank = pool[i]
        g.pool = pool[:i] + pool[i + 1 :]
        put_aside(g, seat, rank)
        pass_on(g, self.index + 1)


PICKS = [Draft(index) for index in range(12)]
ASIDES = [Aside(index) for index in range(12)]


def put_aside(g: State, seat: int, rank: int) -> None:
    """Lay a character face down aside; seat -1: nobody looks at it."""
    g.aside += ((seat, rank),)
    if seat >= 0:
        g.players[seat].aside += (rank,)
    g.log += ("aside", seat, rank)


def lay_out(g: State) -> None:
    """Shuffle the characters, lay some face up and start the selection.

    Rank 4 never lies face up: another card replaces it and it is shuffled back in.
    """
    deck = list(g.ruleset.ranks)
    g.shuffle(deck, "characters")
    faceup = [deck.pop() for _ in range(g.ruleset.schedule.faceup)]
    if CROWN in faceup:
        faceup.remove(CROWN)
        faceup.append(deck.pop())
        deck.append(CROWN)
    g.faceup = tuple(sorted(faceup))
    g.pool = tuple(sorted(deck))
    g.log += ("layout", g.faceup)
    pass_on(g, 0)


def pass_on(g: State, index: int) -> None:
    """Go on with the schedule from a position, up to the next question."""
    turns = g.ruleset.schedule.turns
    while index < len(turns):
        action, offset = turns[index]
        seat = (g.crown + offset) % len(g.players)
        if action == "pick" or action == "aside":
            g.players[seat].saw += (g.pool,)
            g.log += ("pool", seat, g.pool, len(g.pool))
            g.stack.append(PICKS[index] if action == "pick" else ASIDES[index])
            return
        if action == "random":
            i = g.below(len(g.pool), "aside")
            rank = g.pool[i]
            g.pool = g.pool[:i] + g.pool[i + 1 :]
            first = index == 0 and g.ruleset.edition.peek
            put_aside(g, g.crown if first else -1, rank)
        else:
            (_, rank), g.aside = g.aside[0], g.aside[1:]
            g.pool = tuple(sorted((*g.pool, rank)))
            g.log += ("mix", seat)
        index += 1
    last = (g.crown + turns[-1][1]) % len(g.players)
    for rank in g.pool:
        put_aside(g, last, rank)
    g.pool = ()
    g.log += ("drafted", len(g.aside))
    for hook in g.ruleset.on_drafted:
        hook(g)

"""How a leak is found: four relations between worlds that somebody may not tell apart.

1. A seat sees the same in a resampled world, may do the same, and is refused the same.
2. The same move in both worlds tells it the same, unless `LEARNERS` or the calling of the ranks lets it learn.
3. Two moves that look alike from outside tell the others the same.
4. The order in which the others hold their cards makes no difference to what a seat sees, may do and is told.

The first two need worlds that differ as much as they can: ``test_determinize.py`` and ``test_laws.py`` say what
`resample` owes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random

from engine import Event, Move, State, resample, seen, view
from engine.determinize import PARTS
from engine.draft import CROWN
from tests.support.engine.games import choices

Told = tuple[tuple[Event, ...], object]
"""What a seat learns from a move: the events, and the view afterwards."""

LEARNERS: dict[tuple[str, str], str] = {
    ("cards", "draw"): "actor",
    ("cards", "collect"): "actor",
    ("cards", "forge"): "actor",
    ("cards", "exchange"): "actor",  # the Magician's new cards
    ("cards", "divine"): "actor",
    ("cards", "swap"): "actor and other",
    ("cards", "spy"): "actor",
    ("cards", "tithe"): "actor",
    ("cards", "hospital"): "actor",
    ("cards", "stake"): "actor",
    ("cards", "tribute"): "actor",
    ("cards", "offer"): "actor and other",  # the cards under the Museum
    ("cards", "end"): "actor",  # the Park
    ("roles", "theater"): "actor and other",
    ("steps", "warrant"): "all, once they lie",
    ("steps", "threaten"): "all, once they lie",
}
"""(what is hidden, deed) -> who may learn of it by that move. Everybody learns who answers a call."""

SHOWN = {("cards", "study"), ("cards", "search"), ("roles", "draft")}
"""(what is hidden, kind of question): who is asked that question next learns of it."""

ALIKE = {"pick", "aside", "keep", "discard", "sell", "sign", "rose", "give", "trade", "take", "store"}
"""Verbs whose card is nobody else's business, but for the seat that the move or its question is about."""

BLIND = {"divine", "tribute"}
"""Deeds that draw from another hand by chance: another order gives another card."""

DECLARED = ("matches", "score")
"""Events that openly say something about hidden things: what a Spy found, and the hands when points are counted."""


class Leak(AssertionError):
    """Somebody can tell two worlds apart."""


def deed(g: State, move: Move) -> str:
    """What a move is called in `LEARNERS`: its verb in the menu of a turn, elsewhere the kind of question."""
    return move.verb if g.kind == "menu" else g.kind


def partner(g: State, move: Move) -> int:
    """The other seat that a move or its question is about, or -1."""
    return move.seat if move.seat >= 0 else g.stack[-1].about(g).other


def answers(before: State, after: State) -> tuple[int, ...]:
    """Who answered the ranks that a move called."""
    killed = before.marks.get("killed")
    closed = after.over or after.round != before.round
    owners = before.owners if after.round != before.round else after.owners
    last = len(owners) - 1 if closed else after.called
    return tuple(-1 if rank == killed else owners[rank] for rank in range(before.called + 1, last + 1))


def heir(before: State, after: State) -> int:
    """Who showed himself as heir because a move ended the round, or -1."""
    closed = after.over or after.round != before.round or after.kind == "bequeath"
    return before.owners[CROWN] if closed and before.marks.get("killed") == CROWN else -1


def answered_alike(one: tuple[State, State], two: tuple[State, State]) -> bool:
    """Whether the same players answered the calls in two worlds (before and after a move in each).

    Only the ranks called in both count: that one world stops earlier for a question is a difference.
    """
    return heir(*one) == heir(*two) and all(a == b for a, b in zip(answers(*one), answers(*two), strict=False))


def may_learn(seat: int | None, part: str, move: Move, before: State, after: State) -> bool:
    """Whether the table lets a seat learn about a hidden part by a move."""
    who = LEARNERS.get((part, deed(before, move)), "")
    if who == "all, once they lie":
        return before.tokens != after.tokens
    return seat is not None and (
        (seat == before.seat and "actor" in who)
        or (seat == partner(before, move) and "other" in who)
        or (seat == after.seat and (part, after.kind) in SHOWN)
    )


def outcome(g: State, moves: Sequence[Move], seat: int | None) -> Told:
    """Play moves and say what a seat learns of them."""
    events: list[Event] = []
    for move in moves:
        g.apply(move)
        events += g.drain()
    return tuple(seen(event, seat) for event in events), view(g, seat)


def declared(told: Told) -> list[Event]:
    """What was openly said about hidden things."""
    return [event for event in told[0] if event.kind in DECLARED]


def compare(relation: int, seat: int | None, what: object, one: Told, two: Told) -> None:
    """Raise a leak with the first difference."""
    if one != two:
        for here, there in zip(*(told[0] for told in (one, two)), strict=False):
            if here != there:
                raise Leak(f"relation {relation}, seat {seat}, {what}:\n{here}\n{there}")
        raise Leak(f"relation {relation}, seat {seat}, {what}:\n{one}\n{two}")


def same_sight(g: State, seat: int | None, parts: Sequence[str], chance: Random) -> State:
    """Relation 1; the resampled world."""
    world = resample(g, seat, chance, parts)
    one, two = ((view(each, seat), sight_of_decision(each, seat)) for each in (g, world))
    compare(1, seat, parts, ((), one), ((), two))
    return world


def sight_of_decision(g: State, seat: int | None) -> object:
    """What the asked seat is shown, worked out anew in this world: its moves in order, what it is refused, and what
    moves cost and lead to."""
    if seat is None or seat != g.seat:
        return None
    return g.stack[-1].ask(g), g.refusals(), g.prices(), g.outcomes()


def hidden_parts(g: State, chance: Random) -> tuple[str, ...]:
    """What to deal anew: all, or one kind of hidden thing alone, so that worlds differ little and moves agree."""
    some = ["cards", "roles"]
    if any(token.on for token in g.tokens.values()):
        some.append("tokens")
    if g.kind in ("warrant", "threaten"):
        some.append("steps")
    return chance.choice([*((part,) for part in some), PARTS])


def same_tale(g: State, world: State, seat: int | None, parts: Sequence[str], move: Move) -> bool:
    """Relation 2; whether the worlds could be compared."""
    if move not in world.moves:
        return False
    one, two = g.clone(), world
    before = two.clone()
    two.seed, two.counter = one.seed, one.counter  # the same luck in both
    here, there = outcome(one, (move,), seat), outcome(two, (move,), seat)
    if not answered_alike((g, one), (before, two)) or declared(here) != declared(there):
        return False
    if any(may_learn(seat, part, move, g, one) for part in parts):
        return False
    compare(2, seat, (parts, str(move)), here, there)
    return True


def same_face(g: State, chance: Random) -> int:
    """Relation 3; how many pairs of moves could be compared."""
    moves = [m for m in g.moves if m.verb in ALIKE or (m.verb == "pay" and m.card)]
    if not moves:
        return 0
    move = chance.choice(moves)
    others = [m for m in moves if m.verb == move.verb and m.seat == move.seat and m.card != move.card]
    if move.verb in ("sign", "rose"):
        return _same_tokens(g, move, others, chance)
    if not others:
        return 0
    return _alike(g, (move,), (chance.choice(others),))


def _same_tokens(g: State, move: Move, others: list[Move], chance: Random) -> int:
    """Lay tokens on the same ranks in every order; only the first one says where the marked one lies."""
    blank, n = ("warrant", 3) if move.verb == "sign" else ("threaten", 2)
    ranks = [move.card, *(m.card for m in chance.sample(others, n - 1))]
    ways = [(Move(move.verb, first), *(Move(blank, id) for id in rest)) for first, *rest in permutations(ranks)]
    return sum(_alike(g, way, ways[0]) for way in ways[1:])


def _alike(g: State, some: Sequence[Move], other: Sequence[Move]) -> int:
    compared = 0
    concerned = (g.seat, partner(g, some[0]))
    for seat in (None, *range(len(g.players))):
        one, two = g.clone(), g.clone()
        here, there = outcome(one, some, seat), outcome(two, other, seat)
        if not answered_alike((g, one), (g, two)):
            return compared
        if seat is None or not (seat in concerned or may_learn(seat, "roles", some[0], g, one)):
            compare(3, seat, [*map(str, some), "or", *map(str, other)], here, there)
            compared += 1
    return compared


def same_in_any_order(g: State, seat: int | None, move: Move, chance: Random) -> None:
    """Relation 4, before a move and after it."""
    if deed(g, move) in BLIND:
        return
    one, two = g.clone(), g.clone()
    for i, p in enumerate(two.players):
        if i != seat:
            chance.shuffle(p.hand)
    compare(4, seat, "before", ((), sight_of_decision(one, seat)), ((), sight_of_decision(two, seat)))
    compare(4, seat, str(move), outcome(one, (move,), seat), outcome(two, (move,), seat))
    compare(4, seat, f"after {move}", ((), sight_of_decision(one, seat)), ((), sight_of_decision(two, seat)))


def everywhere(_g: State, _move: Move) -> bool:
    """No decision of a game is left out."""
    return True


class Relations:
    """All four relations, checked at decisions that are chosen by chance.

    Args:
        number: Fixes which decisions, and the worlds.
        share: Of the decisions.
    """

    def __init__(self, number: int, share: float = 1.0) -> None:
        self.checked: Counter[str] = Counter()
        """How often each could be checked, and where."""
        self._share = share
        self._chance, self._order = Random(f"worlds {number}"), Random(f"order {number}")

    def check(self, g: State, move: Move, where: Callable[[State, Move], bool] = everywhere) -> None:
        """Check them before a move.

        Raises:
            Leak: when one does not hold.
        """
        chance, order = self._chance, self._order
        if chance.random() >= self._share or not where(g, move):
            return
        parts = hidden_parts(g, chance)
        seat = chance.choice((None, *range(len(g.players))))
        world = same_sight(g, seat, parts, chance)
        self.checked["1"] += 1
        if same_tale(g, world, seat, parts, move):
            self.checked["2"] += 1
            self.checked.update(f"{part} {deed(g, move)}" for part in parts)
            self.checked.update((f"asked {g.kind}", f"done {move.verb}"))
        self.checked["3"] += same_face(g, chance)
        same_in_any_order(g, order.choice((g.seat, seat)), move, order)


def watch(g: State, number: int, share: float = 1.0, where: Callable[[State, Move], bool] = everywhere) -> Counter[str]:
    """Check the relations at a share of the decisions of a game; how often each could be checked, and where.

    Args:
        g: The game; it is played to its end.
        number: Fixes the moves and the worlds.
        share: Of the decisions.
        where: Says of a game and the move that is next whether the relations are checked there.

    Raises:
        Leak: when one does not hold.
    """
    relations = Relations(number, share)
    g.drain()
    for move in choices(g, number):
        relations.check(g, move, where)
        g.apply(move)
        g.drain()
    return relations.checked

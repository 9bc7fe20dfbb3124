"""Worth of each district and action card beside what is printed on it: one value a card, in points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.bots.features import ROUNDS, TEMPO, CardJudge, Outlook
from engine.cards import TYPES

Extra = Callable[[Outlook, int], float]


class Value(NamedTuple):
    """What one card is worth."""

    extra: Extra | None = None
    """Points beside the printed ones that it will give its owner."""
    roundly: float = 0.0
    """What it does for its owner in a round."""
    held: float | None = None
    """What it is worth in hand, when it is never built."""
    judges: Mapping[str, CardJudge] = {}
    """How good a move with one of its verbs is in a turn."""


def _crown(o: Outlook, seat: int) -> float:
    holds = o.view.crown == seat
    if not o.horizon:
        return 5.0 if holds else 0.0
    return 2.5 if holds else 1.2


def _uniques(o: Outlook, seat: int) -> float:
    return sum([card.type == "unique" for card in o.cities[seat].cards])


def _odd(o: Outlook, seat: int) -> float:
    return sum([card.cost % 2 for card in o.cities[seat].cards]) + 0.4 * o.missing(seat)


def _triple(o: Outlook, seat: int) -> float:
    types = [card.type for card in o.cities[seat].cards]
    most = max([types.count(type) for type in TYPES])
    return 3.0 if most > 2 else min(2.0, 0.5 * most + 0.3 * o.missing(seat))


def _alone(o: Outlook, seat: int) -> float:
    others = [card for card in o.cities[seat].cards if card.type == "unique" and card.plain.id != "ivory_tower"]
    return 0.0 if any(not card.free_type for card in others) else 4.0


def _stored(o: Outlook, seat: int) -> float:
    under = o.view.tokens.get("museum")
    return (under.amount if under and o.owns(seat, "museum") else 0) + 0.6 * min(o.nearest, ROUNDS)


def _ender(o: Outlook, seat: int) -> float:
    return 1.0 if seat not in o.view.things.get("bell_tower", ()) else 0.5


VALUES: Mapping[str, Value] = {
    "imperial_treasury": Value(lambda o, seat: min(o.view.players[seat].gold, 6)),
    "map_room": Value(lambda o, seat: min(o.view.players[seat].hand, 6)),
    "statue": Value(_crown),
    "wishing_well": Value(_uniques),
    "basilica": Value(_odd),
    "capitol": Value(_triple),
    "ivory_tower": Value(_alone),
    "museum": Value(_stored, judges={"store": lambda turn, move: turn.store(move)}),
    "monument": Value(lambda o, seat: TEMPO),
    "bell_tower": Value(_ender),
    "laboratory": Value(roundly=0.5, judges={"sell": lambda turn, move: turn.sell(move)}),
    "smithy": Value(roundly=0.5, judges={"forge": lambda turn, move: turn.forge(move)}),
    "library": Value(roundly=0.6),
    "school_of_magic": Value(roundly=0.4),
    "factory": Value(roundly=0.3),
    "quarry": Value(roundly=0.3),
    "theater": Value(roundly=0.2),
    "cemetery": Value(roundly=0.1),
    "graveyard": Value(roundly=0.1),
    "keep": Value(roundly=0.1),
    "gold_mine": Value(roundly=0.5),
    "observatory": Value(roundly=0.3),
    "park": Value(roundly=0.4),
    "poor_house": Value(roundly=0.4),
    "throne_room": Value(roundly=0.4),
    "great_wall": Value(roundly=0.2),
    "hospital": Value(roundly=0.1),
    "framework": Value(roundly=0.2),
    "armory": Value(roundly=0.2, judges={"demolish": lambda turn, move: turn.demolish(move)}),
    "secret_vault": Value(held=2.7),
    "fortune_teller": Value(held=1.8),
    "circus_tent": Value(held=1.7),
    "human_cannonball": Value(held=1.5),
    "director": Value(held=1.4),
    "rasputin": Value(held=1.4),
    "acrobat": Value(held=1.2),
    "cash_wagon": Value(held=1.2, judges={"stake": lambda turn, move: turn.stake(move)}),
}
"""Card -> its value; one that is not listed is worth what is printed on it."""

EXTRA: Mapping[str, Extra] = {id: value.extra for id, value in VALUES.items() if value.extra is not None}
ROUNDLY: Mapping[str, float] = {id: value.roundly for id, value in VALUES.items() if value.roundly}
HELD: Mapping[str, float] = {id: value.held for id, value in VALUES.items() if value.held is not None}

"""Highlights: events that light up for a moment on the board, where they happen: on a character or on a player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.event import Event

SECONDS = 0.45
"""How long a highlight lasts."""

COLOURS = {
    "complete": "$success",
    "leave": "$error",
    "confiscate": "$error",
    "give": "$error",
    "swap": "$error",
    "kill": "$error",
    "rob": "$gold",
    "bewitch": "$unique",
    "crown": "$gold",
    "leap": "$gold",
}
"""Kinds of events that have a highlight, the weightiest first, and its colour."""
BY_RANK = frozenset({"kill", "rob", "bewitch"})
"""Kinds that light up on a character; the others light up on a player."""
THEFT = "thief"
"""Note of the event in which stolen gold is given."""


class Highlight(NamedTuple):
    """A highlight: its colour, and the character or the player it lights up on."""

    colour: str
    rank: int = 0
    """The character it is seen on; 0: none."""
    seat: int = -1
    """The player it is seen on; -1: none."""


def highlight_of(events: Iterable[Event]) -> Highlight | None:
    """The highlight of what has just happened: of several events that of the weightiest; None when nothing has one."""
    kinds = list(COLOURS)
    found = sorted((event for event in events if _counts(event)), key=lambda event: kinds.index(event.kind))
    if not found:
        return None
    first = found[0]
    if first.kind in BY_RANK:
        return Highlight(COLOURS[first.kind], rank=first.rank)
    return Highlight(COLOURS[first.kind], seat=first.other if first.kind in ("confiscate", "swap") else first.seat)


def _counts(event: Event) -> bool:
    """Whether an event has a highlight: a loss only when another player has caused it."""
    match event.kind:
        case "leave":
            return event.other not in (-1, event.seat)
        case "give":
            return event.note == THEFT
        case kind:
            return kind in COLOURS

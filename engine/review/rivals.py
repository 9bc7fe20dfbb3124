"""Rivals as they sat at the table: how each of them plays on in the worlds that confirm a mistake."""

from __future__ import annotations

from collections.abc import Sequence

LIGHT = frozenset({"random", "novice", "richard", "hasty", "hoarder", "raider", "upgrader", "mimic", "rulebook"})
"""The bots that the light policy stands for; a steward stands for every other one, and for people."""


def careful(levels: Sequence[str], players: int) -> frozenset[int]:
    """The seats that play on as stewards.

    Args:
        levels: For each seat which bot it was; empty for a person. None at all: nothing is known.
        players: How many play.
    """
    return frozenset([seat for seat in range(players) if not levels or levels[seat] not in LIGHT])

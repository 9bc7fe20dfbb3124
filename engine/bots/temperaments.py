"""Temperaments: the steward with a taste for some characters.

Their taste is worth a few points to them, and costs them little. The points are added where characters are chosen;
everything else is judged as the steward judges it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.bots.steward import Steward


class Builder(Steward):
    """A steward who would rather be rich and build a lot at once."""

    liking: ClassVar[Mapping[str, float]] = {
        "merchant": 2.4, "architect": 1.8, "navigator": 1.8, "trader": 1.8, "alchemist": 1.2, "scholar": 1.2,
    }  # fmt: skip


class Rogue(Steward):
    """A steward who would rather take from the others what they have."""

    liking: ClassVar[Mapping[str, float]] = {
        "thief": 1.3, "blackmailer": 1.2, "spy": 1.2, "warlord": 0.8, "marshal": 1.2, "diplomat": 1.2,
    }  # fmt: skip


class Headsman(Steward):
    """A steward who would rather see the leader dead, or the leader's city in ruins."""

    liking: ClassVar[Mapping[str, float]] = {
        "assassin": 1.5, "witch": 1.5, "magistrate": 1.2, "warlord": 0.8, "marshal": 0.6, "diplomat": 0.6,
    }  # fmt: skip


class Courtier(Steward):
    """A steward who would rather stand near the throne and the altar."""

    liking: ClassVar[Mapping[str, float]] = {
        "king": 0.5, "emperor": 0.5, "patrician": 0.5, "bishop": 0.7, "abbot": 0.7, "cardinal": 0.7,
    }  # fmt: skip

"""Strangers: bots that no search imagines, to measure and tune the others against. Only the ladder offers two of them.

A bot that searches plays well against the players it imagines, so it is measured against others: no search imports
this room, and this room does not import the steward. Numbers are tuned by matches against half of the strangers;
matches against the other half decide which changes are kept.
"""

from __future__ import annotations

TUNED = ("hasty", "hoarder", "raider")
"""The strangers that numbers are tuned against."""
HELD_OUT = ("upgrader", "mimic", "rulebook")
"""The strangers that decide what is kept."""
FIELDS = {"strangers": (*TUNED, *HELD_OUT), "tuned": TUNED, "held_out": HELD_OUT}
"""Fields of strangers by name."""

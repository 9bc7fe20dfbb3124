"""Strangers: bots of other minds, to measure and tune the others against. Only the ladder offers two of them.

A bot that searches plays well against whom it imagines. So it is measured against players that it does not imagine:
nothing in the worlds of a search may come from here, and nothing here from the steward. Half of the strangers are for
tuning; what is kept or dropped is decided by matches against the other half.
"""

from __future__ import annotations

TUNED = ("hasty", "hoarder", "raider")
"""The strangers that numbers are tuned against."""
HELD_OUT = ("upgrader", "mimic", "rulebook")
"""The strangers that decide what is kept."""
FIELDS = {"strangers": (*TUNED, *HELD_OUT), "tuned": TUNED, "held_out": HELD_OUT}
"""Fields of strangers by name."""

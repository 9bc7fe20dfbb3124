"""Texts of the characters of rank 6."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import Phrases

RANK6 = (
    Phrases(
        "merchant",
        collect=N_("Gold for trade districts"),
    ),
    Phrases(
        "trader",
        collect=N_("Gold for trade districts"),
    ),
)

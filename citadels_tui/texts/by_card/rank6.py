"""Texts of the characters of rank 6."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import Phrases

RANK6 = (
    Phrases(
        "merchant",
        effect=N_("Gold for trade, and 1 more."),
        collect=N_("Gold for trade districts"),
    ),
    Phrases(
        "alchemist",
        effect=N_("Gets back what building costs."),
    ),
    Phrases(
        "trader",
        effect=N_("Gold for trade. Trade builds do not count."),
        brief=N_("Gold for trade. Trade: no limit."),
        collect=N_("Gold for trade districts"),
    ),
)

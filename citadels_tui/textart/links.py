"""Links: the style of what leads to a card when it is clicked, and what finds it again."""

from __future__ import annotations

from functools import cache

from textual.events import MouseEvent
from textual.style import Style

META = "card"
"""The key by which a link's style keeps the id of its card."""


@cache
def link(card: str) -> Style:
    """The style of what leads to a card."""
    return Style.from_meta({META: card})


def card_under(event: MouseEvent) -> str:
    """The id of the card that what is under the mouse leads to; empty when it leads nowhere."""
    return str(event.style.meta.get(META, ""))

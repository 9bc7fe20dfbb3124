"""Version: what host and client must agree on before they play."""

from __future__ import annotations

from engine.event import KINDS
from engine.rng import SHUFFLE_V
from engine.rules import RULES_V
from net.identity.crypto import digest

PROTO = 1
"""The version this program speaks."""


def _vocabulary() -> list[str]:
    """Every kind of event, its secret fields, and who knows them."""
    parts: list[str] = []
    for name, kind in sorted(KINDS.items()):
        parts += [name, ", ".join(kind.secret), kind.audience]
    return parts


RULES = digest("rules", RULES_V, SHUFFLE_V, *_vocabulary())[:16]
"""Digest on which host and client must agree about a game: its cards, its randomness and its vocabulary of events."""

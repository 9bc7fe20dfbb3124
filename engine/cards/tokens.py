"""Laying face-down tokens on characters, and taking them away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.facedown import Facedown

if TYPE_CHECKING:
    from engine.state import State


def lay(g: State, kind: str, seat: int, ranks: tuple[int, ...], items: tuple[str, ...]) -> None:
    """Lay one token on each rank. Only then do the others see where they lie, in rank order."""
    pairs = sorted(zip(ranks, items, strict=True))
    on = tuple([rank for rank, _ in pairs])
    tokens = tuple([item for _, item in pairs])
    g.tokens[kind] = Facedown(seat, on, tokens)
    g.log += (kind, seat, tokens, on, len(on))


def lift(g: State, kind: str, rank: int, *, unseen: bool) -> None:
    """Take the token on a rank away."""
    rest = g.tokens[kind].without(rank, unseen)
    if rest.on:
        g.tokens[kind] = rest
    else:
        del g.tokens[kind]

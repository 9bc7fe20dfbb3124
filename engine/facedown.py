"""Face-down tokens: warrants, threats, and the cards under the Museum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.state import State


@dataclass(slots=True)
class Facedown:
    """Face-down tokens on ranks. Where they lie is public; which is which only the holder knows."""

    holder: int
    on: tuple[int, ...]
    """Ranks, ascending."""
    items: tuple[str, ...]
    """The token on each of those ranks."""
    gone: tuple[str, ...] = ()
    """Tokens that were taken away unseen."""

    def at(self, rank: int) -> str:
        """The token on a rank, or ``""``."""
        return self.items[self.on.index(rank)] if rank in self.on else ""

    def without(self, rank: int, unseen: bool) -> Facedown:
        """A copy without the token on a rank."""
        i = self.on.index(rank)
        gone = (*self.gone, self.items[i]) if unseen else self.gone
        return Facedown(self.holder, self.on[:i] + self.on[i + 1 :], self.items[:i] + self.items[i + 1 :], gone)


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

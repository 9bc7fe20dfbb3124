"""What a bot is: a function of what its seat sees, and of its own seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from engine.bots.chance import Chance
from engine.bots.steward import Steward
from engine.errors import RulesError
from engine.event import Event
from engine.move import Move
from engine.view import View


class Bot(Protocol):
    """A player made of code. It sees a view and the events its seat sees, nothing else."""

    def watch(self, event: Event) -> None:
        """Take note of an event, as this seat has seen it."""

    def choose(self, view: View) -> Move:
        """Choose one of ``view.moves``; called only when they are not empty."""


BOTS: Mapping[str, Callable[[Random], Bot]] = {"random": Chance, "steward": Steward}
"""Every kind of bot by name."""


def bot(name: str, seed: int) -> Bot:
    """A new bot of a kind.

    Raises:
        RulesError: when there is no such kind.
    """
    kind = BOTS.get(name)
    if kind is None:
        raise RulesError(f"there is no bot {name[:40]!r}; there are {', '.join(BOTS)}")
    return kind(Random(seed))

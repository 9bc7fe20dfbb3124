"""The interface of a bot: a function of what its seat sees, and of its own seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

# `engine` loads this before the rules, which must come in its own order where they are compiled.
if TYPE_CHECKING:
    from engine.event import Event
    from engine.move import Move
    from engine.view import View


class Bot(Protocol):
    """A player made of code. It sees a view and the events its seat sees, nothing else."""

    def watch(self, event: Event) -> None:
        """Take note of an event, as this seat has seen it."""

    def choose(self, view: View) -> Move:
        """Choose one of ``view.moves``; called only when they are not empty."""

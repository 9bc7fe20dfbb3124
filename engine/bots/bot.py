"""The interface of a bot: a function of what its seat sees, of its own seed and, if it searches, of a world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.errors import CitadelsError, shown

# `engine` loads this before the rules, which must come in its own order where they are compiled.
if TYPE_CHECKING:
    from engine.event import Event
    from engine.move import Move
    from engine.view import View


class Bot(Protocol):
    """A player made of code. It sees a view and the events its seat sees, nothing else.

    One that has a method ``suppose(world)`` is given a world before each choice: a game in which all that its seat may
    not know is dealt anew.
    """

    def watch(self, event: Event) -> None:
        """Take note of an event, as this seat has seen it."""

    def choose(self, view: View) -> Move:
        """Choose one of ``view.moves``; called only when they are not empty."""


def check_choice(view: View) -> None:
    """Refuse any value but a view of the asked player.

    Raises:
        CitadelsError: when there is nothing to choose.
    """
    if not getattr(view, "moves", None) or getattr(view, "asked", None) is None:
        raise CitadelsError(f"a bot chooses one of the moves of its seat's view, and {shown(view)} has none")

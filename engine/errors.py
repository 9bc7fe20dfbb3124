"""The errors the engine raises. Each carries one sentence for a person."""

from __future__ import annotations

MISFITS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
)
"""Errors that a value of a wrong kind raises where it is used; checks on the way would cost time."""
NO_EVENT = "this is no event of this game, or it does not follow those before it"


def shown(value: object) -> str:
    """A value for a sentence about what it should have been: a short text, a short number, or its type."""
    if isinstance(value, str):
        return repr(value[:40])
    if value is None or (isinstance(value, int | float) and -1e9 < value < 1e9):
        return repr(value)
    return f"a value of type {type(value).__name__}"


class CitadelsError(Exception):
    """Anything the engine refuses; ``str(error)`` is one readable sentence."""


class IllegalMove(CitadelsError):
    """The move is not among the legal ones; the state is untouched."""


class NotationError(CitadelsError):
    """Text that is not a move, a move line, a record or a ruling."""


class RulesError(CitadelsError):
    """A game that cannot be set up: players, characters, districts or options do not fit."""

    def __init__(self, text: str, **values: object) -> None:
        """Fill the values into a sentence that has their names in braces."""
        super().__init__(text.format(**values) if values else text)
        self.text = text
        self.values = {name: str(value) for name, value in values.items()}


class SaveError(CitadelsError):
    """A stored game that cannot be read."""

"""Local players: the names of the others who play at the same keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from citadels_tui.texts import _, home
from net.base.text import TextError, clean_name

MOST = 8
"""People at one keyboard."""


def local_names(first: str, others: Sequence[str]) -> tuple[str, ...]:
    """The names of the others as the table will see them.

    Args:
        first: The name of the player whose program it is.
        others: What was typed for the others.

    Raises:
        TextError: when a name cannot be used, or two are the same; its text is a sentence.
    """
    names = [first]
    for typed in others:
        try:
            name = clean_name(typed)
        except TextError as error:
            raise TextError(_(home.BAD_NAME).format(reason=error) if typed.strip() else _(home.NO_NAMES)) from None
        if name.casefold() in {known.casefold() for known in names}:
            raise TextError(_(home.SAME_NAME).format(name=name))
        names.append(name)
    return tuple(names[1:])

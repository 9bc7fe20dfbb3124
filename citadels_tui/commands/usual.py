"""Usual starts: `citadels`, `citadels home` and `citadels play` are read without loading the parser of all commands.

Loading the parser takes a tenth of the time to the first board, and five megabytes. Arguments that are not certainly
right are left to it: it accepts other spellings, and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citadels_tui.commands.local_game import HomeOptions, PlayOptions

DIGITS = 18
"""Digits of a number, at most; longer ones are left to the parser."""


def usual(arguments: Sequence[str]) -> Callable[[], int] | None:
    """The start that `citadels` alone, `home` or `play` means, with options as their help lists them.

    Args:
        arguments: What was typed after ``citadels``.

    Returns:
        A function that plays, and returns the exit code; None when the parser has to read the arguments.
    """
    command, *words = arguments or ["home"]
    if command not in ("home", "play"):
        return None
    from citadels_tui.commands.local_game import HomeOptions, PlayOptions

    found = _read(HomeOptions if command == "home" else PlayOptions, words)
    return found.launch if found else None


def _read(kind: type[HomeOptions | PlayOptions], words: Sequence[str]) -> HomeOptions | PlayOptions | None:
    """The start that some options ask for; None when one of them is not certainly right."""
    options = {f"--{field.name.replace('_', '-')}": field for field in fields(kind)}
    asked: dict[str, bool | int | str] = {}
    left = iter(words)
    for word in left:
        option = options.get(word)
        if option is None or option.name in asked:
            return None
        if option.type == "bool":
            asked[option.name] = True
            continue
        value = next(left, "")
        if not value or value.startswith("-"):
            return None
        if option.type == "str":
            asked[option.name] = value
        elif value.isascii() and value.isdecimal() and len(value) <= DIGITS:
            asked[option.name] = int(value)
        else:
            return None
    return kind(**asked)  # type: ignore[arg-type]

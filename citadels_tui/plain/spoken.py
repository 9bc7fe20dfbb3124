"""Spoken signs: what stands for the signs of the board where lines are read, perhaps aloud."""

from __future__ import annotations

from citadels_tui.drawing.symbols import ASCII, Symbols
from citadels_tui.texts import _, names, plain


def spoken(*, ascii: bool) -> Symbols:
    """Words for the types of districts, and no sign that is no letter.

    Args:
        ascii: Whether other people's words are spelled with ASCII, too.
    """
    types = {type: f"{names.type_name(type)} " for type in ASCII.types}
    return ASCII._replace(types=types, action=_(plain.ACTION), ascii=ascii)

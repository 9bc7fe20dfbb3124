"""Names and chat from other people: one line of visible characters, never anything that acts on a terminal.

What passes is also never markup: whoever shows it must show it as plain text.
"""

from __future__ import annotations

import unicodedata

NAME_CELLS = 24
CHAT_CHARS = 280

_LETTERS = {"Lu", "Ll", "Lt", "Lo", "Lm"}
_VISIBLE = _LETTERS | {"Nd", "Nl", "No", "Mn", "Mc", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So"}
# Of a visible category, yet without a shape or a width of their own: fillers, joiners, variation selectors,
# blank braille, and the parts of Korean syllables that found no partner.
_BLANK = (
    {0x034F, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x1100, 0x1200))
    | set(range(0xA960, 0xA980))
    | set(range(0xD7B0, 0xD800))
    | set(range(0xFE00, 0xFE10))
    | set(range(0xE0100, 0xE01F0))
)
_MARKS_IN_A_ROW = 2


class TextError(ValueError):
    """A text that cannot be shown to others; ``str(error)`` says why, in one clause."""


def cells(text: str) -> int:
    """How many terminal cells a clean text takes, counting whatever might be wide as two."""
    return sum(_width(char) for char in text)


def clean_name(raw: str) -> str:
    """A player's name as others see it.

    Raises:
        TextError: when it is empty, wider than 24 cells, has no letter or digit, or holds anything
            invisible, bidirectional or controlling.
    """
    name = _clean(raw)
    if not name:
        raise TextError("it is empty.")
    if cells(name) > NAME_CELLS:
        raise TextError(f"it is longer than {NAME_CELLS} cells.")
    if not any(unicodedata.category(char) in _LETTERS or char.isdecimal() for char in name):
        raise TextError("it has no letter or digit.")
    return name


def clean_chat(raw: str) -> str:
    """A chat message as others see it.

    Raises:
        TextError: when it is empty, longer than 280 characters, or not plain visible text on one line.
    """
    text = _clean(raw)
    if not text:
        raise TextError("it is empty.")
    if len(text) > CHAT_CHARS:
        raise TextError(f"it is longer than {CHAT_CHARS} characters.")
    return text


def _clean(raw: str) -> str:
    # Normalising can lengthen a text; a bound first keeps that cheap.
    if len(raw) > 4 * CHAT_CHARS:
        raise TextError("it is too long.")
    text = unicodedata.normalize("NFC", raw).strip(" ")
    marks = 0
    for char in text:
        if not _allowed(char):
            raise TextError(f"the character U+{ord(char):04X} is not allowed.")
        marks = marks + 1 if unicodedata.category(char) == "Mn" else 0
        if marks > _MARKS_IN_A_ROW:
            raise TextError("it has too many accents on one letter.")
    if text and unicodedata.category(text[0]) in ("Mn", "Mc"):
        raise TextError("it begins with an accent.")
    return " ".join(text.split())


def _allowed(char: str) -> bool:
    if char == " ":
        return True
    return unicodedata.category(char) in _VISIBLE and ord(char) not in _BLANK and char.isprintable()


def _width(char: str) -> int:
    if unicodedata.category(char) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1

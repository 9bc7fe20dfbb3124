"""Text from other people: a name or a chat line is one line of visible characters and never acts on a terminal.

What phones and other programs add that nobody sees is taken out first, by the client before it signs and by the host
(`_normal`): the parts of an emoji's sequence, spaces of other widths, soft hyphens. A host refuses what is still not
such a text (`clean_name`, `clean_chat`). A client shows what can be shown of a text
(`shown_name`, `shown_line`): a host may be hostile, or know characters that this machine does not. What passes is
also never markup: it must be shown as plain text.

Letters that run from right to left may pass, and are shown between bars (`barred`): a terminal that turns them around
would also move the digits and signs beside them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from net.base.errors import Sentence

NAME_CELLS = 24
TITLE_CELLS = 40
"""The width of a table's title in a terminal."""
CHAT_CHARS = 280
CHAT_BYTES = 1024
"""Bytes that fit into a frame (`net.base.limits.Shape.text`): one that did not would end everybody's connection."""
VERSION_FORM = "[0-9][0-9A-Za-z.+-]{0,39}"
"""Form of another program's version."""

_LETTERS = {"Lu", "Ll", "Lt", "Lo", "Lm"}
_VISIBLE = _LETTERS | {"Nd", "Nl", "No", "Mn", "Mc", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So"}
# Of a visible category, yet without a shape or a width of their own: fillers, blank braille, and the parts of Korean
# syllables that found no partner.
_BLANK = (
    {0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x1100, 0x1200))
    | set(range(0xA960, 0xA980))
    | set(range(0xD7B0, 0xD800))
)
_SELECTORS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
"""Variation selectors, which choose between pictures of a character."""
_KEY_CAP = 0x20E3
_GRAPHEME_JOINER = 0x034F
_SKIN_TONES = range(0x1F3FB, 0x1F400)
"""They colour the emoji before them; some terminals draw them as characters of two cells."""
ZWNJ, ZWJ = "\u200c", "\u200d"
"""Invisible characters that say whether letters are joined: Persian and the scripts of India are written with them."""
_VIRAMA = 9
"""Unicode's combining class of the signs that take a letter's vowel away."""
_MARKS_IN_A_ROW = 2
_SYMBOLS = {"So", "Sk", "No"}
_FIRST_SYMBOL = 0x2000
"""Symbols from here on are wide on some terminals and narrow on others."""
_UNFIT = "?"
"""Stands for what cannot be shown."""
BAR = "\u01c0"
"""Looks like a vertical line and is a letter that runs from left to right: what stands behind it stays there."""
_BACKWARDS = {"R", "AL", "AN"}
"""Unicode's classes of letters and digits that run from right to left (UAX 9)."""


class TextError(ValueError):
    """A text that cannot be shown to others; ``str(error)`` says why, in one clause."""


def cells(text: str) -> int:
    """How many terminal cells a clean text takes, counting every character that might be wide as two."""
    return sum(_width(char) for char in text)


def clean_name(raw: str) -> str:
    """A player's name as others see it.

    Raises:
        TextError: when it is empty, wider than 24 cells, has no letter or digit, or holds what is drawn as no letter.
    """
    name = _clean(raw)
    if not name:
        raise TextError("it is empty.")
    if cells(barred(name)) > NAME_CELLS:
        raise TextError(Sentence("it is longer than {amount} cells.", amount=NAME_CELLS))
    if not any(unicodedata.category(char) in _LETTERS or char.isdecimal() for char in name):
        raise TextError("it has no letter or digit.")
    return name


def clean_title(raw: str) -> str:
    """The title of a table as others see it; it may be empty.

    Raises:
        TextError: when it is wider than 40 cells, or not plain visible text on one line.
    """
    title = _clean(raw)
    if cells(barred(title)) > TITLE_CELLS:
        raise TextError(Sentence("it is longer than {amount} cells.", amount=TITLE_CELLS))
    return title


def shown_title(raw: str) -> str:
    """A title from elsewhere, as far as it can be shown: at most 40 cells, perhaps none."""
    title = _shown(raw)
    while cells(barred(title)) > TITLE_CELLS:
        title = title[:-1]
    return barred(_ended(title))


def clean_chat(raw: str) -> str:
    """A chat message as others see it.

    Raises:
        TextError: when it is empty, longer than 280 characters or 1024 bytes, or not plain visible text on one line.
    """
    text = _clean(raw)
    if not text:
        raise TextError("it is empty.")
    if len(text) > CHAT_CHARS:
        raise TextError(Sentence("it is longer than {amount} characters.", amount=CHAT_CHARS))
    if len(text.encode()) > CHAT_BYTES:
        raise TextError(Sentence("it is longer than {amount} bytes.", amount=CHAT_BYTES))
    return text


def shown_name(raw: str) -> str:
    """A name from elsewhere, as far as it can be shown: at most 24 cells, and never empty."""
    name = _shown(raw)
    while cells(barred(name)) > NAME_CELLS:
        name = name[:-1]
    return barred(_ended(name)) or _UNFIT


def shown_line(raw: str) -> str:
    """A line from elsewhere, as far as it can be shown: at most 280 characters, perhaps none."""
    line = _ended(_shown(raw)[:CHAT_CHARS])
    return barred(line) if len(barred(line)) <= CHAT_CHARS else barred(_ended(line[: CHAT_CHARS - 2]))


def runs_backwards(char: str) -> bool:
    """Whether a character runs from right to left."""
    return unicodedata.bidirectional(char) in _BACKWARDS


def is_part(char: str) -> bool:
    """Whether a character shows nothing of its own, or belongs to the emoji before it."""
    number = ord(char)
    if number in (_KEY_CAP, _GRAPHEME_JOINER) or number in _SELECTORS or number in _SKIN_TONES:
        return True
    return unicodedata.category(char) == "Cf" and char not in (ZWNJ, ZWJ)


def barred(text: str) -> str:
    """The text with bars around all that runs from right to left.

    Terminals turn such letters around, each by rules of its own, and with them the digits and signs beside them that
    stand for something else: gold, a seat, a frame. Unicode's invisible marks against that are ignored by many; a
    letter on either side is not.
    """
    found = [place for place, char in enumerate(text) if runs_backwards(char)]
    if not found:
        return text
    first, last = found[0], found[-1] + 1
    while last < len(text) and unicodedata.category(text[last]) == "Mn":
        last += 1
    before, inside, after = text[:first], text[first:last], text[last:]
    return f"{before.removesuffix(BAR)}{BAR}{inside}{BAR}{after.removeprefix(BAR)}"


def _clean(raw: str) -> str:
    # Normalising can lengthen a text; a bound first keeps that cheap.
    if len(raw) > 4 * CHAT_CHARS:
        raise TextError("it is too long.")
    text = _normal(raw)
    for _, fault in _checked(text):
        if fault:
            raise TextError(fault)
    return " ".join(text.split())


def _shown(raw: str) -> str:
    text = "".join(_UNFIT if fault else char for char, fault in _checked(_normal(raw[: 4 * CHAT_CHARS])))
    # Terminals do not agree how wide two joined letters are.
    return " ".join(text.replace(ZWJ, "").split())


def _ended(text: str) -> str:
    """A text that may have been cut, without what joins its last letter to nothing."""
    return text.rstrip(f" {ZWNJ}")


def _normal(raw: str) -> str:
    """A text in NFC with plain spaces, without what shows nothing of its own, or joins nothing."""
    parted = "".join(char for char in unicodedata.normalize("NFC", raw) if not is_part(char))
    text = "".join(" " if unicodedata.category(char) == "Zs" else char for char in parted)
    kept = ""
    for index, char in enumerate(text):
        if char not in (ZWNJ, ZWJ) or _joins(char, kept, text[index + 1 :]):
            kept += char
    return unicodedata.normalize("NFC", kept).strip(" ")


def _checked(text: str) -> Iterator[tuple[str, str]]:
    """Every character, and what is wrong with it, if anything is."""
    marks = 0
    for index, char in enumerate(text):
        category = unicodedata.category(char)
        if char in (ZWNJ, ZWJ) and _joins(char, text[:index], text[index + 1 :]):
            # The accents before and after it are on one letter.
            yield char, ""
            continue
        marks = marks + 1 if category == "Mn" else 0
        if not _allowed(char):
            yield char, _named(char)
        elif marks > _MARKS_IN_A_ROW:
            yield char, Sentence("it has too many accents on one letter.")
        elif not index and category in ("Mn", "Mc"):
            yield char, Sentence("it begins with an accent.")
        else:
            yield char, ""


def _named(char: str) -> Sentence:
    """Why a character is refused, by what the eye sees of it."""
    code, category = f"{ord(char):04X}", unicodedata.category(char)
    if char == "\t":
        return Sentence("it has a tab.")
    if char in "\n\r\x0b\x0c\x85\u2028\u2029":
        return Sentence("it has a line break.")
    if category == "Cc":
        return Sentence("it has a control character, which nobody sees (U+{code}).", code=code)
    if category == "Me":
        return Sentence("it has a sign that is drawn around another one (U+{code}).", code=code)
    if ord(char) in _BLANK:
        if "FILLER" not in (name := unicodedata.name(char, "")) and name.startswith("HANGUL"):
            return Sentence("it has a part of a Korean syllable without the rest (U+{code}).", code=code)
        return Sentence("it has a blank that is not a space (U+{code}).", code=code)
    return Sentence("it has a character that is drawn as an empty box, or not at all (U+{code}).", code=code)


def _joins(char: str, before: str, after: str) -> bool:
    """Whether a joiner stands where its script needs one: behind a letter without its vowel, or between Arabic letters.

    These are nearly the rules for names of internet hosts (RFC 5892, A.1 and A.2).
    """
    if before and unicodedata.combining(before[-1]) == _VIRAMA:
        return True
    return char == ZWNJ and _is_arabic(before[::-1]) and _is_arabic(after)


def _is_arabic(letters: str) -> bool:
    """Whether the first letter, marks left out, is an Arabic one."""
    first = next((char for char in letters if unicodedata.category(char) != "Mn"), "")
    return first != "" and unicodedata.bidirectional(first) == "AL" and unicodedata.category(first) in _LETTERS


def _allowed(char: str) -> bool:
    if char == " ":
        return True
    return unicodedata.category(char) in _VISIBLE and ord(char) not in _BLANK and char.isprintable()


def _width(char: str) -> int:
    category = unicodedata.category(char)
    if category == "Mn" or char in (ZWNJ, ZWJ):
        return 0
    wide = unicodedata.east_asian_width(char) in "WF" or (category in _SYMBOLS and ord(char) >= _FIRST_SYMBOL)
    return 2 if wide else 1

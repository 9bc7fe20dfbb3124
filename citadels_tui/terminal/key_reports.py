"""Key reports: the sequences that name a key by a number, of kitty's keyboard protocol, and xterm's.

``CSI number[:shifted[:base]];modifiers[:event];text u``, and the older forms of it that end with ``~`` or a letter:
https://sw.kovidgoyal.net/kitty/keyboard-protocol. ``CSI 27;modifiers;number~`` is xterm's (modifyOtherKeys). Textual
lacks xterm's, the parts between colons, and a public table of the keys that have numbers.
"""

from __future__ import annotations

import re
import sys
from typing import NamedTuple

from textual._keyboard_protocol import FUNCTIONAL_KEYS

from net.base.text import ZWJ, ZWNJ

_REPORT = re.compile(
    r"\x1b\[(?:(?P<code>\d{0,7})(?::(?P<shifted>\d{0,7}))?(?::(?P<base>\d{0,7}))?)?"
    r"(?:;(?P<modifiers>\d{0,3})(?::(?P<event>[123]?))?)?"
    r"(?:;(?P<text>\d{0,7}(?::\d{0,7})*))?"
    r"(?P<end>[u~ABCDEFHPQS])"
)
_XTERM = re.compile(r"\x1b\[27;(\d{1,3});(\d{1,7})~")
_RELEASED = "3"
_SHIFT, _CAPS_LOCK = 1, 64
_NO_TEXT = 2 | 4 | 8 | 16 | 32
"""The modifiers with which a key types no text: Alt, Ctrl, Super, Hyper, Meta."""


class KeyReport(NamedTuple):
    """A key that is known."""

    spelling: str
    """The same in the spelling that Textual knows: number, modifiers, text; empty when it was only released."""
    meant: str
    """The Latin letter or digit in its place, where it types something else by its layout or Caps Lock; or empty."""


def read_report(text: str) -> KeyReport | None:
    """Read a whole sequence.

    Returns:
        The key; None when it is not known, or this is something else.
    """
    xterm = _XTERM.fullmatch(text)
    found = _REPORT.fullmatch(f"\x1b[{xterm[2]};{xterm[1]}u" if xterm else text)
    if not found:
        return None
    code, end = int(found["code"] or 1), found["end"]
    functional = f"{code}{end}" in FUNCTIONAL_KEYS
    typed = [int(each) for each in (found["text"] or "").split(":") if each and _is_character(int(each))]
    if not functional and not (end == "u" and (_is_character(code) or (code == 0 and typed))):
        return None
    if found["event"] == _RELEASED:
        return KeyReport("", "")
    pressed = max(int(found["modifiers"] or 1) - 1, 0)
    meant = ""
    if not functional and code:
        meant = _meant(code, int(found["base"] or 0), pressed)
        if not typed and pressed & _NO_TEXT:
            code, meant = ord(meant.lower() or chr(code)), ""
        elif not typed and pressed & (_SHIFT | _CAPS_LOCK):
            typed = _shifted(code, int(found["shifted"] or (code if xterm else 0)), pressed)
    modifiers = f";{pressed + 1}" if found["modifiers"] or typed else ""
    characters = f";{':'.join(map(str, typed))}" if typed else ""
    return KeyReport(f"\x1b[{code}{modifiers}{characters}{end}", meant)


def _is_character(number: int) -> bool:
    """Whether a number is that of a character that can be typed; kitty's numbers for other keys are not."""
    return number <= sys.maxunicode and (chr(number).isprintable() or chr(number) in (ZWNJ, ZWJ))


def _shifted(code: int, shifted: int, pressed: int) -> list[int]:
    """The text of a key with Shift or Caps Lock where the terminal does not tell it, as far as it can be known."""
    letter = chr(code)
    if letter.isalpha():
        upper = bool(pressed & _SHIFT) != bool(pressed & _CAPS_LOCK)
        both = letter.upper() if upper else letter.lower()
        return [ord(both)] if len(both) == 1 else []
    if not pressed & _SHIFT:
        return [code]
    return [shifted] if shifted and _is_character(shifted) else []


def _meant(code: int, base: int, pressed: int) -> str:
    """The letter or digit that a key would be without another layout or Caps Lock; empty: it is that."""
    latin = chr(code).isascii()
    char = chr(code) if latin else chr(base) if base < 0x80 else ""
    if not char.isalnum() or (latin and not pressed & _CAPS_LOCK):
        return ""
    return char.upper() if pressed & _SHIFT else char.lower()

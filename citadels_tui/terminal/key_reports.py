"""Key reports: the sequences that name a key by a number, of kitty's keyboard protocol, and xterm's.

``CSI number[:shifted[:base]];modifiers[:event];text u``, and the older forms of it that end with ``~`` or a letter:
https://sw.kovidgoyal.net/kitty/keyboard-protocol. ``CSI 27;modifiers;number~`` is xterm's (modifyOtherKeys). Textual
lacks xterm's, the parts between colons, and a public table of the names of keys.
"""

from __future__ import annotations

import re
import sys
from typing import NamedTuple

from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual.keys import _character_to_key

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
_MODIFIERS = ("shift", "alt", "ctrl", "super", "hyper", "meta")
"""Their names, by their bits."""
_MODIFIERS_THEMSELVES = range(57441, 57455)
"""The numbers of the keys that are modifiers."""
_TYPES = {"enter": "\r", "tab": "\t", "backspace": "\x7f"}
"""What some keys type that have a name."""


class KeyReport(NamedTuple):
    """A key that is known."""

    keys: tuple[tuple[str, str | None], ...]
    """The name of the key as Textual has it, and what it types; several for several letters, none for a release."""
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
        return KeyReport((), "")
    pressed = max(int(found["modifiers"] or 1) - 1, 0)
    meant = ""
    if not functional and code:
        meant = _meant(code, int(found["base"] or 0), pressed)
        if not typed and pressed & _NO_TEXT:
            code, meant = ord(meant.lower() or chr(code)), ""
        elif not typed and pressed & (_SHIFT | _CAPS_LOCK):
            typed = _shifted(code, int(found["shifted"] or (code if xterm else 0)), pressed)
    name = FUNCTIONAL_KEYS.get(f"{code}{end}", "")
    if typed:
        return KeyReport(tuple(_key(name or key_of(chr(each)), chr(each), code, pressed) for each in typed), meant)
    name = name or key_of(chr(code))
    types = None if found["modifiers"] else _TYPES.get(name)
    return KeyReport((_key(name, types, code, pressed),), meant)


def key_of(character: str) -> str:
    """The name of the key that types a character."""
    return _character_to_key(character)


def _key(name: str, types: str | None, code: int, pressed: int) -> tuple[str, str | None]:
    """A key with its modifiers before its name, but for those that its character shows, or that it is itself."""
    if code in _MODIFIERS_THEMSELVES:
        return name, types
    held = [modifier for bit, modifier in enumerate(_MODIFIERS) if pressed & 1 << bit]
    if types is not None:
        shown = {"alt"} if types.isspace() else {"alt", "shift"}
        held = [modifier for modifier in held if modifier not in shown]
    return "+".join([*sorted(held), name]), types


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

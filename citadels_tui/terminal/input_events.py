"""Input events: the keys, mouse events and reports that a terminal's sequences mean; unknown ones mean nothing.

Known is what Textual understands: keys in the spellings of xterm, rxvt, the Linux console and kitty, the mouse, the
focus, and the reports it has asked for. Each reaches Textual's parser whole, in a form that parser is sure to know: it
takes what it does not know for letters, and fails at numbers that are no characters. Textual lacks a parser that hands
on nothing unknown, and a public way to its parser and its table of sequences.

Some sequences name a key by a number: ``CSI number[:shifted[:base]];modifiers[:event];text u`` of kitty's keyboard
protocol, and the older forms of it that end with ``~`` or a letter (https://sw.kovidgoyal.net/kitty/keyboard-protocol),
and xterm's ``CSI 27;modifiers;number~`` (modifyOtherKeys). Textual lacks xterm's, the parts between colons, and a
public table of the names of keys.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from time import monotonic
from typing import NamedTuple

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.events import Key, Paste
from textual.keys import _character_to_key
from textual.message import Message

from citadels_tui.terminal.input_stream import ESC, InputStream, Kind, Piece
from citadels_tui.terminal.line_pace import ANSWER
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
"""The text that some named keys type."""


class KeyReport(NamedTuple):
    """A known key that a sequence names by its number."""

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


_MOUSE = re.compile(r"\x1b\[<(\d{1,3});-?\d{1,5};-?\d{1,5}[Mm]")
_BUTTONS = 128
"""From this number on a report of the mouse is about a button that Textual takes for another one."""
_MODES = frozenset(f"{ESC}[?{mode};{setting}$y" for mode in (2026, 2048) for setting in range(5))
"""Reports of the modes that Textual asks for."""
_SIZE = re.compile(r"\x1b\[48(?:;[1-9]\d{0,4}){4}t")
_CURSOR = re.compile(r"\x1b\[\d+;\d+R")
"""Report of the cursor's place: an old spelling of F3 with Shift or Ctrl is the same."""
_FOCUS = frozenset({f"{ESC}[I", f"{ESC}[O"})


class LineAnswered(Message):
    """The terminal has got everything that it was sent before it was asked."""


class ReadingEnded(Message):
    """The thread that reads the terminal has ended with a fault."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__()
        self.cause = cause


class MeantKey(Key):
    """A key, and what the terminal says would be in its place without another layout or Caps Lock.

    Args:
        meant: One character.
    """

    def __init__(self, key: Key, meant: str) -> None:
        super().__init__(key.key, key.character)
        self.meant = meant


class InputEvents:
    """The events of a terminal's bytes: the keys that were typed, the mouse, pastes; of everything else nothing.

    Args:
        tells_sizes: Whether the terminal has been asked to tell its size among the keys.
        clock: The moment, in seconds.
    """

    def __init__(
        self, *, tells_sizes: Callable[[], bool] = lambda: False, clock: Callable[[], float] = monotonic
    ) -> None:
        self._stream = InputStream()
        self._parser = XTermParser()
        self._tells_sizes = tells_sizes
        self._clock = clock

    def wait(self) -> float | None:
        """Seconds to wait for more before `expire` has something to decide; None: it has nothing to."""
        deadline = self._stream.deadline
        return None if deadline is None else max(deadline - self._clock(), 0.0)

    def feed(self, data: bytes) -> Iterator[Message]:
        """Take what has come just now, cut anywhere.

        Yields:
            The events that are whole.
        """
        for piece in self._stream.feed(data, self._clock()):
            yield from self._events(piece)

    def expire(self) -> Iterator[Message]:
        """Decide what can be decided because nothing has come until now.

        Yields:
            The events that are whole.
        """
        for piece in self._stream.expire(self._clock()):
            yield from self._events(piece)

    def _events(self, piece: Piece) -> Iterator[Message]:
        if piece.kind is Kind.TYPED:
            yield from self._parser.feed(piece.text)
        elif piece.kind is Kind.ESCAPE:
            yield Key("escape", ESC)
        elif piece.kind is Kind.PASTE:
            yield Paste(piece.text)
        elif piece.kind is Kind.ALT:
            yield from self._alt(piece.text)
        else:
            yield from self._sequence(piece.text)

    def _alt(self, char: str) -> Iterator[Message]:
        """Keys with Alt, but for those that terminals spell so and that are others."""
        if ESC + char in ANSI_SEQUENCES_KEYS:
            yield from self._parser.feed(ESC + char)
            return
        for event in self._parser.feed(char):
            if isinstance(event, Key):
                shift = "shift+" if len(event.key) == 1 and event.key.isupper() else ""
                yield Key(f"alt+{shift}{event.key.lower() if shift else event.key}", None)

    def _sequence(self, text: str) -> Iterator[Message]:
        mouse = _MOUSE.fullmatch(text)
        report = None if mouse else read_report(text)
        if report is not None:
            yield from self._keys(report)
        elif text == ANSWER:
            yield LineAnswered()
        elif (
            (mouse and int(mouse[1]) < _BUTTONS)
            or text in _FOCUS
            or text in _MODES
            or (text in ANSI_SEQUENCES_KEYS and not _CURSOR.fullmatch(text))
            or (_SIZE.fullmatch(text) and self._tells_sizes())
        ):
            yield from self._parser.feed(text)

    def _keys(self, report: KeyReport) -> Iterator[Message]:
        for name, types in report.keys:
            key = Key(name, types)
            yield MeantKey(key, report.meant) if report.meant else key

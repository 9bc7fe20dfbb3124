"""Input events: what a terminal's sequences mean, for those that are known; all others mean nothing.

Known is what Textual understands: keys in the spellings of xterm, rxvt, the Linux console and kitty, the mouse, the
focus, and the reports it has asked for. Each reaches Textual's parser whole, in a form that parser is sure to know: it
takes what it does not know for letters, and fails at numbers that are no characters. Textual lacks a parser that hands
on nothing unknown, and a public way to its parser and its table of sequences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from time import monotonic

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.events import Key, Paste
from textual.message import Message

from citadels_tui.terminal.input_stream import ESC, InputStream, Kind, Piece
from citadels_tui.terminal.key_reports import KeyReport, read_report
from citadels_tui.terminal.line_pace import ANSWER

_MOUSE = re.compile(r"\x1b\[<(\d{1,3});-?\d{1,5};-?\d{1,5}[Mm]")
_BUTTONS = 128
"""From this number on a report of the mouse is about a button that Textual takes for another one."""
_MODES = frozenset(f"{ESC}[?{mode};{setting}$y" for mode in (2026, 2048) for setting in range(5))
"""Reports of the modes that Textual asks for."""
_SIZE = re.compile(r"\x1b\[48(?:;[1-9]\d{0,4}){4}t")
_CURSOR = re.compile(r"\x1b\[\d+;\d+R")
"""Where the cursor is: an old spelling of F3 with Shift or Ctrl is the same."""
_FOCUS = frozenset({f"{ESC}[I", f"{ESC}[O"})


class LineAnswered(Message):
    """The terminal has got everything that it was sent before it was asked."""


class MeantKey(Key):
    """A key, and what the terminal says would be in its place without another layout or Caps Lock."""

    def __init__(self, key: Key, meant: str) -> None:
        """Take a key.

        Args:
            key: As it is called, and what it types.
            meant: One character.
        """
        super().__init__(key.key, key.character)
        self.meant = meant


class InputEvents:
    """The events of a terminal's bytes: the keys that were typed, the mouse, pastes; of everything else nothing."""

    def __init__(
        self, *, tells_sizes: Callable[[], bool] = lambda: False, clock: Callable[[], float] = monotonic
    ) -> None:
        """Begin.

        Args:
            tells_sizes: Whether the terminal has been asked to tell its size among the keys.
            clock: The moment, in seconds.
        """
        self._stream = InputStream()
        self._parser = XTermParser()
        self._tells_sizes = tells_sizes
        self._clock = clock

    def wait(self, most: float) -> float:
        """Seconds to wait for more before `expire` has something to decide, at most so many."""
        deadline = self._stream.deadline
        return most if deadline is None else min(max(deadline - self._clock(), 0.0), most)

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

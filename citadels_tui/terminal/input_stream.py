"""Input stream: the bytes that a terminal sends, cut into whole pieces.

A terminal sends keys, and much that nobody has typed: answers to what other programs have asked it, reports of the
mouse, pastes. Pieces of such a sequence must never be taken for letters, as a letter may be a move. So a sequence is
held until it is whole, wherever the line has cut it. Those that are strings (OSC, DCS, APC, PM, SOS), and reports of
the mouse in bytes, are no keys in any case: they end here. What the others mean is decided by `input_events`.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from enum import Enum
from typing import NamedTuple

ESCAPE_WAIT = 0.02
"""Seconds until a lone ESC is believed to be the escape key.

A terminal writes a sequence at once, so its bytes are a few milliseconds apart even at 9600 baud. A longer wait would
be felt at every dialog that closes; where it is too short the rest is still known for what it is (`HOLD`).
"""
HOLD = 2.0
"""Seconds of silence after which the rest of a sequence comes no more: lines that stand still for longer are rare.

As long after an escape key a rest may still come that shows it to have been the beginning of a sequence.
"""
MOST = 4096
"""Characters of a sequence that are held; a longer one is none that is known here, and is dropped to its end."""
PASTE_MOST = 16 * 1024
"""Characters of a paste that are kept: more than a mail with an invitation, a name or a line of chat has."""
PASTE_SILENCE = 1.0
"""Seconds of silence after which a paste without an end has ended."""

ESC = "\x1b"
_BEL, _CTRL_C = "\x07", "\x03"
_ST = "\x9c"
_C1 = {"\x8f": "O", "\x90": "P", "\x98": "X", "\x9b": "[", "\x9d": "]", "\x9e": "^", "\x9f": "_"}
"""Control characters of one byte, and what stands after ESC for the same."""
_INTRODUCERS = frozenset(_C1.values())
_BEGINNINGS = {"]": frozenset("0123456789lLI"), "P": frozenset("0123456789;<=>?!$+"), "_": frozenset("G")}
"""First characters of the strings that terminals send; they send none of the other kinds."""
_PASTE_BEGINS, _PASTE_ENDS = f"{ESC}[200~", f"{ESC}[201~"
_CTRL_C_REPORT = re.compile(r"\x1b\[(?:99(?::\d*)*;5(?::[12]?)?(?:;[\d:]*)?u|27;5;99~)")
_SHIFTED_RXVT = re.compile(r"\x1b\[\d{1,2}\$")
_LONE_KEYS = frozenset("ABCDEFHPQRSZIO")
"""Ends of sequences without a parameter that terminals send."""
_SPLIT_SS3 = frozenset("ABCDFHPQRSM")
_UNREADABLE = "\ufffd"
_PLAIN = re.compile("[^\x00-\x1f\x80-\x9f\udc80-\udcff]+")
"""Text without a character that begins or ends anything."""


class Kind(Enum):
    """The kinds of pieces."""

    TYPED = "typed"
    """One character; the replacement character for a byte that is no text."""
    ALT = "alt"
    """One character with ESC before it."""
    ESCAPE = "escape"
    """The escape key; no text."""
    SEQUENCE = "sequence"
    """A whole sequence that begins with ``ESC [`` or ``ESC O``; perhaps one that nobody knows."""
    PASTE = "paste"


class Piece(NamedTuple):
    """A whole key, sequence or paste."""

    kind: Kind
    text: str


class _State(Enum):
    TEXT = 0
    ESCAPED = 1
    """After ESC."""
    GIVEN = 2
    """After an ESC that was handed on as the escape key."""
    CSI = 3
    SS3 = 4
    STRING = 5
    STRING_ESCAPED = 6
    """After an ESC in a string: most probably the first half of its end."""
    MOUSE = 7
    """In the three characters of a report of the mouse: bytes, or in UTF-8 (mode 1005)."""
    CONSOLE = 8
    """Before the last character of a function key of the Linux console."""


class InputStream:
    """Cuts the bytes of a terminal into pieces; no bytes make it fail, and it holds 20 KB at most.

    It has no clock: moments are given to it, in seconds.
    """

    def __init__(self) -> None:
        # Bytes that are no UTF-8 become surrogates: reports of the mouse, and 8-bit terminals, have them.
        self._decoder = getincrementaldecoder("utf-8")("surrogateescape")
        self._state = _State.TEXT
        self._held = ""
        """The part of a sequence that has come."""
        self._lead: tuple[Piece, ...] = ()
        """The pieces that its beginning stands for, should it be no sequence."""
        self._split = False
        """Whether its ESC has been handed on as the escape key: its next character may have been typed."""
        self._single = False
        """Whether it has begun with a single byte, which may be a letter of another encoding."""
        self._moment = 0.0
        """The moment of the last bytes."""
        self._burst = False
        """Whether a character came together with the one before it, faster than anybody types."""
        self._paste: str | None = None
        self._cut_paste = False
        """Whether a paste has ended by time: its rest may still come."""

    @property
    def deadline(self) -> float | None:
        """The moment at which `expire` has something to decide, if nothing comes; None: it can wait for ever."""
        if self._paste is not None:
            return self._moment + PASTE_SILENCE
        if self._state is _State.TEXT and not self._begun_letter:
            return None
        return self._moment + (ESCAPE_WAIT if self._state is _State.ESCAPED else HOLD)

    def feed(self, data: bytes, now: float) -> list[Piece]:
        """Take what has come.

        Args:
            data: Bytes, cut anywhere.
            now: The moment at which they came.

        Returns:
            What is whole now.
        """
        self._burst = now - self._moment < ESCAPE_WAIT
        self._moment = now
        text = self._decoder.decode(data)
        if self._cut_paste and _PASTE_ENDS in text:
            text = text.partition(_PASTE_ENDS)[2]
            self._become(_State.TEXT)
            self._cut_paste = False
        found: list[Piece] = []
        place = 0
        while place < len(text):
            plain = _PLAIN.match(text, place) if self._swallows else None
            if plain:
                self._keep(plain[0])
                place = plain.end()
                continue
            for piece in self._step(text[place]):
                found += self._collected(piece)
            self._burst = True
            place += 1
        return found

    def expire(self, now: float) -> list[Piece]:
        """Decide what can be decided because nothing has come until a moment.

        Returns:
            What is whole now.
        """
        if self.deadline is None or now < self.deadline:
            return []
        if self._paste is not None:
            self._cut_paste = True
            return [self._pasted()]
        state, lead, held = self._state, self._lead, self._held
        self._become(_State.TEXT)
        if state is _State.TEXT:
            # The rest of a letter comes no more: its bytes are not to be read as the beginning of a sequence.
            self._decoder.reset()
            return [Piece(Kind.TYPED, _UNREADABLE)]
        if state is _State.ESCAPED:
            self._become(_State.GIVEN)
            return [Piece(Kind.ESCAPE, "")]
        lone = state in (_State.CSI, _State.SS3, _State.STRING) and len(held) == 2
        return list(lead) if lone else []

    @property
    def _begun_letter(self) -> bool:
        """Whether some bytes of a letter have come and the others have not."""
        return bool(self._decoder.getstate()[0])

    @property
    def _swallows(self) -> bool:
        """Whether characters are in the midst of a string or a paste, and need no look at each."""
        if self._state is _State.STRING:
            return len(self._held) > 2
        return self._state is _State.TEXT and self._paste is not None

    def _keep(self, text: str) -> None:
        """Keep as much of a paste as may be; nothing of a string."""
        if self._paste is not None and self._state is _State.TEXT:
            self._paste += text[: PASTE_MOST - len(self._paste)]

    def _become(self, state: _State, held: str = "", lead: tuple[Piece, ...] = ()) -> None:
        self._state, self._held, self._lead = state, held, lead

    def _collected(self, piece: Piece) -> list[Piece]:
        """A piece, or what it means in a paste."""
        if piece == Piece(Kind.SEQUENCE, _PASTE_BEGINS):
            self._paste, self._cut_paste = "", False
            return []
        ends = piece == Piece(Kind.SEQUENCE, _PASTE_ENDS)
        if self._paste is None:
            self._cut_paste &= not ends
            return [] if ends else [piece]
        if ends:
            return [self._pasted()]
        given_up = piece.kind is Kind.TYPED and piece.text == _CTRL_C
        if given_up or (piece.kind is Kind.SEQUENCE and _CTRL_C_REPORT.fullmatch(piece.text)):
            self._paste = None
        elif piece.kind in (Kind.TYPED, Kind.ALT):
            self._keep(piece.text)
        return []

    def _pasted(self) -> Piece:
        text = "".join(char for char in self._paste or () if char in "\n\r\t" or (char >= " " and char != "\x7f"))
        self._paste = None
        if self._state is _State.ESCAPED:
            # The first byte of its end; the rest may still come.
            self._become(_State.GIVEN)
        return Piece(Kind.PASTE, text)

    def _step(self, char: str) -> list[Piece]:
        """Take one character."""
        state = self._state
        if char == ESC:
            return self._escaped()
        if state is _State.TEXT:
            return self._text(char)
        if state in (_State.ESCAPED, _State.GIVEN):
            return self._after_escape(char)
        if state is _State.CSI:
            return self._csi(char)
        if state is _State.SS3:
            return self._ss3(char)
        if state is _State.STRING:
            return self._string(char)
        if state is _State.STRING_ESCAPED:
            return self._string_escaped(char)
        return self._counted(char)

    def _escaped(self) -> list[Piece]:
        """Begin anew at an ESC; an unfinished sequence is dropped."""
        if self._state is _State.STRING and len(self._held) > 2:
            self._state = _State.STRING_ESCAPED
            return []
        # Escape, typed twice.
        found = [Piece(Kind.ESCAPE, "")] if self._state is _State.ESCAPED else []
        self._become(_State.ESCAPED)
        return found

    def _text(self, char: str) -> list[Piece]:
        raw = "\udc80" <= char <= "\udcff"
        control = chr(ord(char) - 0xDC00) if raw else char
        lead = (Piece(Kind.TYPED, _UNREADABLE),) if raw else ()
        if control in _C1:
            self._split = self._single = True
            return self._begin(_C1[control], lead)
        if raw:
            return list(lead)
        return [] if "\x80" <= char <= "\x9f" else [Piece(Kind.TYPED, char)]

    def _after_escape(self, char: str) -> list[Piece]:
        self._split, self._single = self._state is _State.GIVEN, False
        if char in _INTRODUCERS:
            return self._begin(char, (Piece(Kind.TYPED if self._split else Kind.ALT, char),))
        self._become(_State.TEXT)
        if self._split:
            return self._text(char)
        if char == "\\":
            # The end of a string that is there no more.
            return []
        if "\udc80" <= char <= "\udcff" or "\x80" <= char <= "\x9f":
            return [Piece(Kind.ESCAPE, ""), *self._text(char)]
        return [Piece(Kind.ALT, char)]

    def _begin(self, introducer: str, lead: tuple[Piece, ...]) -> list[Piece]:
        state = {"[": _State.CSI, "O": _State.SS3}.get(introducer, _State.STRING)
        self._become(state, ESC + introducer, lead)
        return []

    def _typed_after_all(self, char: str) -> list[Piece]:
        """An introducer was none: it has been typed, and so has a character after it."""
        lead = self._lead
        self._become(_State.TEXT)
        return [*lead, *self._text(char)]

    def _csi(self, char: str) -> list[Piece]:
        alone = len(self._held) == len(ESC + "[")
        if not " " <= char <= "~":
            # No sequence has such a character: it is a key, and the rest of this one comes no more.
            self._become(_State.TEXT)
            return self._text(char)
        if alone and char == "M":
            self._become(_State.MOUSE, ESC)
            return []
        if alone and char == "[":
            self._become(_State.CONSOLE, self._held + char)
            return []
        held = self._held + char
        if char < "@" and not _SHIFTED_RXVT.fullmatch(held):
            self._held = held[:MOST]
            return []
        if alone and self._split and not self._burst and char not in _LONE_KEYS:
            return self._typed_after_all(char)
        self._become(_State.TEXT)
        return [Piece(Kind.SEQUENCE, held)] if len(held) <= MOST else []

    def _ss3(self, char: str) -> list[Piece]:
        held = self._held + char
        if self._split and not self._burst and char not in _SPLIT_SS3:
            return self._typed_after_all(char)
        if char in "0123456789;":
            self._held = held[:MOST]
            return []
        self._become(_State.TEXT)
        return [Piece(Kind.SEQUENCE, held)] if " " <= char <= "~" else self._text(char)

    def _string(self, char: str) -> list[Piece]:
        """Read on in a string; only its beginning is kept: it may be long."""
        introducer = self._held[1]
        if len(self._held) == 2:
            known = char in _BEGINNINGS.get(introducer, ()) or (self._burst and not self._single)
            if not known and (self._split or introducer in "]P"):
                return self._typed_after_all(char)
            self._held += char
        if char in (_BEL, _ST, "\udc9c"):
            self._become(_State.TEXT)
        elif char < " ":
            self._become(_State.TEXT)
            return self._text(char)
        return []

    def _string_escaped(self, char: str) -> list[Piece]:
        self._become(_State.ESCAPED)
        if char == "\\":
            self._become(_State.TEXT)
            return []
        return self._after_escape(char)

    def _counted(self, char: str) -> list[Piece]:
        """Count the characters of what ends after so many."""
        self._held += char
        if self._state is _State.CONSOLE:
            held = self._held
            self._become(_State.TEXT)
            return [Piece(Kind.SEQUENCE, held)] if " " <= char <= "~" else self._text(char)
        if len(self._held) == len(ESC) + 3:
            self._become(_State.TEXT)
        return []

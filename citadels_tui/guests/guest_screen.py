"""The guest's screen: whether a client has taken it, what was said on it after that, and how it is given back.

A client gives its guest's terminal back when it ends. One that is killed cannot, and then the bytes that do so have to
come from the server that carries them to the guest.
"""

from __future__ import annotations

import re

from citadels_tui.terminal.wide_signs import QUESTION

_TAKEN, _GIVEN_BACK = b"\x1b[?1049h", b"\x1b[?1049l"
_MODE = re.compile(rb"\x1b\[\?1049[hl]")
_CUT = len(_TAKEN) - 1
_SAID = 4096
"""Bytes of what a client has said that are kept."""
_ACTS = re.compile(re.escape(QUESTION) + r"|\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[^\[\]])")

RESTORE = (
    # Ends a string that was cut off, and what the terminal holds back of an update.
    b"\x1b\\\x1b[?2026l\x1b[0m"
    # Pastes, lines that wrap, sizes and focus that are told.
    b"\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1004l"
    # The mouse.
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    # The keyboard, before the screen that has it as its own; then the usual screen and its cursor.
    b"\x1b[<u" + _GIVEN_BACK + b"\x1b[?25h"
)
"""The bytes that undo everything a client sets on a terminal that it draws on.

Only for a screen that is still taken: the second time they would move the cursor, and undo what the shell has set.
"""


class GuestScreen:
    """Follows what a client writes."""

    def __init__(self) -> None:
        self.taken = False
        """Whether the client draws on the alternate screen."""
        self._rest = b""
        """The end of what was written, where a sequence may begin."""
        self._said = bytearray()

    def follow(self, written: bytes) -> None:
        """Take note of the next bytes that the client has written."""
        written = self._rest + written
        changes = list(_MODE.finditer(written))
        if changes:
            self.taken = changes[-1][0] == _TAKEN
            self._said.clear()
        # What was looked at before, and stood at the end, is looked at again, but said once.
        begin = changes[-1].end() if changes else len(self._rest)
        if not self.taken:
            self._said += written[begin:]
            del self._said[:-_SAID]
        self._rest = written[max(len(written) - _CUT, changes[-1].end() if changes else 0) :]

    @property
    def said(self) -> str:
        """The words of the client before it drew or after it, in one line and without what acts on a terminal."""
        text = _ACTS.sub("", self._said.decode(errors="replace"))
        return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())

    def farewell(self, sentence: str) -> bytes:
        """The bytes with which a guest is left: their terminal as it was, and a sentence, if there is one."""
        told = sentence.replace("\n", "\r\n").encode() + b"\r\n" if sentence else b""
        return (RESTORE if self.taken else b"") + told

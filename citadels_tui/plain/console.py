"""Console: lines out, wrapped at words, and lines in. Nothing moves the cursor, and nothing is coloured.

Reading and writing wait in threads of their own: a player who stops the output for a while, or types slowly, is
still connected to the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import shutil
import sys
import threading
from collections.abc import Callable

from rich.cells import cell_len
from textual.content import Content

from citadels_tui.wording.errors import one_line
from citadels_tui.wording.spelling import ascii_only
from net.base.text import barred

WIDTH = 79
"""Cells of a line at most, unless ``COLUMNS`` says otherwise."""
NARROWEST = 24
HIGHEST = 200
"""Lines of an empty page at most."""
LONGEST = 4096
"""Bytes of a line that is read; what is beyond them is dropped."""
AHEAD = 64
"""Lines that are read before they are wanted."""
PATIENCE = 3.0
"""Seconds that what was said last is given to be written."""
INDENT = 2


class Console:
    """Standard input and output of the plain mode."""

    def __init__(self, *, ascii: bool = False) -> None:
        """Begin to read and to write; to be called where the loop runs.

        Args:
            ascii: Say nothing but ASCII.
        """
        self.on_gone: Callable[[], None] = lambda: None
        """Called when nobody can read the output any more."""
        self.typed = sys.__stdin__ is not None and os.isatty(0)
        """Whether somebody types: a script may say beforehand what it will choose."""
        self._ascii = ascii
        self._gone = False
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(AHEAD)
        self._written: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._encoding = sys.stdout.encoding or "ascii"
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def width(self) -> int:
        """Cells of a line."""
        chosen = os.environ.get("COLUMNS", "")
        if chosen.isdecimal() and int(chosen) >= NARROWEST:
            return int(chosen)
        return max(min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH), NARROWEST)

    async def line(self) -> str | None:
        """The next line of the input, without blanks around it; None at its end."""
        line = await self._lines.get()
        self._room.release()
        if line is None:
            # The next reader is told so, too.
            self._lines.put_nowait(None)
        return line

    def say(self, said: Content | str = "", indent: int = 0, *, hang: int = INDENT) -> None:
        """Write something, wrapped at words.

        Args:
            said: One line or several; blanks before one are kept.
            indent: Cells before them.
            hang: Cells more before what does not fit into its first line.
        """
        for line in str(said).split("\n"):
            before = indent + len(line) - len(line.lstrip(" "))
            for row in folded(barred(line), self.width, before, before + hang):
                self.row(row)

    def row(self, row: str) -> None:
        """Write one line as it is: what must not be broken, such as an invitation, or stands in columns."""
        text = ascii_only(row) if self._ascii else row
        self._written.put(text.rstrip().encode(self._encoding, "backslashreplace") + b"\n")

    def page(self) -> None:
        """Leave so many lines empty that nothing of what was said before is seen."""
        lines = min(shutil.get_terminal_size((WIDTH, 24)).lines, HIGHEST)
        self._written.put(b"\n" * lines)

    def conclude(self, said: Content) -> None:
        """Say the last sentence; where errors are read, when nobody reads the output."""
        if self._gone:
            with contextlib.suppress(OSError):
                os.write(2, f"citadels: {one_line(said)}\n".encode(errors="backslashreplace"))
        else:
            self.say(said)

    def close(self) -> None:
        """Write what was said last; for a while, if nobody reads it."""
        self._written.put(None)
        self._writer.join(PATIENCE)

    def _write(self) -> None:
        with contextlib.suppress(RuntimeError):
            for block in iter(self._written.get, None):
                try:
                    while block:
                        block = block[os.write(1, block) :]
                except OSError:
                    self._gone = True
                    self._loop.call_soon_threadsafe(self.on_gone)
                    return

    def _read(self) -> None:
        # Not by way of sys.stdin: Python cannot end while a thread waits there.
        with contextlib.suppress(RuntimeError):
            rest, long = b"", False
            while True:
                try:
                    block = os.read(0, LONGEST)
                except OSError:
                    block = b""
                *whole, rest = (rest + block).split(b"\n")
                if not block and rest:
                    whole, rest = [*whole, rest], b""
                for line in whole:
                    if not long:
                        self._hear(line[:LONGEST].decode(errors="replace").strip())
                    long = False
                if len(rest) > LONGEST:
                    if not long:
                        self._hear(rest[:LONGEST].decode(errors="replace").strip())
                    rest, long = b"", True
                if not block:
                    self._hear(None)
                    return

    def _hear(self, line: str | None) -> None:
        self._room.acquire()
        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)


def folded(text: str, width: int, indent: int = 0, hanging: int = 0) -> list[str]:
    """A text in lines of a width in cells, broken between words only.

    Args:
        text: One line.
        width: Cells of a line; a word that is longer has a line of its own.
        indent: Cells before the first line.
        hanging: Cells before the others.
    """
    rows, row, room = [], " " * indent, width
    empty = True
    for word in text.split():
        if not empty and cell_len(row) + 1 + cell_len(word) > room:
            rows.append(row)
            row, empty = " " * hanging, True
        row += word if empty else f" {word}"
        empty = False
    return [*rows, row]

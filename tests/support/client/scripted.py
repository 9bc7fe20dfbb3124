"""A scripted player: plays `citadels --plain` over pipes by the numbers it reads."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import TracebackType

from tests.support.root import ROOT

SECONDS = 240
"""Longer than anything takes on a busy machine."""
OPTION = re.compile(r"(\d+)\. ")
MARKER = "There is no card called @ here."
"""What is answered to a question of our own: everything that was said before it has been read by then."""


class Player:
    """One program, its input and its output."""

    def __init__(self, arguments: Sequence[str], home: Path, seed: int = 1, **environ: str) -> None:
        """Start ``citadels ARGUMENTS`` for a player whose files are in a folder."""
        self.random = Random(seed)
        self.said: list[str] = []
        """Every line that was read."""
        self.options: list[int] = []
        """The numbers that can be chosen now."""
        home.mkdir(exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "TERM")}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "citadels_tui", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=ROOT,
            env=kept | {"CITADELS_CONFIG": str(home), "CITADELS_STATE": str(home / "state"), **environ},
        )

    def __enter__(self) -> Player:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.program.kill()
        self.program.communicate()

    def type(self, *lines: str) -> None:
        """Type lines."""
        assert self.program.stdin
        self.program.stdin.write("".join(f"{line}\n" for line in lines))
        self.program.stdin.flush()

    def line(self) -> str:
        """The next line.

        Raises:
            EOFError: at the end.
        """
        assert self.program.stdout
        line = self.program.stdout.readline()
        if not line:
            raise EOFError("\n".join(self.said[-30:]))
        self.said.append(line.rstrip("\n"))
        return self.said[-1]

    def until(self, text: str) -> str:
        """Read on to a line with a text in it."""
        while text not in (line := self.line()):
            pass
        return line

    def play(self, names: Sequence[str], last: str = "The words why") -> None:
        """Play by random choices to the end of the game.

        Args:
            names: Who is asked here.
            last: What the last line begins with.
        """
        asked = tuple(f"{name}: " for name in names)
        self.type("card @")
        while not (line := self.line()).startswith(last):
            if line.startswith(asked):
                self.options = []
                self.type("card @")
            elif line.startswith("Press enter, "):
                self.type("")
            elif line == MARKER:
                if self.options:
                    self.choose(self.random.choice(self.options))
            elif found := OPTION.match(line):
                self.options.append(int(found[1]))

    def choose(self, number: int) -> None:
        """Choose a number; another list may follow."""
        self.options = []
        self.type(f"{number}", "card @")

    def ended(self) -> tuple[int, str]:
        """Read to the end.

        Returns:
            The exit code, and what was said as an error.
        """
        out, err = self.program.communicate(timeout=SECONDS)
        self.said += out.splitlines()
        return self.program.returncode, err

"""The lines of a TOML file: Python's reader does not tell where a value stands."""

from __future__ import annotations

import re
import tomllib

from engine.rulings.problem import Path

_TOKEN = re.compile(
    r"""
    (?P<skip> [ \t\r]+ | \#[^\n]* )
  | (?P<newline> \n )
  | (?P<text> "{3}(?:\\.|(?!"{3})[^\\])*"{3,5} | '{3}(?:(?!'{3}).)*'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*' )
  | (?P<mark> [\[\]{}=,.] )
  | (?P<word> [^\s\[\]{}=,."'\#]+ )
    """,
    re.VERBOSE | re.DOTALL,
)


def lines(text: str) -> dict[Path, int]:
    """The line, from 1 on, of every key and of every item of a list.

    Args:
        text: What Python reads as TOML.
    """
    found = _Lines(text)
    found.document()
    return found.at


class _Lines:
    """Reads a file that is known to be right, so it needs to know of TOML only how it is nested."""

    def __init__(self, text: str) -> None:
        self.at: dict[Path, int] = {(): 1}
        self.lists: dict[Path, int] = {}
        """The tables of each list of tables so far."""
        self.tokens: list[tuple[str, str, int]] = []
        line = 1
        for token in _TOKEN.finditer(text):
            kind, said = str(token.lastgroup), token[0]
            if kind != "skip":
                self.tokens.append((kind, said, line))
            line += said.count("\n")
        self.tokens.append(("end", "", line))
        self.next = 0

    def said(self) -> str:
        """The token that comes next."""
        return self.tokens[self.next][1]

    def line(self) -> int:
        """Its line."""
        return self.tokens[self.next][2]

    def newlines(self) -> None:
        """Go on to the next line that has something."""
        while self.tokens[self.next][0] == "newline":
            self.next += 1

    def document(self) -> None:
        """Read all of it."""
        table: Path = ()
        while True:
            self.newlines()
            if self.tokens[self.next][0] == "end":
                return
            if self.said() == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> Path:
        """Read ``[table]`` or ``[[list of tables]]``; returns the path of the table that begins."""
        line = self.line()
        many = self.tokens[self.next + 1][1] == "["
        self.next += 2 if many else 1
        path: Path = ()
        names = self.names()
        for name in names[:-1]:
            path = self.latest((*path, name))
        path = (*path, names[-1])
        self.next += 2 if many else 1
        if many:
            self.at.setdefault(path, line)
            number = self.lists[path] = self.lists.get(path, -1) + 1
            path = (*path, number)
        else:
            path = self.latest(path)
        self.at[path] = line
        return path

    def latest(self, path: Path) -> Path:
        """The table that a path means in a header: of a list of tables the last one."""
        return (*path, self.lists[path]) if path in self.lists else path

    def names(self) -> list[str]:
        """Read a key, which may have several names with dots between."""
        found = []
        while True:
            kind, said, _ = self.tokens[self.next]
            found.append(next(iter(tomllib.loads(f"{said} = 0"))) if kind == "text" else said)
            self.next += 1
            if self.said() != ".":
                return found
            self.next += 1

    def pair(self, table: Path) -> None:
        """Read a key and its value."""
        line = self.line()
        path = table
        for name in self.names():
            path = (*path, name)
            self.at.setdefault(path, line)
        self.next += 1
        self.value(path)

    def value(self, path: Path) -> None:
        """Read a value, which may go on over several lines."""
        begins = self.said()
        if begins == "[":
            self.array(path)
        elif begins == "{":
            self.inline_table(path)
        else:
            while self.tokens[self.next][0] not in ("newline", "end") and self.said() not in (",", "]", "}"):
                self.next += 1

    def array(self, path: Path) -> None:
        """Read a list."""
        self.next += 1
        number = 0
        while True:
            self.newlines()
            if self.said() == "]":
                break
            if self.said() == ",":
                self.next += 1
                continue
            self.at[(*path, number)] = self.line()
            self.value((*path, number))
            number += 1
        self.next += 1

    def inline_table(self, path: Path) -> None:
        """Read ``{ key = value }``."""
        self.next += 1
        while True:
            self.newlines()
            if self.said() == "}":
                break
            if self.said() == ",":
                self.next += 1
                continue
            self.pair(path)
        self.next += 1

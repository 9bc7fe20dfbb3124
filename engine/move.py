"""Moves: one flat value type for every choice a player can make.

The same `Move` is a legal option, a key press, a wire message, a line in a log or
record, a line in a ruling and a key in a search tree. Its text form is the game's
notation; parsing and printing are inverse (see ``docs/notation.md``).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from engine.errors import MISFITS, NotationError, shown

MAX_SEATS = 8

_ID = r"[a-z][a-z_]{0,31}\+?"
_MOVE = re.compile(rf"([a-z]{{2,12}})(?: (?!p[1-8](?:\.|$))({_ID}))?(?: p([1-8])(?:\.({_ID}))?)?")
_LINE = re.compile(r"p([1-8]): (.+)")


class Move(NamedTuple):
    """One choice: ``verb [card] [pN[.target]]``.

    Two moves are the same move exactly when their text is the same.
    """

    verb: str
    """``build``, ``kill``, ``gold`` ..."""
    card: str = ""
    """Id of the card, character or district type that is named, or ``""``."""
    seat: int = -1
    """Seat (0-based) of the player that is aimed at, or -1."""
    target: str = ""
    """Id of a district in that seat's city (``+`` behind a beautified one), or ``""``."""

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __str__(self) -> str:
        try:
            text = f"{self.verb} {self.card}" if self.card else f"{self.verb}"
            if self.seat >= 0:
                text += f" p{self.seat + 1}"
                if self.target:
                    text += f".{self.target}"
        except MISFITS:
            return shown(tuple(self))  # its fields are no texts and no seat
        return text

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move from its text form.

        Raises:
            NotationError: when the text is not a move in canonical form.
        """
        found = _MOVE.fullmatch(_text(text))
        if not found:
            raise NotationError(f"not a move: {text[:60]!r}")
        verb, card, seat, target = found.groups()
        return cls(verb, card or "", int(seat) - 1 if seat else -1, target or "")


@lru_cache(maxsize=4096)
def made(verb: str, card: str = "", seat: int = -1, target: str = "") -> Move:
    """A move that is offered time and again: made once, then found in a cache."""
    return Move(verb, card, seat, target)


def format_line(seat: int, *moves: Move) -> str:
    """Print what a seat did: ``p2: pick king``; several moves are joined with ``;``.

    Raises:
        NotationError: when no game has such a seat, or what it did are not moves.
    """
    if type(seat) is not int or not 0 <= seat < MAX_SEATS:
        raise NotationError(f"a seat is a number from 0 to {MAX_SEATS - 1}, not {shown(seat)}")
    if not moves:
        raise NotationError("a line has at least one move")
    for move in moves:
        if not isinstance(move, Move):
            raise NotationError(f"a line has moves, not {shown(move)}")
    return f"p{seat + 1}: " + "; ".join(map(str, moves))


def parse_line(line: str) -> tuple[int, tuple[Move, ...]]:
    """Read ``p2: discard tavern; done`` into a seat and its moves.

    Raises:
        NotationError: when the line or one of its moves is malformed.
    """
    found = _LINE.fullmatch(_text(line))
    if not found:
        raise NotationError(f"not a move line: {line[:60]!r}")
    return int(found[1]) - 1, parse_moves(found[2])


def parse_moves(text: str) -> tuple[Move, ...]:
    """Read ``discard tavern; done`` into moves.

    Raises:
        NotationError: when one of them is malformed.
    """
    return tuple(Move.parse(part) for part in _text(text).split("; "))


def _text(text: str) -> str:
    """The text itself.

    Raises:
        NotationError: when it is something else.
    """
    if not isinstance(text, str):
        raise NotationError(f"moves are read from a text, not from {shown(text)}")
    return text

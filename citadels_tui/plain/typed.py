"""Typed lines: a number, or a command with what follows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from citadels_tui.texts import _
from citadels_tui.texts.plain import TypedCommand

DIGITS = 4
"""More digits than any number needs."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The meaning of a line."""

    word: str = ""
    """Id of a command; of an unknown one what was typed; empty for a number or an empty line."""
    rest: str = ""
    """The text after the word."""
    number: int | None = None


def typed(line: str, commands: Mapping[str, TypedCommand]) -> Typed:
    """Understand a line. A command may be typed in the language of the program, in English, or as its key.

    Args:
        line: What was typed.
        commands: Id of each command -> its words.
    """
    if line.isdecimal() and line.isascii() and len(line) <= DIGITS:
        return Typed(number=int(line))
    word, _blank, rest = line.partition(" ")
    word = word.casefold()
    ids = {command.key: id for id, command in commands.items() if command.key}
    ids |= {_(command.word).casefold(): id for id, command in commands.items()}
    return Typed(word if word in commands else ids.get(word, word), rest.strip())

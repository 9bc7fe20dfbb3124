"""Typed lines: a number, or a command with what follows it."""

from __future__ import annotations

from dataclasses import dataclass

from citadels_tui.texts import _, plain

DIGITS = 4
"""More digits than any number needs."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line means."""

    word: str = ""
    """Id of a command; of an unknown one what was typed; empty for a number or an empty line."""
    rest: str = ""
    """What follows the word."""
    number: int | None = None


def typed(line: str) -> Typed:
    """Understand a line. A command may be typed in the language of the program or in English."""
    if line.isdecimal() and line.isascii() and len(line) <= DIGITS:
        return Typed(number=int(line))
    word, _blank, rest = line.partition(" ")
    word = word.casefold()
    ids = {_(command.word).casefold(): id for id, command in plain.COMMANDS.items()}
    known = word if word in plain.COMMANDS else ids.get(word, word)
    return Typed("help" if known == "?" else known, rest.strip())

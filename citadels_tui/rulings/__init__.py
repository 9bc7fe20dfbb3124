"""Rulings as data: a table position, moves, and what must be true; readable by a player.

The format is described in ``docs/notation.md``; the rulings of the game stand in ``engine/rulings``, by edition and
card, and ``README.md`` there lists what the rulebooks leave open.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from citadels_tui.rulings.models import PositionTable
from citadels_tui.rulings.position import begin, place
from citadels_tui.rulings.problem import Problem, RulingFailed, found_by
from citadels_tui.rulings.steps import RulingTable, carry_out
from engine.errors import shown
from engine.state import State

__all__ = ["MAX_BYTES", "Problem", "RulingFailed", "play", "position", "run"]

MAX_BYTES = 1 << 16
"""A longer ruling is not read."""


def run(text: str) -> str:
    """Play one ruling and check what it says.

    Args:
        text: The TOML text of the ruling.

    Returns:
        Its title.

    Raises:
        RulingFailed: when something it expects is not so, or it cannot be read.
    """
    if not isinstance(text, str):
        raise RulingFailed(Problem("a ruling is read from a text, not from {value}", value=shown(text)))
    if len(text) > MAX_BYTES:
        raise RulingFailed(Problem("the ruling is too long"))
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulingFailed(Problem("not TOML: {reason}", reason=error)) from error
    except ValueError as error:
        raise RulingFailed(Problem("a number is too long")) from error
    except RecursionError as error:
        raise RulingFailed(Problem("it is nested too deeply")) from error
    return play(tables)


def play(tables: Mapping[str, Any]) -> str:
    """Play a ruling that has been read as TOML.

    Returns:
        Its title.

    Raises:
        RulingFailed: when something it expects is not so, or it is not a ruling.
    """
    try:
        g = begin(tables)
        ruling = RulingTable.model_validate(tables, context=g)
        g = place(g, ruling)
        for number, step in enumerate(ruling.step):
            carry_out(g, step, ("step", number))
    except ValidationError as error:
        raise RulingFailed(*found_by(error)) from error
    except Problem as problem:
        raise RulingFailed(problem) from problem
    return ruling.title


def position(tables: Mapping[str, Any]) -> State:
    """The state that a ruling's tables describe, run to its first decision.

    Raises:
        RulingFailed: when they are not written as they must be, or the position is impossible.
    """
    try:
        g = begin(tables)
        return place(g, PositionTable.model_validate(tables, context=g))
    except ValidationError as error:
        raise RulingFailed(*found_by(error)) from error
    except Problem as problem:
        raise RulingFailed(problem) from problem

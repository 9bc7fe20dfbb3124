"""`citadels bots`: the bots of this package, and those that are installed beside it."""

from __future__ import annotations

import inspect
import json
from dataclasses import asdict, replace

from citadels_tui.commands.parameters import Json
from citadels_tui.errors import one_line
from engine.bots import Level, levels
from engine.errors import RulesError


def bots(*, json_: Json = False) -> int:
    """List the bots there are, with those that are installed beside the game.

    Args:
        json_: Print one JSON object.

    Returns:
        0 when all of them work, 1 otherwise.
    """
    found = [tried(level) for level in levels()]
    if json_:
        print(json.dumps({"bots": [{**asdict(level), "about": _about(level)} for level in found]}))
    else:
        width = max(len(level.name) for level in found)
        for level in found:
            told = f"cannot be used: {level.problem}" if level.problem else _about(level)
            package = f" ({level.package})" if level.package else ""
            print(f"{one_line(level.name):{width}}  {one_line(told + package)}")
    return 1 if any(level.problem for level in found) else 0


def tried(level: Level) -> Level:
    """The level, with its problem if its plug-in is broken."""
    try:
        if not level.problem:
            level.make(seed=0)
    except RulesError as error:
        return replace(level, problem=str(error))
    return level


def _about(level: Level) -> str:
    """The first line of what its author says about it."""
    return "" if level.problem else (inspect.getdoc(level.load()) or "").partition("\n")[0]

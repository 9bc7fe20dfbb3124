"""`citadels bots`: the bots of this package, and those that are installed beside it."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from random import Random
from typing import Any

from citadels_tui.cli.options import Json
from citadels_tui.texts import _, why
from citadels_tui.texts import bots as texts
from citadels_tui.wording.errors import one_line
from engine.bots import Level, levels
from engine.errors import RulesError


@dataclass(frozen=True)
class BotsCommand:
    """List the bots of the game and of installed packages."""

    json: Json = False

    def run(self) -> int:
        """Print them; returns 0 when all of them work, 1 otherwise."""
        found = [(level, fault(level)) for level in levels()]
        if self.json:
            print(json.dumps({"bots": [_facts(level, wrong) for level, wrong in found]}))
        else:
            width = max(len(level.name) for level, _wrong in found)
            for level, wrong in found:
                told = _(texts.UNUSABLE).format(problem=why(wrong)) if wrong else _(about(level))
                if level.package:
                    told = _(texts.OF_PACKAGE).format(about=told, package=level.package)
                print(f"{one_line(level.name):{width}}  {one_line(told)}")
        return 1 if any(wrong for _level, wrong in found) else 0


def fault(level: Level) -> RulesError | None:
    """Why a bot cannot be used; None when it can."""
    if level.problem:
        return RulesError(level.problem)
    try:
        level.make(Random(0))
    except RulesError as error:
        return error
    return None


def _facts(level: Level, wrong: RulesError | None) -> dict[str, Any]:
    """A bot as plain values."""
    return {**level._asdict(), "problem": str(wrong or ""), "about": "" if wrong else about(level)}


def about(level: Level) -> str:
    """The first line of what its author says about it, in English; what is said of our own bots is translated."""
    return level.about or (inspect.getdoc(level.load()) or "").partition("\n")[0]

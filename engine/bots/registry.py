"""The levels of bots by name: a table of this package's own, and plug-ins.

A plug-in is an entry point of the group ``citadels.bots``; ``docs/own_bot.md`` shows how one is made.
Plug-ins are looked for when a name is not one of this package's own, and imported when a bot of theirs is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pkgutil import resolve_name
from random import Random
from typing import Any, NamedTuple

from engine.bots.bot import Bot
from engine.errors import RulesError, shown

BOTS_V = 1
"""Version of how this package's own bots play: from the same random numbers, and having seen the same, the same moves.

The log of a game names it, and by it their moves are checked: a change of their play needs a higher one."""
NEUTRAL = "steward"
"""The bot that answers for a player who does not."""
GROUP = "citadels.bots"
"""The group of entry points that plug-ins belong to."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,15}")


class Level(NamedTuple):
    """One level of bots."""

    name: str
    """1 to 16 lower-case letters, digits and ``_``; a letter comes first."""
    maker: str
    """``module:attribute`` of the class or function that makes a bot from a `random.Random`."""
    package: str = ""
    """Name and version of the package a plug-in comes from."""
    problem: str = ""
    """The reason why a plug-in is not used: a sentence, or ``""``."""
    about: str = ""
    """One sentence, for a bot of ours. Of a plug-in the docstring is told, which a compiled module lacks."""
    offered: bool = True
    """Whether a player may choose it. The others are for the guided game, the ladder or measurements."""

    def load(self) -> Any:
        """Import the class or function that makes its bots.

        Raises:
            RulesError: when a plug-in cannot be imported.
        """
        try:
            return resolve_name(self.maker)
        except (Exception, SystemExit) as error:
            raise self._broken(error) from error

    def make(self, random: Random) -> Bot:
        """Make a bot that chooses by these random numbers where it has no reason.

        Raises:
            RulesError: when a plug-in is broken.
        """
        maker = self.load()
        try:
            made = maker(random)
            for method in ("watch", "choose"):
                if not callable(getattr(made, method)):
                    raise TypeError(f"{method} is not a method")
        except (Exception, SystemExit) as error:
            raise self._broken(error) from error
        bot: Bot = made
        return bot

    def _broken(self, error: BaseException) -> RulesError:
        reason = "".join(c if c.isprintable() else " " for c in f"{type(error).__name__}: {error}")[:120]
        package = self.package or "this package"
        return RulesError(
            "the bot {bot} of {package} does not work: {reason}", bot=repr(self.name), package=package, reason=reason
        )


BAD_NAME = "a bot's name is 1 to 16 lower-case letters, digits or _, and begins with a letter"
NAME_TAKEN = "there is another bot of that name already"
UNREADABLE = "its entry points or its name cannot be read"
"""Why a plug-in is not used."""

BUILT_IN: dict[str, Level] = {
    level.name: level
    for level in (
        Level("random", "engine.bots.random_bot:RandomBot", about="Chooses any legal move with equal probability."),
        Level(
            "novice",
            "engine.bots.novice:Novice",
            about="Builds what it can pay at once, and looks neither at the others nor ahead.",
        ),
        Level(
            "richard",
            "engine.bots.richard:Richard",
            about="Knows by heart what a guide of the old game says, and keeps to it.",
        ),
        Level(
            "steward",
            "engine.bots.steward:Steward",
            about="Judges every legal move by what it is worth in points and plays the best.",
        ),
        Level(
            "builder",
            "engine.bots.temperaments:Builder",
            about="A steward who would rather be rich and build a lot at once.",
        ),
        Level(
            "rogue",
            "engine.bots.temperaments:Rogue",
            about="A steward who would rather take from the others what they have.",
        ),
        Level(
            "headsman",
            "engine.bots.temperaments:Headsman",
            about="A steward who would rather see the leader dead, or the leader's city in ruins.",
        ),
        Level(
            "courtier",
            "engine.bots.temperaments:Courtier",
            about="A steward who would rather stand near the throne and the altar.",
        ),
        Level(
            "schemer",
            "engine.bots.search:Schemer",
            about="Tries its moves in a few imagined worlds, and plays what wins there.",
        ),
        Level(
            "mastermind",
            "engine.bots.search:Mastermind",
            about="Tries its moves in many imagined worlds, for as long as it may think.",
        ),
        Level("steward-1", "engine.bots.steward:FirstSteward", offered=False),
        Level("lesson", "engine.bots.lesson_bot:LessonBot", offered=False),
        Level("hasty", "engine.bots.strangers.tuned:Hasty", offered=False),
        Level("hoarder", "engine.bots.strangers.tuned:Hoarder", offered=False),
        Level("raider", "engine.bots.strangers.tuned:Pillager", offered=False),
        Level("upgrader", "engine.bots.strangers.held_out:Upgrader", offered=False),
        Level("mimic", "engine.bots.strangers.held_out:Mimic", offered=False),
        Level("rulebook", "engine.bots.strangers.held_out:Rulebook", offered=False),
    )
}


@lru_cache(maxsize=1)
def levels() -> Sequence[Level]:
    """Every level that is offered, plug-ins last, and among them those that cannot be used."""
    taken = dict(BUILT_IN)
    found = [level for level in BUILT_IN.values() if level.offered]
    for level in sorted(_plugged_in(), key=lambda level: (level.name, level.package)):
        problem = level.problem
        if not _NAME.fullmatch(level.name):
            problem = problem or BAD_NAME
        elif level.name in taken:
            problem = NAME_TAKEN
        else:
            taken[level.name] = level
        found.append(Level(level.name, level.maker, level.package, problem))
    return tuple(found)


def usable() -> dict[str, Level]:
    """The levels that can be asked for, by name; a plug-in among them may still turn out to be broken."""
    return {level.name: level for level in levels() if not level.problem}


def bot(name: str, seed: int | Random | None) -> Bot:
    """A new bot of a level.

    Args:
        name: The level.
        seed: Of its random numbers, or these themselves; None: it plays in another way every time.

    Raises:
        RulesError: when there is no such level, its plug-in is broken, or the seed is no number.
    """
    if seed is not None and type(seed) is not int and not isinstance(seed, Random):
        raise RulesError("{name} must be {kind}, not {value}", name="seed", kind="a number", value=shown(seed))
    level = _level(name)
    if level is None:
        raise RulesError("there is no bot {bot}; choose from {bots}", bot=shown(name), bots=", ".join(usable()))
    return level.make(seed if isinstance(seed, Random) else Random(seed))


def _level(name: object) -> Level | None:
    return (BUILT_IN.get(name) or usable().get(name)) if isinstance(name, str) else None


def _plugged_in() -> Iterator[Level]:
    # It takes longer to import than the rules, and most games have no plug-in.
    from importlib.metadata import distributions

    for distribution in distributions():
        text = distribution.read_text("entry_points.txt") or ""
        if GROUP not in text:
            continue
        try:
            package = f"{distribution.name} {distribution.version}"
            points = distribution.entry_points.select(group=GROUP)
        except Exception:
            yield Level("", "", "a package", UNREADABLE)
            continue
        for point in points:
            yield Level(point.name, point.value.partition("[")[0].strip(), package)

"""Parser of the command line: the command that was typed, with its options, or what is wrong with it.

The parsers of the library say what is wrong in English, and take longer to load than this one to read a line. A command
is imported when it is asked for, so that each starts as fast as it can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from citadels_tui.cli.options import Argument, Option, options_of
from citadels_tui.texts import command_line as texts
from citadels_tui.wording.errors import UsageError

HELP, VERSION = ("--help", "-h"), ("--version", "-V")
HOME, INSTALL_COMPLETION = "home", "--install-completion"

COMMANDS = {
    "home": "Open the home screen; so does citadels alone.",
    "learn": "Learn to play: a guided game of three rounds.",
    "daily": "Play the deal of the day, the same for everybody.",
    "ladder": "Play against the next opponent on the ladder.",
    "play": "Play on this machine against bots.",
    "host": "Host a table that others can join, and sit at it.",
    "join": "Join a table by its address or invitation.",
    "tables": "List the tables of a host, or those at which you have a seat.",
    "serve": "Host many tables without a screen, until Ctrl+C or SIGTERM.",
    "attach": "Play at a table of the host on this machine, as the person who has logged in by SSH.",
    "relay": "Connect clients to hosts that they cannot reach themselves, until Ctrl+C or SIGTERM.",
    "games": "List the games that were played on this machine, or statistics of them.",
    "replay": "Look at a game again, move by move.",
    "standings": "Show games, wins and ratings of the people and bots at a host of many tables.",
    "review": "Show how likely each player of a game was to win, and which turns cost them most.",
    "verify": "Check the log of a game that was played at a table: the deal, every move and the score.",
    "backup": "Make a backup of a headless host, even while it runs, or of a journal.",
    "restore": "Restore a headless host from its backup, here or on another machine.",
    "doctor": "Check what the game needs of this machine, and show how to mend problems.",
    "rulings": "Find and check rulings: cases of the rules, written as data.",
    "cards": "List the cards of an edition.",
    "bots": "List the bots of the game and of installed packages.",
    "simulate": "Let bots play whole games and report what happened.",
    "arena": "Let bots play each other and show who wins against whom.",
    "help": "Show the help of a command.",
    INSTALL_COMPLETION: "Let bash, zsh or fish complete commands and options; --remove takes that away.",
}
"""Command -> its help, in the order of the help page; ``play`` is `citadels_tui.commands.play.PlayCommand`."""


class Subcommand(Protocol):
    """A command with its options."""

    def run(self) -> int:
        """Carry it out; returns the exit code."""


@dataclass(frozen=True)
class VersionCommand:
    """`citadels --version`."""

    def run(self) -> int:
        """Print it."""
        from net.base.program import program_version

        print(program_version())
        return 0


def understand(words: Sequence[str]) -> Subcommand:
    """The command that was typed, with its options.

    Args:
        words: What was typed after ``citadels``.

    Raises:
        UsageError: when there is no such command, or it cannot be asked for so.
    """
    before = words[: words.index("--")] if "--" in words else words
    helped = any(word in HELP for word in before)
    if helped:
        words = [word for word in words if word not in HELP]
    name = ""
    if words and (not _is_flag(words[0]) or words[0] in COMMANDS):
        name, *words = words
        check_command(name)
    if helped:
        return _command("help", {"command": name})
    if any(word in VERSION for word in before):
        return VersionCommand()
    return _read(name or HOME, words)


def check_command(name: str) -> None:
    """Refuse what is no command.

    Raises:
        UsageError: with the command that was probably meant.
    """
    if name not in COMMANDS:
        near = _nearest(name, [each for each in COMMANDS if not _is_flag(each)])
        raise _not_understood(name, near and f"citadels {near}")


def class_of(name: str) -> Any:
    """The class of a command."""
    module = name.strip("-").replace("-", "_")
    return getattr(import_module(f"citadels_tui.commands.{module}"), f"{module.title().replace('_', '')}Command")


def _command(name: str, values: dict[str, Any]) -> Subcommand:
    command: Subcommand = class_of(name)(**values)
    return command


def _read(name: str, words: Sequence[str]) -> Subcommand:
    """The command with the options and arguments that were typed."""
    options = list(options_of(class_of(name)))
    by_flag = {flag: each for each in options if not isinstance(each, Argument) for flag in each.flags}
    found: dict[Option, object] = {}
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if word == "--":
            rest += left
        elif not _is_flag(word):
            rest.append(word)
        else:
            flag, equals, value = word.partition("=")
            option = by_flag.get(flag)
            if option is None:
                raise _not_understood(flag, _nearest(flag, by_flag))
            if option in found:
                raise UsageError(texts.TWICE, option=flag)
            if option.kind is not bool:
                found[option] = option.convert(value if equals else _next(flag, left))
            elif equals:
                raise _not_understood(word)
            else:
                found[option] = flag != option.off
    for argument in (each for each in options if isinstance(each, Argument)):
        if argument.several:
            found[argument], rest = tuple(map(argument.convert, rest)), []
        elif rest:
            found[argument] = argument.convert(rest.pop(0))
        elif argument.required:
            raise UsageError(texts.MISSING, argument=argument.flag, command=f"citadels {name}")
    if rest:
        raise _not_understood(" ".join(rest))
    values: dict[str, Any] = {}
    for each, chosen in found.items():
        (values.setdefault(each.group, {}) if each.group else values)[each.name] = chosen
    return _command(name, values)


def _is_flag(word: str) -> bool:
    """Whether a word is the flag of an option: neither a negative number nor the sign for standard input."""
    return word.startswith("-") and word != "-" and not word[1:].isdecimal()


def _next(flag: str, left: Iterator[str]) -> str:
    """The value that stands behind a flag."""
    value = next(left, None)
    if value is None or _is_flag(value):
        raise UsageError(texts.NO_VALUE, option=flag)
    return value


def _nearest(word: str, names: Iterable[str]) -> str:
    """The name that was probably meant; "" when none is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word[:40], names, 1)), "")


def _not_understood(unused: str, near: str = "") -> UsageError:
    if near:
        return UsageError(texts.NEAR, unused=unused, near=near)
    return UsageError(texts.NOT_UNDERSTOOD, unused=unused)

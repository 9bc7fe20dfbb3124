"""Options of the commands: how they stand in the class of a command, and those that several commands have.

A command is a frozen dataclass. Each field is an option or an argument: its annotation has the type and the help, its
default is that of the option. Parser, help, completion and manual page read them by `options_of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, MISSING, dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

from citadels_tui.texts import command_line as texts
from citadels_tui.wording.errors import UsageError

WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
METAVARS = {bool: "", int: "INT", str: "STR", Path: "PATH"}


@dataclass(frozen=True)
class Option:
    """An option of a command. The annotation of a field has the help; `options_of` adds what the field says itself."""

    help: str
    """In English; the catalogues have it in other languages."""
    _: KW_ONLY
    name: str = ""
    """Its field."""
    kind: type = str
    choices: tuple[str, ...] = ()
    default: object = None
    """Its value unless it is typed."""
    required: bool = False
    """Whether it has to be typed."""
    off: str = ""
    """The flag that turns a switch off."""
    read: Callable[[str], object] | None = None
    """Converts what was typed, instead of ``kind``."""
    group: str = ""
    """The field that collects it with others, as name -> value; "" for a field of its own."""

    @property
    def flag(self) -> str:
        """How it is typed."""
        return f"--{self.name.rstrip('_').replace('_', '-')}"

    @property
    def flags(self) -> tuple[str, ...]:
        """Its names on the command line."""
        return (self.flag, self.off) if self.off else (self.flag,)

    @property
    def metavar(self) -> str:
        """The word that stands for its value; "" for a switch."""
        return "CHOICE" if self.choices else METAVARS[self.kind]

    @property
    def usual(self) -> str:
        """Its default as a help text shows it; that something is not asked for goes without saying."""
        return "" if self.kind is bool or self.default in (None, "", ()) else str(self.default)

    def convert(self, typed: str) -> object:
        """The value that was typed.

        Raises:
            UsageError: when it cannot be one.
        """
        if self.read:
            return self.read(typed)
        if self.choices and typed not in self.choices:
            choices = ", ".join(filter(None, self.choices))
            raise UsageError(texts.NO_CHOICE, option=self.flag, choices=choices, value=typed[:40])
        if self.kind is int and not WHOLE.fullmatch(typed):
            raise UsageError(texts.NOT_WHOLE, option=self.flag, value=typed[:40])
        return self.kind(typed)


@dataclass(frozen=True)
class Argument(Option):
    """An argument of a command: a value that is typed without a flag."""

    _: KW_ONLY
    several: bool = False
    """Whether it takes all that is left."""

    @property
    def flag(self) -> str:
        """How it is called."""
        return self.name.upper()


def options_of(command: type) -> Iterator[Option]:
    """The options and arguments of a command, in the order of its fields.

    Args:
        command: Its class.
    """
    annotations = get_type_hints(command, include_extras=True)
    for field in fields(command):
        kind, said = get_args(annotations[field.name])
        if isinstance(said, tuple):
            yield from (replace(option, group=field.name) for option in said)
        else:
            required = field.default is MISSING
            default = None if required else field.default
            yield replace(said, name=field.name, default=default, required=required, **_kind(kind))


def _kind(annotation: Any) -> dict[str, Any]:
    """The type of a field, or what can be chosen."""
    if isinstance(annotation, type) and annotation in METAVARS:
        return {"kind": annotation}
    inner = get_args(annotation)
    if isinstance(inner[0], str):
        return {"choices": inner}
    # Many of one type, or one that may be None.
    return _kind(inner[0]) | ({"several": True} if Ellipsis in inner else {})


Name = Annotated[str, Option("Your name at the table.")]
Ascii = Annotated[bool, Option("Draw with plain characters only.")]
Plain = Annotated[bool, Option("Play line by line with numbers, for screen readers and scripts; see help there.")]
People = Annotated[
    str,
    Option(
        "Names of the people at this keyboard, yours first, as in Ada,Ben; the screen is covered between their turns."
    ),
]
Relay = Annotated[
    str,
    Option("Address of a relay, for players who cannot reach this machine. The relay cannot read the game."),
]
Unannounced = Annotated[bool, Option("Do not announce this host on the local network.")]
Json = Annotated[bool, Option("Print one JSON object.")]
Edition = Annotated[str, Option("Edition of the game: deluxe, classic or dark_city.")]
Level = Annotated[str, Option("Which bots: steward, schemer, or others that citadels bots lists.")]
Preset = Annotated[
    str,
    Option(
        "The characters and unique districts to play with: a preset of the edition (citadels cards lists them), "
        'or "random". Its first preset unless you say otherwise.'
    ),
]
GameFile = Annotated[
    Path,
    Argument(
        'A log (.proof), as the client keeps it when a game has ended, or a record (.citadels); "-" for standard '
        "input.",
        read=lambda typed: Path("/dev/stdin" if typed == "-" else typed),
    ),
]
Nine = Annotated[bool, Option("Play with a character of rank 9 where the players may choose.")]
ActionCards = Annotated[bool, Option("Shuffle the action cards in.")]
Profile = Annotated[
    str,
    Option("Which of your identities to use, when several people play from one account: any short name."),
]

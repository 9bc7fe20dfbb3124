"""Types of the options that several commands have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, get_args

from cyclopts import Parameter, Token, convert

from citadels_tui.wording.errors import UsageError

WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


def exactly(kind: Any, tokens: Sequence[Token]) -> Any:
    """Convert what was typed; a fraction is no whole number.

    Raises:
        UsageError: when a whole number is asked for, and this is none.
    """
    if int in (kind, *get_args(kind)):
        for token in tokens:
            if not WHOLE.fullmatch(token.value):
                raise UsageError(
                    "{option} must be a whole number (18 digits at most), not {value!r}",
                    option=token.keyword,
                    value=token.value[:40],
                )
    return convert(kind, tokens)


def plainly(value: Any) -> str | None:
    """A default as it is shown in a help text; that something is not asked for goes without saying."""
    if value is None or value is False or value == "":
        return None
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


EVERY = Parameter(converter=exactly, negative=(), show_default=plainly)
"""What holds for the options of all commands."""

Name = Annotated[str, Parameter(name="--name", help="Your name at the table.")]
Ascii = Annotated[bool, Parameter(name="--ascii", help="Draw with plain characters only.")]
Plain = Annotated[
    bool,
    Parameter(name="--plain", help="Play line by line with numbers, for screen readers and scripts; see help there."),
]
People = Annotated[
    str,
    Parameter(
        name="--people",
        help="Names of the people at this keyboard, yours first, as in Ada,Ben; the screen is covered "
        "between their turns.",
    ),
]
Relay = Annotated[
    str,
    Parameter(
        name="--relay",
        help="Address of a relay, for players who cannot reach this machine. The relay cannot read the game.",
    ),
]
Unannounced = Annotated[bool, Parameter(name="--unannounced", help="Do not announce this host on the local network.")]
Json = Annotated[bool, Parameter(name="--json", help="Print one JSON object.")]
Edition = Annotated[str, Parameter(name="--edition", help="Edition of the game: deluxe, classic or dark_city.")]
Level = Annotated[
    str,
    Parameter(name="--level", help="Which bots: steward, schemer, or others that citadels bots lists."),
]
Preset = Annotated[
    str,
    Parameter(
        name="--preset",
        help="The characters and unique districts to play with: a preset of the edition (citadels cards lists them), "
        'or "random". Its first preset unless you say otherwise.',
    ),
]
Nine = Annotated[bool, Parameter(name="--nine", help="Play with a character of rank 9 where the players may choose.")]
ActionCards = Annotated[bool, Parameter(name="--action-cards", help="Shuffle the action cards in.")]
Profile = Annotated[
    str,
    Parameter(
        name="--profile",
        help="Which of your identities to use, when several people play from one account: any short name.",
    ),
]

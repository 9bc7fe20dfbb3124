"""Types of the options that several commands have. This module is imported at every start: it is light."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

Name = Annotated[str, Parameter(name="--name", help="Your name at the table.", show_default=False)]
Ascii = Annotated[
    bool, Parameter(name="--ascii", help="Draw with plain characters only.", negative=(), show_default=False)
]
Json = Annotated[bool, Parameter(name="--json", help="Print one JSON object.", negative=(), show_default=False)]
Preset = Annotated[
    str,
    Parameter(
        name="--preset",
        help='The characters and unique districts to play with: a preset of the edition, or "random". Its first preset '
        "unless you say otherwise.",
        show_default=False,
    ),
]
Nine = Annotated[
    bool,
    Parameter(
        name="--nine",
        help="Play with a character of rank 9 where the players may choose.",
        negative=(),
        show_default=False,
    ),
]
ActionCards = Annotated[
    bool, Parameter(name="--action-cards", help="Shuffle the action cards in.", negative=(), show_default=False)
]
Profile = Annotated[
    str,
    Parameter(
        name="--profile",
        help="Which of your identities to use, when several people play from one account: any short name.",
        show_default=False,
    ),
]

"""Types of the options that several commands have. This module is imported at every start: it is light."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

Name = Annotated[str, Parameter(name="--name", help="Your name at the table.", show_default=False)]
Ascii = Annotated[
    bool, Parameter(name="--ascii", help="Draw with plain characters only.", negative=(), show_default=False)
]
Json = Annotated[bool, Parameter(name="--json", help="Print one JSON object.", negative=(), show_default=False)]

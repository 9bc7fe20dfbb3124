"""The TOML of a ruling, with the faults that Python's reader finds told as problems."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from engine.rulings.problem import Problem, RulingFailed

_TOO_LONG = re.compile(r"[0-9_]{4000}")
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def read(text: str) -> dict[str, Any]:
    """Read a TOML text.

    Raises:
        RulingFailed: when it is none.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulingFailed(_fault(text, str(error))) from error
    except ValueError as error:
        problem = Problem("a number is too long", ())
        found = _TOO_LONG.search(text)
        problem.line = text.count("\n", 0, found.start() if found else 0) + 1
        raise RulingFailed(problem) from error
    except RecursionError as error:
        raise RulingFailed(Problem("it is nested too deeply", ())) from error


def _fault(text: str, said: str) -> Problem:
    """The fault in our own words, as what Python says is English."""
    place = _PLACE.search(said)
    reason = said[: place.start()] if place else said
    if reason.startswith("Invalid value"):
        problem = Problem("not TOML: a value is missing, or is a text without quotation marks", ())
    elif reason.startswith(("Cannot", "Duplicate")):
        problem = Problem("not TOML: a key or table stands there twice", ())
    elif reason.startswith("Unterminated"):
        problem = Problem("not TOML: a text has no quotation mark at its end", ())
    elif reason.startswith(("Unclosed", "Expected ']")):
        problem = Problem("not TOML: a bracket is not closed", ())
    elif reason.startswith("Expected '='"):
        problem = Problem("not TOML: a key has no = behind it", ())
    elif reason.startswith(("Invalid statement", "Invalid initial")):
        problem = Problem("not TOML: there is neither a [table] nor key = value", ())
    elif reason.startswith("Expected newline"):
        problem = Problem("not TOML: something stands behind a value", ())
    elif reason.startswith(("Illegal character", "Found invalid")):
        problem = Problem("not TOML: there is a character that cannot stand there", ())
    elif reason.startswith(("Unescaped", "Escaped", "Invalid hex")):
        problem = Problem("not TOML: a backslash in a text means nothing there", ())
    else:
        problem = Problem("not TOML: {reason}", (), reason=reason)
    problem.line = int(place[1]) if place and place[1] else text.count("\n") + 1
    return problem

"""Problems of a ruling: each says in a sentence what is wrong, in which step, and at which key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from itertools import groupby

from pydantic import ValidationError

from citadels_tui.texts import N_
from engine.errors import CitadelsError

Path = tuple[str | int, ...]
"""The keys and, from 0 on, the places in lists that lead to a value of a ruling."""

FEW = 16
"""Most words that are all named where one of them is needed."""

STEP = N_("step {step}: {problem}")
NEAR = N_("{problem}; did you mean {near}?")
CHOICES = N_("{problem}; choose from {choices}")
TEXT = N_("{key} must be a text in quotation marks, not {value}")
TABLE = N_("{key} must be a table, with keys and values, not {value}")
NUMBER = N_("{key} must be a whole number from {least} on, not {value}")
UNKNOWN = N_("unknown key '{key}'")
MISSING = N_("{name} is missing")
MISSING_IN = N_("{name} is missing in {key}")

SENTENCES: Mapping[str, str] = {
    "bool_type": N_("{key} must be true or false, not {value}"),
    "dict_type": TABLE,
    "greater_than_equal": NUMBER,
    "int_type": NUMBER,
    "list_type": N_("{key} must be a list in [ ], not {value}"),
    "model_type": TABLE,
    "string_type": TEXT,
}
"""Type of an error in Pydantic -> the sentence for it."""


def shown(value: object) -> str:
    """A value as a message shows it."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


class Problem(ValueError):
    """One thing that is wrong with a ruling; what a validator raises gets the path of the value that it checks."""

    def __init__(self, text: str, path: Path = (), **values: object) -> None:
        """Say what and where.

        Args:
            text: A sentence with the names of its values in braces; ``{key}`` is the key that the path leads to.
            path: Where it is; in a validator, seen from the value that it checks.
            values: What else stands in the sentence.
        """
        self.text = text
        self.path = path
        self.values = {name: str(value) for name, value in values.items()}
        self.near = ""
        self.choices = ""

    def among(self, word: str, choices: Iterable[str]) -> Problem:
        """Propose the choice that is nearest to a word; where none is near, all if they are few."""
        known = sorted(choices)
        near = get_close_matches(word, known, 1)
        if near:
            self.near = repr(near[0])
        elif len(known) <= FEW:
            self.choices = ", ".join(known)
        return self

    @property
    def key(self) -> str:
        """The key that the path leads to, see `key_of`."""
        return key_of(self.path)

    @property
    def step(self) -> int:
        """The number of the step, from 1 on; 0 for none."""
        in_step = len(self.path) > 1 and self.path[0] == "step"
        return int(self.path[1]) + 1 if in_step else 0

    def told(self, translate: Callable[[str], str] = str) -> str:
        """The sentence, without its step.

        Args:
            translate: Gives a text in the language that is spoken.
        """
        said = translate(self.text).format(**{"key": self.key, **self.values})
        if self.near:
            return translate(NEAR).format(problem=said, near=self.near)
        return translate(CHOICES).format(problem=said, choices=self.choices) if self.choices else said


class RulingFailed(CitadelsError):
    """The ruling does not hold, or is not a ruling; the message says what and where."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems
        """At least one."""

    def __str__(self) -> str:
        return self.told()

    def told(self, translate: Callable[[str], str] = str) -> str:
        """All problems in one line, each step named once.

        Args:
            translate: Gives a text in the language that is spoken.
        """
        told = []
        for step, problems in groupby(self.problems, lambda problem: problem.step):
            said = "; ".join(problem.told(translate) for problem in problems)
            told.append(translate(STEP).format(step=step, problem=said) if step else said)
        return "; ".join(told)


def key_of(path: Path) -> str:
    """The key of a path as it is written in TOML; without the step, the place in a list and the table of a card."""
    names = [part for part in path if isinstance(part, str)]
    if names[:1] == ["step"] and len(path) > 2:
        names = [name for name in names[1:] if name != "expect"] or ["expect"]
    if len(path) > 1 and isinstance(path[-2], int) and names[-1] == "card":
        del names[-1]
    return ".".join(names)


def found_by(error: ValidationError) -> list[Problem]:
    """The problems that Pydantic has found, those of the position before those of the steps."""
    found = []
    for each in error.errors(include_url=False):
        path = tuple(part for part in each["loc"] if part != "[key]")
        raised = each.get("ctx", {}).get("error")
        if isinstance(raised, Problem):
            raised.path = path + raised.path
            found.append(raised)
        elif each["type"] == "missing":
            found.append(Problem(MISSING_IN if path[:-1] else MISSING, path[:-1], name=path[-1]))
        else:
            found.append(Problem(SENTENCES[each["type"]], path, value=shown(each["input"]), least=0))
    return sorted(found, key=lambda problem: problem.step)

"""The problems of a ruling: each says in a sentence what is wrong, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from itertools import groupby

from engine.errors import CitadelsError

Path = tuple[str | int, ...]
"""The keys and, from 0 on, the places in lists that lead to a value of a ruling."""

FEW = 16
"""So many words are all named where one of them is needed."""

FRAMES: Mapping[str, str] = {
    "place": "line {line}: {problem}",
    "step": "line {line}, step {step}: {problem}",
    "unplaced": "step {step}: {problem}",
    "near": "{problem}; did you mean {near}?",
    "choices": "{problem}; there is: {choices}",
}
"""The sentences around a problem, which say where it is and what may have been meant."""


def shown(value: object) -> str:
    """A value as a message shows it."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


class Problem:
    """One thing that is wrong with a ruling."""

    def __init__(self, text: str, path: Path, **values: object) -> None:
        """Say what and where.

        Args:
            text: A sentence with the names of its values in braces; ``{key}`` is the key that the path leads to.
            path: Where it is.
            values: What else stands in the sentence.
        """
        self.text = text
        self.path = path
        self.key = key_of(path)
        self.values = {"key": self.key, **{name: str(value) for name, value in values.items()}}
        self.near = ""
        self.choices = ""
        self.line = 0
        """The line of the file, from 1 on; 0 while that is not known."""

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
    def step(self) -> int:
        """The number of the step, from 1 on; 0 for none."""
        in_step = len(self.path) > 1 and self.path[0] == "step"
        return int(self.path[1]) + 1 if in_step else 0

    def told(self, translate: Callable[[str], str] = str) -> str:
        """The sentence, without its place.

        Args:
            translate: Gives a text in the language that is spoken.
        """
        said = translate(self.text).format(**self.values)
        if self.near:
            return translate(FRAMES["near"]).format(problem=said, near=self.near)
        return translate(FRAMES["choices"]).format(problem=said, choices=self.choices) if self.choices else said


class RulingFailed(CitadelsError):
    """The ruling does not hold, or is not a ruling; the message says what and where."""

    def __init__(self, *problems: Problem) -> None:
        """Take note of the problems, at least one."""
        super().__init__()
        self.problems = problems

    def __str__(self) -> str:
        return self.told()

    def told(self, translate: Callable[[str], str] = str) -> str:
        """All problems in one line, each place named once.

        Args:
            translate: Gives a text in the language that is spoken.
        """
        return "; ".join(
            _placed(line, step, "; ".join(problem.told(translate) for problem in here), translate)
            for (line, step), here in groupby(self.problems, lambda problem: (problem.line, problem.step))
        )


def _placed(line: int, step: int, problem: str, translate: Callable[[str], str]) -> str:
    if not (line or step):
        return problem
    frame = ("step" if step else "place") if line else "unplaced"
    return translate(FRAMES[frame]).format(line=line, step=step, problem=problem)


def key_of(path: Path) -> str:
    """The key of a path as it is written in TOML; without the step, and the place in a list."""
    names = [part for part in path if isinstance(part, str)]
    if names[:1] == ["step"] and len(path) > 2:
        names = [name for name in names[1:] if name != "expect"] or ["expect"]
    return ".".join(names)

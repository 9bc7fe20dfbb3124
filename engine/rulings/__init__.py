"""Rulings as data: a table position, moves, and what must be true; readable by a player.

The format is described in ``docs/notation.md``; the files stand beside this one, by edition and card, and
``README.md`` lists what the rulebooks leave open.
"""

from __future__ import annotations

from engine.errors import shown
from engine.rulings.lines import lines
from engine.rulings.node import Node
from engine.rulings.positions import TOP, Toml, position
from engine.rulings.problem import Problem, RulingFailed
from engine.rulings.steps import carry_out
from engine.rulings.toml import read

__all__ = ["MAX_BYTES", "Problem", "RulingFailed", "Toml", "play", "position", "run"]

MAX_BYTES = 1 << 16
"""A longer ruling is not read."""


def run(text: str) -> str:
    """Play one ruling and check what it says.

    Args:
        text: The TOML text of the ruling.

    Returns:
        Its title.

    Raises:
        RulingFailed: when something it expects is not so, or it cannot be read.
    """
    if not isinstance(text, str):
        raise RulingFailed(Problem("a ruling is read from a text, not from {value}", (), value=shown(text)))
    if len(text) > MAX_BYTES:
        raise RulingFailed(Problem("the ruling is too long", ()))
    ruling = read(text)
    try:
        return play(ruling)
    except RulingFailed as failed:
        _place(text, failed)
        raise


def play(ruling: Toml) -> str:
    """Play a ruling that has been read; what is wrong has no lines then.

    Returns:
        Its title.

    Raises:
        RulingFailed: when something it expects is not so, or it is not a ruling.
    """
    top = Node(ruling).table(TOP)
    title = top.need("title").text()
    top.need("source").text()
    step = top.need("step")
    if isinstance(step.value, dict):
        raise RulingFailed(Problem("a step begins with [[step]], in double brackets", step.path))
    steps = step.items()
    if not steps:
        raise RulingFailed(Problem("a ruling has at least one step", ("step",)))
    g = position(ruling)
    for step in steps:
        carry_out(g, step)
    return title


def _place(text: str, failed: RulingFailed) -> None:
    """Find the lines of the problems."""
    known = lines(text)
    for problem in failed.problems:
        path = problem.path
        while path and path not in known:
            path = path[:-1]
        problem.line = known.get(path, 0) if path else 0

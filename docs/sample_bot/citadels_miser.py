"""A bot for Citadels that saves for its costliest district."""

from __future__ import annotations

from random import Random

from engine import Event, Move, View
from engine.cards import DISTRICTS


class Miser:
    """Takes gold, builds the costliest district it can pay, and leaves the rest to chance."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def watch(self, event: Event) -> None:
        """It remembers nothing."""

    def choose(self, view: View) -> Move:
        """Gold before cards, the costliest district first, and no bribes."""
        catalogue = DISTRICTS[view.rules.edition]
        builds = [move for move in view.moves if move.verb == "build"]
        if builds:
            return max(builds, key=lambda move: catalogue[move.card].cost)
        for wish in (Move("gold"), Move("collect"), Move("refuse")):
            if wish in view.moves:
                return wish
        return self._random.choice(view.moves)

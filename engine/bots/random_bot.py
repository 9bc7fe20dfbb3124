"""The bot that plays at random."""

from __future__ import annotations

from random import Random

from engine.bots.bot import check_choice
from engine.errors import MISFITS
from engine.event import Event
from engine.move import Move
from engine.view import View


class RandomBot:
    """Chooses any legal move with equal probability."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def watch(self, event: Event) -> None:
        """Nothing is remembered."""

    def choose(self, view: View) -> Move:
        """Any legal move."""
        try:
            return self._random.choice(view.moves)
        except MISFITS:
            check_choice(view)
            raise

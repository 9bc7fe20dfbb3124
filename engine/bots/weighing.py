"""Weighing: a bot's number for a move. One that has such numbers tells them by a method `weigh`."""

from __future__ import annotations

from typing import NamedTuple

from engine.move import Move


class Weighed(NamedTuple):
    """A move, and what it is worth to the bot."""

    move: Move
    worth: float
    """Points, or of a bot that searches a chance to win."""

"""Reasons: why one move leads to more than another, as a review and a hint say it."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """The main thing by which one move leads to more than another."""

    code: str
    """``city``, ``finish``, ``gold``, ``cards``, ``crown``: of the own seat; ``rival``: a rival is worse off;
    ``end``: the game ends, with more points."""
    seat: int = -1
    """The rival."""
    amount: float = 0.0
    """Gold, cards or points more, on average."""

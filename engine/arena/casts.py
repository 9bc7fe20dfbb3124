"""The rules and seeds that the games of a series are played with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.editions import EDITIONS
from engine.errors import RulesError
from engine.rules import Rules

Cast = Callable[[int], Rules]
"""The rules of a game by its number. It can be pickled, for games played in other processes."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The given rules in turn."""

    rules: tuple[Rules, ...]

    def __call__(self, number: int) -> Rules:
        """The rules of game ``number``."""
        return self.rules[number % len(self.rules)]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """Other characters and unique districts in every game."""

    players: int
    edition: str
    action_cards: bool = False

    def __call__(self, number: int) -> Rules:
        """The rules of game ``number``."""
        return Rules.random(self.players, Random(f"cast {number}"), self.edition, self.action_cards)


def cast(players: int, edition: str, preset: str, action_cards: bool = False) -> Cast:
    """The rules of a series of games.

    Args:
        players: Number of players.
        edition: Id of the edition.
        preset: Id of a preset, ``all`` for every preset in turn, or ``random``.
        action_cards: Whether the action cards are shuffled in.

    Raises:
        RulesError: when there is no such edition or preset, or it cannot be played by so many.
    """
    if edition not in EDITIONS:
        raise RulesError(
            "there is no edition {edition}; choose from {editions}",
            edition=repr(edition[:40]),
            editions=", ".join(EDITIONS),
        )
    if preset == "random":
        Rules.make(players, edition, action_cards=action_cards)
        return Shuffled(players, edition, action_cards)
    names = [each.id for each in EDITIONS[edition].presets] if preset == "all" else [preset]
    return Listed(tuple(Rules.make(players, edition, name, action_cards=action_cards) for name in names))

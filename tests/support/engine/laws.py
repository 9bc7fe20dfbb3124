"""Laws of the game: each says what must be so at every decision, and all are checked while one game is played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cached_property

from engine import Event, Move, State, View, save, view
from tests.support.engine.games import Box, choices, random_game


class Walk:
    """A random game at one of its decisions after another, with what several laws want to know there."""

    def __init__(self, number: int, box: Box) -> None:
        self.number, self.box = number, box
        self.game: State = random_game(number, box)
        self.events: list[Event] = self.game.drain()
        """What was told since the decision before."""
        self.move: Move | None = None
        """The move that is next; None once the game is over."""

    @property
    def eyes(self) -> tuple[int | None, ...]:
        """A spectator, and every seat."""
        return (None, *range(self.box.players))

    @cached_property
    def saved(self) -> object:
        """The game in plain data."""
        return save(self.game)

    @cached_property
    def views(self) -> dict[int | None, View]:
        """What a spectator (None) and every seat see."""
        return {seat: view(self.game, seat) for seat in self.eyes}

    def step(self, move: Move) -> None:
        """Make a move."""
        self.game.apply(move)
        self.events = self.game.drain()
        self.__dict__.pop("saved", None)
        self.__dict__.pop("views", None)


Law = Callable[[Walk], Generator[None]]
"""Looks at a walk and yields, at each decision and once when the game is over; it changes nothing of the game."""


def check_laws(laws: Sequence[Law], number: int, box: Box) -> None:
    """Play a random game and check laws at each decision; a failure has a note with the law and the decision."""
    walk = Walk(number, box)
    checks = [(law.__name__, law(walk)) for law in laws]
    count = 0
    for move in choices(walk.game, number):
        walk.move = move
        _check(checks, walk, count)
        walk.step(move)
        count += 1
    walk.move = None
    _check(checks, walk, count)


def _check(checks: list[tuple[str, Generator[None]]], walk: Walk, count: int) -> None:
    for name, check in checks:
        try:
            next(check)
        except BaseException as error:  # pytest fails with one that is no Exception
            error.add_note(f"law: {name}, game {walk.number} of {walk.box}, decision {count}, next move: {walk.move}")
            raise

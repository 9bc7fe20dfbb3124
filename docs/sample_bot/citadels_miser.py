"""A bot for Citadels that saves for its costliest district: the example of docs/own_bot.md."""

from __future__ import annotations

from random import Random

from engine import Event, Move, View
from engine.cards import CHARACTERS, DISTRICTS, District

LIKED = {"architect": 1.6, "merchant": 1.0, "king": 0.6, "bishop": 0.3}
"""The worth of characters in gold, beyond what their type pays."""


class Miser:
    """Chooses characters that pay, and builds the costliest district it can."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def watch(self, event: Event) -> None:
        """It remembers nothing."""

    def choose(self, view: View) -> Move:
        """The move with most points; among equals chance decides."""
        table = Table(view)
        return max(view.moves, key=lambda move: table.points(move) + 0.1 * self._random.random())


class Table:
    """The part of a view that a miser looks at."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._districts = DISTRICTS[view.rules.edition]
        self._city = [self._card(id) for id in view.me.city]
        self._useful = [id for id in view.hand if self._card(id) not in self._city]

    def points(self, move: Move) -> float:
        """How much it wants a move; an unknown one less than to end its turn."""
        match move.verb:
            case "pick":
                return self._worth(move.card)
            case "collect" | "refuse":
                return 30
            case "kill" | "rob":
                return 25
            case "gold":
                return 20 if self._useful else 18
            case "draw":
                return 19
            case "build":
                return 10 + self._card(move.card).cost
            case "keep":
                return self._card(move.card).cost - 10 * (self._card(move.card) in self._city)
            case "swap" if move.seat >= 0:
                return self._view.players[move.seat].hand - len(self._view.hand)
            case "destroy":
                return 1 - self._card(move.target).cost - 5 * (move.seat == self._view.seat)
            case "end" | "done" | "pass":
                return 0
        return -1

    def _worth(self, character: str) -> float:
        """The gold that a character's type pays, what else it is liked for, and cards for an empty hand."""
        card = CHARACTERS[self._view.rules.edition][character]
        worth = LIKED.get(character, 0.0) + sum(built.type == getattr(card, "type", "") for built in self._city)
        if character == "magician" and not self._useful:
            worth += max(player.hand for player in self._view.players) / 2
        return worth

    def _card(self, id: str) -> District:
        return self._districts[id.rstrip("+")]

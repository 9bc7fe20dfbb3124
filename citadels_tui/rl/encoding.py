"""Encoding: a view, and its legal moves, as numbers. Nothing but the view is read, so nothing hidden gets in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine import Move, View
from engine.card import TYPES
from engine.cards import CHARACTERS, DISTRICTS

Numbers = NDArray[np.float32]

VERBS = (
    "aside", "beautify", "beg", "bewitch", "bribe", "build", "cash", "collect", "confiscate", "crown", "demolish",
    "destroy", "discard", "divine", "done", "draw", "end", "exchange", "forge", "give", "gold", "keep", "kill", "look",
    "offer", "pass", "pay", "pick", "play", "recover", "refuse", "reveal", "rob", "rose", "seize", "sell", "shorten",
    "sign", "spy", "stake", "store", "swap", "take", "threaten", "trade", "tribute", "warrant",
)  # fmt: skip
"""The first words of all moves."""
KINDS = (
    "acrobat", "aside", "bell_tower", "bequeath", "bewitch", "borrow", "bribe", "cannonball", "cash_wagon", "cemetery",
    "confiscate", "draft", "exchange", "give", "hospital", "keep", "lend", "menu", "offer", "rasputin", "search",
    "study", "theater", "thieves_den", "threat", "threaten", "tithe", "tribute", "warrant",
)  # fmt: skip
"""The kinds of questions."""
MARKS = ("killed", "robbed", "bewitched", "protected", "thief", "rose", "traded", "shielded", "taxman", "builder")
WORDS = ("gold", "card", "cards", "second")
"""Other things that a move can name."""
RANKS = 9


class Encoding:
    """Numbers for one setup: an edition, and a number of players.

    Args:
        edition: Id of the edition; its cards are numbered, whichever of them are in a game.
    """

    def __init__(self, edition: str, players: int) -> None:
        self.players = players
        ids = [card.id for card in DISTRICTS[edition].values()]
        self.districts = {id: place for place, id in enumerate(sorted(ids))}
        """A column for each card of the district deck."""
        names = [*sorted(ids), *sorted(CHARACTERS[edition]), *TYPES, *WORDS]
        self.cards = {id: place for place, id in enumerate(dict.fromkeys(names), 1)}
        """Numbers of everything that a move can name; 0: nothing."""
        n = len(self.districts)
        self._player = 6 + RANKS + n
        self.size = 8 + players + 4 * RANKS + len(MARKS) + len(KINDS) + 2 * n + players * self._player
        """How long an observation is."""

    def observation(self, view: View) -> Numbers:
        """A view as numbers, most of them between 0 and 1; players in order, the seat itself first.

        The parts, one after the other: round, cards in the deck and on the pile, the rank called, whether the income is
        taken, finished cities, gold and cards that the question is about; whose turn it is; by rank: face up, called in
        vain, own, seen while choosing; marks; the kind of question; hand and cards of the question by card; and of
        each player gold, hand cards, crown, characters, whether asked, whether finished, characters shown by rank, city
        by card.
        """
        seat = view.seat
        assert seat is not None
        n, order = self.players, [(seat + place) % self.players for place in range(self.players)]
        asked, turn = view.asked, view.turn
        parts: list[float] = [
            view.round / 20,
            view.deck / 80,
            view.discards / 80,
            view.called / RANKS,
            float(turn is not None and turn.gathered),
            len(view.finished) / n,
            (asked.amount if asked else 0) / 10,
            len(asked.cards if asked else ()) / 10,
        ]
        parts += [float(turn is not None and turn.seat == each) for each in order]
        for ranks in (view.faceup, view.silent, view.roles, view.saw[-1] if view.saw else ()):
            parts += [float(rank in ranks) for rank in range(1, RANKS + 1)]
        parts += [(view.marks[mark] + 1) / 10 if mark in view.marks else 0.0 for mark in MARKS]
        parts += [float(asked is not None and asked.kind == kind) for kind in KINDS]
        parts += self._counted(view.hand)
        parts += self._counted(asked.cards if asked else ())
        for each in order:
            p = view.players[each]
            parts += [
                p.gold / 10,
                p.hand / 10,
                float(view.crown == each),
                p.roles / 2,
                float(asked is not None and asked.seat == each),
                float(each in view.finished),
            ]
            parts += [float(rank in p.shown) for rank in range(1, RANKS + 1)]
            parts += self._counted(p.city)
        return np.array(parts, dtype=np.float32)

    def _counted(self, ids: Sequence[str]) -> list[float]:
        """How often each card is there; a beautified one counts a little more."""
        counts = [0.0] * len(self.districts)
        for id in ids:
            place = self.districts.get(id.rstrip("+"))
            if place is not None:
                counts[place] += 1.25 if id.endswith("+") else 1.0
        return counts

    def move(self, move: Move, seat: int) -> tuple[int, int, int, int]:
        """A move as four numbers: verb, card, player (0: none, 1: oneself, 2: the next one ...), target.

        Args:
            move: The move.
            seat: Who makes it.
        """
        return (
            VERBS.index(move.verb) + 1 if move.verb in VERBS else 0,
            self.cards.get(move.card.rstrip("+"), 0),
            (move.seat - seat) % self.players + 1 if move.seat >= 0 else 0,
            self.cards.get(move.target.rstrip("+"), 0),
        )

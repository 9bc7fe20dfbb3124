"""Rank 3: Magician, Seer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.cards.card import Character, District, verb
from engine.move import Move
from engine.state import ids
from engine.step import About, Question, Step
from engine.turn import DONE, naming, take_from

if TYPE_CHECKING:
    from engine.state import State, Turn


class Magician(Character):
    """Swaps hands with a player, or exchanges cards with the deck."""

    id, name, rank = "magician", "Magician", 3
    text = (
        "Either swap your whole hand with another player's, or put any number of hand cards under the deck "
        "and draw as many."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "swap" in turn.used or "discard" in turn.used:
            return ()
        hand = g.players[turn.seat].hand
        others = [SWAPS[seat] for seat, p in enumerate(g.players) if seat != turn.seat and (hand or p.hand)]
        return others + naming("discard", hand)

    @verb
    def swap(self, g: State, turn: Turn, move: Move) -> None:
        """Swap hands."""
        me, other = g.players[turn.seat], g.players[move.seat]
        me.hand, other.hand = other.hand, me.hand
        g.emit("swap", turn.seat, move.seat)
        for seat in (turn.seat, move.seat):
            hand = g.players[seat].hand
            g.emit("hand", seat, -1, 0, "", tuple(sorted(ids(hand))), (), len(hand))

    @verb
    def discard(self, g: State, turn: Turn, move: Move) -> None:
        """Lay out the first card to exchange."""
        Exchange(()).answer(g, move)


@dataclass(slots=True)
class Exchange(Step):
    """Which further cards are exchanged with the deck?"""

    cards: tuple[District, ...]
    """Cards laid out so far."""
    kind: ClassVar[str] = "exchange"
    secret: ClassVar[str] = "cards"

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        return g.turn.seat, [*naming("discard", g.players[g.turn.seat].hand), DONE]

    def about(self, g: State) -> About:
        return About("", -1, 0, len(self.cards))

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        seat = g.turn.seat
        if move.verb == "discard":
            card = take_from(g.players[seat].hand, move.card)
            g.emit("hold", seat, -1, 0, "", (card.id,), (), 1)
            g.stack.append(Exchange((*self.cards, card)))
            return
        n = len(self.cards)
        g.emit("redraw", seat, -1, 0, "", (), (), n)
        g.under_deck(self.cards)
        g.emit("bottom", seat, -1, 0, "", ids(self.cards), (), n)
        g.draw(seat, n, "magician")


class Seer(Character):
    """Takes a random card from everybody and gives each one card back."""

    id, name, rank, builds = "seer", "Seer", 3, 2
    text = (
        "Take 1 random card from every other player's hand, then give each of them 1 card of your choice. "
        "You may build up to 2 districts."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "divine" in turn.used:
            return ()
        return DIVINE if any(p.hand for seat, p in enumerate(g.players) if seat != turn.seat) else ()

    @verb
    def divine(self, g: State, turn: Turn, move: Move) -> None:
        """Take the cards, in seat order from the left."""
        n = len(g.players)
        victims = []
        g.emit("divine", turn.seat)
        for i in range(1, n):
            other = (turn.seat + i) % n
            hand = g.players[other].hand
            if hand:
                card = hand.pop(g.below(len(hand), "divine"))
                g.players[turn.seat].hand.append(card)
                g.emit("pass_card", other, turn.seat, 0, "", (card.id,), (), 1)
                victims.append(other)
        g.stack.append(GiveBack(tuple(sorted(victims))))


@dataclass(slots=True)
class GiveBack(Step):
    """Which card does the next victim get?"""

    to: tuple[int, ...]
    """Seats that still get a card."""
    kind: ClassVar[str] = "give"

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        return g.turn.seat, gifts(g.players[g.turn.seat].hand, self.to[0])

    def about(self, g: State) -> About:
        return About("", self.to[0], 0, len(self.to))

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        pass_card(g, g.turn.seat, move)
        if self.to[1:]:
            g.stack.append(GiveBack(self.to[1:]))


def gifts(hand: Sequence[District], seat: int) -> list[Move]:
    """One move for each different card that could be given to a seat."""
    return [Move("give", card.id, seat) for card in dict.fromkeys(hand)]


def pass_card(g: State, seat: int, move: Move) -> None:
    """Give a hand card to another player, face down."""
    card = take_from(g.players[seat].hand, move.card)
    g.players[move.seat].hand.append(card)
    g.emit("pass_card", seat, move.seat, 0, "", (card.id,), (), 1)


SWAPS = [Move("swap", "", seat) for seat in range(8)]
DIVINE = (Move("divine"),)
CHARACTERS = (Magician(), Seer())

"""Rank 3: Magician, Wizard, Seer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.build import build, build_prices, builds, counts
from engine.card import Character, District, verb
from engine.card_ids import sorted_ids
from engine.hand import gifts, mixed, naming, pass_card, pass_random, take_from
from engine.move import Move, made
from engine.step import About, Price, Question, Step, step
from engine.turn import DONE

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State


class Magician(Character):
    """Swaps hands with a player, or exchanges cards with the deck."""

    id = "magician"
    name = "Magician"
    rank = 3
    text = (
        "Either swap your whole hand with another player's, or put any number of hand cards under the deck "
        "and draw as many."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "swap" in turn.used or "discard" in turn.used:
            return ()
        hand = g.players[turn.seat].hand
        others = [SWAPS[seat] for seat, p in enumerate(g.players) if seat != turn.seat and (hand or p.hand)]
        return others + [card.drop for card in dict.fromkeys(hand)]

    @verb
    def swap(self, g: State, turn: Turn, move: Move) -> None:
        """Swap hands."""
        me, other = g.players[turn.seat], g.players[move.seat]
        me.hand, other.hand = mixed(other.hand), mixed(me.hand)
        g.log += ("swap", turn.seat, move.seat)
        for seat in (turn.seat, move.seat):
            hand = g.players[seat].hand
            g.log += ("hand", seat, sorted_ids(hand), len(hand))

    @verb
    def discard(self, g: State, turn: Turn, move: Move) -> None:
        """Lay out the first card to exchange."""
        Exchange(()).answer(g, move)


class OldMagician(Magician):
    """With a discard pile (conflict C9)."""

    text = (
        "Either swap your whole hand with another player's, or put any number of hand cards on the discard pile "
        "and draw as many."
    )


@step("exchange", secret="cards")
class Exchange(Step):
    """Which further cards are exchanged with the deck?"""

    cards: tuple[District, ...]
    """Cards laid out so far."""

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        return g.turn.seat, [*[card.drop for card in dict.fromkeys(g.players[g.turn.seat].hand)], DONE]

    def about(self, g: State) -> About:
        return About("", -1, 0, len(self.cards))

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        seat = g.turn.seat
        if move.verb == "discard":
            card = take_from(g.players[seat].hand, move.card)
            g.log += ("hold", seat, (card.id,), 1)
            g.stack.append(Exchange((*self.cards, card)))
            return
        n = len(self.cards)
        g.log += ("redraw", seat, n)
        g.discard(seat, self.cards, "bottom")
        g.draw(seat, n, "magician")


class Wizard(Character):
    """Takes or builds a card of another player's hand."""

    id = "wizard"
    name = "Wizard"
    rank = 3
    text = (
        "Look at another player's hand and choose 1 card: take it, or pay for it and build it at once, beyond your "
        "limit. This turn you may build districts that your city already has."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "look" in turn.used:
            return ()
        return [made("look", "", seat) for seat, p in enumerate(g.players) if seat != turn.seat and p.hand]

    @verb
    def look(self, g: State, turn: Turn, move: Move) -> None:
        """Choose the hand to look at."""
        g.stack.append(Study(move.seat, True))

    def twins(self, g: State, seat: int) -> bool:
        """Open case A24: every district of that turn."""
        turn = g.turn
        return turn is not None and turn.char is self and turn.seat == seat


@step("study")
class Study(Step):
    """Which card of another player's hand?"""

    other: int
    """The seat whose hand is looked at."""
    may_build: bool
    """Whether the card may be built at once."""

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        hand = mixed(g.players[self.other].hand)
        moves = naming("take", hand)
        if self.may_build and turn.gathered:
            moves += borrowed_builds(g, turn, hand)
        return turn.seat, moves

    def opens(self) -> int:
        return self.other

    def sight(self, g: State) -> Sequence[District]:
        return g.players[self.other].hand

    def about(self, g: State) -> About:
        return About("", self.other)

    def prices(self, g: State) -> list[Price]:
        assert g.turn is not None
        return build_prices(g, g.players[g.turn.seat].city)

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        pass_card(g, self.other, turn.seat, move.card)
        if move.verb == "build":
            turn.limit += counts(g, turn, g.ruleset.district(move.card))
            build(g, turn, move)


def borrowed_builds(g: State, turn: Turn, hand: Sequence[District]) -> list[Move]:
    """The ways to build a card of somebody's hand as if it were one's own, beyond the limit."""
    mine = g.players[turn.seat]
    own, limit = mine.hand, turn.limit
    moves: list[Move] = []
    turn.limit = turn.built + 1
    try:
        for card in dict.fromkeys(hand):
            mine.hand = [*own, card]
            found: list[Move] = []
            builds(g, turn, found)
            moves += [move for move in found if move.card == card.id]
    finally:
        mine.hand, turn.limit = own, limit
    return moves


class Seer(Character):
    """Takes a random card from everybody and gives each one card back."""

    id = "seer"
    name = "Seer"
    rank = 3
    builds = 2
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
        g.log += ("divine", turn.seat)
        for i in range(1, n):
            other = (turn.seat + i) % n
            if g.players[other].hand:
                pass_random(g, other, turn.seat, "divine")
                victims.append(other)
        g.stack.append(GiveBack(tuple(sorted(victims))))


@step("give")
class GiveBack(Step):
    """Which card does the next victim get?"""

    to: tuple[int, ...]
    """Seats that still get a card."""

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        return g.turn.seat, gifts(g.players[g.turn.seat].hand, self.to[0])

    def about(self, g: State) -> About:
        return About("", self.to[0], 0, len(self.to))

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        pass_card(g, g.turn.seat, move.seat, move.card)
        if self.to[1:]:
            g.stack.append(GiveBack(self.to[1:]))


SWAPS = [Move("swap", "", seat) for seat in range(8)]
DIVINE = (Move("divine"),)
WIZARD = Wizard()
DELUXE = (Magician(), WIZARD, Seer())
CLASSIC = (OldMagician(),)
DARK_CITY = (WIZARD,)

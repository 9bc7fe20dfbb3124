"""Choosing cards from a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.move import Move, made

if TYPE_CHECKING:
    from engine.card import District
    from engine.state import State


def naming(verb: str, cards: Sequence[District]) -> list[Move]:
    """One move for each different card."""
    return [made(verb, card.id) for card in dict.fromkeys(cards)]


def mixed(cards: Sequence[District]) -> list[District]:
    """Cards that somebody else is shown: by id, since the order they lay in would say how they came."""
    return sorted(cards, key=lambda card: card.id)


def gifts(hand: Sequence[District], seat: int) -> list[Move]:
    """One move for each different card that could be given to a seat."""
    return [made("give", card.id, seat) for card in dict.fromkeys(hand)]


def take_from(cards: list[District], id: str) -> District:
    """Remove and return the first card with an id."""
    for i, card in enumerate(cards):
        if card.id == id:
            return cards.pop(i)
    raise ValueError(id)


def pass_card(g: State, seat: int, other: int, id: str) -> District:
    """Give a hand card to another player, face down."""
    card = take_from(g.players[seat].hand, id)
    g.players[other].hand.append(card)
    g.log += ("pass_card", seat, other, (card.id,), 1)
    return card


def pass_random(g: State, seat: int, other: int, label: str) -> None:
    """Give a random hand card to another player, face down."""
    hand = g.players[seat].hand
    pass_card(g, seat, other, hand[g.below(len(hand), label)].id)

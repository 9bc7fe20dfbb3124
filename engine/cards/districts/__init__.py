"""The districts and action cards, by edition, in the order in which their hooks run."""

from __future__ import annotations

from collections.abc import Mapping

from engine.card import District
from engine.cards.districts import old, unique
from engine.cards.districts.actions import ACTIONS
from engine.cards.districts.plain import PLAIN

DISTRICTS: Mapping[str, Mapping[str, District]] = {
    "deluxe": {card.id: card for card in (*PLAIN, *unique.DELUXE, *ACTIONS)},
    "classic": {card.id: card for card in (*PLAIN, *old.CLASSIC)},
    "dark_city": {card.id: card for card in (*PLAIN, *old.CLASSIC, *old.DARK_CITY)},
}
"""Every card of the district deck by id, for each edition."""

for index, id in enumerate(sorted({id for cards in DISTRICTS.values() for id in cards})):
    for cards in DISTRICTS.values():
        if id in cards:
            cards[id].index = index

"""The districts and action cards, by edition, in the order in which their hooks run."""

from __future__ import annotations

from collections.abc import Mapping

from engine.card import District, Plain
from engine.cards.districts import old
from engine.cards.districts.actions import ACTIONS
from engine.cards.districts.building import BUILDING
from engine.cards.districts.scoring import SCORING
from engine.cards.districts.turns import TURNS
from engine.cards.districts.watching import WATCHING

PLAIN = (
    Plain("manor", "Manor", "noble", 3),
    Plain("castle", "Castle", "noble", 4),
    Plain("palace", "Palace", "noble", 5),
    Plain("temple", "Temple", "religious", 1),
    Plain("church", "Church", "religious", 2),
    Plain("monastery", "Monastery", "religious", 3),
    Plain("cathedral", "Cathedral", "religious", 5),
    Plain("tavern", "Tavern", "trade", 1),
    Plain("market", "Market", "trade", 2),
    Plain("trading_post", "Trading Post", "trade", 2),
    Plain("docks", "Docks", "trade", 3),
    Plain("harbor", "Harbor", "trade", 4),
    Plain("town_hall", "Town Hall", "trade", 5),
    Plain("watchtower", "Watchtower", "military", 1),
    Plain("prison", "Prison", "military", 2),
    Plain("barracks", "Barracks", "military", 3),
    Plain("fortress", "Fortress", "military", 5),
)
"""The base districts: id, name, type, cost and points. The edition says how many copies a game has of each."""
_UNIQUE = sorted((*BUILDING, *SCORING, *TURNS, *WATCHING), key=lambda card: card.id)
"""The 36 unique districts of the deluxe edition."""

DISTRICTS: Mapping[str, Mapping[str, District]] = {
    "deluxe": {card.id: card for card in (*PLAIN, *_UNIQUE, *ACTIONS)},
    "classic": {card.id: card for card in (*PLAIN, *old.CLASSIC)},
    "dark_city": {card.id: card for card in (*PLAIN, *old.CLASSIC, *old.DARK_CITY)},
}
"""Every card of the district deck by id, for each edition."""

for index, id in enumerate(sorted({id for cards in DISTRICTS.values() for id in cards})):
    for cards in DISTRICTS.values():
        if id in cards:
            cards[id].index = index

"""The base districts; the edition says how many copies a game has of each."""

from __future__ import annotations

from engine.card import Plain

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
"""The base districts: id, name, type, cost and points."""

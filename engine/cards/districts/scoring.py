"""Unique districts that matter when points are counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import TYPES, District

if TYPE_CHECKING:
    from engine.state import State


class Basilica(District):
    """A point for each district of odd cost."""

    id = "basilica"
    name = "Basilica"
    cost = 4
    text = "At the end of the game, 1 extra point for each district in your city whose cost is an odd number."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return sum(d.cost % 2 for d in city) if g.owns(seat, self) else 0


class Capitol(District):
    """Points for three of a type."""

    id = "capitol"
    name = "Capitol"
    cost = 5
    text = "At the end of the game, 3 extra points if your city has at least 3 districts of one type."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return 3 if g.owns(seat, self) and any(types.count(type) >= 3 for type in TYPES) else 0


class DragonGate(District):
    """Two more points than it costs."""

    id = "dragon_gate"
    name = "Dragon Gate"
    cost = 6
    points = 8
    text = "Worth 8 points at the end of the game, 2 more than it costs."


class HauntedQuarter(District):
    """Any type in scoring."""

    id = "haunted_quarter"
    name = "Haunted Quarter"
    cost = 2
    free_type = True
    text = "At the end of the game it counts as one district type of your choice."


class ImperialTreasury(District):
    """A point for each gold."""

    id = "imperial_treasury"
    name = "Imperial Treasury"
    cost = 5
    text = "At the end of the game, 1 extra point for each gold in your stash."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return g.players[seat].gold if g.owns(seat, self) else 0


class IvoryTower(District):
    """Points for being the only unique district."""

    id = "ivory_tower"
    name = "Ivory Tower"
    cost = 5
    text = "At the end of the game, 5 extra points if it is the only unique district in your city."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return 5 if g.owns(seat, self) and types.count("unique") == 1 else 0


class MapRoom(District):
    """A point for each hand card."""

    id = "map_room"
    name = "Map Room"
    cost = 5
    text = "At the end of the game, 1 extra point for each card in your hand."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return len(g.players[seat].hand) if g.owns(seat, self) else 0


class SecretVault(District):
    """Points from the hand."""

    id = "secret_vault"
    name = "Secret Vault"
    cost = 0
    text = "It cannot be built. At the end of the game, show it from your hand for 3 extra points."

    def may_build(self, g: State, seat: int) -> bool:
        return False

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return 3 if self in g.players[seat].hand else 0


class Statue(District):
    """Points for the crown."""

    id = "statue"
    name = "Statue"
    cost = 3
    text = "At the end of the game, 5 extra points if you hold the crown."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return 5 if g.crown == seat and g.owns(seat, self) else 0


class University(District):
    """Two more points than it costs."""

    id = "university"
    name = "University"
    cost = 6
    points = 8
    text = "Worth 8 points at the end of the game, 2 more than it costs."


class WishingWell(District):
    """A point for each unique district."""

    id = "wishing_well"
    name = "Wishing Well"
    cost = 5
    text = "At the end of the game, 1 extra point for each unique district in your city, itself included."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return types.count("unique") if g.owns(seat, self) else 0


SCORING: tuple[District, ...] = (
    Basilica(),
    Capitol(),
    DragonGate(),
    HauntedQuarter(),
    ImperialTreasury(),
    IvoryTower(),
    MapRoom(),
    SecretVault(),
    Statue(),
    University(),
    WishingWell(),
)

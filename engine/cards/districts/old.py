"""The purple districts of the classic game and of its expansion, as far as they differ from the deluxe ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import District
from engine.cards.districts.building import BellTower, Factory, Lighthouse
from engine.cards.districts.scoring import (
    DragonGate,
    HauntedQuarter,
    ImperialTreasury,
    MapRoom,
    University,
    WishingWell,
)
from engine.cards.districts.turns import (
    Armory,
    Hospital,
    Laboratory,
    Library,
    Museum,
    Observatory,
    Park,
    PoorHouse,
    SchoolOfMagic,
    Smithy,
)
from engine.cards.districts.watching import Cemetery, GreatWall, Keep, ThroneRoom

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.state import State


class HauntedCity(HauntedQuarter):
    """The old name."""

    id = "haunted_city"
    name = "Haunted City"


class Graveyard(Cemetery):
    """The old name."""

    id = "graveyard"
    name = "Graveyard"


class OldLaboratory(Laboratory):
    """Pays 1 gold."""

    text = "Once per turn, discard 1 card from your hand to take 1 gold."
    pays = 1


class OldSmithy(Smithy):
    """Three gold for two cards."""

    text = "Once per turn, pay 3 gold to draw 2 cards."
    pays = 3
    draws = 2


class OldObservatory(Observatory):
    """Costs more."""

    cost = 5


class OldLibrary(Library):
    """Keeps one card more."""

    text = "If you draw cards for your income, you keep 2 of them."

    def income_cards(self, g: State, seat: int) -> tuple[int, int]:
        return 0, 1 if g.owns(seat, self) else 0


class OldArmory(Armory):
    """In completed cities, too (open case A60)."""

    text = "In your turn you may destroy the Armory and with it any 1 district, even in a completed city."

    def spares(self, g: State, seat: int) -> bool:
        return False


class OldTreasury(ImperialTreasury):
    """Costs less."""

    cost = 4


class OldWishingWell(WishingWell):
    """Does not count itself."""

    text = "At the end of the game, 1 extra point for each other purple district in your city."

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return max(super().score(g, seat, city, types) - 1, 0)


class OldQuarry(District):
    """Identical districts cost 1 less; where there are none, it allows them (open case A46)."""

    id = "quarry"
    name = "Quarry"
    cost = 5
    text = (
        "You may build districts that your city already has. Where everybody may, each district that your city "
        "already has costs you 1 gold less."
    )

    def twins(self, g: State, seat: int) -> bool:
        return g.owns(seat, self)

    def discount(self, ruleset: Ruleset, city: Sequence[District], card: District) -> int:
        return 1 if ruleset.duplicates and any(own.plain is card.plain for own in city) else 0


CLASSIC: tuple[District, ...] = (
    HauntedCity(),
    Keep(),
    Graveyard(),
    OldLaboratory(),
    OldSmithy(),
    OldObservatory(),
    OldLibrary(),
    SchoolOfMagic(),
    University(),
    DragonGate(),
)
"""The purple districts of the classic game."""

DARK_CITY: tuple[District, ...] = (
    Lighthouse(),
    OldArmory(),
    Museum(),
    OldTreasury(),
    MapRoom(),
    OldWishingWell(),
    OldQuarry(),
    PoorHouse(),
    BellTower(),
    Factory(),
    Park(),
    Hospital(),
    ThroneRoom(),
    GreatWall(),
)
"""The purple districts of the expansion; the Ball Room needs a table and voices, and is left out."""

"""Editions: the characters, districts, constants and presets, as data."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from engine.errors import RulesError, shown

OptionValue = bool | int | str


class Preset(NamedTuple):
    """A published combination of characters and unique districts."""

    id: str
    name: str
    characters: tuple[str, ...]
    """Ids for ranks 1 to 8, and of rank 9 when the preset names one."""
    uniques: tuple[str, ...]


class Edition(NamedTuple):
    """One edition: everything in which it differs from another."""

    id: str
    name: str
    counts: Mapping[int, tuple[int, ...]]
    """Players -> how many characters they may play with."""
    characters: tuple[tuple[str, ...], ...]
    """For each rank from 1 on, the ids that may stand there."""
    uniques: tuple[str, ...]
    """Unique districts that may be shuffled in."""
    unique_count: tuple[int, int]
    """The fewest and the most unique districts a free selection takes."""
    presets: tuple[Preset, ...]
    city: tuple[int, int]
    """Districts that complete a city with 2-3 players, and with more."""
    districts: Mapping[str, int]
    """Plain districts: id -> copies."""
    copies: Mapping[str, int] = MappingProxyType({})
    """Unique districts of which there is more than one."""
    actions: Mapping[str, int] = MappingProxyType({})
    """Action cards: id -> copies."""
    banned: Mapping[str, int] = MappingProxyType({})
    """Character -> the fewest players it may be used with."""
    excludes: Mapping[str, str] = MappingProxyType({})
    """Unique district -> the character it cannot be in a game with."""
    pile: bool = False
    """Whether discards go to a pile, not under the deck."""
    peek: bool = False
    """Whether the player with the crown looks at the character that goes aside first."""
    tie: Literal["rank", "districts"] = "rank"
    """The tie-break between equal scores."""
    options: Mapping[str, OptionValue] = MappingProxyType({})
    """Switches with their defaults."""

    @property
    def seats(self) -> tuple[int, int]:
        """Fewest and most players."""
        return min(self.counts), max(self.counts)

    def target(self, players: int) -> int:
        """Districts that complete a city."""
        return self.city[0] if players <= 3 else self.city[1]

    def preset(self, id: str) -> Preset:
        """A preset by its id.

        Raises:
            RulesError: when the edition has no such preset.
        """
        for preset in self.presets:
            if preset.id == id:
                return preset
        raise RulesError(
            "{edition} has no preset {preset}; choose from {presets}",
            edition=self.name,
            preset=shown(id),
            presets=", ".join(p.id for p in self.presets),
        )


_PLAIN = MappingProxyType(
    {
        "manor": 5,
        "castle": 4,
        "palace": 3,
        "temple": 3,
        "church": 3,
        "monastery": 3,
        "cathedral": 2,
        "tavern": 5,
        "market": 4,
        "trading_post": 3,
        "docks": 3,
        "harbor": 3,
        "town_hall": 2,
        "watchtower": 3,
        "prison": 3,
        "barracks": 3,
        "fortress": 2,
    }
)
"""The 54 base districts of every edition."""

_PRESETS = (
    Preset(
        "first_game",
        "First game",
        ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"),
        (
            "dragon_gate",
            "factory",
            "haunted_quarter",
            "imperial_treasury",
            "keep",
            "laboratory",
            "library",
            "map_room",
            "quarry",
            "school_of_magic",
            "smithy",
            "statue",
            "thieves_den",
            "wishing_well",
        ),
    ),
    Preset(
        "ambitious_aristocrats",
        "Ambitious Aristocrats",
        ("magistrate", "thief", "wizard", "patrician", "bishop", "trader", "architect", "marshal", "queen"),
        (
            "capitol",
            "factory",
            "framework",
            "great_wall",
            "haunted_quarter",
            "keep",
            "necropolis",
            "park",
            "poor_house",
            "quarry",
            "school_of_magic",
            "stables",
            "statue",
            "thieves_den",
        ),
    ),
    Preset(
        "cunning_agents",
        "Cunning Agents",
        ("witch", "blackmailer", "magician", "emperor", "abbot", "alchemist", "architect", "warlord", "tax_collector"),
        (
            "armory",
            "basilica",
            "dragon_gate",
            "gold_mine",
            "keep",
            "monument",
            "museum",
            "necropolis",
            "park",
            "poor_house",
            "quarry",
            "secret_vault",
            "smithy",
            "theater",
        ),
    ),
    Preset(
        "illustrious_emissaries",
        "Illustrious Emissaries",
        ("witch", "spy", "seer", "emperor", "bishop", "merchant", "scholar", "diplomat", "artist"),
        (
            "factory",
            "framework",
            "great_wall",
            "haunted_quarter",
            "ivory_tower",
            "keep",
            "library",
            "museum",
            "observatory",
            "park",
            "poor_house",
            "quarry",
            "school_of_magic",
            "smithy",
        ),
    ),
    Preset(
        "devious_dignitaries",
        "Devious Dignitaries",
        ("magistrate", "blackmailer", "wizard", "king", "abbot", "alchemist", "navigator", "marshal", "queen"),
        (
            "dragon_gate",
            "factory",
            "framework",
            "haunted_quarter",
            "laboratory",
            "necropolis",
            "park",
            "poor_house",
            "secret_vault",
            "smithy",
            "stables",
            "theater",
            "thieves_den",
            "wishing_well",
        ),
    ),
    Preset(
        "tenacious_delegates",
        "Tenacious Delegates",
        ("assassin", "spy", "seer", "king", "cardinal", "trader", "scholar", "diplomat", "artist"),
        (
            "basilica",
            "capitol",
            "haunted_quarter",
            "imperial_treasury",
            "laboratory",
            "library",
            "map_room",
            "observatory",
            "school_of_magic",
            "secret_vault",
            "smithy",
            "stables",
            "statue",
            "wishing_well",
        ),
    ),
    Preset(
        "vicious_nobles",
        "Vicious Nobles",
        ("assassin", "thief", "magician", "patrician", "cardinal", "merchant", "navigator", "warlord", "tax_collector"),
        (
            "armory",
            "basilica",
            "dragon_gate",
            "gold_mine",
            "imperial_treasury",
            "ivory_tower",
            "laboratory",
            "map_room",
            "monument",
            "museum",
            "school_of_magic",
            "statue",
            "thieves_den",
            "wishing_well",
        ),
    ),
)

DELUXE = Edition(
    id="deluxe",
    name="Deluxe",
    counts=MappingProxyType({2: (8,), 3: (9,), 4: (8, 9), 5: (8, 9), 6: (8, 9), 7: (8, 9), 8: (9,)}),
    characters=(
        ("assassin", "witch", "magistrate"),
        ("thief", "spy", "blackmailer"),
        ("magician", "wizard", "seer"),
        ("king", "emperor", "patrician"),
        ("bishop", "abbot", "cardinal"),
        ("merchant", "alchemist", "trader"),
        ("architect", "navigator", "scholar"),
        ("warlord", "diplomat", "marshal"),
        ("artist", "queen", "tax_collector"),
    ),
    uniques=tuple(
        sorted(
            {id for preset in _PRESETS for id in preset.uniques}
            | {"bell_tower", "cemetery", "hospital", "lighthouse", "throne_room", "university"}
        )
    ),
    unique_count=(14, 14),
    presets=_PRESETS,
    city=(8, 7),
    districts=_PLAIN,
    actions=MappingProxyType(
        {
            "acrobat": 1,
            "circus_tent": 3,
            "director": 2,
            "cash_wagon": 3,
            "human_cannonball": 2,
            "rasputin": 2,
            "fortune_teller": 2,
        }
    ),
    banned=MappingProxyType({"emperor": 3, "queen": 5}),
    options=MappingProxyType({"wall_covers_itself": True}),
)

_PURPLE = (
    "haunted_city",
    "keep",
    "graveyard",
    "laboratory",
    "smithy",
    "observatory",
    "library",
    "school_of_magic",
    "university",
    "dragon_gate",
)
_EIGHT = ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord")
_OLD = MappingProxyType({"duplicates": True, "strict_bank": False})

CLASSIC = Edition(
    id="classic",
    name="Classic",
    counts=MappingProxyType(dict.fromkeys(range(2, 8), (8,))),
    characters=tuple((id,) for id in _EIGHT),
    uniques=_PURPLE,
    unique_count=(len(_PURPLE), len(_PURPLE)),
    presets=(Preset("classic", "Classic", _EIGHT, _PURPLE),),
    city=(8, 8),
    districts=_PLAIN,
    copies=MappingProxyType({"keep": 2}),
    pile=True,
    peek=True,
    tie="districts",
    options=_OLD,
)

_DARK = (
    "lighthouse",
    "armory",
    "museum",
    "imperial_treasury",
    "map_room",
    "wishing_well",
    "quarry",
    "poor_house",
    "bell_tower",
    "factory",
    "park",
    "hospital",
    "throne_room",
    "great_wall",
)

DARK_CITY = Edition(
    id="dark_city",
    name="Dark City",
    counts=MappingProxyType({2: (8,), 3: (8, 9), 4: (8, 9), 5: (8, 9), 6: (8, 9), 7: (8, 9), 8: (9,)}),
    characters=(
        ("assassin", "witch"),
        ("thief", "tax_collector"),
        ("magician", "wizard"),
        ("king", "emperor"),
        ("bishop", "abbot"),
        ("merchant", "alchemist"),
        ("architect", "navigator"),
        ("warlord", "diplomat"),
        ("artist", "queen"),
    ),
    uniques=(*_PURPLE, *_DARK),
    unique_count=(0, len(_PURPLE) + len(_DARK)),
    presets=(
        Preset("dark_city", "Dark City", (*_EIGHT, "artist"), (*_PURPLE, *_DARK)),
        Preset(
            "dark_lands",
            "All ten new characters",
            (
                "witch",
                "tax_collector",
                "wizard",
                "emperor",
                "abbot",
                "alchemist",
                "navigator",
                "diplomat",
                "queen",
            ),
            (*(id for id in _PURPLE if id != "graveyard"), *_DARK),
        ),
    ),
    city=(8, 8),
    districts=_PLAIN,
    copies=MappingProxyType({"keep": 2}),
    banned=MappingProxyType({"emperor": 3, "queen": 5}),
    excludes=MappingProxyType({"graveyard": "diplomat"}),
    pile=True,
    peek=True,
    tie="districts",
    options=MappingProxyType({**_OLD, "wall_covers_itself": True}),
)

EDITIONS: Mapping[str, Edition] = MappingProxyType({edition.id: edition for edition in (DELUXE, CLASSIC, DARK_CITY)})
"""Every edition by id."""

"""Editions as data: characters, decks, constants and presets; and `Rules`, the setup of one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.errors import RulesError

if TYPE_CHECKING:
    from random import Random

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Preset:
    """A published combination of characters and unique districts."""

    id: str
    name: str
    characters: tuple[str, ...]
    """Ids for ranks 1 to 8, and of rank 9 when the preset names one."""
    uniques: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """What distinguishes one edition from another."""

    id: str
    name: str
    seats: tuple[int, int]
    """Fewest and most players."""
    characters: tuple[tuple[str, ...], ...]
    """For each rank from 1 on, the ids that may stand there."""
    districts: Mapping[str, int]
    """Plain districts: id -> copies."""
    uniques: tuple[str, ...]
    """Unique districts that may be shuffled in."""
    unique_count: int
    """How many unique districts a game takes."""
    presets: tuple[Preset, ...]
    city: tuple[int, int]
    """Districts that complete a city with 2-3 players, and with more."""
    banned: Mapping[str, int]
    """Character -> the fewest players it may be used with."""
    options: Mapping[str, OptionValue] = field(default_factory=lambda: MappingProxyType({}))
    """Switches with their defaults."""

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
        raise RulesError(f"{self.name} has no preset {id[:40]!r}; it has {', '.join(p.id for p in self.presets)}")

    def ranks(self, players: int) -> tuple[int, int]:
        """The fewest and the most characters for a number of players."""
        counts = [n for n in (8, 9) if n <= len(self.characters) and playable(players, n)]
        return min(counts), max(counts)


@dataclass(frozen=True, slots=True)
class Rules:
    """The setup of one game, public to everybody: enough to play it again from its seed."""

    edition: str
    players: int
    characters: tuple[str, ...]
    """The character id at each rank; ``characters[0]`` is rank 1."""
    uniques: tuple[str, ...]
    """Ids of the unique districts in the deck."""
    action_cards: bool = False
    options: tuple[tuple[str, OptionValue], ...] = ()
    """Switches that differ from the edition's defaults, sorted by name."""

    @classmethod
    def make(
        cls,
        players: int = 4,
        edition: str = "deluxe",
        preset: str | None = None,
        characters: Sequence[str] | None = None,
        uniques: Sequence[str] | None = None,
        nine: bool = False,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Rules:
        """Set a game up from a preset (the edition's first by default) or by free selection.

        Args:
            players: Number of players.
            edition: Id of the edition.
            preset: Id of a preset; its characters and districts are replaced by the next two.
            characters: A character id for each rank from 1 on.
            uniques: Ids of the unique districts.
            nine: Whether a preset is played with rank 9 where the players may choose.
            options: Switches that differ from the edition's defaults.

        Raises:
            RulesError: with a sentence that says what does not fit.
        """
        found = _edition(edition)
        low, high = found.seats
        if not low <= players <= high:
            raise RulesError(f"{found.name} is for {low} to {high} players, not {players}")
        chosen = found.preset(preset) if preset else found.presets[0]
        if characters is None:
            characters = _cast(found, chosen, players, nine)
        rules = cls(
            found.id,
            players,
            tuple(characters),
            tuple(sorted(chosen.uniques if uniques is None else uniques)),
            False,
            tuple(sorted((options or {}).items())),
        )
        rules.check()
        return rules

    @classmethod
    def random(cls, players: int, random: Random, edition: str = "deluxe") -> Rules:
        """A random legal setup: one character a rank and as many unique districts as the edition takes."""
        found = _edition(edition)
        count = random.choice(found.ranks(players))
        cast = [
            random.choice([id for id in ids if players >= found.banned.get(id, 0)]) for ids in found.characters[:count]
        ]
        return cls.make(players, edition, None, cast, random.sample(found.uniques, found.unique_count))

    def check(self) -> None:
        """Refuse what the rulebook does not allow.

        Raises:
            RulesError: with a sentence that says what does not fit.
        """
        found = _edition(self.edition)
        low, high = found.seats
        if not low <= self.players <= high:
            raise RulesError(f"{found.name} is for {low} to {high} players, not {self.players}")
        if not playable(self.players, len(self.characters)):
            raise RulesError(f"{self.players} players cannot play with {len(self.characters)} characters")
        for rank, id in enumerate(self.characters, 1):
            if id not in found.characters[rank - 1]:
                raise RulesError(f"{id[:40]!r} is not a character of rank {rank}")
            if self.players < found.banned.get(id, 0):
                raise RulesError(f"the {id} needs at least {found.banned[id]} players")
        if len(set(self.uniques)) != len(self.uniques):
            raise RulesError("each unique district can be in the game only once")
        for id in self.uniques:
            if id not in found.uniques:
                raise RulesError(f"{id[:40]!r} is not a unique district of {found.name}")
        for name, _ in self.options:
            if name not in found.options:
                raise RulesError(f"{found.name} has no option {name[:40]!r}")
        if self.action_cards:
            raise RulesError(f"{found.name} has no action cards")

    def to_plain(self) -> dict[str, Any]:
        """The setup as plain data."""
        return {
            "edition": self.edition,
            "players": self.players,
            "characters": list(self.characters),
            "uniques": list(self.uniques),
            "action_cards": self.action_cards,
            "options": dict(self.options),
        }

    @classmethod
    def from_plain(cls, plain: object) -> Rules:
        """Read what `to_plain` wrote.

        Raises:
            RulesError: when it is not a setup, or not a legal one.
        """
        match plain:
            case {
                "edition": str(edition),
                "players": int(players),
                "characters": list(characters),
                "uniques": list(uniques),
                "action_cards": bool(action_cards),
                "options": dict(options),
            } if all(isinstance(id, str) for id in (*characters, *uniques, *options)):
                values = tuple(sorted(options.items()))
                if not all(isinstance(value, bool | int | str) for _, value in values):
                    raise RulesError("an option has a value that cannot be")
                rules = cls(edition, players, tuple(characters), tuple(uniques), action_cards, values)
                rules.check()
                return rules
        raise RulesError("this is not the setup of a game")


def playable(players: int, characters: int) -> bool:
    """Whether that many players can play with that many characters (deluxe selection tables)."""
    return players in {8: (2, 4, 5, 6, 7), 9: (3, 4, 5, 6, 7, 8)}.get(characters, ())


def _edition(id: str) -> Edition:
    found = EDITIONS.get(id)
    if found is None:
        raise RulesError(f"there is no edition {id[:40]!r}; there are {', '.join(EDITIONS)}")
    return found


def _cast(edition: Edition, preset: Preset, players: int, nine: bool) -> tuple[str, ...]:
    """A preset's characters for a number of players, with the replacements the rulebook gives."""
    low, high = edition.ranks(players)
    count = high if nine else low
    cast = list(preset.characters[:count])
    if len(cast) < count:
        cast.append("artist" if players < 5 else "queen")
    for i, id in enumerate(cast):
        if players < edition.banned.get(id, 0):
            cast[i] = next(other for other in edition.characters[i] if players >= edition.banned.get(other, 0))
    return tuple(cast)


FIRST_GAME = Preset(
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
)

DELUXE = Edition(
    id="deluxe",
    name="Deluxe",
    seats=(2, 8),
    characters=(
        ("assassin", "witch", "magistrate"),
        ("thief", "blackmailer"),
        ("magician", "seer"),
        ("king",),
        ("bishop", "cardinal"),
        ("merchant",),
        ("architect",),
        ("warlord",),
        ("artist", "queen"),
    ),
    districts=MappingProxyType(
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
    ),
    uniques=tuple(sorted((*FIRST_GAME.uniques, "cemetery", "theater"))),
    unique_count=14,
    presets=(FIRST_GAME,),
    city=(8, 7),
    banned=MappingProxyType({"queen": 5}),
)

EDITIONS: Mapping[str, Edition] = MappingProxyType({DELUXE.id: DELUXE})
"""Every edition by id."""

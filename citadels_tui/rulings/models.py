"""The tables of a position as models: they say what may be written, and nothing else passes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationInfo,
    model_validator,
)

from citadels_tui.rulings.problem import UNKNOWN, Problem, shown
from citadels_tui.rulings.words import (
    PLAYERS,
    Amount,
    Character,
    DistrictId,
    Phase,
    PlainCard,
    Player,
    Text,
    Wagons,
    game_of,
)
from engine.card import District
from engine.cards import CHARACTERS
from engine.editions import EDITIONS
from engine.state import State


class StrictTable(BaseModel):
    """A table that has no other keys than the fields of its model."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def allowed(cls) -> Collection[str]:
        """The keys that it may have."""
        return cls.model_fields

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, table: Any) -> Any:
        for key in table if isinstance(table, dict) else ():
            if key not in cls.allowed():
                raise Problem(UNKNOWN, (key,)).among(key, cls.allowed())
        return table


class CardTable(StrictTable):
    """A card of a hand or city, written as its id or as a table."""

    card: DistrictId
    beautified: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_id(cls, card: Any) -> Any:
        return card if isinstance(card, dict) else {"card": card}

    def district(self, g: State) -> District:
        """The card itself."""
        card = g.ruleset.district(self.card)
        return card.beauty if self.beautified else card


class CityCardTable(CardTable):
    """A card of a city, perhaps with others under it."""

    under: list[PlainCard] = []

    @model_validator(mode="after")
    def _can_stand(self, info: ValidationInfo) -> Self:
        g = game_of(info)
        card = self.district(g)
        id = shown(card.plain.id)
        if (card.action and not card.safe) or card.id == "secret_vault":
            raise Problem("{key}: {card} can never be in a city", card=id)
        if card.beautified and card.action:
            raise Problem("{key}: {card} cannot be beautified", card=id)
        if card.beautified and not g.ruleset.beauty:
            raise Problem("{key}: nothing is beautified in a game without an artist")
        if "under" in self.model_fields_set and card.plain.id != "museum":
            raise Problem("{key}: cards lie under a museum alone, not under {card}", ("under",), card=id)
        return self


class PlayerTable(StrictTable):
    """A table ``[pN]``: the possessions of a player."""

    gold: Amount = 0
    hand: list[PlainCard] = []
    city: list[CityCardTable] = []
    characters: list[Character] = []
    wagons: Wagons = []


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _calling(rank: int, info: ValidationInfo) -> int:
    last = game_of(info).ruleset.ranks[-1]
    if not 1 <= rank <= last:
        text = "{key} must be a whole number from {least} to {most}, not {value}"
        raise Problem(text, least=1, most=last, value=rank)
    return rank


Characters = Annotated[list[Character], BeforeValidator(_as_list)]
"""Characters; a single one needs no list."""
Calling = Annotated[int, AfterValidator(_calling)]


class WarrantsTable(StrictTable):
    """The characters with the Magistrate's warrants."""

    signed: Character
    blank: Characters = []


class ThreatsTable(StrictTable):
    """The characters with the Blackmailer's threats."""

    rose: Character
    blank: Characters = []


_MEANINGLESS: Mapping[str, Sequence[str]] = {
    "draft": ("calling", "killed", "bewitched", "robbed", "warrants", "threats", "finished"),
    "scoring": ("calling", "robbed", "warrants", "threats", "facedown"),
    "": ("facedown",),
}
"""For each phase the keys of ``[table]`` that mean nothing then."""


class SharedTable(StrictTable):
    """The table ``[table]``, of all that belongs to no player: crown, deck, phase, marks and tokens."""

    crown: Player = "p1"
    deck: list[PlainCard] = []
    calling: Calling | None = None
    phase: Phase = ""
    killed: Character | None = None
    bewitched: Character | None = None
    robbed: Character | None = None
    warrants: WarrantsTable | None = None
    threats: ThreatsTable | None = None
    faceup: list[Character] = []
    facedown: Characters = []
    finished: list[Player] | None = None
    tax: Amount | None = None
    bell_tower: Player | None = None

    @model_validator(mode="after")
    def _in_phase(self) -> Self:
        for name in _MEANINGLESS[self.phase]:
            if name in self.model_fields_set:
                if self.phase:
                    raise Problem("{key} means nothing in the phase {phase}", (name,), phase=shown(self.phase))
                raise Problem("{key} means something only in the phase 'draft'", (name,))
        return self


def _edition(name: str) -> str:
    if name not in EDITIONS:
        raise Problem("there is no edition {name}", name=shown(name)).among(name, EDITIONS)
    return name


class SetupTable(StrictTable):
    """The keys that say which cards and options the game has; all other keys use its words."""

    model_config = ConfigDict(extra="ignore")

    title: Text = ""
    source: Text = ""
    edition: Annotated[str, AfterValidator(_edition)] = "deluxe"
    characters: list[str]
    uniques: list[str] = []
    action_cards: bool = False
    options: dict[str, bool] = {}
    step: Any = None

    @classmethod
    def allowed(cls) -> Collection[str]:
        """The keys of the whole ruling, most of which are ignored here."""
        return PositionTable.model_fields

    @model_validator(mode="after")
    def _of_edition(self) -> Self:
        """Refuse cards and options that the edition does not have."""
        edition = EDITIONS[self.edition]
        for id in self.characters:
            if id not in CHARACTERS[self.edition]:
                problem = Problem("{key}: there is no character {card}", ("characters",), card=shown(id))
                raise problem.among(id, CHARACTERS[self.edition])
        for id in self.uniques:
            if id not in edition.uniques:
                text = "{key}: {card} is not a unique district of {edition}"
                raise Problem(text, ("uniques",), card=shown(id), edition=edition.name).among(id, edition.uniques)
            if self.uniques.count(id) > 1:
                text = "{key}: each unique district can be in the game only once, and {card} is named twice"
                raise Problem(text, ("uniques",), card=shown(id))
        if self.action_cards and not edition.actions:
            raise Problem("{edition} has no action cards", ("action_cards",), edition=edition.name)
        for option in self.options:
            if option not in edition.options:
                raise Problem(UNKNOWN, ("options", option)).among(option, edition.options)
        return self


class PositionTable(SetupTable):
    """A position; its context is the game that its `SetupTable` describes."""

    model_config = ConfigDict(extra="forbid")

    table: SharedTable = SharedTable()
    p1: PlayerTable = PlayerTable()
    p2: PlayerTable = PlayerTable()
    p3: PlayerTable = PlayerTable()
    p4: PlayerTable = PlayerTable()
    p5: PlayerTable = PlayerTable()
    p6: PlayerTable = PlayerTable()
    p7: PlayerTable = PlayerTable()
    p8: PlayerTable = PlayerTable()

    @property
    def players(self) -> dict[str, PlayerTable]:
        """The tables of all eight, by name; a player who is left out has nothing."""
        return {name: getattr(self, name) for name in PLAYERS}

    @model_validator(mode="after")
    def _in_draft(self) -> Self:
        for name, holding in self.players.items():
            if self.table.phase == "draft" and holding.characters:
                raise Problem("{key}: in a draft nobody has a character yet", (name, "characters"))
        return self

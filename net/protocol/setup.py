"""Setup: the owner's choices before the start, the same value in the API and on the wire."""

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, FailFast, Field

from engine.rules import Rules

Id = Annotated[str, Field(pattern=r"^[a-z][a-z_]{0,31}$")]
"""Id of an edition, preset, card, option or option's value."""

CHARACTERS, UNIQUES = 31, 64
"""How many may be chosen in any edition: as many as there are ranks, and items in a list of a request."""


class Setup(BaseModel):
    """Seats, edition and cards of a game to be.

    Characters and unique districts that are listed replace the preset's; with no preset the
    edition's first one applies.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    players: Annotated[int, Field(ge=2, le=8)] = 4
    edition: Id = "deluxe"
    preset: Id | None = None
    nine: bool = False
    """Whether a preset is played with nine characters where the players may choose."""
    characters: Annotated[list[Id], FailFast(), Field(max_length=CHARACTERS)] = []
    """Character ids by rank, when chosen freely."""
    uniques: Annotated[list[Id], FailFast(), Field(max_length=UNIQUES)] = []
    """Ids of unique districts, when chosen freely."""
    action_cards: bool = False
    """Whether the action cards are shuffled in, where the edition has them."""
    options: Annotated[dict[Id, bool | Annotated[int, Field(ge=0, le=1000)] | Id], Field(max_length=16)] = {}
    """The edition's switches that differ from their defaults."""

    def rules(self) -> Rules:
        """The rules this makes.

        Raises:
            RulesError: when the choices do not fit together.
        """
        return Rules.make(
            self.players,
            self.edition,
            self.preset,
            self.characters or None,
            self.uniques or None,
            self.nine,
            self.action_cards,
            self.options,
        )

    @classmethod
    def exactly(cls, rules: Rules) -> Self:
        """The setup that makes these very rules, with every card listed."""
        return cls(
            players=rules.players,
            edition=rules.edition,
            preset=None,
            characters=list(rules.characters),
            uniques=list(rules.uniques),
            action_cards=rules.action_cards,
            options=dict(rules.options),
        )

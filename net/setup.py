"""What a table's owner chooses before the start; the same value in the API and on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.edition import Rules
from engine.errors import RulesError

CardId = Annotated[str, Field(pattern=r"^[a-z][a-z_]{0,31}$")]
OptionValue = bool | Annotated[int, Field(ge=0, le=1_000)] | CardId


class Setup(BaseModel):
    """Seats, edition and cards of a game to be.

    With a ``preset`` the lists are empty; with neither, the edition's own default applies.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    players: Annotated[int, Field(ge=2, le=8)] = 4
    edition: CardId = "deluxe"
    preset: CardId | None = "first_game"
    characters: Annotated[list[CardId], Field(max_length=9)] = []
    """Character ids by rank, when chosen freely."""
    uniques: Annotated[list[CardId], Field(max_length=36)] = []
    """Ids of unique districts, when chosen freely."""
    options: Annotated[dict[CardId, OptionValue], Field(max_length=16)] = {}

    def rules(self) -> Rules:
        """The rules this makes.

        Raises:
            RulesError: when the choices do not fit together.
        """
        return Rules.make(
            players=self.players,
            edition=self.edition,
            preset=self.preset,
            characters=self.characters or None,
            uniques=self.uniques or None,
            options=self.options,
        )


__all__ = ["RulesError", "Setup", "ValidationError"]

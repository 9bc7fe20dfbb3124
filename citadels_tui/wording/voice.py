"""Voice: the names of players, cards and characters as one player at one table reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, language, names
from engine.rules import Rules

TYPE_STYLES = {
    "noble": "$noble",
    "religious": "$religious",
    "trade": "$trade",
    "military": "$military",
    "unique": "$unique",
}
"""District type -> the theme's colour for it."""

EMPTY = Content("")


@dataclass(frozen=True, slots=True)
class Voice:
    """Writes names with their signs and colours. Names of players stay plain text."""

    symbols: Symbols
    rules: Rules
    names: tuple[str, ...]
    """The players' names by seat."""
    you: int | None
    """Your seat; None for a spectator."""

    def name(self, seat: int) -> str:
        """A player's name as plain text."""
        if not 0 <= seat < len(self.names):
            return _("nobody")
        return self.names[seat]

    def player(self, seat: int) -> Content:
        """A player."""
        return Content.styled(self.name(seat), "bold")

    def type_sign(self, type: str) -> str:
        """The sign of a district type."""
        return self.symbols.types.get(type, "?")

    def code(self, id: str) -> Content:
        """A district as sign and cost, for lists: ``N4``, ``N5+`` for a beautified one; an action card as its sign."""
        facts = names.district(id, self.rules.edition)
        if facts.action:
            return Content(self.symbols.action)
        more = "+" if id.endswith("+") else ""
        return Content.styled(f"{self.type_sign(facts.type)}{facts.cost or '-'}{more}", TYPE_STYLES.get(facts.type, ""))

    def district(self, id: str) -> Content:
        """A district as sign, cost and name."""
        return Content.assemble(self.code(id), " ", self.district_name(id))

    def district_name(self, id: str) -> Content:
        """A district's name in its type's colour."""
        facts = names.district(id, self.rules.edition)
        return Content.styled(facts.name, TYPE_STYLES.get(facts.type, ""))

    def character_id(self, rank: int) -> str:
        """The character at a rank in this game."""
        roster = self.rules.characters
        return roster[rank - 1] if 0 < rank <= len(roster) else ""

    def character(self, rank: int) -> str:
        """The name of the character at a rank."""
        id = self.character_id(rank)
        return self.character_of(id) if id else ""

    def whom(self, rank: int) -> str:
        """The character at a rank as the object of a sentence, with its article."""
        id = self.character_id(rank)
        return names.whom(id, self.rules.edition) if id else ""

    def character_of(self, id: str) -> str:
        """The name of a character."""
        return names.character(id, self.rules.edition).name

    @property
    def at_ranks(self) -> Mapping[str, str]:
        """The characters of this game for sentences that name them by rank, as in `names.at_ranks`."""
        return names.at_ranks(self.rules.characters, self.rules.edition, language())

    def rank(self, id: str) -> int:
        """The rank of a character in this game, 0 when it is not in it."""
        roster = self.rules.characters
        return roster.index(id) + 1 if id in roster else 0

    def card(self, id: str) -> Content:
        """Any card: a district with its sign, a character by its name."""
        if names.is_character(id, self.rules.edition):
            return Content(names.character(id, self.rules.edition).name)
        return self.district(id)

    def cards(self, ids: Sequence[str]) -> Content:
        """Several districts."""
        return listed(self.district(id) for id in ids)

    def characters(self, ranks: Iterable[int]) -> Content:
        """Several characters with their ranks."""
        return listed(Content(f"{rank} {self.character(rank)}") for rank in ranks)


def listed(items: Iterable[Content]) -> Content:
    """Items with commas between them."""
    return Content(", ").join(items)

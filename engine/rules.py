"""`Rules`: the setup of one game, checked against its edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.editions import EDITIONS, Edition, OptionValue, Preset
from engine.errors import RulesError, shown

if TYPE_CHECKING:
    from random import Random

__all__ = ["EDITIONS", "Edition", "OptionValue", "Preset", "Rules"]
RULES_V = 1
"""Version of what the cards do: raised with every change after which a recorded game may go on in another way."""


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

    def __reduce__(self) -> tuple[type[Rules], tuple[Any, ...]]:
        """For pickle: make it anew by its constructor, as the fields of a frozen value cannot be set."""
        return Rules, (self.edition, self.players, self.characters, self.uniques, self.action_cards, self.options)

    @classmethod
    def make(
        cls,
        players: int = 4,
        edition: str = "deluxe",
        preset: str | None = None,
        characters: Sequence[str] | None = None,
        uniques: Sequence[str] | None = None,
        nine: bool = False,
        action_cards: bool = False,
        options: Mapping[str, OptionValue] | None = None,
        part: bool = False,
    ) -> Rules:
        """Set a game up from a preset (the edition's first by default) or by free selection.

        Args:
            players: Number of players.
            edition: Id of the edition.
            preset: Id of a preset; the next two replace its characters and its districts, if they are given.
            characters: A character id for each rank from 1 on.
            uniques: Ids of the unique districts.
            nine: Whether a preset is played with rank 9 where the players may choose.
            action_cards: Whether the action cards are shuffled in.
            options: Switches that differ from the edition's defaults.
            part: Whether any number of unique districts will do, as for the position of a ruling.

        Raises:
            RulesError: with a sentence that says what does not fit.
        """
        found = _edition(edition)
        _fits(found, players)
        _must_be("nine", type(nine) is bool, SWITCH, nine)
        chosen = found.preset(preset) if preset is not None else found.presets[0]
        if characters is None:
            characters = _cast(found, chosen, players, nine)
        characters = _ids("characters", characters)
        if uniques is None:
            uniques = [id for id in chosen.uniques if found.excludes.get(id) not in characters]
        rules = cls(
            found.id,
            players,
            characters,
            tuple(sorted(_ids("uniques", uniques))),
            action_cards,
            _switches({} if options is None else options),
        )
        rules.check(part)
        return rules

    @classmethod
    def random(cls, players: int, random: Random, edition: str = "deluxe", action_cards: bool = False) -> Rules:
        """A random legal setup: one character a rank and as many unique districts as the edition takes."""
        found = _edition(edition)
        _fits(found, players)
        _must_be("random", hasattr(random, "choice") and hasattr(random, "sample"), "a random.Random", random)
        count = random.choice(found.counts[players])
        cast = [
            random.choice([id for id in ids if players >= found.banned.get(id, 0)]) for ids in found.characters[:count]
        ]
        uniques = random.sample(found.uniques, found.unique_count[1])
        uniques = [id for id in uniques if found.excludes.get(id) not in cast]
        return cls.make(players, edition, None, cast, uniques, action_cards=action_cards)

    def check(self, part: bool = False) -> None:
        """Refuse what the rulebook does not allow.

        Args:
            part: Whether any number of unique districts will do, as for the position of a ruling.

        Raises:
            RulesError: with a sentence that says what does not fit.
        """
        found = _edition(self.edition)
        _fits(found, self.players)
        for name, ids in (("characters", self.characters), ("uniques", self.uniques)):
            _must_be(name, _are_ids(ids), IDS, ids)
        _must_be("action_cards", type(self.action_cards) is bool, SWITCH, self.action_cards)
        _must_be("options", _are_options(self.options), PAIRS, self.options)
        if len(self.characters) not in found.counts[self.players]:
            raise RulesError(
                "{players} players cannot play with {characters} characters",
                players=self.players,
                characters=len(self.characters),
            )
        for rank, id in enumerate(self.characters, 1):
            if id not in found.characters[rank - 1]:
                raise RulesError("{card} is not a character of rank {rank}", card=repr(id[:40]), rank=rank)
            if self.players < found.banned.get(id, 0):
                raise RulesError("the {card} needs at least {least} players", card=id, least=found.banned[id])
        if len(set(self.uniques)) != len(self.uniques):
            raise RulesError("each unique district can be in the game only once")
        for id in self.uniques:
            if id not in found.uniques:
                raise RulesError("{card} is not a unique district of {edition}", card=repr(id[:40]), edition=found.name)
            if found.excludes.get(id) in self.characters:
                raise RulesError("the {card} cannot be in a game with the {other}", card=id, other=found.excludes[id])
        least, most = found.unique_count
        if not (part or least <= len(self.uniques) <= most):
            text = (
                "{edition} takes exactly {most} unique districts, not {amount}"
                if least == most
                else "{edition} takes {least} to {most} unique districts, not {amount}"
            )
            raise RulesError(text, edition=found.name, least=least, most=most, amount=len(self.uniques))
        for name, value in self.options:
            if name not in found.options or type(value) is not type(found.options[name]):
                raise RulesError(
                    "{edition} has no option {option} with such a value", edition=found.name, option=repr(name[:40])
                )
        if self.action_cards and not found.actions:
            raise RulesError("{edition} has no action cards", edition=found.name)

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
                    raise RulesError("an option has an impossible value")
                rules = cls(edition, players, tuple(characters), tuple(uniques), action_cards, values)
                rules.check()
                return rules
        raise RulesError("this is not the setup of a game")


IDS = "several ids"
SWITCH = "True or False"
PAIRS = "names with their values"
"""Kinds of arguments in words."""


def _must_be(name: str, fits: bool, kind: str, value: object) -> None:
    """Refuse an argument of another kind."""
    if not fits:
        raise RulesError("{name} must be {kind}, not {value}", name=name, kind=kind, value=shown(value))


def _are_ids(values: object) -> bool:
    return isinstance(values, tuple) and all(isinstance(id, str) for id in values)


def _are_options(values: object) -> bool:
    """Whether they are pairs of a name and any value."""
    return isinstance(values, tuple) and all(
        isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in values
    )


def _ids(name: str, values: object) -> tuple[str, ...]:
    """Ids that were given one after another; a text is a sequence, too, and not meant."""
    several = isinstance(values, Sequence) and not isinstance(values, str | bytes)
    found = tuple(values) if isinstance(values, Sequence) else ()
    _must_be(name, several, IDS, values)
    for id in found:
        _must_be(name, isinstance(id, str), IDS, id)
    return found


def _switches(options: object) -> tuple[tuple[str, OptionValue], ...]:
    """Options in the order of their names."""
    found = tuple(options.items()) if isinstance(options, Mapping) else None
    _must_be("options", _are_options(found), PAIRS, options)
    return tuple(sorted(found or (), key=lambda option: option[0]))


def _fits(edition: Edition, players: int) -> None:
    _must_be("players", type(players) is int, "a number", players)
    low, high = edition.seats
    if not low <= players <= high:
        raise RulesError(
            "{edition} is for {low} to {high} players, not {players}",
            edition=edition.name,
            low=low,
            high=high,
            players=shown(players),
        )


def _edition(id: str) -> Edition:
    _must_be("edition", isinstance(id, str), "the id of an edition", id)
    found = EDITIONS.get(id)
    if found is None:
        raise RulesError(
            "there is no edition {edition}; choose from {editions}", edition=repr(id[:40]), editions=", ".join(EDITIONS)
        )
    return found


def _cast(edition: Edition, preset: Preset, players: int, nine: bool) -> tuple[str, ...]:
    """A preset's characters for a number of players, with the replacements the rulebook gives."""
    count = edition.counts[players][-1 if nine else 0]
    cast = list(preset.characters[:count])
    if len(cast) < count:
        cast.append("artist" if players < 5 else "queen")
    for i, id in enumerate(cast):
        if players < edition.banned.get(id, 0):
            cast[i] = next(other for other in edition.characters[i] if players >= edition.banned.get(other, 0))
    return tuple(cast)

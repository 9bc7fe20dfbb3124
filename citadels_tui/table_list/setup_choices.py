"""Casting: the characters and districts that can be chosen in each edition, and the setup a choice makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from textual.content import Content

from citadels_tui.texts import _, say, setup
from engine.editions import EDITIONS, Edition, OptionValue, Preset
from engine.errors import RulesError
from net.protocol.setup import Setup

OWN, SURPRISE, SAME = "own", "surprise", "same"
"""Ways to choose cards: one by one, at random, or (districts) those of the preset."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish: the game somebody wants to play."""

    players: int = 4
    edition: str = "deluxe"
    cast: str = ""
    """A preset's id, `OWN` or `SURPRISE`."""
    ranks: tuple[str, ...] = ()
    """The characters by rank, for `OWN`; ``""`` for a rank that is left out."""
    nine: bool = False
    """Whether rank 9 is played where the players may choose, unless the characters are chosen one by one."""
    uniques: str = SAME
    """`SAME`, `SURPRISE` or `OWN`."""
    picked: tuple[str, ...] = ()
    """The unique districts, for `OWN`."""
    action_cards: bool = False
    options: Mapping[str, OptionValue] = field(default_factory=dict)


def ranks(edition: Edition) -> int:
    """How many ranks an edition has."""
    return len(edition.characters)


def may_choose_nine(edition: Edition, players: int) -> bool:
    """Whether so many players may leave the last rank out or play with it."""
    return len(edition.counts.get(players, ())) > 1


def offered(edition: Edition, rank: int, players: int) -> list[str]:
    """The characters that may stand at a rank; ``""`` where it is, or may be, left out."""
    counts = edition.counts.get(players, (0,))
    if rank > max(counts):
        return [""]
    found = [id for id in edition.characters[rank - 1] if players >= edition.banned.get(id, 0)]
    return ["", *found] if rank > min(counts) else found


def choosable_uniques(edition: Edition) -> bool:
    """Whether there is a choice of unique districts at all."""
    return edition.unique_count[0] < len(edition.uniques)


def preset_of(edition: Edition, cast: str) -> Preset:
    """The preset that was chosen, or the one that others are taken from."""
    return next((preset for preset in edition.presets if preset.id == cast), edition.presets[0])


def setup_of(wish: Wish, random: Random) -> Setup:
    """The setup that a wish makes.

    Raises:
        RulesError: with a sentence that says what does not fit.
    """
    edition = EDITIONS[wish.edition]
    preset = preset_of(edition, wish.cast)
    characters = _characters(wish, edition, random)
    made = Setup(
        players=wish.players,
        edition=edition.id,
        preset=preset.id,
        nine=wish.nine and may_choose_nine(edition, wish.players),
        characters=characters,
        action_cards=wish.action_cards and bool(edition.actions),
        options={name: value for name, value in wish.options.items() if edition.options.get(name, value) != value},
    )
    uniques = _uniques(wish, edition, made.rules().characters, random)
    made = made.model_copy(update={"uniques": uniques})
    made.rules()
    return made


def _characters(wish: Wish, edition: Edition, random: Random) -> list[str]:
    if wish.cast == OWN:
        return [id for id in wish.ranks if id]
    if wish.cast != SURPRISE:
        return []
    count = edition.counts[wish.players][-1 if wish.nine else 0]
    found = [offered(edition, rank, wish.players) for rank in range(1, count + 1)]
    return [random.choice([id for id in ids if id]) for ids in found]


def _uniques(wish: Wish, edition: Edition, characters: tuple[str, ...], random: Random) -> list[str]:
    """The unique districts, none for those of the preset."""
    if wish.uniques == SAME or not choosable_uniques(edition):
        return []
    if wish.uniques == OWN:
        if not wish.picked:
            raise RulesError(_(setup.NO_UNIQUES))
        return list(wish.picked)
    fitting = [id for id in edition.uniques if edition.excludes.get(id) not in characters]
    return random.sample(fitting, min(edition.unique_count[1], len(fitting)))


def resized(made: Setup, players: int) -> Setup:
    """The setup for another number of players; characters that do not fit it give way to the preset's."""
    other = made.model_copy(update={"players": players})
    try:
        other.rules()
    except RulesError:
        return other.model_copy(update={"characters": [], "uniques": []})
    return other


def played(made: Setup) -> list[Content]:
    """A setup in a few words: edition, characters, action cards, switches that are not as usual."""
    edition = EDITIONS[made.edition]
    cast = _(setup.OWN_CAST) if made.characters else _(preset_of(edition, made.preset or "").name)
    told = [Content(_(edition.name)), Content(cast)] if len(edition.presets) > 1 else [Content(_(edition.name))]
    if made.action_cards:
        told.append(Content(_(setup.WITH_ACTIONS)))
    for name, value in made.options.items():
        about, on, off = setup.OPTIONS[name]
        told.append(say(setup.SWITCH, about=_(about), meaning=_(on if value else off)))
    return told

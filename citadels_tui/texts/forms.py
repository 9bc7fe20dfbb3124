"""The forms that texts about the game have: a verb, a question, an event, a mark, and all that one card says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from citadels_tui.texts import N_, Text


class Verb(NamedTuple):
    """The words by which a verb is offered."""

    key: str
    """The key that is tried first."""
    label: str
    """One move of this verb, standing alone."""
    item: str = ""
    """One move in a list of moves of this verb; as `label` when empty."""
    many: str = ""
    """Label of the row that opens the list when there are several; as `label` when empty."""
    note: str = ""
    """Beside a hand card that this verb can be done with."""
    detail: str = ""
    """One sentence about it."""
    asks: str = ""
    """The question while the list of its moves is open."""


CHARACTER = N_("{character}")
PLAYER = N_("{who}")
PLAYER_DISTRICT = N_("{who}: {target}")
CARD = N_("{card}")


class Prompt(NamedTuple):
    """One kind of question."""

    you: Text
    they: Text


class Told(NamedTuple):
    """One kind of event as a line of the log. An empty text tells nothing."""

    they: Text
    """When it is about others."""
    you: Text = ""
    """When it is about you; as for others when empty."""
    at_you: Text = ""
    """When you are the other one; as for others when empty."""
    indent: int = 1
    """0 for what opens a paragraph, 1 for what follows from it."""


SILENT = Told("")


class Mark(NamedTuple):
    """A sign on a rank of the track."""

    sign: str
    ascii: str
    """The sign on a terminal that has only those of ASCII."""
    meaning: str
    """Its sentence in the help."""


class Hazard(NamedTuple):
    """A danger to a player."""

    word: str
    """One word or two for the title of the action list: the player is ..."""
    sentence: str
    """Used for the prompt."""
    as_one: str
    """Used to a player of several characters: ``character`` is the one that it hangs over."""
    lasts: bool = False
    """Whether it still holds in the turn of the character that it hangs over."""


class Victim(NamedTuple):
    """The warning to the player whose character an event names."""

    alone: str
    """To a player of one character."""
    as_one: str
    """To a player of several: ``character`` is the one that it names."""


class Phrases(NamedTuple):
    """Everything that the client says because of one card. Where a text is looked up, see the tables of that name."""

    card: str
    """Its id."""
    effect: str = ""
    """The power of a character in a few words, for where there is no room for the whole text."""
    effect_in: Mapping[str, str] = MappingProxyType({})
    """The power in the editions that have it otherwise."""
    brief: str = ""
    """The power in every edition, in two lines of 17 cells; empty where `effect` has room there."""
    verbs: Mapping[str, Verb] = MappingProxyType({})
    """`citadels_tui.texts.moves.VERBS`."""
    offers: tuple[str, ...] = ()
    """Verbs beside which the card itself is shown."""
    gifts: tuple[str, ...] = ()
    """Verbs that help another player, unless they aim at oneself."""
    robs: tuple[str, ...] = ()
    """Verbs that take all the gold of the player who has the named character."""
    collect: str = ""
    """The gain of ``collect`` for this character."""
    held: str = ""
    """When this action card is played, if not in a turn."""
    prompts: Mapping[str, Prompt] = MappingProxyType({})
    """`citadels_tui.texts.questions.PROMPTS`."""
    events: Mapping[str, Told] = MappingProxyType({})
    """`citadels_tui.texts.events.EVENTS`."""
    victim: Mapping[str, Victim] = MappingProxyType({})
    """The meaning of an event of some kind to the player of the character that it names."""
    sources: Mapping[str, str] = MappingProxyType({})
    """The purpose of gold or cards, where it is not the card's name."""
    refusals: Mapping[str, Text] = MappingProxyType({})
    """`citadels_tui.texts.refusals.REFUSALS`."""
    marks: Mapping[str, Mark] = MappingProxyType({})
    """The sign of a rank that an open mark of the round (`View.marks`) names."""
    tokens: Mapping[str, Mark] = MappingProxyType({})
    """The sign of a rank with a face-down token (`View.tokens`); a capital letter for one that is more than blank."""
    hazards: Mapping[str, Hazard] = MappingProxyType({})
    """The meaning of such a mark or token to the player of the character that it lies on."""
    gold: str = ""
    """The sign behind the character on the track while gold lies on its card (`View.things`)."""

"""Texts of events: one sentence of the log for each kind.

Parameters: ``who`` and ``other`` (players), ``rank``, ``character``, ``whom`` (that one as an object), ``characters``,
``card``, ``cards``, ``type``, ``amount`` and ``source`` (what gold or cards are for).
"""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.by_card import gathered
from citadels_tui.texts.forms import SILENT, Told

_GENERAL: dict[str, Told] = {
    # Setup and rounds
    "deal": Told("", N_("Your first cards: {cards}")),
    "purse": SILENT,
    "round": Told(N_("Round {amount}, crown: {who}"), N_("Round {amount}, you have the crown"), indent=0),
    "layout": Told(N_("Face up, out of this round: {characters}")),
    "pool": SILENT,
    "pick": Told("", N_("You chose {whom}")),
    "aside": Told("", N_("You put {whom} aside, face down")),
    "mix": SILENT,
    "drafted": Told(N_("Everybody has chosen a character")),
    "call": SILENT,
    "reveal": Told(N_("{rank} {who} is the {character}"), N_("{rank} You are the {character}"), indent=0),
    "heir": Told(
        N_("{who} was the killed {character}"),
        N_("You were the killed {character}"),
        indent=0,
    ),
    "end": SILENT,
    # Income
    "gold": Told(N_("{who} gets {amount} gold ({source})"), N_("You get {amount} gold ({source})")),
    "gold:income": Told(N_("{who} takes {amount} gold"), N_("You take {amount} gold")),
    "look": Told(
        (N_("{who} draws {amount} card to choose from"), N_("{who} draws {amount} cards to choose from")),
        N_("You draw {cards}"),
    ),
    "keep": Told(
        (N_("{who} keeps {amount} card"), N_("{who} keeps {amount} cards")),
        N_("You keep {cards}"),
    ),
    "bottom": SILENT,
    "draw": Told(
        (N_("{who} draws {amount} card ({source})"), N_("{who} draws {amount} cards ({source})")),
        N_("You draw {cards} ({source})"),
    ),
    "draw:income": Told(
        (N_("{who} draws {amount} card"), N_("{who} draws {amount} cards")),
        N_("You draw {cards}"),
    ),
    "gathered": SILENT,
    # Hands and gold
    "pay": Told(N_("{who} pays {amount} gold ({source})"), N_("You pay {amount} gold ({source})")),
    "give": Told(
        N_("{other} gets {amount} gold from {who} ({source})"),
        N_("{other} gets {amount} gold from you ({source})"),
        N_("You get {amount} gold from {who} ({source})"),
    ),
    "discard": Told(
        (N_("{who} puts {amount} card under the deck"), N_("{who} puts {amount} cards under the deck")),
        N_("You put under the deck: {cards}"),
    ),
    "hold": SILENT,
    "pass_card": Told(
        (N_("{other} gets {amount} card from {who}"), N_("{other} gets {amount} cards from {who}")),
        N_("{other} gets {cards} from you"),
        N_("You get {cards} from {who}"),
    ),
    # Cities
    "build": Told(N_("{who} builds {card} for {amount} gold"), N_("You build {card} for {amount} gold")),
    "build:plain": Told(N_("{who} builds {card}"), N_("You build {card}")),
    "enter": SILENT,
    "leave": Told(
        N_("{other} destroys {card} of {who}"),
        N_("{other} destroys your {card}"),
        N_("You destroy {card} of {who}"),
    ),
    "leave:own": Told(N_("{who} destroys a district of their own: {card}"), N_("You destroy your own {card}")),
    "buried": SILENT,
    "complete": Told(N_("{who} completes a city"), N_("You complete your city")),
    "complete:first": Told(
        N_("{who} is the first to complete a city: this is the last round"),
        N_("You are the first to complete a city: this is the last round"),
    ),
    # Crown
    "crown": Told(N_("{who} takes the crown"), N_("You take the crown")),
    # Naming characters
    "suspend": SILENT,
    "round_over": SILENT,
    # Cards that move and lie on the table
    "pay:build": Told(N_("{who} pays {amount} gold for it"), N_("You pay {amount} gold for it")),
    "discard:pile": Told(
        (N_("{who} discards {amount} card"), N_("{who} discards {amount} cards")), N_("You discard {cards}")
    ),
    "leave:moved": SILENT,
    "enter:taken": Told(
        N_("{who} gets {card} from the city of {other}"),
        N_("You get {card} from the city of {other}"),
        N_("{who} gets your {card}"),
    ),
    "thing": SILENT,
    "shuffle": Told(N_("The deck is shuffled")),
    "reshuffle": Told(
        (
            N_("The deck is empty: {amount} discarded card is shuffled"),
            N_("The deck is empty: {amount} discarded cards are shuffled"),
        )
    ),
    # Action cards and what answers a call
    "play": Told(N_("{who} plays {card}"), N_("You play {card}")),
    "undo": Told(N_("{who} takes the last move back"), N_("You take your last move back")),
    # The end
    "score": SILENT,
    "over": Told(N_("The game is over: {winners} won"), indent=0),
    "over:stuck": Told(N_("Nobody can build any more. The game is over: {winners} won"), indent=0),
    "ask": SILENT,
}
EVENTS = gathered(lambda card: card.events, _GENERAL)
"""Event kind, or ``kind:case`` -> what is said."""

VICTIM = gathered(lambda card: card.victim)
"""Kind of event -> its meaning to the player who holds that character."""

SILENCE = N_("{characters}: no answer")
CALLED_RANK = N_("{rank} {character}")
"""Calls that nobody answers, one after the other."""

UNKNOWN = Told(N_("{who}: {kind}"))
"""For a kind of event this client does not know."""

SOURCES = gathered(
    lambda card: card.sources,
    {
        "income": N_("income"),
        "noble": N_("noble districts"),
        "religious": N_("religious districts"),
        "trade": N_("trade districts"),
        "military": N_("military districts"),
        "build": N_("building"),
    },
)
"""The purpose of gold or cards, where it is not the name of a card."""

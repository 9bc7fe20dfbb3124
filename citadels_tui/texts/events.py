"""Texts of events: one sentence of the log for each kind.

Parameters: ``who`` and ``other`` (players), ``rank``, ``character``, ``characters``,
``card``, ``cards``, ``type``, ``amount`` and ``source`` (what gold or cards are for).
"""

from __future__ import annotations

from typing import NamedTuple

from citadels_tui.texts import N_, Text


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

EVENTS: dict[str, Told] = {
    # Setup and rounds
    "deal": Told("", N_("Your first cards: {cards}")),
    "purse": SILENT,
    "round": Told(N_("Round {amount}, {who} has the crown"), N_("Round {amount}, you have the crown"), indent=0),
    "layout": Told(N_("Face up, out of this round: {characters}")),
    "pool": SILENT,
    "pick": Told("", N_("You chose the {character}")),
    "aside": Told("", N_("You put the {character} face down aside")),
    "mix": SILENT,
    "drafted": Told(N_("Everybody has chosen a character")),
    "call": Told(N_("{rank} {character} is called: no answer"), indent=0),
    "reveal": Told(N_("{rank} {who} is the {character}"), N_("{rank} You are the {character}"), indent=0),
    "heir": Told(
        N_("{who} was the murdered {character}"),
        N_("You were the murdered {character}"),
        indent=0,
    ),
    "end": SILENT,
    # Income
    "gold": Told(N_("{who} gets {amount} gold ({source})"), N_("You get {amount} gold ({source})")),
    "gold:confiscate": Told(N_("{who} gets {amount} gold back"), N_("You get {amount} gold back")),
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
    "pay:destroy": Told(
        N_("{who} pays {amount} gold to destroy a district"), N_("You pay {amount} gold to destroy a district")
    ),
    "pay:cemetery": SILENT,
    "give": Told(
        N_("{other} gets {amount} gold from {who} ({source})"),
        N_("{other} gets {amount} gold from you ({source})"),
        N_("You get {amount} gold from {who} ({source})"),
    ),
    "give:thief": Told(
        N_("The Thief {other} takes all {amount} gold of {who}"),
        N_("The Thief {other} takes all your {amount} gold"),
        N_("You steal all {amount} gold of {who}"),
    ),
    "give:rose": Told(
        N_("The Blackmailer {other} takes all {amount} gold of {who}"),
        N_("The Blackmailer {other} takes all your {amount} gold"),
        N_("You take all {amount} gold of {who}"),
    ),
    "give:cardinal": Told(
        N_("{other} borrows {amount} gold from {who}"),
        N_("{other} borrows {amount} gold from you"),
        N_("You borrow {amount} gold from {who}"),
    ),
    "give:bribe": SILENT,
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
    "leave:own": Told(N_("{who} destroys {card} in their own city"), N_("You destroy your own {card}")),
    "buried": SILENT,
    "beautify": Told(N_("{who} beautifies {card}"), N_("You beautify {card}")),
    "complete": Told(N_("{who} completes a city"), N_("You complete your city")),
    "complete:first": Told(
        N_("{who} is the first to complete a city: this is the last round"),
        N_("You are the first to complete a city: this is the last round"),
    ),
    # Crown
    "crown": Told(N_("{who} takes the crown"), N_("You take the crown")),
    "crown:given": Told(N_("{who} is given the crown"), N_("You are given the crown")),
    # Naming characters
    "kill": Told(N_("{who} murders the {character}"), N_("You murder the {character}")),
    "rob": Told(N_("{who} will rob the {character}"), N_("You will rob the {character}")),
    "bewitch": Told(N_("{who} bewitches the {character} and waits"), N_("You bewitch the {character} and wait")),
    "suspend": SILENT,
    "round_over": SILENT,
    "resume": Told(
        N_("The Witch {who} goes on as the {character}"),
        N_("You, the Witch, go on as the {character}"),
        N_("The Witch {who} goes on as the {character} in your place"),
        indent=0,
    ),
    "warrants": Told(
        N_("{who} lays warrants on {characters}"),
        N_("You lay warrants on {characters}"),
    ),
    "threats": Told(
        N_("{who} lays threats on {characters}"),
        N_("You lay threats on {characters}"),
    ),
    "confiscate": Told(
        N_("{who} shows the signed warrant and takes {card} from {other}"),
        N_("You show the signed warrant and take {card} from {other}"),
        N_("{who} shows the signed warrant and takes your {card}"),
    ),
    "waive": Told(N_("{who} does not use the warrant"), N_("You do not use the warrant")),
    "bribe": Told(
        N_("{who} bribes {other} with {amount} gold"),
        N_("You bribe {other} with {amount} gold"),
        N_("{who} bribes you with {amount} gold"),
    ),
    "refuse": Told(N_("{who} does not pay the Blackmailer"), N_("You do not pay the Blackmailer")),
    "rose": Told(N_("{who} turns the threat over: the rose"), N_("You turn the threat over: the rose")),
    "spare": Told(N_("{who} leaves the threat face down"), N_("You leave the threat face down")),
    "swap": Told(
        N_("{who} swaps hands with {other}"),
        N_("You swap hands with {other}"),
        N_("{who} swaps hands with you"),
    ),
    "redraw": Told(
        (N_("{who} exchanges {amount} card with the deck"), N_("{who} exchanges {amount} cards with the deck")),
        (N_("You exchange {amount} card with the deck"), N_("You exchange {amount} cards with the deck")),
    ),
    "hand": Told("", N_("Your hand is now: {cards}")),
    "divine": Told(N_("{who} takes a card from everybody's hand"), N_("You take a card from everybody's hand")),
    "trade": Told(
        N_("The Theater: {who} and {other} exchange a character"),
        N_("The Theater: you exchange a character with {other}"),
        N_("The Theater: {who} exchanges a character with you"),
    ),
    "trade_role": Told("", N_("You gave the {character} and are now the {characters}")),
    "recover": Told(N_("{who} takes {card} back for 1 gold"), N_("You take {card} back for 1 gold")),
    "protect": Told(
        N_("The city of {who} is safe from rank 8 this round"),
        N_("Your city is safe from rank 8 this round"),
    ),
    # Cards that move and lie on the table
    "pay:build": Told(N_("{who} pays {amount} gold for it"), N_("You pay {amount} gold for it")),
    "pay:tax": Told(N_("{who} pays {amount} gold as tax"), N_("You pay {amount} gold as tax")),
    "pay:cash_wagon": Told(N_("{who} puts {amount} gold on a Cash Wagon"), N_("You put {amount} gold on a Cash Wagon")),
    "discard:pile": Told(
        (N_("{who} discards {amount} card"), N_("{who} discards {amount} cards")), N_("You discard {cards}")
    ),
    "leave:moved": SILENT,
    "enter:taken": Told(
        N_("{who} gets {card} from the city of {other}"),
        N_("You get {card} from the city of {other}"),
        N_("{who} gets your {card}"),
    ),
    "incomplete": Told(N_("The city of {who} is not complete any more"), N_("Your city is not complete any more")),
    "thing": SILENT,
    "thing:bell_tower": Told(
        N_("{who} rings the bell: a city is complete with one district fewer"),
        N_("You ring the bell: a city is complete with one district fewer"),
    ),
    "thing:silence": Told(N_("The bell is silent: a city needs one district more again")),
    "store": Told(
        (N_("{who} puts {amount} card under the Museum"), N_("{who} puts {amount} cards under the Museum")),
        N_("You put {cards} under the Museum"),
    ),
    "museum": Told(
        (
            N_("{amount} card under the Museum goes with it to {who}"),
            N_("{amount} cards under the Museum go with it to {who}"),
        ),
        N_("Under the Museum you find: {cards}"),
    ),
    "unstore": Told(
        (N_("{amount} card under the Museum is discarded"), N_("{amount} cards under the Museum are discarded")),
        N_("Of your Museum are discarded: {cards}"),
    ),
    "shuffle": Told(N_("The deck is shuffled")),
    "reshuffle": Told(
        (
            N_("The deck is empty: {amount} discarded card is shuffled"),
            N_("The deck is empty: {amount} discarded cards are shuffled"),
        )
    ),
    # Action cards and what answers a call
    "hear": Told(N_("{rank} {character}, murdered, is called: does anybody play a Rasputin?"), indent=0),
    "play": Told(N_("{who} plays {card}"), N_("You play {card}")),
    "leap": SILENT,
    "shield": Told(
        N_("Nothing that aimed at the {character} of {who} counts any more"),
        N_("Nothing that aimed at you, the {character}, counts any more"),
    ),
    "treated": Told(
        N_("{who}, the murdered {character}, takes income in the Hospital"),
        N_("You, the murdered {character}, take income in the Hospital"),
    ),
    "spy": Told(
        N_("{who} looks for {type} districts in the hand of {other}"),
        N_("You look for {type} districts in the hand of {other}: {cards}"),
        N_("{who} looks for {type} districts in your hand"),
    ),
    "matches": Told((N_("{amount} card is of that type"), N_("{amount} cards are of that type"))),
    "taxman": Told(
        N_("{who} collects 1 gold from everybody who builds this round"),
        N_("You collect 1 gold from everybody who builds this round"),
    ),
    "builder": SILENT,
    # The end
    "score": SILENT,
    "over": Told(N_("The game is over: {winners} won"), indent=0),
    "over:stuck": Told(N_("Nobody can build any more. The game is over: {winners} won"), indent=0),
    "ask": SILENT,
}
"""Event kind, or ``kind:case`` -> what is said."""

VICTIM: dict[str, str] = {
    "kill": N_("That is you: you will be passed over this round"),
    "rob": N_("That is you: all your gold will be taken when you are called"),
    "bewitch": N_("That is you: you will only take your income"),
}
"""Kind of event -> its meaning to the player who holds that character."""

UNKNOWN = Told(N_("{who}: {kind}"))
"""For a kind of event this client does not know."""

SOURCES: dict[str, str] = {
    "income": N_("income"),
    "noble": N_("noble districts"),
    "religious": N_("religious districts"),
    "trade": N_("trade districts"),
    "military": N_("military districts"),
    "build": N_("building"),
    "divine": N_("Seer"),
}
"""What gold or cards are for, where it is not the name of a card."""

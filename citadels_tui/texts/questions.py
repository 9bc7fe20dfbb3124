"""Texts of questions, by kind: for the player who must answer, and for everybody else.

Parameters: ``who`` (must answer), ``other``, ``card``, ``character`` (it is about),
``role`` (whose turn it is), ``amount``.
"""

from __future__ import annotations

from typing import NamedTuple

from citadels_tui.texts import N_, Text


class Prompt(NamedTuple):
    """One kind of question."""

    you: Text
    they: Text


PROMPTS: dict[str, Prompt] = {
    "draft": Prompt(N_("Choose your character for this round."), N_("{who} is choosing a character.")),
    "aside": Prompt(N_("Put one character face down aside."), N_("{who} is putting a character face down aside.")),
    "theater": Prompt(
        N_("Your Theater: exchange your character with another player?"),
        N_("{who} may exchange a character (Theater)."),
    ),
    "menu:income": Prompt(N_("Your turn, {role}: take your income."), N_("{who} ({role}) is taking income.")),
    "menu": Prompt(
        N_("Your turn, {role}: build, use your ability, or end the turn."), N_("{who} ({role}) is playing.")
    ),
    "menu:build": Prompt(N_("Your turn, {role}: build, or end the turn."), N_("{who} ({role}) is playing.")),
    "menu:ability": Prompt(
        N_("Your turn, {role}: use your ability, or end the turn."), N_("{who} ({role}) is playing.")
    ),
    "menu:end": Prompt(N_("Your turn, {role}: end the turn."), N_("{who} ({role}) is playing.")),
    "keep": Prompt(N_("Keep one of these cards."), N_("{who} ({role}) is choosing which card to keep.")),
    "bewitch": Prompt(N_("Bewitch which character?"), N_("{who} ({role}) is bewitching a character.")),
    "warrant": Prompt(N_("Lay a blank warrant on which character?"), N_("{who} ({role}) is laying warrants.")),
    "threaten": Prompt(N_("Lay the empty threat on which character?"), N_("{who} ({role}) is laying threats.")),
    "confiscate": Prompt(
        N_("{other} pays for {card}: show your warrant and take it?"),
        N_("{who} may take {card} with a warrant."),
    ),
    "bribe": Prompt(
        N_("{other} threatens you: pay {amount} gold, or refuse?"),
        N_("{who} is threatened, and may pay {amount} gold to {other}."),
    ),
    "bribe:nothing": Prompt(
        N_("{other} threatens you, and half of your gold is nothing: pay it, or refuse?"),
        N_("{who} is threatened, and has nothing to pay {other}."),
    ),
    "threat": Prompt(
        N_("{other} did not pay: turn the threat over?"), N_("{who} may turn the threat on {other} over.")
    ),
    "give": Prompt(N_("Give {other} a card from your hand."), N_("{who} ({role}) is giving {other} a card.")),
    "exchange": Prompt(
        N_("Exchange further cards with the deck, one by one; then done. So far: {amount}."),
        N_("{who} ({role}) is exchanging cards."),
    ),
    "lend": Prompt(
        N_("Give {other} a card for each gold you borrow; {amount} to go."),
        N_("{who} ({role}) is paying {other} with cards."),
    ),
    "thieves_den": Prompt(
        N_("Thieves' Den: pay with cards, one for 1 gold; {amount} gold to go."),
        N_("{who} ({role}) is paying for the Thieves' Den."),
    ),
    "study": Prompt(
        N_("The hand of {other}: take one of these cards."), N_("{who} ({role}) is looking at the hand of {other}.")
    ),
    "study:build": Prompt(
        N_("The hand of {other}: take one of these cards, or build it at once."),
        N_("{who} ({role}) is looking at the hand of {other}."),
    ),
    "tithe": Prompt(
        (
            N_("Gold or a card for your religious district? {amount} to go."),
            N_("Gold or a card for each of your religious districts? {amount} to go."),
        ),
        N_("{who} ({role}) is choosing gold or cards."),
    ),
    "tribute": Prompt(
        N_("What do you take from {other} for the crown?"),
        N_("{who} ({role}) is choosing what {other} gives for the crown."),
    ),
    "tribute:other": Prompt(
        N_("What do you give {other} for the crown?"), N_("{who} is choosing what {other} gets for the crown.")
    ),
    "bequeath": Prompt(
        N_("You were murdered, and must still give the crown to somebody."),
        N_("{who}, who was murdered, is giving the crown to somebody."),
    ),
    "offer": Prompt(
        N_("Which of your districts do you give {other} for {card}?"),
        N_("{who} ({role}) is choosing what to give {other} for {card}."),
    ),
    "bell_tower": Prompt(
        N_("Ring the bell, so that {amount} districts complete a city?"),
        N_("{who} may ring the bell, so that {amount} districts complete a city."),
    ),
    "search": Prompt(N_("Take a card from the deck."), N_("{who} is looking through the deck (Lighthouse).")),
    "hospital": Prompt(
        N_("You were murdered, and may take income in your Hospital."),
        N_("{who} has a Hospital, and may take income if murdered."),
    ),
    "hospital:pass": Prompt(
        N_("Your Hospital cannot help you this round: it was not you who was murdered."),
        N_("{who} has a Hospital, and may take income if murdered."),
    ),
    "acrobat": Prompt(
        N_("Nobody answers as the {character}: take the crown with your Acrobat?"),
        N_("{who} may take the crown with an Acrobat."),
    ),
    "acrobat:pass": Prompt(
        N_("Nobody answers as the {character}. You have no Acrobat."), N_("{who} may take the crown with an Acrobat.")
    ),
    "rasputin": Prompt(
        N_("Somebody has aimed at you, the {character}: play your Rasputin?"),
        N_("{who} may play a Rasputin for the {character}."),
    ),
    "rasputin:pass": Prompt(
        N_("Somebody has aimed at the {character}. You have no use for a Rasputin."),
        N_("{who} may play a Rasputin for the {character}."),
    ),
    "cannonball": Prompt(
        N_("Human Cannonball: build what, in place of which district?"),
        N_("{who} ({role}) is building over a district (Human Cannonball)."),
    ),
    "borrow": Prompt(
        N_("{amount} gold is missing for {card}: borrow it from whom?"),
        N_("{who} ({role}) is borrowing gold for {card}."),
    ),
    "cash_wagon": Prompt(
        (
            N_("Discard your Cash Wagon and take the {amount} gold on it?"),
            N_("Discard your Cash Wagon and take the {amount} gold on it?"),
        ),
        N_("{who} may take the {amount} gold on a Cash Wagon."),
    ),
    "confiscate:pass": Prompt(
        N_("{other} pays for {card}. Your warrant is blank."), N_("{who} may take {card} with a warrant.")
    ),
    "threat:pass": Prompt(
        N_("{other} did not pay. Your threat is blank."), N_("{who} may turn the threat on {other} over.")
    ),
    "cemetery": Prompt(
        N_("Cemetery: take {card} into your hand for 1 gold?"), N_("{who} may take {card} back (Cemetery).")
    ),
}
"""Kind of question, or ``kind:case`` -> what is awaited. ``pass``: there is nothing else to answer."""

UNKNOWN = Prompt(N_("You must choose."), N_("{who} must choose."))
OVER = N_("The game is over.")
SOON = N_("One moment...")
"""Nobody is asked: the host is thinking."""

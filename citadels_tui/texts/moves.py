"""Names of verbs: in the list of moves, and above a list of their own.

Parameters: ``card``, ``character``, ``type``, ``who`` (the player aimed at), ``target`` (the district
aimed at), ``pays`` and ``draws`` (gold and cards on the district that offers it, which differ between the
editions). A verb without a line here is still listed, in the game's own notation.
"""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.by_card import gathered
from citadels_tui.texts.forms import CARD, CHARACTER, PLAYER, Verb

_GENERAL: dict[str, Verb] = {
    "pick": Verb("", N_("Choose the {character}"), CHARACTER),
    "aside": Verb("", N_("Put the {character} aside"), CHARACTER),
    "gold": Verb("g", N_("Take gold"), detail=N_("Your income: take 2 gold from the bank, and what your city adds.")),
    "draw": Verb(
        "d",
        N_("Draw cards"),
        detail=N_("Your income: draw 2 district cards and keep 1, if your city does not say more."),
    ),
    "keep": Verb("", N_("Keep {card}"), CARD),
    "give": Verb("", N_("Give {card} to {who}"), N_("Give {card} to {who}"), note=N_("give away")),
    "collect": Verb("c", N_("Collect"), detail=N_("Take what your character gets, once in your turn.")),
    "take": Verb("", N_("Take {card}"), N_("Take {card}")),
    "build target": Verb("b", N_("Build {card} in place of {target}"), N_("Build {card} in place of {target}")),
    "play": Verb("", N_("Play {card}"), CARD, note=N_("action card: play")),
    "play player": Verb("", N_("Play {card} on {who}"), PLAYER, note=N_("action card: play")),
    "build": Verb("b", N_("Build {card}"), N_("Build {card}"), N_("Build a district..."), N_("can build")),
    "pay": Verb("p", N_("Pay"), CARD, note=N_("pay with it")),
    "pass": Verb("p", N_("Pass")),
    "done": Verb("d", N_("Done")),
    "end": Verb("e", N_("End your turn"), detail=N_("The next rank is called.")),
}
VERBS = gathered(lambda card: card.verbs, _GENERAL)
"""Verb -> how it is offered; ``verb:kind`` as an answer to a kind of question, ``verb form`` for one form of it."""

ACTION = N_("action card")
"""What stands for type and cost of an action card."""
ACTION_LATER = N_("action card: in your turn")
ACTION_NOT_NOW = N_("action card: not now")
PLAYED_WHEN = gathered(lambda card: {card.card: card.held} if card.held else {})
"""Beside an action card in the hand that cannot be played now; some are played out of turn only."""

OWN_DISTRICT = N_("Your own {target}")
"""A target in one's own city."""

COLLECT = gathered(lambda card: {card.card: card.collect} if card.collect else {})
"""What collecting means for a character."""

OFFERED = gathered(lambda card: dict.fromkeys(card.offers, card.card))
"""Verb -> the card that is shown beside it: the one that offers it."""

GIVE_TO = N_("give to {who}")
"""Beside a hand card that will go to one player."""

COST = N_("cost {amount}")
"""Beside a district that is aimed at."""
PRICE = N_("for {amount} gold")
"""Beside what is paid for with gold, when the price is not the printed cost."""
PRICE_BY = N_("for {amount} gold ({card})")
"""The same when a card makes it cost more or less."""

STAKED = N_("{amount} gold on it")
"""Beside a Cash Wagon."""

HOLDINGS = (N_("{amount} card, {gold} gold"), N_("{amount} cards, {gold} gold"))
"""Beside a player who is aimed at."""

DISTRICTS = (N_("{amount} district"), N_("{amount} districts"))
"""Beside a player whose districts can be aimed at."""

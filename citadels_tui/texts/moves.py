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
        detail=N_("Your income: draw 2 district cards and keep 1, unless your city says otherwise."),
    ),
    "keep": Verb("", N_("Keep {card}"), CARD),
    "give": Verb("", N_("Give {card} to {who}"), N_("Give {card} to {who}"), note=N_("give away")),
    "collect": Verb("c", N_("Collect"), detail=N_("Take what your character gets, once in your turn.")),
    "take": Verb("", N_("Take {card}"), N_("Take {card}")),
    "build target": Verb(
        "b",
        N_("Build {card} over {target}"),
        N_("Build {card} over {target}"),
        asks=N_("Which of your districts gives way to {card}?"),
    ),
    "play": Verb("", N_("Play {card}"), CARD, note=N_("play it")),
    "play player": Verb(
        "", N_("Play {card} on {who}"), PLAYER, note=N_("play it"), asks=N_("On whom do you play {card}?")
    ),
    "build": Verb(
        "b",
        N_("Build {card}"),
        N_("Build {card}"),
        N_("Build a district..."),
        N_("then pay for it"),
        asks=N_("How do you pay for {card}?"),
    ),
    "pay": Verb("p", N_("Pay"), CARD, note=N_("pay with it")),
    "pass": Verb("p", N_("Pass")),
    "done": Verb("d", N_("Done")),
    "end": Verb("e", N_("End your turn"), detail=N_("The next rank is called.")),
}
VERBS = gathered(lambda card: card.verbs, _GENERAL)
"""Verb -> how it is offered; ``verb:kind`` as an answer to a kind of question, ``verb form`` for one form of it."""

ACTION = N_("action card")
"""The sign in place of type and cost of an action card."""
ACTION_LATER = N_("in your turn")
ACTION_NOT_NOW = N_("not now")
PLAYED_WHEN = gathered(lambda card: {card.card: card.held} if card.held else {})
"""Beside an action card in the hand that cannot be played now; some are played out of turn only."""

OWN_DISTRICT = N_("Your own {target}")
"""A target in one's own city."""

COLLECT = gathered(lambda card: {card.card: card.collect} if card.collect else {})
"""The meaning of collecting for a character."""

OFFERED = gathered(lambda card: dict.fromkeys(card.offers, card.card))
"""Verb -> the card that is shown beside it: the one that offers it."""

GIFTS = frozenset(gathered(lambda card: dict.fromkeys(card.gifts, card.card)))
"""Verbs that are a gift unless they aim at oneself."""
ROBS = frozenset(gathered(lambda card: dict.fromkeys(card.robs, card.card)))
"""Verbs that take all the gold of the player who has the named character."""
CHOOSING = frozenset({"pick", "aside"})
"""Verbs that name a character without aiming at it."""

ONE_CARD = frozenset({"build", "give", "keep", "pay", "take"})
"""Verbs that say themselves what becomes of the one card they name."""

GIVE_TO = N_("give to {who}")
"""Beside a hand card that will go to one player."""

# What a move costs and leads to; beside its row, as far as there is room.

PAY = N_("pay {amount}")
FREE = N_("free")
LEFT = N_("{amount} left")
"""Gold that is left."""
GOLD = N_("{before} {arrow} {amount} gold")
CARDS = (N_("{before} {arrow} {amount} card"), N_("{before} {arrow} {amount} cards"))
BUILT = N_("{built}/{target}")
"""Districts of one's city afterwards."""
COMPLETES = N_("completes your city: +{amount}")
ALL_TYPES = N_("all five types: +{amount}")
COST = N_("cost {amount}")
"""Beside a district that is aimed at."""
TAKES = N_("takes {amount} gold")
TAKES_BETWEEN = N_("takes {least} to {amount} gold")
"""Beside a character whose player is not known."""
STAKED = N_("{amount} on it")
"""Beside a Cash Wagon."""
HOLDINGS = (N_("{amount} card, {gold} gold"), N_("{amount} cards, {gold} gold"))
"""Beside a player who is aimed at."""

HAVE_ONE = N_("you have one")
"""Beside a card that one's city has already."""

# Why a move is hardly meant.

YOURS = N_("yours")
NOT_YOURS = N_("not yours")
LIES_FACE_UP = N_("lies face up")
PUT_ASIDE = N_("you put it aside")
NOBODY_HAS_IT = N_("nobody has it")
"""Beside a character of which the notebook knows so."""

SURE_OWN_DISTRICT = N_("{target} is your own. Destroy it?")
SURE_FACE_UP = N_("The {character} lies face up: nobody plays it. Go on?")
SURE_NOBODY = N_("Nobody has {whom} this round. Go on?")
SURE_OWN_CHARACTER = N_("You are the {character} yourself. Go on?")
SURE_END = {
    (True, False): N_("You could still build a district. End your turn?"),
    (False, True): N_("You have not used your ability. End your turn?"),
    (True, True): N_("You could still build, and use your ability. End your turn?"),
}
"""Before the end of a turn, by what is left: building, an ability that costs nothing."""

# Lists.

BACK = N_("Back")
BACK_KEY = N_("escape")
COPIES = N_("{card} x{amount}")
"""A hand card of which there are several."""
COPY = N_("{card} ({amount})")
"""One of several copies."""
OVER = N_("over {target}")
"""Beside a hand card that is built over one of the city."""
OVER_ONE_OF = N_("over one of {amount}")
"""Used where there are several."""
PAY_AT_LEAST = N_("pay {amount} or more")
ON_CREDIT = N_("with borrowed gold...")
"""Beside a hand card that one's own gold does not pay for."""
TICKED, UNTICKED = N_("[x] {card}"), N_("[ ] {card}")
TICKING = frozenset({"exchange"})
"""Kinds of questions whose cards are ticked."""
SEND = {"discard": (N_("Exchange {amount} card"), N_("Exchange {amount} cards"))}
"""Labels of the row that sends the ticked cards, by their use."""
TICK_FIRST = N_("choose cards first")
WAYS = {
    "": N_("Pay in gold"),
    "player": N_("Borrow from {who}"),
    "target": N_("In place of {target}"),
}
"""Ways to build one card, by the form of the move."""

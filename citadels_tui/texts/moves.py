"""Names of verbs: in the list of moves, and above a list of their own.

Parameters: ``card``, ``character``, ``type``, ``who`` (the player aimed at), ``target`` (the district
aimed at), ``pays`` and ``draws`` (gold and cards on the district that offers it, which differ between the
editions). A verb without a line here is still listed, in the game's own notation.
"""

from __future__ import annotations

from typing import NamedTuple

from citadels_tui.texts import N_


class Verb(NamedTuple):
    """How a verb is offered."""

    key: str
    """The key that is tried first."""
    label: str
    """One move of this verb, standing alone."""
    item: str = ""
    """One move in a list of moves of this verb; as `label` when empty."""
    many: str = ""
    """What opens the list when there are several; as `label` when empty."""
    note: str = ""
    """Beside a hand card that this verb can be done with."""
    detail: str = ""
    """One sentence about it."""


CHARACTER = N_("{character}")
PLAYER = N_("{who}")
PLAYER_DISTRICT = N_("{who}: {target}")
CARD = N_("{card}")

VERBS: dict[str, Verb] = {
    # Choosing characters
    "pick": Verb("", N_("Choose the {character}"), CHARACTER),
    "aside": Verb("", N_("Put the {character} aside"), CHARACTER),
    "trade": Verb("", N_("Exchange with {who}"), N_("Exchange with {who}"), N_("Exchange a character...")),
    # Income
    "gold": Verb("g", N_("Take gold"), detail=N_("Your income: take 2 gold from the bank, and what your city adds.")),
    "draw": Verb(
        "d",
        N_("Draw cards"),
        detail=N_("Your income: draw 2 district cards and keep 1, if your city does not say more."),
    ),
    "keep": Verb("", N_("Keep {card}"), CARD),
    # Characters
    "kill": Verb("a", N_("Murder the {character}"), CHARACTER, N_("Murder a character...")),
    "rob": Verb("a", N_("Rob the {character}"), CHARACTER, N_("Rob a character...")),
    "bewitch": Verb("a", N_("Bewitch the {character}"), CHARACTER, N_("Bewitch a character...")),
    "sign": Verb(
        "a",
        N_("Signed warrant on the {character}"),
        CHARACTER,
        N_("Lay the signed warrant on..."),
        detail=N_(
            "You lay out all your warrants. The character chosen first gets the signed one, the others blank ones."
        ),
    ),
    "warrant": Verb("a", N_("Blank warrant on the {character}"), CHARACTER, N_("Lay a blank warrant...")),
    "rose": Verb(
        "a",
        N_("The rose on the {character}"),
        CHARACTER,
        N_("Lay the threat with the rose on..."),
        detail=N_(
            "You lay out both threats. The character chosen first gets the one with the rose, the other an empty one."
        ),
    ),
    "threaten": Verb("a", N_("Empty threat on the {character}"), CHARACTER, N_("Lay an empty threat...")),
    "swap": Verb("a", N_("Swap hands with {who}"), PLAYER, N_("Swap hands with...")),
    "discard": Verb("x", N_("Exchange {card}"), CARD, N_("Exchange cards with the deck..."), N_("exchange")),
    "divine": Verb(
        "a",
        N_("Take a card from everybody"),
        detail=N_("Take a random card from every hand; then give each of those players a card back."),
    ),
    "give": Verb("", N_("Give {card} to {who}"), N_("Give {card} to {who}"), note=N_("give away")),
    "collect": Verb("c", N_("Collect"), detail=N_("Take what your character gets, once in your turn.")),
    "destroy": Verb("a", N_("Destroy {target} of {who}"), PLAYER_DISTRICT, N_("Destroy a district...")),
    "beautify": Verb("a", N_("Beautify {card}"), CARD, N_("Beautify a district...")),
    "spy": Verb("a", N_("Look for {type} in the hand of {who}"), N_("{who}: {type}"), N_("Spy on a hand...")),
    "look": Verb("a", N_("Look at the hand of {who}"), PLAYER, N_("Look at a hand...")),
    "take": Verb("", N_("Take {card}"), N_("Take {card}")),
    "crown": Verb("a", N_("Give the crown to {who}"), PLAYER, N_("Give the crown away...")),
    "tribute": Verb("", N_("Take {card}")),
    "tribute gold": Verb("g", N_("1 gold")),
    "tribute card": Verb("r", N_("A random card")),
    "beg": Verb("a", N_("Take 1 gold from {who}, who is the richest"), PLAYER, N_("Take 1 gold from the richest...")),
    "seize": Verb("a", N_("Take {target} of {who}"), PLAYER_DISTRICT, N_("Take a district...")),
    "exchange": Verb("a", N_("Exchange for {target} of {who}"), PLAYER_DISTRICT, N_("Exchange a district...")),
    "offer": Verb("", N_("Give {card}"), N_("Give {card}")),
    "collect gold": Verb("c", N_("Take 4 gold"), N_("Take 4 gold")),
    "collect cards": Verb("v", N_("Draw 4 cards"), N_("Draw 4 cards")),
    "gold:tithe": Verb("g", N_("1 gold")),
    "draw:tithe": Verb("d", N_("1 card")),
    "trade card": Verb(
        "",
        N_("Your {character} for one of {who}"),
        N_("Your {character} for one of {who}"),
        N_("Exchange a character..."),
    ),
    # Districts
    "demolish": Verb(
        "m", N_("Armory: destroy {target} of {who}"), PLAYER_DISTRICT, N_("Armory: destroy a district...")
    ),
    "store": Verb("u", N_("Museum: put {card} under it"), CARD, N_("Museum: put a card under it...")),
    "shorten": Verb("r", N_("Ring the bell")),
    "build player": Verb("b", N_("Build {card}, borrowing from {who}"), N_("Build {card}, borrowing from {who}")),
    "build target": Verb("b", N_("Build {card} in place of {target}"), N_("Build {card} in place of {target}")),
    # Action cards
    "play": Verb("", N_("Play {card}"), CARD, note=N_("action card: play")),
    "play player": Verb("", N_("Play {card} on {who}"), PLAYER, note=N_("action card: play")),
    "stake": Verb("w", N_("1 gold on the Cash Wagon of {who}"), PLAYER, N_("1 gold on a Cash Wagon...")),
    "stake second": Verb("w", N_("1 gold on the second Cash Wagon of {who}"), N_("{who}: the second")),
    "stake third": Verb("w", N_("1 gold on the third Cash Wagon of {who}"), N_("{who}: the third")),
    "cash": Verb("c", N_("Take the gold")),
    "build": Verb("b", N_("Build {card}"), N_("Build {card}"), N_("Build a district..."), N_("can build")),
    "sell": Verb("t", N_("Laboratory: {card} for {pays} gold"), CARD, N_("Laboratory: a card for {pays} gold...")),
    "forge": Verb("f", N_("Smithy: {pays} gold for {draws} cards")),
    "pay": Verb("p", N_("Pay"), CARD, note=N_("pay with it")),
    "recover": Verb("r", N_("Take it back for 1 gold")),
    # Answers to questions
    "confiscate": Verb("c", N_("Show the warrant and take the district")),
    "refuse": Verb("r", N_("Do not pay")),
    "reveal": Verb("v", N_("Turn the threat over")),
    "pass": Verb("p", N_("Pass")),
    "done": Verb("d", N_("Done")),
    "end": Verb("e", N_("End your turn"), detail=N_("The next rank is called.")),
}
"""Verb -> how it is offered."""

ACTION = N_("action card")
"""What stands for type and cost of an action card."""
ACTION_LATER = N_("action card: in your turn")
ACTION_NOT_NOW = N_("action card: not now")
PLAYED_WHEN = {
    "acrobat": N_("when nobody answers as rank 4"),
    "rasputin": N_("when you are called, if aimed at"),
}
"""Beside an action card in the hand that cannot be played now; some are played out of turn only."""

OWN_DISTRICT = N_("Your own {target}")
"""A target in one's own city."""

COLLECT: dict[str, str] = {
    "king": N_("Gold for noble districts"),
    "emperor": N_("Gold for noble districts"),
    "patrician": N_("Cards for noble districts"),
    "abbot": N_("For religious districts"),
    "trader": N_("Gold for trade districts"),
    "scholar": N_("Draw 7 cards, keep 1"),
    "diplomat": N_("Gold for military districts"),
    "marshal": N_("Gold for military districts"),
    "tax_collector": N_("The gold on your token"),
    "bishop": N_("Gold for religious districts"),
    "merchant": N_("Gold for trade districts"),
    "warlord": N_("Gold for military districts"),
    "cardinal": N_("Cards for religious districts"),
    "architect": N_("Draw 2 extra cards"),
    "queen": N_("Gold for sitting beside rank 4"),
}
"""What collecting means for a character."""

OFFERED: dict[str, str] = {
    "forge": "smithy",
    "sell": "laboratory",
    "demolish": "armory",
    "store": "museum",
    "shorten": "bell_tower",
    "stake": "cash_wagon",
    "cash": "cash_wagon",
}
"""Verb -> the card that offers it."""

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

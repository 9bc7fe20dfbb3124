"""Words of what a character is worth to a player now, beside those to choose from: in full, and for 18 cells."""

from __future__ import annotations

from typing import NamedTuple

from citadels_tui.texts import N_

Text = str | tuple[str, str]
"""A sentence, or its forms for one and for several."""


class Phrase(NamedTuple):
    """One thing that is said of a character."""

    full: Text
    brief: Text
    """Where that does not fit."""


class Most(NamedTuple):
    """Sentences about the other players who have most of something."""

    one: Phrase
    """``who`` alone has ``amount``."""
    several: Phrase
    """More than one has ``amount``."""
    nobody: Phrase


GOLD_FROM = {
    "noble": N_("{amount} gold from nobles"),
    "religious": N_("{amount} gold from religion"),
    "trade": N_("{amount} gold from trade"),
    "military": N_("{amount} gold from military"),
}
CARDS_FROM = {
    "noble": (N_("{amount} card from nobles"), N_("{amount} cards from nobles")),
    "religious": (N_("{amount} card from religion"), N_("{amount} cards from religion")),
}
GOLD = N_("for you: {amount} gold")
CARDS = (N_("for you: {amount} card"), N_("for you: {amount} cards"))

LEADER = Phrase(N_("ahead: {who} {amount}"), N_("ahead: {amount}"))
"""Who would win if the game ended now, with how many points."""
YOU_LEAD = Phrase(N_("you are ahead"), N_("you are ahead"))
NO_LEADER = Phrase(N_("nobody is ahead"), N_("nobody is ahead"))
_NO_GOLD = Phrase(N_("nobody else has gold"), N_("no gold elsewhere"))
_NO_CARDS = Phrase(N_("nobody else has cards"), N_("no cards elsewhere"))
_UP_TO = N_("up to {amount} gold")
_SEVERAL_RICH = Phrase(N_("several have {amount} gold"), _UP_TO)
RICHEST = Most(Phrase(N_("richest: {who} {amount}"), _UP_TO), _SEVERAL_RICH, _NO_GOLD)
OTHERS_GOLD = Most(Phrase(N_("{who} has {amount} gold"), _UP_TO), _SEVERAL_RICH, _NO_GOLD)
"""Used where you have as much, or more."""
_CARDS_HELD = (N_("up to {amount} card"), N_("up to {amount} cards"))
FULLEST = Most(
    Phrase((N_("{who} holds {amount} card"), N_("{who} holds {amount} cards")), _CARDS_HELD),
    Phrase((N_("several hold {amount} card"), N_("several hold {amount} cards")), _CARDS_HELD),
    _NO_CARDS,
)
HANDS = Phrase(
    (N_("a card from {amount} hand"), N_("a card from {amount} hands")),
    (N_("{amount} hand"), N_("{amount} hands")),
)
FIRST = Phrase(N_("first choice next round"), N_("first next round"))
CROWN = Phrase(N_("takes the crown from {who}"), N_("moves the crown"))
CROWN_KEPT = Phrase(N_("you keep the crown"), N_("keeps the crown"))
CROWN_YOURS = Phrase(N_("you give the crown away"), N_("your crown goes"))
NOT_THERE = Phrase(N_("{name8} is out"), N_("{name8}: out"))
SAFE = Phrase(N_("safe from {rank8}"), N_("safe city"))
TAX = Phrase(N_("1 gold from {who}"), N_("1 gold more"))
TAX_OF_ONE = Phrase(N_("1 gold from one of the richest"), N_("1 gold more"))
TAX_OF_NONE = Phrase(N_("several are the richest: no gold"), N_("several richest"))
NO_TAX = Phrase(N_("nobody is richer"), N_("nobody is richer"))
_LENT = N_("{amount} gold to lend")
LENDS = Most(Phrase(N_("{who} can lend {amount}"), _LENT), Phrase(N_("several can lend {amount}"), _LENT), _NO_GOLD)
BACK = Phrase(N_("gets up to {amount} gold back"), N_("{amount} gold back"))
NOTHING = Phrase(N_("nothing to build"), N_("nothing to build"))
BUILDS = Phrase(
    (N_("can pay for {amount} district"), N_("can pay for {amount} districts")),
    (N_("can pay for {amount}"), N_("can pay for {amount}")),
)
DRAWS_AND_BUILDS = Phrase(
    (N_("2 cards, can pay for {amount}"), N_("2 cards, can pay for {amount}")),
    (N_("2 cards, builds {amount}"), N_("2 cards, builds {amount}")),
)
BEST_OF_SEVEN = Phrase(N_("the best of 7 cards"), N_("1 of 7 cards"))
_GOLD_OR_CARDS = (N_("{gold} gold or {amount} card"), N_("{gold} gold or {amount} cards"))
FOUR = Phrase(_GOLD_OR_CARDS, _GOLD_OR_CARDS)
TRADES = Phrase(
    (N_("{amount} trade card in hand"), N_("{amount} trade cards in hand")),
    (N_("{amount} trade card"), N_("{amount} trade cards")),
)
RAZES_FREE = Phrase(
    (N_("{amount} district for 0"), N_("{amount} districts for 0")),
    (N_("{amount} for 0 gold"), N_("{amount} for 0 gold")),
)
RAZES = Phrase(N_("destroys from {amount} gold up"), N_("from {amount} gold up"))
IN_REACH = Phrase(
    (N_("{amount} district in reach"), N_("{amount} districts in reach")),
    (N_("{amount} in reach"), N_("{amount} in reach")),
)
NONE_IN_REACH = Phrase(N_("no district in reach"), N_("none in reach"))
BESIDE = Phrase(N_("3 gold if {who} or {other} is {character}"), N_("3 gold beside 4"))
BESIDE_ONE = Phrase(N_("3 gold if {who} is {character}"), N_("3 gold beside 4"))
NO_ROYAL = Phrase(N_("nobody is {character}: no gold"), N_("no gold: 4 is out"))
BEAUTIFIES = Phrase(
    (N_("{amount} point for {gold} gold"), N_("{amount} points for {gold} gold")),
    (N_("{amount} for {gold} gold"), N_("{amount} for {gold} gold")),
)
NOTHING_TO_BEAUTIFY = Phrase(N_("nothing to beautify"), N_("nothing to do"))
TAXES = Phrase(N_("{amount} gold lies there"), N_("{amount} gold lies there"))
TAXES_TO_COME = Phrase(N_("1 gold from each builder"), N_("1 for each build"))

"""A sensible player by rules: builds what scores, chooses what pays, hits whom it hurts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from engine.bots.aims import Aims
from engine.bots.memory import Memory
from engine.bots.menu import Judge, Menu
from engine.bots.outlook import CARDS, Outlook
from engine.bots.prospects import own_turn, rival_chance, turn_of
from engine.bots.worth import new_cards, promise, promises, purse, useful_cards
from engine.event import Event
from engine.move import Move
from engine.view import View

WHIM = 0.25
"""How far, in points, chance may sway a choice that others try to guess."""
QUIT = ("end", "done", "pass")
"""Verbs that ask for nothing."""


class Steward:
    """Judges every legal move by what it is worth in points and plays the best."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._memory = Memory()

    def watch(self, event: Event) -> None:
        """Take note of an event."""
        self._memory.watch(event)

    def choose(self, view: View) -> Move:
        """The move that is worth most."""
        if len(view.moves) == 1:
            return view.moves[0]
        assert view.asked is not None
        o = Outlook(view, self._memory)
        judge = QUESTIONS.get(view.asked.kind, unknown)(o, Aims(o))
        if view.asked.kind in GUESSED:
            return max(view.moves, key=lambda move: judge(move) + self._random.gauss(0, WHIM))
        return max(view.moves, key=judge)


def unknown(o: Outlook, aims: Aims) -> Judge:
    """A question about cards not known here: ask for nothing where that is possible."""
    return lambda move: float(move.verb in QUIT)


# Choosing characters


def draft(o: Outlook, aims: Aims) -> Judge:
    """The character whose turn is worth most, less what others may do to it."""
    return lambda move: prize(o, aims, o.table.rank_of(move.card))


def aside(o: Outlook, aims: Aims) -> Judge:
    """Two players: away with what the other one would like most."""
    (rival,) = o.rivals

    def judge(move: Move) -> float:
        rank = o.table.rank_of(move.card)
        return turn_of(o, rival, rank) - 0.4 * own_turn(o, rank)

    return judge


def prize(o: Outlook, aims: Aims, rank: int) -> float:
    """A turn as a character, less the risk of losing it or its gold."""
    turn = own_turn(o, rank)
    if rank == 1:
        return turn
    share = aims.shares[rank]
    risk = 0.0
    if o.table.char(1).id != "magistrate":
        risk += rival_chance(o, 1) * share * (turn - purse(o, o.gold))
    if rank > 2:
        risk += rival_chance(o, 2) * share * (purse(o, o.gold) - purse(o, 0))
    return turn - risk


def theater(o: Outlook, aims: Aims) -> Judge:
    """Change characters when the other one is likely to be better."""

    def judge(move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        given = o.table.rank_of(move.card) if move.card else o.view.roles[0]
        return aims.trade(move.seat, given)

    return judge


# Questions in a turn


def keep(o: Outlook, aims: Aims) -> Judge:
    """The card that promises most."""
    return lambda move: 0.0 if move.card in o.view.hand else promise(o, CARDS[move.card])


def give(o: Outlook, aims: Aims) -> Judge:
    """The card that promises least."""
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    return lambda move: -value[move.card]


def thieves_den(o: Outlook, aims: Aims) -> Judge:
    """Cards that promise less than the gold they save."""
    asked = o.view.asked
    assert asked is not None
    left = max(0, o.gold - asked.amount)
    saved = purse(o, left + 1) - purse(o, left)
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    return lambda move: saved - value[move.card] if move.verb == "pay" else 0.0


def exchange(o: Outlook, aims: Aims) -> Judge:
    """Away with what promises less than a new card."""
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    new = new_cards(o, 1, useful_cards(o, o.hand))
    return lambda move: new - value[move.card] if move.verb == "discard" else 0.0


def bribe(o: Outlook, aims: Aims) -> Judge:
    """Half for certain, or all with some probability."""
    asked = o.view.asked
    assert asked is not None
    if "rose" in o.view.marks:
        risk = 0.0
    elif o.memory.spared:
        risk = 1.0
    else:
        gold = [o.view.players[seat].gold for seat in o.rivals]
        risk = 0.55 if o.gold >= sum(gold) / len(gold) else 0.45
    return lambda move: -asked.amount if move.verb == "pay" else -risk * o.gold


def cemetery(o: Outlook, aims: Aims) -> Judge:
    """A card back for a gold."""
    asked = o.view.asked
    assert asked is not None
    gain = promise(o, CARDS[asked.card]) - purse(o, o.gold) + purse(o, o.gold - 1)
    return lambda move: gain if move.verb == "recover" else 0.0


def accept(o: Outlook, aims: Aims) -> Judge:
    """What the own token offers."""
    return lambda move: float(move.verb != "pass")


QUESTIONS: Mapping[str, Callable[[Outlook, Aims], Judge]] = {
    "draft": draft,
    "aside": aside,
    "theater": theater,
    "menu": Menu,
    "keep": keep,
    "give": give,
    "lend": give,
    "thieves_den": thieves_den,
    "exchange": exchange,
    "bewitch": lambda o, aims: lambda move: aims.bewitch(o.table.rank_of(move.card)),
    "warrant": lambda o, aims: lambda move: aims.sign(o.table.rank_of(move.card)),
    "threaten": lambda o, aims: lambda move: aims.threaten(o.table.rank_of(move.card)),
    "bribe": bribe,
    "confiscate": accept,
    "threat": accept,
    "cemetery": cemetery,
}
"""How the answers to each kind of question are judged."""

GUESSED = ("draft", "bewitch", "warrant", "threaten")
"""Questions whose answers others try to guess."""

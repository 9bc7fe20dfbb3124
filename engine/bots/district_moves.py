"""Moves of districts and action cards: the judgement of each verb in a turn, and of the answers to their questions."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots.districts import flight
from engine.bots.evaluation import income_cards, income_gold, promise, promises, purse, standing, useful_cards
from engine.bots.features import NEVER, Outlook
from engine.bots.knowledge import Judge
from engine.bots.last_turn import card_in_hand
from engine.bots.targets import Aims
from engine.bots.turn_policy import CardMoves
from engine.move import Move


def _theater(o: Outlook, aims: Aims) -> Judge:
    """Change characters when the other one is likely to be better."""

    def judge(move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        given = o.ruleset.rank_of(move.card) if move.card else o.view.roles[0]
        return aims.trade(move.seat, given)

    return judge


def _search(o: Outlook, aims: Aims) -> Judge:
    """The card of the deck that promises most."""
    return lambda move: card_in_hand(o, o.card(move.card)) if move.card else 0.0


def _thieves_den(o: Outlook, aims: Aims) -> Judge:
    """Cards that promise less than the gold they save."""
    asked = o.view.asked
    assert asked is not None
    left = max(0, o.gold - asked.amount)
    saved = purse(o, left + 1) - purse(o, left)
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    return lambda move: saved - value[move.card] if move.verb == "pay" else 0.0


def _cemetery(o: Outlook, aims: Aims) -> Judge:
    """A card back for a gold."""
    asked = o.view.asked
    assert asked is not None
    gain = promise(o, o.card(asked.card)) - purse(o, o.gold) + purse(o, o.gold - 1)
    return lambda move: gain if move.verb == "recover" else 0.0


def _hospital(o: Outlook, aims: Aims) -> Judge:
    """Income without a turn."""
    gold = purse(o, o.gold + income_gold(o)) - purse(o, o.gold)
    value = {"gold": gold, "draw": income_cards(o, useful_cards(o, o.hand)), "pass": NEVER}
    return lambda move: value[move.verb]


def _bell_tower(o: Outlook, aims: Aims) -> Judge:
    """One district fewer when this city is nearest to the end and ahead."""
    missing = o.missing[o.seat]
    nearest = min([o.missing[seat] for seat in o.rivals])
    ahead = standing(o, o.seat) > max([standing(o, seat) for seat in o.rivals])
    shorten = not o.view.finished and nearest > 1 and (missing <= 1 or (ahead and missing <= nearest))
    return lambda move: float((move.verb == "shorten") == shorten)


def _cannonball(o: Outlook, aims: Aims) -> Judge:
    """The best district over another."""
    return lambda move: flight(o, o.card(move.card), o.card(move.target)) if move.target else 0.0


def _borrow(o: Outlook, aims: Aims) -> Judge:
    """The gold of the leader."""
    return lambda move: aims.menace[move.seat]


def _acrobat(o: Outlook, aims: Aims) -> Judge:
    """The crown for the point the card is worth."""
    crown = 0.0 if o.view.crown == o.seat else 1.2 * o.horizon + (4.0 if o.owns(o.seat, "statue") else 0.0)
    return lambda move: crown - 1 if move.verb == "play" else 0.0


def _rasputin(o: Outlook, aims: Aims) -> Judge:
    """Protection for the point the card is worth, when there is something to lose."""
    asked = o.view.asked
    assert asked is not None
    marks = o.view.marks
    at_stake = purse(o, o.gold) - purse(o, 0)
    if asked.rank in (marks.get("killed"), marks.get("bewitched")):
        at_stake = 3.0 if o.horizon else 2.0
    elif asked.rank != marks.get("robbed"):
        at_stake *= 0.4
    return lambda move: at_stake - 1 if move.verb == "play" else 0.0


def _cash_wagon(o: Outlook, aims: Aims) -> Judge:
    """The gold of the wagon, when it is much or the end is near."""
    asked = o.view.asked
    assert asked is not None
    enough = asked.amount >= 4 or o.nearest <= 2
    return lambda move: float((move.verb == "cash") == enough)


DISTRICT_MOVES: Mapping[str, CardMoves] = {
    "museum": CardMoves(judges={"store": lambda turn, move: turn.store(move)}),
    "bell_tower": CardMoves(answers={"bell_tower": _bell_tower}),
    "laboratory": CardMoves(judges={"sell": lambda turn, move: turn.sell(move)}),
    "smithy": CardMoves(judges={"forge": lambda turn, move: turn.forge(move)}),
    "theater": CardMoves(answers={"theater": _theater}),
    "cemetery": CardMoves(answers={"cemetery": _cemetery}),
    "hospital": CardMoves(answers={"hospital": _hospital}),
    "armory": CardMoves(judges={"demolish": lambda turn, move: turn.demolish(move)}),
    "lighthouse": CardMoves(answers={"search": _search}),
    "thieves_den": CardMoves(answers={"thieves_den": _thieves_den}),
    "human_cannonball": CardMoves(answers={"cannonball": _cannonball, "borrow": _borrow}),
    "rasputin": CardMoves(answers={"rasputin": _rasputin}),
    "acrobat": CardMoves(answers={"acrobat": _acrobat}),
    "cash_wagon": CardMoves(judges={"stake": lambda turn, move: turn.stake(move)}, answers={"cash_wagon": _cash_wagon}),
}
"""District or action card -> how its moves are judged."""

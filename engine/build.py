"""Building: what can be built, at what price, and how it is paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.city import Enter, enter
from engine.move import Move
from engine.player import Turn
from engine.state import State
from engine.step import Price, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.card import Card, District
    from engine.ruleset import Ruleset


def price(ruleset: Ruleset, city: Sequence[District], card: District) -> int:
    """The price of building a card, in gold, beside the districts of a city."""
    cost = card.cost
    if not ruleset.helping.isdisjoint(city):
        for d in city:
            cost -= d.discount(ruleset, city, card)
    return cost


def build_prices(g: State, city: Sequence[District]) -> list[Price]:
    """The legal moves that build for gold, but not for the printed cost, beside the districts of a city."""
    found: list[Price] = []
    for move in g.moves:
        if move.verb == "build" and move.seat < 0:
            card = g.ruleset.district(move.card)
            cost = price(g.ruleset, city, card)
            if cost != card.cost:
                source = next(d.id for d in city if d.helps and d.discount(g.ruleset, city, card))
                found.append(Price(move, cost, source))
    return found


def builds(g: State, turn: Turn, moves: list[Move]) -> None:
    """Add every way to build a card from the hand."""
    seat, ruleset = turn.seat, g.ruleset
    full = turn.built >= turn.limit
    if full and (not ruleset.free or not turn.char.builds):
        return
    p = g.players[seat]
    gold, city = p.gold, p.city
    stands = [d.plain for d in city] if ruleset.beauty else city
    helping = helpers(turn, city) if turn.char.helps or not ruleset.helping.isdisjoint(city) else []
    tried: list[District] = []
    for card in p.hand:
        if card.cost > gold and not (helping or card.special):
            continue
        if card in tried or (card in stands and not doubles(g, seat)):
            continue
        if full and counts(g, turn, card):
            continue
        tried.append(card)
        if helping or card.special:
            moves += other_ways(g, turn, card, helping)
        else:
            moves.append(card.build)


def other_ways(g: State, turn: Turn, card: District, helping: Sequence[Card]) -> list[Move]:
    """Every way to build a card that is special, or that other cards make cheaper or let be paid for otherwise."""
    p, cost = g.players[turn.seat], card.cost
    moves: list[Move] = []
    for helper in helping:
        cost -= helper.discount(g.ruleset, p.city, card)
    if card.special:
        if not card.may_build(g, turn.seat):
            return moves
        moves += card.own_ways(g, turn, cost)
    if cost <= p.gold:
        moves.append(card.build)
    for helper in helping:
        moves += [move for move in helper.ways(g, turn, card, cost) if move not in moves]
    return moves


def helpers(turn: Turn, city: Sequence[District]) -> list[Card]:
    """The cards that may make building cheaper, or possible in another way, for the active player with this city."""
    found: list[Card] = [turn.char] if turn.char.helps else []
    found += [d.plain for d in city if d.helps]
    return found


def doubles(g: State, seat: int) -> bool:
    """Whether a seat may build what its city already has."""
    ruleset = g.ruleset
    if ruleset.duplicates:
        return True
    for twins in ruleset.twins:  # noqa: SIM110
        if twins(g, seat):
            return True
    return False


def build(g: State, turn: Turn, move: Move) -> None:
    """Carry out a build move."""
    ruleset, p = g.ruleset, g.players[turn.seat]
    card = ruleset.district(move.card)
    paid = price(ruleset, p.city, card)
    for settle in ruleset.settle:
        if settle(g, turn, move, card, paid):
            return
    p.hand.remove(card)
    p.gold -= paid
    g.log += ("build", turn.seat, card.id, paid)
    place(g, turn, card, paid)


def declare(g: State, turn: Turn, card: District) -> None:
    """Lay a card from the hand open to be built; it is paid for later, or in another way."""
    g.players[turn.seat].hand.remove(card)
    g.log += ("build", turn.seat, card.id, 0)


def place(g: State, turn: Turn, card: District, paid: int) -> None:
    """A card has been paid for: it is built, unless somebody may object to that."""
    seat = turn.seat
    turn.spent += paid
    if not g.ruleset.free or counts(g, turn, card):
        turn.built += 1
    if paid and g.ruleset.on_pay:
        g.stack.append(Enter(card, seat, seat))
        for hook in g.ruleset.on_pay:
            hook(g, turn, card, paid)
    else:
        enter(g, card, seat, seat)


def counts(g: State, turn: Turn, card: District) -> bool:
    """Whether building a card counts towards the limit."""
    for free in g.ruleset.free:  # noqa: SIM110
        if free(g, turn, card):
            return False
    return True


def shortage(g: State, turn: Turn, card: District, cost: int) -> int:
    """The least gold that is missing to build a card, where a part of its price may be paid in another way."""
    p = g.players[turn.seat]
    gold, helping = p.gold, helpers(turn, p.city)
    try:
        for more in range(cost - gold):
            p.gold = gold + more
            if card.own_ways(g, turn, cost) or any(helper.ways(g, turn, card, cost) for helper in helping):
                return more
    finally:
        p.gold = gold
    return max(cost - gold, 0)


def build_refusals(g: State, turn: Turn) -> list[Refusal]:
    """Hand cards that cannot be built now, each with the first reason a person would give."""
    seat = turn.seat
    p = g.players[seat]
    legal = {m.card for m in g.moves if m.verb == "build"}
    stands = [d.plain for d in p.city]
    found: list[Refusal] = []
    for card in dict.fromkeys(p.hand):
        if card.id in legal or card.action:
            continue
        cost = price(g.ruleset, p.city, card)
        if not card.may_build(g, seat):
            found.append(Refusal(card.build, "never", 0, card.id))
        elif not turn.char.builds:
            found.append(Refusal(card.build, "no_building", 0, turn.char.id))
        elif card in stands and not doubles(g, seat):
            found.append(Refusal(card.build, "twin", 0, card.id))
        elif turn.built >= turn.limit and counts(g, turn, card):
            found.append(Refusal(card.build, "limit", turn.limit))
        elif missing := shortage(g, turn, card, cost):
            found.append(Refusal(card.build, "need_gold", missing))
        else:
            found.append(Refusal(card.build, "income_first"))
    return found

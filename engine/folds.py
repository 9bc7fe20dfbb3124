"""Folds: the change that each kind of event makes to a view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.editions import EDITIONS
from engine.event import Event
from engine.view import Asked, TurnView, View

Fold = Callable[[View, Event], None]


def change_player(view: View, seat: int, **changes: Any) -> None:
    """Show a player with other values in some fields."""
    if seat < 0:
        raise LookupError(seat)
    view.players[seat] = replace(view.players[seat], **changes)


def change_gold(view: View, seat: int, n: int) -> None:
    """Change a stash by n gold."""
    change_player(view, seat, gold=view.players[seat].gold + n)


def show_rank(view: View, seat: int, rank: int) -> None:
    """A player reveals a character."""
    change_player(view, seat, shown=(*view.players[seat].shown, rank))


def change_hand(view: View, seat: int, gained: tuple[str, ...] = (), lost: tuple[str, ...] = (), n: int = 0) -> None:
    """Change a hand by n cards; the cards themselves count only in one's own."""
    change_player(view, seat, hand=view.players[seat].hand + n)
    if seat == view.seat:
        hand = [*view.hand, *gained]
        for card in lost:
            hand.remove(card)
        view.hand = tuple(sorted(hand))


def to_discards(view: View, n: int) -> None:
    """Cards go under the deck, or on the pile where there is one."""
    if EDITIONS[view.rules.edition].pile:
        view.discards += n
    else:
        view.deck += n


def _deal(v: View, e: Event) -> None:
    v.deck -= e.amount
    change_hand(v, e.seat, e.cards, n=e.amount)


def _round(v: View, e: Event) -> None:
    v.round, v.crown, v.dealer = e.amount, e.seat, e.seat
    v.called, v.silent, v.faceup, v.facedown = 0, (), (), 0
    v.roles, v.aside, v.saw = (), (), ()
    for seat in range(len(v.players)):
        change_player(v, seat, roles=0, shown=())


def _round_over(v: View, e: Event) -> None:
    v.marks = {}
    v.tokens = {kind: token for kind, token in v.tokens.items() if not token.on}


def _layout(v: View, e: Event) -> None:
    v.faceup = e.ranks


def _pool(v: View, e: Event) -> None:
    if e.seat == v.seat:
        v.saw += (e.ranks,)


def _pick(v: View, e: Event) -> None:
    change_player(v, e.seat, roles=v.players[e.seat].roles + 1)
    if e.seat == v.seat:
        v.roles += (e.rank,)


def _aside(v: View, e: Event) -> None:
    v.facedown += 1
    if e.seat == v.seat:
        v.aside += (e.rank,)


def _mix(v: View, e: Event) -> None:
    v.facedown -= 1


def _call(v: View, e: Event) -> None:
    v.called = e.rank
    v.silent += (e.rank,)


def _hear(v: View, e: Event) -> None:
    v.called = e.rank


def _reveal(v: View, e: Event) -> None:
    v.called = e.rank
    show_rank(v, e.seat, e.rank)
    v.turn = TurnView(e.seat, e.rank)


def stop(v: View, e: Event) -> None:
    """A turn is over, or rests."""
    v.turn = None


def _gathered(v: View, e: Event) -> None:
    if v.turn:
        v.turn.gathered = True


def _gold(v: View, e: Event) -> None:
    change_gold(v, e.seat, e.amount)


def _pay(v: View, e: Event) -> None:
    change_gold(v, e.seat, -e.amount)


def _give(v: View, e: Event) -> None:
    change_gold(v, e.seat, -e.amount)
    change_gold(v, e.other, e.amount)


def _look(v: View, e: Event) -> None:
    v.deck -= e.amount


def _keep(v: View, e: Event) -> None:
    change_hand(v, e.seat, e.cards, n=e.amount)


def _bottom(v: View, e: Event) -> None:
    to_discards(v, e.amount)


def _hold(v: View, e: Event) -> None:
    change_hand(v, e.seat, lost=e.cards, n=-e.amount)


def _discard(v: View, e: Event) -> None:
    to_discards(v, e.amount)
    _hold(v, e)


def _hand(v: View, e: Event) -> None:
    change_player(v, e.seat, hand=e.amount)
    if e.seat == v.seat:
        v.hand = e.cards


def _pass_card(v: View, e: Event) -> None:
    change_hand(v, e.seat, lost=e.cards, n=-1)
    change_hand(v, e.other, e.cards, n=1)


def _build(v: View, e: Event) -> None:
    change_gold(v, e.seat, -e.amount)
    change_hand(v, e.seat, lost=(e.card,), n=-1)


def _enter(v: View, e: Event) -> None:
    change_player(v, e.seat, city=(*v.players[e.seat].city, e.card))


def _leave(v: View, e: Event) -> None:
    city = list(v.players[e.seat].city)
    city.remove(e.card)
    change_player(v, e.seat, city=tuple(city))


def _buried(v: View, e: Event) -> None:
    to_discards(v, 1)


def _reshuffle(v: View, e: Event) -> None:
    v.deck += e.amount
    v.discards -= e.amount


def _complete(v: View, e: Event) -> None:
    if e.seat not in v.finished:
        v.finished += (e.seat,)
    if e.amount:
        v.firsts += (e.seat,)


def _crown(v: View, e: Event) -> None:
    v.crown = e.seat


def _over(v: View, e: Event) -> None:
    v.over, v.winners, v.asked = True, e.ranks, None


def _ask(v: View, e: Event) -> None:
    v.asked = Asked(e.seat, e.note, e.cards, e.card, e.other, e.rank, e.amount)


FOLDS: dict[str, Fold] = {
    "deal": _deal,
    "purse": _gold,
    "round": _round,
    "round_over": _round_over,
    "layout": _layout,
    "pool": _pool,
    "pick": _pick,
    "aside": _aside,
    "mix": _mix,
    "call": _call,
    "hear": _hear,
    "reveal": _reveal,
    "end": stop,
    "gathered": _gathered,
    "gold": _gold,
    "pay": _pay,
    "give": _give,
    "look": _look,
    "keep": _keep,
    "bottom": _bottom,
    "draw": _deal,
    "discard": _discard,
    "hold": _hold,
    "hand": _hand,
    "pass_card": _pass_card,
    "build": _build,
    "enter": _enter,
    "leave": _leave,
    "buried": _buried,
    "complete": _complete,
    "crown": _crown,
    "reshuffle": _reshuffle,
    "over": _over,
    "ask": _ask,
}
"""The folds of the game's course; those of single cards are in `engine.card_folds`."""

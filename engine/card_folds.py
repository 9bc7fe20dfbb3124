"""Folds of single cards: the change that an event of a card's own makes to a view."""

from __future__ import annotations

from engine.event import Event
from engine.folds import Fold, change_hand, change_player, show_rank, stop, to_discards
from engine.view import TokenView, TurnView, View


def _heir(v: View, e: Event) -> None:
    show_rank(v, e.seat, e.rank)


def _resume(v: View, e: Event) -> None:
    v.turn = TurnView(e.seat, e.rank, True, True)


def _play(v: View, e: Event) -> None:
    change_hand(v, e.seat, lost=(e.card,), n=-1)


def _leap(v: View, e: Event) -> None:
    v.marks["acrobat"] = e.seat


def _thing(v: View, e: Event) -> None:
    if e.ranks:
        v.things[e.card] = e.ranks
    else:
        v.things.pop(e.card, None)


def _store(v: View, e: Event) -> None:
    change_hand(v, e.seat, lost=e.cards, n=-1)
    token = v.tokens.get("museum", TokenView(e.seat, (), ()))
    mine = e.seat == v.seat
    items = (*(token.items or ()), *e.cards) if mine else None
    v.tokens["museum"] = TokenView(e.seat, (), items, token.amount + 1)


def _museum(v: View, e: Event) -> None:
    v.tokens["museum"] = TokenView(e.seat, (), e.cards if e.seat == v.seat else None, e.amount)


def _unstore(v: View, e: Event) -> None:
    del v.tokens["museum"]
    to_discards(v, e.amount)


def _shield(v: View, e: Event) -> None:
    for mark in ("killed", "bewitched", "robbed"):
        if v.marks.get(mark) == e.rank:
            del v.marks[mark]
    for kind, token in list(v.tokens.items()):
        if e.rank in token.on:
            _lift(v, kind, e.rank)
    v.marks["shielded"] = e.rank


def _taxman(v: View, e: Event) -> None:
    v.marks["taxman"] = e.seat


def _builder(v: View, e: Event) -> None:
    v.marks["builder"] = e.seat


def _incomplete(v: View, e: Event) -> None:
    v.finished = tuple(seat for seat in v.finished if seat != e.seat)
    v.firsts = tuple(seat for seat in v.firsts if seat != e.seat)


def _treated(v: View, e: Event) -> None:
    v.turn = TurnView(e.seat, e.rank, True, True)


def _recover(v: View, e: Event) -> None:
    change_hand(v, e.seat, (e.card,), n=1)


def _beautify(v: View, e: Event) -> None:
    p = v.players[e.seat]
    i = p.city.index(e.card)
    city = (*p.city[:i], e.card + "+", *p.city[i + 1 :])
    change_player(v, e.seat, gold=p.gold - e.amount, city=city)


def _kill(v: View, e: Event) -> None:
    v.marks["killed"] = e.rank


def _rob(v: View, e: Event) -> None:
    v.marks["robbed"], v.marks["thief"] = e.rank, e.seat


def _bewitch(v: View, e: Event) -> None:
    v.marks["bewitched"] = e.rank


def _protect(v: View, e: Event) -> None:
    v.marks["protected"] = e.seat


def _lay(v: View, e: Event) -> None:
    v.tokens[e.kind] = TokenView(e.seat, e.ranks, e.cards or None, e.amount)


def _confiscate(v: View, e: Event) -> None:
    del v.tokens["warrants"]


def _lift(v: View, kind: str, rank: int) -> None:
    """A token goes away."""
    token = v.tokens[kind]
    i = token.on.index(rank)
    items = token.items
    if items is not None:
        items = items[:i] + items[i + 1 :]
    if token.amount == 1:
        del v.tokens[kind]
    else:
        v.tokens[kind] = TokenView(token.holder, token.on[:i] + token.on[i + 1 :], items, token.amount - 1)


def _bribe(v: View, e: Event) -> None:
    _lift(v, "threats", e.rank)


def _rose(v: View, e: Event) -> None:
    _lift(v, "threats", e.rank)
    v.marks["rose"] = e.rank


def _trade(v: View, e: Event) -> None:
    v.marks["traded"] = 1


def _trade_role(v: View, e: Event) -> None:
    if e.seat == v.seat:
        v.roles = tuple(e.ranks[0] if r == e.rank else r for r in v.roles)


CARD_FOLDS: dict[str, Fold] = {
    "heir": _heir,
    "suspend": stop,
    "resume": _resume,
    "recover": _recover,
    "beautify": _beautify,
    "kill": _kill,
    "rob": _rob,
    "bewitch": _bewitch,
    "protect": _protect,
    "warrants": _lay,
    "threats": _lay,
    "confiscate": _confiscate,
    "bribe": _bribe,
    "rose": _rose,
    "trade": _trade,
    "trade_role": _trade_role,
    "play": _play,
    "leap": _leap,
    "thing": _thing,
    "store": _store,
    "museum": _museum,
    "unstore": _unstore,
    "shield": _shield,
    "taxman": _taxman,
    "builder": _builder,
    "incomplete": _incomplete,
    "treated": _treated,
}

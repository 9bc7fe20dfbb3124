"""Folding seen events into a view: what a client, a log reader and a replay do."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.editions import EDITIONS
from engine.event import Event
from engine.rules import Rules
from engine.ruleset import ruleset
from engine.undo import Checkpoints
from engine.view import Asked, PlayerView, TokenView, TurnView, View


class ViewReducer:
    """Keeps a view up to date from the events its seat has seen.

    After every drained batch of events `view` equals ``engine.view.view(state, seat)``,
    but for `View.moves`, which travel beside the events.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self._checkpoints: Checkpoints[View] = Checkpoints()
        if view.asked:
            self._checkpoints.asked(view.asked.seat, view.copy())

    @classmethod
    def start(cls, rules: Rules, seat: int | None) -> ViewReducer:
        """The view before the first event of a game."""
        players = [PlayerView(i) for i in range(rules.players)]
        return cls(View(seat, rules, players, deck=len(ruleset(rules).cards)))

    def feed(self, events: Iterable[Event]) -> None:
        """Fold events, as ``seen`` by the view's seat, into the view."""
        for event in events:
            if event.kind == "undo":
                self.view = self._checkpoints.undo()
                continue
            fold = _FOLDS.get(event.kind)
            if fold is not None:
                fold(self.view, event)
            if event.kind == "ask":
                self._checkpoints.asked(event.seat, self.view.copy())


def _cards(view: View, seat: int, gained: tuple[str, ...] = (), lost: tuple[str, ...] = (), n: int = 0) -> None:
    """Change a hand by n cards; the cards themselves count only in one's own."""
    view.players[seat].hand += n
    if seat == view.seat:
        hand = [*view.hand, *gained]
        for card in lost:
            hand.remove(card)
        view.hand = tuple(sorted(hand))


def _discarded(view: View, n: int) -> None:
    """Cards go under the deck, or on the pile where there is one."""
    if EDITIONS[view.rules.edition].pile:
        view.discards += n
    else:
        view.deck += n


def _deal(v: View, e: Event) -> None:
    v.deck -= e.amount
    _cards(v, e.seat, e.cards, n=e.amount)


def _round(v: View, e: Event) -> None:
    v.round, v.crown, v.dealer = e.amount, e.seat, e.seat
    v.called, v.silent, v.faceup, v.facedown = 0, (), (), 0
    v.roles, v.aside, v.saw = (), (), ()
    for p in v.players:
        p.roles, p.shown = 0, ()


def _round_over(v: View, e: Event) -> None:
    v.marks = {}
    v.tokens = {kind: token for kind, token in v.tokens.items() if not token.on}


def _layout(v: View, e: Event) -> None:
    v.faceup = e.ranks


def _pool(v: View, e: Event) -> None:
    if e.seat == v.seat:
        v.saw += (e.ranks,)


def _pick(v: View, e: Event) -> None:
    v.players[e.seat].roles += 1
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
    v.players[e.seat].shown += (e.rank,)
    v.turn = TurnView(e.seat, e.rank)


def _heir(v: View, e: Event) -> None:
    v.players[e.seat].shown += (e.rank,)


def _stop(v: View, e: Event) -> None:
    v.turn = None


def _resume(v: View, e: Event) -> None:
    v.turn = TurnView(e.seat, e.rank, True, True)


def _gathered(v: View, e: Event) -> None:
    if v.turn:
        v.turn.gathered = True


def _gold(v: View, e: Event) -> None:
    v.players[e.seat].gold += e.amount


def _pay(v: View, e: Event) -> None:
    v.players[e.seat].gold -= e.amount


def _give(v: View, e: Event) -> None:
    v.players[e.seat].gold -= e.amount
    v.players[e.other].gold += e.amount


def _look(v: View, e: Event) -> None:
    v.deck -= e.amount


def _keep(v: View, e: Event) -> None:
    _cards(v, e.seat, e.cards, n=e.amount)


def _bottom(v: View, e: Event) -> None:
    _discarded(v, e.amount)


def _hold(v: View, e: Event) -> None:
    _cards(v, e.seat, lost=e.cards, n=-e.amount)


def _discard(v: View, e: Event) -> None:
    _discarded(v, e.amount)
    _hold(v, e)


def _hand(v: View, e: Event) -> None:
    v.players[e.seat].hand = e.amount
    if e.seat == v.seat:
        v.hand = e.cards


def _pass_card(v: View, e: Event) -> None:
    _cards(v, e.seat, lost=e.cards, n=-1)
    _cards(v, e.other, e.cards, n=1)


def _build(v: View, e: Event) -> None:
    v.players[e.seat].gold -= e.amount
    _cards(v, e.seat, lost=(e.card,), n=-1)


def _enter(v: View, e: Event) -> None:
    v.players[e.seat].city += (e.card,)


def _leave(v: View, e: Event) -> None:
    city = list(v.players[e.seat].city)
    city.remove(e.card)
    v.players[e.seat].city = tuple(city)


def _buried(v: View, e: Event) -> None:
    _discarded(v, 1)


def _reshuffle(v: View, e: Event) -> None:
    v.deck += e.amount
    v.discards -= e.amount


def _play(v: View, e: Event) -> None:
    _cards(v, e.seat, lost=(e.card,), n=-1)


def _leap(v: View, e: Event) -> None:
    v.marks["acrobat"] = e.seat


def _thing(v: View, e: Event) -> None:
    if e.ranks:
        v.things[e.card] = e.ranks
    else:
        v.things.pop(e.card, None)


def _store(v: View, e: Event) -> None:
    _cards(v, e.seat, lost=e.cards, n=-1)
    token = v.tokens.get("museum", TokenView(e.seat, (), ()))
    mine = e.seat == v.seat
    items = (*(token.items or ()), *e.cards) if mine else None
    v.tokens["museum"] = TokenView(e.seat, (), items, token.amount + 1)


def _museum(v: View, e: Event) -> None:
    v.tokens["museum"] = TokenView(e.seat, (), e.cards if e.seat == v.seat else None, e.amount)


def _unstore(v: View, e: Event) -> None:
    del v.tokens["museum"]
    _discarded(v, e.amount)


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
    _cards(v, e.seat, (e.card,), n=1)


def _beautify(v: View, e: Event) -> None:
    p = v.players[e.seat]
    p.gold -= e.amount
    i = p.city.index(e.card)
    p.city = (*p.city[:i], e.card + "+", *p.city[i + 1 :])


def _complete(v: View, e: Event) -> None:
    if e.seat not in v.finished:
        v.finished += (e.seat,)
    if e.amount:
        v.firsts += (e.seat,)


def _crown(v: View, e: Event) -> None:
    v.crown = e.seat


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


def _over(v: View, e: Event) -> None:
    v.over, v.winners, v.asked = True, e.ranks, None


def _ask(v: View, e: Event) -> None:
    v.asked = Asked(e.seat, e.note, e.cards, e.card, e.other, e.rank, e.amount)


_FOLDS: dict[str, Callable[[View, Event], None]] = {
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
    "heir": _heir,
    "end": _stop,
    "suspend": _stop,
    "resume": _resume,
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
    "recover": _recover,
    "beautify": _beautify,
    "complete": _complete,
    "crown": _crown,
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
    "reshuffle": _reshuffle,
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
    "over": _over,
    "ask": _ask,
}

"""A turn: its menu, the income, building, and how a district enters and leaves a city."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.move import Move
from engine.state import State, Turn, ids
from engine.step import Question, Refusal, Step

if TYPE_CHECKING:
    from engine.cards.card import District

GOLD = Move("gold")
DRAW = Move("draw")
END = Move("end")
DONE = Move("done")
PASS = Move("pass")
INCOME = (GOLD, DRAW)

INCOME_GOLD = 2
INCOME_CARDS = 2


@dataclass(slots=True)
class Menu(Step):
    """What to do next in one's own turn."""

    kind: ClassVar[str] = "menu"

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        if not turn.ready:
            return turn.seat, INCOME
        moves: list[Move] = []
        if not turn.gathered:
            moves += INCOME
        moves += turn.char.moves(g, turn)
        menu = g.table.menu
        if menu:
            for card in menu:
                if g.owns(turn.seat, card):
                    moves += card.moves(g, turn)
        if turn.gathered:
            if turn.built < turn.limit:
                builds(g, turn, moves)
            moves.append(END)
        return turn.seat, moves

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        verb = move.verb
        if verb == "end":
            return
        g.stack.append(self)
        if verb == "build":
            build(g, turn, move)
        elif verb == "gold":
            gold = INCOME_GOLD
            for hook in g.table.income_gold:
                gold += hook(g, turn.seat)
            g.gain(turn.seat, gold, "income")
            gathered(g, turn)
        elif verb == "draw":
            draw_income(g, turn)
        else:
            turn.used += (verb,)
            (turn.char.verbs.get(verb) or g.table.verbs[verb])(g, turn, move)

    def refusals(self, g: State) -> list[Refusal]:
        turn = g.turn
        assert turn is not None
        found = build_refusals(g, turn)
        if turn.ready:
            found += turn.char.refusals(g, turn)
            for card in g.table.menu:
                if g.owns(turn.seat, card):
                    found += card.refusals(g, turn)
        if not turn.gathered:
            found.append(Refusal(END, "income_first"))
        return found


@dataclass(slots=True)
class EndTurn(Step):
    """The turn is over."""

    def act(self, g: State) -> None:
        turn = g.turn
        assert turn is not None
        for hook in g.table.on_end:
            hook(g, turn)
        g.emit("end", turn.seat, -1, turn.char.rank)
        g.turn = None


MENU = Menu()
END_TURN = EndTurn()


def stop_turn(g: State) -> None:
    """Break the turn in progress off, without its end-of-turn effects."""
    turn = g.turn
    assert turn is not None
    while not isinstance(g.stack.pop(), EndTurn):
        pass
    g.emit("suspend", turn.seat, -1, turn.char.rank)
    g.turn = None


# Income


@dataclass(slots=True)
class Keep(Step):
    """Choose which drawn card to keep; the others go under the deck."""

    cards: tuple[District, ...]
    kind: ClassVar[str] = "keep"
    secret: ClassVar[str] = "cards"

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        return turn.seat, [card.keep for card in dict.fromkeys(self.cards)]

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        rest = list(self.cards)
        kept = rest.pop([c.id for c in rest].index(move.card))
        g.players[turn.seat].hand.append(kept)
        g.emit("keep", turn.seat, -1, 0, "", (kept.id,), (), 1)
        g.under_deck(rest)
        g.emit("bottom", turn.seat, -1, 0, "", ids(rest), (), len(rest))
        gathered(g, turn)


def draw_income(g: State, turn: Turn) -> None:
    """Income as cards: look at two, keep one."""
    n, keep_all = INCOME_CARDS, False
    for hook in g.table.income_cards:
        more, all_kept = hook(g, turn.seat)
        n += more
        keep_all = keep_all or all_kept
    if keep_all or len(g.deck) < 2:
        g.draw(turn.seat, n, "income")
        gathered(g, turn)
        return
    cards = g.take_top(n)
    g.emit("look", turn.seat, -1, 0, "", ids(cards), (), len(cards))
    g.stack.append(Keep(tuple(cards)))


@dataclass(slots=True)
class Begin(Step):
    """What had to be settled first is settled: the character's powers begin."""

    def act(self, g: State) -> None:
        assert g.turn is not None
        g.turn.char.on_start(g, g.turn)


def gathered(g: State, turn: Turn) -> None:
    """The income has been taken."""
    turn.gathered = True
    g.emit("gathered", turn.seat)
    if not turn.ready:
        turn.ready = True
        g.stack.append(Begin())
    for hook in g.table.on_gather:
        hook(g, turn)


# Building


def price(g: State, seat: int, card: District) -> int:
    """What a seat pays in gold to build a card."""
    cost = card.cost
    for discount in g.table.discounts:
        if g.owns(seat, discount):
            cost -= discount.discount(g, card)
    return cost


def builds(g: State, turn: Turn, moves: list[Move]) -> None:
    """Add every way to build a card from the hand."""
    seat, table = turn.seat, g.table
    p = g.players[seat]
    gold, city = p.gold, p.city
    discounts = [d for d in table.discounts if g.owns(seat, d)] if table.discounts else ()
    stands: Sequence[District] = [d.plain for d in city] if table.beauty else city
    for twins in table.twins:
        if twins(g, seat):
            stands = ()
    ways = table.ways
    for card in dict.fromkeys(p.hand):
        if card in stands:
            continue
        cost = card.cost
        for d in discounts:
            cost -= d.discount(g, card)
        if cost <= gold:
            moves.append(card.build)
        for way in ways:
            moves += way(g, turn, card, cost)


def build(g: State, turn: Turn, move: Move) -> None:
    """Carry out a build move."""
    hand = g.players[turn.seat].hand
    card = next(c for c in hand if c.id == move.card)
    cost = price(g, turn.seat, card)
    for settle in g.table.settle:
        if settle(g, turn, move, card, cost):
            return
    construct(g, turn, card, cost)


def construct(g: State, turn: Turn, card: District, paid: int) -> None:
    """Build a card from the hand for gold."""
    p = g.players[turn.seat]
    p.hand.remove(card)
    p.gold -= paid
    g.emit("build", turn.seat, -1, 0, card.id, (), (), paid)
    place(g, turn, card, paid)


def declare(g: State, turn: Turn, card: District) -> None:
    """Lay a card from the hand open to be built; it is paid for later."""
    g.players[turn.seat].hand.remove(card)
    g.emit("build", turn.seat, -1, 0, card.id)


def place(g: State, turn: Turn, card: District, paid: int) -> None:
    """A card has been paid for: it is built, unless somebody may object to that."""
    seat = turn.seat
    turn.built += 1
    if paid and g.table.on_pay:
        g.stack.append(Enter(card, seat, seat))
        for hook in g.table.on_pay:
            hook(g, turn, card, paid)
    else:
        enter(g, card, seat, seat)


@dataclass(slots=True)
class Enter(Step):
    """A built district enters a city."""

    card: District
    seat: int
    builder: int

    def act(self, g: State) -> None:
        enter(g, self.card, self.seat, self.builder)


def enter(g: State, card: District, seat: int, builder: int) -> None:
    """Lay a built district into a city, with what follows from it."""
    g.players[seat].city.append(card)
    g.emit("enter", seat, builder, 0, card.id)
    for hook in g.table.on_build:
        hook(g, seat, card)
    check_complete(g, seat)


def check_complete(g: State, seat: int) -> None:
    """Note the first time a city is completed."""
    if seat not in g.finished and g.complete(seat):
        g.finished += (seat,)
        g.emit("complete", seat, -1, 0, "", (), (), int(len(g.finished) == 1))


def build_refusals(g: State, turn: Turn) -> list[Refusal]:
    """Hand cards that cannot be built now, each with the first reason a person would give."""
    seat = turn.seat
    p = g.players[seat]
    legal = {m.card for m in g.moves if m.verb == "build"}
    stands = [d.plain for d in p.city]
    found: list[Refusal] = []
    for card in dict.fromkeys(p.hand):
        if card.id in legal:
            continue
        cost = price(g, seat, card)
        if card in stands and not any(twins(g, seat) for twins in g.table.twins):
            found.append(Refusal(card.build, "twin", 0, card.id))
        elif turn.built >= turn.limit:
            found.append(Refusal(card.build, "limit", turn.limit))
        elif cost > p.gold:
            found.append(Refusal(card.build, "need_gold", cost - p.gold))
        else:
            found.append(Refusal(card.build, "income_first"))
    return found


# Helpers for questions about one's hand


def naming(verb: str, cards: Sequence[District]) -> list[Move]:
    """One move for each different card."""
    return [Move(verb, card.id) for card in dict.fromkeys(cards)]


def take_from(cards: list[District], id: str) -> District:
    """Remove and return the first card with an id."""
    return cards.pop([c.id for c in cards].index(id))

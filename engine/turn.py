"""A turn: its menu, the income and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.build import build, build_prices, build_refusals, builds
from engine.card_ids import ids_in
from engine.hand import take_from
from engine.move import Move
from engine.player import Turn
from engine.state import State
from engine.step import About, Price, Question, Refusal, Step, step

if TYPE_CHECKING:
    from engine.card import District

GOLD = Move("gold")
DRAW = Move("draw")
END = Move("end")
DONE = Move("done")
PASS = Move("pass")
INCOME = (GOLD, DRAW)

INCOME_GOLD = 2
INCOME_CARDS = 2


@step("menu")
class Menu(Step):
    """The menu of one's own turn: what next?"""

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        if not turn.ready:
            return turn.seat, INCOME
        seat, char, ruleset = turn.seat, turn.char, g.ruleset
        city = g.players[seat].city
        offers = char.moves(g, turn)
        moves: list[Move] = [*offers] if turn.gathered else [GOLD, DRAW, *offers]
        if not ruleset.acting.isdisjoint(city):
            for card in city:
                if card.acts:
                    moves += card.plain.moves(g, turn)
        if ruleset.actions:
            moves += plays(g, turn)
        if turn.gathered:
            builds(g, turn, moves)
            if not char.may_owe or not char.owes(g, turn):
                moves.append(END)
        return seat, moves

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
            gain_income(g, turn)
        elif verb == "draw":
            draw_income(g, turn)
        else:
            turn.used += (verb,)
            (turn.char.verbs.get(verb) or g.ruleset.verbs[verb])(g, turn, move)

    def refusals(self, g: State) -> list[Refusal]:
        turn = g.turn
        assert turn is not None
        found = build_refusals(g, turn)
        if turn.ready:
            found += turn.char.refusals(g, turn)
            for card in g.players[turn.seat].city:
                if card.acts:
                    found += card.plain.refusals(g, turn)
            for card in g.ruleset.actions:
                found += card.refusals(g, turn)
        if turn.char.owes(g, turn):
            found.append(Refusal(END, "must", 0, turn.char.id))
        elif not turn.gathered:
            found.append(Refusal(END, "income_first"))
        return found

    def prices(self, g: State) -> list[Price]:
        turn = g.turn
        assert turn is not None
        city = g.players[turn.seat].city
        found = [*build_prices(g, city), *turn.char.prices(g, turn)]
        for card in city:
            if card.acts:
                found += card.plain.prices(g, turn)
        return found


@step()
class EndTurn(Step):
    """The turn is over."""

    def act(self, g: State) -> None:
        turn = g.turn
        assert turn is not None
        for hook in g.ruleset.on_tax:
            hook(g, turn)
        for hook in g.ruleset.on_end:
            hook(g, turn)
        g.log += ("end", turn.seat, turn.char.rank)
        g.turn = None


MENU = Menu()
END_TURN = EndTurn()


def stop_turn(g: State) -> None:
    """Break off the turn in progress, without its end-of-turn effects."""
    turn = g.turn
    assert turn is not None
    while not isinstance(g.stack.pop(), EndTurn):
        pass
    g.log += ("suspend", turn.seat, turn.char.rank)
    g.turn = None


# Action cards


def plays(g: State, turn: Turn) -> list[Move]:
    """The moves of the action cards: one of the hand may be played in a turn; some that lie open offer more.

    A Rasputin played at the call was the one of that turn (open case A42).
    """
    moves: list[Move] = []
    for card in g.ruleset.actions:
        moves += card.offers(g, turn)
    if "play" not in turn.used and g.marks.get("shielded") != turn.char.rank:
        for held in dict.fromkeys(g.players[turn.seat].hand):
            if held.action:
                moves += held.moves(g, turn)
    return moves


def lay_open(g: State, seat: int, id: str) -> District:
    """Lay an action card from the hand open; its effect says where it goes then."""
    card = take_from(g.players[seat].hand, id)
    g.log += ("play", seat, card.id)
    return card


# Income


def gain_income(g: State, turn: Turn) -> None:
    """Income as gold."""
    gold = INCOME_GOLD
    for hook in g.ruleset.income_gold:
        gold += hook(g, turn.seat)
    g.gain(turn.seat, gold, "income")
    gathered(g, turn)


def draw_income(g: State, turn: Turn) -> None:
    """Income as cards: look at two, keep one."""
    n, keep = INCOME_CARDS, 1
    for hook in g.ruleset.income_cards:
        more, kept = hook(g, turn.seat)
        n += more
        keep += kept
    if not look(g, turn.seat, n, keep, "income", income=True):
        gathered(g, turn)


def look(g: State, seat: int, n: int, keep: int, source: str, *, income: bool = False, shuffle: bool = False) -> bool:
    """Draw cards to keep some of them; False when there is nothing to choose, and all are in the hand."""
    cards = tuple(g.take_top(n))
    if len(cards) <= keep:
        g.to_hand(seat, cards, source)
        return False
    g.log += ("look", seat, ids_in(cards), len(cards), source)
    g.stack.append(KeepCards(cards, keep, income, shuffle))
    return True


@step("keep", secret="cards")
class KeepCards(Step):
    """Choose which drawn cards to keep; the others are discarded."""

    cards: tuple[District, ...]
    left: int
    """How many are still to be kept."""
    income: bool
    """Whether this is the income of the turn."""
    shuffle: bool
    """Whether the deck is shuffled afterwards."""

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        return turn.seat, [card.keep for card in dict.fromkeys(self.cards)]

    def about(self, g: State) -> About:
        return About("", -1, 0, self.left)

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        rest = list(self.cards)
        kept = take_from(rest, move.card)
        g.players[turn.seat].hand.append(kept)
        g.log += ("keep", turn.seat, (kept.id,), 1)
        if self.left > 1:
            g.stack.append(KeepCards(tuple(rest), self.left - 1, self.income, self.shuffle))
            return
        g.discard(turn.seat, rest, "bottom")
        if self.shuffle:
            g.shuffle_deck()
        if self.income:
            gathered(g, turn)


@step()
class Begin(Step):
    """The character's powers begin, after everything that had to be settled first."""

    def act(self, g: State) -> None:
        assert g.turn is not None
        g.turn.char.on_start(g, g.turn)


def gathered(g: State, turn: Turn) -> None:
    """The income has been taken."""
    turn.gathered = True
    g.log += ("gathered", turn.seat)
    if not turn.ready:
        turn.ready = True
        g.stack.append(Begin())
    for hook in g.ruleset.on_gather:
        hook(g, turn)

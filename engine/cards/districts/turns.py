"""Unique districts that do something in a turn: income, and what can be used once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import District, verb
from engine.city import bury, movable, remove
from engine.facedown import Facedown
from engine.hand import naming, take_from
from engine.move import Move, made
from engine.player import Turn
from engine.step import About, Question, Refusal, Step, step
from engine.turn import INCOME, PASS, draw_income, gain_income

if TYPE_CHECKING:
    from engine.state import State


class Armory(District):
    """Destroys itself and any district."""

    id = "armory"
    name = "Armory"
    cost = 3
    text = (
        "In your turn you may destroy the Armory and with it any 1 district but a Circus Tent; neither may be in a "
        "completed city."
    )

    def spares(self, g: State, seat: int) -> bool:
        """Whether it does nothing in a city: in a completed one (open case A33)."""
        return g.complete(seat)

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        """It goes itself, so it cannot be used out of a city that it spares. Nothing moves a Circus Tent (A36)."""
        if self.spares(g, turn.seat):
            return ()
        return [
            made("demolish", "", seat, d.id)
            for seat in range(len(g.players))
            if not self.spares(g, seat)
            for d in movable(g, seat)
            if d.plain is not self
        ]

    @verb
    def demolish(self, g: State, turn: Turn, move: Move) -> None:
        """Destroy both."""
        own = next(d for d in g.players[turn.seat].city if d.plain is self)
        bury(g, remove(g, turn.seat, own.id, turn.seat))
        bury(g, remove(g, move.seat, move.target, turn.seat))


class GoldMine(District):
    """One gold more."""

    id = "gold_mine"
    name = "Gold Mine"
    cost = 6
    text = "If you take gold for your income, take 1 extra gold."

    def income_gold(self, g: State, seat: int) -> int:
        return 1 if g.owns(seat, self) else 0


class Hospital(District):
    """Income for its owner when killed."""

    id = "hospital"
    name = "Hospital"
    cost = 6
    text = "If your character is killed, you may still take your income when it is called, and nothing else."

    def on_silence(self, g: State, rank: int) -> None:
        """The owner is asked in every case, so the question does not tell who was killed."""
        if g.marks.get("killed") == rank:
            for seat in range(len(g.players)):
                if g.owns(seat, self):
                    g.stack.append(Infirmary(seat, rank))


@step("hospital")
class Infirmary(Step):
    """Does the killed player take income?"""

    seat: int
    rank: int

    def ask(self, g: State) -> Question:
        return self.seat, (*INCOME, PASS) if g.owners[self.rank] == self.seat else (PASS,)

    def about(self, g: State) -> About:
        return About("hospital", -1, self.rank)

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "pass":
            return
        turn = g.turn = Turn().begin(self.seat, g.ruleset.char(self.rank), gathered=True, resumed=True)
        g.log += ("treated", self.seat, self.rank)
        g.stack.append(Discharge())
        if move.verb == "gold":
            gain_income(g, turn)
        else:
            draw_income(g, turn)


@step()
class Discharge(Step):
    """The income from the Hospital has been taken; there is no turn."""

    def act(self, g: State) -> None:
        assert g.turn is not None
        g.log += ("suspend", g.turn.seat, g.turn.char.rank)
        g.turn = None


class Laboratory(District):
    """Two gold for a card."""

    id = "laboratory"
    name = "Laboratory"
    cost = 5
    text = "Once per turn, discard 1 card from your hand to take 2 gold."
    pays = 2

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return () if "sell" in turn.used else naming("sell", g.players[turn.seat].hand)

    @verb
    def sell(self, g: State, turn: Turn, move: Move) -> None:
        """Discard a hand card for gold."""
        card = take_from(g.players[turn.seat].hand, move.card)
        g.discard(turn.seat, (card,), "discard", self.id)
        g.gain(turn.seat, self.pays, self.id)


class Library(District):
    """Keeps all drawn cards."""

    id = "library"
    name = "Library"
    cost = 6
    text = "If you draw cards for your income, you keep all of them."

    def income_cards(self, g: State, seat: int) -> tuple[int, int]:
        return 0, 99 if g.owns(seat, self) else 0


class Museum(District):
    """Keeps cards for points."""

    id = "museum"
    name = "Museum"
    cost = 4
    text = (
        "Once per turn, put 1 card from your hand face down under the Museum. At the end of the game, 1 extra point "
        "for each card under it."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return () if "store" in turn.used else naming("store", g.players[turn.seat].hand)

    @verb
    def store(self, g: State, turn: Turn, move: Move) -> None:
        """Put a card under it."""
        take_from(g.players[turn.seat].hand, move.card)
        g.tokens[self.id] = Facedown(turn.seat, (), (*self.under(g), move.card))
        g.log += ("store", turn.seat, (move.card,), 1)

    def under(self, g: State) -> tuple[str, ...]:
        """Ids of the cards under it."""
        stored = g.tokens.get(self.id)
        return stored.items if stored else ()

    def on_leave(self, g: State, seat: int, other: int) -> None:
        """The cards go with it; when it is destroyed they are discarded."""
        cards = self.under(g)
        if not cards:
            return
        if other >= 0:
            g.tokens[self.id] = Facedown(other, (), cards)
            g.log += ("museum", other, seat, cards, len(cards))
        else:
            del g.tokens[self.id]
            g.discard(seat, [g.ruleset.district(id) for id in cards], "unstore")

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        return len(self.under(g)) if g.owns(seat, self) else 0


class Observatory(District):
    """One card more to choose from."""

    id = "observatory"
    name = "Observatory"
    cost = 4
    text = "If you draw cards for your income, draw 3 instead of 2."

    def income_cards(self, g: State, seat: int) -> tuple[int, int]:
        return (1, 0) if g.owns(seat, self) else (0, 0)


class Park(District):
    """Cards for an empty hand."""

    id = "park"
    name = "Park"
    cost = 6
    text = "If your hand is empty at the end of your turn, draw 2 cards."

    def on_end(self, g: State, turn: Turn) -> None:
        if g.owns(turn.seat, self) and not g.players[turn.seat].hand:
            g.draw(turn.seat, 2, self.id)


class PoorHouse(District):
    """Gold for an empty stash."""

    id = "poor_house"
    name = "Poor House"
    cost = 4
    text = "If your stash is empty at the end of your turn, take 1 gold."

    def on_end(self, g: State, turn: Turn) -> None:
        if g.owns(turn.seat, self) and not g.players[turn.seat].gold:
            g.gain(turn.seat, 1, self.id)


class SchoolOfMagic(District):
    """Any type for income."""

    id = "school_of_magic"
    name = "School of Magic"
    cost = 6
    wild = True
    text = "When you take income for districts of a type, it counts as the type of your choice."


class Smithy(District):
    """Two gold for three cards."""

    id = "smithy"
    name = "Smithy"
    cost = 5
    text = "Once per turn, pay 2 gold to draw 3 cards."
    pays = 2
    draws = 3

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "forge" in turn.used or not g.drawable() or g.players[turn.seat].gold < self.pays:
            return ()
        return (FORGE,)

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        if "forge" in turn.used:
            return ()
        if not g.drawable():
            return (Refusal(FORGE, "empty_deck"),)
        missing = self.pays - g.players[turn.seat].gold
        return (Refusal(FORGE, "need_gold", missing),) if missing > 0 else ()

    @verb
    def forge(self, g: State, turn: Turn, move: Move) -> None:
        """Pay gold, draw cards."""
        g.pay(turn.seat, self.pays, self.id)
        g.draw(turn.seat, self.draws, self.id)


FORGE = Move("forge")


TURNS: tuple[District, ...] = (
    Armory(),
    GoldMine(),
    Hospital(),
    Laboratory(),
    Library(),
    Museum(),
    Observatory(),
    Park(),
    PoorHouse(),
    SchoolOfMagic(),
    Smithy(),
)

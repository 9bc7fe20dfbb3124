"""Rank 1: Assassin, Witch, Magistrate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import Character, District, verb
from engine.city import Enter, may_have
from engine.facedown import lay
from engine.move import Move
from engine.player import Turn
from engine.step import About, Question, Step, step
from engine.turn import PASS, stop_turn

if TYPE_CHECKING:
    from random import Random

    from engine.state import State


class Assassin(Character):
    """Names a character; its holder stays silent this round."""

    id = "assassin"
    name = "Assassin"
    rank = 1
    text = "Name another character. When it is called, its player says nothing and skips the whole turn."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return () if "kill" in turn.used else g.ruleset.naming("kill")[2:]

    @verb
    def kill(self, g: State, turn: Turn, move: Move) -> None:
        """Name the victim."""
        rank = g.ruleset.rank_of(move.card)
        g.marks["killed"] = rank
        g.log += ("kill", turn.seat, rank)


class Witch(Character):
    """Takes income, bewitches a character and waits; goes on as that character."""

    id = "witch"
    name = "Witch"
    rank = 1
    text = (
        "Take income, then name another character; your turn is suspended. The bewitched player only takes "
        "income; then you go on as that character with your own gold, hand and city."
    )

    def waits(self, g: State, rank: int) -> bool:
        return rank == self.rank or rank == g.marks.get("bewitched")

    def on_gather(self, g: State, turn: Turn) -> None:
        if turn.char is self:
            g.stack.append(Bewitch())
        elif turn.char.rank == g.marks.get("bewitched"):
            witch = g.owners[self.rank]
            turn.char.on_bewitched(g, turn.seat)
            g.turn = Turn().begin(witch, turn.char, gathered=True, resumed=True)
            g.log += ("resume", witch, turn.seat, turn.char.rank)


@step("bewitch")
class Bewitch(Step):
    """Whom does the Witch bewitch?"""

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        return g.turn.seat, g.ruleset.naming("bewitch")[2:]

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        rank = g.ruleset.rank_of(move.card)
        g.marks["bewitched"] = rank
        g.log += ("bewitch", g.turn.seat, rank)
        stop_turn(g)


class Magistrate(Character):
    """Lays three warrants; may seize the first paid district of the signed one."""

    id = "magistrate"
    name = "Magistrate"
    rank = 1
    text = (
        "Lay three warrants face down on three characters; one is signed. When the player of the signed "
        "one first pays gold for a district, you may reveal it: the district is yours, the gold goes back."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        """Open case A20: any character, the own one too."""
        return () if "sign" in turn.used else g.ruleset.naming("sign")[1:]

    @verb
    def sign(self, g: State, turn: Turn, move: Move) -> None:
        """Choose where the signed warrant lies; the blank ones follow."""
        g.stack.append(Warrant((g.ruleset.rank_of(move.card),)))

    def on_pay(self, g: State, turn: Turn, card: District, paid: int) -> None:
        """Open cases A15 to A19: the first paid district only; not what the Magistrate's city has."""
        warrants = g.tokens.get("warrants")
        if "paid" in turn.used:
            return
        turn.used += ("paid",)
        if warrants is None or turn.char.rank not in warrants.on or warrants.holder == turn.seat:
            return
        if may_have(g, warrants.holder, card) and card.may_build(g, warrants.holder):
            g.stack.append(Confiscate(card, paid))


@step("warrant")
class Warrant(Step):
    """Where does a blank warrant go?"""

    laid: tuple[int, ...]
    """Ranks so far, the signed one first."""

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        moves = g.ruleset.naming("warrant")
        return g.turn.seat, [moves[r] for r in g.ruleset.ranks if r not in self.laid]

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        laid = (*self.laid, g.ruleset.rank_of(move.card))
        if len(laid) < 3:
            g.stack.append(Warrant(laid))
        else:
            lay(g, "warrants", g.turn.seat, laid, ("signed", "blank", "blank"))

    def imagine(self, g: State, random: Random) -> Step:
        return Warrant(tuple(random.sample(g.ruleset.ranks, len(self.laid))))


@step("confiscate")
class Confiscate(Step):
    """Does the Magistrate use the warrant on the character that is building?

    Asked for a blank warrant too, with nothing to choose: so the question tells nothing.
    """

    card: District
    paid: int

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        warrants = g.tokens["warrants"]
        signed = warrants.at(g.turn.char.rank) == "signed"
        return warrants.holder, (CONFISCATE, PASS) if signed else (PASS,)

    def about(self, g: State) -> About:
        assert g.turn is not None
        return About(self.card.id, g.turn.seat, g.turn.char.rank, self.paid)

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        seat = g.tokens["warrants"].holder
        if move.verb == "pass":
            g.log += ("waive", seat, turn.char.rank)
            return
        g.log += ("confiscate", seat, turn.seat, turn.char.rank, self.card.id)
        del g.tokens["warrants"]
        turn.spent -= self.paid
        g.gain(turn.seat, self.paid, "confiscate")
        g.stack[-1] = Enter(self.card, seat, turn.seat)


CONFISCATE = Move("confiscate")
ASSASSIN, WITCH = Assassin(), Witch()
DELUXE = (ASSASSIN, WITCH, Magistrate())
CLASSIC = (ASSASSIN,)
DARK_CITY = (WITCH,)

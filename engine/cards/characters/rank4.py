"""Rank 4: King, Emperor, Patrician."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import verb
from engine.cards.characters.income import Collector, nothing_to_draw
from engine.hand import gifts, pass_card, pass_random
from engine.move import Move, made
from engine.step import About, Question, Step, step

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State
    from engine.step import Refusal


class Heir(Collector):
    """Takes the crown; when killed, at the end of the round."""

    def on_start(self, g: State, turn: Turn) -> None:
        if not turn.resumed:
            g.move_crown(turn.seat)

    def on_bewitched(self, g: State, seat: int) -> None:
        g.move_crown(seat)

    def on_round_end(self, g: State) -> None:
        """Killed: shows the card and takes the crown as heir (conflict C11), unless an Acrobat did (A7)."""
        if show_killed(g, self.rank) and "acrobat" not in g.marks:
            g.move_crown(g.owners[self.rank])


def show_killed(g: State, rank: int) -> bool:
    """Show the killed character of a rank at the end of the round, if somebody holds it."""
    seat = g.owners[rank]
    if seat < 0 or g.marks.get("killed") != rank:
        return False
    g.players[seat].shown += (rank,)
    g.log += ("heir", seat, rank)
    return True


class King(Heir):
    """Gold for noble districts."""

    id = "king"
    name = "King"
    rank = 4
    type = "noble"
    text = "Take the crown: you call the characters and choose first. 1 gold for each of your noble districts."


class Patrician(Heir):
    """Cards for noble districts."""

    id = "patrician"
    name = "Patrician"
    rank = 4
    type = "noble"
    draws = True
    text = "Take the crown: you call the characters and choose first. Draw 1 card for each of your noble districts."

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        return nothing_to_draw(g, turn) if self.count(g, turn.seat) else ()


class Emperor(Collector):
    """Gives the crown away and takes gold or a card for it."""

    id = "emperor"
    name = "Emperor"
    rank = 4
    type = "noble"
    text = (
        "1 gold for each of your noble districts. You must give the crown to a player other than its holder and "
        "yourself, and take 1 gold or 1 random card from that player."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        moves = list(super().moves(g, turn))
        if "crown" not in turn.used:
            moves += receivers(g, turn.seat)
        return moves

    def owes(self, g: State, turn: Turn) -> bool:
        return "crown" not in turn.used

    @verb
    def crown(self, g: State, turn: Turn, move: Move) -> None:
        """Give the crown away."""
        g.move_crown(move.seat)
        p = g.players[move.seat]
        if p.gold or p.hand:
            g.stack.append(Tribute(turn.seat, move.seat, self.payer(turn.seat, move.seat)))

    def payer(self, seat: int, other: int) -> int:
        """The seat that chooses what is paid for the crown (conflict C22)."""
        return seat

    def on_round_end(self, g: State) -> None:
        """Killed: still gives the crown away, and takes nothing (open case A4), unless an Acrobat took it."""
        if show_killed(g, self.rank) and "acrobat" not in g.marks:
            g.stack.append(Bequeath(g.owners[self.rank]))


class OldEmperor(Emperor):
    """The receiver chooses what to pay; a killed Emperor leaves the crown where it is."""

    text = (
        "1 gold for each of your noble districts. You must give the crown to a player other than its holder and "
        "yourself; that player gives you 1 gold or 1 card."
    )

    def payer(self, seat: int, other: int) -> int:
        return other

    def on_round_end(self, g: State) -> None:
        show_killed(g, self.rank)


def receivers(g: State, seat: int) -> list[Move]:
    """The moves by which that seat gives the crown to somebody: neither itself nor its holder (open case A3).

    With three players, the fewest an Emperor plays with, there is one.
    """
    return [made("crown", "", other) for other in range(len(g.players)) if other not in (seat, g.crown)]


@step("tribute")
class Tribute(Step):
    """Gold or a card for the crown?"""

    emperor: int
    payer: int
    chooser: int

    def ask(self, g: State) -> Question:
        p = g.players[self.payer]
        moves = [TRIBUTE_GOLD] if p.gold else []
        if self.chooser == self.payer:
            moves += gifts(p.hand, self.emperor)
        elif p.hand:
            moves.append(TRIBUTE_CARD)
        return self.chooser, moves

    def about(self, g: State) -> About:
        return About("", self.payer if self.chooser == self.emperor else self.emperor)

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "give":
            pass_card(g, self.payer, self.emperor, move.card)
        elif move == TRIBUTE_CARD:
            pass_random(g, self.payer, self.emperor, "tribute")
        else:
            g.give(self.payer, self.emperor, 1, "emperor")


@step("bequeath")
class Bequeath(Step):
    """To whom does the killed Emperor's crown go?"""

    emperor: int

    def ask(self, g: State) -> Question:
        return self.emperor, receivers(g, self.emperor)

    def answer(self, g: State, move: Move) -> None:
        g.move_crown(move.seat)


TRIBUTE_GOLD = Move("tribute", "gold")
TRIBUTE_CARD = Move("tribute", "card")
KING = King()
DELUXE = (KING, Emperor(), Patrician())
CLASSIC = (KING,)
DARK_CITY = (OldEmperor(),)

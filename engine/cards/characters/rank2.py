"""Rank 2: Thief, Spy, Blackmailer, Tax Collector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.card import TYPES, Character, District, verb
from engine.card_ids import sorted_ids
from engine.facedown import lay, lift
from engine.move import Move, made
from engine.step import About, Question, Refusal, Step, step
from engine.turn import PASS

if TYPE_CHECKING:
    from random import Random

    from engine.player import Turn
    from engine.state import State


def open_ranks(g: State) -> list[int]:
    """The ranks that rank 2 may aim at: not rank 1, the killed or the bewitched."""
    out = (1, g.marks.get("killed"), g.marks.get("bewitched"))
    return [r for r in g.ruleset.ranks if r not in out]


class Thief(Character):
    """Names a character and takes all its gold when it is called."""

    id = "thief"
    name = "Thief"
    rank = 2
    text = (
        "Name another character, not rank 1, killed or bewitched. When its player reveals it, you at once take "
        "all the gold that player has."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "rob" in turn.used:
            return ()
        rob = g.ruleset.naming("rob")
        return [rob[r] for r in open_ranks(g) if r != self.rank]

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        if "rob" in turn.used:
            return ()
        rob = g.ruleset.naming("rob")
        closed = {1: "rank1", g.marks.get("killed", 0): "killed", g.marks.get("bewitched", 0): "bewitched"}
        return [Refusal(rob[rank], code) for rank, code in closed.items() if rank]

    @verb
    def rob(self, g: State, turn: Turn, move: Move) -> None:
        """Name the victim."""
        rank = g.ruleset.rank_of(move.card)
        g.marks["robbed"] = rank
        g.marks["thief"] = turn.seat
        g.log += ("rob", turn.seat, rank)

    def on_call(self, g: State, turn: Turn) -> None:
        """Conflict C10: the gold is taken at the reveal, before the income of that turn."""
        if turn.char.rank == g.marks.get("robbed"):
            thief, gold = g.marks["thief"], g.players[turn.seat].gold
            if thief != turn.seat and gold:
                g.give(turn.seat, thief, gold, "thief")


class Spy(Character):
    """Looks at a hand; gold and cards for the cards of a type in it."""

    id = "spy"
    name = "Spy"
    rank = 2
    text = (
        "Choose another player and a district type, then look at that hand. For each card of the type take 1 gold "
        "from that player and draw 1 card."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if "spy" in turn.used:
            return ()
        return [made("spy", type, seat) for seat in range(len(g.players)) if seat != turn.seat for type in TYPES]

    @verb
    def spy(self, g: State, turn: Turn, move: Move) -> None:
        """Open case A22: type and player are named before the hand is seen."""
        hand = g.players[move.seat].hand
        g.log += ("spy", turn.seat, move.seat, move.card, sorted_ids(hand), len(hand))
        n = sum(d.type == move.card for d in hand)
        gold = min(n, g.players[move.seat].gold)
        g.log += ("matches", turn.seat, move.seat, move.card, n)
        if gold:
            g.give(move.seat, turn.seat, gold, self.id)
        g.draw(turn.seat, n, self.id)


class Blackmailer(Character):
    """Lays two threats; takes half the gold, or all of it from the player who holds the rose and does not pay."""

    id = "blackmailer"
    name = "Blackmailer"
    rank = 2
    text = (
        "Lay two threats face down on two characters, not rank 1, killed or bewitched; one bears the rose. "
        "Each must take income and then pay you half its gold, or risk that you reveal the rose and take all."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        """Open case A20: any character that the rulebooks do not exclude, the own one too."""
        if "rose" in turn.used:
            return ()
        rose = g.ruleset.naming("rose")
        return [rose[r] for r in open_ranks(g)]

    @verb
    def rose(self, g: State, turn: Turn, move: Move) -> None:
        """Choose where the rose lies; the blank threat follows."""
        g.stack.append(Threat(g.ruleset.rank_of(move.card)))

    def waits(self, g: State, rank: int) -> bool:
        threats = g.tokens.get("threats")
        return threats is not None and rank in threats.on and g.owners[rank] != threats.holder

    def on_gather(self, g: State, turn: Turn) -> None:
        if not turn.resumed and self.waits(g, turn.char.rank):
            g.stack.append(Bribe())


@step("threaten")
class Threat(Step):
    """Where does the blank threat go?"""

    rose: int
    """The rank with the rose."""

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        moves = g.ruleset.naming("threaten")
        return turn.seat, [moves[r] for r in open_ranks(g) if r != self.rose]

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        lay(g, "threats", g.turn.seat, (self.rose, g.ruleset.rank_of(move.card)), ("rose", "blank"))

    def imagine(self, g: State, random: Random) -> Step:
        return Threat(random.choice(open_ranks(g)))


@step("bribe")
class Bribe(Step):
    """Does the threatened player pay half the gold, rounded down?

    Conflict C5: half of 0 or 1 is 0.
    """

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        return g.turn.seat, BRIBE

    def about(self, g: State) -> About:
        turn = g.turn
        assert turn is not None
        return About("", g.tokens["threats"].holder, turn.char.rank, g.players[turn.seat].gold // 2)

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        rank, threats = turn.char.rank, g.tokens["threats"]
        if move.verb == "pay":
            amount = g.players[turn.seat].gold // 2
            g.log += ("bribe", turn.seat, threats.holder, rank, amount)
            lift(g, "threats", rank, unseen=True)
            if amount:
                g.give(turn.seat, threats.holder, amount, "bribe")
            return
        g.log += ("refuse", turn.seat, threats.holder, rank)
        if "rose" not in g.marks:
            g.stack.append(RevealThreat())


@step("threat")
class RevealThreat(Step):
    """Does the Blackmailer turn the threat over?

    Asked for a blank threat too, with nothing to choose: so the question tells nothing.
    """

    def ask(self, g: State) -> Question:
        assert g.turn is not None
        threats = g.tokens["threats"]
        return threats.holder, (REVEAL, PASS) if threats.at(g.turn.char.rank) == "rose" else (PASS,)

    def about(self, g: State) -> About:
        assert g.turn is not None
        return About("", g.turn.seat, g.turn.char.rank, g.players[g.turn.seat].gold)

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        rank, threats = turn.char.rank, g.tokens["threats"]
        if move.verb == "pass":
            g.log += ("spare", threats.holder, turn.seat, rank)
            return
        g.log += ("rose", threats.holder, turn.seat, rank)
        lift(g, "threats", rank, unseen=False)
        g.marks["rose"] = rank
        gold = g.players[turn.seat].gold
        if gold:
            g.give(turn.seat, threats.holder, gold, "rose")


class OldTaxCollector(Character):
    """Takes 1 gold from everybody who built, at the end of each turn."""

    id = "tax_collector"
    name = "Tax Collector"
    rank = 2
    text = (
        "Each player who built a district this round gives you 1 gold at the end of the turn, or, if that was before "
        "yours, when you are called; nothing from an empty stash."
    )

    def on_start(self, g: State, turn: Turn) -> None:
        g.marks["taxman"] = turn.seat
        g.log += ("taxman", turn.seat)
        seat = g.marks.get("builder", -1)
        if seat >= 0:
            self._tax(g, seat)

    def on_build(self, g: State, seat: int, card: District) -> None:
        if g.turn and g.turn.char.rank < self.rank:
            g.marks["builder"] = seat
            g.log += ("builder", seat)

    def on_tax(self, g: State, turn: Turn) -> None:
        """Judged on the stash before the Poor House's coin (open case A52) and the Alchemist's refund (A43)."""
        if turn.built:
            self._tax(g, turn.seat)

    def _tax(self, g: State, seat: int) -> None:
        taxman = g.marks.get("taxman", -1)
        if taxman not in (-1, seat) and g.players[seat].gold:
            g.give(seat, taxman, 1, self.id)


BRIBE = (Move("pay"), Move("refuse"))
REVEAL = Move("reveal")
THIEF = Thief()
DELUXE = (THIEF, Spy(), Blackmailer())
CLASSIC = (THIEF,)
DARK_CITY = (OldTaxCollector(),)

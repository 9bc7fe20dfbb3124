"""Unique districts that react to rank 8, the crown or the choice of characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import District
from engine.city import bury
from engine.move import Move
from engine.step import About, Question, Step, step
from engine.turn import PASS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ruleset import Ruleset
    from engine.state import State


class Cemetery(District):
    """The owner may buy back a district that rank 8 destroys."""

    id = "cemetery"
    name = "Cemetery"
    cost = 5
    text = (
        "When the Warlord destroys a district, you may pay 1 gold and take that card into your hand, "
        "unless you are the Warlord."
    )

    def on_destroy(self, g: State, seat: int, card: District, by: int) -> bool:
        for owner, p in enumerate(g.players):
            if g.owns(owner, self) and owner != by and p.gold >= 1:
                g.stack.append(Recover(card.plain, owner))
                return True
        return False


@step("cemetery")
class Recover(Step):
    """Buy a destroyed district back for 1 gold?"""

    card: District
    owner: int

    def ask(self, g: State) -> Question:
        return self.owner, (Move("recover"), PASS)

    def about(self, g: State) -> About:
        return About(self.card.id, -1, 0, 1)

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "pass":
            bury(g, self.card)
        else:
            g.pay(self.owner, 1, "cemetery")
            g.players[self.owner].hand.append(self.card)
            g.log += ("recover", self.owner, self.card.id)


class GreatWall(District):
    """Makes rank 8 pay more."""

    id = "great_wall"
    name = "Great Wall"
    cost = 6
    text = "The rank 8 character must pay 1 extra gold to use its ability on a district of your city."

    def toll(self, ruleset: Ruleset, city: Sequence[District], card: District) -> int:
        """Conflict C8: on the Wall itself too, unless the option says otherwise."""
        if card.plain is self:
            return int(bool(ruleset.option("wall_covers_itself")))
        return int(self in city or self.beauty in city)


class Keep(District):
    """Safe from rank 8."""

    id = "keep"
    name = "Keep"
    cost = 3
    safe = True
    text = "The rank 8 character cannot use its ability on the Keep."


class Theater(District):
    """Exchanges a character after the selection."""

    id = "theater"
    name = "Theater"
    cost = 6
    text = (
        "After characters have been chosen, you may exchange your character card with another player's, "
        "unseen. With 2 or 3 players: one of yours for a random one of theirs."
    )

    def on_drafted(self, g: State) -> None:
        for seat in range(len(g.players)):
            if g.owns(seat, self):
                g.stack.append(Trade(seat))


@step("theater")
class Trade(Step):
    """Exchange a character card with somebody?"""

    owner: int

    def ask(self, g: State) -> Question:
        seats = [s for s in range(len(g.players)) if s != self.owner]
        roles = g.players[self.owner].roles
        if len(roles) == 1:
            return self.owner, [*(Move("trade", "", s) for s in seats), PASS]
        names = [g.ruleset.char(r).id for r in roles]
        return self.owner, [*(Move("trade", name, s) for name in names for s in seats), PASS]

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "pass":
            return
        me, other = self.owner, move.seat
        mine, theirs = g.players[me].roles, g.players[other].roles
        given = g.ruleset.rank_of(move.card) if move.card else mine[0]
        taken = theirs[g.below(len(theirs), "trade") if len(theirs) > 1 else 0]
        g.players[me].roles = tuple([taken if r == given else r for r in mine])
        g.players[other].roles = tuple([given if r == taken else r for r in theirs])
        g.owners[given], g.owners[taken] = other, me
        g.marks["traded"] = 1
        g.log += ("trade", me, other)
        g.log += ("trade_role", me, other, given, (taken,))
        g.log += ("trade_role", other, me, taken, (given,))


class ThroneRoom(District):
    """Gold when the crown moves."""

    id = "throne_room"
    name = "Throne Room"
    cost = 6
    text = "Each time the crown passes from one player to another, take 1 gold."

    def on_crown(self, g: State, old: int, new: int) -> None:
        """Open case A57: it pays a bewitched player nothing in that player's own short turn."""
        turn, bewitched = g.turn, -1
        if turn and not turn.resumed and turn.char.rank == g.marks.get("bewitched"):
            bewitched = turn.seat
        for seat in range(len(g.players)):
            if seat != bewitched and g.owns(seat, self):
                g.gain(seat, 1, self.id)


WATCHING: tuple[District, ...] = (Cemetery(), GreatWall(), Keep(), Theater(), ThroneRoom())

"""The frame of a game: rounds, the calling of the ranks, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import draft
from engine.score import score
from engine.state import State, Turn
from engine.step import Step
from engine.turn import END_TURN, MENU


@dataclass(slots=True)
class StartRound(Step):
    """Collect the characters and choose anew."""

    def act(self, g: State) -> None:
        g.round += 1
        g.dealer = g.crown
        for p in g.players:
            p.roles = p.shown = p.aside = ()
            p.saw = ()
        g.owners = [-1] * len(g.table.roster)
        g.aside = ()
        g.called = 0
        g.silent = ()
        g.emit("round", g.crown, -1, 0, "", (), (), g.round)
        g.stack.append(CALLS[1])
        draft.lay_out(g)


@dataclass(slots=True)
class Call(Step):
    """Call a rank; who holds it shows the card and takes a turn."""

    rank: int

    def act(self, g: State) -> None:
        rank, table = self.rank, g.table
        if rank == len(table.roster):
            g.stack.append(EndRound())
            return
        g.called = rank
        g.stack.append(CALLS[rank + 1])
        seat = g.owners[rank]
        if seat < 0 or g.marks.get("killed") == rank:
            g.silent += (rank,)
            g.emit("call", -1, -1, rank)
            return
        g.emit("reveal", seat, -1, rank)
        g.players[seat].shown += (rank,)
        char = table.char(rank)
        ready = True
        for waits in table.waits:
            if waits(g, rank):
                ready = False
        turn = g.turn = Turn(seat, char, ready)
        g.stack.append(END_TURN)
        g.stack.append(MENU)
        for hook in table.on_call:
            hook(g, turn)
        if ready:
            char.on_start(g, turn)


@dataclass(slots=True)
class EndRound(Step):
    """All ranks were called: heirs first, then the round is closed (open case A6)."""

    def act(self, g: State) -> None:
        g.stack.append(CloseRound())
        for hook in g.table.on_round_end:
            hook(g)


@dataclass(slots=True)
class CloseRound(Step):
    """Marks and tokens go; then the end of the game is checked."""

    def act(self, g: State) -> None:
        g.marks = {}
        g.tokens = {}
        g.emit("round_over", -1, -1, 0, "", (), (), g.round)
        g.stack.append(Scoring() if g.finished else StartRound())


@dataclass(slots=True)
class Scoring(Step):
    """Count the points and name the winners."""

    def act(self, g: State) -> None:
        totals: list[tuple[int, int, int]] = []
        for seat, p in enumerate(g.players):
            parts = score(g, seat)
            for source, points in parts:
                g.emit("score", seat, -1, 0, "", (), (), points, source)
            totals.append((sum(points for _, points in parts), max(p.shown, default=0), p.gold))
        g.winners = best(totals)
        g.emit("over", -1, -1, 0, "", (), g.winners)


def best(totals: Sequence[tuple[int, int, int]]) -> tuple[int, ...]:
    """The winning seats from (points, highest rank revealed in the last round, gold) of each seat.

    Points first; a tie goes to the higher rank revealed, then to more gold, then it is
    shared (deluxe rulebook, tie; open case A30).
    """
    top = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == top)


CALLS = [Call(rank) for rank in range(12)]

"""The frame of a game: rounds, the calling of the ranks, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from engine import draft
from engine.player import Turn
from engine.score import score
from engine.state import State
from engine.step import Step, step
from engine.turn import END_TURN, MENU


@step()
class StartRound(Step):
    """Collect the characters and choose anew."""

    def act(self, g: State) -> None:
        g.round += 1
        g.dealer = g.crown
        for p in g.players:
            p.roles = p.shown = p.aside = ()
            p.saw = ()
        g.owners = [-1] * len(g.ruleset.roster)
        g.aside = ()
        g.called = 0
        g.silent = ()
        g.log += ("round", g.crown, g.round)
        g.stack.append(CALLS[1])
        draft.lay_out(g)


@step()
class Call(Step):
    """Call a rank: its holder shows the card and takes a turn."""

    rank: int

    def act(self, g: State) -> None:
        rank, ruleset = self.rank, g.ruleset
        if rank == len(ruleset.roster):
            g.stack.append(END_ROUND)
            return
        g.called = rank
        g.stack.append(CALLS[rank + 1])
        if ruleset.on_struck and struck(g, rank):
            g.stack.append(Answer(rank))
            if g.marks.get("killed") == rank:
                g.log += ("hear", rank)
            else:
                reveal(g, rank)
            for hook in ruleset.on_struck:
                hook(g, rank)
        else:
            answer(g, rank)


@step()
class Answer(Step):
    """The struck player has been asked: go on with the call."""

    rank: int

    def act(self, g: State) -> None:
        answer(g, self.rank)


def struck(g: State, rank: int) -> bool:
    """Whether the character of a rank was named by rank 1 or 2, so that its player may object."""
    if rank == g.marks.get("killed"):
        return True
    return g.owners[rank] >= 0 and (
        rank in (g.marks.get("bewitched"), g.marks.get("robbed"))
        or any(rank in token.on for token in g.tokens.values())
    )


def answer(g: State, rank: int) -> None:
    """Let the holder of the called rank show the card and take a turn."""
    ruleset = g.ruleset
    seat = g.owners[rank]
    if seat < 0 or g.marks.get("killed") == rank:
        g.silent += (rank,)
        g.log += ("call", rank)
        for on_silence in ruleset.on_silence:
            on_silence(g, rank)
        return
    turn = g.turn or reveal(g, rank)
    for waits in ruleset.waits:
        if waits(g, rank):
            turn.ready = False
    g.stack.append(END_TURN)
    g.stack.append(MENU)
    for on_call in ruleset.on_call:
        on_call(g, turn)
    if turn.ready and turn.char.starts:
        turn.char.on_start(g, turn)


def reveal(g: State, rank: int) -> Turn:
    """Let the holder of the called rank show the card: a turn begins."""
    seat = g.owners[rank]
    g.log += ("reveal", seat, rank)
    g.players[seat].shown += (rank,)
    char = g.ruleset.roster[rank]
    assert char is not None
    turn = g.turn = Turn().begin(seat, char)
    return turn


@step()
class EndRound(Step):
    """All ranks were called: the hooks of the cards run, heirs first (open cases A6, A55); then the round is over."""

    spoken: int = 0
    """How many hooks have run."""

    def act(self, g: State) -> None:
        hooks = g.ruleset.on_round_end
        if self.spoken == len(hooks):
            g.stack.append(CLOSE_ROUND)
            return
        g.stack.append(EndRound(self.spoken + 1))
        hooks[self.spoken](g)


@step()
class CloseRound(Step):
    """Marks and tokens go; then the end of the game is checked."""

    def act(self, g: State) -> None:
        g.marks = {}
        g.tokens = {kind: token for kind, token in g.tokens.items() if not token.on}
        g.log += ("round_over", g.round)
        g.stack.append(Scoring() if g.finished or exhausted(g) else START_ROUND)


def exhausted(g: State) -> bool:
    """Whether nobody can build any more: then too the game ends with the round, for it would never end otherwise.

    All cards lie in cities and under the Museum, or all gold of a limited bank lies on districts.
    """
    if g.ruleset.coins and not g.bank() and not any(p.gold for p in g.players):
        return True
    if g.drawable():
        return False
    return not any(card.may_build(g, seat) for seat, p in enumerate(g.players) for card in p.hand)


@step()
class Scoring(Step):
    """Count the points and name the winners."""

    def act(self, g: State) -> None:
        totals: list[tuple[int, int, int]] = []
        for seat, p in enumerate(g.players):
            parts = score(g, seat)
            for source, points in parts:
                g.log += ("score", seat, points, source)
            tie = max(p.shown, default=0) if g.ruleset.edition.tie == "rank" else parts[0][1]
            totals.append((sum(points for _, points in parts), tie, p.gold))
        g.winners = best(totals)
        g.log += ("over", g.winners)


def best(totals: Sequence[tuple[int, int, int]]) -> tuple[int, ...]:
    """The winning seats from (points, what decides a tie, gold) of each seat.

    A tie goes to the highest rank revealed in the last round, in the classic game to the
    points of the districts alone; then to more gold; then it is shared (conflict C6, open case A30).
    """
    top = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == top)


CALLS = [Call(rank) for rank in range(12)]
START_ROUND, END_ROUND, CLOSE_ROUND = StartRound(), EndRound(), CloseRound()

"""Open question: the decision that a player has to make now, with the hint at it."""

from __future__ import annotations

from citadels_tui.session.row_keys import HandKeys
from citadels_tui.session.taken_back import TakenBack
from engine.move import Move
from engine.step import Refusal
from net.client.updates import Decision, Ended, Happened, Hinted, Stopped, Update


class OpenQuestion:
    """The decision that is open for one seat; none while others are asked."""

    def __init__(self) -> None:
        self.decision: Decision | None = None
        """The open decision, when it is yours."""
        self.refusals: tuple[Refusal, ...] = ()
        """Its near misses."""
        self.undo = "turn"
        """Why your last move cannot be taken back, as a code of `engine.undo.REASONS`; empty: it can."""
        self.hinted: Hinted | None = None
        """The hint at it, once you have asked for one."""
        self.taken_back = TakenBack()
        """Your moves that were taken back, to be done again."""
        self.hand_keys = HandKeys()
        """The numbers that the hand cards have had in this turn."""

    def take(self, update: Update) -> None:
        """Apply one update to the open question."""
        self.taken_back.take(update)
        match update:
            case Happened():
                self.decision, self.hinted, self.refusals, self.undo = None, None, (), "turn"
            case Decision(refusals=refusals, undo=undo):
                self.decision, self.refusals, self.undo = update, refusals, undo
            case Hinted(did=did):
                if self.decision is not None and did == self.decision.did:
                    self.hinted = update
            case Stopped():
                self.decision = None
            case Ended():
                self.decision, self.refusals = None, ()

    @property
    def redo(self) -> Move | None:
        """The move that was taken back last and can be made again; None: there is none."""
        move = self.taken_back.redo
        return move if self.decision is not None and move in self.decision.moves else None

    @property
    def choosing(self) -> bool:
        """Whether you have to choose something now; what leaves no choice is answered by itself."""
        return self.decision is not None and not self.decision.auto

"""Open question: the decision that a player has to make now, the hint at it, and the moves taken back before it."""

from __future__ import annotations

from citadels_tui.session.row_keys import HandKeys
from engine.move import Move
from engine.step import Refusal
from engine.undo import UNDO
from net.client.updates import Closed, Decision, Ended, Happened, Hinted, Refused, Stopped, Update


class TakenBack:
    """The moves of this turn that one seat has taken back, to be made again until it makes another."""

    def __init__(self) -> None:
        self._sent: Move | None = None
        """The move on its way to the host."""
        self._made: list[Move] = []
        """Moves that can be taken back, the last one behind."""
        self._undone: list[Move] = []
        """Moves that were, the last one behind."""

    def send(self, move: Move) -> None:
        """A move goes to the host."""
        self._sent = move

    def apply_update(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case Happened(seat=seat, events=events, view=view):
                sent, self._sent = self._sent, None
                if any(event.kind == "undo" and event.seat == view.seat for event in events):
                    self._undone += [self._made.pop()] if self._made else []
                elif seat == view.seat and sent is not None and sent != UNDO:
                    self._undone = self._undone[:-1] if sent == self.redo else []
                    self._made.append(sent)
                else:
                    self._made, self._undone = [], []
            case Refused():
                self._sent = None
            case Decision(undo=undo) if undo:
                self._made = []

    @property
    def redo(self) -> Move | None:
        """The move that can be done again; None: there is none."""
        return self._undone[-1] if self._undone else None


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

    def apply_update(self, update: Update) -> None:
        """Apply one update to the open question."""
        self.taken_back.apply_update(update)
        match update:
            case Happened():
                self.decision, self.hinted, self.refusals, self.undo = None, None, (), "turn"
            case Decision(refusals=refusals, undo=undo):
                self.decision, self.refusals, self.undo = update, refusals, undo
            case Hinted(did=did):
                if self.decision is not None and did == self.decision.did:
                    self.hinted = update
            case Stopped() | Closed():
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

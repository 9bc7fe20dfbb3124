"""Memory of a bot: the things it must remember because no view shows them."""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import MISFITS, NO_EVENT, CitadelsError, shown
from engine.event import Event
from engine.undo import Checkpoints


class RememberedTrade(NamedTuple):
    """An exchange of character cards. The ranks are known only to the two seats."""

    seat: int
    other: int
    given: int = 0
    """The rank this bot gave away in it, or 0."""
    got: int = 0
    """The rank this bot got in it, or 0."""


class Memory:
    """This round so far, as one seat has seen it, and the turn in progress."""

    def __init__(self) -> None:
        self.picked: tuple[int, ...] = ()
        """Own characters as chosen, before any exchange."""
        self.trades: tuple[RememberedTrade, ...] = ()
        self.spared: tuple[int, ...] = ()
        """Ranks whose threat was left face down after a refusal."""
        self.built: tuple[str, ...] = ()
        """Districts built in the turn in progress."""
        self.directors: int = 0
        """Directors played in the turn in progress."""
        self._checkpoints: Checkpoints[tuple[tuple[str, ...], int]] = Checkpoints()

    def copy(self) -> Memory:
        """A copy to go on from; moves that could be taken back before cannot be in the copy."""
        twin = Memory()
        twin.picked, twin.trades, twin.spared = self.picked, self.trades, self.spared
        twin.built, twin.directors = self.built, self.directors
        return twin

    def watch(self, event: Event) -> None:
        """Take note of an event as this seat has seen it.

        Raises:
            CitadelsError: when it is no event, or none that can follow those before it.
        """
        try:
            match event.kind:
                case "round":
                    self.picked, self.trades, self.spared = (), (), ()
                case "pick" if event.rank:  # other seats' ranks are hidden
                    self.picked += (event.rank,)
                case "trade":
                    self.trades += (RememberedTrade(event.seat, event.other),)
                case "trade_role" if event.rank:
                    self.trades = (*self.trades[:-1], self.trades[-1]._replace(given=event.rank, got=event.ranks[0]))
                case "spare":
                    self.spared += (event.rank,)
                case "reveal" | "resume":
                    self.built, self.directors = (), 0
                case "build":
                    self.built += (event.card,)
                case "play" if event.card == "director":
                    self.directors += 1
                case "ask":
                    self._checkpoints.add(event.seat, (self.built, self.directors))
                case "undo":
                    self.built, self.directors = self._checkpoints.undo()
        except MISFITS as error:
            raise CitadelsError(f"{NO_EVENT}: {shown(event)}") from error

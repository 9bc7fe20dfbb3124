"""Ends at a table: votes for them, a game with what checking it has shown, and the connection."""

from __future__ import annotations

from net.client.updates import Attested, Closed, Ended, Link, Stopped, Update, Verified, Voted
from net.protocol.host_messages import WishesNote


class Votes:
    """Votes for the end of the game, and wishes for another one, by seats."""

    def __init__(self) -> None:
        self.end: frozenset[int] = frozenset()
        """The seats that want the game to end."""
        self.again: frozenset[int] = frozenset()
        """The seats whose players would like to play again, once the game is over."""

    def apply_update(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case Voted(seat=seat, end=end):
                self.end = self.end | {seat} if end else self.end - {seat}
            case WishesNote(seats=seats):
                self.again = frozenset(seats)


class GameEnding:
    """The end of one game; of a check of the game before, which comes too late, nothing is kept."""

    def __init__(self) -> None:
        self.ended: Ended | None = None
        """The result."""
        self.stopped: Stopped | None = None
        """The game ended before its time."""
        self.verified: Verified | None = None
        """The result of checking the finished game."""
        self.attested: frozenset[int] = frozenset()
        """Seats whose players have signed the end of the game."""

    def apply_update(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case Stopped():
                self.stopped = update
            case Ended():
                self.ended = update
            case Verified() if self.over:
                self.verified = update
            case Attested(seat=seat) if self.over:
                self.attested |= {seat}

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.ended is not None or self.stopped is not None


class TableLink:
    """The connection to the table."""

    def __init__(self) -> None:
        self.trouble: Link | None = None
        """The trouble with the connection; None while all is well."""
        self.closed: Closed | None = None
        """The last word: you are not at the table any more."""

    def apply_update(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case Link(state=state):
                self.trouble = None if state == "live" else update
            case Closed():
                self.closed = update

    def next(self) -> TableLink:
        """A link to the same table, for another game."""
        after = TableLink()
        after.trouble = self.trouble
        return after

"""Decision time: how long the open question has been asked, and what the seats have left beyond the time for it."""

from __future__ import annotations

from net.base.clock import Clock
from net.base.errors import NetError
from net.host.store.stored_table import ClockRecord


class DecisionTime:
    """The time of one game: it runs while somebody is asked, and is charged to the player who has answered.

    All times are in seconds.
    """

    def __init__(self, decision: float, reserve: float, seats: int, clock: Clock, kept: ClockRecord | None) -> None:
        """Measure nothing yet.

        Args:
            decision: For a decision; 0: as long as anybody likes.
            reserve: On top of it, once a game.
            seats: How many play.
            clock: Time.
            kept: The time as it was stored, to go on from.

        Raises:
            NetError: ``stored``, when that is not this game's.
        """
        if kept and len(kept.reserves) != seats:
            raise NetError("stored", "its clock does not fit it.")
        self.decision = decision
        self.reserves = list(kept.reserves) if kept else [reserve] * seats
        """Seconds each seat has left on top of the time for a decision."""
        self._clock = clock
        self._reading = 0.0
        """Seconds that the question has on top of that, to be read."""
        self._did = kept.did if kept else 0
        """The question."""
        self._seat: int | None = None
        """The seat that was asked last."""
        self._since: float | None = None
        """When it was asked; None while nobody is."""
        self._before = kept.spent if kept else 0.0
        """How long it was asked before that."""

    @property
    def asked(self) -> float:
        """How long the question has been asked since the time began to run last; 0 while it does not run."""
        return 0.0 if self._since is None else self._clock.now() - self._since

    @property
    def _time(self) -> float:
        """The time for the open question."""
        return self.decision + self._reading

    @property
    def spent(self) -> float:
        """How long the question has been asked, all together."""
        return self._before + self.asked

    def open(self, did: int, seat: int | None, *, took_back: bool, reading: float = 0.0) -> bool:
        """Take note of the open question, whose time does not run yet.

        Args:
            did: Its id.
            seat: The seat that must answer, if any.
            took_back: Whether that seat has taken moves back. It wins no time by that: what it has spent counts for the
                new question, but for what has gone off its reserve already.
            reading: What the question has on top of the time for a decision, to be read.

        Returns:
            Whether it is another question than before.
        """
        other, self._reading = did != self._did, reading
        if other:
            carried = took_back and seat == self._seat
            self._did, self._before = did, min(self._before, self._time) if carried else 0.0
        self._seat = seat
        return other

    def run(self) -> None:
        """Somebody is asked from now on."""
        self._since = self._clock.now()

    def stop(self) -> None:
        """Nobody is asked any more."""
        self._before, self._since = self.spent, None

    def left(self, seat: int) -> tuple[float, float]:
        """The time left to a seat: first for the question, then of its reserve."""
        over = self.spent - self._time
        return max(0.0, -over), max(0.0, self.reserves[seat] - max(0.0, over))

    def charge(self, seat: int) -> None:
        """A seat has answered: what that took longer than its time goes off the reserve."""
        if self.decision:
            self.reserves[seat] = self.left(seat)[1]

    def record(self, part: float) -> ClockRecord | None:
        """The time to be stored, in whole parts of so many seconds; None when there is no limit to it."""
        if not self.decision:
            return None
        spent = self.spent // part * part
        return ClockRecord(reserves=tuple(self.reserves), did=self._did if spent else 0, spent=spent)

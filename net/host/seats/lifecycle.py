"""The lifecycle of a table: the stage it is in, and why."""

from __future__ import annotations

from enum import Enum, auto

from net.base.errors import NetError


class Stage(Enum):
    """The stages of a table's life."""

    OPEN = auto()
    STALLED = auto()
    """There is no room on the disk for what has happened; the table goes on when there is."""
    CLOSING = auto()
    """It was asked to send everybody away, and will."""
    FAILED = auto()
    """It could not be stored, or a fault of ours has ended it: nobody can play here any more."""
    CLOSED = auto()
    """Everybody was sent away."""


class Lifecycle:
    """The stage of one table; the table alone changes it."""

    def __init__(self) -> None:
        self.stage = Stage.OPEN
        self.reason: NetError | None = None
        """Why the stage is not `Stage.OPEN`."""

    @property
    def stalled(self) -> NetError | None:
        """Why nothing goes on for now."""
        return self.reason if self.stage is Stage.STALLED else None

    @property
    def ended(self) -> NetError | None:
        """Why nobody can play here any more."""
        return self.reason if self.stage in (Stage.FAILED, Stage.CLOSED) else None

    def enter(self, stage: Stage, reason: NetError | None = None) -> None:
        """Go on to another stage, for a reason unless it is `Stage.OPEN`."""
        self.stage, self.reason = stage, reason

"""Pending writes: changes of a table that are not stored yet."""

from __future__ import annotations

from collections.abc import Callable

from net.host.logged_game import LoggedGame
from net.host.store import Change, StoredEntry, StoredSecret
from net.host.stored_table import ClockRecord
from net.host.watermark import Watermark


class PendingWrites:
    """Collects what has changed at one table since it was stored last."""

    def __init__(self, table: str) -> None:
        self.table = table
        """Id of the table."""
        self.changed = True
        """Whether the table's record is not what is stored."""
        self.revision = 0
        """How often the record was stored, at least."""
        self._clock: ClockRecord | None = None
        self._gone = False
        self._forget = ""

    def forget(self, game: str) -> None:
        """Forget a game that is over: nothing of it has to be stored."""
        self._forget, self.changed = game, True

    def end(self) -> None:
        """Forget the table: nothing of it has to be stored."""
        self._gone = True

    def as_stored(self) -> None:
        """Drop all changes: nothing is stored any more."""
        self._clock, self.changed, self._gone, self._forget = None, False, False, ""

    def change(
        self, game: LoggedGame | None, clock: ClockRecord | None, record: Callable[[ClockRecord | None], bytes]
    ) -> Change | None:
        """The change that is to be stored now, once only; None when there is nothing.

        Args:
            game: The game, with what of it is unsaved.
            clock: The time that players have.
            record: Makes the table's record.
        """
        unsaved = game.unsaved if game else []
        if clock != self._clock:
            self.changed, self._clock = True, clock
        if not (unsaved or self.changed or self._forget or self._gone):
            return None
        self.revision += self.changed
        log = game.log if game else None
        mark = (
            Watermark(self.table, self.revision, log.game, log.seq, log.head)
            if log
            else Watermark(self.table, self.revision)
        )
        change = Change(
            table=self.table,
            record=b"" if self._gone else record(clock) if self.changed else None,
            entries=tuple(item for item in unsaved if isinstance(item, StoredEntry)),
            secrets=tuple(item for item in unsaved if isinstance(item, StoredSecret)),
            forget=self._forget,
            mark=None if self._gone else mark,
        )
        unsaved.clear()
        self.changed, self._forget = False, ""
        return change

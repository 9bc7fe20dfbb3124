"""Pending writes: changes of a table that are not stored yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from net.host.game.kept_table import KeptTable
from net.host.game.logged_game import LoggedGame
from net.host.store.store import Change, StoredEntry, StoredSecret
from net.host.store.stored_table import TableRecord
from net.host.store.watermark import Watermark


class PendingWrites:
    """Finds what has changed at one table since it was stored last: nobody has to say so."""

    def __init__(self, table: str, kept: KeptTable | None = None) -> None:
        self.revision = kept.revision if kept else 0
        """How often the record was stored, at least."""
        self._table = table
        self._game = kept.record.game if kept else ""
        """The game that is stored."""
        self._stored: Mapping[str, Any] | None = None
        """The fields of the record that was stored last."""
        self._anyway = False
        self._gone = False
        self._given_up = False

    def confirm(self) -> None:
        """Store the record although nothing has changed: that fails when another host has the table."""
        self._anyway = True

    def end(self) -> None:
        """Forget the table with its game: nothing of it has to be stored."""
        self._gone = True

    def give_up(self) -> None:
        """Store nothing any more: what is stored stays as it is."""
        self._given_up = True

    def change(self, game: LoggedGame | None, fields: Mapping[str, Any]) -> Change | None:
        """The change that is to be stored now, once only; None when there is nothing.

        A game that was stored, and is not the table's any more, is forgotten.

        Args:
            game: The game, with what of it is unsaved.
            fields: Those of the table's record as it should be, but its revision.
        """
        if self._given_up:
            return None
        if self._gone:
            self._given_up = True
            return Change(self._table, b"", forget=self._game)
        unsaved = game.unsaved if game else []
        changed = self._anyway or fields != self._stored
        if not (unsaved or changed):
            return None
        self.revision += changed
        log = game.log if game else None
        mark = (
            Watermark(self._table, self.revision, log.game, log.seq, log.head)
            if log
            else Watermark(self._table, self.revision)
        )
        change = Change(
            table=self._table,
            record=TableRecord(**fields, revision=self.revision).dump(self._table) if changed else None,
            entries=tuple(item for item in unsaved if isinstance(item, StoredEntry)),
            secrets=tuple(item for item in unsaved if isinstance(item, StoredSecret)),
            forget=self._game if fields["game"] != self._game else "",
            mark=mark,
        )
        unsaved.clear()
        self._stored, self._game, self._anyway = fields, fields["game"], False
        return change

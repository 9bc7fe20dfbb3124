"""Away notices: word that somebody who is away is asked to decide, or that their correspondence game is over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from net.base.clock import Timer
from net.host.table.lobby import Member
from net.host.table.table_state import TableState


@dataclass(frozen=True, slots=True)
class AwayNotice:
    """A player who is away and asked, and where."""

    table: str
    """The table's id."""
    title: str
    """What the table is called; may be empty."""
    player: str
    """The name at the table."""
    key: bytes
    """The player's identity."""
    until: int
    """When the time to decide is up, in seconds since 1970, reserve included; 0 when no time runs."""
    over: bool = False
    """Whether nobody is asked: the game has ended."""


class AwayNotices:
    """Notices for the players of one table.

    A player is told when they have been asked, and away, for `net.base.limits.Limits.notice`; and not again before they
    were here, or before `net.base.limits.Limits.notice_again`. Of the end each is told once, one after another.
    """

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._notify = table.services.notify
        self._asked: Member | None = None
        """The player who is away, and asked or to be told of the end."""
        self._timer: Timer | None = None
        self.told: dict[bytes, int] = {}
        """When the players that are still away were told last, in seconds since 1970. It is stored with the table."""
        self.told_end: set[bytes] = set()
        """The players who know that the game is over: they were told, or have been here since. It is stored, too."""

    def review(self) -> None:
        """Look who is asked, and who is here; to be called after whatever has happened."""
        if self._notify is None:
            return
        table, asked = self._table, self._away()
        for member in table.lobby.players:
            if member.peer:
                self.told.pop(member.pub, None)
                if self._over:
                    self.told_end.add(member.pub)
        if not self._over:
            self.told_end.clear()
        if asked is self._asked:
            return
        self._asked = asked
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if asked:
            self._timer = table.clock.later(table.limits.notice, partial(table.post, self._due))

    @property
    def _over(self) -> bool:
        """Whether a correspondence game has ended."""
        return self._table.options.correspondence and self._table.game is not None and self._table.game.over

    def _away(self) -> Member | None:
        """The player who is away, and asked for a decision or not told of the end yet."""
        table = self._table
        game = table.game
        if self._over and not table.ended and not table.stalled:
            away = [member for member in table.lobby.players if member.peer is None]
            return next((member for member in away if member.pub not in self.told_end), None)
        if game is None or game.seat is None or game.validator.held or table.ended or table.stalled:
            return None
        who = table.lobby.seats[game.seat]
        return who if isinstance(who, Member) and who.peer is None else None

    def _due(self) -> None:
        table, who, match = self._table, self._asked, self._table.match
        if who is None or who is not self._away() or match is None or self._notify is None:
            return
        about = partial(AwayNotice, table.id, table.options.title, who.name, who.pub)
        if self._over:
            self.told_end.add(who.pub)
            self._notify(about(0, over=True))
            return
        now, told = table.clock.date(), self.told.get(who.pub)
        # The machine's clock may have been set back.
        if told is not None and told <= now < told + table.limits.notice_again:
            return
        self.told[who.pub] = now
        left = match.turn_clock.time_left
        until = 0 if left is None else table.clock.date() + round(left)
        self._notify(about(until))

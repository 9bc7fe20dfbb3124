"""Away notices: word that somebody who is away is asked to decide, or that their correspondence game is over."""

from __future__ import annotations

from net.base.clock import Timer
from net.host.seats.host_services import AwayNotice
from net.host.seats.lobby import Member
from net.host.store.stored_table import TableRecord
from net.host.table.table_state import TableState


class AwayNotices:
    """Notices for the players of one table.

    A player is told when they have been asked, and away, for `net.base.limits.Limits.notice`; and not again before they
    were here, or before `net.base.limits.Limits.notice_again`. In a correspondence game they are reminded once before
    their time is up. Of the end each is told once, one after another.
    """

    def __init__(self, table: TableState, kept: TableRecord | None = None) -> None:
        """Notify nobody yet.

        Args:
            table: The table.
            kept: The table as it was stored.
        """
        self._table = table
        self._notify = table.services.notify
        self._limits = table.services.limits
        self._asked: Member | None = None
        """The player who is away, and asked or to be told of the end."""
        self._timer: Timer | None = None
        self._question = 0
        """The question of a correspondence game whose player is away."""
        self._reminder: Timer | None = None
        self.reminded = kept.reminded if kept else 0
        """The question of which somebody was reminded last. It is stored with the table."""
        self.told = dict(kept.told if kept else ())
        """When the players that are still away were told last, in seconds since 1970. It is stored with the table."""
        self.told_end = set(kept.told_end if kept else ())
        """The players who know that the game is over: they were told, or have been here since. It is stored, too."""

    def schedule(self) -> None:
        """Schedule the notice and the reminder for a player who is away, and cancel those that nobody needs."""
        if self._notify is None:
            return
        asked = self._away()
        for member in self._table.lobby.players:
            if member.peer:
                self.told.pop(member.pub, None)
                if self._over:
                    self.told_end.add(member.pub)
        if not self._over:
            self.told_end.clear()
        self._schedule_reminder(asked)
        if asked is self._asked:
            return
        self._asked = asked
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if asked:
            self._timer = self._table.inbox.later(self._limits.notice, self._due)

    def _schedule_reminder(self, asked: Member | None) -> None:
        """Remind the asked player before their time is up, and once only."""
        game, options, match = self._table.series.game, self._table.series.options, self._table.series.match
        # A player who did not heed a reminder needs no other one before they were here.
        awake = game is not None and game.seat not in game.validator.asleep
        question = game.did if game and asked and awake and options.correspondence and not self._over else 0
        if question == self._question or match is None:
            return
        if self._reminder:
            self._reminder.cancel()
            self._reminder = None
        self._question = question
        left = match.turn_clock.time_left if question and question != self.reminded else None
        wait = (left or 0.0) - min(self._limits.reminder, options.turn_time / 4)
        # Later than that they have been here.
        if wait > 0:
            self._reminder = self._table.inbox.later(wait, self._remind)

    def _remind(self) -> None:
        who, match = self._away(), self._table.series.match
        if who is not None and match is not None and match.game.did == self._question and self._question:
            self.reminded = self._question
            self.told[who.pub] = self._table.inbox.clock.date()
            self._tell(who, last=True)

    @property
    def _title(self) -> str:
        return self._table.series.options.title

    @property
    def _over(self) -> bool:
        """Whether a correspondence game has ended."""
        return self._table.series.options.correspondence and self._table.series.over

    def _away(self) -> Member | None:
        """The player who is away, and asked for a decision or not told of the end yet."""
        game = self._table.series.game
        if game is None or self._table.lifecycle.ended:
            return None
        if self._over:
            away = [member for member in self._table.lobby.players if member.peer is None]
            return next((member for member in away if member.pub not in self.told_end), None)
        if game.seat is None or game.validator.held:
            return None
        who = self._table.lobby.seats[game.seat]
        return who if isinstance(who, Member) and who.peer is None else None

    def _due(self) -> None:
        who, match = self._asked, self._table.series.match
        if who is None or who is not self._away() or match is None or self._notify is None:
            return
        if self._over:
            self.told_end.add(who.pub)
            self._notify(AwayNotice(self._table.id, self._title, who.name, who.pub, 0, over=True))
            return
        now, told = self._table.inbox.clock.date(), self.told.get(who.pub)
        # The machine's clock may have been set back.
        if told is not None and told <= now < told + self._limits.notice_again:
            return
        self.told[who.pub] = now
        self._tell(who)

    def _tell(self, who: Member, *, last: bool = False) -> None:
        """Tell somebody that they are asked, and until when."""
        match = self._table.series.match
        left = match.turn_clock.time_left if match else None
        until = 0 if left is None else self._table.inbox.clock.date() + round(left)
        if self._notify is not None:
            self._notify(AwayNotice(self._table.id, self._title, who.name, who.pub, until, last=last))

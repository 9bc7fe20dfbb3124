"""Rematch: the people of a game that is over play another one at the same table."""

from __future__ import annotations

from net.base.errors import NetError
from net.host.table.broadcast import Broadcast
from net.host.table.game_series import GameSeries
from net.host.table.inbox import Inbox
from net.host.table.lobby import Lobby, Member
from net.host.table.match import Match
from net.host.table.outbox import Outbox
from net.identity.commitments import seating
from net.protocol.host_messages import WishesNote


class Rematch:
    """The wishes to play again, and the beginning of that game.

    It begins by itself when everybody who is there would like to, and nobody who was there a moment ago may still come
    back; and at once when the owner says so.
    """

    def __init__(
        self, lobby: Lobby, series: GameSeries, outbox: Outbox, broadcast: Broadcast, inbox: Inbox, patience: float
    ) -> None:
        """Look at a table.

        Args:
            lobby: Who sits where.
            series: The games.
            outbox: Who is here.
            broadcast: Tells everybody.
            inbox: The table's.
            patience: Seconds to wait for somebody.
        """
        self._lobby = lobby
        self._series = series
        self._outbox = outbox
        self._broadcast = broadcast
        self._inbox = inbox
        self._patience = patience

    def wish(self, seat: int, on: bool) -> None:
        """A player would like to play again, or not after all.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        match = self._finished()
        if match.wish(seat, on=on):
            self._tell(match)
        self.review()

    def review(self) -> None:
        """Begin if it is time to; to be called whenever somebody has come or gone."""
        match = self._series.match
        if match is None or not match.wishes:
            return
        waits = [wait for wait in map(self._wait, self._lobby.players) if wait > 0]
        here = {seat for seat in range(len(self._lobby.seats)) if self._may_play(seat)}
        gone = match.wishes - here
        for seat in gone:
            match.wish(seat, on=False)
        if gone:
            self._tell(match)
        if waits:
            self._inbox.later(min(waits), self.review)
        elif here and here == match.wishes:
            self.begin()

    def begin(self) -> None:
        """Begin another game with everybody who is there.

        The setup stays. Bots take the seats of those who are gone. Everybody can check the new order of the seats: it
        follows from the last game's seed, and nobody alone has chosen that.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        game = self._finished().game
        self._series.stop()
        self._lobby.sit_again(seating(game.validator.seed, len(self._lobby.seats)))
        self._series.forget_seed()
        self._series.begin()
        self._broadcast.lobby()

    def tell_newcomer(self, member: Member) -> None:
        """Somebody has come: tell them the wishes, and begin if only they were missing."""
        match = self._series.match
        if match and match.wishes and member.peer:
            self._outbox.send(member.peer, _note(match))
            self.review()

    def _finished(self) -> Match:
        """The match that is over.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        match = self._series.require()
        if not match.game.over:
            raise NetError("not_over")
        return match

    def _wait(self, player: Member) -> float:
        """Seconds in which somebody who is away may still come back."""
        return 0.0 if player.peer else player.gone + self._patience - self._inbox.clock.now()

    def _may_play(self, seat: int) -> bool:
        """Whether a seat's player is there, or may still come back."""
        who = self._lobby.seats[seat]
        return isinstance(who, Member) and (who.peer is not None or self._wait(who) > 0)

    def _tell(self, match: Match) -> None:
        self._outbox.broadcast(_note(match))


def _note(match: Match) -> WishesNote:
    """The wishes, as the message that tells of them."""
    return WishesNote(seats=sorted(match.wishes))

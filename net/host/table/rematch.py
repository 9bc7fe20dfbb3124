"""Rematch: the people of a game that is over play another one at the same table."""

from __future__ import annotations

from functools import partial

from net.base.errors import NetError
from net.host.table.broadcast import Broadcast
from net.host.table.lobby import Member
from net.host.table.logged_game import LoggedGame
from net.host.table.table_state import TableState
from net.identity.commitments import seating
from net.protocol.host_messages import WishesNote


class Rematch:
    """The wishes to play again, and the beginning of that game.

    It begins by itself when everybody who is there would like to, and nobody who was there a moment ago may still come
    back; and at once when the owner says so.
    """

    def __init__(self, table: TableState, broadcast: Broadcast) -> None:
        self._table = table
        self._broadcast = broadcast

    def wish(self, seat: int, on: bool) -> None:
        """A player would like to play again, or not after all.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        self._finished()
        wishes = self._table.wishes
        if (seat in wishes) != on:
            wishes ^= {seat}
            self._tell()
        self.review()

    def review(self) -> None:
        """Begin if it is time to; to be called whenever somebody has come or gone."""
        table = self._table
        if not table.wishes or table.game is None or not table.game.over:
            return
        waits = [wait for wait in map(self._wait, table.lobby.players) if wait > 0]
        here = {seat for seat in range(len(table.lobby.seats)) if self._may_play(seat)}
        if table.wishes - here:
            table.wishes &= here
            self._tell()
        if waits:
            table.clock.later(min(waits), partial(table.post, self.review))
        elif here and here == table.wishes:
            self.begin()

    def begin(self) -> None:
        """Begin another game with everybody who is there.

        The setup stays. Bots take the seats of those who are gone. Everybody can check the new order of the seats: it
        follows from the last game's seed, and nobody alone has chosen that.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        table, game = self._table, self._finished()
        table.stop()
        table.lobby.sit_again(seating(game.validator.seed, len(table.lobby.seats)))
        # A seed that was given is of one game: the next one is dealt fairly.
        table.options = table.options.model_copy(update={"seed": None})
        table.pending.forget(game.log.game)
        table.begin()
        self._broadcast.lobby()

    def _finished(self) -> LoggedGame:
        """The game that is over.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        game = self._table.require_match().game
        if not game.over:
            raise NetError("not_over")
        return game

    def _wait(self, player: Member) -> float:
        """Seconds in which somebody who is away may still come back."""
        if player.peer:
            return 0.0
        return player.gone + self._table.options.absence(self._table.limits) - self._table.clock.now()

    def _may_play(self, seat: int) -> bool:
        """Whether a seat's player is there, or may still come back."""
        who = self._table.lobby.seats[seat]
        return isinstance(who, Member) and (who.peer is not None or self._wait(who) > 0)

    def _tell(self) -> None:
        self._table.outbox.broadcast(self.note)

    @property
    def note(self) -> WishesNote:
        """The wishes, as the message that tells everybody."""
        return WishesNote(seats=sorted(self._table.wishes))

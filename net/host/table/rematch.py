"""Rematch: the people of a game that is over play another one at the same table, and the score is kept."""

from __future__ import annotations

from functools import partial

from engine.bots.registry import NEUTRAL
from net.base.errors import NetError
from net.host.game.evening_score import EveningScore
from net.host.game.match import Match
from net.host.seats.lobby import BotSeat, Member
from net.host.table.broadcast import Broadcast
from net.host.table.table_state import TableState
from net.identity.commitments import seating
from net.protocol.host_messages import WishesNote


class Rematch:
    """The wishes to play again, and the beginning of that game.

    It begins by itself when everybody who is there would like to, and nobody who was there a moment ago may still come
    back; and at once when the owner says so. In a series it waits some time for those who are asleep, and longer for
    those who are awake: they may read the result.
    """

    def __init__(self, table: TableState, evening: EveningScore, broadcast: Broadcast) -> None:
        self._table = table
        self._evening = evening
        self._broadcast = broadcast
        if table.series.over:
            self._rest()

    def game_ended(self) -> None:
        """Count the game, tell everybody the score, and let the next one of a series follow after a while."""
        if self._evening.add(self._finished().game):
            self._table.outbox.broadcast(self._evening.note())
        self._rest()

    def _rest(self) -> None:
        if self._evening.goes_on:
            limits, match = self._table.services.limits, self._finished()
            self._table.inbox.later(limits.between_games, partial(self._rested, match))
            self._table.inbox.later(limits.longest_between_games, partial(self._read, match))

    def _rested(self, match: Match) -> None:
        match.rested = True
        self.begin_if_wished()

    def _read(self, match: Match) -> None:
        match.read = True
        self.begin_if_wished()

    def wish(self, seat: int, on: bool) -> None:
        """A player would like to play again, or not after all.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        match = self._finished()
        if match.wish(seat, on=on):
            self._tell(match)
        self.begin_if_wished()

    def begin_if_wished(self) -> None:
        """Begin if it is time to; to be called whenever somebody has come or gone."""
        match = self._table.series.match
        if match is None or not (match.wishes or match.rested):
            return
        waits = [wait for wait in map(self._wait, self._table.lobby.players) if wait > 0]
        here = {seat for seat in range(len(self._table.lobby.seats)) if self._may_play(seat)}
        gone = match.wishes - here
        for seat in gone:
            match.wish(seat, on=False)
        if gone:
            self._tell(match)
        if waits:
            self._table.inbox.later(min(waits), self.begin_if_wished)
        elif here:
            awaited = here - match.wishes
            if match.rested:
                awaited -= match.game.validator.asleep.keys()
            if match.read or not awaited:
                self.begin()

    def begin_without_the_rest(self, owner: Member) -> None:
        """Begin at the owner's word, with those who would like to: the others watch. In a series all play.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        match, lobby = self._finished(), self._table.lobby
        if not self._evening.goes_on:
            for seat, who in enumerate(lobby.seats):
                if isinstance(who, Member) and who.peer and who is not owner and seat not in match.wishes:
                    lobby.seat(seat, BotSeat(lobby.bot_name(seat), NEUTRAL))
                    lobby.watch(who)
        self.begin()

    def begin(self) -> None:
        """Begin another game with everybody who is there.

        The setup stays. Bots take the seats of those who are gone. Everybody can check the new order of the seats: it
        follows from the last game's seed, and nobody alone has chosen that.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        game = self._finished().game
        self._table.series.stop()
        self._table.lobby.sit_again(seating(game.validator.seed, len(self._table.lobby.seats)))
        self._table.ownership.seats_given()
        self._table.series.forget_seed()
        self._table.series.begin()
        self._broadcast.lobby()
        if self._evening.next_game():
            self._table.outbox.broadcast(self._evening.note())

    def tell_newcomer(self, member: Member) -> None:
        """Somebody has come: tell them the score and the wishes, and begin if only they were missing."""
        match = self._table.series.match
        if member.peer and self._evening.record.games:
            self._table.outbox.send(member.peer, self._evening.note())
        if match and member.peer and (match.wishes or match.rested):
            self._table.outbox.send(member.peer, _note(match))
            self.begin_if_wished()

    def _finished(self) -> Match:
        """The match that is over.

        Raises:
            NetError: ``not_started`` or ``not_over``.
        """
        match = self._table.series.require()
        if not match.game.over:
            raise NetError("not_over")
        return match

    def _wait(self, player: Member) -> float:
        """Seconds in which somebody who is away may still come back."""
        return 0.0 if player.peer else player.gone + self._table.patience - self._table.inbox.clock.now()

    def _may_play(self, seat: int) -> bool:
        """Whether a seat's player is there, or may still come back."""
        who = self._table.lobby.seats[seat]
        return isinstance(who, Member) and (who.peer is not None or self._wait(who) > 0)

    def _tell(self, match: Match) -> None:
        self._table.outbox.broadcast(_note(match))


def _note(match: Match) -> WishesNote:
    """The wishes, as the message that tells of them."""
    return WishesNote(seats=sorted(match.wishes))

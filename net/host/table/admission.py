"""Admission: people join a table or come back to it, one after another, at their rates."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NoReturn

from net.base.errors import NetError
from net.base.fairness import FairQueue, Turns
from net.base.text import TextError, clean_name
from net.host.game.match import Match
from net.host.seats.lobby import Member, Peer
from net.host.table.table_state import TableState
from net.protocol.client_messages import Join
from net.protocol.host_messages import KnockNote
from net.protocol.rate_limits import Rates, RatesBook


class Admission:
    """Lets people in to one table."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        limits, clock = table.services.limits, table.services.clock
        self._clock = clock
        self._spectators = limits.spectators
        self._rates = RatesBook(limits)
        self._strangers = Turns(limits.shared_joins, limits.wishes, clock.now, clock.later)
        """The joins of those who have no seat in a game."""
        self._guests = Turns(limits.guest_joins, limits.wishes, clock.now, clock.later)
        """The joins of guests of the host's own SSH or web server, who have no seat in a game either."""

    def rates(self, pub: bytes) -> Rates:
        """How often an identity may ask for something."""
        return self._rates.of(pub, self._clock.now())

    def queue_join(self, peer: Peer, join: Join, go: Callable[[], None]) -> None:
        """Let somebody who joins wait for their turn; an owner, or who has a seat in a game, waits for nobody.

        Args:
            peer: The connection.
            join: What they ask for.
            go: Called when it is their turn, perhaps at once.

        Raises:
            NetError: when the join is refused.
        """
        member = self._known(join)
        if self._table.access.is_owner(join) or (self._table.series.match and member in self._table.lobby.players):
            if not self.rates(join.pub).joins.take_token(self._clock.now()):
                raise NetError("busy")
            go()
        else:
            turns = self._guests if peer.guest else self._strangers
            turns.enqueue(peer, peer.origin, go, partial(peer.close, "busy"))

    def leave_queue(self, peer: Peer) -> None:
        """A connection has ended: it waits no more."""
        for turns in (self._strangers, self._guests):
            turns.forget(peer)

    def admit(self, peer: Peer, join: Join) -> Member:
        """Make somebody who joins a member, or the one they were before.

        Raises:
            NetError: when the join is refused.
        """
        member, game = self._known(join), self._table.series.game
        same_game = game is not None and join.have_seq > 0 and join.have_game == game.log.game
        if game and same_game and not game.validator.knows(join.have_seq, join.have_head):
            raise NetError("fork", f"entry {join.have_seq}")
        if member:
            self._reconnect(member, peer, join)
        else:
            member = self._add(peer, join)
            if join.role == "player" and join.token and not self._table.ownership.claims(join):
                # It is stored together with the seat.
                self._table.access.invitations.count(join.token, join.pub)
        if join.role == "player":
            self._table.ownership.seated(member, join)
            if self._table.series.match:
                self._table.series.match.came_from(peer.origin)
        return member

    def _known(self, join: Join) -> Member | None:
        """The member somebody was who joins, if any.

        Raises:
            NetError: when the join is refused.
        """
        find = self._table.lobby.player if join.role == "player" else self._table.lobby.spectator
        member, match = find(join.pub), self._table.series.match
        returns = join.role == "player" and match is not None and match.may_return(join.pub)
        self._table.access.check(join, known=member is not None or returns)
        return member

    def _reconnect(self, member: Member, peer: Peer, join: Join) -> None:
        """Let a member's new connection take the place of the older one.

        Raises:
            NetError: ``superseded``, when it is itself the older one, whose join has waited for longer; ``auth``, when
                it is not the key that the game's envelopes are sealed with, or the ``via`` is not the one that its log
                names.
        """
        series = self._table.series
        playing = series.match is not None and not series.over and self._table.lobby.seat_of(member) is not None
        if playing and (join.seal, join.via) != (member.seal, member.via):
            raise NetError("auth")
        if member.peer and member.peer.opened > peer.opened:
            raise NetError("superseded")
        member.seal, member.via = join.seal, join.via
        if member.peer:
            self._table.outbox.dismiss(member.peer, "superseded")
        member.peer = peer

    def _add(self, peer: Peer, join: Join) -> Member:
        """Make a newcomer a spectator, or seat them.

        Raises:
            NetError: ``name_bad``, ``table_full``, ``already_started``, ``owner_asked``, ``next_game`` or
                ``rate_limited``.
        """
        lobby, match = self._table.lobby, self._table.series.match
        try:
            name = clean_name(join.name)
        except TextError as error:
            raise NetError("name_bad", str(error)) from None
        # The owner must always get back to the table, no matter who came meanwhile.
        if self._table.ownership.claims(join):
            name = lobby.free_name(name)
        else:
            name = lobby.admit_name(name, by_option=not join.via)
        member = Member(name, join.pub, join.seal, peer, join.via)
        if join.role == "spectator":
            if len(lobby.spectators) >= self._spectators:
                self._make_room(peer.origin)
            lobby.watch(member)
        elif match is None:
            lobby.sit(member, owns=self._table.ownership.claims(join))
        elif (seat := match.seat_for(join.pub)) is not None:
            # To open a seat is to say yes to whoever comes next.
            opened = seat in match.game.validator.opened
            if not (opened or match.is_first_of(peer.origin, join.pub) or self._table.ownership.claims(join)):
                self._ask_owner(match, member, peer.origin)
            match.take_seat(seat, member)
        else:
            raise NetError("already_started")
        return member

    def _ask_owner(self, match: Match, member: Member, origin: bytes) -> NoReturn:
        """Ask the owner for a second seat of an address.

        Raises:
            NetError: ``owner_asked``; ``next_game``, when the owner is not there.
        """
        owner = self._table.lobby.owner
        if owner is None or owner.peer is None or self._table.ownership.stands_in:
            raise NetError("next_game")
        if match.knock(member.pub, member.name, origin):
            self._table.outbox.send(owner.peer, KnockNote(name=member.name, pub=member.pub))
        raise NetError("owner_asked")

    def _make_room(self, origin: bytes) -> None:
        """Let a spectator go whose address has more of them than this one.

        Raises:
            NetError: ``table_full``, when there is none.
        """
        watching: FairQueue[Peer] = FairQueue()
        for member in self._table.lobby.spectators:
            if member.peer:
                watching.add(member.peer, member.peer.origin)
        peer = watching.to_evict(origin)
        if peer is None:
            raise NetError("table_full")
        gone = self._table.outbox.member(peer)
        self._table.outbox.dismiss(peer, "table_full")
        if gone is not None:
            self._table.lobby.stand(gone)

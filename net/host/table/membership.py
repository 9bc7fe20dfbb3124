"""Membership: people join a table, come back to it, leave it, and are banned from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from net.base.errors import NetError
from net.base.fairness import FairQueue, Turns
from net.base.text import TextError, clean_name
from net.host.store.stored_table import PersonRecord
from net.host.table.broadcast import Broadcast
from net.host.table.lobby import Member, Peer
from net.host.table.table_state import TableState
from net.protocol.client_messages import Join
from net.protocol.rate_limits import Rates, RatesBook


class Membership:
    """The people of one table."""

    def __init__(self, table: TableState, broadcast: Broadcast) -> None:
        self.former_owner = b""
        """Identity of the owner before the host was started again, until they come back."""
        self._table = table
        self._broadcast = broadcast
        self._rates = RatesBook(table.limits)
        limits, clock = table.limits, table.clock
        self._strangers = Turns(limits.shared_joins, limits.wishes, clock.now, clock.later)
        """The joins of those who have no seat in a game."""
        self._guests = Turns(limits.guest_joins, limits.wishes, clock.now, clock.later)
        """The same of guests of the host's own SSH or web server."""

    # Coming

    def rates(self, member: Member) -> Rates:
        """How often somebody may ask for something."""
        return self._rates.of(member.pub, self._table.clock.now())

    def ask(self, peer: Peer, join: Join, go: Callable[[], None]) -> None:
        """Let somebody who joins wait for their turn; an owner, or who has a seat in a game, waits for nobody.

        Args:
            peer: The connection.
            join: What they ask for.
            go: Called when it is their turn, perhaps at once.

        Raises:
            NetError: when the join is refused.
        """
        table, member = self._table, self._checked(join)
        if table.access.is_owner(join) or (table.match and member in table.lobby.players):
            if not self._rates.of(join.pub, table.clock.now()).joins.take(table.clock.now()):
                raise NetError("busy")
            go()
        else:
            turns = self._guests if peer.guest else self._strangers
            turns.ask(peer, peer.origin, go, partial(peer.close, "busy"))

    def _checked(self, join: Join) -> Member | None:
        """The member somebody was who joins, if any.

        Raises:
            NetError: when the join is refused.
        """
        table, lobby = self._table, self._table.lobby
        if table.ended:
            raise table.ended
        member = lobby.player(join.pub) if join.role == "player" else lobby.spectator(join.pub)
        table.access.check(join, known=member is not None)
        return member

    def admit(self, peer: Peer, join: Join) -> Member:
        """Make somebody who joins a member, or the one they were before.

        Raises:
            NetError: when the join is refused.
        """
        table, lobby, member = self._table, self._table.lobby, self._checked(join)
        game = table.game
        same_game = game is not None and join.have_seq > 0 and join.have_game == game.log.game
        if game and same_game and not game.validator.knows(join.have_seq, join.have_head):
            # Where hosts share a store another one may have played on: that shows when something is stored, and
            # nothing is told before.
            table.pending.anyway |= bool(table.services.store.hosts)
            raise NetError("fork", f"entry {join.have_seq}")
        if member:
            self._reconnect(member, peer, join)
        else:
            member = self._add(peer, join)
            if join.role == "player" and join.token and not self._is_owner(join):
                # It is stored together with the seat.
                table.access.invitations.count(join.token, join.pub)
        if join.role == "player" and self._becomes_owner(join):
            lobby.owner = member
            table.deserted = False
        return member

    def _is_owner(self, join: Join) -> bool:
        """Whether the owner comes back, or comes for the first time."""
        return join.pub == self.former_owner or self._table.access.is_owner(join)

    def _becomes_owner(self, join: Join) -> bool:
        access = self._table.access
        if join.pub == self.former_owner:
            self.former_owner = b""
            return True
        unowned = self._table.lobby.owner is None and not access.owned
        return unowned or access.is_owner(join)

    def _reconnect(self, member: Member, peer: Peer, join: Join) -> None:
        """Let a member's new connection take the place of the older one.

        Raises:
            NetError: ``superseded``, when it is itself the older one, whose join has waited for longer; ``auth``, when
                it is not the key that the game's envelopes are sealed with, or the ``via`` is not the one that its log
                names.
        """
        table = self._table
        if (
            (join.seal, join.via) != (member.seal, member.via)
            and table.match
            and not table.match.game.over
            and table.lobby.seat_of(member) is not None
        ):
            raise NetError("auth")
        if member.peer and member.peer.opened > peer.opened:
            raise NetError("superseded")
        member.seal, member.via = join.seal, join.via
        if member.peer:
            table.outbox.dismiss(member.peer, "superseded")
        member.peer = peer

    def _add(self, peer: Peer, join: Join) -> Member:
        """Make a newcomer a spectator, or seat them.

        Raises:
            NetError: ``name_bad``, ``table_full`` or ``already_started``.
        """
        table, lobby, match = self._table, self._table.lobby, self._table.match
        try:
            name = clean_name(join.name)
        except TextError as error:
            raise NetError("name_bad", str(error)) from None
        # The owner must always get back to the table, whoever came meanwhile.
        name = lobby.free_name(name) if self._is_owner(join) else lobby.admit_name(name)
        member = Member(name, join.pub, join.seal, peer, join.via)
        if join.role == "spectator":
            if len(lobby.spectators) >= table.limits.spectators:
                self._make_room(peer.origin)
            lobby.spectators.append(member)
        elif match is None:
            lobby.sit(member)
        elif match.running and match.open_seat is not None:
            match.take(match.open_seat, member)
        else:
            raise NetError("already_started")
        return member

    def _make_room(self, origin: bytes) -> None:
        """Let a spectator go whose address has more of them than this one.

        Raises:
            NetError: ``table_full``, when there is none.
        """
        watching: FairQueue[Peer] = FairQueue()
        for member in self._table.lobby.spectators:
            if member.peer:
                watching.add(member.peer, member.peer.origin)
        peer = watching.in_the_way(origin)
        if peer is None:
            raise NetError("table_full")
        gone = self._table.outbox.member(peer)
        self._table.outbox.dismiss(peer, "table_full")
        if gone is not None:
            self._table.lobby.stand(gone)

    # Going

    def depart(self, peer: Peer, for_good: bool) -> None:
        """Note that a connection has ended; ``for_good`` when its member said goodbye."""
        table = self._table
        for turns in (self._strangers, self._guests):
            turns.forget(peer)
        member = table.outbox.gone(peer)
        if member is None:
            return
        member.peer = None
        seat = table.lobby.seat_of(member)
        if seat is None or (table.match is None and (for_good or not table.options.absence(table.limits))):
            table.deserted |= for_good and table.lobby.owner is member
            self.stand(member)
        elif table.match is None:
            self._keep_seat(member)
            self._broadcast.lobby()
        else:
            member.gone = table.clock.now() - (table.options.absence(table.limits) if for_good else 0)
            self._broadcast.presence(seat, connected=False)
        self._clear_if_left()

    def ended(self) -> None:
        """The game is over: from now on, those who are away have time to come for its end.

        Those who said goodbye have none, except in a correspondence game, where everybody comes and goes.
        """
        table, now = self._table, self._table.clock.now()
        since = now - table.options.absence(table.limits)
        for member in table.lobby.players:
            if member.peer is None and (member.gone > since or table.options.correspondence):
                member.gone = now

    def expect(self, pub: bytes) -> None:
        """Make somebody the owner as soon as they come."""
        self.former_owner = pub

    def recover(self, people: Sequence[PersonRecord | None]) -> None:
        """Keep the seats of those who sat in the lobby when the host stopped; they are not connected yet."""
        lobby = self._table.lobby
        for seat, who in enumerate(people):
            if who and seat < len(lobby.seats) and lobby.seats[seat] is None:
                member = Member(who.name, who.pub, who.seal, None, who.via)
                lobby.seats[seat] = member
                self._keep_seat(member)
        lobby.owner = lobby.player(self.former_owner)
        if lobby.owner:
            self.former_owner = b""

    def _keep_seat(self, member: Member) -> None:
        """Let somebody who has lost the connection find their seat in the lobby again, for a while."""
        table = self._table
        member.gone = table.clock.now()
        table.clock.later(table.options.absence(table.limits), partial(table.post, partial(self._give_seat_up, member)))

    def _give_seat_up(self, member: Member) -> None:
        table = self._table
        away = member.peer is None and table.clock.now() >= member.gone + table.options.absence(table.limits)
        if away and table.match is None and member in table.lobby.seats:
            self.stand(member)

    def stand(self, member: Member) -> None:
        """Take somebody from their seat, or from among the spectators."""
        self._table.lobby.stand(member)
        self._table.ready.discard(member.pub)
        if self._table.match is None:
            self._broadcast.lobby()

    def ban(self, member: Member) -> None:
        """Send somebody away who cannot come back."""
        table = self._table
        table.access.ban(member.pub)
        if member.pub == self.former_owner:
            self.former_owner = b""
        if member.peer:
            table.outbox.dismiss(member.peer, "banned")
            member.peer = None

    def _clear_if_left(self) -> None:
        """When all have left a game that is over, make room for another.

        Those who only lost the connection are given time to come back for the end of the log.
        """
        table = self._table
        if table.outbox or table.game is None or not table.game.over:
            return
        gone = max((member.gone for member in table.lobby.players), default=0.0)
        wait = gone + table.options.absence(table.limits) - table.clock.now()
        if wait > 0:
            table.clock.later(wait, partial(table.post, self._clear_if_left))
        else:
            table.clear()

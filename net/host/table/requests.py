"""Requests of those at a table: each is carried out once, and answered."""

from __future__ import annotations

from net.base.errors import NetError
from net.host.seats.lobby import Member, Peer
from net.host.table.broadcast import Broadcast
from net.host.table.owner_rights import OwnerRights
from net.host.table.readiness import Readiness
from net.host.table.rematch import Rematch
from net.host.table.table_state import TableState
from net.protocol.client_messages import (
    Act,
    Again,
    AskHint,
    Attest,
    Commit,
    Nudge,
    Ready,
    Reveal,
    Say,
    SayPhrase,
    SeatRequest,
    TableRequest,
    Vote,
    Wake,
)
from net.protocol.host_messages import Err, ack_frame


class Requests:
    """The requests to one table."""

    def __init__(
        self, table: TableState, owner_rights: OwnerRights, readiness: Readiness, rematch: Rematch, broadcast: Broadcast
    ) -> None:
        self._table = table
        self._owner_rights = owner_rights
        self._readiness = readiness
        self._rematch = rematch
        self._broadcast = broadcast

    def handle(self, peer: Peer, request: TableRequest) -> None:
        """Carry a request out and answer it; one that was made before gets its first answer again."""
        member = self._table.outbox.member(peer)
        if member is None:
            return
        first = self._first_answer(member, request)
        if first is not None:
            self._table.outbox.send(peer, first)
            return
        try:
            self._carry_out(member, request)
            frame = ack_frame(request.cid, self._broadcast.newest(member))
        except NetError as error:
            frame = Err(code=error.code, cid=request.cid, detail=error.detail[:200]).frame()
        member.replies.store(request.cid, frame)
        self._broadcast.log()
        self._table.outbox.send(peer, frame)

    def _first_answer(self, member: Member, request: TableRequest) -> bytes | None:
        """The answer to a request that was made before, perhaps to the host before its restart."""
        game = self._table.series.game
        acts = game.validator.acts.get(member.pub, {}) if game else {}
        if isinstance(request, Act) and request.cid in acts:
            return ack_frame(request.cid, acts[request.cid])
        return member.replies.find(request.cid)

    def _carry_out(self, member: Member, request: TableRequest) -> None:
        """Carry a request out.

        Raises:
            NetError: when it is refused.
        """
        if isinstance(request, SeatRequest | AskHint | Nudge):
            self._play(member, request)
        elif isinstance(request, Say | SayPhrase):
            self._broadcast.chat(member, request)
        else:
            self._owner_rights.grant(member, request)

    def _play(self, member: Member, request: SeatRequest | AskHint | Nudge) -> None:
        seat = self._table.lobby.seat_of(member)
        if seat is None:
            raise NetError("spectator")
        match request:
            case Act():
                self._table.series.require().act(seat, request)
            case AskHint():
                self._table.series.require().hint(seat, request)
            case Nudge():
                self._broadcast.nudge(seat, self._table.series.require().nudge(seat))
            case Vote():
                self._table.series.require().vote(seat, request)
            case Wake():
                self._table.series.require().wake(seat)
            case Commit() | Reveal():
                self._table.series.require().share(seat, request)
            case Again():
                self._rematch.wish(seat, request.on)
            case Ready():
                self._readiness.mark(member, request.on)
            case Attest():
                self._table.series.require().game.attest(seat, request.sig)

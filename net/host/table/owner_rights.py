"""The owner's rights: prepare the table, start, pause the bots, hold the game, hand seats over, ban."""

from __future__ import annotations

from collections import deque

from net.base.errors import NetError
from net.base.text import TextError, clean_title
from net.host.table.broadcast import Broadcast
from net.host.table.lobby import Member
from net.host.table.membership import Membership
from net.host.table.rematch import Rematch
from net.host.table.table_state import TableState
from net.protocol.client_messages import (
    AddBot,
    Configure,
    HandOver,
    Hold,
    Invitation,
    OwnerRequest,
    RemoveBot,
    Revoke,
    SetPause,
    Start,
)
from net.protocol.host_messages import ack_frame

_GRANTED = 16
"""Grants that are remembered: a client waits for answers long before it has sent so many requests."""


class OwnerRights:
    """Carries out what the owner of a table asks for."""

    def __init__(self, table: TableState, membership: Membership, rematch: Rematch, broadcast: Broadcast) -> None:
        self.granted: deque[tuple[bytes, int]] = deque(maxlen=_GRANTED)
        """The requests that were granted last: identities and request numbers. It is stored with the table."""
        self._table = table
        self._membership = membership
        self._rematch = rematch
        self._broadcast = broadcast

    def answer_again(self, member: Member) -> None:
        """Let somebody who comes back find what was granted, perhaps before the host was started again."""
        game = self._table.game
        for pub, cid in self.granted:
            if pub == member.pub and cid > member.replies.last:
                member.replies.store(cid, ack_frame(cid, game.log.seq if game else 0))

    def grant(self, member: Member, request: OwnerRequest) -> None:
        """Carry out a request, if its sender may ask for it.

        Raises:
            NetError: when it is refused.
        """
        self._check_right(member, request)
        table = self._table
        match request:
            case SetPause():
                self._set_pause(request)
            case Hold():
                table.require_match().hold(request.on)
            case HandOver():
                self._hand_over(member, request)
            case Invitation():
                self._invite(request)
            case Revoke():
                table.access.invitations.revoke(request.number)
            case Start() if table.game and table.game.over:
                self._rematch.begin()
            case _ if table.match:
                raise NetError("already_started")
            case Start():
                table.begin()
            case Configure():
                table.lobby.configure(request.setup)
                # Nobody was ready for this.
                table.ready.clear()
            case AddBot():
                table.lobby.add_bot(request.level, request.seat)
            case RemoveBot():
                table.lobby.remove_bot(request.seat)
        if isinstance(request, Configure | AddBot | RemoveBot | Invitation | Revoke):
            self._broadcast.lobby()
        self.granted.append((member.pub, request.cid))

    def _check_right(self, member: Member, request: OwnerRequest) -> None:
        lobby = self._table.lobby
        # While the owner is away, any player may let a held game go on.
        goes_on = isinstance(request, Hold) and not request.on and lobby.unattended and member in lobby.players
        if lobby.owner is not member and not goes_on:
            raise NetError("not_owner")

    def _invite(self, request: Invitation) -> None:
        table = self._table
        try:
            note = clean_title(request.note)
        except TextError as error:
            raise NetError("title_bad", str(error)) from None
        table.access.invitations.add(table.clock.date(), uses=request.uses, seconds=request.seconds, note=note)

    def _set_pause(self, request: SetPause) -> None:
        table, pause = self._table, request.ms / 1000
        table.options = table.options.model_copy(update={"bot_pause": pause})
        self._broadcast.pause(request.ms)
        if table.match:
            table.match.turn_clock.hurry(pause)

    def _hand_over(self, owner: Member, request: HandOver) -> None:
        lobby, match = self._table.lobby, self._table.match
        if request.ban and request.seat == lobby.seat_of(owner):
            raise NetError("seat_bad")
        if match is None:
            self._turn_out(request)
            return
        member = match.hand_over(request.seat, open=request.open, ban=request.ban)
        if member is None:
            return
        if request.ban:
            self._membership.ban(member)
        elif member.peer:
            lobby.spectators.append(member)

    def _turn_out(self, request: HandOver) -> None:
        """Before the start: a player has to go, and cannot come back."""
        seats = self._table.lobby.seats
        sitter = seats[request.seat] if request.seat < len(seats) else None
        if not isinstance(sitter, Member) or not request.ban:
            raise NetError("not_started")
        self._membership.stand(sitter)
        self._membership.ban(sitter)

"""The owner's rights: prepare the table, start, hold the game, hand seats over, let people in, ban.

Who stands in for an owner has those alone that send nobody away and show no hand. docs/security.md has the table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from net.base.errors import NetError
from net.base.text import TextError, clean_title
from net.host.game.match import BotPlays
from net.host.seats.lobby import Member
from net.host.table.absence import Absence
from net.host.table.broadcast import Broadcast
from net.host.table.rematch import Rematch
from net.host.table.table_state import TableState
from net.protocol.client_messages import (
    AddBot,
    Admit,
    Configure,
    HandOver,
    Hold,
    Invitation,
    OwnerRequest,
    RemoveBot,
    Revoke,
    SetOptions,
    Start,
)
from net.protocol.host_messages import ack_frame

_GRANTED = 16
"""Grants that are remembered: a client waits for answers long before it has sent so many requests."""


class OwnerRights:
    """Carries out what the owner of a table asks for."""

    def __init__(
        self,
        table: TableState,
        absence: Absence,
        rematch: Rematch,
        broadcast: Broadcast,
        granted: Sequence[tuple[bytes, int]] = (),
    ) -> None:
        self.granted = deque(granted, maxlen=_GRANTED)
        """The requests that were granted last: identities and request numbers. It is stored with the table."""
        self._table = table
        self._absence = absence
        self._rematch = rematch
        self._broadcast = broadcast

    def answer_again(self, member: Member) -> None:
        """Let somebody who comes back find what was granted, perhaps before the host was started again."""
        game = self._table.series.game
        for pub, cid in self.granted:
            if pub == member.pub and cid > member.replies.last:
                member.replies.store(cid, ack_frame(cid, game.log.seq if game else 0))

    def grant(self, member: Member, request: OwnerRequest) -> None:
        """Carry out a request, if its sender may ask for it.

        Raises:
            NetError: when it is refused.
        """
        self._check_right(member, request)
        match request:
            case SetOptions():
                self._table.series.set_options(request.options)
                self._broadcast.options()
            case Hold():
                self._table.series.require().hold(request.on)
            case HandOver():
                self._hand_over(request)
            case Admit():
                self._table.series.require().admit(request.pub)
            case Invitation():
                self._invite(request)
            case Revoke():
                self._table.access.invitations.revoke(request.number)
            case Start() if self._table.series.over:
                self._rematch.begin_without_the_rest(member)
            case Start() | Configure() | AddBot() | RemoveBot():
                self._prepare(request)
        if isinstance(request, Configure | AddBot | RemoveBot | Invitation | Revoke):
            self._broadcast.lobby()
        self.granted.append((member.pub, request.cid))

    def _check_right(self, member: Member, request: OwnerRequest) -> None:
        lobby = self._table.lobby
        # While the owner is away, any player may let a held game go on.
        goes_on = isinstance(request, Hold) and not request.on and lobby.unattended and member in lobby.players
        if goes_on:
            return
        if lobby.owner is not member:
            raise NetError("not_owner")
        if self._table.ownership.stands_in and not self._may_stand_in(request):
            raise NetError("stand_in")

    def _may_stand_in(self, request: OwnerRequest) -> bool:
        """Whether a request is for those, too, who stand in for the owner."""
        if isinstance(request, HandOver):
            seats = self._table.lobby.seats
            sitter = seats[request.seat] if request.seat < len(seats) else None
            away = isinstance(sitter, Member) and sitter.peer is None
            return away and not (request.open or request.ban)
        return isinstance(request, Start | Hold | AddBot | RemoveBot)

    def _prepare(self, request: Start | Configure | AddBot | RemoveBot) -> None:
        if self._table.series.match:
            raise NetError("already_started")
        match request:
            case Start():
                self._table.series.begin()
            case Configure():
                self._table.lobby.configure(request.setup)
            case AddBot():
                self._table.lobby.add_bot(request.level, request.seat)
            case RemoveBot():
                self._table.lobby.remove_bot(request.seat)

    def _invite(self, request: Invitation) -> None:
        try:
            note = clean_title(request.note)
        except TextError as error:
            raise NetError("title_bad", str(error)) from None
        self._table.access.invitations.add(uses=request.uses, seconds=request.seconds, note=note)

    def _hand_over(self, request: HandOver) -> None:
        lobby, match, ownership = self._table.lobby, self._table.series.match, self._table.ownership
        sitter = lobby.seats[request.seat] if request.seat < len(lobby.seats) else None
        if (request.ban or request.open) and isinstance(sitter, Member) and ownership.keeps(sitter):
            raise NetError("seat_bad")
        if match is None:
            self._turn_out(request)
            return
        reason: BotPlays = "open" if request.open else "banned" if request.ban else "bot"
        member = match.hand_over(request.seat, "away" if ownership.stands_in else reason)
        if member is None:
            return
        if request.ban:
            self._ban(member)
        elif member.peer:
            lobby.watch(member)

    def _turn_out(self, request: HandOver) -> None:
        """Before the start: a player has to go, and cannot come back."""
        seats = self._table.lobby.seats
        sitter = seats[request.seat] if request.seat < len(seats) else None
        if not isinstance(sitter, Member) or not request.ban:
            raise NetError("not_started")
        self._absence.stand(sitter)
        self._ban(sitter)

    def _ban(self, member: Member) -> None:
        """Remove a player from the table and ban them."""
        self._table.access.ban(member.pub)
        if member.peer:
            self._table.outbox.dismiss(member.peer, "banned")
            member.peer = None

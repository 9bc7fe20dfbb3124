"""Broadcast: the people at a table are told what happens to it: its log, its lobby, who is there, what is said."""

from __future__ import annotations

from functools import partial

from net.base.errors import NetError
from net.base.fairness import Turns
from net.base.text import TextError, clean_chat
from net.host.table.lobby import Member, Peer
from net.host.table.match import Match
from net.host.table.table_state import TableState
from net.protocol.client_messages import Join, Say
from net.protocol.host_messages import ChatNote, HostsNote, NoticeNote, PauseNote, PresenceNote, Welcome


class Broadcast:
    """Puts into a table's outbox what everybody, or somebody who has just come, has to know."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        limits, clock = table.limits, table.clock
        self._chats = Turns(limits.shared_chats, limits.lines, clock.now, clock.later, in_order=True)
        """The chat of all who have no seat in a game."""

    def log(self) -> None:
        """Tell everybody what has been added to the log; a game that was not dealt is over with that."""
        match = self._table.match
        if match is None:
            return
        table, frames = self._table, match.game.log.frames
        if match.told < len(frames):
            late = self._late if table.options.spectator_delay else None
            now = [peer for peer, member in table.outbox if not (late and late(member))]
            for frame in frames[match.told :]:
                table.outbox.send_all(now, frame)
        if table.options.spectator_delay and match.told < len(frames):
            show = partial(self._show, match, len(frames))
            table.clock.later(table.options.spectator_delay, partial(table.post, show))
            if match.game.over:
                show()
        match.told = len(frames)
        if match.undealt:
            self._back_to_lobby(match.undealt)

    def _late(self, member: Member) -> bool:
        """Whether somebody sees later what happens."""
        return bool(self._table.options.spectator_delay) and self._table.lobby.seat_of(member) is None

    def newest(self, member: Member) -> int:
        """The number of the last entry that somebody may know of."""
        match = self._table.match
        if match is None:
            return 0
        seq = match.game.log.seq
        return min(match.shown, seq) if self._late(member) else seq

    def _show(self, match: Match, seq: int) -> None:
        """Let spectators see the log up to an entry."""
        match.shown = max(match.shown, seq)
        if match is not self._table.match:
            return
        for peer, member in self._table.outbox:
            if self._late(member):
                for frame in match.game.log.frames[member.shown : match.shown]:
                    self._table.outbox.send(peer, frame)
                member.shown = max(member.shown, match.shown)

    def _back_to_lobby(self, missing: set[int]) -> None:
        """The game could not be dealt: those who did not take part have to join again, the others can start again."""
        table = self._table
        members = [table.lobby.seats[seat] for seat in missing]
        table.clear()
        for member in members:
            if isinstance(member, Member) and member.peer:
                table.outbox.dismiss(member.peer, "no_share")
                table.lobby.stand(member)
        self.lobby()

    def lobby(self) -> None:
        """Tell everybody who sits where and by which setup they will play, and the owner who may come."""
        for peer, member in self._table.outbox:
            self._lobby_to(peer, member)

    def _lobby_to(self, peer: Peer, member: Member) -> None:
        table = self._table
        playing = table.match is not None
        note = table.lobby.note(member, table.options, table.ready, table.services.entrances, playing=playing)
        table.outbox.send(peer, note)
        if member is table.lobby.owner:
            table.outbox.send(peer, table.access.invitations.note(table.clock.date()))

    def hosts(self, *peers: Peer) -> None:
        """Tell some of the people at which other hosts the table may be when this host is gone, if there are any."""
        hosts = self._table.services.store.hosts
        if hosts:
            for peer in peers:
                self._table.outbox.send(peer, HostsNote(hosts=list(hosts)))

    def presence(self, seat: int, *, connected: bool) -> None:
        """Tell everybody that a player went away or came back."""
        self._table.outbox.broadcast(PresenceNote(seat=seat, connected=connected))

    def pause(self, ms: int) -> None:
        """Tell everybody how many milliseconds bots wait now."""
        self._table.outbox.broadcast(PauseNote(ms=ms))

    def chat(self, member: Member, request: Say) -> None:
        """Tell everybody what somebody says: those without a seat in a game as soon as it is their turn.

        Raises:
            NetError: ``chat_bad`` or ``rate_limited``.
        """
        table = self._table
        try:
            text = clean_chat(request.text)
        except TextError as error:
            raise NetError("chat_bad", str(error)) from None
        seat = table.lobby.seat_of(member)
        note = ChatNote(seat=seat, name=member.name, text=text)
        if seat is not None and table.match is not None:
            table.outbox.broadcast(note)
            return
        origin = member.peer.origin if member.peer else b""
        if self._chats.count(origin) >= table.limits.chats[1]:
            raise NetError("rate_limited")
        self._chats.ask(object(), origin, partial(table.post, partial(table.outbox.broadcast, note)))

    def welcome(self, peer: Peer, member: Member, join: Join) -> None:
        """Tell somebody who has just been admitted how things stand, and the others that they are there."""
        table, match = self._table, self._table.match
        game, seat = table.game, table.lobby.seat_of(member)
        cid = max([member.replies.last, *(game.validator.acts.get(member.pub, ()) if game else ())])
        at, seq = game.log.game if game else "", self.newest(member)
        table.outbox.send(peer, Welcome(table=table.id, seat=seat, seq=seq, game=at, cid=cid))
        self.hosts(peer)
        if table.damage:
            table.outbox.send(peer, NoticeNote(code="damaged", detail=table.damage))
        if match is None or game is None:
            self.lobby()
            return
        self._lobby_to(peer, member)
        known = join.have_seq if join.have_game == game.log.game else 0
        # After the last entry come the signatures of the end.
        shown = match.shown if self._late(member) else len(game.log.frames)
        table.outbox.replay(peer, game.log.frames[known:shown])
        member.shown = max(known, shown)
        if seat is not None:
            self.presence(seat, connected=True)
        clock = match.turn_clock.clock_note()
        if clock and seat != game.seat and not self._late(member):
            # Whoever is asked is told of the clock with the question.
            table.outbox.send(peer, clock)

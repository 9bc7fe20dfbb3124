"""Broadcast: the people at a table are told what happens to it: its log, its lobby, who is there, what is said."""

from __future__ import annotations

from functools import partial

from net.base.errors import NetError
from net.base.fairness import Turns
from net.base.text import TextError, clean_chat
from net.host.game.match import Match
from net.host.seats.lobby import Member, Peer
from net.host.table.table_state import TableState
from net.protocol.client_messages import Join, Say, SayPhrase
from net.protocol.host_messages import (
    ChatNote,
    HostsNote,
    KnockNote,
    NoticeNote,
    NudgeNote,
    OptionsNote,
    PresenceNote,
    Welcome,
)


class Broadcast:
    """Puts into a table's outbox what everybody, or somebody who has just come, has to know."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._delay = table.series.options.spectator_delay
        """Seconds after which spectators see the log."""
        self.fills_at = 0.0
        """When bots take the open seats, by the host's clock; 0: that time does not run."""
        limits, clock = table.services.limits, table.services.clock
        self._chats = Turns(limits.shared_chats, limits.lines, clock.now, clock.later, in_order=True)
        """The chat of all who have no seat in a game."""

    def log(self) -> None:
        """Tell everybody what has been added to the log."""
        match = self._table.series.match
        if match is None or match.told == len(match.game.log.frames):
            return
        frames = match.game.log.frames
        now = [(peer, member) for peer, member in self._table.outbox if not (self._delay and self._late(member))]
        peers = [peer for peer, _ in now]
        for frame in frames[match.told :]:
            self._table.outbox.send_all(peers, frame)
        for _, member in now:
            # Who loses the seat to a bot goes on from here as a spectator.
            member.shown = len(frames)
        if self._delay:
            show = partial(self._show, match, len(frames))
            self._table.inbox.later(self._delay, show)
            if match.game.over:
                show()
        match.told = len(frames)

    def _late(self, member: Member) -> bool:
        """Whether somebody sees later what happens."""
        return bool(self._delay) and self._table.lobby.seat_of(member) is None

    def newest(self, member: Member) -> int:
        """The number of the last entry that somebody may know of."""
        match = self._table.series.match
        if match is None:
            return 0
        seq = match.game.log.seq
        return min(match.shown, seq) if self._late(member) else seq

    def _show(self, match: Match, seq: int) -> None:
        """Let spectators see the log up to an entry."""
        match.shown = max(match.shown, seq)
        if match is not self._table.series.match:
            return
        for peer, member in self._table.outbox:
            if self._late(member):
                for frame in match.game.log.frames[member.shown : match.shown]:
                    self._table.outbox.send(peer, frame)
                member.shown = max(member.shown, match.shown)

    def lobby(self) -> None:
        """Tell everybody who sits where and by which setup they will play, and the owner who may come."""
        for peer, member in self._table.outbox:
            self._lobby_to(peer, member)

    def _lobby_to(self, peer: Peer, member: Member) -> None:
        series, entrances = self._table.series, self._table.services.entrances
        stands_in = self._table.ownership.stands_in
        note = self._table.lobby.note(
            member,
            series.options,
            entrances,
            playing=series.match is not None,
            stands_in=stands_in,
            fills=max(0.0, self.fills_at - self._table.services.clock.now()) if self.fills_at else 0.0,
        )
        self._table.outbox.send(peer, note)
        if member is self._table.lobby.owner and not stands_in:
            self._table.outbox.send(peer, self._table.access.invitations.note())
            for pub, (name, _) in series.match.knocks.items() if series.match else ():
                self._table.outbox.send(peer, KnockNote(name=name, pub=pub))

    def hosts(self, *peers: Peer) -> None:
        """Tell some of the people at which other hosts the table may be when this host is gone, if there are any."""
        hosts = self._table.services.hosts()
        if hosts:
            for peer in peers:
                self._table.outbox.send(peer, HostsNote(hosts=list(hosts)))

    def presence(self, seat: int, *, connected: bool) -> None:
        """Tell everybody that a player went away or came back."""
        self._table.outbox.broadcast(PresenceNote(seat=seat, connected=connected))

    def options(self) -> None:
        """Tell everybody how the table is run now."""
        self._table.outbox.broadcast(OptionsNote(options=self._table.series.options))

    def chat(self, member: Member, request: Say | SayPhrase) -> None:
        """Tell everybody what somebody says: those without a seat in a game as soon as it is their turn.

        Raises:
            NetError: ``chat_bad`` or ``rate_limited``.
        """
        seat = self._table.lobby.seat_of(member)
        note = _said(seat, member.name, request)
        if seat is not None and self._table.series.match is not None:
            self._table.outbox.broadcast(note)
            return
        origin = member.peer.origin if member.peer else b""
        if self._chats.count(origin) >= self._table.services.limits.chats[1]:
            raise NetError("rate_limited")
        self._chats.enqueue(
            object(), origin, partial(self._table.inbox.post, partial(self._table.outbox.broadcast, note))
        )

    def nudge(self, seat: int, asked: int) -> None:
        """Tell the players that one of them reminds the one who is asked."""
        note = NudgeNote(seat=seat, asked=asked)
        for player in self._table.lobby.players:
            if player.peer:
                self._table.outbox.send(player.peer, note)

    def welcome(self, peer: Peer, member: Member, join: Join) -> None:
        """Tell somebody who has just been admitted how things stand, and the others that they are there."""
        match, game = self._table.series.match, self._table.series.game
        seat = self._table.lobby.seat_of(member)
        cid = max([member.replies.last, *(game.validator.acts.get(member.pub, ()) if game else ())])
        at, seq = game.log.game if game else "", self.newest(member)
        self._table.outbox.send(peer, Welcome(table=self._table.id, seat=seat, seq=seq, game=at, cid=cid))
        self.hosts(peer)
        if self._table.series.damage:
            self._table.outbox.send(peer, NoticeNote(code="damaged", detail=self._table.series.damage))
        if match is None or game is None:
            self.lobby()
            return
        self._lobby_to(peer, member)
        known = join.have_seq if join.have_game == game.log.game else 0
        # After the last entry come the signatures of the end.
        shown = match.shown if self._late(member) else len(game.log.frames)
        self._table.outbox.replay(peer, game.log.frames[known:shown])
        member.shown = max(known, shown)
        if seat is not None:
            self.presence(seat, connected=True)
        clock = match.turn_clock.clock_note()
        if clock and seat != game.seat and not self._late(member):
            # The asked player is told of the clock with the question.
            self._table.outbox.send(peer, clock)


def _said(seat: int | None, name: str, request: Say | SayPhrase) -> ChatNote:
    if isinstance(request, SayPhrase):
        return ChatNote(seat=seat, name=name, phrase=request.phrase)
    try:
        return ChatNote(seat=seat, name=name, text=clean_chat(request.text))
    except TextError as error:
        raise NetError("chat_bad", str(error)) from None

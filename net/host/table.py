"""A table: one actor with an inbox, that seats people and bots and lets them play game after game.

Everything that happens to a table goes through its inbox and is handled one at a time. What comes of it is first made
durable and then told. What a table needs of the world comes in from outside: connections as `net.host.lobby.Peer`,
time and thinking as `net.base.clock.Clock`, memory as `net.host.store.Store`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from functools import partial

from net.base.clock import Clock
from net.base.errors import NetError, traced
from net.base.ids import new_id
from net.base.limits import DEFAULT, Bucket, Limits
from net.base.text import TextError, clean_chat, clean_name
from net.host.access import Access
from net.host.damage import OUTDATED, Damaged, lost
from net.host.lobby import Bot, Lobby, Member, Peer
from net.host.logged_game import LoggedGame
from net.host.match import Match
from net.host.outbox import Outbox
from net.host.pending import PendingWrites
from net.host.store import Change, MemoryStore, Store, StoredEntry
from net.host.stored_table import BotRecord, ClockRecord, TableRecord
from net.host.turn_clock import Timers
from net.host.watermark import Mark
from net.identity.crypto import Identity
from net.protocol.messages import (
    Ack,
    Act,
    AddBot,
    Attest,
    ChatNote,
    Configure,
    Err,
    HandOver,
    Hold,
    Join,
    Message,
    NoticeNote,
    PauseNote,
    Pledge,
    PresenceNote,
    RemoveBot,
    Request,
    Reveal,
    Say,
    SetPause,
    Start,
    Vote,
    Welcome,
)
from net.protocol.rate_limits import RatesBook
from net.protocol.setup import Setup

_log = logging.getLogger(__name__)

_GRANTED = 16
"""A client waits for answers long before it has asked for so much."""
_RETRY = 5.0
"""Seconds after which a table tries again to store what the disk had no room for."""
_WAITING = 256
"""Requests that may wait for it."""


class Table:
    """One table of a host."""

    def __init__(
        self,
        setup: Setup,
        host: Identity,
        clock: Clock,
        store: Store | None = None,
        *,
        limits: Limits = DEFAULT,
        private: bool = False,
        owned: bool = False,
        seed: bytes | None = None,
        bot_pause: float | None = None,
        timers: Timers | None = None,
        id: str = "",
    ) -> None:
        """Open a table.

        Args:
            setup: What will be played, unless the owner changes it.
            host: Signs the log.
            clock: Time and thinking.
            store: Keeps the table; None: memory only.
            limits: Bounds of everything.
            private: Whether one of the table's tokens is needed to join.
            owned: Whether only the bearer of the owner's token may be the owner; otherwise the first player is.
            seed: The game's luck, for games that are to be repeated; None: dealt fairly, anew for every game.
            bot_pause: Seconds between the moves of bots.
            timers: How long players may think; None: as long as they like.
            id: Of a table that was there before.

        Raises:
            NetError: ``setup_bad``.
        """
        if seed is not None and not 16 <= len(seed) <= 64:
            raise NetError("setup_bad", "a seed has 16 to 64 bytes.")
        self.id = id or new_id()
        self.lobby = Lobby(setup, owned=owned)
        self.match: Match | None = None
        self.limits = limits
        self.clock = clock
        self.bot_pause = limits.bot_pause if bot_pause is None else bot_pause
        self.timers = timers
        self.port = 0
        """Where the host listens, for the record."""
        self.on_fault: Callable[[Exception], None] | None = None
        """Told of a fault of ours, which this table does not survive."""
        self._host = host
        self._store = store or MemoryStore()
        self.access = Access(host, self.id, private=private, owned=owned)
        self._seed = seed
        self.outbox = Outbox()
        self._rates = RatesBook(limits)
        self._guest_chats = Bucket(limits.guest_chats, clock.now())
        self._guest_joins = Bucket(limits.guest_joins, clock.now())
        self._pending = PendingWrites(self.id)
        self._former = b""
        """Who owned the table before the host was started again, until they come back."""
        self._granted: deque[tuple[bytes, int]] = deque(maxlen=_GRANTED)
        """What was done at an owner's request last: who asked, and under which number."""
        self.damage = ""
        """What the disk has done to the game that was played last."""
        self.sound: tuple[StoredEntry, ...] = ()
        """The beginning of that game's log, as far as it is as it was."""
        self.stalled: NetError | None = None
        """Why nothing goes on for now: there is no room for what has happened."""
        self._retry = asyncio.Event()
        """Set when it is time to try again."""
        self._closing = ""
        """Why everybody will be sent away."""
        self._broken: NetError | None = None
        """Why nobody can play here any more."""
        self._deserted = True
        """Whether nobody will come back to a table at which nothing has begun."""
        self._closed = asyncio.Event()
        self._inbox: asyncio.Queue[Callable[[], None]] = asyncio.Queue()

    @classmethod
    def restore(cls, id: str, record: bytes, host: Identity, clock: Clock, store: Store, limits: Limits) -> Table:
        """Bring a table back as it was stored; its players will come back by themselves.

        When its game is damaged the table is a lobby again, and says so (see `damage`): to go on from the last sound
        entry would be another game than its players have seen.

        Raises:
            NetError: ``stored``, ``journal`` or ``setup_bad``, when it cannot be.
        """
        kept, mark = TableRecord.read(id, record), store.mark(id)
        table = cls(
            kept.setup,
            host,
            clock,
            store,
            limits=limits,
            private=kept.private,
            owned=kept.owned,
            seed=kept.seed,
            bot_pause=kept.pause,
            timers=Timers(*kept.timers) if kept.timers else None,
            id=id,
        )
        table.access.banned = set(kept.banned)
        table.damage = kept.damage
        table._former = kept.owner
        table._deserted = not kept.owned
        table._granted.extend(kept.granted)
        table._pending.revision = max(kept.revision, mark.revision if mark else 0)
        try:
            game = table._stored_game(kept, mark)
        except Damaged as error:
            game = None
            table.damage, table.sound = error.detail, error.sound
            table._pending.forget(kept.game)
        if game:
            table._bring_back(game, kept)
        else:
            for seat, bot in enumerate(kept.bots):
                # A plug-in that is missing by now leaves its seat open.
                with contextlib.suppress(NetError):
                    if bot:
                        table.lobby.add_bot(bot.level, seat, bot.name)
        return table

    def _stored_game(self, kept: TableRecord, mark: Mark | None) -> LoggedGame | None:
        """The game that was played when the table was stored.

        Raises:
            Damaged: when it is not all there.
            NetError: ``stored`` or ``journal``.
        """
        if mark and mark.revision > kept.revision:
            if mark.game != kept.game:
                raise Damaged(lost(0, mark.seq) if mark.game else OUTDATED)
            self.damage = OUTDATED
        return LoggedGame.restore(kept.game, self._store.game(kept.game), self._host, mark) if kept.game else None

    def _bring_back(self, game: LoggedGame, kept: TableRecord) -> None:
        """Seat everybody as they sat when the host stopped."""
        self.lobby.reseat(game.validator.seats, kept.owner, self.clock.now())
        if not game.over:
            game.restart()
        for seat, sig in kept.attested:
            game.attest(seat, sig)
        self._attend(game)
        assert self.match
        if kept.clock:
            self.match.turn_clock.resume(kept.clock)

    @property
    def game(self) -> LoggedGame | None:
        """The game that is played, or was the last one."""
        return self.match.game if self.match else None

    # The inbox

    async def run(self) -> None:
        """Handle what comes, for ever."""
        await self.handle(lambda: None)
        while True:
            await self.handle(await self._inbox.get())

    async def handle(self, action: Callable[[], None]) -> None:
        """Handle one thing that came, make durable what comes of it, and tell it."""
        try:
            action()
            self._publish()
            before = self.outbox.unsaid
            if self.match:
                self.match.ask()
            clock = self.match.turn_clock.clock_record() if self.match else None
            change = self._pending.change(self.game, clock, self._record)
            if change:
                await self._save(change, before)
        except NetError as error:
            _log.error("table %s is not stored: %s", self.id, error)
            self._fail(error)
        except Exception as error:
            # One table's fault must not become the others'.
            _log.error("table %s failed: %s", self.id, traced(error))
            self._fail(NetError("internal"))
            if self.on_fault:
                self.on_fault(error)
        self.outbox.tell()
        if self._broken:
            self._closed.set()

    async def _save(self, change: Change, before: int) -> None:
        """Make a change durable; when there is no room for it, as soon as there is.

        Args:
            change: What has happened.
            before: How much was to be said before anybody was asked: then they are asked again.

        Raises:
            NetError: ``journal``, or why the table is closed meanwhile.
        """
        while True:
            try:
                await self._store.save(change)
                break
            except NetError as error:
                if error.code != "disk_full":
                    raise
                if self._closing:
                    raise NetError(self._closing) from None
                if not self.stalled:
                    self._stall(error)
                    self.outbox.take_back(before)
            self.clock.later(_RETRY, self._retry.set)
            await self._retry.wait()
            self._retry.clear()
        if self.stalled:
            self.stalled = None
            if self.match:
                self.match.due = True
                self.match.ask()

    def _stall(self, error: NetError) -> None:
        """There is no room for what has happened: say so, and let nobody's time run."""
        self.stalled = error
        _log.error("table %s waits: %s", self.id, error)
        if self.match:
            self.match.stop()
        self.outbox.tell_now(NoticeNote(code=error.code, detail=error.detail[:200]))

    def arrive(self, peer: Peer, join: Join) -> None:
        """Somebody wants to join."""
        self._post(partial(self._arrive, peer, join))

    def request(self, peer: Peer, request: Request) -> None:
        """Somebody at the table asks for something."""
        if self.stalled and self._inbox.qsize() >= _WAITING:
            peer.send(Err(code=self.stalled.code, cid=request.cid).frame())
        else:
            self._post(partial(self._request, peer, request))

    def depart(self, peer: Peer, *, for_good: bool) -> None:
        """Somebody's connection has ended; ``for_good`` when they said goodbye."""
        self._post(partial(self._depart, peer, for_good))

    def abandon(self) -> None:
        """Nobody will come back to a table at which no game is played: it is not kept."""
        self._deserted = True

    async def close(self, code: str) -> None:
        """Send everybody away. A game that has not ended stays stored, and can be brought back."""
        self._closing = code
        self._post(partial(self._close, code))
        self._retry.set()
        await self._closed.wait()

    def _post(self, action: Callable[[], None]) -> None:
        self._inbox.put_nowait(action)

    def _record(self, clock: ClockRecord | None) -> bytes:
        owner = self.lobby.owner
        return TableRecord(
            setup=self.lobby.setup,
            private=self.access.private,
            owned=self.access.owned,
            seed=self._seed,
            pause=self.bot_pause,
            timers=(self.timers.decision, self.timers.reserve) if self.timers else None,
            game=self.match.game.log.game if self.match else "",
            attested=tuple(self.match.game.validator.attested.items()) if self.match else (),
            bots=tuple(
                BotRecord(level=who.level, name=who.name) if isinstance(who, Bot) else None for who in self.lobby.seats
            ),
            owner=self._former or (owner.pub if owner else b""),
            granted=tuple(self._granted),
            banned=tuple(sorted(self.access.banned)),
            clock=clock,
            port=self.port,
            revision=self._pending.revision,
            damage=self.damage,
        ).dump(self.id)

    # Coming and going

    def _arrive(self, peer: Peer, join: Join) -> None:
        try:
            member = self._admit(peer, join)
        except NetError as error:
            self.outbox.dismiss(peer, error.code, error.detail)
            return
        # Those who are here already hear of it now; the newcomer gets the whole log.
        self._publish()
        rates = self._rates.of(member.pub, self.clock.now())
        self.outbox.admit(peer, member, watching=join.role == "spectator", rates=rates)
        game = self.game
        seat = self.lobby.seat_of(member)
        cid = max([member.replies.last, *(game.validator.acts.get(member.pub, ()) if game else ())])
        at, seq = (game.log.game, game.log.seq) if game else ("", 0)
        self.outbox.send(peer, Welcome(table=self.id, seat=seat, seq=seq, game=at, cid=cid))
        if self.damage:
            self.outbox.send(peer, NoticeNote(code="damaged", detail=self.damage))
        if game is None:
            self._show_lobby()
            return
        self.outbox.send(peer, self.lobby.note(member, self.bot_pause))
        known = join.have_seq if join.have_game == game.log.game else 0
        self.outbox.replay(peer, game.log.frames[known:])
        if seat is not None:
            self.outbox.broadcast(PresenceNote(seat=seat, connected=True))
        assert self.match
        clock = self.match.turn_clock.clock_note()
        if len(self.outbox) == 1 or seat == game.seat is not None:
            self.match.due = True
        elif clock:
            self.outbox.send(peer, clock)

    def _admit(self, peer: Peer, join: Join) -> Member:
        """Whom a join makes its sender.

        Raises:
            NetError: when it is refused.
        """
        if self._broken:
            raise self._broken
        member = self.lobby.player(join.pub) if join.role == "player" else self.lobby.watcher(join.pub)
        self.access.check(join, known=member is not None)
        now, seated = self.clock.now(), self.match is not None and member in self.lobby.players
        joins = self._rates.of(join.pub, now).joins if seated or self.access.is_owner(join) else self._guest_joins
        if not joins.take(now):
            raise NetError("busy")
        game = self.game
        same_game = game is not None and join.have_seq > 0 and join.have_game == game.log.game
        if game and same_game and not game.validator.knows(join.have_seq, join.have_head):
            raise NetError("fork", f"entry {join.have_seq}")
        if member:
            self._come_back(member, peer, join.seal)
        else:
            member = self._newcomer(peer, join)
        for pub, cid in self._granted:
            if pub == member.pub and cid > member.replies.last:
                member.replies.store(cid, Ack(cid=cid, seq=game.log.seq if game else 0).frame())
        if join.role == "player" and self._owns(join):
            self.lobby.owner = member
            self._deserted = not self.access.owned
            self._pending.changed = True
        return member

    def _owns(self, join: Join) -> bool:
        """Whether a join makes its sender the owner."""
        if join.pub == self._former:
            self._former = b""
            return True
        unowned = self.lobby.owner is None and not self.access.owned
        return unowned or self.access.is_owner(join)

    def _come_back(self, member: Member, peer: Peer, seal: bytes) -> None:
        """Somebody's new connection takes the place of an older one.

        Raises:
            NetError: ``auth``, when it is not the key that the game's envelopes are sealed with.
        """
        if seal != member.seal and self.match and not self.match.game.over and self.lobby.seat_of(member) is not None:
            raise NetError("auth")
        member.seal = seal
        if member.peer:
            self.outbox.dismiss(member.peer, "superseded")
        member.peer = peer

    def _newcomer(self, peer: Peer, join: Join) -> Member:
        try:
            name = clean_name(join.name)
        except TextError as error:
            raise NetError("name_bad", str(error)) from None
        # The owner must always get back to the table, whoever came meanwhile.
        owner = join.pub == self._former or self.access.is_owner(join)
        name = self.lobby.free_name(name) if owner else self.lobby.admit_name(name)
        member = Member(name, join.pub, join.seal, peer)
        if join.role == "spectator":
            if len(self.lobby.watchers) >= self.limits.spectators:
                raise NetError("table_full")
            self.lobby.watchers.append(member)
        elif self.match is None:
            self.lobby.sit(member)
        elif self.match.running and self.match.open_seat is not None:
            self.match.take(self.match.open_seat, member)
        else:
            raise NetError("already_started")
        return member

    def _depart(self, peer: Peer, for_good: bool) -> None:
        member = self.outbox.gone(peer)
        if member is None:
            return
        member.peer = None
        seat = self.lobby.seat_of(member)
        if self.match is None or seat is None:
            self._deserted |= for_good and self.lobby.owner is member
            self._stand(member)
        else:
            member.gone = self.clock.now() - (self.limits.absence if for_good else 0)
            self.outbox.broadcast(PresenceNote(seat=seat, connected=False))
            self.match.due |= self.match.game.seat == seat
        if self.match and not self.outbox:
            # Nobody's time runs while nobody is there.
            self.match.due = True
        self._clear_if_left()

    def _stand(self, member: Member) -> None:
        if self.lobby.owner is member:
            self._pending.changed = True
        self.lobby.stand(member)
        if self.match is None:
            self._show_lobby()

    def _clear_if_left(self) -> None:
        """When all have left a game that is over, make room for another.

        Who only lost the connection is given time to come back for the end of the log.
        """
        if self.outbox or self.game is None or not self.game.over:
            return
        gone = max((member.gone for member in self.lobby.players), default=0.0)
        wait = gone + self.limits.absence - self.clock.now()
        if wait > 0:
            self.clock.later(wait, partial(self._post, self._clear_if_left))
        else:
            self._clear()

    def _clear(self) -> None:
        """Make room for another game."""
        if self.match is None:
            return
        self.match.stop()
        self._pending.forget(self.match.game.log.game)
        self.match = None
        self._deserted |= self.lobby.unattended
        for member in self.lobby.people:
            if member.peer is None:
                self.lobby.stand(member)

    def _close(self, code: str) -> None:
        if self.match:
            self.match.stop()
        # What failed is stored as it was before.
        over = self.match.game.over if self.match else self._deserted
        if over and not self._broken:
            if self.match:
                self._pending.forget(self.match.game.log.game)
            self._pending.end()
        self._broken = NetError(code)
        self.outbox.disband(code)

    def _fail(self, error: NetError) -> None:
        """What cannot be made durable is not told, and the table goes no further."""
        if self.match:
            self.match.stop()
        self.match = None
        self._pending.as_stored()
        self._broken = error
        self.outbox.disband(error.code, error.detail)

    # Requests

    def _request(self, peer: Peer, request: Request) -> None:
        member = self.outbox.member(peer)
        if member is None or self._broken:
            return
        stored = self._stored_answer(member, request)
        if stored is not None:
            self.outbox.send(peer, stored)
            return
        try:
            self._do(member, request)
            answer: Message = Ack(cid=request.cid, seq=self.game.log.seq if self.game else 0)
        except NetError as error:
            answer = Err(code=error.code, cid=request.cid, detail=error.detail[:200])
        frame = answer.frame()
        member.replies.store(request.cid, frame)
        self._publish()
        self.outbox.send(peer, frame)

    def _stored_answer(self, member: Member, request: Request) -> bytes | None:
        """The answer to a request that was made before, perhaps to the host before its restart."""
        acts = self.game.validator.acts.get(member.pub, {}) if self.game else {}
        if isinstance(request, Act) and request.cid in acts:
            return Ack(cid=request.cid, seq=acts[request.cid]).frame()
        return member.replies.find(request.cid)

    def _do(self, member: Member, request: Request) -> None:
        """Carry a request out.

        Raises:
            NetError: when it is refused.
        """
        match request:
            case Act() | Pledge() | Reveal() | Vote() | Attest():
                self._play(member, request)
            case Say():
                self._say(member, request)
            case Hold() if not request.on and self.lobby.unattended and member in self.lobby.players:
                self._running().hold(request.on)
            case _ if self.lobby.owner is not member:
                raise NetError("not_owner")
            case SetPause():
                self._set_pause(request)
            case Hold():
                self._running().hold(request.on)
            case HandOver():
                self._hand_over(member, request)
            case _ if self.match:
                raise NetError("already_started")
            case Start():
                self._begin()
            case Configure():
                self.lobby.configure(request.setup)
            case AddBot():
                self.lobby.add_bot(request.level, request.seat)
            case RemoveBot():
                self.lobby.remove_bot(request.seat)
        if isinstance(request, Configure | AddBot | RemoveBot):
            self._show_lobby()
        if not isinstance(request, Act | Pledge | Reveal | Vote | Attest | Say):
            self._granted.append((member.pub, request.cid))
            self._pending.changed = True

    def _running(self) -> Match:
        if self.match is None:
            raise NetError("not_started")
        return self.match

    def _play(self, member: Member, request: Act | Pledge | Reveal | Vote | Attest) -> None:
        seat = self.lobby.seat_of(member)
        if seat is None:
            raise NetError("spectator")
        match request:
            case Act():
                self._running().act(seat, request)
            case Vote():
                self._running().vote(seat, request)
            case Pledge() | Reveal():
                self._running().share(seat, request)
            case Attest():
                self._running().game.attest(seat, request.sig)
                self._pending.changed = True

    def _say(self, member: Member, request: Say) -> None:
        try:
            text = clean_chat(request.text)
        except TextError as error:
            raise NetError("chat_bad", str(error)) from None
        seat = self.lobby.seat_of(member)
        if (seat is None or self.match is None) and not self._guest_chats.take(self.clock.now()):
            raise NetError("rate_limited")
        self.outbox.broadcast(ChatNote(seat=seat, name=member.name, text=text))

    def _set_pause(self, request: SetPause) -> None:
        self.bot_pause = request.ms / 1000
        self.outbox.broadcast(PauseNote(ms=request.ms))
        if self.match:
            self.match.turn_clock.hurry(self.bot_pause)

    def _hand_over(self, owner: Member, request: HandOver) -> None:
        if request.ban and request.seat == self.lobby.seat_of(owner):
            raise NetError("seat_bad")
        if self.match is None:
            self._turn_out(request)
            return
        member = self.match.hand_over(request.seat, open=request.open, ban=request.ban)
        if member is None:
            return
        if request.ban:
            self._ban(member)
        elif member.peer:
            self.lobby.watchers.append(member)

    def _turn_out(self, request: HandOver) -> None:
        """Before the start: a player has to go, and cannot come back."""
        sitter = self.lobby.seats[request.seat] if request.seat < len(self.lobby.seats) else None
        if not isinstance(sitter, Member) or not request.ban:
            raise NetError("not_started")
        self._stand(sitter)
        self._ban(sitter)

    def _ban(self, member: Member) -> None:
        self.access.banned.add(member.pub)
        if member.pub == self._former:
            self._former = b""
        if member.peer:
            self.outbox.dismiss(member.peer, "banned")
            member.peer = None

    # LoggedGame

    def _begin(self) -> None:
        self.damage = ""
        self._attend(LoggedGame.begin(self.lobby.rules, self.lobby.entries(), self._host, self._seed))

    def _attend(self, game: LoggedGame) -> None:
        self.match = Match(
            game,
            self.lobby,
            self.clock,
            self.limits,
            self.bot_pause,
            self.timers,
            self._post,
            self.outbox.send,
        )

    # Telling

    def _publish(self) -> None:
        """Tell everybody what has been added to the log; a game that was not dealt is over with that."""
        if self.match is None:
            return
        frames = self.match.game.log.frames
        for frame in frames[self.match.told :]:
            self.outbox.broadcast(frame)
        self.match.told = len(frames)
        if self.match.undealt:
            self._back_to_lobby(self.match.undealt)

    def _back_to_lobby(self, missing: set[int]) -> None:
        """The game could not be dealt: who did not take part has to join again, the others can start again."""
        members = [self.lobby.seats[seat] for seat in missing]
        self._clear()
        for member in members:
            if isinstance(member, Member) and member.peer:
                self.outbox.dismiss(member.peer, "no_share")
                self.lobby.stand(member)
        self._show_lobby()

    def _show_lobby(self) -> None:
        for peer, member in self.outbox:
            self.outbox.send(peer, self.lobby.note(member, self.bot_pause))

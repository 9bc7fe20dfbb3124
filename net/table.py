"""A table: one actor with an inbox, that seats people and bots and lets them play game after game.

Everything that happens to a table goes through its inbox and is handled one at a time, without waiting
for anybody. What it needs of the world comes in from outside: connections as `net.lobby.Peer`, time
and thinking as `net.clock.Clock`.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from functools import partial

from engine import Move, RulesError
from net.asking import Asking
from net.clock import Clock, Timer
from net.crypto import Identity, SealKey, same
from net.errors import NetError, traced
from net.ids import new_id
from net.invite import TOKEN
from net.limits import DEFAULT, Limits
from net.lobby import Lobby, Member, Peer
from net.log import SeatEntry
from net.messages import (
    Ack,
    Act,
    AddBot,
    ChatNote,
    Configure,
    Err,
    Join,
    Message,
    PauseNote,
    PresenceNote,
    RemoveBot,
    Request,
    Say,
    SetPause,
    Start,
    Welcome,
)
from net.play import EPOCH, Cause, Play
from net.setup import Setup
from net.text import TextError, clean_chat, clean_name

_log = logging.getLogger(__name__)


class Table:
    """One table of a host."""

    def __init__(
        self,
        setup: Setup,
        host: Identity,
        clock: Clock,
        *,
        limits: Limits = DEFAULT,
        private: bool = False,
        owned: bool = False,
        seed: bytes | None = None,
        bot_pause: float | None = None,
    ) -> None:
        """Open a table.

        Args:
            setup: What will be played, unless the owner changes it.
            host: Signs the log.
            clock: Time and thinking.
            limits: Bounds of everything.
            private: Whether one of the table's tokens is needed to join.
            owned: Whether only the bearer of `owner_token` may be the owner; otherwise the first player is.
            seed: The game's luck; None: drawn anew for every game.
            bot_pause: Seconds between the moves of bots.

        Raises:
            NetError: ``setup_bad``.
        """
        self.id = new_id()
        self.guest_token = os.urandom(TOKEN)
        self.owner_token = os.urandom(TOKEN)
        self.lobby = Lobby(setup)
        self.play: Play | None = None
        self.limits = limits
        self.clock = clock
        self.bot_pause = limits.bot_pause if bot_pause is None else bot_pause
        self._host = host
        self._private = private
        self._owned = owned
        self._seed = seed
        self._members: dict[Peer, Member] = {}
        self._asking: Asking | None = None
        self._abandonment: Timer | None = None
        self._closed = asyncio.Event()
        self._inbox: asyncio.Queue[Callable[[], None]] = asyncio.Queue()

    # The inbox

    async def run(self) -> None:
        """Handle what comes, for ever."""
        while True:
            handle = await self._inbox.get()
            try:
                handle()
            except Exception as error:
                # One table's fault must not become the others'.
                _log.error("table %s failed: %s", self.id, traced(error))
                self._close("internal")

    def arrive(self, peer: Peer, join: Join) -> None:
        """Somebody wants to join."""
        self._post(partial(self._arrive, peer, join))

    def request(self, peer: Peer, request: Request) -> None:
        """Somebody at the table asks for something."""
        self._post(partial(self._request, peer, request))

    def depart(self, peer: Peer, *, for_good: bool) -> None:
        """Somebody's connection has ended; ``for_good`` when they said goodbye."""
        self._post(partial(self._depart, peer, for_good))

    async def close(self, code: str) -> None:
        """Send everybody away, and stop the game."""
        self._post(partial(self._close, code))
        await self._closed.wait()

    def _post(self, handle: Callable[[], None]) -> None:
        self._inbox.put_nowait(handle)

    # Coming and going

    def _arrive(self, peer: Peer, join: Join) -> None:
        try:
            member = self._member(peer, join)
        except NetError as error:
            peer.close(error.code, error.detail)
            return
        self._members[peer] = member
        if self._abandonment:
            self._abandonment.cancel()
        frames = self.play.log.frames if self.play else []
        peer.admit(watching=join.role == "spectator")
        peer.send(Welcome(table=self.id, seat=self.lobby.seat_of(member), seq=len(frames), epoch=EPOCH).frame())
        if self.play:
            peer.send(self.lobby.note(member, self.bot_pause).frame())
            peer.replay(frames)
            if len(self._members) == 1:
                self._ask()
        else:
            self._show_lobby()

    def _member(self, peer: Peer, join: Join) -> Member:
        owner = same(join.token, self.owner_token)
        if not owner and (join.token or self._private) and not same(join.token, self.guest_token):
            raise NetError("invite_bad")
        try:
            name = clean_name(join.name)
        except TextError as error:
            raise NetError("name_bad", str(error)) from None
        member = Member(self.lobby.free_name(name), join.pub, join.seal, peer)
        if join.role == "spectator":
            if len(self.lobby.watchers) >= self.limits.spectators:
                raise NetError("table_full")
            self.lobby.watchers.append(member)
            return member
        if self.play:
            raise NetError("already_started")
        self.lobby.sit(member)
        if owner or (self.lobby.owner is None and not self._owned):
            self.lobby.owner = member
        return member

    def _depart(self, peer: Peer, for_good: bool) -> None:
        member = self._members.pop(peer, None)
        if member is None:
            return
        member.peer = None
        seat = self.lobby.seat_of(member)
        if self.play is None or seat is None:
            self.lobby.stand(member)
            self._show_lobby()
        else:
            member.gone = self.clock.now() - (self.limits.absence if for_good else 0)
            self._tell(PresenceNote(seat=seat, connected=False))
            if self.play.seat == seat:
                self._ask()
        if not self._members:
            self._abandoned()

    def _abandoned(self) -> None:
        """Nobody is here: a finished game is cleared away at once, another after a while."""
        if self.play and self.play.seat is None:
            self._clear()
        elif self.play:
            self._abandonment = self.clock.later(self.limits.abandoned, partial(self._post, self._clear))

    def _clear(self) -> None:
        """Make room for another game."""
        self._stop()
        self.play = None
        for member in self.lobby.people:
            self.lobby.stand(member)

    def _close(self, code: str) -> None:
        for peer in self._members:
            peer.close(code)
        self._members.clear()
        self._clear()
        self._closed.set()

    # Requests

    def _request(self, peer: Peer, request: Request) -> None:
        member = self._members.get(peer)
        if member is None:
            return
        stored = member.answers.find(request.cid)
        if stored is not None:
            peer.send(stored)
            return
        before = self.play.did if self.play else 0
        try:
            self._do(member, request)
            answer: Message = Ack(cid=request.cid, seq=self.play.did if self.play else 0)
        except NetError as error:
            answer = Err(code=error.code, cid=request.cid, detail=error.detail[:200])
        frame = answer.frame()
        member.answers.store(request.cid, frame)
        peer.send(frame)
        if self.play and self.play.did != before:
            self._ask()

    def _do(self, member: Member, request: Request) -> None:
        """Carry a request out.

        Raises:
            NetError: when it is refused.
        """
        match request:
            case Act():
                self._act(member, request)
            case Say():
                self._say(member, request)
            case _ if self.lobby.owner is not member:
                raise NetError("not_owner")
            case SetPause():
                self._set_pause(request)
            case _ if self.play:
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

    def _say(self, member: Member, request: Say) -> None:
        try:
            text = clean_chat(request.text)
        except TextError as error:
            raise NetError("chat_bad", str(error)) from None
        self._tell(ChatNote(seat=self.lobby.seat_of(member), name=member.name, text=text))

    def _set_pause(self, request: SetPause) -> None:
        self.bot_pause = request.ms / 1000
        self._tell(PauseNote(ms=request.ms))
        if self._asking:
            self._asking.hurry(self.bot_pause)

    # Play

    def _begin(self) -> None:
        self.lobby.check_start()
        seats: list[SeatEntry] = []
        for who in self.lobby.seats:
            if isinstance(who, Member):
                seats.append(SeatEntry(name=who.name, pub=who.pub, seal=who.seal))
            elif who:
                seats.append(SeatEntry(name=who.name, level=who.level, seal=SealKey().public))
        seed = self._seed or os.urandom(32)
        try:
            self.play = Play(self.lobby.rules, seats, self._host, seed)
        except RulesError as error:
            raise NetError("setup_bad", f"{error}."[:200]) from None
        self._asking = Asking(
            self.play,
            self.lobby,
            self.clock,
            self.limits,
            seed,
            self.bot_pause,
            lambda did, move, cause: self._post(partial(self._answer, did, move, cause)),
        )
        for frame in self.play.log.frames:
            self._broadcast(frame)

    def _act(self, member: Member, request: Act) -> None:
        play, seat = self.play, self.lobby.seat_of(member)
        if seat is None:
            raise NetError("spectator")
        if play is None:
            raise NetError("not_started")
        if play.seat is None:
            raise NetError("game_over")
        if request.did != play.did:
            raise NetError("stale_decision")
        for text in request.moves:
            self._broadcast(play.apply(seat, text, "player"))

    def _answer(self, did: int, move: Move, cause: Cause) -> None:
        """A bot, or the host, answers a decision."""
        play = self.play
        if play is None or play.seat is None or play.did != did:
            return
        self._broadcast(play.apply(play.seat, str(move), cause))
        self._ask()

    def _ask(self) -> None:
        if self._asking:
            self._asking.ask()

    def _stop(self) -> None:
        if self._asking:
            self._asking.stop()
            self._asking = None

    # Telling

    def _show_lobby(self) -> None:
        for peer, member in self._members.items():
            peer.send(self.lobby.note(member, self.bot_pause).frame())

    def _tell(self, message: Message) -> None:
        self._broadcast(message.frame())

    def _broadcast(self, frame: bytes) -> None:
        for peer in self._members:
            peer.send(frame)

"""The client: sits at a table, follows its game, and reconnects by itself (see `net.client.connect`).

    client = await connect(parse_target("192.168.1.5"), identity, "Ada", trust=ask_the_player)
    async for update in client.updates():
        match update:
            case Decision(moves=moves): await client.move(moves[0])
            case Closed(sentence=why): print(why)

Everything a client learns comes as one of the values of `net.client.updates`. What it sends is
answered there too: a refusal as `Refused`, a success by what then happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.move import Move
from engine.rules import Rules
from engine.view import View
from net.base.errors import NetError, retry_of, sentence
from net.base.text import TextError, clean_chat, shown_line, shown_title
from net.client.dial import ClientConnection
from net.client.follower import Follower
from net.client.following import HostRates, follow
from net.client.own_moves import OwnMoves
from net.client.reconnect import Reconnector
from net.client.seed_share import SeedShare
from net.client.update_queue import UpdateQueue
from net.client.updates import (
    Closed,
    DealAsked,
    Decision,
    Happened,
    Invitations,
    Issued,
    Link,
    Notice,
    Refused,
    SeatInfo,
    Update,
)
from net.client.verification import Verification
from net.identity.fingerprint import fingerprint
from net.identity.invitations import Invite
from net.protocol.client_messages import (
    Act,
    Again,
    Attest,
    Commit,
    Leave,
    Ready,
    Request,
    RequestMaker,
    Reveal,
    Say,
    SeatRequest,
    Start,
    Wake,
)
from net.protocol.host_messages import (
    Ack,
    AttestedNote,
    DecisionNote,
    EntryNote,
    Err,
    HostMessage,
    HostsNote,
    InvitationNote,
    InvitationsNote,
    Pong,
    Welcome,
)

EVIDENCE = frozenset({"fork", "bad_envelope", "false_absence", "false_timeout", "false_undealt"})
"""After these it keeps the log, to show what the host did."""
_PATIENCE = 1.0
"""Seconds before a client sends again what the host had no time for."""


class Client:
    """One seat (or one spectator) at one table. Made by `net.client.connect.connect`."""

    def __init__(
        self,
        reconnector: Reconnector,
        connection: ClientConnection,
        follower: Follower,
        welcome: Welcome,
        archive: Path | None = None,
        *,
        keep_logs: bool = True,
        invite: Invite | None = None,
    ) -> None:
        self.fingerprint = fingerprint(connection.session.host)
        """The host's identity as six words."""
        self.invite = invite
        """The invitation for others, when this client knows it: it came by one, or started the host."""
        self.beside: tuple[Client, ...] = ()
        """The clients of others at the same keyboard, when this one has started the host for all of them."""
        self.on_closed: Callable[[], Awaitable[None]] | None = None
        """Awaited once the client has ended, before `Closed` is told."""
        self.before_return: Callable[[], Awaitable[None]] | None = None
        """Awaited before every attempt to come back: a host of one's own may have to be started again."""
        self._reconnector = reconnector
        self._connection = connection
        self._follower = follower
        self._limits = reconnector.limits
        self._loop = asyncio.get_running_loop()
        self._queue: UpdateQueue[Update | Exception] = UpdateQueue(reconnector.limits.unread)
        self._rates = HostRates(reconnector.limits)
        self._asked: dict[int, tuple[Request, str]] = {}
        """Requests without an answer yet."""
        self._cid = 0
        self._read = 0
        """The open question as far as the player has read: what they say now answers no later one."""
        self._own_moves = OwnMoves(follower, reconnector.player, self._send_request)
        self._seed_share = SeedShare(follower, reconnector.player)
        self._left = False
        self._ending = False
        """The last things are being done: to be cancelled no more."""
        self._verification = Verification(
            follower,
            connection.session.host,
            reconnector.player,
            reconnector.limits,
            archive,
            self._tell,
            self._attest,
            keep=keep_logs,
        )
        self._welcomed(welcome)
        self._runner = self._loop.create_task(self._run())

    @property
    def table(self) -> str:
        """Id of the table."""
        return self._follower.table

    @property
    def seat(self) -> int | None:
        """Your seat, None for a spectator; it may change until the start (see `LobbyView.you`)."""
        return self._follower.seat

    @property
    def rules(self) -> Rules | None:
        """The rules, as far as they are chosen."""
        return self._follower.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """The players at the table."""
        return self._follower.seats

    @property
    def view(self) -> View | None:
        """Your view after the last `Happened`; None before the start."""
        return self._follower.view

    @property
    def head(self) -> bytes:
        """Head of the log as far as it has arrived: the same for everybody who has seen as much."""
        return self._follower.head

    async def updates(self) -> AsyncIterator[Update]:
        """Everything that happens, in order; ends after `Closed`. To be read by one task only.

        A fault of ours in following the table is raised here.
        """
        while True:
            update = await self._queue.get()
            if isinstance(update, Exception):
                raise update
            if isinstance(update, Happened):
                self._read = update.seq
            yield update
            if isinstance(update, Closed):
                return

    # What a player does

    async def move(self, move: Move) -> None:
        """Answer the open decision."""
        self._own_moves.send(str(move), self._read)

    async def request(self, make: RequestMaker) -> None:
        """Ask the table for something else, as in ``request(Start)`` or ``request(partial(Vote, end=True))``.

        `net.protocol.client_messages` lists all requests, and says which are the owner's.
        """
        self._send_request(make)

    async def again(self, on: bool = True) -> None:
        """Say that you would like to play another game with the same people, now that this one is over, or not.

        After `DealAsked`: give a share to the deal that waits for it.
        """
        if on and self._seed_share.allow():
            self._share()
            return
        # The end of this one is signed first: there is no time for it when the next one has begun.
        await self._verification.finish(None)
        self._seed_share.wish(on=on)
        self._send_request(partial(Again, on=on))

    async def chat(self, text: str) -> None:
        """Say something to the table: one line of at most 280 characters."""
        try:
            said = clean_chat(text)
        except TextError as error:
            self._refuse("chat_bad", str(error), "chat")
            return
        self._send_request(partial(Say, text=said), f"chat {said}")

    async def leave(self, *, for_good: bool = True) -> None:
        """Say goodbye and close. A host that was started for this client alone ends too.

        Args:
            for_good: Off, it closes without a word: to the host the connection is lost, and a seat is kept for a while.
        """
        if not self._ending:
            # A player who leaves a finished game signs its end, too.
            await self._verification.finish()
        self._left = True
        if for_good:
            self._connection.send(Leave().frame())
        # A task that is cancelled before its first step would close nothing.
        await asyncio.sleep(0)
        if not self._ending:
            self._runner.cancel()
        await asyncio.wait([self._runner])

    # Sending

    def _send_request(self, make: RequestMaker, what: str = "") -> int:
        """Send a new request, which a refusal calls so; its ``cid``."""
        self._cid += 1
        request = make(cid=self._cid)
        self._asked[self._cid] = request, what or request.t.replace("_", " ")
        if isinstance(request, Wake):
            self._follower.waking(self._cid)
        if isinstance(request, Start) or (isinstance(request, Ready) and request.on):
            self._seed_share.wish()
        self._connection.send(request.frame())
        return self._cid

    def _share(self) -> None:
        """Give to the deal what this player owes it."""
        make = self._seed_share.due()
        if isinstance(make, DealAsked):
            self._tell(make)
        elif make:
            self._send_request(make)

    def _refuse(self, code: str, detail: str, what: str) -> None:
        self._tell(Refused(code, sentence(code, detail), retry_of(code), what))

    def _attest(self, sig: bytes) -> None:
        self._send_request(partial(Attest, sig=sig), "sign the end")

    def add_notice(self, error: NetError) -> None:
        """Tell the player of something that went wrong around the table."""
        self._tell(Notice(error.code, sentence(error.code, error.detail)))

    def _tell(self, update: Update) -> None:
        self._queue.put(update)

    # Following

    async def _run(self) -> None:
        """Follow the table over one connection after another."""
        error = NetError("left")
        try:
            while True:
                await self._reconnect(
                    await follow(
                        self._connection,
                        self._limits,
                        self._rates,
                        self._handle_message,
                        self._quiet,
                        self._patience,
                        self._queue.room,
                    )
                )
        except NetError as last:
            error = last
        except asyncio.CancelledError:
            if not self._left:
                raise
            error = NetError("left")
        except Exception as fault:
            self._queue.put(fault)
        finally:
            self._ending = True
            self._own_moves.closed()
            await self._connection.close()
            if self.on_closed:
                await self.on_closed()
            if error.code in EVIDENCE:
                await self._verification.keep_evidence()
            # A player who leaves a finished game keeps its log, too.
            await self._verification.finish()
            self._tell(Closed(error.code, sentence(error.code, shown_line(error.detail)), retry_of(error.code)))

    def _patience(self) -> float:
        return self._reconnector.silence

    def _quiet(self, quiet: bool) -> None:
        self._tell(Link("stale", sentence("silent")) if quiet else Link("live"))

    async def _reconnect(self, error: NetError) -> None:
        """Get back to the table, and go on there.

        Raises:
            NetError: when it is of no use to try again.
        """
        await self._connection.close()
        self._connection, welcome = await self._reconnector.reconnect(
            self._follower.known, error, self._lost, self.before_return
        )
        self._tell(Link("live"))
        self._welcomed(welcome)
        self._send_again()

    def _lost(self, error: NetError) -> None:
        self._tell(Link("reconnecting", sentence(error.code, shown_line(error.detail))))

    def _welcomed(self, welcome: Welcome) -> None:
        self._cid = max(self._cid, welcome.cid)
        if welcome.game != self._follower.game:
            self._verification.keep_broken_off()
            # What was meant for a game that is gone is of no use in another.
            self._own_moves.closed()
            self._asked = {cid: asked for cid, asked in self._asked.items() if not isinstance(asked[0], SeatRequest)}
        for update in self._follower.handle_message(welcome):
            self._seed_share.learn(update)
            self._tell(update)
        self._share()

    def _send_again(self) -> None:
        """Resend unanswered idempotent requests; report the others as lost."""
        for cid, (request, what) in list(self._asked.items()):
            if isinstance(request, SeatRequest):
                self._connection.send(request.frame())
            else:
                del self._asked[cid]
                self._refuse("lost", "", what)

    def _handle_message(self, message: HostMessage) -> None:
        if isinstance(message, Ack | Err | Pong):
            self._follower.answered()
        if isinstance(message, Pong):
            return
        if isinstance(message, HostsNote):
            self._reconnector.learn(message)
        elif isinstance(message, Ack):
            request, _ = self._asked.pop(message.cid, (None, ""))
            if isinstance(request, Wake):
                self._follower.woken(message.cid)
            self._own_moves.accepted(message.cid)
        elif isinstance(message, Err):
            self._refused(message)
        elif isinstance(message, InvitationsNote):
            # The route by a Unix socket is nobody else's.
            if not self._reconnector.address.unix:
                self._tell(Invitations(tuple(self._issued(note) for note in message.invitations)))
        else:
            news = False
            for update in self._follower.handle_message(message):
                self._seed_share.learn(update)
                self._learn(update, message)
                news = True
            if isinstance(message, EntryNote):
                self._share()
                self._verification.check()
            elif isinstance(message, AttestedNote) and news:
                self._verification.keep_again()

    def _issued(self, note: InvitationNote) -> Issued:
        if self.invite:
            invite = replace(self.invite, token=note.token)
        else:
            back = self._reconnector
            invite = Invite(replace(back.address, table=""), back.pin, note.token, back.invited)
        told = shown_title(note.note) if note.note else ""
        return Issued(note.number, invite, note.uses, note.seated, note.expires, told, note.fault or "")

    def _refused(self, message: Err) -> None:
        cid = message.cid or 0
        request, what = self._asked.pop(cid, (None, ""))
        if message.code == "rate_limited" and isinstance(request, Act | Commit | Reveal | Attest):
            self._loop.call_later(_PATIENCE, self._try_again, request)
            return
        if isinstance(request, Attest) and not self._follower.validator.end:
            # Another game has begun meanwhile, and the last one's end is signed no more.
            return
        if not isinstance(request, Act) or self._own_moves.refused(cid, message.code):
            self._refuse(message.code, shown_line(message.detail), what)

    def _try_again(self, request: Act | Commit | Reveal | Attest) -> None:
        """Send what was refused for being too much at once: the host asks nobody twice, and the game waits for it."""
        if self._ending:
            return
        if isinstance(request, Attest):
            self._attest(request.sig)
        elif isinstance(request, Act):
            self._own_moves.repeat(request)
        else:
            self._seed_share.refused(request)
            self._share()

    def _learn(self, update: Update, message: HostMessage) -> None:
        """Take note of an update before the player is told."""
        if isinstance(update, Happened):
            self._own_moves.closed()
        elif isinstance(update, Decision) and isinstance(message, DecisionNote):
            self._own_moves.opened(update, message.auto)
        self._tell(update)

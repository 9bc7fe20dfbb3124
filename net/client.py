"""The client: connect to a host, sit at a table, and follow its game.

    client = await connect(parse_target("192.168.1.5"), identity, "Ada", trust=ask_the_player)
    async for update in client.updates():
        match update:
            case Decision(moves=moves): await client.move(moves[0])
            case Closed(sentence=why): print(why)

Everything a client learns comes as one of the values of `net.updates`. What it sends is
answered there too: a refusal as `Refused`, a success by what then happens.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from engine.edition import Rules
from engine.move import Move
from engine.view import View
from net.crypto import Identity, SealKey
from net.dial import Line, dial
from net.errors import NetError, ProtocolError, retry_of, sentence
from net.follow import Follower
from net.invite import Address, Invite
from net.known_hosts import KnownHosts
from net.limits import DEFAULT, Limits
from net.messages import (
    Ack,
    Act,
    AddBot,
    Bye,
    Configure,
    Err,
    HostMessage,
    Leave,
    Redirect,
    RemoveBot,
    Request,
    Say,
    SetPause,
    Start,
    Welcome,
)
from net.setup import Setup
from net.text import TextError, clean_chat, clean_name
from net.tls import pin_of
from net.updates import Closed, Decision, Happened, Refused, SeatInfo, Update
from net.words import fingerprint

Trust = Callable[[str, str], Awaitable[bool]]
"""Asked on first contact without an invitation: (address as typed, the host's fingerprint as six words) -> whether
the player recognises it. A yes is remembered in the known-hosts file; the connection is made only after it."""

_REDIRECTS = 3


class Client:
    """One seat (or one spectator) at one table. Made by `connect`."""

    def __init__(self, line: Line, follower: Follower, invite: Invite | None, welcome: Welcome) -> None:
        self.fingerprint = fingerprint(line.session.host)
        """The host's identity as six words."""
        self.invite = invite
        """What others need to join, when this client knows it: it came by one, or started the host."""
        self.on_closed: Callable[[], Awaitable[None]] | None = None
        """Awaited once the connection has ended, before `Closed` is told."""
        self.decision: Decision | None = None
        """The open question, when it is yours, as of the last update that was read."""
        self._line = line
        self._follower = follower
        self._queue: asyncio.Queue[Update] = asyncio.Queue()
        self._asked: dict[int, str] = {}
        self._raced: set[int] = set()
        """Answers that the host may have been faster with: to be too late with one is nothing to tell."""
        self._cid = 0
        self._left = False
        for _ in follower.take(welcome):
            pass
        self._reader = asyncio.get_running_loop().create_task(self._follow())

    @property
    def table(self) -> str:
        """Id of the table."""
        return self._follower.table

    @property
    def seat(self) -> int | None:
        """Your seat, None for a spectator; it may change until the start (see `Lobby.you`)."""
        return self._follower.seat

    @property
    def rules(self) -> Rules | None:
        """The rules, as far as they are chosen."""
        return self._follower.rules

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who sits at the table."""
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
        """Everything that happens, in order; ends after `Closed`. To be read by one task only."""
        while True:
            update = await self._queue.get()
            if isinstance(update, Decision):
                self.decision = update
            elif isinstance(update, Happened):
                self.decision = None
            yield update
            if isinstance(update, Closed):
                return

    async def move(self, move: Move) -> None:
        """Answer the open decision."""
        await self.moves([move])

    async def moves(self, moves: Sequence[Move]) -> None:
        """Answer the open decision and the ones that follow it at once, such as ``discard x``, ``discard y``, ``done``.

        They are played one by one; at the first that is not possible the rest is dropped and refused.
        """
        texts = [str(move) for move in moves]
        decision = self.decision
        act = Act(cid=self._next(), did=decision.did if decision else 0, moves=texts)
        if decision and decision.auto:
            self._raced.add(act.cid)
        self._send(act, "; ".join(texts))

    async def configure(self, setup: Setup) -> None:
        """Owner, before the start: other rules or another number of seats."""
        self._send(Configure(cid=self._next(), setup=setup), "configure")

    async def add_bot(self, level: str, seat: int | None = None) -> None:
        """Owner, before the start: seat a bot (a name of `engine.bots.BOTS`) on the given or first open seat."""
        self._send(AddBot(cid=self._next(), level=level, seat=seat), "add bot")

    async def remove_bot(self, seat: int) -> None:
        """Owner, before the start: open a bot's seat again."""
        self._send(RemoveBot(cid=self._next(), seat=seat), "remove bot")

    async def start(self) -> None:
        """Owner: start the game; every seat must be taken."""
        self._send(Start(cid=self._next()), "start")

    async def bot_pause(self, seconds: float) -> None:
        """Owner, at any time: how long bots wait between moves, 0 to 60 seconds."""
        self._send(SetPause(cid=self._next(), ms=round(min(max(seconds, 0), 60) * 1000)), "pause")

    async def chat(self, text: str) -> None:
        """Say something to the table: one line of at most 280 characters."""
        try:
            said = clean_chat(text)
        except TextError as error:
            self._refuse("chat_bad", str(error), "chat")
            return
        self._send(Say(cid=self._next(), text=said), "chat")

    async def leave(self) -> None:
        """Say goodbye and close. A host that was started for this client alone ends too."""
        self._left = True
        self._line.send(Leave().frame())
        await self._line.close()
        await asyncio.wait([self._reader])

    # Sending

    def _next(self) -> int:
        self._cid += 1
        return self._cid

    def _send(self, request: Request, what: str) -> None:
        self._asked[request.cid] = what
        self._line.send(request.frame())

    def _refuse(self, code: str, detail: str, what: str) -> None:
        self._queue.put_nowait(Refused(code, sentence(code, detail), retry_of(code), what))

    # Following

    async def _follow(self) -> None:
        code, detail = "lost", ""
        try:
            async for message in self._line.messages():
                if isinstance(message, Bye) or (isinstance(message, Err) and message.cid is None):
                    code = message.code
                    detail = message.detail if isinstance(message, Err) else ""
                    break
                self._take(message)
        except NetError as error:
            code, detail = error.code, error.detail
        finally:
            await self._line.close()
            if self.on_closed:
                await self.on_closed()
            if self._left:
                code = "left"
            self._queue.put_nowait(Closed(code, sentence(code, _plain(detail)), retry_of(code)))

    def _take(self, message: HostMessage) -> None:
        if isinstance(message, Ack):
            self._asked.pop(message.cid, None)
            self._raced.discard(message.cid)
        elif isinstance(message, Err):
            cid = message.cid or 0
            what = self._asked.pop(cid, "")
            if not (message.code == "stale_decision" and cid in self._raced):
                self._refuse(message.code, _plain(message.detail), what)
            self._raced.discard(cid)
        else:
            for update in self._follower.take(message):
                self._queue.put_nowait(update)


async def connect(
    target: Invite | Address,
    identity: Identity,
    name: str,
    *,
    watch: bool = False,
    trust: Trust | None = None,
    known_hosts: KnownHosts | None = None,
    limits: Limits = DEFAULT,
) -> Client:
    """Connect, check who the host is, and join its table.

    Nothing is sent before the host's identity is checked: against the invitation, or the known-hosts
    file, or, on first contact, by asking ``trust`` (None: refuse).

    Args:
        target: From `net.invite.parse_target`.
        identity: The player's key (`net.crypto.load_identity`).
        name: At most 24 cells; see `net.text.clean_name`.
        watch: Join as a spectator.
        trust: See `Trust`.
        known_hosts: The file of known hosts; by default the player's own.
        limits: Bounds of everything.

    Raises:
        NetError: with a code of `net.errors.CODES` and a sentence for the player.
    """
    try:
        name = clean_name(name)
    except TextError as error:
        raise NetError("name_bad", str(error)) from None
    if isinstance(target, Invite):
        address, pin, token = target.address, target.pin, target.token
    else:
        address, token = target, b""
        pin = await _meet(address, trust, known_hosts or KnownHosts(), limits)
    for _ in range(_REDIRECTS):
        line = await dial(address, pin, limits)
        try:
            seal = SealKey()
            line.send(line.session.join(identity, seal, table=address.table, watch=watch, name=name, token=token))
            answer = await line.next()
            if isinstance(answer, Redirect):
                address = Address(answer.host, answer.port, answer.table)
                await line.close()
                continue
            if isinstance(answer, Err | Bye):
                raise NetError(answer.code, _plain(answer.detail) if isinstance(answer, Err) else "")
            if not isinstance(answer, Welcome):
                raise ProtocolError("bad_schema")
        except BaseException:
            await line.close()
            raise
        follower = Follower(line.session.host, identity.public, seal, limits)
        return Client(line, follower, target if isinstance(target, Invite) else None, answer)
    raise NetError("unreachable", address.authority)


async def _meet(address: Address, trust: Trust | None, known_hosts: KnownHosts, limits: Limits) -> bytes:
    """The pin of a host that is known, or that the player says to know now."""
    line = await dial(address, None, limits)
    host = line.session.host
    await line.close()
    if not known_hosts.check(address.authority, host):
        if trust is None or not await trust(address.authority, fingerprint(host)):
            raise NetError("unknown_host", address.authority)
        known_hosts.remember(address.authority, host)
    return pin_of(host)


def _plain(text: str) -> str:
    """What a host added to a refusal, if it can be shown."""
    with contextlib.suppress(TextError):
        return clean_chat(text)
    return ""

"""The host's line to a relay: dialled again whenever it is lost, and clients that come by it.

The host dials nobody but the relay it was given. What a relay says of a client is its word alone: clients that come by
it are admitted apart from the others, and take no place of anybody who connects to the host itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial

from net.base.backoff import backoff
from net.base.errors import NetError, ProtocolError
from net.base.fairness import Turns
from net.base.limits import Limits
from net.base.sockets import address_of, connect_tcp
from net.host.lines.listener import Caller, Listener
from net.identity.crypto import Identity
from net.identity.invitations import Address, pin_text
from net.identity.tls import certificate_hash, client_context, pin_of
from net.protocol.relay_stream import FrameStream
from net.protocol.relaying import (
    OFFER,
    RELAY_PROTO,
    TO_HOST,
    ClientWaits,
    HostOffered,
    LineHeartbeat,
    LineNonce,
    OfferHost,
    OpenLine,
    RelayRefusal,
    TakeClient,
    ToHost,
)

_log = logging.getLogger(__name__)

_WORTH = 60.0
"""Seconds after which a line that is lost is dialled again at once."""

_SAID = ("relay_refused", "relay_version")
"""Codes of a relay that the host's operator should know."""


class RelayLine:
    """Keeps a host within reach of those who dial a relay."""

    def __init__(
        self, relay: Address, identity: Identity, limits: Limits, serve: Callable[[Caller], asyncio.Task[None]]
    ) -> None:
        """Prepare to dial.

        Args:
            relay: Where it is.
            identity: The host's.
            limits: Bounds of everything.
            serve: See `Listener`.
        """
        self.relay = relay
        self.error: NetError | None = None
        """Why there is no line, when the last attempt failed."""
        self.listener = Listener(None, limits, serve)
        """Admits those who come."""
        self._identity = identity
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._tried = asyncio.Event()
        self._taking: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to dial."""
        self._task = self._loop.create_task(self._run())

    @property
    def state(self) -> str:
        """``relay_up`` while there is a line, or the code of why there is none."""
        if self.error is not None:
            return self.error.code
        return "relay_up" if self._tried.is_set() else "relay_down"

    async def trouble(self) -> NetError | None:
        """Wait for the first attempt, for a little while; the error that the host's operator should know of, if any."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._limits.connect_timeout):
                await self._tried.wait()
            if self.error is None or self.error.code in _SAID:
                return self.error
        return NetError("relay_down", self.relay.authority)

    async def close(self) -> None:
        """Hang up. Clients that are there already stay."""
        self.listener.close()
        tasks = [task for task in (self._task, *self._taking) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            for wait in backoff(*self._limits.backoff):
                began = self._loop.time()
                self.error = await self._hold()
                self._tried.set()
                _log.warning("no relay", extra={"about": {"relay": self.relay.authority, "code": self.error.code}})
                await asyncio.sleep(wait)
                if self._loop.time() - began > _WORTH:
                    break

    async def _hold(self) -> NetError:
        """Hold a line until it ends; returns why it ended, or never began."""
        stream: FrameStream | None = None
        error = NetError("unreachable", self.relay.authority)
        try:
            stream = await self._open()
            error = NetError("lost")
            await self._follow(stream)
        except NetError as failed:
            error = failed
        except TimeoutError:
            error = NetError("timeout")
        except OSError:
            pass
        finally:
            if stream:
                stream.abort()
                await stream.wait_closed()
        return error

    async def _open(self) -> FrameStream:
        """Dial, and say who is there.

        Raises:
            NetError: when the relay refuses, or is none.
            OSError: when it cannot be reached.
        """
        patience = self._limits.connect_timeout
        sock = await connect_tcp(self.relay.host, self.relay.port, patience)
        try:
            await self._loop.sock_sendall(sock, OpenLine(proto=RELAY_PROTO).frame())
        except BaseException:
            sock.close()
            raise
        stream = await FrameStream.secure(sock, client_context(), patience, server=False)
        try:
            # No other relay can use the signature: its certificate is another one.
            certificate = certificate_hash(stream.tls)
            nonce = await self._next(stream)
            if not isinstance(nonce, LineNonce):
                raise ProtocolError("bad_schema")
            sig = self._identity.sign(OFFER, certificate, nonce.nonce)
            stream.send(OfferHost(host=self._identity.public, sig=sig).frame())
            if not isinstance(await self._next(stream), HostOffered):
                raise ProtocolError("bad_schema")
        except BaseException:
            stream.abort()
            raise
        return stream

    async def _next(self, stream: FrameStream) -> ToHost:
        """The relay's next message.

        Raises:
            NetError: when it says no, or nothing that makes sense.
            OSError: when it hangs up, or is silent for too long.
        """
        message = TO_HOST.validate(await stream.next(self._limits.silence))
        if isinstance(message, RelayRefusal):
            raise NetError(
                message.code, pin_text(pin_of(self._identity.public)) if message.code == "relay_refused" else ""
            )
        return message

    async def _follow(self, stream: FrameStream) -> None:
        """Take clients.

        Raises:
            NetError: when the relay says something that makes no sense.
            OSError: when it hangs up, or is silent for too long.
        """
        self.error = None
        self._tried.set()
        _log.info("relay", extra={"about": {"relay": self.relay.authority}})
        clients = Turns(self._limits.relayed, self._limits.wishes, self._loop.time, self._loop.call_later)
        heartbeat = self._loop.create_task(self._heartbeat(stream))
        try:
            while True:
                message = await self._next(stream)
                if isinstance(message, ClientWaits):
                    # A client who is not taken tries again; a relay that makes clients up wears out nobody.
                    clients.enqueue(object(), _counted_by(message.address), partial(self._begin_to_take, message))
                elif not isinstance(message, LineHeartbeat):
                    raise ProtocolError("bad_schema")
        finally:
            clients.close()
            heartbeat.cancel()

    def _begin_to_take(self, client: ClientWaits) -> None:
        if len(self._taking) < self._limits.taking:
            task = self._loop.create_task(self._take(client))
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)

    async def _heartbeat(self, stream: FrameStream) -> None:
        while True:
            await asyncio.sleep(self._limits.heartbeat)
            stream.send(LineHeartbeat().frame())

    async def _take(self, client: ClientWaits) -> None:
        with contextlib.suppress(OSError):
            sock = await connect_tcp(self.relay.host, self.relay.port, self._limits.connect_timeout)
            try:
                await self._loop.sock_sendall(sock, TakeClient(ticket=client.ticket).frame())
            except BaseException:
                sock.close()
                raise
            self.listener.add(sock, _counted_by(client.address))


def _counted_by(said: str) -> str:
    """The name a client is counted by, given the address that the relay says: nothing that means anything elsewhere."""
    try:
        return f"relay {address_of(said)}"
    except ValueError:
        return "relay"

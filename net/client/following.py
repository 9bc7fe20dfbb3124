"""Following: what a host says over one connection, to its end, and the heartbeat that shows that a client is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from net.base.errors import NetError
from net.base.limits import Bucket, Limits
from net.client.dial import ClientConnection
from net.client.update_queue import LoopShare
from net.protocol.client_messages import Ping
from net.protocol.host_messages import (
    Ack,
    AttestedNote,
    Bye,
    ClockNote,
    DecisionNote,
    EntryNote,
    Err,
    HintNote,
    HostMessage,
    Pong,
)
from net.protocol.visitor_notes import OpenedNote, StatusNote, TableGone, TableNote, TablesNote

_BOUNDED = EntryNote | TablesNote | TableNote | TableGone
"""Messages that have another bound: the log of a game may be so long, and of a list of tables the newest counts."""
_PROMPTS = Ack | Err | Pong | DecisionNote | ClockNote | HintNote | AttestedNote | StatusNote | OpenedNote


class HostRates:
    """The rates at which a host may say something to one client, over all connections."""

    def __init__(self, limits: Limits) -> None:
        now = asyncio.get_running_loop().time()
        self._told, self._prompts = Bucket(limits.told, now), Bucket(limits.prompts, now)

    def allow(self, message: HostMessage) -> bool:
        """Whether a message may come now, which is then counted."""
        if isinstance(message, _BOUNDED):
            return True
        rate = self._prompts if isinstance(message, _PROMPTS) else self._told
        return rate.take_token(asyncio.get_running_loop().time())


async def follow(
    connection: ClientConnection,
    limits: Limits,
    rates: HostRates,
    take: Callable[[HostMessage], None],
    quiet: Callable[[bool], None] = lambda _: None,
    patience: Callable[[], float] | None = None,
    room: Callable[[], Awaitable[None]] | None = None,
) -> NetError:
    """Take what the host says until the connection ends.

    Args:
        connection: Joined already.
        limits: How often this side says that it is there, and how long the host may be silent.
        rates: How much the host may say.
        take: Takes each message but the last one; what it raises ends the connection, too.
        patience: How many seconds of silence are a lost connection; None: as many as the limits say.
        quiet: Told when the host has been silent for a while, and when it is heard again.
        room: Waits until there is room for what a further message says.

    Returns:
        Why it ended; ``silent``, when another host should be tried first; ``flooding``, when the host says too much.
    """
    heartbeat, share = _Heartbeat(connection, limits, quiet, patience), LoopShare()
    try:
        async for message in connection.messages():
            heartbeat.heard()
            if isinstance(message, Bye):
                return NetError(message.code)
            if isinstance(message, Err) and message.cid is None:
                return NetError(message.code, message.detail)
            if not rates.allow(message):
                return NetError("flooding")
            share.begin()
            take(message)
            await share.end()
            if room:
                await room()
    except NetError as error:
        return error
    finally:
        heartbeat.close()
    return NetError("silent" if heartbeat.silent else "lost")


class _Heartbeat:
    """The signs of life of both sides of one connection. It looks only when something is due: at rest nobody wakes."""

    def __init__(
        self,
        connection: ClientConnection,
        limits: Limits,
        quiet: Callable[[bool], None],
        patience: Callable[[], float] | None,
    ) -> None:
        """Begin; the arguments are those of `follow`."""
        self._connection, self._limits, self._quiet, self._patience = connection, limits, quiet, patience
        self.silent = False
        """Whether the connection was given up before the host had been silent for as long as the limits say."""
        self._stale = False
        """Whether the host has been silent for a while."""
        self._asking = False
        """Whether an answer is awaited."""
        self._late = min(limits.heartbeat, limits.stale, limits.quiet) / 10
        """Seconds between what is due and a look: an answer puts the next one off by the time that it takes."""
        self._loop = asyncio.get_running_loop()
        self._pinged = self._loop.time()
        self._look_later()

    def heard(self) -> None:
        """The host has said something."""
        if self._stale:
            self._stale = False
            self._quiet(False)
        if self._asking:
            self._asking = False
            self._next.cancel()
            self._look_later()

    def close(self) -> None:
        """The connection has ended."""
        self._next.cancel()

    @property
    def _bearable(self) -> float:
        """Seconds of silence that are no lost connection yet."""
        return self._patience() if self._patience else self._limits.silence

    def _look_later(self) -> None:
        heard, now = self._connection.heard, self._loop.time()
        dues = [max(heard, self._pinged) + self._limits.heartbeat, self._connection.said + self._limits.quiet]
        dues += [heard + seconds for seconds in (self._limits.stale, self._bearable) if heard + seconds > now]
        self._next = self._loop.call_at(max(now, min(dues)) + self._late, self._look)

    def _look(self) -> None:
        now, limits = self._loop.time(), self._limits
        silent = now - self._connection.heard
        unsure = silent >= limits.heartbeat and now - self._pinged >= limits.heartbeat
        # A host that others keep talking to is heard all the time, and has to hear something, too.
        if unsure or now - self._connection.said >= limits.quiet:
            self._pinged, self._asking = now, True
            self._connection.send(Ping().frame())
        if silent > self._bearable:
            self.silent = silent <= limits.silence
            self._connection.abort()
        elif silent > limits.stale and not self._stale:
            self._stale = True
            self._quiet(True)
        self._look_later()

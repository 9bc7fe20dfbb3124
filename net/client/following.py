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
    loop, stale, gone = asyncio.get_running_loop(), False, False

    async def ping() -> None:
        nonlocal stale, gone
        step, pinged = min(limits.heartbeat, limits.stale, limits.quiet) / 5, loop.time()
        while True:
            await asyncio.sleep(step)
            now = loop.time()
            silent = now - connection.heard
            unsure = silent >= limits.heartbeat and now - pinged >= limits.heartbeat
            # A host that others keep talking to is heard all the time, and has to hear something, too.
            if unsure or now - connection.said >= limits.quiet:
                pinged = now
                connection.send(Ping().frame())
            if silent > (patience() if patience else limits.silence):
                gone = silent <= limits.silence
                connection.abort()
            elif silent > limits.stale and not stale:
                stale = True
                quiet(True)

    pinging, share = loop.create_task(ping()), LoopShare()
    try:
        async for message in connection.messages():
            if stale:
                stale = False
                quiet(False)
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
        pinging.cancel()
    return NetError("silent" if gone else "lost")

"""Following: what a host says over one connection, to its end, and the heartbeat that shows that a client is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from net.base.errors import NetError
from net.base.limits import Limits
from net.client.dial import ClientConnection
from net.protocol.client_messages import Ping
from net.protocol.host_messages import Bye, Err, HostMessage


async def follow(
    connection: ClientConnection,
    limits: Limits,
    take: Callable[[HostMessage], None],
    quiet: Callable[[bool], None] = lambda _: None,
    patience: Callable[[], float] | None = None,
) -> NetError:
    """Take what the host says until the connection ends.

    Args:
        connection: Joined already.
        limits: How often this side says that it is there, and how long the host may be silent.
        take: Takes each message but the last one; what it raises ends the connection, too.
        patience: How many seconds of silence are a lost connection; None: as many as the limits say.
        quiet: Told when the host has been silent for a while, and when it is heard again.

    Returns:
        Why it ended; ``silent``, when another host should be tried first.
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

    pinging = loop.create_task(ping())
    try:
        async for message in connection.messages():
            if stale:
                stale = False
                quiet(False)
            if isinstance(message, Bye):
                return NetError(message.code)
            if isinstance(message, Err) and message.cid is None:
                return NetError(message.code, message.detail)
            take(message)
    except NetError as error:
        return error
    finally:
        pinging.cancel()
    return NetError("silent" if gone else "lost")

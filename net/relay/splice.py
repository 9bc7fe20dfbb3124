"""Splicing: two connections become one, byte by byte, at a bounded pace, until one side ends or both are silent."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Sequence

from net.base.limits import KIB, Bucket, RelayLimits

_CHUNK = 16 * KIB


class Splice:
    """Passes on what a client and a host say to each other."""

    def __init__(
        self, client: socket.socket, host: socket.socket, paces: Sequence[Bucket], limits: RelayLimits
    ) -> None:
        """Prepare it.

        Args:
            client: A connected socket.
            host: Another one.
            paces: What every byte counts against.
            limits: Bounds of everything.
        """
        self._client = client
        self._host = host
        self._paces = paces
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._idle = asyncio.timeout(limits.idle)

    async def run(self) -> None:
        """Pass bytes on until it is over. The sockets are the caller's to close."""
        pumps = [
            self._loop.create_task(self._pump(self._client, self._host)),
            self._loop.create_task(self._pump(self._host, self._client)),
        ]
        try:
            with contextlib.suppress(TimeoutError):
                async with self._idle:
                    _, left = await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
                    if left:
                        # The other side may still have a last word.
                        await asyncio.wait(left, timeout=self._limits.parting)
        finally:
            # Both must be over before a socket is closed: its number may be another's then.
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while chunk := await self._loop.sock_recv(source, _CHUNK):
                now = self._loop.time()
                self._idle.reschedule(now + self._limits.idle)
                await self._loop.sock_sendall(target, chunk)
                wait = max(pace.delay(len(chunk), now) for pace in self._paces)
                if wait:
                    await asyncio.sleep(wait)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            return

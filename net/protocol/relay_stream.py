"""Relay stream: frames between a relay and those who call it, first on a bare socket, then within TLS."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections import deque
from typing import Any

from net.base.errors import ProtocolError
from net.base.limits import KIB
from net.base.sockets import hang_up
from net.protocol.frames import HEADER, FrameDecoder, unpack
from net.protocol.relaying import RELAY_SHAPE

_CHUNK = 4 * KIB
_UNREAD = 64 * KIB
"""Bytes the other side may leave unread."""
_PARTING = 2.0
"""Seconds for taking leave."""


async def receive_frame(sock: socket.socket) -> dict[str, Any]:
    """Read one frame, and not a byte more: what follows is not for the reader.

    Raises:
        ProtocolError: ``bad_frame``.
        OSError: when the connection ends before.
    """
    length = int.from_bytes(await _exactly(sock, HEADER), "big")
    if not 0 < length <= RELAY_SHAPE.frame:
        raise ProtocolError("bad_frame")
    return unpack(await _exactly(sock, length), RELAY_SHAPE)


async def _exactly(sock: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        chunk = await asyncio.get_running_loop().sock_recv(sock, count - len(found))
        if not chunk:
            raise ConnectionResetError
        found += chunk
    return found


class FrameStream:
    """One end of a host's line: frames within TLS, both ways."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._decoder = FrameDecoder(RELAY_SHAPE)
        self._frames: deque[dict[str, Any]] = deque()

    @classmethod
    async def secure(
        cls, sock: socket.socket, context: ssl.SSLContext, patience: float, *, server: bool
    ) -> FrameStream:
        """Begin TLS on a socket that is connected.

        Args:
            sock: It belongs to the stream from now on.
            context: Of the server or of the client.
            patience: Seconds for the handshake.
            server: Which side this is.

        Raises:
            OSError: when the other side does not speak TLS 1.3, or is gone.
        """
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=_CHUNK)
        protocol = asyncio.StreamReaderProtocol(reader)
        try:
            if server:
                transport: asyncio.Transport
                transport, _ = await loop.connect_accepted_socket(
                    lambda: protocol, sock, ssl=context, ssl_handshake_timeout=patience, ssl_shutdown_timeout=_PARTING
                )
            else:
                transport, _ = await loop.create_connection(
                    lambda: protocol,
                    sock=sock,
                    ssl=context,
                    server_hostname="",
                    ssl_handshake_timeout=patience,
                    ssl_shutdown_timeout=_PARTING,
                )
        except BaseException:
            sock.close()
            raise
        return cls(reader, asyncio.StreamWriter(transport, protocol, reader, loop))

    @property
    def tls(self) -> ssl.SSLObject:
        """The connection, as TLS has it."""
        found: ssl.SSLObject = self._writer.get_extra_info("ssl_object")
        return found

    def send(self, frame: bytes) -> None:
        """Send a frame; a side that does not read is dropped instead."""
        if self._writer.is_closing():
            return
        if self._writer.transport.get_write_buffer_size() > _UNREAD:
            self.abort()
        else:
            self._writer.write(frame)

    async def next(self, patience: float) -> dict[str, Any]:
        """The next frame.

        Args:
            patience: Seconds that the other side may be silent.

        Raises:
            ProtocolError: ``bad_frame``.
            OSError: when the connection ends, or the other side is silent for too long (`TimeoutError`).
        """
        while not self._frames:
            async with asyncio.timeout(patience):
                chunk = await self._reader.read(_CHUNK)
            if not chunk:
                raise ConnectionResetError
            self._frames.extend(self._decoder.feed(chunk))
        return self._frames.popleft()

    def abort(self) -> None:
        """Hang up at once; what has been sent may be lost."""
        self._writer.transport.abort()

    async def wait_closed(self) -> None:
        """Wait until the socket is gone."""
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    def close(self) -> None:
        """Hang up when what was said has left."""
        hang_up(self._writer)

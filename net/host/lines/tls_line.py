"""TLS line: one accepted connection, read when something has come, and written at once.

OpenSSL works on the socket itself. asyncio's own TLS passes every byte through two buffers and a dozen calls more, and
a host sends each move to eight players.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Callable

from net.base.limits import KIB

_CHUNK = 16 * KIB
"""The most one record of TLS holds."""


class TlsLine:
    """The host's end of a connection. Nothing here waits but `accept`, `drain` and `wait_closed`."""

    def __init__(self, sock: ssl.SSLSocket) -> None:
        """Take over a connection whose handshake is done; nothing is read before `listen`."""
        self._sock = sock
        self._loop = asyncio.get_running_loop()
        self._unsent = bytearray()
        self._received: Callable[[bytes], None] | None = None
        self._reading = self._writing = False
        self._sent: asyncio.Future[None] | None = None
        """Done when everything is sent; None unless somebody waits for that."""
        self._closing = False
        """Nothing more is written, and what comes is thrown away."""
        self._gone = asyncio.Event()

    @classmethod
    async def accept(cls, sock: socket.socket, context: ssl.SSLContext, seconds: float) -> TlsLine:
        """Make an accepted socket, which does not block, secure.

        Raises:
            OSError: when the other side does not speak this TLS in time, or is gone (`ssl.SSLError` included).
        """
        secure = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        try:
            async with asyncio.timeout(seconds):
                while True:
                    try:
                        secure.do_handshake()
                        return cls(secure)
                    except ssl.SSLWantReadError:
                        await _ready(secure, to_read=True)
                    except ssl.SSLWantWriteError:
                        await _ready(secure, to_read=False)
        except BaseException as error:
            secure.close()
            # Its traceback holds this frame, and that the error: a cycle, and as big as a connection.
            raise error.with_traceback(None) from None

    @property
    def alpn(self) -> str | None:
        """The protocol that both sides have named."""
        return self._sock.selected_alpn_protocol()

    @property
    def unsent(self) -> int:
        """Bytes that the system has not taken yet."""
        return len(self._unsent)

    # Coming in

    def listen(self, received: Callable[[bytes], None]) -> None:
        """Pass all that comes to a function; empty bytes when the other side has ended, or is gone."""
        self._received = received
        self.resume()

    def pause(self) -> None:
        """Read nothing for now."""
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self._sock)

    def resume(self) -> None:
        """Read again."""
        if not self._reading and not self._gone.is_set():
            self._reading = True
            self._loop.add_reader(self._sock, self._read)

    def _read(self) -> None:
        try:
            # What was encrypted is of no interest any more, only that it ends.
            chunk = socket.socket.recv(self._sock, _CHUNK) if self._closing else self._sock.recv(_CHUNK)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError, InterruptedError):
            return
        except OSError:
            chunk = b""
        if self._closing:
            if not chunk:
                self.abort()
            return
        if not chunk:
            self.pause()
        if self._received:
            self._received(chunk)

    # Going out

    def write(self, data: bytes) -> None:
        """Send bytes, as soon as the system takes them."""
        if self._closing or self._gone.is_set():
            return
        if self._unsent:
            self._unsent += data
            return
        sent = 0
        # More than one record at a time would have to be offered again at the same length.
        if len(data) <= _CHUNK:
            try:
                sent = self._sock.send(data)
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                pass
            except OSError:
                self.abort()
                return
        if sent < len(data):
            self._unsent += memoryview(data)[sent:]
            self._write()

    def _write(self) -> None:
        try:
            while self._unsent:
                # What was refused must be tried again as it was, or with more behind it.
                del self._unsent[: self._sock.send(self._unsent[:_CHUNK])]
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            if not self._writing:
                self._writing = True
                self._loop.add_writer(self._sock, self._write)
            return
        except OSError:
            self.abort()
            return
        if self._writing:
            self._writing = False
            self._loop.remove_writer(self._sock)
        if self._sent and not self._sent.done():
            self._sent.set_result(None)
        if self._closing:
            self._part()

    async def drain(self) -> None:
        """Wait until everything is sent.

        Raises:
            ConnectionError: when the other side is gone.
        """
        if self._unsent:
            self._sent = self._loop.create_future()
            await self._sent
        if self._gone.is_set():
            raise ConnectionResetError

    # The end

    def close(self) -> None:
        """Send what is unsent, take leave, and wait for the other side to end, too; see `abort`."""
        if self._closing or self._gone.is_set():
            return
        self._closing = True
        if not self._unsent:
            self._part()

    def _part(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            # Sends the farewell of TLS; the other side's is not waited for.
            self._sock.unwrap()
        with contextlib.suppress(OSError):
            self._sock.shutdown(socket.SHUT_WR)
        # A socket that is closed with something unread in it would take back what was sent.
        self.resume()

    def abort(self) -> None:
        """End at once."""
        if self._gone.is_set():
            return
        self.pause()
        if self._writing:
            self._writing = False
            self._loop.remove_writer(self._sock)
        self._unsent.clear()
        self._sock.close()
        self._gone.set()
        if self._sent and not self._sent.done():
            self._sent.set_result(None)
        if self._received and not self._closing:
            self._loop.call_soon(self._received, b"")
        self._received = None

    async def wait_closed(self) -> None:
        """Wait until it has ended."""
        await self._gone.wait()


async def _ready(sock: ssl.SSLSocket, *, to_read: bool) -> None:
    """Wait until a socket can be read, or written."""
    loop = asyncio.get_running_loop()
    ready = loop.create_future()

    def set_ready() -> None:
        if not ready.done():
            ready.set_result(None)

    (loop.add_reader if to_read else loop.add_writer)(sock, set_ready)
    try:
        await ready
    finally:
        (loop.remove_reader if to_read else loop.remove_writer)(sock)

"""However a guest's connection ends, their process ends some seconds later."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
aiohttp = pytest.importorskip("aiohttp", reason="the extra web is not installed")

from citadels_tui.guests import ssh_server, web_server
from citadels_tui.guests.guest_book import GuestBook, GuestLimits
from citadels_tui.guests.launcher import PATIENCE, Launcher
from citadels_tui.guests.ssh_server import SshServer
from citadels_tui.guests.web_server import WebServer
from net.host.host import Host
from net.local.service import DataFolder
from tests.support.guests.web_servers import FIRST_MESSAGE, HOST, until
from tests.support.terminal import SECONDS, alive

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.slow,
    pytest.mark.terminal,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere an end is seen behind what was not read"),
]
UNREAD = 400_000
DRAWN = b"\x1b[?25l"
"""A client has taken its guest's screen."""
NOTICED = 6.0
"""Seconds in which the host sees that a connection has ended, on a busy machine."""


class Way:
    """A way out: what lies between a guest and the host, which can be stopped."""

    def __init__(self) -> None:
        self.sock: socket.socket
        self.server: asyncio.Server
        self._lines: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []

    async def open(self, port: int) -> int:
        self.port = port
        self.server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self.sock = back.get_extra_info("socket")
        self.back = back
        self._writers += [back, writer]
        for source, target in ((reader, back), (there, writer)):
            self._lines.append(asyncio.create_task(self._one_way(source, target)))

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()

    def stop(self) -> None:
        """Carry nothing more, and tell nobody."""
        for line in self._lines:
            line.cancel()

    def end(self) -> None:
        """Leave nothing behind."""
        self.stop()
        self.server.close()
        for writer in self._writers:
            writer.transport.abort()


class Guest:
    """Somebody whose process is to end."""

    def __init__(self, way: Way, process: int, send: Callable[[bytes], Awaitable[object]]) -> None:
        self.way, self.process, self.send = way, process, send


@asynccontextmanager
async def by_ssh(port: int, launcher: Launcher) -> AsyncIterator[Guest]:
    way = Way()
    key = asyncssh.generate_private_key("ssh-ed25519")
    options: dict[str, Any] = {"config": None, "known_hosts": None, "client_keys": [key], "agent_path": None}
    conn = await asyncssh.connect("127.0.0.1", await way.open(port), username="ada", **options)
    shell = await conn.create_process(term_type="xterm", term_size=(80, 24), encoding=None)

    async def send(data: bytes) -> None:
        shell.stdin.write(data)

    await until(lambda: launcher.sessions)
    drawn = b""
    while DRAWN not in drawn:
        drawn += await shell.stdout.read(1000)
    yield Guest(way, next(iter(launcher.sessions.values())).process, send)
    conn.abort()
    way.end()


@asynccontextmanager
async def by_browser(port: int, cookie: str, launcher: Launcher) -> AsyncIterator[Guest]:
    way = Way()
    place = await way.open(port)
    own = {"Cookie": f"citadels={cookie}", "Origin": f"http://127.0.0.1:{place}"}
    async with aiohttp.ClientSession() as http:
        line = await http.ws_connect(f"http://127.0.0.1:{place}/-/play", headers=own)
        await line.send_json(FIRST_MESSAGE | {"table": ""})
        drawn = b""
        while DRAWN not in drawn:
            message = await line.receive()
            drawn += message.data if message.type == aiohttp.WSMsgType.BINARY else b""

        async def send(data: bytes) -> None:
            for at in range(0, len(data), 4000):
                await line.send_bytes(data[at : at + 4000])

        yield Guest(way, next(iter(launcher.sessions.values())).process, send)
        way.end()


@asynccontextmanager
async def doors() -> AsyncIterator[tuple[dict[str, Callable[[], Any]], Launcher]]:
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        folder = DataFolder(Path(name))
        async with Host.open(HOST, unix=folder.socket) as host, Launcher(folder.path) as launcher:
            book = GuestBook(HOST, folder, launcher, GuestLimits(logins=(1000.0, 1000)), has_seat=host.has_seat)
            ssh = SshServer(book, asyncssh.generate_private_key("ssh-ed25519"))
            web = WebServer(book)
            await ssh.open("127.0.0.1", 0)
            await web.open("", 0)
            try:
                yield (
                    {
                        "ssh": lambda: by_ssh(ssh.port, launcher),
                        "web": lambda: by_browser(web.port, book.cookies.make(), launcher),
                    },
                    launcher,
                )
            finally:
                await ssh.close()
                await web.close()


async def reset(guest: Guest) -> None:
    guest.way.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    guest.way.stop()
    guest.way.back.transport.abort()


async def close(guest: Guest) -> None:
    guest.way.stop()
    guest.way.back.close()


async def half_close(guest: Guest) -> None:
    guest.way.stop()
    guest.way.sock.shutdown(socket.SHUT_WR)


async def say_nothing_more(guest: Guest) -> None:
    """As when a cable is pulled, or the client is stopped."""
    guest.way.stop()


ENDS = {"reset": reset, "close": close, "half-close": half_close, "silence": say_nothing_more}


async def end_of_a_process(door: Callable[[], Any], end: str, unread: int) -> None:
    """Come in by a door, lose the connection, and wait until the process has ended."""
    async with door() as guest:
        sending = asyncio.create_task(guest.send(b"_" * unread))
        if unread:
            await asyncio.sleep(1.0)
        await ENDS[end](guest)
        begun = time.monotonic()
        await until(lambda: not alive(guest.process))
        spent = time.monotonic() - begun
        print(f"{end}, {unread} bytes unread: {spent:.1f} s")
        assert spent < PATIENCE + NOTICED, (end, unread)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


@pytest.mark.parametrize(
    "ends",
    [
        [("reset", UNREAD)],
        # Somebody whose half-close has not arrived, behind what was not read, is still there.
        pytest.param(
            [("close", UNREAD), ("half-close", 0), ("reset", 0), ("close", 0), ("silence", 0)],
            marks=pytest.mark.thorough,
        ),
    ],
    ids=["quick", "others"],
)
async def test_a_process_ends_soon_after_its_connection(
    ends: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    if ("silence", 0) in ends:
        # What takes a minute by itself.
        monkeypatch.setattr(ssh_server, "_ALIVE", 1)
        monkeypatch.setattr(ssh_server, "_MISSED", 2)
        monkeypatch.setattr(web_server, "ALIVE", 2.0)
    async with asyncio.timeout(SECONDS), doors() as (found, launcher):
        for door in found.values():
            for end, unread in ends:
                await end_of_a_process(door, end, unread)
                await until(lambda: not launcher.sessions)

"""What the tests of the browser server share: a server whose clients are terminals without a program, and a browser."""

from __future__ import annotations

import asyncio
import os
import pty
import shutil
import termios
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

aiohttp = pytest.importorskip("aiohttp", reason="the extra web is not installed")

from aiohttp import ClientSession, ClientWebSocketResponse

from citadels_tui.guests.guest_book import GuestBook, GuestLimits
from citadels_tui.guests.launcher import GuestSession
from citadels_tui.guests.ticket import Ticket
from citadels_tui.guests.web_server import WebServer
from net.base.proxies import read_proxies
from net.identity.crypto import Identity
from net.local.service import DataFolder
from tests.support.terminal import SECONDS

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
SWITCHES = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
needs_browser = pytest.mark.skipif(not CHROMIUM, reason="needs a browser (on Debian: chromium)")
HOST = Identity.new()
FIRST_MESSAGE: dict[str, object] = {"name": "Ada", "table": "friday", "columns": 100, "lines": 30}


class FakeClient:
    """What stands in the place of a client: a terminal, and what was typed on it."""

    def __init__(self, ticket: Ticket, show: Callable[[bytes], None], number: int) -> None:
        self.ticket = ticket
        self.typed = b""
        self.killed = False
        loop = asyncio.get_running_loop()
        mine, self.terminal = pty.openpty()
        for end in (mine, self.terminal):
            os.set_blocking(end, False)
        tty.setraw(self.terminal)
        self.session = GuestSession(number, show, loop.create_future(), mine, self.kill)
        loop.add_reader(self.terminal, self._read)

    def kill(self) -> None:
        self.killed = True

    def _read(self) -> None:
        data = b""
        with suppress(OSError):
            data = os.read(self.terminal, 65536)
        if data:
            self.typed += data
        else:
            self.end()

    def end(self, code: int = 0) -> None:
        if self.terminal >= 0:
            asyncio.get_running_loop().remove_reader(self.terminal)
            os.close(self.terminal)
            self.terminal = -1
            self.session.over(code)

    def draw(self, data: bytes) -> int:
        """Write as much as there is room for."""
        with suppress(BlockingIOError):
            return os.write(self.terminal, data)
        return 0

    @property
    def size(self) -> tuple[int, int]:
        lines, columns = termios.tcgetwinsize(self.terminal)
        return columns, lines


class FakeLauncher:
    """Starts no process."""

    def __init__(self) -> None:
        self.clients: list[FakeClient] = []

    async def open(self, ticket: Ticket, columns: int, lines: int, show: Callable[[bytes], None]) -> GuestSession:
        client = FakeClient(ticket, show, len(self.clients))
        self.clients.append(client)
        client.session.resize(columns, lines)
        return client.session


class Site:
    """A server, and somebody who comes to it."""

    def __init__(self, server: WebServer, launcher: FakeLauncher, http: ClientSession) -> None:
        self.server, self.launcher, self.http = server, launcher, http
        self.url = f"http://127.0.0.1:{server.port}"
        self.headers = {"Origin": self.url}

    async def status(self, path: str, method: str = "GET", **headers: str) -> int:
        async with self.http.request(method, self.url + path, headers=headers) as answer:
            return answer.status

    async def cookie(self, **headers: str) -> SimpleCookie:
        async with self.http.post(f"{self.url}/-/player", headers=self.headers | headers) as answer:
            assert answer.status == 204
            return answer.cookies

    async def line(self, secret: str | None = "", **headers: str) -> ClientWebSocketResponse:
        """A line to the server; with a new cookie, another one, or none."""
        own = {} if secret is None else {"Cookie": f"citadels={secret or self.server.book.cookies.make()}"}
        return await self.http.ws_connect(f"{self.url}/-/play", headers=self.headers | own | headers)

    async def guest(self, secret: str = "", **opening: object) -> tuple[ClientWebSocketResponse, FakeClient]:
        line, before = await self.line(secret), len(self.launcher.clients)
        await line.send_json(FIRST_MESSAGE | opening)
        await until(lambda: len(self.launcher.clients) > before)
        return line, self.launcher.clients[-1]


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@asynccontextmanager
async def opened(origin: str = "", proxies: str = "", **limits: Any) -> AsyncIterator[Site]:
    launcher = FakeLauncher()
    bounds = GuestLimits(**({"logins": (1000.0, 1000)} | limits))
    book = GuestBook(HOST, DataFolder(Path("/nowhere")), launcher, bounds)  # type: ignore[arg-type]
    server = WebServer(book, origin, read_proxies(proxies))
    await server.open("", 0)
    try:
        async with ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
            yield Site(server, launcher, http)
    finally:
        await server.close()
        await until(lambda: len(book) == 0)
        for client in launcher.clients:
            client.end()

"""The page when the network is gone for half a minute: no packet comes through, and nobody says so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

pytest.importorskip("aiohttp", reason="the extra web is not installed")
pytest.importorskip("playwright.async_api", reason="playwright is not installed")
from playwright.async_api import async_playwright, expect

from tests.support.guests.web_servers import CHROMIUM, SWITCHES, needs_browser, opened, until
from tests.support.terminal import SECONDS

pytestmark = [pytest.mark.asyncio, pytest.mark.long, needs_browser]
CUT = 30.0


class Network:
    """What lies between the browser and the host."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open = asyncio.Event()
        self._open.set()
        self._lines: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Let nothing through, and tell nobody."""
        self._open.clear()

    def mend(self) -> None:
        """Let everything through that has waited, and what is new."""
        self._open.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        ways = [asyncio.create_task(self._one_way(*way)) for way in ((reader, back), (there, writer))]
        self._lines.update(ways)
        await asyncio.wait(ways)

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.close()

    def end(self) -> None:
        for line in self._lines:
            line.cancel()


@asynccontextmanager
async def network(port: int) -> AsyncIterator[tuple[Network, int]]:
    between = Network(port)
    server = await asyncio.start_server(between.carry, "127.0.0.1", 0)
    try:
        yield between, server.sockets[0].getsockname()[1]
    finally:
        between.mend()
        server.close()
        between.end()


async def test_half_a_minute_without_network_keeps_the_seat() -> None:
    expect.set_options(timeout=SECONDS * 1000)
    async with opened() as site, network(site.server.port) as (between, port), async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=SECONDS * 1000)
        context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        page = await context.new_page()
        page.set_default_timeout(SECONDS * 1000)
        await page.goto(f"http://127.0.0.1:{port}/friday")
        await page.fill("#name", "Ada")
        await page.locator("#welcome button").tap()
        await until(lambda: site.launcher.clients)
        first = site.launcher.clients[0]
        first.draw(b"before")
        body, screen = page.locator("body"), page.locator(".xterm-rows")
        await expect(screen).to_contain_text("before")
        between.cut()
        await asyncio.sleep(CUT)
        between.mend()
        # Its client has gone, and another one of the same player at the same table has come.
        await until(lambda: len(site.launcher.clients) > 1 and not site.launcher.clients[-1].session.closing)
        last = site.launcher.clients[-1]
        assert (last.ticket.seed, last.ticket.table) == (first.ticket.seed, "friday")
        last.draw(b"\r\nafter")
        await expect(screen).to_contain_text("after")
        await expect(body).to_have_attribute("data-state", "playing")
        await page.keyboard.type("x")
        await until(lambda: last.typed.endswith(b"x"))
        await browser.close()

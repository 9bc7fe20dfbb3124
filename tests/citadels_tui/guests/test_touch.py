"""The page on a phone, in a real browser with touch: its type, a tap, a swipe, a long press, and the keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

pytest.importorskip("aiohttp", reason="the extra web is not installed")
pytest.importorskip("playwright.async_api", reason="playwright is not installed")
from playwright.async_api import CDPSession, Page, async_playwright, expect

from citadels_tui.guests.guest_client import CURSOR
from tests.support.guests.web_servers import CHROMIUM, SWITCHES, FakeClient, needs_browser, opened, until
from tests.support.terminal import SECONDS

pytestmark = [pytest.mark.asyncio, needs_browser]
MOUSE = b"\x1b[?1000h\x1b[?1003h\x1b[?1006h"
"""What the game says to be told of the mouse."""


class Phone:
    """A page at which somebody plays with a finger."""

    def __init__(self, page: Page, client: FakeClient, session: CDPSession) -> None:
        self.page, self.client, self.session = page, client, session

    async def touch(self, kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        await self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    async def cell(self, column: int, line: int) -> tuple[float, float]:
        """The middle of a cell."""
        box = await self.page.locator(".xterm-screen").bounding_box()
        assert box is not None
        columns, lines = self.client.size
        return box["x"] + (column - 0.5) * box["width"] / columns, box["y"] + (line - 0.5) * box["height"] / lines

    async def typed(self, *parts: bytes) -> None:
        """Wait for what the finger has done, and forget it."""
        await until(lambda: all(part in self.client.typed for part in parts))
        self.client.typed = b""

    async def keyboard(self) -> str:
        """What the phone is asked to show while something is typed."""
        return str(await self.page.locator(".xterm-helper-textarea").evaluate("field => field.inputMode"))

    async def shows(self, mode: str) -> None:
        """Wait until the phone is asked to show that."""
        field = self.page.locator(".xterm-helper-textarea")
        await expect(field).to_have_attribute("inputmode", mode, timeout=SECONDS * 1000)


@asynccontextmanager
async def phone(width: int, height: int) -> AsyncIterator[Phone]:
    async with opened() as site, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=SECONDS * 1000)
        context = await browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, device_scale_factor=2
        )
        page = await context.new_page()
        page.set_default_timeout(SECONDS * 1000)
        await page.goto(site.url)
        await page.fill("#name", "Ada")
        await page.locator("#welcome button").tap()
        await until(lambda: site.launcher.clients)
        client = site.launcher.clients[0]
        client.draw(MOUSE + b"here")
        await page.wait_for_selector("body[data-state=playing]")
        yield Phone(page, client, await context.new_cdp_session(page))
        await browser.close()


@pytest.mark.thorough
async def test_touch_clicks_scrolls_and_opens_the_keyboard() -> None:
    async with phone(390, 844) as at:
        page, client = at.page, at.client
        columns, lines = client.size
        assert 40 <= columns < 44
        assert lines >= 30
        for size in ((844, 390), (360, 640)):
            await page.set_viewport_size({"width": size[0], "height": size[1]})
            least = 80 if size[0] > size[1] else 40
            await until(lambda least=least: least <= client.size[0] < least + 20)  # type: ignore[misc]
            assert client.size[1] >= 20
            boxes = [await page.locator(part).bounding_box() for part in (".xterm-screen", "#keys")]
            above, below = (box for box in boxes if box is not None)
            assert above["y"] + above["height"] <= below["y"]
            assert below["y"] + below["height"] <= size[1]
        place = await at.cell(5, 3)
        await page.touchscreen.tap(*place)
        await at.typed(b"\x1b[<0;5;3M", b"\x1b[<0;5;3m")
        x, y = await at.cell(5, 12)
        await at.touch("touchStart", (x, y))
        await at.touch("touchMove", (x, y - 60))
        await at.touch("touchEnd")
        await until(lambda: client.typed.count(b"\x1b[<65;") >= 2)
        assert b"\x1b[<0;" not in client.typed
        client.typed = b""
        await at.touch("touchStart", await at.cell(9, 4))
        await at.typed(b"\x1b[<35;9;4M")
        await at.touch("touchEnd")
        for key, sent in (("escape", b"\x1b"), ("down", b"\x1b[B"), ("enter", b"\r")):
            await page.locator(f"[data-key={key}]").tap()
            await at.typed(sent)
        assert await at.keyboard() == "none"
        for _ in range(2):
            # It shows the keyboard, and never hides it: the phone may have done so itself.
            await page.locator("[data-key=keyboard]").tap()
            assert await at.keyboard() == "text"
            assert await page.locator(":focus").get_attribute("class") == "xterm-helper-textarea"
        await page.keyboard.type("hello")
        await page.keyboard.press("Enter")
        await at.typed(b"hello\r")
        assert await at.keyboard() == "none"
        assert b"\x1b[<0;" not in client.typed
        # It comes by itself with a line that the game wants typed, and goes with it.
        client.draw(b"name?" + CURSOR[True].encode())
        await at.shows("text")
        assert await page.locator(":focus").get_attribute("class") == "xterm-helper-textarea"
        client.draw(b"done" + CURSOR[False].encode())
        await at.shows("none")


@pytest.mark.thorough
async def test_a_new_guest_sees_or_scrolls_to_the_button_that_goes_on_in_every_window() -> None:
    """Also in a phone that is laid down, and above its keyboard."""
    async with opened() as site, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=SECONDS * 1000)
        page = await browser.new_page(has_touch=True, is_mobile=True)
        page.set_default_timeout(SECONDS * 1000)
        await page.goto(site.url)
        for width, height in ((390, 844), (844, 390), (640, 300), (844, 150)):
            await page.set_viewport_size({"width": width, "height": height})
            for part in ("h1", "#name", "button"):
                found = page.locator(f"#welcome {part}")
                if height < 300:
                    await found.scroll_into_view_if_needed()
                box = await found.bounding_box()
                assert box is not None
                assert 0 <= box["y"] <= box["y"] + box["height"] <= height, (part, width, height)
        await browser.close()

"""The terminal in the page, in a real browser: what is typed, copied and titled, and the end of a session."""

from __future__ import annotations

import pytest

pytest.importorskip("aiohttp", reason="the extra web is not installed")
pytest.importorskip("playwright.async_api", reason="playwright is not installed")
from playwright.async_api import async_playwright, expect

from tests.support.guests.web_servers import CHROMIUM, SWITCHES, needs_browser, opened, until
from tests.support.terminal import SECONDS

pytestmark = [pytest.mark.slow, pytest.mark.asyncio, needs_browser]
TIME = SECONDS * 1000


@pytest.mark.thorough
async def test_clipboard_is_written_but_never_read() -> None:
    expect.set_options(timeout=TIME)
    async with opened() as site, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=TIME)
        context = await browser.new_context(locale="nl-NL")
        await context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = await context.new_page()
        page.set_default_timeout(TIME)
        await page.goto(f"{site.url}/Friday")
        body, screen = page.locator("body"), page.locator(".xterm-rows")
        await expect(page.locator("#welcome button")).to_have_text("Spelen")
        await page.fill("#name", "Ada McX")
        await page.keyboard.press("Enter")
        await until(lambda: site.launcher.clients)
        client = site.launcher.clients[0]
        assert (client.ticket.name, client.ticket.table) == ("Ada McX", "friday")
        assert client.ticket.environ["LANG"] == "nl.UTF-8"
        client.draw(b"\x1b]2;Your turn\x07\x1b]52;c;aGFsbG8gw6k=\x07\x1b]52;c;?\x07\x1b]52;c;%\x07frost")
        await expect(screen).to_contain_text("frost")
        await expect(page).to_have_title("Your turn")
        copied = "async () => { while (await navigator.clipboard.readText() !== 'hallo é'); return true }"
        assert await page.evaluate(copied)
        await page.keyboard.type("é€")
        for key in ("ArrowUp", "F1", "Control+q"):
            await page.keyboard.press(key)
        # And no answer to the question what the clipboard holds.
        await until(lambda: client.typed.endswith(b"\x11"))
        assert client.typed == "é€\x1b[A\x1bOP\x11".encode()
        await page.evaluate("""() => {
            const pasted = new DataTransfer();
            pasted.setData("text/plain", "x".repeat(3000) + "end");
            document.querySelector(".xterm-helper-textarea").dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true })
            );
        }""")
        await until(lambda: client.typed.endswith(b"xend"))
        client.end()
        await expect(body).to_have_attribute("data-state", "ended")
        await page.keyboard.press("Enter")
        await until(lambda: len(site.launcher.clients) == 2)
        assert site.launcher.clients[1].ticket.seed == client.ticket.seed
        await browser.close()

"""The page of a game in a real browser, from disk: by link, key, finger and screen reader, without anything else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("aiohttp", reason="the extra web is not installed")
pytest.importorskip("playwright.async_api", reason="playwright is not installed")
from playwright.async_api import Page, async_playwright, expect

from citadels_tui.export.game_page import game_page
from citadels_tui.history.recording import recorded
from tests.support.client.recorded import game_file
from tests.support.guests.web_servers import CHROMIUM, SWITCHES, needs_browser
from tests.support.terminal import SECONDS
from tests.support.tiers import tiered

pytestmark = [pytest.mark.asyncio, needs_browser]
TIME = SECONDS * 1000
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HOSTILE = ("</script><img src=x onerror=document.title='caught'>", "<b>Bo</b>", "&lt;Cleo&gt;", "אבג [/] ${x}")


@asynccontextmanager
async def opened(
    folder: Path, anchor: str = "", names: tuple[str, ...] = (), wrong: list[str] | None = None, **options: Any
) -> AsyncIterator[Page]:
    """The page of a game, from a file; whatever goes wrong on it, or is asked of elsewhere, fails the test.

    Where a test waits for something wrong, it brings a list for it.
    """
    found: list[str] = [] if wrong is None else wrong
    expect.set_options(timeout=TIME)
    file = game_file()
    path = folder / "game.html"
    path.write_text(game_page(recorded(replace(file, names=names or file.names))), encoding="utf-8")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=TIME)
        context = await browser.new_context(**({"locale": "en-GB"} | options))
        page = await context.new_page()
        page.set_default_timeout(TIME)
        page.on("console", lambda message: found.append(message.text))
        page.on("pageerror", lambda error: found.append(str(error)))
        page.on("dialog", lambda dialog: found.append(dialog.message))
        page.on(
            "request", lambda request: found.append(request.url) if request.url[:5] not in ("file:", "data:") else None
        )
        await page.goto(path.as_uri() + anchor)
        yield page
        await browser.close()
    assert wrong is not None or found == []


def at(page: Page, move: int) -> Any:
    return expect(page.locator(".when")).to_contain_text(f", move {move} of ")


@pytest.mark.thorough
async def test_a_link_leads_to_a_move_and_keys_lead_on(tmp_path: Path) -> None:
    last = len(game_file().record.moves)
    async with opened(tmp_path, "#move-57") as page:
        await at(page, 57)
        await page.keyboard.press("ArrowRight")
        await at(page, 58)
        assert page.url.endswith("#move-58")
        await page.keyboard.press("Home")
        await at(page, 0)
        await page.keyboard.press("]")
        await expect(page.locator(".when")).to_contain_text("Round 2 of ")
        await page.keyboard.press("[")
        await at(page, 0)
        await expect(page.locator(".ending[open]")).to_have_count(0)
        await page.keyboard.press("End")
        await at(page, last)
        await expect(page.locator(".ending[open] table")).to_be_visible()
        await page.goto(page.url.partition("#")[0] + "#move-12&eyes=2&lang=nl")
        await expect(page.locator("html")).to_have_attribute("lang", "nl")
        await expect(page.locator(".when")).to_contain_text(", zet 12 van ")
        await page.goto(page.url.partition("#")[0] + "#move-99999999&eyes=77&lang=xx")
        await expect(page.locator(".when")).to_contain_text(f" of {last}")


@pytest.mark.thorough
async def test_it_plays_and_stops(tmp_path: Path) -> None:
    async with opened(tmp_path) as page:
        await page.get_by_role("button", name="Play").click()
        await expect(page.get_by_role("button", name="Stop")).to_be_visible()
        await expect(page.locator(".when")).not_to_contain_text(", move 0 of ")
        await page.get_by_role("button", name="Stop").click()
        await expect(page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.thorough
async def test_through_a_players_eyes_the_others_hands_are_closed(tmp_path: Path) -> None:
    async with opened(tmp_path, "#move-30") as page:
        await expect(page.locator(".hand")).to_have_count(4)
        await page.get_by_label("Seen by").select_option("Cleo")
        await expect(page.locator(".hand")).to_have_count(1)
        assert page.url.endswith("#move-30&eyes=3")
        await expect(page.locator(".player", has=page.locator(".hand"))).to_have_attribute("aria-label", "Cleo")
        await page.get_by_label("Language").select_option("Deutsch")
        await expect(page.get_by_label("Sicht von")).to_have_value("3")
        await page.keyboard.press("Escape")
        await page.locator("body").press("v")
        await expect(page.locator(".hand")).to_have_count(1)
        await expect(page.locator(".player", has=page.locator(".hand"))).to_have_attribute("aria-label", "Dan")


@pytest.mark.thorough
async def test_a_screen_reader_finds_its_way(tmp_path: Path) -> None:
    async with opened(tmp_path, "#move-120") as page:
        for role, name in (
            *(("button", each) for each in ("The move before", "The next move", "The round before", "The next round")),
            *(("slider", "Move"), ("navigation", "Moving through the game"), ("list", "The characters")),
            *(("heading", "What happened"), ("heading", "Ann"), ("region", "Ann")),
        ):
            assert await page.get_by_role(role, name=name).count() == 1, name  # type: ignore[arg-type]
        assert await page.locator("main, nav, header.top").count() == 3
        assert await page.locator("[aria-live=polite]").inner_text()
        current = page.locator(".lines [aria-current=step]")
        assert await current.count() >= 1
        # What happened later is not read yet.
        assert await page.locator(".lines li:visible").count() < await page.locator(".lines li").count()
        named = "each.textContent.trim() || each.ariaLabel || each.labels?.length"
        unnamed = f"[...document.querySelectorAll('button, a, select, input')].filter((each) => !({named})).length"
        assert await page.evaluate(unnamed) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("size", tiered([(390, 844), (360, 640), (844, 390), (1280, 800)], [(360, 640)]))
@pytest.mark.parametrize("scheme", tiered(["dark", "light"], ["dark"]))
async def test_it_fits_phones_and_desktops(tmp_path: Path, size: tuple[int, int], scheme: str) -> None:
    phone: dict[str, Any] = {
        "viewport": {"width": size[0], "height": size[1]},
        "color_scheme": scheme,
        "has_touch": True,
    }
    async with opened(tmp_path, "#move-150", **phone) as page:
        assert await page.evaluate("document.documentElement.scrollWidth") == size[0]
        button = page.get_by_role("button", name="The next move")
        box = await button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= size[1]
        await button.tap()
        await at(page, 151)
        ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, ground[4:-1].split(","))) < 300) == (scheme == "dark")


@pytest.mark.thorough
async def test_a_finger_opens_what_a_card_does(tmp_path: Path) -> None:
    async with opened(tmp_path, "#move-120", **PHONE) as page:
        await page.locator(".rank .role").first.tap()
        await expect(page.locator("dialog[open] h2")).to_have_text("1 Assassin")
        await page.get_by_role("button", name="Close").tap()
        await expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.thorough
async def test_hostile_names_are_letters(tmp_path: Path) -> None:
    async with opened(tmp_path, "#move-150", names=HOSTILE) as page:
        heads = await page.locator(".player h3").all_text_contents()
        assert all(head.startswith(name) for head, name in zip(heads, HOSTILE, strict=True))
        assert await page.locator("img, b").count() == 0
        assert (await page.title()).startswith("Citadels: ")


@pytest.mark.thorough
async def test_the_browser_lets_nothing_out(tmp_path: Path) -> None:
    wrong: list[str] = []
    async with opened(tmp_path, wrong=wrong) as page:
        asked = "fetch('data:text/plain,x').then(() => 'out', () => 'kept')"
        assert await page.evaluate(asked) == "kept"
        await page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'x()'}))")
    assert "default-src" in wrong[0]
    assert "script-src" in wrong[-1]

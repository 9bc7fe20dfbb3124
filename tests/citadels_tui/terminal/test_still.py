"""The moment in which a screen is painted: once all that follows from a key has changed, and seldom enough."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import product
from time import monotonic
from typing import Any

import pytest
from textual.app import App
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.events import Key, Resize
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip

from citadels_tui.screens.games import GamesScreen
from citadels_tui.screens.help import HelpScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.terminal.settled_screen import (
    MOST_TURNS,
    PERIOD,
    TURNS,
    SettledScreen,
    SettleTimer,
    SparingCompositor,
)
from citadels_tui.widgets import linked_text
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.card_text import Passage
from tests.support.client import tables
from tests.support.client.driving import LARGE, client, settle, table_of
from tests.support.client.fake import FakeFeed
from tests.support.terminal import SECONDS, improvement

pytestmark = pytest.mark.asyncio


async def turns(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def test_changes_that_follow_from_each_other_are_one_paint() -> None:
    paints: list[float] = []
    still = SettleTimer(lambda: paints.append(monotonic()))
    for _ in range(4):
        still.resume()
        await turns(TURNS - 1)
        assert not paints
    await turns(4)
    assert len(paints) == 1
    await turns(2 * MOST_TURNS)
    assert len(paints) == 1


async def test_changes_without_an_end_are_painted() -> None:
    paints: list[float] = []
    still = SettleTimer(lambda: paints.append(monotonic()))
    for _ in range(2 * MOST_TURNS):
        still.resume()
        await turns(1)
    assert paints


async def test_nothing_is_painted_that_is_painted_already() -> None:
    paints: list[float] = []
    still = SettleTimer(lambda: paints.append(monotonic()))
    still.resume()
    still.pause()
    await turns(2 * MOST_TURNS)
    assert not paints


async def test_paints_are_apart() -> None:
    paints: list[float] = []
    still = SettleTimer(lambda: paints.append(monotonic()))
    still.painted()
    before = monotonic()
    still.resume()
    end = before + SECONDS
    while not paints:
        assert monotonic() < end
        await turns(1)
    assert paints[0] - before > PERIOD / 2


@pytest.mark.slow
@improvement
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_a_step_of_the_cursor_is_one_paint(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    feed = FakeFeed()
    tables.warlord(feed)
    async with client(feed, size=size) as pilot:
        table = table_of(pilot)
        for key in ("down", "down", "up"):
            said, paints = table.detail.said, list[str]()
            monkeypatch.setattr(type(pilot.app), "_display", lambda *_, paints=paints: paints.append(""))
            pilot.app.post_message(Key(key, None))
            end = monotonic() + SECONDS
            while not paints or table.detail.said == said:
                assert monotonic() < end
                await asyncio.sleep(0)
            await turns(MOST_TURNS)
            # What would follow in another frame.
            await asyncio.sleep(3 * PERIOD)
            assert len(paints) == 1, key
            await settle(pilot)


@pytest.mark.slow
@improvement
@pytest.mark.parametrize(("size", "behind"), [((80, 24), False), (LARGE, True)], ids=["covered", "seen"])
async def test_nothing_is_worked_out_of_which_nothing_is_seen(
    size: tuple[int, int], behind: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=size) as pilot:
        await pilot.press("?")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen._compositor, SparingCompositor)
        grounds: list[Region] = []

        def noted(_: HelpScreen, crop: Region) -> list[Strip]:
            grounds.append(crop)
            return []

        monkeypatch.setattr(HelpScreen, "render_lines", noted)
        found = [region.intersection(clip) for region, clip, _ in screen._compositor._get_renders()]
        # Its ground is the screen below, of which a dialog as large as the window leaves nothing.
        assert bool(grounds) == behind
        cells = [set(product(region.column_range, region.line_range)) for region in found]
        assert set[tuple[int, int]]().union(*cells) == set(product(range(size[0]), range(size[1])))
        assert all(each - set[tuple[int, int]]().union(*cells[:place]) for place, each in enumerate(cells))


@pytest.mark.slow
@improvement
async def test_a_dialog_has_its_styles_though_its_parts_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under Python 3.13.5 and 3.14: they are there before Textual loads the style sheet."""
    load = App._load_screen_css

    def load_if_begun(app: App[int], screen: Screen[Any]) -> None:
        if screen.is_running:
            load(app, screen)

    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        monkeypatch.setattr(App, "_load_screen_css", load_if_begun)
        await pilot.press("?")
        await settle(pilot)
        assert pilot.app.screen.query_one(".box").styles.border_top[0] == "round"


@pytest.mark.slow
@improvement
@pytest.mark.parametrize("ends", ["the screen", "the client"])
async def test_nothing_looks_for_parts_that_have_ended(monkeypatch: pytest.MonkeyPatch, ends: str) -> None:
    def last_words(part: ThingList) -> None:
        screen = part.screen
        assert isinstance(screen, GamesScreen)
        # A new size was told a moment before, and its paint comes due now.
        screen._invoke_later(screen.show, screen)
        asyncio.get_running_loop().call_soon(screen._settling._paint)

    async with client() as pilot:
        await pilot.press("g")
        assert isinstance(pilot.app.screen, GamesScreen)
        monkeypatch.setattr(ThingList, "on_unmount", last_words, raising=False)
        if ends == "the screen":
            await pilot.press("escape")
            await settle(pilot)
            assert isinstance(pilot.app.screen, HomeScreen)


async def test_of_two_sizes_on_their_way_the_newest_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Size] = []
    resize = Screen._on_resize

    async def count(screen: Screen[Any], event: Resize) -> None:
        told.append(event.size)
        # Otherwise it would never end.
        assert len(told) < 20
        await resize(screen, event)

    async with client() as pilot:
        monkeypatch.setattr(Screen, "_on_resize", count)
        for size in (Size(60, 20), Size(80, 24)):
            pilot.app.screen.post_message(Resize(size, size))
            # What lies between them keeps Textual from handling only the last.
            pilot.app.screen.call_later(lambda: None)
        await settle(pilot)
        assert set(told) == {pilot.app.screen.size} == {Size(80, 24)}


@pytest.mark.slow
async def test_the_help_is_wrapped_once(monkeypatch: pytest.MonkeyPatch) -> None:
    feed, widths = FakeFeed(), set[int]()
    tables.income(feed)
    wrapped = linked_text._wrapped

    def noted(passage: Passage, text: Content, width: int) -> list[Content]:
        widths.add(width)
        return wrapped(passage, text, width)

    monkeypatch.setattr(linked_text, "_wrapped", noted)
    async with client(feed, size=(80, 24)) as pilot:
        await pilot.press("?")
        await settle(pilot)
        assert len(widths) == 1, widths


@pytest.mark.slow
@improvement
@pytest.mark.parametrize("over", ["", "?"])
async def test_a_resized_window_is_painted_once_laid_out(monkeypatch: pytest.MonkeyPatch, over: str) -> None:
    feed = FakeFeed()
    tables.income(feed, 8)
    async with client(feed, size=LARGE) as pilot:
        await pilot.press(*over)
        await settle(pilot)
        painted: list[object] = []
        render = SparingCompositor.render_update

        def counted(self: SparingCompositor, *arguments: Any, **options: Any) -> object:
            painted.append(render(self, *arguments, **options))
            return painted[-1]

        monkeypatch.setattr(SparingCompositor, "render_update", counted)
        await pilot.resize_terminal(110, 36)
        await settle(pilot)
        # Once whole, and what follows from it.
        assert 1 <= sum(each is not None for each in painted) <= 3
        assert [screen._holds for screen in pilot.app.screen_stack if isinstance(screen, SettledScreen)] == [0] * (
            1 + len(over)
        )


@pytest.mark.slow
@improvement
@pytest.mark.parametrize("key", ["?", "l"], ids=["dialog", "screen"])
async def test_the_parts_of_a_new_screen_get_their_styles_once(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    feed = FakeFeed()
    tables.income(feed, 8)
    async with client(feed, size=LARGE) as pilot:
        styled: Counter[DOMNode] = Counter()
        apply = Stylesheet.apply

        def counted(self: Stylesheet, node: DOMNode, **options: Any) -> None:
            styled[node] += 1
            apply(self, node, **options)

        below = pilot.app.screen
        monkeypatch.setattr(Stylesheet, "apply", counted)
        await pilot.press(key)
        await settle(pilot)
        parts = list(pilot.app.screen.walk_children(with_self=False))
        assert pilot.app.screen is not below
        # Some have more classes when it is known what they show, or get the keys.
        often = [part for part in parts if styled[part] > 1]
        assert len(often) <= len(parts) / 2, often

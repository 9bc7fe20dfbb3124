"""A walk over all screens: each is opened once, and every law of screens is checked while it is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from citadels_tui.screens.base import Dialog
from citadels_tui.terminal.theme import OWN_THEMES
from tests.citadels_tui.app.test_bindings import WALKED, check, check_help
from tests.citadels_tui.app.test_style_sheets import SHEETS, check_first_and_last_look
from tests.citadels_tui.conftest import Frame
from tests.citadels_tui.screens.test_buttons import came_back, check_parts, press_items
from tests.citadels_tui.screens.test_frames import FRAMED, SIZES, pale
from tests.citadels_tui.screens.test_titles import title
from tests.support.client.clipping import clipped
from tests.support.client.driving import SMALL, settle
from tests.support.client.shown import ALIKE, SCREENS, shown

pytestmark = [pytest.mark.slow, pytest.mark.asyncio, pytest.mark.usefixtures("elsewhere")]

UNTITLED = ("palette", "lesson")
"""Textual's own, and one that says in its first line what it is about."""


class Laws:
    """What does not hold on a screen, law by law."""

    def __init__(self) -> None:
        self.broken: list[str] = []

    @contextmanager
    def law(self, name: str) -> Iterator[None]:
        """Note that a law does not hold, and go on with the next."""
        try:
            yield
        except (AssertionError, pytest.fail.Exception) as error:
            self.broken.append(f"{name}: {error}")


def check_title(screen: Screen[object]) -> None:
    """A dialog says over its frame what it is about."""
    if isinstance(screen, Dialog):
        assert title(screen)


async def check_sizes(pilot: Pilot[int], laws: Laws, sizes: Iterable[tuple[int, int]], frame: Frame | None) -> None:
    """Look at the open screen in windows of several sizes, and leave it in the small one."""
    for size in sizes:
        await pilot.resize_terminal(*size)
        await settle(pilot)
        label = "{}x{}".format(*size)
        if frame is not None:
            with laws.law(f"frame at {label}"):
                frame(pilot.app, label)
        with laws.law(f"nothing is cut at {label}"):
            assert clipped(pilot.app) == []
    await pilot.resize_terminal(*SMALL)
    await settle(pilot)


@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen(frame: Frame, name: str) -> None:
    laws = Laws()
    async with shown(name) as pilot:
        app, screen = pilot.app, pilot.app.screen
        if name not in UNTITLED:
            with laws.law("title"):
                check_title(screen)
        await check_sizes(pilot, laws, FRAMED, lambda app, label: frame(app, f"{name}-{label}"))
        if name in WALKED:
            with laws.law("buttons"):
                check_parts(screen)
            with laws.law("keys"):
                await check(pilot)
            with laws.law("help"):
                await check_help(pilot)
            # Where the help is wrong, it is still open.
            await came_back(pilot, screen)
        if name not in ALIKE:
            with laws.law("first and last look"):
                await check_first_and_last_look(app, SHEETS, lambda: settle(pilot))
    assert not laws.broken, "\n\n".join(laws.broken)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.thorough
async def test_every_screen_in_other_windows_and_themes_and_its_menu(name: str) -> None:
    laws = Laws()
    pressed: set[str | None] = set()
    done = name not in WALKED
    async with shown(name) as pilot:
        app = pilot.app
        await check_sizes(pilot, laws, [size for size in SIZES if size not in FRAMED], None)
        if name not in ALIKE:
            for theme in (*OWN_THEMES[1:], OWN_THEMES[0]):
                app.theme = theme.name
                await settle(pilot)
                with laws.law(f"contrast in {theme.name}"):
                    assert pale(app) == {}
        if not done:
            with laws.law("menu"):
                done = await press_items(pilot, pressed)
    while not done:
        # One of the items has led away from the screen for good, or does nothing: go on with the next.
        async with shown(name) as pilot:
            with laws.law("menu"):
                done = await press_items(pilot, pressed)
    assert not laws.broken, "\n\n".join(laws.broken)

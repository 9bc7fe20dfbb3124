"""The list of themes: each is tried while it is marked, and kept by Enter alone."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from citadels_tui.screens.settings import SettingsScreen
from citadels_tui.screens.themes import ThemesScreen
from citadels_tui.settings.settings import load
from citadels_tui.terminal.theme import OWN_THEMES
from citadels_tui.texts import speak
from citadels_tui.widgets.thing_list import ThingList
from tests.citadels_tui.conftest import text_frame
from tests.support.client.driving import client, settle

pytestmark = pytest.mark.asyncio


async def opened(pilot: Pilot[int]) -> ThemesScreen:
    await pilot.press("comma", "down", "enter")
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, ThemesScreen)
    return screen


@pytest.mark.thorough
async def test_a_theme_is_tried_while_it_is_marked_and_kept_by_enter_alone() -> None:
    async with client() as pilot:
        app = pilot.app
        ground = (await opened(pilot)).app.theme_variables["background"]
        await pilot.press("down")
        await settle(pilot)
        assert app.theme == "citadels-light"
        assert app.theme_variables["background"] != ground
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, SettingsScreen)
        assert (app.theme, app.theme_variables["background"]) == ("citadels", ground)
        assert load()[0].theme == "citadels"
        await pilot.press("enter", "down", "down", "enter")
        await settle(pilot)
        assert isinstance(app.screen, SettingsScreen)
        assert app.theme == load()[0].theme == "citadels-contrast"
        assert "Citadels, high contrast" in text_frame(app)


async def test_the_themes_are_the_client_s_own() -> None:
    async with client() as pilot:
        things = (await opened(pilot)).query_one(ThingList).things
        assert [thing.id for thing in things] == [theme.name for theme in OWN_THEMES]
        assert set(pilot.app.available_themes) == {theme.name for theme in OWN_THEMES}


@pytest.mark.slow
async def test_the_right_button_tries_a_theme_and_the_left_one_keeps_it() -> None:
    async with client() as pilot:
        themes = (await opened(pilot)).query_one(ThingList)
        await pilot.click(themes, offset=(4, 1), button=3)
        await settle(pilot)
        assert pilot.app.theme == "citadels-light"
        await pilot.click(themes, offset=(4, 1))
        await settle(pilot)
        assert isinstance(pilot.app.screen, SettingsScreen)
        assert pilot.app.theme == load()[0].theme == "citadels-light"


async def test_the_palette_leads_to_the_list_in_the_player_s_language() -> None:
    speak("de")
    async with client() as pilot:
        pilot.app.action_change_theme()
        await settle(pilot)
        assert isinstance(pilot.app.screen, ThemesScreen)
        assert "hoher Kontrast" in text_frame(pilot.app)

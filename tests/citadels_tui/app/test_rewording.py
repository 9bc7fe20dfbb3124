"""Another language needs no restart: what is open says everything anew."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from citadels_tui.screens.new_game import NewGameScreen
from citadels_tui.settings.settings import load
from citadels_tui.texts import language
from citadels_tui.widgets.choice import Choice
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of
from tests.support.client.fake import FakeFeed

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


async def test_the_setting_changes_its_own_screen_and_those_behind_it() -> None:
    async with client() as pilot:
        await pilot.press("comma")
        await settle(pilot)
        screen = pilot.app.screen
        screen.query_one("#language", Choice).focus()
        await pilot.press("left")
        await settle(pilot)
        assert language() == "nl"
        assert "Instellingen" in text_frame(pilot.app)
        assert screen.focused is screen.query_one("#language", Choice)
        assert load()[0].language == "nl"
        await pilot.press("escape")
        await settle(pilot)
        assert "Nieuw spel" in text_frame(pilot.app)
        assert "Stop" in text_frame(pilot.app).splitlines()[-1]
        await pilot.press("question_mark")
        await settle(pilot)
        assert "Hoe je speelt" in text_frame(pilot.app)


async def test_what_was_told_before_is_told_again() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        before = [line.text.plain for line in screen.session.story.lines]
        pilot.app.remember(language="de")  # type: ignore[attr-defined]
        await settle(pilot)
        after = [line.text.plain for line in screen.log_view.story]
        assert len(after) == len(before)
        assert any(text.startswith("Runde ") for text in after)
        assert not any("gold" in text or "card" in text for text in after)
        shown = text_frame(pilot.app)
        assert "Deine Hand" in shown or "Was tust du?" in shown
        assert "Ansehen" in shown.splitlines()[-1]
        pilot.app.remember(language="en")  # type: ignore[attr-defined]
        await settle(pilot)
        assert [line.text.plain for line in screen.log_view.story] == before


@pytest.mark.thorough
async def test_what_was_chosen_and_typed_stays() -> None:
    async with client() as pilot:
        await pilot.press("o")
        await settle(pilot)
        screen = pilot.app.screen
        for id, steps in (("cards", 10), ("players", 3), ("actions", 0)):
            screen.query_one(f"#{id}", Choice).focus()
            await pilot.press(*["right"] * steps)
        screen.query_one("#port", Input).value = "7001"
        await settle(pilot)
        chosen = {choice.id: choice.value for choice in screen.query(Choice)}
        pilot.app.remember(language="nl")  # type: ignore[attr-defined]
        await settle(pilot)
        assert {choice.id: choice.value for choice in screen.query(Choice)} == chosen
        assert screen.query_one("#port", Input).value == "7001"
        assert "De Donkere Landen" in text_frame(pilot.app)


async def test_districts_chosen_one_by_one_stay() -> None:
    async with client() as pilot:
        await pilot.press("n")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen)
        screen._pick(("keep", "park"))
        pilot.app.remember(language="de")  # type: ignore[attr-defined]
        await settle(pilot)
        assert screen.uniques == ("keep", "park")


@pytest.mark.thorough
async def test_a_box_that_lies_under_the_settings_follows() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        for key, german in (("question_mark", "Hilfe"), ("q", "Dieses Spiel verlassen"), ("T", "Der Tisch")):
            await pilot.press(key)
            await settle(pilot)
            pilot.app.action_settings()  # type: ignore[attr-defined]
            await settle(pilot)
            pilot.app.remember(language="de")  # type: ignore[attr-defined]
            await pilot.press("escape")
            await settle(pilot)
            assert german in text_frame(pilot.app)
            await pilot.press("escape")
            pilot.app.remember(language="en")  # type: ignore[attr-defined]
            await settle(pilot)


async def test_a_notice_goes_with_its_language() -> None:
    async with client() as pilot:
        pilot.app.notify("Bots do not wait.")
        await settle(pilot)
        assert "Bots do not wait." in text_frame(pilot.app)
        pilot.app.remember(language="de")  # type: ignore[attr-defined]
        await settle(pilot)
        assert "Bots do not wait." not in text_frame(pilot.app)


async def test_numbers_are_written_as_the_language_does() -> None:
    async with client() as pilot:
        await pilot.press("comma")
        await settle(pilot)
        assert "0.8 s" in text_frame(pilot.app)
        pilot.app.remember(language="de")  # type: ignore[attr-defined]
        await settle(pilot)
        assert "0,8 s" in text_frame(pilot.app)

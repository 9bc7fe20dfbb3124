"""The form of a new game: its settings, its characters, districts and bots."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from citadels_tui.screens.new_game import NewGameScreen
from citadels_tui.screens.setup_form import EACH
from citadels_tui.screens.table import TableScreen
from citadels_tui.screens.uniques import UniquesScreen
from citadels_tui.session.start import PlayGame, ShowHome
from citadels_tui.table_list.setup_choices import OWN
from citadels_tui.widgets.choice import Choice
from engine.bots import levels
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.plugins import install_sample

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


@asynccontextmanager
async def new_game() -> AsyncIterator[tuple[Pilot[int], FakeConnector]]:
    """The form, just opened, and the connector that see what is started."""
    feed = FakeFeed()
    tables.income(feed)
    connector = FakeConnector(feed)
    async with client(feed, start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("n")
        await settle(pilot)
        yield pilot, connector


def shown(screen: Screen[Any]) -> set[str]:
    """The settings that are shown."""
    return {row.id or "" for row in screen.query(Choice) if row in screen.focus_chain}


def begun(connector: FakeConnector) -> PlayGame:
    """The one game that was started."""
    (start,) = connector.started
    assert isinstance(start, PlayGame)
    return start


async def test_a_new_game_with_other_settings() -> None:
    async with new_game() as (pilot, connector):
        await pilot.press("right", "right", "down", "down", "right", "s")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        start = begun(connector)
        assert (start.name, start.order.setup.players, start.order.setup.preset) == ("Ann", 6, "first_game")
        assert start.order.opening.bots == ("builder",) * 5
        # As the settings say.
        assert (start.order.options.bot_pause, start.order.opening.thinking) == (0.8, 0.3)


async def test_a_bot_that_is_installed_beside_the_game_can_be_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    install_sample(site)
    monkeypatch.syspath_prepend(str(site))
    levels.cache_clear()
    async with new_game() as (pilot, connector):
        pilot.app.screen.query_one("#level", Choice).focus()
        await pilot.press(*["left"] * 3, "s")
        await settle(pilot)
    levels.cache_clear()
    start = begun(connector)
    assert start.order.opening.bots == ("miser",) * 3


@pytest.mark.thorough
async def test_characters_are_chosen_rank_by_rank() -> None:
    async with new_game() as (pilot, connector):
        screen = pilot.app.screen
        assert not screen.query_one("#rank1", Choice).display
        screen.query_one("#cards", Choice).choose(("deluxe", OWN))
        await pilot.press("down", "left", "right")
        await settle(pilot)
        assert screen.query_one("#rank1", Choice).display
        await pilot.press("down", "right", "s")
        await settle(pilot)
        start = begun(connector)
        assert start.order.setup.characters[:2] == ["witch", "thief"]
        assert len(start.order.setup.characters) == 8


async def test_the_key_says_whether_it_shows_the_further_settings_or_hides_them() -> None:
    async with new_game() as (pilot, _connector):
        for word in ("More", "Less", "More"):
            assert f"m {word}" in text_frame(pilot.app).splitlines()[-1]
            await pilot.press("m")
            await settle(pilot)


async def test_the_settings_say_which_cards_they_bring() -> None:
    async with new_game() as (pilot, _):
        assert "Characters: Assassin, Thief, Magician" in text_frame(pilot.app)
        await pilot.press("down", "right")
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "Characters: Assassin, Thief, Magician" not in page
        assert "Unique districts: " in page
        await pilot.press(*["right"] * 6)
        await settle(pilot)
        assert "Characters: at random" in text_frame(pilot.app)


async def test_another_edition_with_its_own_switches() -> None:
    async with new_game() as (pilot, connector):
        screen = pilot.app.screen
        await pilot.press("left", "left", "left", "down", *["left"] * 5)
        await settle(pilot)
        assert "Classic" in text_frame(pilot.app)
        assert shown(screen) == {"players", "cards", "here", "level"}
        await pilot.press("m")
        await settle(pilot)
        assert shown(screen) == {"players", "cards", "here", "level", "option_duplicates", "option_strict_bank"}
        assert screen.query_one("#players", Choice).value == 7
        await pilot.press("down", "right", "s")
        await settle(pilot)
        start = begun(connector)
        assert (start.order.setup.players, start.order.setup.edition, start.order.setup.options) == (
            7,
            "classic",
            {"duplicates": False},
        )


async def test_each_bot_is_chosen_by_its_name_and_temperament() -> None:
    async with new_game() as (pilot, connector):
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen)
        screen.query_one("#level", Choice).choose(EACH)
        screen.adapt()
        await settle(pilot)
        rows = [row for row in screen.query(Choice) if re.fullmatch(r"bot\d", row.id or "") and row.display]
        assert [row.label for row in rows] == ["Bertram", "Cosima", "Dietrich"]
        for row, level in zip(rows, ("rogue", "mastermind", "novice"), strict=True):
            row.choose(level)
        screen.adapt()
        await settle(pilot)
        assert "Bertram                < rogue (likes to take) >" in text_frame(pilot.app)
        screen.submit()
        await settle(pilot)
        start = begun(connector)
        assert start.order.opening.bots == ("rogue", "mastermind", "novice")


@pytest.mark.thorough
async def test_unique_districts_are_chosen_one_by_one() -> None:
    async with new_game() as (pilot, connector):
        await pilot.press("m", "down", "down", "left", "down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, UniquesScreen)
        await pilot.press("space")
        await settle(pilot)
        assert "15 of 14" in text_frame(pilot.app)
        await pilot.press("enter", "s")
        await settle(pilot)
        assert connector.started == []
        said = "Deluxe takes exactly 14 unique districts, not 15"
        assert said in [n.message for n in pilot.app._notifications]
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press(*["down"] * 5, "space", "enter")
        await settle(pilot)
        await pilot.press("down", "right", "s")
        await settle(pilot)
        start = begun(connector)
        assert len(start.order.setup.uniques) == 14
        assert "armory" in start.order.setup.uniques
        assert "dragon_gate" not in start.order.setup.uniques
        assert start.order.setup.action_cards

"""Keys of other layouts, of Caps Lock and in full width do what the key in their place does; texts are as typed."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input

from citadels_tui.screens.keys import KeyPressScreen
from citadels_tui.screens.log import LogScreen
from citadels_tui.screens.people import PeopleScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.terminal.input_events import MeantKey
from citadels_tui.texts import _, keys
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed


def table() -> FakeFeed:
    feed = FakeFeed()
    tables.income(feed, 4)
    return feed


async def typed(pilot: Pilot[int], char: str, meant: str = "") -> None:
    """Type a letter, of which the terminal says what it is on the base layout, or does not."""
    key = Key(char, char)
    pilot.app.post_message(MeantKey(key, meant) if meant else key)
    await settle(pilot)


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("char", "meant"),
    [
        ("l", ""),
        ("L", ""),
        ("L", "l"),
        ("\uff4c", ""),
        ("\uff2c", ""),
        ("\u0434", "l"),
        ("\u0414", "L"),
        ("\u03bb", "l"),
    ],
    ids=ascii,
)
async def test_letters_of_other_layouts_open_the_log(char: str, meant: str) -> None:
    async with client(table()) as pilot:
        await typed(pilot, char, meant)
        assert isinstance(pilot.app.screen, LogScreen)


@pytest.mark.asyncio
async def test_a_row_and_a_sign_in_full_width_are_keys() -> None:
    feed = table()
    async with client(feed) as pilot:
        await typed(pilot, "\uff1f")
        assert not isinstance(pilot.app.screen, TableScreen)
        await pilot.press("escape")
        await settle(pilot)
        await typed(pilot, "\uff47")
        assert feed.sent == ["gold"]


@pytest.mark.asyncio
async def test_a_capital_of_caps_lock_is_not_the_key_with_shift() -> None:
    async with client(table()) as pilot:
        await typed(pilot, "T", "t")
        assert isinstance(pilot.app.screen, TableScreen)
        await typed(pilot, "T")
        assert isinstance(pilot.app.screen, PeopleScreen)


@pytest.mark.asyncio
async def test_a_letter_that_nobody_can_place_is_explained_once() -> None:
    async with client(table(), size=(110, 34)) as pilot:
        told = _(keys.OTHER_LAYOUT)
        await typed(pilot, "Q")
        await pilot.press("escape")
        for char in "1\u05d3\u0434":
            assert [each.message for each in pilot.app._notifications] == ([told] if char == "\u0434" else [])
            if char != "1":
                await typed(pilot, char)
        assert [each.message for each in pilot.app._notifications] == [told]
        assert "Latin letters" in text_frame(pilot.app)


@pytest.mark.asyncio
async def test_a_text_is_as_it_is_typed() -> None:
    feed = table()
    async with client(feed) as pilot:
        await pilot.press("s")
        await settle(pilot)
        field = pilot.app.screen.query_one(Input)
        for char, meant in (
            ("\u0434", "l"),
            ("T", "t"),
            ("\uff4c", ""),
            ("\u05d3", ""),
            ("\u200c", ""),
            ("\uff1f", ""),
        ):
            await typed(pilot, char, meant)
        assert field.value == "\u0434T\uff4c\u05d3\u200c\uff1f"
        assert not pilot.app._notifications


@pytest.mark.asyncio
async def test_a_key_of_one_s_own_may_be_of_any_layout() -> None:
    async with client(table()) as pilot:
        pilot.app.set_keymap({"table.log": "\u0434"})
        await typed(pilot, "\u0434", "x")
        assert isinstance(pilot.app.screen, LogScreen)
        found: list[str | None] = []
        await pilot.app.push_screen(KeyPressScreen(""), found.append)
        await typed(pilot, "\u0416", "P")
        assert found == ["\u0416"]

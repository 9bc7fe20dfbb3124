"""Keys of one's own, set on the screen: what is taken is refused, and all screens follow."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from citadels_tui.app.app import CitadelsApp
from citadels_tui.app.keymap import bindings
from citadels_tui.screens.keys import KeyPressScreen, KeysScreen
from citadels_tui.screens.log import LogScreen
from citadels_tui.screens.settings import SettingsScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.settings.settings import load
from citadels_tui.texts import keys
from citadels_tui.widgets.menu_item import MenuItem
from tests.citadels_tui.conftest import text_frame
from tests.citadels_tui.screens.test_mouse import click_text
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed

pytestmark = pytest.mark.slow


def test_every_place_where_a_key_works_has_a_name() -> None:
    found = {id.partition(".")[0] for id in bindings(CitadelsApp) if "." in id}
    assert found == keys.GROUPS.keys()
    assert all(binding.tooltip for binding in bindings(CitadelsApp).values())


async def give(pilot: Pilot[int], id: str, key: str) -> KeysScreen:
    """Choose what a key does, and press another one for it."""
    marked(pilot, id)
    await pilot.press("enter")
    await settle(pilot)
    assert isinstance(pilot.app.screen, KeyPressScreen)
    await pilot.press(key)
    await settle(pilot)
    return marked(pilot, id)


def marked(pilot: Pilot[int], id: str) -> KeysScreen:
    """The screen of the keys, with the cursor on something."""
    screen = pilot.app.screen
    assert isinstance(screen, KeysScreen)
    assert screen.things.mark(id)
    return screen


def listed(pilot: Pilot[int], id: str) -> str:
    """What the list of keys says of something."""
    screen = pilot.app.screen
    assert isinstance(screen, KeysScreen)
    return next(thing.label.plain for thing in screen.things.things if thing.id == id)


def own(pilot: Pilot[int]) -> dict[str, str]:
    """The keys of one's own, which the file has, too."""
    assert isinstance(pilot.app, CitadelsApp)
    now = pilot.app.settings.keys
    assert load()[0].keys == now
    return now


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_key_is_set_on_the_screen_and_the_table_follows() -> None:
    feed = FakeFeed()
    tables.income(feed, 4)
    async with client(feed) as pilot:
        pilot.app.action_settings()  # type: ignore[attr-defined]
        await settle(pilot)
        assert isinstance(pilot.app.screen, SettingsScreen)
        await click_text(pilot, "Keys", MenuItem)
        # A key that is taken there, or leads out of everything, is refused with its reason.
        for key, why in (
            ("i", "i is not free there: The full text of any card or player"),
            ("3", "3 is not free there: the rows of the table's list use it"),
            ("question_mark", "? is not free there: Keys, symbols and rules"),
        ):
            await give(pilot, "table.log", key)
            assert why in [note.message for note in pilot.app._notifications]
            assert own(pilot) == {}
        await give(pilot, "table.log", "f7")
        assert own(pilot) == {"table.log": "f7"}
        assert "f7" in listed(pilot, "table.log")
        # The key that it had is free now.
        await give(pilot, "table.chat", "l")
        assert own(pilot) == {"table.log": "f7", "table.chat": "l"}
        # Two cannot have it: what was given away does not come back by itself.
        marked(pilot, "table.log")
        await pilot.press("backspace")
        await settle(pilot)
        assert own(pilot) == {"table.log": "f7", "table.chat": "l"}
        await give(pilot, "table.chat", "s")
        assert own(pilot) == {"table.log": "f7"}
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert "f7 Log" in text_frame(pilot.app)
        await pilot.press("f7")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LogScreen)


@pytest.mark.asyncio
async def test_a_key_comes_back_and_nothing_is_changed_by_leaving() -> None:
    async with client() as pilot:
        pilot.app.remember(keys={"table.log": "f7"})  # type: ignore[attr-defined]
        pilot.app.action_keys()  # type: ignore[attr-defined]
        await settle(pilot)
        marked(pilot, "table.chat")
        await pilot.press("enter")
        await settle(pilot)
        await pilot.click(offset=(0, 0))
        await settle(pilot)
        assert own(pilot) == {"table.log": "f7"}
        marked(pilot, "table.log")
        await pilot.press("backspace")
        await settle(pilot)
        assert own(pilot) == {}

"""A walk of all keys: none has two meanings on a screen, and help, last line and key map name each of them rightly."""

from __future__ import annotations

from collections import defaultdict

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from citadels_tui.app.app import CitadelsApp
from citadels_tui.app.keymap import bindings
from citadels_tui.screens.help import HelpScreen
from citadels_tui.texts import help, key_label, speak
from citadels_tui.texts.catalogue import ENGLISH, languages
from citadels_tui.widgets.key_bar import KeyBar, KnowsUse
from citadels_tui.widgets.linked_text import LinkedText
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed
from tests.support.client.shown import ALIKE, SCREENS, shown

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

WALKED = [name for name in SCREENS if name not in ALIKE | {"palette"}]
"""The palette's keys are Textual's."""


def active(screen: Screen[object]) -> list[tuple[str, str, str]]:
    """Each key that does something of ours now: the key, what it does, and its id."""
    return [
        (key, each.binding.action, each.binding.id or "")
        for key, each in screen.active_bindings.items()
        if each.binding.id
    ]


def declared(screen: Screen[object]) -> dict[str, set[str]]:
    """Key -> the ids that claim it, of the screen itself and of whatever has the keys."""
    claims: dict[str, set[str]] = defaultdict(set)
    for node in {screen, screen.focused or screen}:
        for key, binding in node._bindings:
            if binding.id and node.check_action(binding.action.partition("(")[0], ()) is not False:
                claims[key].add(binding.id)
    return claims


async def check(pilot: Pilot[int]) -> str:
    """Check the keys of the screen that is open; returns its name."""
    app, screen = pilot.app, pilot.app.screen
    known = bindings(CitadelsApp)
    mine = active(screen)
    assert mine
    for key, _action, id in mine:
        assert id in known, f"{id} is not in the key map"
        assert key in known[id].key.split(","), f"{key} of {id}"
    for key, ids in declared(screen).items():
        assert len(ids) == 1, f"{key} has two meanings in {type(screen).__name__}: {ids}"
    for bar in screen.query(KeyBar):
        for entry in bar.entries:
            named = [each for each in screen.active_bindings.values() if each.binding.key == entry.key]
            assert named, f"{entry.key} stands in the last line and does nothing"
            assert entry.words == named[0].binding.description
            assert entry.shown == app.get_key_display(named[0].binding)
        shown = {entry.key for entry in bar.entries}
        actions = {each.binding.action for each in screen.active_bindings.values() if each.binding.key in shown}
        for each in screen.active_bindings.values():
            idle = isinstance(screen, KnowsUse) and not screen.of_use(each.binding.action.partition("(")[0])
            assert not (each.binding.id and each.binding.show) or (each.binding.action in actions) != idle
    return type(screen).__name__


async def check_help(pilot: Pilot[int]) -> None:
    """The help lists every key of the screen behind it by what it does, and nothing else."""
    behind = pilot.app.screen
    if isinstance(behind, HelpScreen):
        return
    wanted = {
        (each.binding.tooltip, pilot.app.get_key_display(each.binding))
        for each in behind.active_bindings.values()
        if each.binding.id
    }
    pilot.app.action_help()  # type: ignore[attr-defined]
    await settle(pilot)
    page = pilot.app.screen
    assert isinstance(page, HelpScreen)
    said = [passage for passage, _links in page.query_one(LinkedText)._passages]
    begin = next(n for n, each in enumerate(said) if each.text.plain == help.KEYS_TITLE)
    end = next(n for n, each in enumerate(said) if each.text.plain == help.SIGNS_TITLE)
    rows = [(each.text.plain, each.head.plain.strip()) for each in said[begin + 1 : end] if each.head.plain]
    listed = {(meaning, key) for meaning, keys in rows for key in keys.split(", ")}
    assert wanted <= listed
    assert {meaning for meaning, _key in listed - wanted} <= {help.FIND, "Quit"}
    await pilot.press("escape")
    await settle(pilot)
    assert pilot.app.screen is behind


async def test_the_keys_of_the_log_beside_the_board() -> None:
    async with shown("income") as pilot:
        await pilot.press("tab")
        await settle(pilot)
        await check(pilot)
        await check_help(pilot)


async def test_help_and_last_line_follow_keys_of_ones_own() -> None:
    feed = FakeFeed()
    tables.income(feed, 4)
    async with client(feed) as pilot:
        app = pilot.app
        assert isinstance(app, CitadelsApp)
        own = {id: f"f{number}" for number, id in enumerate(("table.log", "table.inspect", "table.leave"), 6)}
        app.remember(keys=own)
        await settle(pilot)
        (bar,) = app.screen.query(KeyBar)
        assert {"f6 Log", "f7 Look", "f8 Leave"} <= {entry.label for entry in bar.entries}
        await check_help(pilot)
        await pilot.press("f7")
        await settle(pilot)
        assert await check(pilot) == "InspectScreen"


@pytest.mark.parametrize("language", languages())
async def test_no_two_keys_of_a_last_line_are_called_alike(language: str) -> None:
    speak(language)
    try:
        called: dict[tuple[str, str], set[str]] = defaultdict(set)
        for id, binding in bindings(CitadelsApp).items():
            if binding.show:
                called[id.partition(".")[0], key_label(binding.description)].add(binding.description)
        assert [each for each in called.items() if len(each[1]) > 1] == []
    finally:
        speak(ENGLISH)

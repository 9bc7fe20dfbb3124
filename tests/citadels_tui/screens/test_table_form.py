"""Forms for tables that others can join: all of them offer every option of a table."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Input

from citadels_tui.screens.host import HostScreen
from citadels_tui.screens.open_table import OpenTableScreen
from citadels_tui.screens.table_form import TableForm
from citadels_tui.session.start import HostTable, ShowHome, VisitHost
from citadels_tui.widgets.choice import Choice
from net.protocol.table_options import USUAL, TableOptions
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeConnector, FakeFeed

WANTED: dict[str, Any] = {
    "title": "Friday",
    "private": False,
    "listed": False,
    "start_when": 3,
    "bots_after": 60.0,
    "bots_yield": False,
    "series": 3,
    "turn_time": 45.0,
    "reserve": 300.0,
    "spectator_delay": 60.0,
    "bot_pause": 0.3,
}


def choose(screen: TableForm, **wanted: Any) -> None:
    """Choose these options."""
    for name, value in wanted.items():
        row: Any = screen.query_one(f"#{name}")
        assert row.display, name
        if isinstance(row, Choice):
            row.choose(value)
            assert row.value == value
        else:
            assert isinstance(row, Input)
            row.value = value


def test_every_option_is_wanted_here() -> None:
    assert set(WANTED) == set(TableOptions.model_fields)
    assert not any(getattr(USUAL, name) == value for name, value in WANTED.items() if name != "bot_pause")


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_table_of_ones_own_has_every_option() -> None:
    connector = FakeConnector(FakeFeed())
    async with client(start=ShowHome("Ann"), connector=connector) as pilot:
        await pilot.press("o")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, HostScreen)
        choose(screen, **WANTED | {"title": "x" * 39 + "\u4e00"})
        screen.query_one("#players").focus()
        await pilot.press("s")
        await settle(pilot)
        assert connector.started == []
        assert any("This title cannot be used" in said.message for said in pilot.app._notifications)
        choose(screen, title="Friday")
        await pilot.press("s")
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, HostTable)
        assert start.order.options == TableOptions(**WANTED)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_table_at_another_host_has_every_option() -> None:
    connector = FakeConnector(FakeFeed())
    connector.met = True
    async with client(start=VisitHost("Ann", "192.168.1.5"), connector=connector) as pilot:
        (visitor,) = connector.visitors
        await pilot.press("o")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, OpenTableScreen)
        assert screen.checked_options() == USUAL.model_copy(update={"private": False})
        choose(screen, **WANTED)
        screen.query_one("#players").focus()
        await pilot.press("s")
        await settle(pilot)
        (said,) = visitor.sent
        assert said.endswith(f"'options': {TableOptions(**WANTED).model_dump(exclude_defaults=True)}}}")

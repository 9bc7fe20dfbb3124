"""What holds for the making of every screen."""

from __future__ import annotations

from typing import Any

import pytest
from textual.screen import Screen

from citadels_tui.session.start import ShowHome
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The screens that were made when the app had none: from Python 3.12 on they are composed at once."""
    found: list[str] = []
    register = Screen._post_register

    def watch(screen: Screen[Any], app: Any) -> None:
        # The blank one that Textual itself begins with has nothing composed.
        if not app._screen_stack and type(screen) is not Screen:
            found.append(type(screen).__name__)
        register(screen, app)

    monkeypatch.setattr(Screen, "_post_register", watch)
    return found


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_no_screen_is_composed_before_the_app_has_one(without: list[str]) -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        for key in "?noj":
            await pilot.press(key)
            await settle(pilot)
            await pilot.press("escape")
            await settle(pilot)
    feed = FakeFeed()
    tables.end(feed)
    async with client(feed):
        pass
    assert without == []

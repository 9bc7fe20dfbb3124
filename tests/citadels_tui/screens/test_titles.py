"""Every question says over its frame what it is about, as every other dialog does (`test_every_screen.py`)."""

from __future__ import annotations

import pytest
from textual.content import Content

from citadels_tui.screens.base import Dialog
from citadels_tui.textart.symbols import UNICODE
from tests.citadels_tui.screens.test_people import with_people
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed

pytestmark = pytest.mark.asyncio


def title(dialog: Dialog[object]) -> str:
    """The title without the sign that closes the dialog."""
    said = Content.from_markup(dialog.query_one(".box").border_title or "").plain
    return said.replace(UNICODE.close, "").strip()


@pytest.mark.slow
@pytest.mark.parametrize("keys", [("q",), ("T", "down", "down", "enter"), ("e",)])
async def test_every_question_has_a_title(keys: tuple[str, ...]) -> None:
    feed = FakeFeed()
    with_people(feed) if keys[0] == "T" else tables.building(feed)
    async with client(feed) as pilot:
        for key in keys:
            await pilot.press(key)
            await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, Dialog)
        assert title(screen)

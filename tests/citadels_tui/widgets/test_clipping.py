"""The check that nothing on a screen is cut, on screens on which something is."""

from __future__ import annotations

import pytest
from textual.content import Content

from citadels_tui.actions.rows import Row
from tests.support.client import tables
from tests.support.client.clipping import clipped
from tests.support.client.driving import client, settle, table_of
from tests.support.client.fake import FakeFeed

pytestmark = pytest.mark.asyncio


async def test_clipped_text_is_found_and_open_lists_are_not() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        assert clipped(pilot.app) == []
        action_list = table_of(pilot).action_list
        action_list.actions = action_list.actions._replace(rows=(Row(Content("Fortune Teller"), opens=True),))
        await settle(pilot)
        assert clipped(pilot.app) == []
        action_list.actions = action_list.actions._replace(
            rows=(Row(Content("the very long name of a thing to choose, with all its ends")),)
        )
        await settle(pilot)
        assert len(clipped(pilot.app)) == 1
        action_list.actions = action_list.actions._replace(rows=())
        action_list.border_title = "a title of so many words that they cannot stand in any border of this list"
        await settle(pilot)
        assert len(clipped(pilot.app)) == 1

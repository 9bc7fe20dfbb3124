"""The list of a host's tables line by line: playing at once goes on where a table has no seat."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from citadels_tui.plain.console import Console
from citadels_tui.plain.line_client import LineClient
from citadels_tui.session.active_table import ActiveTable
from citadels_tui.session.start import JoinTable, VisitHost
from citadels_tui.textart.symbols import ASCII
from tests.support.client import tables
from tests.support.client.fake import FakeConnector, FakeFeed


class Script:
    """A console at which nothing is typed before the end is wanted."""

    typed = False

    def __init__(self) -> None:
        self.said: list[str] = []
        self.over = asyncio.Event()

    def say(self, said: object = "", *_: object, **__: object) -> None:
        self.said.append(str(said))

    def row(self, row: str) -> None:
        self.said.append(row)

    def conclude(self, said: object) -> None:
        self.say(said)

    async def line(self) -> str | None:
        await self.over.wait()
        return "quit"


@pytest.mark.asyncio
async def test_play_at_once_leads_past_a_table_that_has_no_seat_for_you() -> None:
    late, open_one = tables.LISTED[2], tables.LISTED[0]
    connector, script = FakeConnector(FakeFeed()), Script()
    connector.met, connector.listed = True, (open_one, late)
    connector.refused = {f"192.168.1.5:7447/{open_one.table}": "owner_asked"}
    client = LineClient(cast(Console, script), ActiveTable(ASCII, connector), confirm=False)
    playing = asyncio.create_task(client.run(VisitHost("Ann", "192.168.1.5", at_once=True)))
    try:
        async with asyncio.timeout(60):
            while not any(isinstance(way, JoinTable) and late.table in way.target for way in connector.started):
                assert not playing.done()
                await asyncio.sleep(0)
            tables.lobby(connector.feed)
            script.over.set()
            assert await playing == 0
    finally:
        playing.cancel()
    assert sum("Looking for another table." in line for line in script.said) == 1

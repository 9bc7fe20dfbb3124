"""What is asked line by line before there is a table: numbers, and the word that quits."""

from __future__ import annotations

from typing import cast

import pytest

from citadels_tui.plain.console import Console
from citadels_tui.plain.line_client import LineClient
from citadels_tui.session.active_table import ActiveTable
from citadels_tui.textart.symbols import ASCII
from tests.support.client.fake import FakeConnector, FakeFeed


class Script:
    """A console at which some lines are typed."""

    def __init__(self, *lines: str) -> None:
        self.lines = [*lines]
        self.said: list[str] = []

    def say(self, said: object = "", *_: object, **__: object) -> None:
        self.said.append(str(said))

    async def line(self) -> str | None:
        return self.lines.pop(0) if self.lines else None


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("lines", "trusted"),
    [(["", "help", "9" * 5000, "1"], True), (["2"], False), (["quit"], False), (["q"], False), ([], False)],
)
async def test_an_unknown_host_is_trusted_by_a_number_alone(lines: list[str], trusted: bool) -> None:
    script = Script(*lines)
    client = LineClient(cast(Console, script), ActiveTable(ASCII, FakeConnector(FakeFeed())), confirm=False)
    assert await client.trust("192.0.2.1", "one two") is trusted
    assert script.said.count("Type a number up to 2, or quit.") == max(0, len(lines) - 1)
    assert script.lines == []

"""A club's year: games come to a host, are over, and leave for its archive. By default a day of it, in every part."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from net.gamelog.archive import Archive
from net.local.service import DataFolder
from tests.bench.net.club import YearOrder
from tests.bench.net.year import LIVE_BYTES, RESTART, year


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_day_leaves_its_games_in_the_archive_and_the_rest_in_the_live_store(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "serve")
    found = await year(folder, YearOrder(games=8, at_once=4, left=2, recorded=2))
    assert (found["games"], found["counted"], found["logs"]) == (8, 8, 8)
    assert (found["played"], found["verified"]) == (1, 1)
    assert found["restart_tables"] == 2
    with closing(Archive(folder.archive)) as archive:
        assert {seat.name[:6] for game in archive.games() for seat in game.seats} == {"Player"}
    assert found["live_mb"] * 1e6 < LIVE_BYTES


@pytest.mark.long
@pytest.mark.asyncio
async def test_many_games_leave_the_live_store_small(tmp_path: Path) -> None:
    found = await year(DataFolder(tmp_path / "serve"), YearOrder(games=2000, keep_bytes=100 << 20))
    assert (found["games"], found["counted"], found["restart_tables"]) == (2000, 2000, 40)
    assert found["live_mb"] * 1e6 < LIVE_BYTES
    assert found["restart_cpu_s"] < RESTART

"""What was left on this machine: found the newest first, and if it cannot be resumed, with the reason."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from net.base.errors import NetError
from net.base.paths import config_path, journal_path, kept_files, local_path
from net.client.connect import connect
from net.client.updates import Decision, LobbyView
from net.host.opening import Opening
from net.host.store.journal import Journal
from net.identity.crypto import Identity
from net.local.kept_games import KeptGame, UnusableGame, find_kept, kept_games
from net.local.order import Order
from net.local.process import start_local
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.hosting import WAIT, until

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    monkeypatch.setattr("net.local.process._START", WAIT)
    monkeypatch.setattr("net.local.process._STOP", WAIT)


async def leave(moves: int) -> Path | None:
    """Begin a game against bots and leave it after some moves; the file that is kept, if any."""
    before = set(kept_files())
    async with asyncio.timeout(WAIT):
        order = Order(setup=Setup(players=2), options=TableOptions(bot_pause=0), opening=Opening(bots=("random",)))
        client = await start_local("Ada", order)
        for _ in range(moves):
            await client.move((await until(client, Decision)).moves[0])
        await until(client, Decision)
        await client.leave()
    return next(iter(set(kept_files()) - before), None)


@pytest.mark.asyncio
async def test_a_game_without_a_move_is_not_kept() -> None:
    assert await leave(0) is None
    assert list(local_path().iterdir()) == []


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_the_newest_is_first_and_shows_how_it_stands() -> None:
    older, newer = await leave(1), await leave(12)
    assert older
    assert [game.journal for game in kept_games()] == [newer, older]
    os.utime(older)
    first, second = kept_games()
    assert (first.journal, first.others) == (older, ())
    views = [game.view() for game in (first, second)]
    assert views[0]
    assert views[1]
    assert views[0].round == 1 <= views[1].round
    assert views[0].me is not None


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_what_cannot_be_resumed_has_a_reason_and_hides_no_other() -> None:
    good, opened, later, torn = [Path(f"{await leave(1)}") for _ in range(4)]
    for place, path in enumerate((good, opened, later, torn)):
        os.utime(path, (1000 + place, 1000 + place))
    with closing(sqlite3.connect(later)) as base:
        base.execute("PRAGMA user_version = 99")
    torn.write_bytes(b"SQLite format 3\0" + b"torn" * 2000)
    for place, path in enumerate((good, opened, later, torn)):
        os.utime(path, (1000 + place, 1000 + place))
    with closing(Journal(opened)):
        found = list(find_kept())
        assert [game.journal for game in found if isinstance(game, KeptGame)] == [good]
        reasons = {game.journal: str(game.reason) for game in found if isinstance(game, UnusableGame)}
    assert set(reasons) == {opened, later, torn}
    assert "version" in reasons[later]
    assert "damaged" in reasons[torn]
    assert {game.reason.code for game in found if isinstance(game, UnusableGame) and game.journal == opened} == {
        "journal_busy"
    }


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_game_of_another_key_says_so_before_it_is_offered() -> None:
    await leave(1)
    (config_path() / "host_ed25519").unlink()
    (game,) = find_kept()
    assert isinstance(game, UnusableGame)
    assert "another key" in str(game.reason)


@pytest.mark.asyncio
async def test_a_damaged_game_is_found_out_before_it_is_offered() -> None:
    path = await leave(3)
    assert path
    with closing(sqlite3.connect(path)) as base:
        base.execute("UPDATE entries SET sig = zeroblob(64) WHERE body IS NOT NULL AND number & 16777215 = 4")
        base.commit()
    (game,) = kept_games()
    with pytest.raises(NetError) as caught:
        game.view()
    assert caught.value.code == "damaged"


@pytest.mark.asyncio
async def test_a_hosted_table_names_its_people() -> None:
    async with asyncio.timeout(WAIT):
        order = Order(setup=Setup(players=3), bind="0.0.0.0", journal=f"{journal_path()}")
        owner = await start_local("Ada", order, start=False)
        assert owner.invite
        guest = await connect(owner.invite.at("127.0.0.1"), Identity.new(), "Ben")
        await until(owner, lambda update: isinstance(update, LobbyView) and update.seats[1].kind == "human")
        # Killed, it says nothing.
        owner._connection.send = lambda frame: None  # type: ignore[method-assign]
        await owner.leave()
        await guest.leave()
    (game,) = kept_games()
    assert (game.hosted, game.others) == (True, ("Ben",))
    assert game.view() is None

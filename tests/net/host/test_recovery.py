"""A host that is started again: it brings back what it can, says what it cannot, and knows which table was the last."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from net.base.errors import NetError
from net.base.paths import journal_path, local_path
from net.client.connect import connect
from net.client.updates import Chat, Decision, LobbyView, Notice
from net.host.host import Host
from net.host.opening import Opening, Reach
from net.host.store.journal import Journal
from net.host.store.stored_table import TableRecord
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.local.kept_games import kept_games
from net.local.order import Order
from net.local.process import resume_local, start_local
from net.protocol.client_messages import Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.hosting import FAST, SEED, WAIT, invite, open_table, until
from tests.support.net.journals import SEQ

pytestmark = pytest.mark.slow

SPOILERS: dict[str, Callable[[sqlite3.Connection, str], object]] = {
    "the table's record": lambda base, id: base.execute(
        "UPDATE tables SET record = substr(record, 1, 40) WHERE id = ?", (id,)
    ),
    "the type of its record": lambda base, id: base.execute("UPDATE tables SET record = 7 WHERE id = ?", (id,)),
    "a move of a bot": lambda base, id: base.execute(
        f"UPDATE entries SET text = 'castle' WHERE salt = x'' AND {SEQ} > 0"
        " AND number >> 24 = (SELECT max(number) FROM games)"
    ),
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    return tmp_path


async def hosted(path: Path, identity: Identity, tables: int) -> list[str]:
    """A host that has played a little at some tables and is gone: their ids."""
    async with Host.open(identity, limits=FAST, store=Journal(path)) as host:
        opened = []
        for _ in range(tables):
            table = open_table(host, 2, bots=["random"])
            opened.append(table.id)
            client = await connect(invite(host, table), Identity.new(), "Ada")
            await client.request(Start)
            for _ in range(3):
                await client.move((await until(client, Decision)).moves[0])
            await until(client, Decision)
            # The next game has a later id.
            await asyncio.sleep(0.002)
    return opened


@pytest.mark.asyncio
@pytest.mark.parametrize("what", SPOILERS)
async def test_one_damaged_table_does_not_stop_the_others(tmp_path: Path, what: str) -> None:
    path, identity = tmp_path / "host.db", Identity.new()
    async with asyncio.timeout(WAIT):
        first, second, third = await hosted(path, identity, 3)
        with closing(sqlite3.connect(path)) as base:
            SPOILERS[what](base, third)
            base.commit()
            stored = base.execute("SELECT * FROM tables WHERE id = ?", (third,)).fetchall()
        async with Host.open(identity, limits=FAST, store=Journal(path)) as host:
            assert [table.id for table in host.recover()] == [first, second]
            assert [(id, fault.code) for id, fault in host.unread.items()] == [(third, "stored")]
            assert list(host.tables) == [first, second]
        with closing(sqlite3.connect(path)) as base:
            assert base.execute("SELECT * FROM tables WHERE id = ?", (third,)).fetchall() == stored


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_the_owner_is_told_of_a_table_that_could_not_be_brought_back() -> None:
    path = journal_path()
    async with asyncio.timeout(WAIT):
        client = await start_local(
            "Ada",
            Order(
                setup=Setup(players=2),
                options=TableOptions(bot_pause=0),
                opening=Opening(bots=("random",)),
                journal=str(path),
            ),
        )
        decision = await until(client, Decision)
        await client.leave()
        with closing(sqlite3.connect(path)) as base:
            base.execute("INSERT INTO tables (id, record) SELECT '7' || substr(id, 2), x'00' FROM tables")
            base.commit()
        assert [(game.rules.players, game.hosted) for game in kept_games()] == [(2, True)]
        client = await resume_local(path, "Ada")
        told = await until(client, Notice)
        assert told.code == "stored"
        assert told.sentence.startswith("A stored table cannot be brought back, and stays as it is: it is damaged")
        assert (await until(client, Decision)).moves == decision.moves
        await client.leave()
        with closing(sqlite3.connect(path)) as base:
            base.execute("DELETE FROM tables WHERE record <> x'00'")
            base.commit()
        with pytest.raises(NetError) as caught:
            await resume_local(path, "Ada")
        assert caught.value.code == "stored"


@pytest.mark.asyncio
async def test_a_join_without_a_table_finds_the_only_or_own_one() -> None:
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), limits=FAST) as host:
        nameless = Invite(Address("127.0.0.1", host.port), pin_of(host.identity.public), b"")
        ada = Identity.new()
        with pytest.raises(NetError) as caught:
            await connect(nameless, ada, "Ada")
        assert caught.value.code == "table_choice"
        first = open_table(host, 2)
        client = await connect(nameless, ada, "Ada")
        assert client.table == first.id
        second = open_table(host, 2)
        with pytest.raises(NetError) as caught:
            await connect(nameless, Identity.new(), "Bo")
        assert caught.value.code == "table_choice"
        again = await connect(nameless, ada, "Ada")
        assert again.table == first.id
        assert second.lobby.people == []
        await again.leave()


@pytest.mark.asyncio
async def test_tables_keep_their_order_when_the_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, identity = tmp_path / "host.db", Identity.new()
    async with asyncio.timeout(WAIT):
        async with Host.open(identity, limits=FAST, store=Journal(path)) as host:
            first = open_table(host, 2, owned=True).id
            await connect(host.invite(host.tables[first], "127.0.0.1", owner=True), Identity.new(), "Ada")
            monkeypatch.setattr(time, "time_ns", lambda: 86_400_000_000_000)
            second = open_table(host, 3, owned=True).id
            await connect(host.invite(host.tables[second], "127.0.0.1", owner=True), Identity.new(), "Ada")
            monkeypatch.undo()
        assert second < first
        async with Host.open(identity, limits=FAST, store=Journal(path)) as host:
            assert [table.id for table in host.recover()] == [first, second]
            assert list(host.tables) == [first, second]


@pytest.mark.asyncio
async def test_a_kept_game_of_an_edition_nobody_knows_is_not_offered(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT):
        client = await start_local(
            "Ada",
            Order(
                setup=Setup(players=2), options=TableOptions(bot_pause=0), opening=Opening(bots=("random",), seed=SEED)
            ),
        )
        await client.move((await until(client, Decision)).moves[0])
        await until(client, Decision)
        await client.leave()
        (game,) = kept_games()
        with closing(sqlite3.connect(game.journal)) as base:
            id, stored = base.execute("SELECT id, record FROM tables").fetchone()
            record = TableRecord.read(id, stored)
            unknown = record.setup.model_copy(update={"edition": "deluxy"})
            base.execute("UPDATE tables SET record = ?", (record.model_copy(update={"setup": unknown}).dump(id),))
            base.commit()
        assert kept_games() == []
        assert list(local_path().iterdir())


@pytest.mark.asyncio
async def test_a_table_comes_back_where_it_was() -> None:
    """The others still have the invitation."""
    async with asyncio.timeout(WAIT):
        client = await start_local(
            "Ada",
            Order(
                setup=Setup(players=2),
                options=TableOptions(bot_pause=0),
                opening=Opening(bots=("random",)),
                journal=f"{journal_path()}",
            ),
        )
        await until(client, Decision)
        invited = client.invite
        await client.leave()
        client = await resume_local(journal_path(), "Ada")
        assert client.invite == invited
        await until(client, Decision)
        await client.leave()


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("goodbye", [False, True])
async def test_a_table_that_has_not_started_is_kept_unless_its_owner_leaves(goodbye: bool) -> None:
    async with asyncio.timeout(WAIT):
        reach = Reach(relay="127.0.0.1:9", address="play.example.org:7447")
        order = Order(
            setup=Setup(players=3), opening=Opening(bots=("random",)), journal=f"{journal_path()}", reach=reach
        )
        client = await start_local("Ada", order, start=False)
        await until(client, LobbyView)
        await client.chat("Is anybody there?")
        await until(client, Chat)
        if not goodbye:
            # Killed, it says nothing.
            client._connection.send = lambda frame: None  # type: ignore[method-assign]
        await client.leave()
        assert [(game.rules.players, game.moves) for game in kept_games()] == ([] if goodbye else [(3, 0)])
        # There is no empty journal left behind.
        assert journal_path().exists() is not goodbye
        if not goodbye:
            assert [game.reach for game in kept_games()] == [reach]
            client = await resume_local(journal_path(), "Ada")
            # Others come as they came before.
            assert client.invite
            assert client.invite.address == Address("play.example.org", relay="127.0.0.1:9")
            lobby = await until(client, LobbyView)
            assert lobby.mine
            assert [seat.kind for seat in lobby.seats] == ["human", "open", "bot"]
            await client.leave()

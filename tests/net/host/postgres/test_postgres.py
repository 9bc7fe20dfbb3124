"""The store that several hosts share: who has a table, who may write, and a database that goes away."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engine import __version__
from net.base.errors import NetError
from net.host.postgres import postgres_format
from net.host.shared.shared_store import Claim
from net.host.store.store import Change, StoredEntry, StoredSecret
from tests.support.net.databases import Server, why_not
from tests.support.net.hardships import full
from tests.support.net.hosting import soon
from tests.support.net.shared_hosts import code

pytestmark = pytest.mark.slow

postgres = pytest.importorskip(
    "net.host.postgres.postgres_store", reason="the extra postgres is missing", exc_type=ImportError
)
postgres_session = postgres.postgres_session
PostgresStore = postgres.PostgresStore

PIN = bytes(20)
A, B = "127.0.0.1:7001", "127.0.0.1:7002"
TABLE, GAME = "0" * 26, "1" * 26


@contextmanager
def store(url: str, address: str = A, pin: bytes = PIN) -> Iterator[Any]:
    opened = PostgresStore.open(url, address, pin)
    try:
        yield opened
    finally:
        opened.close()


def entry(seq: int, body: bytes = b"entry") -> StoredEntry:
    return StoredEntry(GAME, seq, body, b"sig")


def change(seq: int = 0, record: bytes | None = b"table", **more: Any) -> Change:
    return Change(TABLE, record, (entry(seq),) if seq else (), **more)


async def at_last(store: Any, change: Change) -> str:
    """Save a change as a table does: again and again, while the database does not answer, or is full."""
    while (found := await code(store.save(change))) in ("database", "disk_full"):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return found


def logs(server: Server, url: str) -> list[tuple[int, bytes]]:
    return [(seq, bytes(body)) for seq, body in server.ask(url, "SELECT seq, body FROM entries ORDER BY seq")]


def test_in_ci_there_is_a_database() -> None:
    if os.environ.get("CI") and os.uname().sysname == "Linux":
        assert why_not() == ""


# One host


@pytest.mark.asyncio
async def test_saved_tables_are_there_for_the_next_host(url: str) -> None:
    with store(url) as first:
        secret = StoredSecret(GAME, 0, b"text", b"salt")
        await first.save(Change(TABLE, b"one", (entry(1),), (secret,)))
        await first.save(Change(TABLE, None, (entry(2),)))
        await first.save(Change("2" * 26, b"two"))
    with store(url) as second:
        assert second.tables() == [(TABLE, b"one"), ("2" * 26, b"two")]
        assert second.game(GAME).entries == (entry(1), entry(2))
        assert second.game(GAME).secrets == (secret,)
        await second.save(Change(TABLE, b"three", forget=GAME))
        await second.save(Change("2" * 26, b""))
        assert second.game(GAME).entries == ()
    with store(url) as third:
        assert third.tables() == [(TABLE, b"three")]


@pytest.mark.asyncio
async def test_a_log_is_never_written_over_but_the_same_change_may_come_twice(server: Server, url: str) -> None:
    """The answer to a commit may be lost; then the table saves it again."""
    with store(url) as host:
        assert await code(host.save(change(1))) == ""
        assert await code(host.save(change(1))) == ""
        bad, good = Change(TABLE, None, (entry(1, b"forged"), entry(2))), Change("2" * 26, b"other")
        # One table's fault is not the others'.
        found = await asyncio.gather(code(host.save(bad)), code(host.save(good)))
        assert [*found] == ["journal", ""]
    assert logs(server, url) == [(1, b"entry")]


@pytest.mark.asyncio
async def test_many_tables_share_a_commit(server: Server, url: str) -> None:
    with store(url) as host:
        ids = [f"{number:026}" for number in range(200)]
        await asyncio.gather(*(host.save(Change(id, b"table")) for id in ids))
        assert sorted(server.ask(url, "SELECT id FROM tables")) == [(id,) for id in ids]
        (commits,) = server.ask(url, "SELECT count(DISTINCT xmin::text) FROM tables")[0]
        assert commits < 100


# Two hosts


@pytest.mark.asyncio
async def test_a_table_belongs_to_one_host_at_a_time(server: Server, url: str) -> None:
    with store(url) as second:
        with store(url, B) as first:
            await first.save(change(1))
            assert await second.claim(TABLE) == Claim(None, B)
            assert await second.claim("3" * 26) is None
            assert second.tables() == []
            assert await second.everywhere() == [(TABLE, b"table")]
            assert await code(second.save(change(2, b"stolen"))) == "elsewhere"
        # The session's end is enough.
        assert await second.claim(TABLE) == Claim(b"table")
        assert await code(second.save(change(2, b"mine"))) == ""
        assert await second.claim(TABLE) == Claim(b"mine")
    assert logs(server, url) == [(1, b"entry"), (2, b"entry")]


@pytest.mark.asyncio
async def test_two_hosts_with_one_address_are_told_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with store(url) as first:
        monkeypatch.setattr(postgres_session, "DEAD", 0.0)
        with pytest.raises(NetError, match=r"another host of this database is at 127\.0\.0\.1:7001") as caught:
            PostgresStore.open(url, A, PIN)
        assert caught.value.code == "local_host"
        assert await code(first.save(change(1))) == ""
    # As soon as it is gone another one may have it.
    with store(url) as second:
        assert second.tables() == [(TABLE, b"table")]


@pytest.mark.asyncio
async def test_a_session_that_is_lost_begins_again_with_the_same_tables(server: Server, url: str) -> None:
    with store(url) as host:
        await host.save(change(1))
        server.ask(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'citadels'")
        assert await at_last(host, change(2)) == ""
        assert not host.lost
    assert logs(server, url) == [(1, b"entry"), (2, b"entry")]


@pytest.mark.asyncio
async def test_a_host_that_wakes_writes_nothing(server: Server, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was silent for so long that another host has its table."""
    monkeypatch.setattr(postgres_session, "_LATE", postgres_session._SILENT)
    with store(url) as sleeper, store(url, B) as second:
        await sleeper.save(change(1))
        # As if it had been stopped long ago; its heartbeat comes back only with its writer.
        wake = _sleep(sleeper)
        server.ask(url, f"UPDATE hosts SET heartbeat = heartbeat - interval '1 minute' WHERE address = '{A}'")
        claims = [await second.claim(TABLE), await second.claim(TABLE)]
        assert Claim(b"table") in claims
        assert await code(second.save(change(2, b"second"))) == ""
        wake()
        assert await at_last(sleeper, change(2, b"first")) == "elsewhere"
        assert sleeper.lost == {TABLE}
        assert await code(sleeper.save(change(0, b""))) == "elsewhere"
        assert await sleeper.claim(TABLE) == Claim(None, B)
    assert server.ask(url, "SELECT record FROM tables") == [(b"second",)]
    assert logs(server, url) == [(1, b"entry"), (2, b"entry")]


def _sleep(host: Any) -> Callable[[], None]:
    """Have a store's writer do nothing until this is called."""
    awake, asleep = threading.Event(), threading.Event()

    def wait(_: object) -> None:
        asleep.set()
        awake.wait()

    host._ask(wait)
    asleep.wait()
    return awake.set


@pytest.mark.asyncio
async def test_other_hosts_find_the_tables_of_a_lost_one(
    server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store(url, B) as first:
        await first.save(change(1))
    monkeypatch.setattr(postgres_session, "DEAD", 0.0)
    with store(url) as second:
        assert second.abandoned == ()
        server.ask(url, f"UPDATE hosts SET heartbeat = heartbeat - interval '1 minute' WHERE address = '{B}'")
        await soon(lambda: second.abandoned == (TABLE,))
        assert set(second.hosts) == {A, B}
        assert await second.claim(TABLE) == Claim(b"table")
        await soon(lambda: second.abandoned == ())


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_host_without_the_database_lets_its_tables_go_in_the_end(
    server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store(url) as host:
        await host.save(change(1))
        server.kill()
        assert await code(host.save(change(2))) == "database"
        with pytest.raises(NetError, match="database does not answer"):
            await host.claim(TABLE)
        monkeypatch.setattr(postgres_session, "_LET_GO", 0.1)
        await soon(lambda: host.lost == {TABLE})
        # Its people are sent to the others, which may have the database.
        assert await code(host.save(change(2))) == "elsewhere"
        server.start()
        while await code(host.claim(TABLE)) == "database":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert await code(host.save(change(2))) == ""


# What is wrong with it


def sentence(url: str, code: str = "journal", **more: Any) -> str:
    with pytest.raises(NetError) as raised, store(url, **more):
        pass
    assert raised.value.code == code
    text = str(raised.value)
    assert text.isprintable()
    return text


def test_each_fault_of_a_database_is_one_sentence(server: Server, url: str) -> None:
    server.ask("postgres", "DO $$BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ada') THEN"
               " CREATE ROLE ada LOGIN PASSWORD 'right'; END IF; END$$")  # fmt: skip
    place = f"127.0.0.1:{server.port}"
    found = sentence(f"postgresql://ada:hunter2@{place}/postgres")
    assert "password authentication failed" in found
    assert "hunter2" not in found
    # Whoever may come in, but may not make tables.
    assert "permission denied" in sentence(f"postgresql://ada:right@{place}/postgres")
    assert 'database "nothing" does not exist' in sentence(server.url("nothing"))
    assert "refused" in sentence("postgresql://ada@127.0.0.1:1/postgres")
    with store(url):
        assert "another key" in sentence(url, pin=b"p" * 20)
    server.ask(url, "UPDATE cluster SET version = 99, program = '2.0'")
    assert sentence(url, "later_version") == "Update citadels: the database is of version 2.0."


def test_a_database_of_an_earlier_number_is_upgraded_while_no_host_uses_it(
    url: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store(url):
        server.ask(url, "UPDATE cluster SET program = '1.0'")
        add = "ALTER TABLE tables ADD COLUMN note text NOT NULL DEFAULT 'added'"
        monkeypatch.setattr(postgres_format, "UPGRADES", (lambda base: base.execute(add),))
        assert "stop all of them first" in sentence(url)
    with store(url):
        assert server.ask(url, "SELECT version, program FROM cluster") == [(2, __version__)]
        assert server.ask(url, "SELECT count(*) FROM information_schema.columns WHERE column_name = 'note'") == [(1,)]
    monkeypatch.setattr(postgres_format, "UPGRADES", ())
    assert "the database is of version" in sentence(url, "later_version")


@pytest.mark.asyncio
async def test_a_slow_database_is_tried_again_and_a_full_one_too(server: Server, url: str) -> None:
    with store(url) as host:
        await host.save(change(1))
        host._wait(lambda base: base.execute("SET statement_timeout = 50"))
        with psycopg_connection(url) as other:
            other.execute("SELECT id FROM tables FOR UPDATE")
            assert await code(host.save(change(2))) == "database"
            host._wait(lambda base: base.execute("RESET statement_timeout"))
        assert await code(host.save(change(2))) == ""
        with full(url):
            assert await code(host.save(change(3))) == "disk_full"
        assert await code(host.save(change(3))) == ""
    assert [seq for seq, _ in logs(server, url)] == [1, 2, 3]


@pytest.mark.asyncio
async def test_a_fault_of_one_question_is_nobody_elses(url: str) -> None:
    with store(url) as host:
        with pytest.raises(NetError) as caught:
            host._wait(lambda _: 1 / 0)
        assert caught.value.code == "internal"
        assert await code(host.save(change(1))) == ""
        assert len(host.game(GAME).entries) == 1


@pytest.mark.asyncio
async def test_after_a_fault_in_saving_nobody_waits_for_ever(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with store(url) as host:
        with monkeypatch.context() as patch:
            patch.setattr(host._session, "save", lambda changes: 1 / 0)
            async with asyncio.timeout(10):
                assert await code(host.save(change(1))) == "internal"
        assert await code(host.save(change(1))) == ""


@pytest.mark.asyncio
async def test_a_database_that_is_slow_for_each_row_is_given_few_at_once(
    server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for the rows of many others, and the commit does not last until the host is taken for gone."""
    monkeypatch.setattr("net.host.postgres.postgres_store.LONG", 0.2)
    with store(url) as host:
        changes = [Change(f"{number:026}", b"table") for number in range(8)]

        async def save_all() -> int:
            """Save all of them at once; in how many commits that was done."""
            wake = _sleep(host)
            saving = [asyncio.ensure_future(code(host.save(change))) for change in changes]
            await asyncio.sleep(0)
            wake()
            assert await asyncio.gather(*saving) == [""] * 8
            (commits,) = server.ask(url, "SELECT count(DISTINCT xmin::text) FROM tables")[0]
            return int(commits)

        await save_all()
        body = "BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END"
        server.ask(url, f"CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
        server.ask(url, "CREATE TRIGGER slow BEFORE UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION slow()")
        await save_all()
        assert await save_all() >= 4


@pytest.mark.asyncio
async def test_a_host_whose_heartbeat_finds_no_room_is_not_taken_for_gone(server: Server, url: str) -> None:
    with store(url) as first, store(url, B) as second:
        await first.save(change(1))
        with full(url) as refused:
            server.ask(url, "ALTER TABLE hosts DISABLE TRIGGER USER")
            server.ask(url, f"UPDATE hosts SET heartbeat = heartbeat - interval '1 minute' WHERE address = '{A}'")
            server.ask(url, "ALTER TABLE hosts ENABLE TRIGGER USER")
            before = refused()
            await soon(lambda: refused() > before + 3)
            assert await second.claim(TABLE) == Claim(None, A)
        assert await code(first.save(change(2))) == ""


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_a_full_database_is_named_after_a_lost_session_too(server: Server, url: str) -> None:
    with store(url) as host:
        await host.save(change(1))
        with full(url):
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'citadels'"
            server.ask(url, ended)
            while (found := await code(host.save(change(2)))) == "database":  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            assert found == "disk_full"
            # Whoever starts meanwhile reads why not.
            assert "No space left on device" in sentence(url)
        assert await at_last(host, change(2)) == ""
    assert logs(server, url) == [(1, b"entry"), (2, b"entry")]


def psycopg_connection(url: str) -> Any:
    import psycopg

    return psycopg.connect(url)

"""A journal that the disk has damaged: its tables come back exactly as they were, or are called damaged in words."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from net.base.errors import NetError
from net.base.paths import games_path
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Decision, LobbyView, Notice, Started, Stopped
from net.gamelog.archive import archived
from net.gamelog.verify import verify
from net.host.game.logged_game import LoggedGame
from net.host.host import Host
from net.host.opening import Opening
from net.host.seats.host_services import HostServices
from net.host.store import journal as journal_module
from net.host.store.journal import Journal
from net.host.table.table import Table
from net.identity.crypto import Identity
from net.identity.invitations import Invite
from net.identity.tls import pin_of
from net.local.kept_games import kept_games
from net.local.order import Order
from net.local.process import resume_local, start_local
from net.protocol.client_messages import Ready, Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.fakes import FakeClock
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, play_of, until
from tests.support.net.journals import SEQ
from tests.support.net.kept_logs import kept as kept_logs

pytestmark = pytest.mark.slow

ENTRIES = 70
QUICK = replace(FAST, backoff=(0.01, 0.05))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    # What has been written stays in the write-ahead log.
    monkeypatch.setattr(journal_module, "_REST", 1e6)
    return tmp_path


class Left:
    """What a host has left on its disk, in the middle of a game."""

    def __init__(self, folder: Path, identity: Identity, play: LoggedGame) -> None:
        self.folder = folder
        self.identity = identity
        self.heads = tuple(play.validator.heads)
        self.moves = tuple(play._moves)
        self.copies = 0

    def copy(self) -> Path:
        """Another disk with the same on it; the journal."""
        self.copies += 1
        return shutil.copytree(self.folder, self.folder.with_name(f"copy{self.copies}")) / "host.db"

    def outcome(self, path: Path) -> str:
        """What comes of a journal: ``exact``, what is said of its table, or the sentence of an error.

        Anything else is silent damage.
        """
        try:
            with closing(Journal(path)) as store:
                ((id, record),) = store.tables()
                table = Table.recover(HostServices(self.identity, FakeClock(), store), id, record)
        except NetError as error:
            return str(error) if "damaged" in str(error) or "malformed" in str(error) else f"unclear: {error}"
        if table.game is None:
            assert [entry.seq for entry in table.sound] == list(range(1, len(table.sound) + 1))
            return table.damage
        assert (*table.game.validator.heads[:-1],) == self.heads
        assert (*table.game._moves,) == self.moves
        return table.damage or "exact"


@contextmanager
def left(folder: Path, *, closed: bool) -> Iterator[Left]:
    """A host that was killed, or (``closed``) ended in good order."""

    async def game() -> Left:
        identity, path = Identity.new(), folder / "live" / "host.db"
        async with asyncio.timeout(WAIT), Host.open(identity, limits=FAST, store=Journal(path)) as host:
            table = open_table(host, 2, bots=["random"], seed=None)
            client = await connect(invite(host, table), Identity.new(), "Ada")
            await client.request(Start)
            while True:
                decision = await until(client, Decision)
                assert table.game
                if table.game.log.seq >= ENTRIES:
                    break
                await client.move(decision.moves[0])
            found = Left(folder / "left", identity, table.game)
            if not closed:
                shutil.copytree(path.parent, found.folder)
        if closed:
            shutil.copytree(path.parent, found.folder)
        return found

    yield asyncio.run(game())


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal_module, "_REST", 1e6)
        with left(tmp_path_factory.mktemp("killed"), closed=False) as found:
            yield found


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    with left(tmp_path_factory.mktemp("ended"), closed=True) as found:
        yield found


def spoil(path: Path, chance: random.Random) -> str:
    """Change a file as disks do; how."""
    content = bytearray(path.read_bytes())
    place = chance.randrange(len(content))
    match chance.choice(("a bit", "a sector", "the rest")):
        case "a bit":
            content[place] ^= 1 << chance.randrange(8)
        case "a sector":
            place -= place % 512
            content[place : place + 512] = bytes(byte ^ 0xFF for byte in content[place : place + 512])
        case _:
            del content[place:]
    path.write_bytes(content)
    return f"at {place}"


def test_undamaged_tables_come_back_exactly(killed: Left, ended: Left) -> None:
    assert killed.outcome(killed.copy()) == "exact"
    assert ended.outcome(ended.copy()) == "exact"


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_write_ahead_log_is_noticed(killed: Left, seed: int) -> None:
    path = killed.copy()
    spoil(path.with_name("host.db-wal"), random.Random(seed))
    found = killed.outcome(path)
    # Everything in it matters.
    assert "entries of its game, " in found


def test_a_write_ahead_log_that_is_gone_is_noticed(killed: Left) -> None:
    path = killed.copy()
    path.with_name("host.db-wal").unlink()
    assert (
        killed.outcome(path) == f"of the {len(killed.heads)} entries of its game, 0 can be read, and it cannot go on."
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_journal_brings_a_table_back_exactly_or_says_so(ended: Left, seed: int) -> None:
    path = ended.copy()
    spoil(path, random.Random(seed))
    found = ended.outcome(path)
    assert found
    assert not found.startswith("unclear")


LAST_SIGNED = "number = (SELECT max(number) FROM entries WHERE salt <> x'')"
CONTENT: dict[str, str] = {
    "a body": f"UPDATE entries SET body = substr(body, 1, 30) || x'00' || substr(body, 32) WHERE {SEQ} = 30",
    "a body that is text": f"UPDATE entries SET body = 'castle' WHERE {SEQ} = 30",
    "a body that is a number": f"UPDATE entries SET body = 7 WHERE {SEQ} = 30",
    "no body": f"UPDATE entries SET body = NULL WHERE {SEQ} = 30",
    "a signature": f"UPDATE entries SET sig = zeroblob(64) WHERE {SEQ} = 30",
    "a number": f"UPDATE entries SET number = number + 270 WHERE {SEQ} = 30",
    "an entry": f"DELETE FROM entries WHERE {SEQ} = 30",
    "the last entry": "DELETE FROM entries WHERE number = (SELECT max(number) FROM entries)",
    "all of the log": "DELETE FROM entries",
    "the name of a game": "UPDATE games SET id = 'castle'",
    "the number of a game": "UPDATE games SET number = number + 1",
    "a number that no game has": "UPDATE games SET number = 1 << 61",
    "the host's secret": f"UPDATE entries SET text = zeroblob(32) WHERE {SEQ} = 0",
    "a salt": f"UPDATE entries SET salt = zeroblob(16) WHERE {LAST_SIGNED}",
    "a salt that is text": f"UPDATE entries SET salt = 'x' WHERE {LAST_SIGNED}",
    "a move": f"UPDATE entries SET text = 'castle' WHERE {LAST_SIGNED}",
    "every secret": "UPDATE entries SET text = NULL, salt = NULL",
    "a record": "UPDATE tables SET record = substr(record, 1, 60) || x'01' || substr(record, 62)",
    "a record that is text": "UPDATE tables SET record = 'castle'",
    "the name of a table": "UPDATE tables SET id = 7",
}


@pytest.mark.parametrize("what", CONTENT)
def test_a_changed_value_ends_one_table_in_words(ended: Left, what: str) -> None:
    path = ended.copy()
    with closing(sqlite3.connect(path)) as base:
        assert base.execute(CONTENT[what]).rowcount
        base.commit()
    if what == "the name of a table":
        with closing(Journal(path)) as store:
            for id, record in store.tables():
                with pytest.raises(NetError, match="damaged"):
                    Table.recover(HostServices(ended.identity, FakeClock(), store), id, record)
    else:
        assert ended.outcome(path) not in ("", "exact")


@pytest.mark.parametrize("keep", ["no marks", "spoilt marks"])
def test_a_journal_is_whole_without_its_marks(ended: Left, keep: str) -> None:
    path = ended.copy()
    marks = path.with_name("host.db-marks")
    if keep == "no marks":
        marks.unlink()
    else:
        marks.write_bytes(bytes([7]) * 1000)
    assert ended.outcome(path) == "exact"


def test_another_key_is_not_taken_for_damage(ended: Left) -> None:
    path, ended_identity = ended.copy(), ended.identity
    with closing(Journal(path)) as store:
        ((id, record),) = store.tables()
        with pytest.raises(NetError, match="another key") as caught:
            Table.recover(HostServices(Identity.new(), FakeClock(), store), id, record)
        assert caught.value.code == "stored"
        assert Table.recover(HostServices(ended_identity, FakeClock(), store), id, record).game


# Who is told


async def until_lobby(client: Client) -> tuple[dict[str, str], LobbyView]:
    """What a client is told on the way to a lobby, and the lobby."""
    told: dict[str, str] = {}

    def there(update: object) -> bool:
        if isinstance(update, Notice):
            told[update.code] = update.sentence
        return isinstance(update, LobbyView)

    return told, await until(client, there)


@pytest.mark.asyncio
async def test_players_are_told_that_the_disk_has_failed_and_can_play_on(tmp_path: Path) -> None:
    identity, path, names = Identity.new(), tmp_path / "first" / "host.db", ("Ada", "Bo")
    async with asyncio.timeout(WAIT):
        async with Host.open(identity, limits=QUICK, store=Journal(path)) as host:
            table, port = open_table(host, 2, seed=None), host.port
            players = [
                await connect(invite(host, table), Identity.new(), name, limits=QUICK, archive=tmp_path / f"{name}.db")
                for name in names
            ]
            await players[0].request(Start)
            for client in players:
                await until(client, Started)
            assert table.game
            log = table.game.log
            while log.seq < 12:
                asked = next(client for client in players if client.seat == play_of(table).seat)
                await asked.move((await until(asked, Decision)).moves[0])
                before = log.seq
                while log.seq == before or {client.head for client in players} != {log.head}:  # noqa: ASYNC110
                    await asyncio.sleep(0.002)
            shutil.copytree(path.parent, tmp_path / "second")
        spoilt = tmp_path / "second" / "host.db"
        changes = spoilt.with_name("host.db-wal")
        changes.write_bytes(changes.read_bytes()[:-1000])
        async with Host.open(identity, limits=QUICK, port=port, store=Journal(spoilt)) as host:
            (table,) = host.recover()
            assert 0 < len(table.sound) < log.seq
            (kept,) = host.salvaged
            assert kept.parent == games_path()
            # As far as it goes, nothing is wrong with it.
            report = verify(identity.public, archived(kept).notes)
            assert [finding.code for finding in report.findings] == ["truncated"]
            for client, name in zip(players, names, strict=True):
                assert (await until(client, Stopped)).reason == "gone"
                told, _ = await until_lobby(client)
                assert told["damaged"].startswith("The host's disk has failed")
                assert f"of the {log.seq} entries of its game, {len(table.sound)} can be read" in told["damaged"]
                if "log_kept" not in told:
                    told["log_kept"] = (await until(client, Notice)).sentence
                # The players have all of it.
                ((file, own),) = kept_logs(tmp_path / f"{name}.db").items()
                assert len(own.notes) == log.seq
                assert str(tmp_path / f"{name}.db" / file) in told["log_kept"]
            while len(table.lobby.players) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.002)
            # No share is given to a game that was not wished for.
            await players[1].request(partial(Ready, on=True))
            # Who owned the table still does, wherever they sit.
            await players[0].request(Start)
            for client in players:
                await until(client, Started)
                await client.leave()


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_the_owner_is_told_where_the_log_of_a_damaged_game_is(tmp_path: Path) -> None:
    path = tmp_path / "hosted.db"
    async with asyncio.timeout(WAIT):
        await leave_a_game(path, bind="0.0.0.0")
        client = await resume_local(path, "Ada", bind="0.0.0.0")
        told, lobby = await until_lobby(client)
        if len(told) < 2:
            told["log_kept"] = (await until(client, Notice)).sentence
        (kept,) = kept_logs(games_path())
        assert str(games_path() / kept) in told["log_kept"]
        assert "3 can be read" in told["damaged"]
        assert lobby.mine
        await client.request(Start)
        await until(client, Started)
        await client.leave()
        # With the next game it is forgotten.
        client = await resume_local(path, "Ada", bind="0.0.0.0")
        assert (await until_lobby(client))[0] == {}
        await client.leave()


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_damaged_game_of_ones_own_ends_with_a_sentence() -> None:
    async with asyncio.timeout(WAIT):
        await leave_a_game(None)
        (game,) = kept_games()
        with pytest.raises(NetError) as caught:
            await resume_local(game.journal, "Ada")
        (kept,) = kept_logs(games_path())
        assert caught.value.code == "damaged"
        assert str(games_path() / kept) in str(caught.value)
        assert list(game.journal.parent.iterdir()) == []


async def leave_a_game(journal: Path | None, bind: str = "127.0.0.1") -> None:
    """LoggedGame a little and leave; then the disk changes an entry."""
    client = await start_local(
        "Ada",
        Order(
            setup=Setup(players=2),
            options=TableOptions(bot_pause=0),
            opening=Opening(bots=("random",)),
            journal=str(journal) if journal else None,
            bind=bind,
        ),
    )
    for _ in range(3):
        await client.move((await until(client, Decision)).moves[0])
    await until(client, Decision)
    await client.leave()
    with closing(sqlite3.connect(journal or kept_games()[0].journal)) as base:
        base.execute(f"UPDATE entries SET sig = zeroblob(64) WHERE {SEQ} = 4")
        base.commit()


@pytest.mark.asyncio
async def test_a_join_at_an_unreadable_table_says_so() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        # As somebody has it who has been there: an invitation alone does not say which table it was to.
        unread = replace(invite(host, table).address, table=table.id)
        host.unread[table.id] = NetError("stored", "it is damaged.")
        del host.tables[table.id]
        open_table(host, 2)
        with pytest.raises(NetError, match="its host cannot read it") as caught:
            await connect(Invite(unread, pin_of(host.identity.public), b""), Identity.new(), "Ada")
        assert caught.value.code == "stored"

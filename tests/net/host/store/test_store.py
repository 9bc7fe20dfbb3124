"""The journal: what it was told is there, whatever happens, and nobody else reads or changes it."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from engine.cards import CHARACTERS, DISTRICTS
from engine.event import public, secret
from engine.rules import Rules
from net.host.game.logged_game import LoggedGame
from net.host.store.journal import Journal
from net.host.store.store import (
    Change,
    Gathering,
    MemoryStore,
    Store,
    StoredEntry,
    StoredGame,
    StoredSecret,
)
from net.host.store.watermark import Watermark
from tests.support.net.hosting import WAIT
from tests.support.net.journals import GAME, OTHER, SEQ, change, entry, journal, save
from tests.support.net.signed_games import SignedGame


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "host" / "journal.db"


# What is kept


@pytest.mark.parametrize("kind", [Journal, MemoryStore])
def test_saved_tables_are_there(kind: type[Store], path: Path) -> None:
    store: Store = Journal(path) if kind is Journal else MemoryStore()
    own, last = StoredSecret(GAME, 0, b"secret"), StoredSecret(GAME, 2, b"build inn", b"salt")
    assert save(store, change(1, 2, record=b"lobby", secrets=(own, last))) == [""]
    assert save(store, change(3), change(1, table="B", game=OTHER, record=b"other")) == ["", ""]
    assert save(store, Change("A", record=b"play")) == [""]
    if kind is Journal:
        store.close()
        store = Journal(path)
    with closing(store):
        assert store.tables() == [("A", b"play"), ("B", b"other")]
        assert store.game(GAME) == StoredGame((entry(1), entry(2), entry(3)), (own, last))
        assert store.game(OTHER) == StoredGame((entry(1, OTHER),), ())
        assert save(store, Change("A", record=b"", forget=GAME)) == [""]
        assert store.tables() == [("B", b"other")]
        assert store.game(GAME) == StoredGame((), ())
        assert store.game(OTHER).entries


def test_a_table_that_has_ended_leaves_no_watermark(path: Path) -> None:
    with closing(Journal(path)) as store:
        marks = {table: Watermark(table, 1) for table in "AB"}
        assert save(store, *(Change(table, record=b"lobby", mark=mark) for table, mark in marks.items())) == ["", ""]
    with closing(Journal(path)) as store:
        assert {table: store.mark(table) for table in "AB"} == marks
        assert save(store, Change("A", record=b"")) == [""]
    with closing(Journal(path)) as store:
        assert (store.mark("A"), store.mark("B")) == (None, marks["B"])


def test_a_journal_remembers_no_table_that_is_gone(path: Path) -> None:
    with closing(Journal(path)) as store:
        assert save(store, *(Change(table, record=b"lobby") for table in "ABC")) == ["", "", ""]
        assert save(store, Change("A", record=b""), Change("B", record=b"")) == ["", ""]
    # The writer has ended.
    assert store._moved | store._new == {"C"}


def test_a_commit_is_on_the_disk_with_every_build_of_sqlite(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def careless(*args: Any, **options: Any) -> sqlite3.Connection:
        base: sqlite3.Connection = connect(*args, **options)
        base.execute("PRAGMA synchronous = OFF")
        return base

    monkeypatch.setattr(sqlite3, "connect", careless)
    with closing(Journal(path)) as store:
        assert save(store, change(1)) == [""]
        (full,) = store._base.execute("PRAGMA synchronous").fetchone()
        assert full == 2


def test_the_write_ahead_log_shrinks_again(path: Path) -> None:
    with closing(Journal(path)) as store:
        (left,) = store._base.execute("PRAGMA journal_size_limit").fetchone()
        assert left == 4 << 20
        # Moving the log into the file waits for nobody, and all else waits again after it.
        (wait,) = store._base.execute("PRAGMA busy_timeout").fetchone()
        assert wait == 5000


def test_waiting_changes_are_saved_before_closing(path: Path) -> None:
    store = Journal(path)

    async def leave() -> None:
        for seq in range(1, 21):
            asyncio.get_running_loop().create_task(store.save(change(seq)))
        await asyncio.sleep(0)
        store.close()

    asyncio.run(leave())
    with journal(path) as again:
        assert [item.seq for item in again.game(GAME).entries] == list(range(1, 21))


def test_a_secret_does_not_print_itself() -> None:
    assert "castle" not in repr(Change("A", secrets=(StoredSecret(GAME, 3, b"build castle", b"salt" * 4),)))


@pytest.mark.parametrize("seed", range(3))
def test_no_hidden_card_stands_in_the_log_of_a_game_that_is_played(seed: int, path: Path) -> None:
    chance = random.Random(seed)
    edition = list(DISTRICTS)[seed % len(DISTRICTS)]
    game = SignedGame(Rules.random(4, chance, edition), 2, chance)
    game.share()
    game.finish(moves=60)
    play = game.play
    with journal(path) as store:
        save(store, written(play, "A"))
        assert LoggedGame.recover(play.log.game, store.game(play.log.game), game.host).log.head == play.log.head
    shown = [repr(public(event)).encode() for _, _, event in play._events]
    hidden = [repr(secret(event)).encode() for _, _, event in play._events]
    unseen = ids(b"".join(hidden)) - ids(b"".join(shown))
    assert len(unseen) > 3
    with closing(sqlite3.connect(path)) as file:
        bodies = [row[0] for row in file.execute(f"SELECT body FROM entries WHERE {SEQ} > 1 ORDER BY number")]
        secrets = file.execute("SELECT count(text) FROM entries").fetchone()[0]
    assert len(bodies) == play.log.seq - 1
    assert secrets > 60
    # Entry by entry, for what is shown later may not be known now.
    for body, seq in zip(bodies, range(2, play.log.seq + 1), strict=True):
        told = {id for s, _, event in play._events if s == seq for id in ids(repr(public(event)).encode())}
        assert ids(body) <= told
    assert not ids(b"".join(bodies)) & unseen


def ids(raw: bytes) -> set[str]:
    """The cards that are named in some bytes."""
    every = {id for cards in (*DISTRICTS.values(), *CHARACTERS.values()) for id in cards}
    # Shorter ones turn up in ciphertexts by chance.
    return {id for id in every if len(id) > 4 and id.encode() in raw}


def written(play: LoggedGame, table: str) -> Change:
    """All of a game as one change."""
    entries = tuple(item for item in play.unsaved if isinstance(item, StoredEntry))
    return Change(table, b"record", entries, tuple(item for item in play.unsaved if isinstance(item, StoredSecret)))


# What the main file alone holds


def in_main_file(path: Path, seq: int) -> bool:
    """Whether somebody who copies only the main file has an entry."""
    alone = path.with_name("alone.db")
    shutil.copy(path, alone)
    # What is copied while it is written may be anything.
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(alone)) as file:
        return bool(file.execute(f"SELECT 1 FROM entries WHERE {SEQ} = ?", (seq,)).fetchall())
    return False


def test_when_nothing_happens_the_main_file_holds_everything(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.host.store.journal._REST", 0.01)
    with journal(path) as store:
        for seq in (1, 2, 3):
            assert save(store, change(seq, record=b"x")) == [""]
            give_up = monotonic() + WAIT
            while not in_main_file(path, seq):
                assert monotonic() < give_up
                sleep(0.01)


def test_a_table_is_in_the_main_file_from_the_beginning(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.host.store.journal._REST", 1e6)
    with journal(path) as store:
        assert save(store, change(1, record=b"x")) == [""]
        assert save(store, change(2)) == [""]
        give_up = monotonic() + WAIT
        while not in_main_file(path, 1):
            assert monotonic() < give_up
            sleep(0.01)
        assert save(store, change(3)) == [""]
        assert not in_main_file(path, 3)
    assert in_main_file(path, 3)


# What it gives back


def size_on_disk(path: Path) -> int:
    return sum(file.stat().st_size for file in path.parent.iterdir())


def test_room_is_given_back_while_others_go_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.host.store.journal._PAUSE", 0.0)
    monkeypatch.setattr("net.host.store.journal._SPARE", 16)
    monkeypatch.setattr("net.base.sqlite_file._WAL_BYTES", 1 << 16)
    with journal(path) as store:
        big = [change(*range(1, 101), table=str(number), game=f"{number:026}", size=4000) for number in range(20)]
        assert save(store, *big) == [""] * 20
        assert save(store, *(Change(str(number), forget=f"{number:026}") for number in range(20))) == [""] * 20
        # Nobody waits for it: it goes on while a table plays.
        for seq in range(1, 200):
            assert save(store, change(seq)) == [""]
        assert store._figure("freelist_count") <= 16
    assert size_on_disk(path) < 300_000
    with journal(path) as again:
        assert len(again.game(GAME).entries) == 199


def test_room_is_given_back_when_nothing_happens(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.host.store.journal._REST", 0.01)
    with journal(path) as store:
        assert save(store, *(change(*range(1, 101), game=f"{n:026}", size=40_000) for n in range(3))) == [""] * 3
        # The last that happens is a new table, which is moved into the main file at once.
        forgotten = [Change("A", forget=f"{n:026}") for n in range(3)]
        assert save(store, *forgotten, change(1, table="B", game="B" * 26)) == [""] * 4
        give_up = monotonic() + WAIT
        while size_on_disk(path) > 2_000_000:
            assert monotonic() < give_up
            sleep(0.01)


def test_a_copy_is_of_one_moment_and_holds_up_nobody(path: Path, tmp_path: Path) -> None:
    """The host's process writes on while another one makes a copy."""
    copy = tmp_path / "copy.db"
    with journal(path) as store:
        assert save(store, change(*range(1, 51), record=b"x")) == [""]
        command = [sys.executable, "-c", COPYING, str(path), str(copy)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
            seq = 50
            while other.poll() is None:
                seq += 1
                assert save(store, change(seq, table="A", game=GAME)) == [""]
            assert other.stdout
            assert other.stdout.read() == "done\n"
        assert save(store, change(seq + 1)) == [""]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with journal(copy) as again:
        assert again.tables() == [("A", b"x")]
        found = [item.seq for item in again.game(GAME).entries]
    assert found == list(range(1, len(found) + 1))
    assert 50 <= len(found) <= seq
    assert not list(tmp_path.glob("copy.db-[sw]*"))


COPYING = """
import sys
from pathlib import Path
from net.base.snapshot import snapshot
snapshot(Path(sys.argv[1]), Path(sys.argv[2]))
print("done")
"""


# Changes that gather


def test_changes_gather_only_while_many_tables_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays at one of a few tables waits for nobody."""
    rests: list[float] = []
    monkeypatch.setattr("net.host.store.store.sleep", rests.append)
    gathering = Gathering()
    for _ in range(10):
        gathering.rest("ABCDEFGH")
    assert rests == []
    gathering.rest("I")
    assert len(rests) == 1
    for _ in range(10):
        gathering.rest("ABCD")
    assert len(rests) < 11
    rests.clear()
    gathering.rest("A")
    assert rests == []


def test_commits_become_smaller_while_they_take_long() -> None:
    postgres = pytest.importorskip("net.host.postgres.postgres_store", exc_type=ImportError)
    size = postgres.BatchSize()
    size.took(40, 2.0)
    assert size.most == 20
    # Neither long nor quick: as it is.
    size.took(20, 0.5)
    assert size.most == 20
    size.took(20, 60.0)
    assert size.most == 1
    size.took(1, 0.01)
    assert size.most == 2
    for _ in range(20):
        size.took(size.most, 0.01)
    assert size.most == postgres.MOST


# When writing fails


def test_a_full_disk_fails_only_what_does_not_fit(path: Path) -> None:
    with journal(path) as store:
        assert save(store, change(1, record=b"x")) == [""]
        pages = store._base.execute("PRAGMA page_count").fetchone()[0]
        store._base.execute(f"PRAGMA max_page_count = {pages + 2}")
        big = change(2, 3, size=40_000, record=b"y", secrets=(StoredSecret(GAME, 2, b"a", b"b"),))
        assert save(store, big) == ["disk_full"]
        first, second = change(1, table="B", game=OTHER), change(2, table="B", game=OTHER)
        assert save(store, first, big, second) == ["", "disk_full", ""]
    with journal(path) as again:
        assert again.tables() == [("A", b"x")]
        assert again.game(GAME) == StoredGame((entry(1),), ())
        assert len(again.game(OTHER).entries) == 2


def test_after_a_fault_in_saving_nobody_waits_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with journal(path) as store:
        assert save(store, change(1, record=b"x"), change(1 << 70, table="B", game=OTHER)) == ["", "journal"]
        with monkeypatch.context() as patch:
            patch.setattr(store._rows, "_forget", lambda game: 1 / 0)
            assert save(store, change(1, table="B", game=OTHER, forget=GAME)) == ["internal"]
        assert save(store, change(1, table="B", game=OTHER)) == [""]
    with journal(path) as again:
        assert again.game(OTHER).entries == (entry(1, OTHER),)


def test_a_log_is_never_written_over(path: Path) -> None:
    with journal(path) as store:
        assert save(store, change(1, 2, record=b"x")) == [""]
        forged = Change("A", b"y", (StoredEntry(GAME, 3, b"c", b""), StoredEntry(GAME, 2, b"other", b"")))
        assert save(store, forged) == ["journal"]
        assert save(store, change(5, table="B", game=OTHER), forged) == ["", "journal"]
    with journal(path) as again:
        assert again.tables() == [("A", b"x")]
        assert again.game(GAME).entries == (entry(1), entry(2))
        assert again.game(OTHER).entries == (entry(5, OTHER),)


class Held:
    """A connection whose first commit waits until it may go on, and that counts."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self.base = base
        self.begun = threading.Event()
        self.may = threading.Event()
        self.commits = 0

    def execute(self, statement: str, *values: Any) -> Any:
        if statement == "COMMIT":
            self.commits += 1
            self.begun.set()
            assert self.may.wait(WAIT)
        return self.base.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.base, name)


def test_changes_during_a_commit_are_saved_in_the_next(path: Path) -> None:
    with journal(path) as store:
        held = Held(store._base)
        store._base = held  # type: ignore[assignment]

        async def crowd() -> None:
            first = asyncio.create_task(store.save(change(1)))
            await asyncio.to_thread(held.begun.wait, WAIT)
            others = [asyncio.create_task(store.save(change(seq))) for seq in range(2, 52)]
            await asyncio.sleep(0)
            assert not any(task.done() for task in (first, *others))
            held.may.set()
            await asyncio.gather(first, *others)

        asyncio.run(asyncio.wait_for(crowd(), WAIT))
        assert held.commits == 2
    with journal(path) as again:
        assert len(again.game(GAME).entries) == 51


def test_a_cancelled_wait_for_a_save_disturbs_nobody(path: Path) -> None:
    faults: list[object] = []

    async def leave(store: Journal) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
        gone = asyncio.create_task(store.save(change(1)))
        await asyncio.sleep(0)
        gone.cancel()
        await store.save(change(2))

    with journal(path) as store:
        asyncio.run(asyncio.wait_for(leave(store), WAIT))
    assert faults == []
    with journal(path) as again:
        assert again.game(GAME).entries == (entry(1), entry(2))


# When the process dies while a commit is written


def test_a_commit_that_was_cut_short_has_not_happened(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with journal(path) as store:
        save(store, change(1, 2, record=b"x"))
    with monkeypatch.context() as patched:
        # Nothing is moved into the main file while both are copied.
        patched.setattr(Journal, "_checkpoint", lambda self: None)
        with journal(path) as store:
            save(store, change(3, 4, size=9000, record=b"y", secrets=(StoredSecret(GAME, 3, b"t", b"s"),)))
            base, log = path.read_bytes(), path.with_name("journal.db-wal").read_bytes()
    assert len(log) > 20_000
    cuts = sorted({*range(0, len(log), 1500), len(log) - 1, len(log)})
    for number, cut in enumerate(cuts):
        again = tmp_path / f"cut{number}.db"
        again.write_bytes(base)
        again.with_name(f"cut{number}.db-wal").write_bytes(log[:cut])
        with journal(again) as found:
            done = cut == len(log)
            assert found.tables() == [("A", b"y" if done else b"x")]
            assert len(found.game(GAME).entries) == (4 if done else 2)
            assert len(found.game(GAME).secrets) == (1 if done else 0)


class Silent:
    """A database that answers nothing where another one says how a checkpoint went."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self.patience: list[str] = []

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if "busy_timeout" in statement:
            self.patience.append(statement)
        return self._base.execute("SELECT 1 WHERE 0" if "checkpoint" in statement else statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._base, name)


def test_a_checkpoint_without_an_answer_ends_no_saving(path: Path) -> None:
    """As SQLite 3.53 was seen to do: whoever saves afterwards would wait for ever."""
    with journal(path) as store:
        store._base = silent = Silent(store._base)  # type: ignore[assignment]
        for table in "ABC":
            assert save(store, Change(table, record=b"lobby")) == [""]
        # One comes when nothing waits to be saved. Looked at when the writing thread has ended, as others may follow.
        end = monotonic() + WAIT
        while not silent.patience:
            assert monotonic() < end
            sleep(0.01)
    assert not silent.patience[-1].endswith("= 0")
    with journal(path) as again:
        assert [table for table, _ in again.tables()] == ["A", "B", "C"]

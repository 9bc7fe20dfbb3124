"""Finished games leave their tables for the host's archive, and count in the standings."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citadels_tui.cli.main import main
from citadels_tui.history.game_file import read_game
from net.base.errors import NetError
from net.gamelog.archive import Archive
from net.gamelog.game_facts import facts_of
from net.gamelog.proof import Proof
from net.gamelog.retention import Retention
from net.host.table.finished_games import GameKeeper
from net.identity.commitments import end_parts
from net.identity.fingerprint import fingerprint
from net.protocol.client_messages import AddBot, Attest, Start
from net.protocol.host_messages import Ack
from tests.support.net.fakes import FakePeer, Room, play_out
from tests.support.net.hosting import WAIT, play_of, soon

pytestmark = pytest.mark.slow


def opened(keep: Callable[[Proof], Future[None] | None], like: FakePeer | None = None) -> tuple[Room, FakePeer]:
    """A table with a bot, and its player; the logs of its finished games are given to ``keep``."""
    room = Room(2, keep=keep)
    peer = room.join("Ada", like=like)
    room.ask(peer, AddBot, level="random")
    return room, peer


def test_a_finished_game_is_given_on_and_again_with_each_signature() -> None:
    given: list[Proof] = []
    room, peer = opened(given.append)
    assert isinstance(room.ask(peer, Start), Ack)
    play_out(room, peer)
    assert [proof.attested for proof in given] == [()]
    game = play_of(room.table)
    sig = peer.identity.sign("end", *end_parts(game.log.game, game.validator.heads[-1]))
    assert isinstance(room.ask(peer, Attest, sig=sig), Ack)
    assert given[1].attested == ((0, sig),)
    room.tick(60)
    assert len(given) == 2
    # A host that was killed before it was kept gives it on again.
    room.restart()
    room.join(like=peer)
    assert given[2:] == given[1:2]


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A host's folder with three finished games of one player, one of them damaged."""
    return Path(shutil.copytree(played, tmp_path / "host"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That folder, to be copied."""
    tmp_path = tmp_path_factory.mktemp("played")
    keeper = GameKeeper(tmp_path / "games.db")
    peer: FakePeer | None = None
    for _ in range(3):
        room, peer = opened(keeper.keep, peer)
        room.ask(peer, Start)
        play_out(room, peer)
    keeper.close()
    with closing(sqlite3.connect(tmp_path / "games.db")) as base:
        (packed,) = base.execute("SELECT packed FROM logs WHERE number = 1").fetchone()
        content = bytearray(zlib.decompress(packed))
        content[len(content) // 2] ^= 1
        base.execute("UPDATE logs SET packed = ? WHERE number = 1", (zlib.compress(content),))
        base.commit()
    assert peer
    (tmp_path / "key").write_text(fingerprint(peer.identity.public))
    return tmp_path


@pytest.mark.thorough
def test_games_that_verify_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openskill", reason="the extra arena rates the players")
    assert main(["standings", "--data", str(folder), "--json"]) == 0
    said = capsys.readouterr()
    found = {each["key"]: each for each in json.loads(said.out)["standings"]}
    assert set(found) == {(folder / "key").read_text(), "random"}
    assert [each["games"] for each in found.values()] == [2, 2]
    assert sum(each["won"] for each in found.values()) == 2
    assert said.err == "1 log does not verify, and counts for nobody.\n"
    # How it went is kept, and looked at no more.
    with closing(Archive(folder / "games.db")) as archive:
        assert [game.sound for game in archive.games()] == [True, True, False]
        assert archive.unverified() == []


def test_on_a_terminal_it_is_said_how_far_the_verifying_is(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert main(["standings", "--data", str(folder)]) == 0
    said = capsys.readouterr().err
    assert "Verifying logs" in said
    assert "3/3" in said
    assert main(["standings", "--data", str(folder)]) == 0
    assert "3/3" not in capsys.readouterr().err


def test_each_log_has_a_place_where_it_can_be_verified_and_replayed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["standings", "--data", str(folder), "--files"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert "Ada" in lines[0]
    good, bad = lines[1].strip(), lines[5].strip()
    assert main(["verify", good]) == 0
    assert "Verified" in capsys.readouterr().out
    assert main(["verify", bad]) == 1
    assert "NOT VERIFIED" in capsys.readouterr().out
    assert read_game(Path(good)).record.moves
    assert main(["verify", str(folder / "games.db" / "none.proof")]) == 1
    assert capsys.readouterr().err.endswith("it is not in this archive, or had to make room.\n")


def test_the_standings_are_a_table_and_csv(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "--data", str(folder)]) == 0
    table, chart = capsys.readouterr().out.split("\n\n")
    heads, *lines = table.splitlines()
    assert heads.split() == ["Name", "Games", "Won", "Points", "Rating", "Key"]
    assert {line.split()[0] for line in lines} == {"Ada", "random"}
    assert "game by game" in chart.splitlines()[0]
    assert "Ada" in chart
    assert "random" in chart
    assert chart.splitlines()[-1].split() == ["1", "2"]
    assert main(["standings", "--data", str(folder), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["name"]: row["bot"] for row in rows} == {"Ada": "0", "random": "1"}
    for options, games in ((["--players", "3"], 0), (["--edition", "classic"], 0), (["--edition", "deluxe"], 2)):
        assert main(["standings", "--data", str(folder), "--json", *options]) == 0
        assert len(json.loads(capsys.readouterr().out)["standings"]) == games


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--edition", "nowhere"], "there is no edition 'nowhere'"),
        (["--players", "9"], "Citadels is for 2 to 8 players, not 9"),
        (["--csv", "--json"], "only one of --files, --csv and --json"),
    ],
)
def test_an_impossible_archive_is_told(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", *options]) == 2
    assert said in capsys.readouterr().err


def test_a_host_without_games_has_no_standings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No game has been played to its end here yet.\n"


def proofs(count: int) -> list[Proof]:
    """Games of one person alone."""
    given: list[Proof] = []
    peer: FakePeer | None = None
    for _ in range(count):
        room, peer = opened(given.append, peer)
        room.ask(peer, Start)
        play_out(room, peer)
    return given


@pytest.fixture(scope="module")
def four() -> list[Proof]:
    return proofs(4)


@pytest.mark.parametrize(
    ("bounds", "left"),
    [
        ({}, 4),
        ({"alone_games": 2}, 2),
        ({"alone_bytes": 1}, 0),
        ({"bytes": 1}, 0),
        ({"seconds": 60}, 2),
    ],
)
def test_logs_make_room_and_results_stay(
    bounds: dict[str, Any], left: int, four: list[Proof], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000_000]
    monkeypatch.setattr("net.gamelog.archive.time.time", lambda: now[0])
    with closing(Archive(tmp_path / "games.db", Retention(**bounds))) as archive:
        for place, proof in enumerate(four):
            # The last two are later.
            now[0] += 100 * (place == 2)
            archive.add(proof)
        found = list(archive.games())
        assert len(found) == 4
        assert [game.kept for game in found] == [True] * left + [False] * (4 - left)
        assert archive._base.execute("SELECT bytes FROM total").fetchone() == (sum(game.size for game in found),)
        (logs,) = archive._base.execute("SELECT count(*) FROM logs").fetchone()
        assert logs == left
        # What had to go does not come back with a late signature.
        archive.add(replace(four[0], attested=((0, bytes(64)),)))
        assert sum(game.kept for game in archive.games()) == left


def test_room_of_logs_is_given_back(four: list[Proof], tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(Archive(path)) as archive:
        for proof in four:
            archive.add(proof)
    before = path.stat().st_size
    with closing(Archive(path, Retention(bytes=1))) as archive:
        archive.add(replace(four[0], attested=((0, bytes(64)),)))
        archive.add(proofs(1)[0])
        assert sum(game.kept for game in archive.games()) == 0
    assert path.stat().st_size < before / 2


def test_a_clock_that_jumps_costs_few_logs(four: list[Proof], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.gamelog.retention._LEAVING", 1)
    with closing(Archive(tmp_path / "games.db", Retention(seconds=3600))) as archive:
        for proof in four[:3]:
            archive.add(proof)
        monkeypatch.setattr("net.gamelog.archive.time.time", lambda: 4e9)
        archive.add(four[3])
        assert sum(game.kept for game in archive.games()) == 3


def test_making_room_skips_games_without_a_log(four: list[Proof], tmp_path: Path) -> None:
    with closing(Archive(tmp_path / "games.db", Retention(seconds=100, bytes=1))) as archive:
        asked: list[str] = []
        archive._base.set_trace_callback(asked.append)
        archive.add(four[0])
        archive._base.set_trace_callback(None)
        looks = [each for each in asked if "FROM games WHERE size > 0" in each]
        assert len(looks) >= 2
        for look in looks:
            (plan,) = archive._base.execute(f"EXPLAIN QUERY PLAN {look}").fetchall()
            assert "COVERING INDEX kept" in plan[3], look


def test_facts_are_bounded(four: list[Proof], tmp_path: Path) -> None:
    with closing(Archive(tmp_path / "games.db", Retention(bytes=1, facts=2))) as archive:
        for proof in four:
            archive.add(proof)
        assert len(list(archive.games())) == 2
    # A game whose log is kept is never forgotten.
    with closing(Archive(tmp_path / "kept.db", Retention(facts=2))) as archive:
        for proof in four:
            archive.add(proof)
        assert len(list(archive.games())) == 4


def test_a_kept_log_gains_signatures_but_is_not_replaced(four: list[Proof], tmp_path: Path) -> None:
    with closing(Archive(tmp_path / "games.db")) as archive:
        name = facts_of(four[0]).game
        archive.add(four[0])
        archive.add(replace(four[0], attested=((0, bytes(64)),)))
        archive.add(four[0])
        assert archive.log(name).attested == ((0, bytes(64)),)
        with pytest.raises(NetError, match="another log of this game is kept"):
            archive.add(replace(four[0], notes=four[0].notes[:-1]))
        assert archive.log(name).notes == four[0].notes


def test_a_log_with_new_signatures_is_verified_again(four: list[Proof], tmp_path: Path) -> None:
    with closing(Archive(tmp_path / "games.db")) as archive:
        archive.add(four[0])
        (number,) = archive.unverified()
        assert archive.verify(number)
        assert archive.unverified() == []
        archive.add(replace(four[0], attested=((0, bytes(range(64))),)))
        assert archive.unverified() == [number]
        # The signature is none.
        assert not archive.verify(number)
        (game,) = archive.games()
        assert game.size == len(archive._base.execute("SELECT packed FROM logs").fetchone()[0])
        assert archive._base.execute("SELECT bytes FROM total").fetchone() == (game.size,)
        assert archive.remove(game.game)
        assert archive._base.execute("SELECT bytes FROM total").fetchone() == (0,)


def test_an_archive_is_on_the_disk_bounded_and_waited_for(tmp_path: Path) -> None:
    with closing(Archive(tmp_path / "games.db")) as archive:
        asked = ("journal_mode", "synchronous", "journal_size_limit", "busy_timeout", "auto_vacuum")
        told = [archive._base.execute(f"PRAGMA {each}").fetchone()[0] for each in asked]
        assert told == ["wal", 2, 4 << 20, 10_000, 2]
    assert (tmp_path / "games.db").stat().st_mode & 0o077 == 0


def test_a_log_that_cannot_be_read_is_noted_as_not_sound(four: list[Proof], tmp_path: Path) -> None:
    with closing(Archive(tmp_path / "games.db")) as archive:
        archive.add(four[0])
        (number,) = archive.unverified()
        archive._base.execute("UPDATE logs SET packed = x'00'")
        assert not archive.verify(number)
        assert [game.sound for game in archive.games()] == [False]


def test_a_log_that_could_not_be_kept_is_not_counted_and_can_come_again(
    four: list[Proof], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str) -> None:
        raise sqlite3.OperationalError("out of luck")

    with closing(Archive(tmp_path / "games.db")) as archive:
        archive.add(four[0])
        with monkeypatch.context() as broken:
            broken.setattr(archive, "_make_room", fail)
            with pytest.raises(NetError, match="out of luck"):
                archive.add(four[1])
        assert len(list(archive.games())) == 1
        archive.add(four[1])
        assert len(list(archive.games())) == 2


def test_an_archive_of_another_version_or_a_damaged_one_is_one_sentence(
    four: list[Proof], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.db"
    with closing(Archive(path)) as archive:
        archive.add(four[0])
        archive._base.execute("PRAGMA user_version = 9")
    for content, said in ((path.read_bytes(), "1 game of version > "), (b"nonsense" * 1000, "not a database")):
        path.write_bytes(content)
        assert main(["standings", "--data", str(tmp_path)]) == 1
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("version", [0, 1])
def test_the_database_of_another_program_is_left_alone(
    version: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "recipes.db"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE recipes (name)")
        file.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    assert main(["verify", str(path / "soup.proof")]) == 1
    assert "no archive" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize(("trouble", "wait"), [("disk_full", 5.0), ("database", 0.5)])
def test_a_game_is_forgotten_only_when_the_archive_has_it(trouble: str, wait: float) -> None:
    kept: list[Future[None]] = []

    def keep(_proof: Proof) -> Future[None]:
        kept.append(Future())
        return kept[-1]

    room, peer = opened(keep)

    async def leave() -> None:
        clock = room.clock
        room.table.depart(peer, for_good=True)
        leaving = asyncio.create_task(room.table.handle(room.table.inbox.get_nowait()))
        await asyncio.sleep(0)
        assert room.store.tables()
        # No room, or no database for the other hosts: the table waits, and tries again.
        kept[0].set_exception(NetError(trouble))
        await soon(lambda: any(timer.when == clock.time + wait for timer in clock.due))
        assert len(kept) == 2
        for timer in clock.due:
            timer.action()
        assert room.store.game(game).entries
        kept[1].set_result(None)
        await leaving
        assert room.store.game(game).entries == ()

    room.ask(peer, Start)
    play_out(room, peer)
    game = play_of(room.table).log.game
    asyncio.run(asyncio.wait_for(leave(), WAIT))

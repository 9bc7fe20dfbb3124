"""Files of every released version, in tests/stored: what each version wrote is read for ever.

``python -m tests.project.stored`` writes those of this version: before a release, and when a number has been raised.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgpack  # type: ignore[import-untyped]

from citadels_tui.settings import player_notes, settings
from engine import Record, Rules, __version__, new_game, save
from engine import record as records
from engine.move import Move
from engine.save import FORMAT as SAVED
from net.client.connect import connect
from net.client.updates import Decision
from net.gamelog import archive, proof
from net.gamelog.archive import Archive
from net.host.host import Host
from net.host.store import journal_rows
from net.host.store.journal import Journal
from net.identity.crypto import Identity
from net.identity.invitations import TOKEN, Address, Invite
from net.identity.known_hosts import KnownHosts
from net.identity.tls import pin_of
from net.local import backup
from net.local.service import DataFolder
from net.protocol.client_messages import Start
from tests.support.net.hosting import FAST, SEED, invite, open_table, until
from tests.support.net.signed_games import SignedGame
from tests.support.root import ROOT

FOLDER = ROOT / "tests" / "stored"
HOST, ADA = (Identity.of_seed(name.ljust(32, b"\0")) for name in (b"host", b"ada"))
CHOSEN = settings.Settings(name="Ada", pause="1.5", motion=False, keys={"table.log": "l"})
NOTE = "murders the leader"
INVITE = Invite(Address("play.example.org", 7448), pin_of(HOST.public), bytes(range(TOKEN)))
MOVES = 6
"""Decisions that Ada has made at the table that is in play."""


def _number_in_json(path: Path) -> int:
    return int(json.loads(path.read_text(encoding="utf-8"))["version"])


def _number_in_list(path: Path) -> int:
    return int(json.loads(path.read_text(encoding="utf-8"))["format"])


def _number_in_sqlite(path: Path) -> int:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as base:
        return int(base.execute("PRAGMA user_version").fetchone()[0])


def _number_in_proof(path: Path) -> int:
    stored = path.read_bytes()
    return int(msgpack.unpackb(stored[4 : 4 + int.from_bytes(stored[:4], "big")])["v"])


def _number_in_record(path: Path) -> int:
    return int(path.read_text(encoding="utf-8").splitlines()[0].partition(":")[2])


def _number_in_save(path: Path) -> int:
    return int(msgpack.unpackb(path.read_bytes(), strict_map_key=False)["format"])


NUMBERS: dict[str, tuple[int, Callable[[Path], int]]] = {
    "settings.json": (settings.VERSION, _number_in_json),
    "player_notes.json": (player_notes.VERSION, _number_in_json),
    "games.db": (archive.FORMAT.number, _number_in_sqlite),
    f"backup/{backup.LIST}": (backup.VERSION, _number_in_list),
    "host.db": (journal_rows.FORMAT.number, _number_in_sqlite),
    "game.proof": (proof.VERSION, _number_in_proof),
    "game.citadels": (records.VERSION, _number_in_record),
    "game.msgpack": (SAVED, _number_in_save),
}
"""File -> the number that this version writes, and what reads that of a file."""


def record() -> Record:
    """A game of which the first moves are recorded."""
    rules = Rules.make(4)
    game, moves = new_game(rules, SEED), list[tuple[int, Move]]()
    for _ in range(30):
        assert game.seat is not None
        moves.append((game.seat, game.moves[-1]))
        game.apply(game.moves[-1])
    return Record(rules, ("Ada", "Bo", "Cleo", "Dan"), SEED, moves)


async def _play(path: Path) -> None:
    """A journal with a table at which a game is in play."""
    async with Host.open(HOST, limits=FAST, store=Journal(path)) as host:
        client = await connect(invite(host, open_table(host, 2, bots=["random"])), ADA, "Ada", limits=FAST)
        await client.request(Start)
        for _ in range(MOVES):
            decision = await until(client, lambda update: isinstance(update, Decision) and not update.auto)
            await client.move(decision.moves[0])
        await until(client, lambda update: isinstance(update, Decision) and not update.auto)


def write(folder: Path) -> None:
    """Write the files of this version."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings.path = lambda: folder / settings.FILE
    settings.save(CHOSEN)
    player_notes.PlayerNotes(folder / "player_notes.json").write(ADA.public, NOTE)
    KnownHosts(folder / "known_hosts").remember("example.org:7447", HOST.public)
    (folder / "invitation.txt").write_text(f"{INVITE}\n{INVITE.for_code}\n", encoding="utf-8")
    game = SignedGame(Rules.make(3, "classic"), 2, random.Random(1), SEED)
    game.share()
    log = game.finish().proof
    (folder / "game.proof").write_bytes(log.dump())
    with closing(Archive(folder / "games.db")) as kept:
        kept.add(log)
    (folder / "game.citadels").write_text(record().format(), encoding="utf-8")
    (folder / "game.msgpack").write_bytes(msgpack.packb(save(record().replay())))
    asyncio.run(_play(folder / "host.db"))
    with TemporaryDirectory() as place:
        served = DataFolder(Path(place))
        shutil.copy(folder / "host.db", served.journal)
        served.key.write_bytes(HOST.pem())
        backup.back_up(served, folder / "backup")
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def main() -> int:
    """Write them, in a folder that has the name of the version."""
    write(FOLDER / __version__.partition(".dev")[0].partition("rc")[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())

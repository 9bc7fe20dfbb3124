"""A part of a year of a club's host: games come to tables, are over, and leave for the archive, beside other tables.

The stores are the real ones and a game's changes are those of a real game, one entry a change. What is left out is what
the stores do not see: rules, network, and the time between two moves.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Rules
from net.base.ids import new_id
from net.gamelog.archive import facts_of
from net.gamelog.host_archive import HostArchive
from net.gamelog.proof import Proof
from net.host.finished_games import GameKeeper
from net.host.journal import Journal
from net.host.store import Change, StoredEntry
from tests.net.signed_games import SignedGame

GAMES, AT_ONCE = 1000, 50


def renamed(proof: Proof, game: str) -> Proof:
    """The log with another game's id: what is stored of it is alike, and it would not verify."""
    first = proof.notes[0]
    body = first.body.replace(facts_of(proof).game.encode(), game.encode())
    return replace(proof, notes=(first.model_copy(update={"body": body}), *proof.notes[1:]))


def size_of(folder: Path) -> int:
    """Bytes of the live store, write-ahead log included."""
    return sum(path.stat().st_size for path in folder.glob("host.db*"))


@pytest.mark.long
@pytest.mark.asyncio
async def test_a_part_of_a_year_leaves_the_live_store_small(tmp_path: Path) -> None:
    made = SignedGame(Rules.make(4, "classic"), 2, random.Random(1))
    made.share()
    proof = made.finish().proof
    waits: list[float] = []
    with closing(GameKeeper(tmp_path / "games.db")) as keeper, closing(Journal(tmp_path / "host.db")) as store:

        async def table() -> None:
            for _ in range(GAMES // AT_ONCE):
                name = new_id()
                await store.save(Change(name, b"r" * 1000))
                for note in proof.notes:
                    begun = time.perf_counter()
                    await store.save(Change(name, entries=(StoredEntry(name, note.seq, note.body, note.sig),)))
                    waits.append(time.perf_counter() - begun)
                await asyncio.wrap_future(keeper.keep(renamed(proof, name)))
                await store.save(Change(name, b"", forget=name))

        begun = time.perf_counter()
        await asyncio.gather(*(table() for _ in range(AT_ONCE)))
        took = time.perf_counter() - begun
        live = size_of(tmp_path)
    begun = time.perf_counter()
    with closing(Journal(tmp_path / "host.db")) as store:
        assert store.tables() == []
    again = time.perf_counter() - begun
    archive = (tmp_path / "games.db").stat().st_size
    with closing(HostArchive(tmp_path / "games.db")) as kept:
        assert len(list(kept.games())) == GAMES
    waits.sort()
    median, most = (waits[int(len(waits) * part)] * 1000 for part in (0.5, 0.99))
    print(f"{GAMES} games of {len(proof.notes)} entries, {took:.0f} s; live {live >> 20} MB, opened in {again:.2f} s")
    print(f"archive {archive // GAMES >> 10} KB a game; a save {median:.1f} ms, p99 {most:.1f}, {waits[-1] * 1000:.1f}")
    assert live < 50 << 20
    assert again < 5

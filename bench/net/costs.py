"""Costs of single steps: microseconds of this process's time, or milliseconds where somebody waits.

Costs are the least of several batches: what the code needs when nothing else disturbs it.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from bench.net.unit import check_us, least, microseconds
from net.base.ids import new_id
from net.base.limits import DEFAULT
from net.client.connect import connect
from net.gamelog.verify import verify
from net.host.game.logged_game import LoggedGame
from net.host.host import Host
from net.host.opening import Opening
from net.host.store.journal import Journal
from net.host.store.store import Change, Store, StoredEntry, StoredSecret
from net.host.store.stored_table import TableRecord
from net.host.table.table import Table
from net.identity.commitments import move_commitment, move_parts
from net.identity.crypto import Identity, Place, SealKey, open_sealed, seal
from net.protocol.client_messages import Act, Join, Start, TableRequest
from net.protocol.frames import HEADER, unpack
from net.protocol.host_messages import Ack, DecisionNote, EntryNote, HostMessage, Welcome, from_host
from net.protocol.rate_limits import Rates
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.version import PROTO, RULES

_MOVES = 300
_SEED = bytes(range(32))
"""So that it is the same game every time."""


def costs(folder: Path) -> dict[str, Any]:
    """Every cost there is.

    Returns:
        ``seal_us``, ``open_us``, ``sign_us`` and ``verify_us``; `commits`; ``act_us``, what a move among eight costs
        the host without its network, and ``act_journal_us``, with a journal; ``entries``, how long the log of the game
        is then; ``rejoin_ms``, until a player who comes back with nothing has all of it and has checked it, and
        ``rejoin_work_ms``, what of that is work of either side; ``recover_ms``, until a host that is started again
        has it; ``game_entries``, how long the log of the whole game is, and ``verify_ms``, to check all of that.
    """
    return crypto() | asyncio.run(_with_store(folder))


async def _with_store(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = await commits(folder)
    identity = Identity.new()
    found["act_us"] = await _game(None, identity, found)
    found["act_journal_us"] = await _game(Journal(folder / "game.db"), identity, {})
    journal = Journal(folder / "game.db")
    ((table, record),) = journal.tables()
    game, mark = TableRecord.read(table, record).game, journal.mark(table)
    found["recover_ms"] = _ms(least(lambda: LoggedGame.recover(game, journal.game(game), identity, mark), times=1))
    journal.close()
    return found


async def _game(store: Store | None, identity: Identity, found: dict[str, Any]) -> float:
    """LoggedGame, and note what else is found on the way; returns the microseconds of a move."""
    async with Host.open(identity, store=store) as host:
        table = host.open_table(Setup(players=8), TableOptions(private=False), Opening(seed=_SEED))
        circle = Circle(table, host.identity.public)
        await circle.deal()
        each = await circle.play(_MOVES)
        if store is None:
            found["entries"] = circle.game.log.seq
            found |= await circle.rejoin(host)
            await circle.play()
            notes = [_message(frame) for frame in circle.game.log.frames]
            entries = [note for note in notes if isinstance(note, EntryNote)]
            found["game_entries"] = len(entries)
            found["verify_ms"] = _ms(least(lambda: verify(host.identity.public, entries), times=1))
    return each


def crypto() -> dict[str, float]:
    """Microseconds of sealing and opening an envelope, and of making and checking a signature."""
    game, player, head = new_id(), Identity.new(), bytes(32)
    key, place = SealKey().of_seat(game, SealKey().public), Place(game, 0, 17, 0, 3, "draw")
    commitment, ciphertext = seal(b"x" * 80, key, place, head, bytes(16))
    parts = move_parts(head, 3, 16, 9, commitment)
    return {
        "seal_us": microseconds(least(lambda: seal(b"x" * 80, key, place, head, bytes(16)))),
        "open_us": microseconds(least(lambda: open_sealed(ciphertext, commitment, key, place, head))),
        "sign_us": microseconds(least(lambda: player.sign("move", *parts))),
        "verify_us": check_us(),
    }


async def commits(folder: Path) -> dict[str, float]:
    """Milliseconds until a move is safe in the journal, alone and together with others of other tables."""
    journal = Journal(folder / "commits.db")
    games = [new_id() for _ in range(100)]
    seq = 0
    found: dict[str, float] = {}
    try:
        for size, rounds in ((1, 100), (10, 30), (100, 10)):
            times = []
            for _ in range(rounds):
                seq += 1
                start = perf_counter()
                await asyncio.gather(*(journal.save(_move(game, seq)) for game in games[:size]))
                times.append(perf_counter() - start)
            times.sort()
            found[f"commit_{size}_ms"] = _ms(times[len(times) // 2])
            found[f"commit_{size}_worst_ms"] = _ms(times[-1])
    finally:
        journal.close()
    return found


def _move(game: str, seq: int) -> Change:
    entry = StoredEntry(game, seq, os.urandom(900), bytes(64))
    return Change(game, entries=(entry,), secrets=(StoredSecret(game, seq, b"draw", bytes(16)),))


class SeatedPeer:
    """A player without a connection: the table's own work, and nothing else."""

    def __init__(self, host: bytes, identity: Identity | None = None, name: str = "Guest") -> None:
        self.identity = identity or Identity.new()
        self.origin, self.guest = b"", False
        self.name = name
        self.cid = 0
        self.answered = asyncio.Event()
        self._asked = asyncio.Event()
        self._question: DecisionNote
        self._seal = SealKey.of(self.identity, host)

    async def join(self, table: Table) -> None:
        """Take a seat, or come back to it."""
        join = Join(
            proto=PROTO,
            rules=RULES,
            table=table.id,
            role="player",
            name=self.name,
            pub=self.identity.public,
            seal=self._seal.public,
            nonce=bytes(16),
            sig=bytes(64),
        )
        self.answered.clear()
        table.arrive(self, join)
        await self.answered.wait()

    async def ask(self, table: Table, request: TableRequest) -> None:
        """Ask the table for something, and wait for its answer."""
        self.answered.clear()
        table.request(self, request)
        await self.answered.wait()

    def next(self) -> int:
        """The number of the next request."""
        self.cid += 1
        return self.cid

    async def decision(self) -> DecisionNote:
        """Wait to be asked."""
        await self._asked.wait()
        self._asked.clear()
        return self._question

    # net.host.seats.lobby.Peer

    opened = 0.0

    def send(self, frame: bytes) -> None:
        """Take note of what concerns this player only."""
        # Entries are the most, and of no interest: to read them would be measured, too.
        if frame[HEADER + 4 : HEADER + 9] == b"entry":
            return
        message = _message(frame)
        if isinstance(message, Ack):
            self.answered.set()
        elif isinstance(message, Welcome):
            self.cid = message.cid
            self.answered.set()
        elif isinstance(message, DecisionNote):
            self._question = message
            self._asked.set()

    def queue(self, frame: bytes) -> None:
        """Take note of it at once."""
        self.send(frame)

    def flush(self) -> None:
        """Nothing waits."""

    def replay(self, frames: list[bytes]) -> None:
        """Messages from before are of no interest."""

    def admit(self, *, watching: bool, rates: Rates) -> None:
        """There is nothing to prepare."""

    def close(self, code: str, detail: str = "") -> None:
        """There is nothing to close."""


class Circle:
    """Eight players of one table."""

    def __init__(self, table: Table, host: bytes) -> None:
        self.table = table
        self.players = [SeatedPeer(host) for _ in range(8)]
        self.spent: list[float] = []
        """Seconds of work for each move that was made."""
        self._chance = Random(1)

    @property
    def game(self) -> LoggedGame:
        """The game they play."""
        assert self.table.game
        return self.table.game

    async def deal(self) -> None:
        """Sit down and start."""
        for player in self.players:
            await player.join(self.table)
        first = self.players[0]
        await first.ask(self.table, Start(cid=first.next()))

    async def play(self, moves: int = 0) -> float:
        """Make random moves, so many or to the end; returns the microseconds each took the host."""
        made = 0
        while not self.game.over and (made < moves or not moves):
            seat = self.game.seat
            assert seat is not None
            player = self.players[seat]
            note = await player.decision()
            did, move = note.did, self._chance.choice(note.moves)
            head, cid = self.game.log.head, player.next()
            commitment = move_commitment(head, seat, did, bytes(16), move)
            sig = player.identity.sign("move", *move_parts(head, seat, did, cid, commitment))
            request = Act(cid=cid, did=did, head=head, move=move, salt=bytes(16), sig=sig)
            start = process_time()
            await player.ask(self.table, request)
            self.spent.append(process_time() - start)
            made += 1
        return microseconds(sum(self.spent[-made:]) / made)

    async def rejoin(self, host: Host) -> dict[str, float]:
        """Milliseconds until a player who has nothing but an identity is where the others are, and of work for that."""
        player, head = self.players[0], self.game.log.head
        start, worked = perf_counter(), process_time()
        client = await connect(host.invite(self.table, "127.0.0.1"), player.identity, "Guest")
        async for _ in client.updates():
            if client.head == head:
                break
        found = {"rejoin_ms": _ms(perf_counter() - start), "rejoin_work_ms": _ms(process_time() - worked)}
        await client.leave()
        await player.join(self.table)
        return found


def _message(frame: bytes) -> HostMessage:
    return from_host(unpack(frame[HEADER:], DEFAULT.answer))


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)

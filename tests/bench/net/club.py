"""A club's year, in the host's process: ``python -m tests.bench.net.club FOLDER ORDER``; see `tests.bench.net.year`.

The host is the headless one, with all it keeps. One game of fifty is played at it, at a table that is opened, by
players who sign every move. The others are copies of such games: everything that the host stored of one, change by
change, from the table's opening to its end, with other ids and other players. They cost no rules and no signatures, and
their logs would not verify; the stores do not know that.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from engine import view
from engine.bots.registry import bot
from net.base.ids import new_id
from net.gamelog.entries import GameEntry, packed, parsed
from net.gamelog.proof import Proof
from net.gamelog.retention import Retention
from net.host.host import Host
from net.host.opening import Opening
from net.host.store.store import Change, MemoryStore
from net.host.store.stored_table import TableRecord
from net.host.table.table import Table
from net.identity.commitments import end_parts, move_commitment, move_parts
from net.identity.crypto import Identity
from net.local.service import DataFolder, serve_tables
from net.protocol.client_messages import Act, Attest, Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.bench.net.capacity import quantile
from tests.bench.net.costs import SeatedPeer
from tests.bench.net.served import lifted_limits, resident

PEOPLE = 300
_PLAYED_OF = 50
"""One of so many games is played, not copied."""
_SIZES = (2, 3, 4, 4, 4, 5, 5, 6, 7)
"""Players at a table, as often as they stand here."""
_EDITIONS = ("deluxe", "classic", "dark_city")
_LEVEL = "steward"
_SAMPLE = 5.0
"""Seconds between two accounts."""


@dataclass(frozen=True, slots=True)
class YearOrder:
    """The work of the host's process."""

    games: int = 0
    at_once: int = 60
    """Games in progress at one time."""
    rate: float = 16.0
    """Games that begin a second, at most."""
    keep_bytes: int = 16 << 30
    keep_seconds: int = 0
    minutes: float = 24 * 60
    """After so many no further game begins."""
    recorded: int = 24
    """Games of which copies are made."""
    left: int = 40
    """Games that are in the middle at the end."""


@dataclass(frozen=True, slots=True)
class Clubber:
    """Somebody of the club."""

    name: str
    identity: Identity


class _Recorder(MemoryStore):
    """A store that keeps every change it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.changes: list[Change] = []

    async def save(self, change: Change) -> None:
        self.changes.append(change)
        await super().save(change)


class _Kept:
    """In the place of a `GameKeeper`: the last log."""

    proof: Proof

    def keep(self, proof: Proof) -> None:
        self.proof = proof


@dataclass(frozen=True, slots=True)
class Recorded:
    """Everything that was stored of a game, and its log."""

    changes: tuple[Change, ...]
    proof: Proof
    first: GameEntry
    """Its first entry."""

    @property
    def players(self) -> int:
        """How many played."""
        return len(self.first.seats)

    async def again(self, host: Host, people: Sequence[Clubber], waits: list[float]) -> None:
        """Store it once more as another table's, played by others; every change is waited for, as a table does."""
        table, game = new_id(), new_id()
        seats = tuple(
            seat.model_copy(update={"name": who.name, "pub": who.identity.public})
            for seat, who in zip(self.first.seats, people, strict=True)
        )
        first = packed(self.first.model_copy(update={"game": game, "seats": seats}))
        notes = (self.proof.notes[0].model_copy(update={"body": first}), *self.proof.notes[1:])
        assert host.games
        for change in self.changes:
            entries = tuple(
                entry._replace(game=game, body=first if entry.seq == 1 else entry.body) for entry in change.entries
            )
            record = change.record
            if record:
                kept = TableRecord.read(change.table, record)
                record = kept.model_copy(update={"game": game if kept.game else ""}).dump(table)
            mark = change.mark and replace(change.mark, table=table, game=game if change.mark.game else "")
            secrets = tuple(secret._replace(game=game) for secret in change.secrets)
            if change.forget:
                await asyncio.wrap_future(host.games.keep(replace(self.proof, notes=notes)))
            begun = perf_counter()
            await host._store.save(Change(table, record, entries, secrets, game if change.forget else "", mark))
            waits.append(perf_counter() - begun)


async def play(host: Host, people: Sequence[Clubber], chance: Random, part: float = 1.0) -> str:
    """Let bots with keys of their own play a game at a table of the host; returns its id.

    Args:
        host: The host.
        people: Who plays.
        chance: Chooses the seed, which is given: nobody deals a share of it.
        part: How much of 200 moves are made; 1: they play to the end, sign it, and go.
    """
    setup = Setup(players=len(people), edition=chance.choice(_EDITIONS))
    title = f"Table {chance.randrange(1000)}"
    table = host.open_table(setup, TableOptions(private=False, title=title), Opening(seed=chance.randbytes(32)))
    peers = [SeatedPeer(host.identity.public, who.identity, who.name) for who in people]
    for peer in peers:
        await peer.join(table)
    await peers[0].ask(table, Start(cid=peers[0].next()))
    minds = [bot(_LEVEL, chance.randrange(1 << 30)) for _ in peers]
    game = table.game
    assert game
    for made in count():
        if game.over or (part < 1 and made >= 200 * part):
            break
        seat = game.seat
        assert seat is not None
        peer = peers[seat]
        note = await peer.decision()
        move = str(minds[seat].choose(view(game._state, seat)))
        head, cid, salt = game.log.head, peer.next(), chance.randbytes(16)
        commitment = move_commitment(head, seat, note.did, salt, move)
        sig = peer.identity.sign("move", *move_parts(head, seat, note.did, cid, commitment))
        await peer.ask(table, Act(cid=cid, did=note.did, head=head, move=move, salt=salt, sig=sig))
    if game.over:
        await _go_home(host, table, peers)
    return game.log.game


async def _go_home(host: Host, table: Table, peers: Sequence[SeatedPeer]) -> None:
    """Everybody signs the end of a game, and leaves."""
    assert table.game
    end = end_parts(table.game.log.game, table.game.log.head)
    for peer in peers:
        await peer.ask(table, Attest(cid=peer.next(), sig=peer.identity.sign("end", *end)))
    for peer in peers:
        table.depart(peer, for_good=True)
    await table._ended.wait()


async def recorded(club: Sequence[Clubber], chance: Random, amount: int) -> list[Recorded]:
    """Games played at a host that only remembers what it was told to store."""
    found = []
    for _ in range(amount):
        store, kept = _Recorder(), _Kept()
        async with Host(Identity.new(), store=store, games=kept) as host:  # type: ignore[arg-type]
            await play(host, chance.sample(club, chance.choice(_SIZES)), chance)
        first = parsed(kept.proof.notes[0].body)
        assert isinstance(first, GameEntry)
        found.append(Recorded(tuple(store.changes), kept.proof, first))
    return found


class YearFeed:
    """Brings the games of a year to a host."""

    def __init__(self, host: Host, folder: DataFolder, order: YearOrder) -> None:
        self._host = host
        self._folder = folder
        self._order = order
        self._chance = Random("a club's year")
        self._club = [Clubber(f"Player {number}", Identity.new()) for number in range(PEOPLE)]
        self._games: list[Recorded] = []
        self._begun = self._done = 0
        self._waits: list[float] = []
        self._played: list[str] = []
        self._start = perf_counter()

    async def run(self) -> None:
        """All of it, with an account every few seconds, and one at the end."""
        self._games = await recorded(self._club, self._chance, self._order.recorded)
        self._say("recorded", changes=[len(game.changes) for game in self._games])
        self._start = perf_counter()
        telling = asyncio.create_task(self._tell())
        await asyncio.gather(*(self._table() for _ in range(self._order.at_once)))
        telling.cancel()
        for _ in range(self._order.left if self._order.games else 0):
            # No game of five is over so soon.
            await play(self._host, self._chance.sample(self._club, 5), self._chance, part=0.5)
        self._account("done")

    async def _table(self) -> None:
        chance, order = self._chance, self._order
        while self._begun < order.games and perf_counter() - self._start < 60 * order.minutes:
            number = self._begun
            self._begun += 1
            await asyncio.sleep(max(0.0, self._start + number / order.rate - perf_counter()))
            if number % _PLAYED_OF == 0:
                players = chance.choice(_SIZES)
                self._played.append(await play(self._host, chance.sample(self._club, players), chance))
            else:
                game = chance.choice(self._games)
                await game.again(self._host, chance.sample(self._club, game.players), self._waits)
            self._done += 1

    async def _tell(self) -> None:
        while True:
            await asyncio.sleep(_SAMPLE)
            self._account("games")

    def _account(self, what: str) -> None:
        waits = sorted(self._waits)
        self._waits.clear()
        live = sum(path.stat().st_size for path in self._folder.path.glob("host.db*"))
        archive = sum(path.stat().st_size for path in self._folder.path.glob("games.db*"))
        self._say(
            what,
            seconds=round(perf_counter() - self._start, 1),
            games=self._done,
            played=len(self._played),
            last=self._played[-20:],
            tables=len(self._host.tables),
            live=live,
            archive=archive,
            rss_kib=resident(),
            cpu=process_time(),
            saves=len(waits),
            save_ms=[round(1000 * quantile(waits, part), 1) for part in (0.5, 0.99, 1.0)],
        )

    def _say(self, what: str, **about: object) -> None:
        say({"what": what, **about})


def say(what: object) -> None:
    """Write a line of JSON."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main(path: str, text: str) -> None:
    """Be the host of a folder, and do what was ordered, until told to end."""
    folder, order = DataFolder(Path(path)), YearOrder(**json.loads(text))

    @contextlib.asynccontextmanager
    async def feeding(host: Host) -> AsyncIterator[None]:
        feed = asyncio.create_task(YearFeed(host, folder, order).run() if order.games else asyncio.sleep(0))
        try:
            yield
        finally:
            feed.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await feed

    def opened(host: Host, _: object) -> None:
        about = {"port": host.port, "tables": len(host.tables), "cpu": process_time()}
        say({"what": "open", **about})

    keep = Retention(order.keep_seconds, order.keep_bytes)
    limits = replace(lifted_limits(), visitors=1000)
    asyncio.run(
        serve_tables(
            folder,
            bind="127.0.0.1",
            port=0,
            title="A year",
            opened=opened,
            servers=feeding,
            retention=keep,
            limits=limits,
        )
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

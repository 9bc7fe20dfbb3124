"""How work grows with what there is of something: pieces of work, prepared at three sizes, to be counted or timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeVar

from bench.growth.past_games import put_past_games
from citadels_tui.history.played_games import played_games, statistics
from citadels_tui.history.standings import standings
from net.base.limits import DEFAULT
from net.gamelog.archive import Archive
from net.gamelog.verify import verify
from net.host.seats.host_services import HostServices
from net.host.seats.lobby import Member
from net.host.table.table import Table
from net.host.table_list import TableList
from net.identity.crypto import Identity
from net.local.service import DataFolder
from net.protocol.host_messages import EntryNote
from net.protocol.setup import Setup
from tests.support.net.fakes import FakeClock, FakePeer, Room, asked, look_in, play_out, started
from tests.support.net.hosting import play_of

Figure = TypeVar("Figure", int, float)


@dataclass(frozen=True, slots=True)
class Place:
    """Room for what is prepared."""

    folder: Path
    end: ExitStack
    """Ends what was begun, once the work is done."""


Prepare = Callable[[int, Place], Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Work:
    """Something that is done once, with so many of something there."""

    name: str
    unit: str
    """The thing that grows."""
    sizes: tuple[int, ...]
    prepare: Prepare
    """Takes a size; returns what does it, once."""

    def measured(self, size: int, folder: Path, measure: Callable[[Callable[[], object]], Figure]) -> Figure:
        """Prepare it, measure it, and end what was begun.

        Args:
            size: How much there is.
            folder: For files.
            measure: Takes what does it, and has it done.
        """
        with ExitStack() as end:
            return measure(self.prepare(size, Place(folder, end)))


def calls(work: Callable[[], object]) -> int:
    """How many functions it calls, in Python and in C: the same on every machine, however busy."""
    count = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def _archive(size: int, folder: Path) -> DataFolder:
    place = DataFolder(folder / f"archive-{size}")
    place.archive.parent.mkdir(parents=True, exist_ok=True)
    put_past_games(place, size)
    return place


def _own_games(size: int, at: Place) -> Callable[[], object]:
    place = _archive(size, at.folder)

    def work() -> object:
        with closing(Archive(place.archive)) as archive:
            return statistics(played_games(archive.games(), frozenset(), frozenset()))

    return work


def _standings(size: int, at: Place) -> Callable[[], object]:
    place = _archive(size, at.folder)

    def work() -> object:
        with closing(Archive(place.archive)) as archive:
            return standings(archive.games())

    return work


def _refused(*_: object) -> NoReturn:
    raise AssertionError("nobody asks for that")


class _Lobby:
    """A host's list of tables, with visitors."""

    def __init__(self, tables: int, visitors: int) -> None:
        self.clock, host = FakeClock(), Identity.new()
        made = [Table(HostServices(host, self.clock), Setup(players=4)) for _ in range(tables)]
        self.tables = {table.id: table for table in made}
        many = (1e6, 10_000)
        limits = replace(DEFAULT, shared_joins=many, visitors=visitors + 1)
        self.list = TableList(self.tables, _refused, _refused, self.clock, limits)
        for number in range(visitors):
            self.come(number)

    def come(self, number: int) -> FakePeer:
        """Another visitor."""
        peer = FakePeer()
        self.list.arrive(peer, look_in(peer, f"V {number}"))
        return peer

    def tell(self) -> None:
        """Let everything that is due be done."""
        while self.clock.due:
            timer = self.clock.due[0]
            timer.cancel()
            self.clock.time = max(self.clock.time, timer.when)
            timer.action()


def _visitors(size: int, _: Place) -> Callable[[], object]:
    lobby = _Lobby(5, size)
    table = next(iter(lobby.tables.values()))
    table.lobby.sit(Member("Ada", Identity.new().public, bytes(32), None))

    def work() -> None:
        lobby.list.touch(table.id)
        lobby.tell()

    return work


def _arrival(size: int, _: Place) -> Callable[[], object]:
    return partial(_Lobby(5, size).come, size)


def _listed(size: int, _: Place) -> Callable[[], object]:
    return partial(_Lobby(size, 1).come, 7)


def _spectators(size: int, _: Place) -> Callable[[], object]:
    room, peers = started(4, 2)
    for number in range(size):
        assert room.join(f"S {number}", role="spectator").admitted
    player, question = asked(room, peers)
    return partial(room.act, player, question.moves[0])


def _played(size: int) -> tuple[Room, list[FakePeer]]:
    """A game of eight that has so many entries."""
    room, peers = started(8, 1)
    while room.table.game and play_of(room.table).seat is not None and play_of(room.table).log.seq < size:
        player, question = asked(room, peers)
        room.act(player, question.moves[-1])
    return room, peers


def _restarted(size: int, _: Place) -> Callable[[], object]:
    return _played(size)[0].restart


def _followed(size: int, _: Place) -> Callable[[], object]:
    room, peers = _played(size)
    return partial(room.follow, peers[0])


def _verified(size: int, _: Place) -> Callable[[], object]:
    room, peers = started(size, 1)
    play_out(room, peers[0])
    notes = [message for message in peers[0].got if isinstance(message, EntryNote)]
    return partial(verify, room.host.public, notes)


WORKS = (
    Work("one's games are counted", "games", (30, 300, 3000), _own_games),
    Work("the standings of a host", "games", (30, 300, 3000), _standings),
    Work("visitors see a change", "visitors", (10, 100, 1000), _visitors),
    Work("a visitor comes", "visitors", (10, 100, 1000), _arrival),
    Work("the list of tables comes", "tables", (5, 50, 500), _listed),
    Work("a move at a table of four", "spectators", (1, 10, 32), _spectators),
    Work("a host reads a game", "entries", (20, 200), _restarted),
    Work("a client checks a game", "entries", (20, 200), _followed),
    Work("a finished game is verified", "players", (2, 4, 8), _verified),
)
"""The works that grow, each from a tenth of the usual to ten times as much, within the bounds of the program."""

"""The processes of a run through chaos: a host, and players. Each may be killed at any moment.

What is to be known of them afterwards is in files: a player's diary has everything they were told and all they did.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import sys
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from engine import Move
from net.base.errors import NetError, traced
from net.base.limits import Limits
from net.client.client import Client
from net.client.connect import connect
from net.client.reconnect import AGAIN
from net.client.updates import Closed, DealAsked, Decision, Ended, Happened, LobbyView, Refused, Verified
from net.host.host import Host
from net.host.opening import Opening
from net.host.store.store import Store
from net.host.table import saving
from net.identity.crypto import load_identity
from net.identity.invitations import Invite, parse_target
from net.identity.tls import pin_of
from net.local.service import DataFolder
from net.protocol.client_messages import Admit, Reveal, Start, Wake
from net.protocol.host_messages import KnockNote
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.chaos_flaws import FLAWS, shared_store
from tests.support.net.hardships import HARDSHIPS, HardshipLog, let_clock_jump, notifier
from tests.support.net.hosting import FAST

PATIENCE, PATIENCE_WITH_FLAW = 400.0, 60.0
"""Seconds after which a run is stuck; one with a host that errs may well be."""

QUICK = replace(
    FAST,
    vacant=PATIENCE,
    connect_timeout=2.0,
    join_timeout=2.0,
    tls_timeout=2.0,
    close_timeout=0.1,
    heartbeat=0.1,
    stale=0.3,
    silence=0.8,
    backoff=(0.01, 0.1),
    shares=8.0,
    notice=0.02,
    notice_again=0.1,
    notices=(100.0, 100),
    notified=0.2,
)
"""Nobody waits long for what does not come, but for players, who may be late on a busy machine."""


LATE = "Late"
"""Somebody who takes the seat of a bot."""


@dataclass(frozen=True)
class Plan:
    """One run."""

    seed: int
    seats: int
    clients: int
    """The first of them play, the others watch."""
    edition: str
    absence: float
    """Seconds after which a bot answers for who is away."""
    folder: Path
    turn_time: float = 0.0
    """Seconds for a decision, after which a player is asleep; 0: any time."""
    late: bool = False
    """Whether a bot has the last seat, which somebody takes who comes in the middle of the game."""
    refusals: int = 0
    """Deals to which the last player gives no share, one after the other; after two the others are asked."""
    hardships: tuple[str, ...] = ()
    """Those of `tests.support.net.hardships.HARDSHIPS` that the host meets."""
    flaw: str = ""
    """What is wrong with the host; see `FLAWS`."""
    database: str = ""
    """URL of the one that two hosts share; empty: there is one host, with a journal."""

    @classmethod
    def of(cls, seed: int, folder: Path, flaw: str = "", database: str = "") -> Plan:
        """The plan of a seed; the folder is for everything that is written."""
        own = ("clock", "notice", "full") if database else HARDSHIPS
        chance = Random(f"plan {seed}")
        seats = chance.choice((2, 2, 2, 2, 3, 4))
        return cls(
            seed=seed,
            seats=seats,
            clients=4 + seed % 5,
            edition=chance.choice(("classic", "deluxe", "dark_city")),
            absence=chance.choice((0.05, 5.0, 5.0)),
            folder=folder,
            turn_time=chance.choice((0.0, 0.1)),
            late=seats > 2 or chance.random() < 0.5,
            hardships=tuple(each for each in own if chance.random() < 0.5 or each == FLAWS[flaw].hardship),
            flaw=flaw,
            database=database,
            refusals=0 if flaw else chance.choice((0, 0, 0, 0, 0, 0, 1, 3)),
        )

    @property
    def hosts(self) -> int:
        """How many there are."""
        return 2 if self.database else 1

    @property
    def limits(self) -> Limits:
        """Of everybody."""
        return replace(QUICK, absence=self.absence)

    @property
    def names(self) -> list[str]:
        """Of the clients."""
        names = [f"Player {number}" if number < self.seats else f"Eve {number}" for number in range(self.clients)]
        if self.late:
            names[self.seats - 1] = LATE
        return names

    @property
    def bots(self) -> int:
        """How many sit there at first."""
        return int(self.late)

    @property
    def patience(self) -> float:
        """Seconds after which the run is stuck."""
        return PATIENCE_WITH_FLAW if self.flaw else PATIENCE

    @property
    def players(self) -> list[str]:
        """Those of them that play from the beginning."""
        return self.names[: self.seats - self.bots]

    @property
    def host(self) -> DataFolder:
        """Where the host keeps everything."""
        return DataFolder(self.folder / "host")

    @property
    def errors(self) -> Path:
        """What went wrong in any of the processes."""
        return self.folder / "errors"

    @property
    def expected(self) -> tuple[str, ...]:
        """What a host may log as errors."""
        if self.database:
            return "the database is lost: %s", "table %s waits: %s"
        return ("table %s waits: %s",) if "full" in self.hardships else ()

    @property
    def met(self) -> Path:
        """The hardships that the host has met."""
        return self.host.path / "met"

    def refuses(self, name: str) -> Path | None:
        """Is there when a player has refused one more deal; None when they refuse no more."""
        # A table whose only player is sent to the door has ended.
        if len(self.players) == 1 or name != self.players[-1]:
            return None
        files = (self.folder / f"deal {number} was refused" for number in range(self.refusals))
        return next((file for file in files if not file.exists()), None)

    @property
    def begun(self) -> Path:
        """Is there when the game has begun."""
        return self.folder / "begun"

    def diary(self, name: str, life: int) -> Path:
        """What a player wrote in one life."""
        return self.folder / f"{name}, life {life}"

    def content(self, name: str) -> Path:
        """Is there when a player has seen the end, and verified it."""
        return self.folder / f"{name} is content"

    def seated(self, name: str) -> Path:
        """Is there when a player has sat down."""
        return self.folder / f"{name} is seated"

    def diaries(self, name: str) -> list[Path]:
        """What a player wrote in all lives, in order."""
        return sorted(self.folder.glob(f"{name}, life *"), key=lambda path: int(path.name.rsplit(" ", 1)[1]))

    def archive(self, name: str) -> Path:
        """Where a player keeps logs."""
        return self.folder / f"{name}, logs.db"


# The host


def host_life(plan: Plan, number: int, parent: Connection, port: int, first: bool) -> None:
    """Run a host, which brings back what it finds in its store, until the parent hangs up.

    Args:
        plan: The run.
        number: Of the host.
        parent: Is told the port, and the invitation to the table.
        port: That by which players come to this host.
        first: Whether it opens the table.
    """
    _live(plan, _host(plan, parent, f"127.0.0.1:{port}", first=first))


async def _host(plan: Plan, parent: Connection, place: str, *, first: bool) -> None:
    flaw = FLAWS[plan.flaw]
    flaw.spoil()
    chance, met = Random(), HardshipLog(plan.met)
    # What could not be stored for want of room is tried again soon.
    saving._RETRY["disk_full"] = 0.05
    # Before and after the game the table waits for everybody, however late they come back on a busy machine.
    TableOptions.absence = lambda *_: PATIENCE  # type: ignore[method-assign]
    if "clock" in plan.hardships:
        let_clock_jump(chance, met)
    identity, store = load_identity(plan.host.key), _store(plan, place, chance)
    async with contextlib.AsyncExitStack() as stack:
        notify = None
        if "notice" in plan.hardships:
            notify = (await stack.enter_async_context(notifier(chance, met, plan.limits))).tell
        host = await stack.enter_async_context(Host.open(identity, limits=plan.limits, store=store, notify=notify))
        host.recover()
        invite = ""
        if first:
            options = TableOptions(bot_pause=0.0, turn_time=plan.turn_time)
            opening = Opening(bots=("random",) * plan.bots)
            table = host.open_table(Setup(players=plan.seats, edition=plan.edition), options, opening)
            invite = str(host.invite(table, "127.0.0.1"))
        parent.send((host.port, invite))
        with contextlib.suppress(EOFError):
            await asyncio.get_running_loop().run_in_executor(None, parent.recv)


def _store(plan: Plan, place: str, chance: Random) -> Store:
    flaw = FLAWS[plan.flaw]
    if not plan.database:
        return flaw.journal(plan.host.journal, plan.hardships, chance)
    from net.host.postgres import postgres_session as session
    from net.host.shared import takeover

    # A host that is gone is found out sooner than by hosts that are not tested.
    session.HEARTBEAT, session.DEAD, session._LATE = 0.2, 1.0, session._LATE.replace(f"{session.DEAD} s", "1 s")
    session._AGAIN, session._LET_GO, takeover._TEND = 0.1, 1.5, 0.1

    return shared_store(plan.flaw).open(plan.database, place, pin_of(load_identity(plan.host.key).public))


# A player


@dataclass(frozen=True)
class Acted:
    """A player made a move."""

    did: int
    move: Move
    alone: bool = False
    """Whether the client makes it by itself, because it is the only one."""


@dataclass(frozen=True)
class Stood:
    """The log a player had seen had this head."""

    head: bytes


class Diary:
    """What a player writes down."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("xb", buffering=0)

    def write(self, entry: object) -> None:
        self._file.write(pickle.dumps(entry))

    @staticmethod
    def read(path: Path) -> Iterator[Any]:
        """Everything in a diary."""
        if not path.exists():
            return
        # Death may have come in the middle of a word.
        with path.open("rb") as file, contextlib.suppress(EOFError, pickle.UnpicklingError):
            while True:
                yield pickle.load(file)


def player_life(plan: Plan, name: str, life: int, invite: str) -> None:
    """Play, with nothing but a key from an earlier life, until the game has ended and is verified."""
    _live(plan, _player(plan, name, life, invite))


async def _player(plan: Plan, name: str, life: int, invite: str) -> None:
    diary, chance = Diary(plan.diary(name, life)), Random(f"{plan.seed} {name} {life}")
    identity, target = load_identity(plan.folder / f"{name}.key"), parse_target(invite)
    assert isinstance(target, Invite)
    while name not in plan.players and not all(plan.seated(each).exists() for each in plan.players):  # noqa: ASYNC110
        # A table ends when a spectator leaves who was the only guest.
        await asyncio.sleep(0.02)
    while name == LATE and not plan.begun.exists():  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    watch = name not in (*plan.players, LATE)
    while True:
        try:
            client = await connect(
                target,
                identity,
                name,
                watch=watch,
                limits=plan.limits,
                archive=plan.archive(name),
            )
            _refuse(client, plan, name)
            code = await _play(client, plan, name, diary, chance)
        except NetError as error:
            code = error.code
        # A table that all others have left is gone, also for whose connection broke at the end.
        if code == "left" or (code == "table_unknown" and plan.content(name).exists()):
            return
        # Too late: the game is over, and is to be seen only.
        watch |= name == LATE and code == "already_started"
        # Who could not give a share of the seed, and who was late for another beginning, tries again.
        # All have one address: the owner lets a latecomer sit down, and without the owner it is too late for this game.
        if code not in AGAIN | {"no_share", "already_started", "table_full", "owner_asked", "next_game"}:
            raise AssertionError(f"{name} is turned away: {code}")
        await asyncio.sleep(chance.uniform(0.01, 0.1))


def _refuse(client: Client, plan: Plan, name: str) -> None:
    """Let a client commit to its share of as many deals as are planned, and not reveal it."""
    due = client._seed_share.due

    def half() -> Any:
        make = due()
        refused = plan.refuses(name)
        if refused is None or not isinstance(make, partial) or make.func is not Reveal:
            return make
        refused.touch()
        return None

    client._seed_share.due = half  # type: ignore[method-assign]


async def _play(client: Client, plan: Plan, name: str, diary: Diary, chance: Random) -> str:
    """Make random moves until the game has ended and is verified; why the client has closed."""
    over, answered = False, 0
    leaving: asyncio.Task[None] | None = None
    async for update in client.updates():
        if client.seat is not None:
            plan.seated(name).touch()
        match update:
            case LobbyView() if (
                update.mine and client.view is None and all(seat.kind != "open" for seat in update.seats)
            ):
                await client.request(Start)
            case Happened():
                plan.begun.touch()
                diary.write(update)
                diary.write(Stood(client.head))
                if update.seat == client.seat and update.cause in ("timeout", "asleep") and chance.random() < 0.2:
                    await client.request(Wake)
            case Decision() if update.auto:
                diary.write(Acted(update.did, update.moves[0], alone=True))
            case Decision() if update.did != answered:
                # It is asked again when the connection was lost; then what was said is said again, too.
                builds = [move for move in update.moves if move.verb == "build"]
                # Cities that grow end a game soon.
                answered, move = update.did, chance.choice(builds or update.moves)
                diary.write(Acted(update.did, move))
                await client.move(move)
            case KnockNote(pub=pub):
                await client.request(partial(Admit, pub=pub))
            case DealAsked():
                await client.again()
            case Refused() | Verified():
                diary.write(update)
                if over and isinstance(update, Verified):
                    leaving = asyncio.create_task(_leave(client, plan, name))
            case Ended():
                over = True
            case Closed():
                diary.write(update)
                if leaving:
                    leaving.cancel()
                return update.code
            case _:
                pass
    raise AssertionError("the updates have ended without a word")


async def _leave(client: Client, plan: Plan, name: str) -> None:
    """Say goodbye when everybody has seen the end: a table that all have left forgets the game."""
    plan.content(name).touch()
    while not all(plan.content(name).exists() for name in plan.names):  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    await client.leave()


def _live(plan: Plan, life: Awaitable[None]) -> None:
    """Run a life; whatever goes wrong in it is written down."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.msg in plan.expected:
                return
            with plan.errors.open("a") as file:
                file.write(self.format(record) + "\n")

    logging.getLogger().addHandler(Handler(logging.ERROR))

    async def live() -> None:
        await life

    try:
        asyncio.run(live())
    except Exception as error:
        logging.getLogger(__name__).error("a life ended: %r, %s", error, traced(error))
        sys.exit(1)

"""A host whose process ends between any two steps of its work, and clients that remember all they were told."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from net.base.limits import DEFAULT
from net.gamelog.chain import LogReader
from net.gamelog.entries import Entry, PlayEntry, parsed
from net.gamelog.proof import Proof
from net.gamelog.validation import LogValidator
from net.gamelog.verify import verify
from net.host.game.logged_game import LoggedGame
from net.host.seats.host_services import HostServices
from net.host.table.table import Table
from net.identity.commitments import commit_parts, move_commitment, move_parts, share_commitment
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import Act, Commit, Join, Reveal, TableRequest
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import Ack, DecisionNote, EntryNote, Err, LobbyNote, Welcome, from_host
from net.protocol.rate_limits import Rates
from net.protocol.setup import Setup
from net.protocol.version import PROTO, RULES
from tests.support.net.crashing_journal import CrashingJournal, Death, Fate
from tests.support.net.fakes import FakeClock, at_once
from tests.support.net.hosting import run_by


class Guest:
    """A client: it believes what is signed, repeats what was not answered, and forgets nothing."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.identity = Identity.new()
        self.origin, self.guest = b"", False
        self.seal = SealKey.of(self.identity, world.host.public)
        self.own_share = world.chance.randbytes(32)
        self.seat: int | None = None
        self.cid = 0
        self.closed = "lost"
        self.pending: TableRequest | None = None
        """What was asked for and not answered."""
        self.decision: DecisionNote | None = None
        self.answers: dict[int, Ack | Err] = {}
        self.acts: dict[int, tuple[str, bytes]] = {}
        """Every move it has made: its game, and the commitment to it."""
        self.logs: list[tuple[LogReader, LogValidator]] = []
        """Every game it has seen anything of."""

    # net.host.seats.lobby.Peer: each thing a client is told is a step of the host's.

    opened = 0.0

    def send(self, frame: bytes) -> None:
        self.world.fate.step("tell")
        if not self.closed:
            self.hear(frame)

    def queue(self, frame: bytes) -> None:
        self.send(frame)

    def flush(self) -> None:
        pass

    def replay(self, frames: list[bytes]) -> None:
        for frame in frames:
            self.send(frame)

    def admit(self, *, watching: bool, rates: Rates) -> None:
        self.closed = ""

    def close(self, code: str, detail: str = "") -> None:
        self.world.fate.step("close")
        self.closed = code

    # The client

    @property
    def log(self) -> LogReader:
        return self.logs[-1][0]

    @property
    def validator(self) -> LogValidator:
        return self.logs[-1][1]

    def hear(self, frame: bytes) -> None:
        (value,) = FrameDecoder(DEFAULT.answer).feed(frame)
        match from_host(value):
            case Welcome() as welcome:
                self.seat, self.cid = welcome.seat, max(self.cid, welcome.cid)
            case LobbyNote(you=you):
                self.seat = you
            case EntryNote() as note:
                if note.seq == 1:
                    self.logs.append((LogReader(self.world.host.public, DEFAULT), LogValidator()))
                entry, _ = self.log.accept(note)
                self.validator.accept_entry(entry, self.log.head)
                self.decision = None
            case DecisionNote() as decision:
                self.decision = decision
            case (Ack() | Err()) as answer:
                assert answer.cid
                assert self.answers.setdefault(answer.cid, answer) == answer
                if self.pending and self.pending.cid == answer.cid:
                    self.pending = None
            case _:
                pass

    def join(self, **fields: Any) -> None:
        """Come, or come back; what was not answered is asked again."""
        if self.logs:
            fields = {"have_game": self.log.game, "have_seq": self.log.seq, "have_head": self.log.head} | fields
        given: dict[str, Any] = {"table": self.world.table.id, "role": "player", "name": self.name, "token": b""}
        join = Join(
            proto=PROTO,
            rules=RULES,
            pub=self.identity.public,
            seal=self.seal.public,
            nonce=bytes(16),
            sig=bytes(64),
            **given | fields,
        )
        self.decision = None
        self.world.table.arrive(self, join)
        self.world.settle()
        if self.pending and not self.closed:
            self._send(self.pending)

    def ask(self, kind: type[Any], **fields: Any) -> None:
        """Ask for something."""
        self.cid += 1
        self._request(kind(cid=self.cid, **fields))

    def share(self) -> None:
        """Give the share of the seed that is due."""
        if self.seat is None or self.seat not in self.validator.missing:
            return
        if self.seat in self.validator.uncommitted:
            commitment = share_commitment(self.log.game, self.seat, self.own_share)
            sig = self.identity.sign("commit", *commit_parts(self.validator.heads[0], self.seat, commitment))
            self.ask(Commit, commitment=commitment, sig=sig)
        else:
            self.ask(Reveal, share=self.own_share)

    def act(self, move: str = "") -> None:
        """Make a move; by default any."""
        assert self.decision
        assert self.seat is not None
        self.cid += 1
        move = move or self.world.chance.choice(self.decision.moves)
        did, head = self.decision.did, self.log.head
        salt = self.world.chance.randbytes(16)
        commitment = move_commitment(head, self.seat, did, salt, move)
        sig = self.identity.sign("move", *move_parts(head, self.seat, did, self.cid, commitment))
        self.acts[self.cid] = (self.log.game, commitment)
        self._request(Act(cid=self.cid, did=did, head=head, move=move, salt=salt, sig=sig))

    def gone(self, *, for_good: bool = False) -> None:
        """Hang up."""
        self.closed = "left"
        self.world.table.depart(self, for_good=for_good)
        self.world.settle()

    def _request(self, request: TableRequest) -> None:
        assert self.pending is None
        self.pending = request
        self._send(request)

    def _send(self, request: TableRequest) -> None:
        self.world.table.request(self, request)
        self.world.settle()


class World:
    """A host with one table, its guests, and its fate."""

    def __init__(self, folder: Path, seed: object, setup: Setup | None = None, **options: Any) -> None:
        self.folder = folder
        self.chance = random.Random(f"{seed}")
        self.host = Identity.new()
        self.clock = FakeClock()
        self.fate = Fate()
        self.guests: list[Guest] = []
        self.deaths: list[str] = []
        """Before which steps the host has died."""
        self._setup = setup or Setup(players=3, edition="classic")
        self._run_by = run_by({"bot_pause": 1.0, "private": False, **options})
        self._lives = 0
        self.store: CrashingJournal | None = None
        self.table: Table

    @property
    def play(self) -> LoggedGame:
        assert self.table.game
        return self.table.game

    @property
    def over(self) -> bool:
        return self.table.game is not None and self.table.game.over

    def guest(self, name: str) -> Guest:
        """Somebody new, who is not at the table yet."""
        self.guests.append(Guest(self, name))
        return self.guests[-1]

    def live(self, step: Callable[[], object]) -> None:
        """Take a step; whenever the host dies of it, it is started again, everybody comes back, and asks again."""
        try:
            step()
        except Death as death:
            self.deaths.append(str(death))
            self.live(self.rise)

    def rise(self) -> None:
        """The host has been killed, and is started again; everybody comes back."""
        self.bury()
        self.open()
        for guest in self.chance.sample(self.guests, len(self.guests)):
            if guest.closed == "lost":
                guest.join()

    def open(self) -> None:
        """Start the host for the first time, or again."""
        path = self.folder / f"{self._lives}" / "journal.db"
        self.store = CrashingJournal(path, self.fate)
        stored = self.store.tables()
        if stored:
            ((id, record),) = stored
            self.table = Table.recover(self._services, id, record)
        else:
            self.table = self._new_table()
        self.settle()

    def settle(self) -> None:
        """Handle everything in the inbox."""
        at_once(self.table.handle(lambda: None))
        while not self.table.inbox.empty():
            at_once(self.table.handle(self.table.inbox.get_nowait()))
        if self.table.ended:
            # All have left it for good, and it is gone: who comes now comes to another.
            assert self.table.ended.code == "table_unknown"
            self.table = self._new_table()

    def _new_table(self) -> Table:
        return Table(self._services, self._setup, *self._run_by)

    @property
    def _services(self) -> HostServices:
        assert self.store
        return HostServices(self.host, self.clock, self.store)

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.time += seconds
        while self.clock.due and self.clock.due[0].when <= self.clock.time:
            timer = self.clock.due[0]
            timer.cancel()
            timer.action()
            self.settle()

    def onward(self) -> None:
        """Whatever comes next in a game: a share of the seed, a player's move, or time."""
        for guest in self.guests:
            if not guest.closed and guest.logs and guest.seat in guest.validator.missing:
                guest.share()
                return
        for guest in self.guests:
            if not guest.closed and guest.decision and guest.decision.did == self.play.did:
                guest.act()
                return
        self.tick(5)

    def finish(self, most: int = 2000) -> None:
        """LoggedGame to the end."""
        for _ in range(most):
            if self.over:
                return
            self.live(self.onward)
        raise AssertionError("the game does not end")

    def bury(self) -> None:
        """Let go of everything the host had in memory, and keep what it had on disk."""
        before = self.folder / f"{self._lives}"
        self._lives += 1
        if before.exists():
            shutil.copytree(before, self.folder / f"{self._lives}")
        self.close()
        shutil.rmtree(before, ignore_errors=True)

    def close(self) -> None:
        """End the host's process."""
        self.clock.timers.clear()
        self.lose()
        if self.store:
            self.store.close()
            self.store = None
        while self.fate.files:
            self.fate.files.pop().close()

    def logged(self) -> list[Entry]:
        """The log of the game."""
        notes = Proof.of(self.host.public, self.play.log.frames).notes
        return [parsed(note.body) for note in notes]

    def check(self) -> None:
        """Nothing acknowledged is lost, nothing is doubled, everybody has seen this very log, and it can be proven."""
        if self.table.game is None:
            return
        log, heads = self.play.log, self.play.validator.heads
        played = [entry for entry in self.logged() if isinstance(entry, PlayEntry)]
        made = Counter(entry.signed.commitment for entry in played if entry.signed)
        assert all(count == 1 for count in made.values())
        for guest in self.guests:
            for reader, validator in guest.logs:
                if reader.game == log.game:
                    assert validator.heads == heads[: reader.seq]
            for cid, (game, commitment) in guest.acts.items():
                if game == log.game:
                    answer = guest.answers.get(cid)
                    entry = self.play.validator.acts.get(guest.identity.public, {}).get(cid)
                    assert made[commitment] == (entry is not None)
                    if isinstance(answer, Ack):
                        assert entry is not None
                        assert entry <= answer.seq
                    elif isinstance(answer, Err):
                        assert entry is None
        if self.over:
            report = verify(self.host.public, Proof.of(self.host.public, log.frames).notes)
            assert report.ok, report.verdict

    def lose(self) -> None:
        """All connections are lost."""
        for guest in self.guests:
            guest.closed = guest.closed or "lost"


def crash_at_every_step(make: Callable[[], World], step: Callable[[World], object], most: int = 400) -> list[World]:
    """Take the same step in ever new worlds, each dying one point later, until there is nothing left to die before.

    Args:
        make: A new world, just before the step.
        step: Takes it, by way of `World.live`.
        most: Points it may have.

    Returns:
        The worlds in which the host died.
    """
    worlds: list[World] = []
    for point in range(most):
        world = make()
        world.fate.left = point
        step(world)
        if not world.deaths:
            return worlds
        worlds.append(world)
    raise AssertionError("it has no end")

"""A clock that stands still, and connections that are lists."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine import State, View
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.base.thinking import Found, Searcher, Thinkers
from net.client.follower import Follower
from net.client.turn_watch import Moment
from net.client.updates import Update
from net.gamelog.entries import Entry, parsed
from net.host.seats.host_services import HostServices
from net.host.store.store import MemoryStore
from net.host.table.table import Table
from net.identity.commitments import commit_parts, move_commitment, move_parts, share_commitment
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import Act, AddBot, Commit, Join, Reveal, Start, TableRequest
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import Ack, DecisionNote, EntryNote, HostMessage, Welcome, from_host
from net.protocol.rate_limits import Rates
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.version import PROTO, RULES
from tests.support.net.hosting import SEED, play_of, run_by

M = TypeVar("M")


@dataclass(eq=False)
class FakeTimer:
    """Something that will happen when the clock is moved that far."""

    when: float
    action: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class ThinkersHere:
    """Bots search at once, in this process."""

    def search(self, bot: Searcher[Found], view: View, world: State, seconds: float) -> Found | None:
        bot.suppose(world)
        return bot.choose(view)


class FakeClock:
    """Time that moves when it is told to; thoughts take no time unless they are held."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.timers: list[FakeTimer] = []
        self.jitters: list[tuple[float, float]] = []
        self.held: list[Callable[[], None]] | None = None
        self.thinkers: Thinkers = ThinkersHere()

    def now(self) -> float:
        return self.time

    def date(self) -> int:
        return int(self.time)

    def later(self, seconds: float, action: Callable[[], None]) -> FakeTimer:
        timer = FakeTimer(self.time + seconds, action)
        self.timers.append(timer)
        return timer

    def jitter(self, least: float, most: float) -> float:
        self.jitters.append((least, most))
        return (least + most) / 2

    def think(self, thought: Callable[[], Found], decided: Callable[[Found | None], None]) -> None:
        def work() -> None:
            decided(thought())

        if self.held is None:
            work()
        else:
            self.held.append(work)

    @property
    def due(self) -> list[FakeTimer]:
        """What is still to happen, soonest first."""
        return sorted((timer for timer in self.timers if not timer.cancelled), key=lambda timer: timer.when)


@dataclass(eq=False)
class FakePeer:
    """A connection that keeps what it is sent."""

    identity: Identity = field(default_factory=Identity.new)
    seal: SealKey = field(default_factory=SealKey)
    raw: list[bytes] = field(default_factory=list)
    closed: str = ""
    detail: str = ""
    admitted: bool = False
    cid: int = 0
    opened: float = 0.0
    origin: bytes = b""
    guest: bool = False
    _read: dict[bytes, list[HostMessage]] = field(default_factory=dict, repr=False)
    """What is in a frame that was read before: a game is asked for its last message at each of its decisions."""

    def send(self, frame: bytes) -> None:
        self.raw.append(frame)

    def queue(self, frame: bytes) -> None:
        self.send(frame)

    def flush(self) -> None:
        pass

    def replay(self, frames: list[bytes]) -> None:
        self.raw += frames

    def admit(self, *, watching: bool, rates: Rates) -> None:
        self.admitted = True

    def close(self, code: str, detail: str = "") -> None:
        self.closed, self.detail = code, detail

    @property
    def got(self) -> list[HostMessage]:
        """Every message it was sent."""
        return [message for frame in self.raw for message in self._messages(frame)]

    def _messages(self, frame: bytes) -> list[HostMessage]:
        if frame not in self._read:
            self._read[frame] = [from_host(value) for value in FrameDecoder(DEFAULT.answer).feed(frame)]
        return self._read[frame]

    def last(self, kind: type[M]) -> M:
        """The newest message of a kind."""
        found = (message for frame in reversed(self.raw) for message in reversed(self._messages(frame)))
        return next(message for message in found if isinstance(message, kind))

    def count(self, kind: type[Any]) -> int:
        """How many messages of a kind it was sent."""
        return sum(isinstance(message, kind) for message in self.got)


def look_in(peer: FakePeer, name: str) -> Join:
    """A visitor's wish to see the list."""
    return Join(
        proto=PROTO,
        rules=RULES,
        table="",
        role="visitor",
        name=name,
        pub=peer.identity.public,
        seal=peer.seal.public,
        nonce=bytes(16),
        sig=bytes(64),
    )


def paced(table: Table, seconds: float) -> TableOptions:
    """The options of a table, with another pause of the bots: what its owner may ask for."""
    return table.options.model_copy(update={"bot_pause": seconds})


class Room:
    """A table with fake connections and a fake clock, driven step by step."""

    def __init__(self, players: int = 4, setup: Setup | None = None, **options: Any) -> None:
        self.clock = FakeClock()
        self.host = Identity.new()
        given: dict[str, Any] = {"seed": SEED, "bot_pause": 1.0, "private": False, **options}
        self.store = given.pop("store", None) or MemoryStore()
        # What its tests say of the clock they say of all questions.
        reading = given.pop("reading", 0.0)
        of_host: dict[str, Any] = {name: given.pop(name) for name in ("keep", "notify", "hosts") if name in given}
        of_host["limits"] = replace(DEFAULT, reading=reading)
        self.services = HostServices(self.host, self.clock, self.store, **of_host)
        setup = setup or Setup(players=players)
        self.table = Table(self.services, setup, *run_by(given))
        self.settle()

    def settle(self) -> None:
        """Handle everything in the inbox."""
        inbox = self.table.inbox
        at_once(self.table.handle(lambda: None))
        while not inbox.empty():
            at_once(self.table.handle(inbox.get_nowait()))

    def restart(self) -> None:
        """The host is killed and started again."""
        ((id, record),) = self.store.tables()
        self.clock.timers.clear()
        self.table = Table.recover(self.services, id, record)
        self.settle()

    def join(
        self,
        name: str = "Ada",
        *,
        role: Any = "player",
        token: bytes = b"",
        like: FakePeer | None = None,
        origin: bytes = b"",
        guest: bool = False,
        **have: Any,
    ) -> FakePeer:
        """Somebody joins, perhaps somebody who was here before."""
        peer = FakePeer(like.identity, like.seal) if like else FakePeer()
        peer.origin, peer.guest = origin, guest
        self.knock(peer, name, role=role, token=token, **have)
        self.settle()
        if peer.admitted:
            peer.cid = peer.last(Welcome).cid
        return peer

    def knock(self, peer: FakePeer, name: str, *, role: Any = "player", token: bytes = b"", **have: Any) -> None:
        """Somebody wants to join, and nothing has come of it yet."""
        join = Join(
            proto=PROTO,
            rules=RULES,
            table=self.table.id,
            role=role,
            name=name,
            pub=peer.identity.public,
            seal=peer.seal.public,
            nonce=bytes(16),
            token=token,
            sig=bytes(64),
            **have,
        )
        self.table.arrive(peer, join)

    def act(self, peer: FakePeer, move: str, *, did: int | None = None, **fields: Any) -> Any:
        """Somebody makes a move; the answer."""
        play = self.table.game
        assert play
        peer.cid += 1
        given: dict[str, Any] = {
            "cid": peer.cid,
            "did": play.did if did is None else did,
            "head": play.log.head,
            "salt": bytes(16),
        }
        given |= fields
        seat = next((i for i, who in enumerate(play.validator.seats) if who.pub == peer.identity.public), 0)
        commitment = move_commitment(given["head"], seat, given["did"], given["salt"], move)
        sig = peer.identity.sign("move", *move_parts(given["head"], seat, given["did"], given["cid"], commitment))
        return self.ask(peer, Act, **({"move": move, "sig": sig} | given))

    def share(self, peer: FakePeer, share: bytes = bytes(32)) -> Any:
        """Somebody gives, or reveals, a share of the seed, whichever is due; the answer."""
        play = self.table.game
        assert play
        seat = next(i for i, who in enumerate(play.validator.seats) if who.pub == peer.identity.public)
        if seat in play.validator.uncommitted:
            commitment = share_commitment(play.log.game, seat, share)
            sig = peer.identity.sign("commit", *commit_parts(play.validator.heads[0], seat, commitment))
            return self.ask(peer, Commit, commitment=commitment, sig=sig)
        return self.ask(peer, Reveal, share=share)

    def ask(self, peer: FakePeer, kind: type[Any], **fields: Any) -> Any:
        """Somebody asks for something; the answer."""
        if "cid" not in fields:
            peer.cid += 1
            fields["cid"] = peer.cid
        request: TableRequest = kind(**fields)
        self.table.request(peer, request)
        self.settle()
        return next(m for m in reversed(peer.got) if getattr(m, "cid", None) == fields["cid"])

    def gone(self, peer: FakePeer, *, for_good: bool = False) -> None:
        """Somebody's connection ends."""
        self.table.depart(peer, for_good=for_good)
        self.settle()

    def tick(self, seconds: float = 0.0) -> None:
        """Let time pass."""
        self.clock.time += seconds
        while self.clock.due and self.clock.due[0].when <= self.clock.time:
            timer = self.clock.due[0]
            timer.cancel()
            timer.action()
            self.settle()

    def follow(self, peer: FakePeer) -> list[Update]:
        """What a client makes of all that a connection was sent."""
        return followed(self.host.public, peer)[1]


def followed(host: bytes, peer: FakePeer) -> tuple[Follower, list[Update]]:
    """The client of a connection, and what it makes of all that the connection was sent.

    When each message came is not known any more: a day after the one before, but for what was there at the join.
    """
    day, updates = 0, list[Update]()
    follower = Follower(
        host, peer.identity.public, peer.seal, DEFAULT, now=lambda: Moment(86_400.0 * day, 86_400.0 * day)
    )
    for message in peer.got:
        day += not follower.behind
        updates += take(follower, message)
    return follower, updates


def at_once(work: Coroutine[Any, Any, Any]) -> None:
    """Run what waits for nothing."""
    try:
        work.send(None)
    except StopIteration:
        return
    raise AssertionError("it waits")


def take(follower: Follower, message: HostMessage) -> list[Update]:
    """What a client makes of one message."""
    try:
        return list(follower.handle_message(message))
    except NetError as error:
        if error.code == "bad_schema" and message.t in ("ack", "err", "bye", "invitations"):
            return []
        raise


def started(players: int = 4, people: int = 2, **options: Any) -> tuple[Room, list[FakePeer]]:
    """A table at play: people first, bots on the other seats."""
    room = Room(players, **options)
    peers = [room.join(f"N{i}") for i in range(people)]
    for _ in range(players - people):
        assert isinstance(room.ask(peers[0], AddBot, level="random"), Ack)
    assert isinstance(room.ask(peers[0], Start), Ack)
    return room, peers


def asked(room: Room, peers: list[FakePeer]) -> tuple[FakePeer, DecisionNote]:
    """Let bots play until a person with a choice is asked; whoever has none makes the only move."""
    play = play_of(room.table)
    while play.seat is not None and (play.seat >= len(peers) or play.single):
        if play.seat < len(peers) and not peers[play.seat].closed:
            room.act(peers[play.seat], peers[play.seat].last(DecisionNote).moves[0])
        else:
            room.tick(5)
    assert play.seat is not None
    peer = peers[play.seat]
    return peer, peer.last(DecisionNote)


def play_out(room: Room, peer: FakePeer) -> None:
    """Play the first move that is offered until the game is over."""
    game = play_of(room.table)
    while not game.over:
        if game.seat == 0:
            room.act(peer, peer.last(DecisionNote).moves[0])
        room.tick(5)


def entries(peer: FakePeer) -> list[Entry]:
    """The log, as a connection was sent it."""
    return [parsed(m.body) for m in peer.got if isinstance(m, EntryNote)]


def dealing(people: int = 3) -> tuple[Room, list[FakePeer]]:
    """A table where the shares of the seed are due."""
    room = Room(people, seed=None)
    peers = [room.join(f"N{i}") for i in range(people)]
    assert isinstance(room.ask(peers[0], Start), Ack)
    return room, peers

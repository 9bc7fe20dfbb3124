"""A table of which everything is written down: what it tells each peer, and what it waits for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from engine import Move, State
from net.base.clock import Found
from net.base.limits import DEFAULT
from net.host.game.logged_game import LoggedGame
from net.host.seats.host_services import HostServices
from net.host.store.store import MemoryStore
from net.host.table.table import Table
from net.identity.commitments import move_commitment, move_parts
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import Act, Join, Start
from net.protocol.frames import FrameDecoder, unpack
from net.protocol.setup import Setup
from net.protocol.version import RULES
from tests.support.net.fakes import FakeClock, FakePeer, Room
from tests.support.net.hosting import run_by

GAME = "0" * 26
"""The id of every table and game."""
HIDING = {"commitment", "ciphertext", "head", "sig", "seal"}


class Stopwatch(FakeClock):
    """Writes down what a table waits for, and lets bots choose what they are told to."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[object, ...]] = []
        self.decided: Callable[[Any], None] | None = None

    def later(self, seconds: float, action: Callable[[], None]) -> Any:
        self.calls.append(("later", round(seconds, 6)))
        return super().later(seconds, action)

    def jitter(self, least: float, most: float) -> float:
        self.calls.append(("jitter", least, most))
        return super().jitter(least, most)

    def think(self, thought: Callable[[], Found], decided: Callable[[Found | None], None]) -> None:
        self.calls.append(("think",))
        self.decided = decided


@dataclass(eq=False)
class Guest:
    """Somebody at both tables, with the same keys: a player, or who watches."""

    name: str
    identity: Identity
    seal: SealKey
    role: str = "player"
    cid: int = 0


class House(Room):
    """One of the two tables."""

    def __init__(self, setup: Setup, host: Identity, secret: bytes, fixed: bool, **options: Any) -> None:
        self.clock: Stopwatch = Stopwatch()
        self.host = host
        self.secret = secret
        self.store = MemoryStore()
        seed = secret if fixed else None
        given = run_by({"seed": seed, "private": False, **options})
        self.services = HostServices(host, self.clock, self.store)
        self.table = Table(self.services, setup, *given, id=GAME)
        self.peers: dict[Guest, FakePeer] = {}
        self.settle()

    @property
    def play(self) -> LoggedGame:
        assert self.table.game
        return self.table.game

    @property
    def state(self) -> State:
        return self.play._state

    def enter(self, guest: Guest) -> None:
        """Somebody joins, or comes back."""
        self.peers[guest] = peer = FakePeer(guest.identity, guest.seal)
        join = {"proto": 1, "rules": RULES, "table": self.table.id, "role": guest.role, "name": guest.name}
        keys = {"pub": guest.identity.public, "seal": guest.seal.public, "nonce": bytes(16), "sig": bytes(64)}
        self.table.arrive(peer, Join.model_validate(join | keys))
        self.settle()

    def leave(self, guest: Guest, *, for_good: bool = False) -> None:
        """Somebody's connection ends."""
        self.gone(self.peers.pop(guest), for_good=for_good)

    def request(self, guest: Guest, kind: type[Any], **fields: Any) -> None:
        """Somebody asks for something."""
        self.table.request(self.peers[guest], kind(cid=guest.cid, **fields))
        self.settle()

    def begin(self, owner: Guest) -> None:
        """The game starts; its secret is given."""
        with (
            patch("net.host.game.logged_game.os.urandom", lambda n: self.secret[:n]),
            patch("net.host.game.logged_game.new_id", lambda: GAME),
        ):
            self.request(owner, Start)

    def act(self, guest: Guest, move: Move, salt: bytes) -> None:  # type: ignore[override]
        """A player's signed move."""
        play = self.play
        head, did, text = play.log.head, play.did, str(move)
        assert play.seat is not None
        commitment = move_commitment(head, play.seat, did, salt, text)
        sig = guest.identity.sign("move", *move_parts(head, play.seat, did, guest.cid, commitment))
        # A bot may have begun to think for whoever is late; what it finds is about a question from before.
        self.clock.decided = None
        self.request(guest, Act, did=did, head=head, move=text, salt=salt, sig=sig)

    def decide(self, move: Move) -> None:
        """The bot that thinks has chosen."""
        decided, self.clock.decided = self.clock.decided, None
        assert decided
        decided(move)
        self.settle()

    def ask_again(self) -> None:
        """Put the open question once more, as when somebody comes back."""
        assert self.table.match
        self.clock.decided = None
        self.table.series.stop()
        self.settle()

    def told(self, private: Guest | None) -> dict[str, list[object]]:
        """What every peer was sent since the last time, but for what only ``private`` may read."""
        found: dict[str, list[object]] = {}
        for guest, peer in self.peers.items():
            frames, peer.raw[:] = list(peer.raw), []
            found[guest.name] = [(closed_eyes(frame, guest is private), peer.closed, peer.detail) for frame in frames]
        return found

    def waited(self) -> list[tuple[object, ...]]:
        """What the table has waited for since the last time."""
        calls, self.clock.calls = self.clock.calls, []
        return calls


def closed_eyes(frame: bytes, asked: bool) -> object:
    """A frame without what hides, and without the moves of who is asked."""
    (message,) = FrameDecoder(DEFAULT.answer).feed(frame)
    if message["t"] == "entry":
        body = unpack(message["body"], DEFAULT.answer)
        return (len(frame), hidden(message | {"body": b""}), hidden(body))
    if message["t"] == "decision" and asked:
        return ("decision", message["did"])
    return frame


def hidden(value: Any) -> Any:
    """A value whose hiding parts are only as long as they were."""
    if isinstance(value, dict):
        return {key: len(item) if key in HIDING else hidden(item) for key, item in value.items()}
    return [hidden(item) for item in value] if isinstance(value, list) else value

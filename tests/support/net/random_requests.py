"""Random requests to a table, and a snapshot of all that they could change at it."""

from __future__ import annotations

import pickle
from asyncio import Queue
from collections import deque
from collections.abc import Callable
from enum import Enum
from functools import partial
from random import Random
from typing import Any

from engine import History
from engine.bots import bot
from net.base.limits import DEFAULT, Bucket
from net.host.seats.reply_cache import ReplyCache
from net.host.store.stored_table import TableRecord
from net.host.table.table import Table
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import (
    Act,
    AddBot,
    Admit,
    Again,
    AskHint,
    Attest,
    Commit,
    Configure,
    HandOver,
    Hold,
    Invitation,
    Nudge,
    Ready,
    RemoveBot,
    Reveal,
    Revoke,
    Say,
    SayPhrase,
    SetOptions,
    Start,
    Vote,
    Wake,
)
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import Ack, Err, from_host
from net.protocol.rate_limits import Rates, RatesBook
from net.protocol.schema import Message
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.net.fakes import FakeClock, FakePeer, FakeTimer, Room, paced

_LEFT_OUT = (ReplyCache, Bucket, Rates, RatesBook, FakeClock, FakePeer, Identity, SealKey, History, Queue)
"""What a refusal may change, answers and rates; and what is no state of a table, or is compared in another way."""


def snapshot(room: RandomRoom) -> dict[str, object]:
    """All that a table knows, by the way to it, and what everybody was sent."""
    found: dict[str, object] = {}
    _walk("table", room.table, found, {})
    game = room.table.game
    found["history"] = pickle.dumps(game._history) if game else b""
    found["timers"] = [(timer.when, id(timer)) for timer in room.clock.due]
    found["waiting"] = room.table.inbox.qsize()
    for peer in room.peers:
        found[f"sent {id(peer)}"] = (len(peer.raw), peer.closed, peer.admitted)
    return found


def _walk(where: str, value: Any, found: dict[str, object], seen: dict[int, str]) -> None:
    """Take note of a value, and of all in it that the table could change."""
    if value is None or isinstance(value, str | bytes | int | float | Enum | Message | frozenset):
        found[where] = value
    elif isinstance(value, dict):
        found[where] = [_named(key) for key in value]
        for key, each in value.items():
            _walk(f"{where}[{_named(key)}]", each, found, seen)
    elif isinstance(value, list | tuple | deque):
        found[where] = len(value)
        # Of a log the newest entries are enough: its head stands for all of them.
        for index, each in list(enumerate(value))[-64:]:
            _walk(f"{where}[{index}]", each, found, seen)
    elif isinstance(value, set):
        found[where] = frozenset(_named(each) for each in value)
    elif isinstance(value, FakeTimer):
        found[where] = (value.when, value.cancelled)
    elif isinstance(value, _LEFT_OUT) or not type(value).__module__.startswith("net."):
        found[where] = id(value) if isinstance(value, FakePeer) else type(value).__name__
    elif id(value) in seen:
        found[where] = seen[id(value)]
    else:
        seen[id(value)] = where
        found[where] = id(value)
        for name in _fields(value):
            _walk(f"{where}.{name}", getattr(value, name), found, seen)


def _named(key: object) -> object:
    return key if isinstance(key, str | bytes | int | tuple) else id(key)


def _fields(value: Any) -> list[str]:
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    return [name for name in [*slots, *getattr(value, "__dict__", ())] if hasattr(value, name)]


def record_now(table: Table) -> bytes:
    """The record that a table would write now."""
    return TableRecord(**table.record_fields(), revision=table._pending.revision).dump(table.id)


class RandomRoom(Room):
    """A table of random options, at which random people do random things."""

    def __init__(self, random: Random, **chosen: Any) -> None:
        self.random = random
        self.peers: list[FakePeer] = []
        self.people: list[FakePeer] = []
        """Everybody who has ever been at the table, by the newest of their connections."""
        options: dict[str, Any] = {
            "seed": random.choice([None, None, bytes(range(16))]),
            "start_when": random.choice([0, 0, 1, 2]),
            "turn_time": random.choice([0.0, 0.0, 20.0, 7200.0]),
            "reserve": random.choice([0.0, 30.0]),
            "spectator_delay": random.choice([0, 0, 30.0]),
            "bot_pause": random.choice([0.0, 1.0]),
            "opener": random.choice([b"", bytes(32)]),
        }
        super().__init__(random.choice([2, 3, 4, 5]), notify=lambda notice: None, **options | chosen)

    @property
    def gone_for_good(self) -> bool:
        """Whether nothing can happen here any more."""
        return self.table.ended is not None

    @property
    def here(self) -> list[FakePeer]:
        """Those who are connected."""
        return [peer for peer in self.people if self.table.outbox.member(peer)]

    # What happens

    def step(self) -> Ack | Err | None:
        """Let something happen; the answer, if it was a request."""
        random = self.random
        if not self.here or random.random() < 0.06:
            self._come()
            return None
        chance = random.random()
        if chance < 0.03:
            self.gone(random.choice(self.here), for_good=random.random() < 0.5)
            return None
        if chance < 0.15:
            self.tick(random.choice([0.1, 1.0, 5.0, 21.0, 46.0]))
            return None
        if chance < 0.16 and self.store.tables():
            self.restart()
            return None
        if chance < 0.45:
            return self._go_on()
        return self.request(random.choice(self.here), *self.any())

    def _come(self) -> None:
        random = self.random
        former = random.choice(self.people) if self.people and random.random() < 0.6 else None
        peer = FakePeer(former.identity, former.seal) if former else FakePeer()
        self.peers.append(peer)
        role = random.choice(["player", "player", "player", "spectator"])
        self.knock(peer, f"N{len(self.peers)}", role=role)
        self.settle()
        if peer.admitted:
            peer.cid = former.cid if former else 0
            self.people = [other for other in self.people if other is not former] + [peer]

    def request(self, peer: FakePeer, kind: type[Any], fields: dict[str, Any]) -> Ack | Err | None:
        """Somebody asks for something; the answer."""
        peer.cid += 1
        sent = len(peer.raw)
        self.table.request(peer, kind(**{"cid": peer.cid} | fields))
        self.settle()
        decoder = FrameDecoder(DEFAULT.answer)
        for frame in peer.raw[sent:]:
            for message in map(from_host, decoder.feed(frame)):
                if isinstance(message, Ack | Err) and message.cid == peer.cid:
                    return message
        return None

    def _go_on(self) -> Ack | Err | None:
        """Somebody does what is due: a share of the seed, a move, or the preparation of a game."""
        game, random = self.table.game, self.random
        here = {peer.identity.public: peer for peer in self.here}
        if game is None:
            peer = here.get(self.table.lobby.owner.pub) if self.table.lobby.owner else None
            kind = AddBot if None in self.table.lobby.seats else Start
            return self.request(peer, kind, {"level": "random"} if kind is AddBot else {}) if peer else None
        if game.over:
            pubs = [who.pub for who in game.validator.seats if who.pub in here]
            return self.request(here[random.choice(pubs)], Again, {"on": True}) if pubs else None
        waited = game.validator.missing or ({game.seat} if game.seat is not None else set())
        peers = [here[pub] for seat in waited if (pub := game.validator.seats[seat].pub) in here]
        if not peers:
            self.tick(2.0)
            return None
        peer = random.choice(peers)
        if game.validator.missing:
            return self.share(peer)  # type: ignore[no-any-return]
        assert game.seat is not None
        view = game.view(game.seat)
        move = bot("random", random.randrange(1 << 30)).choose(view)
        return self.act(peer, str(move))  # type: ignore[no-any-return]

    def any(self) -> tuple[type[Any], dict[str, Any]]:
        """A request of any kind, sensible or not."""
        random, flag = self.random, partial(self.random.choice, [True, False])
        seat = random.randrange(8)
        did = self.table.game.did if self.table.game and flag() else 1
        zeros = bytes(64)
        knocks = self.table.series.match.knocks if self.table.series.match else ()
        makers: list[Callable[[], tuple[type[Any], dict[str, Any]]]] = [
            lambda: (Commit, {"commitment": bytes(32), "sig": zeros}),
            lambda: (Reveal, {"share": bytes(32)}),
            lambda: (Act, {"did": did, "head": bytes(32), "move": random.choice(["end", "undo"])} | _UNSIGNED),
            lambda: (Configure, {"setup": Setup(players=random.choice([2, 3, 4, 5, 8]))}),
            lambda: (Configure, {"setup": Setup(players=2, preset="nothing")}),
            lambda: (
                AddBot,
                {"level": random.choice(["random", "steward", "nobody"])} | random.choice([{}, {"seat": seat}]),
            ),
            lambda: (RemoveBot, {"seat": seat}),
            lambda: (Start, {}),
            lambda: (SetOptions, {"options": paced(self.table, random.choice([0.0, 1.0]))}),
            lambda: (SetOptions, {"options": TableOptions(title="another")}),
            lambda: (Hold, {"on": flag()}),
            lambda: (HandOver, {"seat": seat % 5, "open": flag(), "ban": random.random() < 0.2}),
            lambda: (Invitation, {"uses": random.randrange(3), "seconds": random.choice([0, 10])}),
            lambda: (Revoke, {"number": 1 + random.randrange(3)}),
            lambda: (AskHint, {"did": did}),
            lambda: (Vote, {"end": random.random() < 0.3}),
            lambda: (Attest, {"sig": zeros}),
            lambda: (Again, {"on": flag()}),
            lambda: (Ready, {"on": random.random() < 0.7}),
            lambda: (Say, {"text": random.choice(["hello", " ", "\x1b"])}),
            lambda: (SayPhrase, {"phrase": random.choice(["hello", "thanks"])}),
            lambda: (Nudge, {}),
            lambda: (Wake, {}),
            lambda: (Admit, {"pub": random.choice([bytes(32), *knocks])}),
        ]
        return random.choice(makers)()


_UNSIGNED = {"salt": bytes(16), "sig": bytes(64)}

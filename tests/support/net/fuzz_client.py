"""A client in the middle of a game, and a host that sends it anything."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args

from engine import ViewReducer
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.dial import ClientConnection
from net.client.follower import Follower
from net.client.reconnect import Reconnector
from net.client.updates import Closed, Decision
from net.gamelog.chain import next_head
from net.gamelog.entries import Entry, EventNote
from net.identity.commitments import salt_at
from net.identity.crypto import Identity, Place, seal
from net.identity.invitations import Address
from net.protocol.client_messages import AddBot, Configure, HandOver, Hold, Say, SetOptions, Start, Vote, from_client
from net.protocol.frames import pack, unpack
from net.protocol.host_messages import Ack, Bye, EntryNote, Err, Hello, HostMessage, Welcome, from_host
from net.protocol.session import ClientSession
from net.protocol.setup import Setup
from tests.support.net.fakes import FakePeer, Room, paced
from tests.support.net.fuzzing import (
    Plain,
    Tally,
    chunks,
    fitting,
    framed,
    junk,
    refused,
    same_games,
    scrambled,
    spoilt,
    varied,
)
from tests.support.net.log_forging import written

MESSAGES = get_args(HostMessage)
KINDS = {kind.model_fields["t"].default: kind for kind in MESSAGES}
ENTRIES = {kind.model_fields["t"].default: kind for kind in get_args(Entry)}
ONCE = (Ack, Bye, Err, Hello, Welcome)
"""What the follower is not asked about."""


class Script:
    """What the host of one game sends to one of its players, and the keys of both."""

    def __init__(self, number: int) -> None:
        chance = random.Random(f"script {number}")
        with same_games(chance):
            self._play(number, chance)

    def _play(self, number: int, chance: random.Random) -> None:
        room = Room(4, Setup(players=4, preset="first_game"), seed=None if number % 3 else bytes(16))
        peers = [room.join(f"N{i}") for i in range(3)]
        self.host, self.player = room.host, peers[0]
        room.ask(peers[0], Configure, setup=Setup(players=5, action_cards=number % 2 == 0))
        for level in ("random", "steward"):
            room.ask(peers[0], AddBot, level=level)
        room.ask(peers[0], Start)
        play = room.table.game
        assert play
        while play.validator.missing:
            for seat in sorted(play.validator.missing):
                room.share(peers[seat])
        for step in range(60):
            self._incident(step, room, peers)
            pub = play.validator.seats[play.seat].pub if play.seat is not None else b""
            asked = next(
                (peer for peer in peers if peer.identity.public == pub and room.table.outbox.member(peer)), None
            )
            if asked:
                room.act(asked, str(chance.choice(play._state.moves)))
            else:
                room.tick(60.0)
        for peer in peers[:2]:
            room.ask(peer, Vote, end=True)
        assert play.over
        self.secret = play._secret
        self.frames = [frame for frame in self.player.raw if not isinstance(_read(frame), ONCE)]
        self.welcome = self.player.last(Welcome)

    @staticmethod
    def _incident(step: int, room: Room, peers: list[FakePeer]) -> None:
        match step:
            case 5:
                room.ask(peers[1], Say, text="hello")
                room.ask(peers[0], SetOptions, options=paced(room.table, 0))
            case 10:
                room.ask(peers[0], Hold, on=True)
                room.ask(peers[0], Hold, on=False)
            case 15:
                room.ask(peers[1], Vote, end=True)
                room.ask(peers[1], Vote, end=False)
            case 20:
                room.ask(peers[0], HandOver, seat=2, open=True)
            case 25:
                peers[2] = room.join("Newcomer")
            case 30:
                room.gone(peers[1])
            case 35:
                peers[1] = room.join(like=peers[1])
            case _:
                pass

    def follower(self) -> Follower:
        """A client that has just joined."""
        found = Follower(self.host.public, self.player.identity.public, self.player.seal, DEFAULT)
        list(found.handle_message(self.welcome.model_copy(update={"seq": 0})))
        return found


def _read(frame: bytes) -> HostMessage:
    return from_host(unpack(frame[4:], DEFAULT.answer))


script = cache(Script)


def twin(follower: Follower) -> Follower:
    """Another one in the same state, that may come to grief."""
    other = copy(follower)
    other._log = copy(follower._log)
    validator = other.validator = copy(follower.validator)
    for name, value in vars(validator).items():
        if isinstance(value, list | dict | set):
            setattr(validator, name, value.copy())
    validator.acts = {pub: dict(acts) for pub, acts in validator.acts.items()}
    watch = other._turn_watch = copy(follower._turn_watch)
    watch._reserves = list(watch._reserves)
    other.notes, other._played = list(other.notes), list(other._played)
    other._past, other._scores = dict(other._past), [list(row) for row in other._scores]
    if follower._reducer:
        other._reducer = ViewReducer(follower._reducer.view.copy())
    return other


def state(follower: Follower) -> tuple[Any, ...]:
    """What a refused message must not change."""
    log, validator = follower._log, follower.validator
    return log.seq, log.head, validator.seq, validator.did, follower.seat, follower.view, len(follower._played)


class Stage:
    """One client, message after message."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.script = script(chance.randrange(6))
        self.follower = self.script.follower()
        self.place = 0

    def session(self) -> ClientSession:
        """A connection on which all is said that comes before the game."""
        found = ClientSession(bytes(32), None, DEFAULT)
        found.state = "live"
        return found

    def go_on(self) -> None:
        """The host says what is true: the client follows, whatever was refused before."""
        for message in self.session().receive(self.script.frames[self.place]):
            list(self.follower.handle_message(message))
        self.place += 1

    def hear(self, stream: bytes) -> bool:
        """Bytes come from the host; whether they were a message or several."""
        session, follower = self.session(), twin(self.follower)
        understood = False
        try:
            for chunk in chunks(stream, self.chance):
                for message in session.receive(chunk):
                    understood = True
                    if not isinstance(message, ONCE):
                        before = state(follower)
                        self.take(follower, message)
                        assert isinstance(message, EntryNote) or state(follower)[:4] == before[:4]
        except NetError as error:
            refused(error)
        return understood

    def take(self, follower: Follower, message: HostMessage) -> None:
        before = state(follower)
        try:
            list(follower.handle_message(message))
        except NetError as error:
            refused(error)
            # An entry that the host has signed is in the log, be it as it may.
            if follower._log.seq == before[0]:
                assert state(follower) == before
            raise

    def one(self) -> bytes:
        """One input."""
        chance, frames = self.chance, self.script.frames
        near = frames[min(len(frames) - 1, max(0, self.place + chance.randrange(-2, 4)))]
        fate = chance.random()
        if fate < 0.35:
            return self.signed(frames[self.place])
        if fate < 0.45:
            frame = near
        elif fate < 0.65:
            plain = unpack(near[4:], DEFAULT.answer)
            frame = framed(varied(plain, KINDS[plain["t"]], chance))
        elif fate < 0.8:
            frame = framed(fitting(chance.choice(MESSAGES))(chance))
        else:
            plain = unpack(near[4:], DEFAULT.answer)
            return framed(spoilt(plain, chance)) if chance.random() < 0.5 else scrambled(near, chance, frames[0])
        return frame + near if chance.random() < 0.1 else frame

    def signed(self, frame: bytes) -> bytes:
        """The next entry, changed by a host that signs whatever it likes; or any other entry."""
        note, chance = _read(frame), self.chance
        if not isinstance(note, EntryNote):
            return frame
        body = unpack(note.body, DEFAULT.answer)
        if chance.random() < 0.15:
            kind = chance.choice(list(ENTRIES.values()))
            body = fitting(kind)(chance) | {"t": kind.model_fields["t"].default}
        elif chance.random() < 0.3:
            self.seal_anew(body, note.seq)
        elif chance.random() < 0.7 and body.get("events"):
            place = chance.randrange(len(body["events"]))
            body["events"][place] = varied(body["events"][place], EventNote, chance)
            if chance.random() < 0.3:
                body["events"].insert(place, fitting(EventNote)(chance))
        else:
            for _ in range(chance.randint(1, 2)):
                body = varied(body, ENTRIES[body["t"]], chance)
        if chance.random() < 0.1:
            body = spoilt(body, chance)
        packed = written(body)
        if chance.random() < 0.05:
            packed = scrambled(packed, chance, packed)
        log = self.follower._log
        game = body.get("game", log.game) if body.get("t") == "game" else log.game
        sig = self.script.host.sign("entry", str(game), log.seq + 1, next_head(log.head, packed))
        return EntryNote(seq=log.seq + 1, body=packed, sig=sig).frame()

    def seal_anew(self, body: Plain, seq: int) -> None:
        """Put something else into the player's envelopes, with the commitment to it."""
        follower, chance = self.follower, self.chance
        head, key = follower._log.head, follower._key
        if body["t"] == "seat" and "past" in body:
            place = Place(follower.game, follower.validator.epoch, seq, 0, body["seat"], "past")
            body["past"] = self.sealed({"facts": chance.choice((junk(chance), [[1, 1, junk(chance)]]))}, place)
        for index, event in enumerate(body.get("events", ())):
            for note in event.get("sealed", ()):
                place = Place(follower.game, follower.validator.epoch, seq, index, note["seat"], event["kind"])
                hidden: Plain = chance.choice(
                    (
                        {"cards": chance.sample(["tavern", "palace", "keep", "nothing", ""], 3)},
                        {"rank": chance.choice((0, 1, 9, 31))},
                        {"ranks": [1, 31, 9]},
                        {"cards": junk(chance)},
                        {str(junk(chance)): junk(chance)},
                    )
                )
                note |= self.sealed(hidden, place, key, head)

    def sealed(self, hidden: Plain, place: Place, key: bytes = b"", head: bytes = b"") -> Plain:
        key, head = key or self.follower._key, head or self.follower._log.head
        commitment, ciphertext = seal(pack(hidden), key, place, head, salt_at(self.script.secret, place))
        return {"commitment": commitment, "ciphertext": ciphertext}


def run(chance: random.Random, count: int) -> Tally:
    """Many games, one after another; the client hears several wrong things before each right one."""
    tally, stage = Tally(count), Stage(chance)
    for _ in range(count):
        if stage.place == len(stage.script.frames):
            stage = Stage(chance)
        tally.accepted += stage.hear(stage.one())
        if chance.random() < 0.3:
            stage.go_on()
    return tally


class Wire:
    """A `net.client.dial.ClientConnection` to a host that says a few things and hangs up."""

    def __init__(self, session: ClientSession, said: list[bytes]) -> None:
        self.session = session
        self.heard = self.said = asyncio.get_running_loop().time()
        self.sent: list[bytes] = []
        self._said = said

    def send(self, frame: bytes) -> None:
        self.sent.append(frame)

    async def messages(self) -> AsyncIterator[HostMessage]:
        for frame in self._said:
            for message in self.session.receive(frame):
                yield message
            await asyncio.sleep(0)

    def abort(self) -> None:
        self._said.clear()

    async def close(self) -> None:
        self._said.clear()


class Ways(Reconnector):
    """Leads to the host so often, and then nowhere any more."""

    def __init__(self, player: Identity, lines: list[tuple[Wire, Welcome]]) -> None:
        super().__init__(
            Address("host", 1), b"", b"", player, "Ada", "player", limits=replace(DEFAULT, backoff=(0.0, 0.0))
        )
        self._lines = lines

    async def join(self, game: str = "", seq: int = 0, head: bytes = b"") -> tuple[ClientConnection, Welcome]:
        if not self._lines:
            raise NetError("table_unknown")
        line, welcome = self._lines.pop()
        return cast(ClientConnection, line), welcome


async def meet(chance: random.Random, folder: Path) -> Closed:
    """A player's client at a host that does something wrong early in a game; how that ended."""
    stage = Stage(chance)

    def line() -> Wire:
        said = stage.script.frames[stage.place :][: chance.randrange(6)]
        for _ in range(chance.randrange(3)):
            said.insert(chance.randint(0, len(said)), stage.one())
        session = stage.session()
        session.host = stage.script.host.public
        return Wire(session, said)

    for _ in range(chance.randrange(20)):
        stage.go_on()
    welcome = stage.script.welcome.model_copy(update={"game": stage.follower.game})
    wires = [line() for _ in range(3)]
    # Sometimes what it is told on its return is wrong, too.
    again = [welcome, Welcome.model_validate(fitting(Welcome)(chance) | {"cid": 5})]
    ways = Ways(stage.script.player.identity, [(wire, chance.choice(again)) for wire in wires[1:]])
    client = Client(ways, cast(ClientConnection, wires[0]), twin(stage.follower), welcome, folder)
    async for update in client.updates():
        if isinstance(update, Decision):
            await client.move(chance.choice(update.moves))
        last = update
    await client._runner
    await asyncio.gather(*client._verification.tasks)
    for frame in (frame for wire in wires for frame in wire.sent):
        from_client(unpack(frame[4:], DEFAULT.request))
    assert isinstance(last, Closed)
    return last

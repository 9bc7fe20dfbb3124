"""A host's sessions and a real table with a game running, and people who send it anything."""

from __future__ import annotations

import random
from functools import partial
from typing import Any, get_args

from engine import Rules, save
from net.base.errors import ProtocolError
from net.base.limits import DEFAULT
from net.gamelog.verify import verify
from net.host.game.logged_game import LoggedGame
from net.identity.commitments import commit_parts, move_commitment, move_parts, share_commitment
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import (
    Act,
    AddBot,
    AskStatus,
    Commit,
    HandOver,
    Hold,
    Join,
    Leave,
    OpenTable,
    Ping,
    Request,
    RequestMaker,
    Reveal,
    Start,
    Vote,
    join_signature_parts,
)
from net.protocol.frames import FrameDecoder, unpack
from net.protocol.host_messages import EntryNote, Err, Welcome, from_host
from net.protocol.rate_limits import Rates
from net.protocol.schema import Message
from net.protocol.session import HostSession
from net.protocol.setup import Setup
from net.protocol.version import PROTO, RULES
from tests.support.net.fakes import FakePeer, Room
from tests.support.net.fuzzing import (
    Plain,
    Tally,
    chunks,
    fitting,
    framed,
    refused,
    same_games,
    scrambled,
    spoilt,
    varied,
)
from tests.support.net.hosting import FAST

CERTIFICATE = bytes(range(32))
REQUESTS = get_args(Request)
LOBBY = 30
"""Inputs after which a game begins."""
GAME = 2_000
"""Inputs after which a game is played to its end."""


class Seat(FakePeer):
    """Somebody with a seat, or who wants one, and the host's end of their connection."""

    session: HostSession | None = None

    def join(self, room: Room, **fields: Any) -> bytes:
        """A join that is signed as it must be, whatever is in it."""
        self.session = HostSession(room.host, CERTIFICATE, FAST)
        self.raw, self.closed, self.admitted = [], "", False
        plain: Plain = {
            "proto": PROTO,
            "rules": RULES,
            "table": room.table.id,
            "role": "player",
            "name": "Ada",
            "pub": self.identity.public,
            "seal": self.seal.public,
            "nonce": bytes(16),
        }
        unsigned = Join.model_validate(plain | fields | {"pub": self.identity.public, "sig": bytes(64)})
        parts = join_signature_parts(CERTIFICATE, room.host.public, self.session._nonce, unsigned)
        return unsigned.model_copy(update={"sig": self.identity.sign("client-auth", *parts)}).frame()

    def admit(self, *, watching: bool, rates: Rates) -> None:
        super().admit(watching=watching, rates=rates)
        assert self.session
        self.session.welcomed(rates)

    def answer(self) -> Any:
        """The answer to a join or a request; all else is forgotten."""
        frames, self.raw = self.raw, []
        values = (unpack(frame[4:], DEFAULT.answer) for frame in frames)
        return next((from_host(value) for value in values if value["t"] in ("welcome", "ack", "err")), None)


class Stage:
    """One table, with three people and their bots, from the lobby to the end of a game."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.tally = Tally()
        self.room = Room(
            setup=Setup.exactly(Rules.random(chance.randint(3, 5), chance)),
            seed=None if chance.random() < 0.7 else bytes(16),
            turn_time=20.0,
            reserve=60.0,
            bot_pause=0.0,
        )
        self.seats = [Seat() for _ in range(3)]
        self.stranger = Seat()
        """Comes as somebody else every time."""
        # A lobby that its players have left ends; this one goes on.
        self.table._vacancy.is_due = lambda: False
        self.room.join("Watch", role="spectator")
        for seat in self.seats:
            self.deliver(seat, seat.join(self.room))
        self.last = b"\0"

    @property
    def table(self) -> Any:
        return self.room.table

    def deliver(self, seat: Seat, stream: bytes) -> bool:
        """Bytes come from somebody; whether they were a message or several."""
        session = seat.session
        assert session
        understood = False
        try:
            for chunk in chunks(stream, self.chance):
                for message in session.receive(chunk, 0.0):
                    understood = True
                    if seat.session is session:
                        self.handle(seat, message)
        except ProtocolError as error:
            refused(error)
            self.drop(seat)
        assert self.table.ended is None
        return understood

    def handle(self, seat: Seat, message: Message) -> None:
        """What the host does with a message."""
        match message:
            case Join(role="visitor") | OpenTable() | AskStatus():
                # Nothing for a table.
                self.drop(seat)
            case Join():
                self.table.arrive(seat, message)
                self.room.settle()
                answer = seat.answer()
                if isinstance(answer, Welcome):
                    seat.cid = answer.cid
            case Leave():
                self.drop(seat, for_good=True)
            case Err() | Ping():
                pass
            case _:
                seat.raw = []
                deep = self.chance.random() < 0.02
                before = self.fingerprint(deep)
                self.table.request(seat, message)
                self.room.settle()
                answer = seat.answer()
                if isinstance(answer, Err):
                    assert answer.cid
                    assert self.fingerprint(deep) == before

    def drop(self, seat: Seat, *, for_good: bool = False) -> None:
        seat.session = None
        self.table.depart(seat, for_good=for_good)
        self.room.settle()

    def fingerprint(self, deep: bool) -> tuple[object, ...]:
        """What a refused request must not change."""
        table = self.table
        lobby, play, match = table.lobby, table.game, table.match
        return (
            (play.log.seq, play.log.head, len(play._moves), len(play.unsaved)) if play else (),
            save(play._state) if play and play.dealt and deep else None,
            [getattr(who, "name", None) for who in lobby.seats],
            (lobby.owner, lobby.setup, len(lobby.spectators), table.options.bot_pause, len(table.access.banned)),
            list(match.turn_clock.reserves) if match else None,
        )

    # What people send

    def one(self) -> None:
        """One input."""
        chance, seat = self.chance, self.chance.choice(self.seats)
        fate = chance.random()
        if fate > 0.9:
            seat = self.stranger
        self.tally.inputs += 1
        if seat.session is None or seat.closed:
            frame = self.joining(seat)
        elif fate < 0.35:
            seat, frame = self.legal(seat)
        elif fate < 0.45:
            seat, frame = self.nearly(seat)
        else:
            frame = framed(self.anything(seat))
        fate = chance.random()
        sent = scrambled(frame, chance, self.last) if fate < 0.15 else self.last + frame if fate < 0.17 else frame
        self.last = frame
        self.tally.accepted += self.deliver(seat, sent)
        if chance.random() < 0.1:
            self.room.tick(chance.choice((0.0, 1.0, 10.0, 25.0, 100.0)))
            assert self.table.ended is None

    def joining(self, seat: Seat) -> bytes:
        chance = self.chance
        if seat is self.stranger or seat.closed == "banned" or seat.cid == 2**31 - 1:
            seat.identity, seat.seal, seat.cid = Identity.new(), SealKey(), 0
        if seat is not self.stranger or chance.random() < 0.3:
            return seat.join(self.room, role="spectator" if seat.closed == "already_started" else "player")
        wanted = fitting(Join)(chance)
        for name in chance.sample(("seal", "table", "token", "role", "name"), 4):
            wanted.pop(name, None)
        return seat.join(self.room, **{name: wanted[name] for name in wanted if name not in ("t", "proto", "rules")})

    def cid(self, seat: Seat) -> int:
        seat.cid = min(seat.cid + 1, 2**31 - 1)
        return seat.cid

    def legal(self, seat: Seat) -> tuple[Seat, bytes]:
        """What is due, by whose turn it is."""
        play, chance = self.table.game, self.chance
        if play is None:
            return seat, framed(self.anything(seat))
        owner = self.table.lobby.owner
        if play.validator.held and owner and owner.peer and owner.peer.session:
            return owner.peer, Hold(cid=self.cid(owner.peer), on=False).frame()
        places = {who.pub: index for index, who in enumerate(play.validator.seats)}
        if not play.dealt:
            owing = [
                who for who in self.seats if who.session and places.get(who.identity.public) in play.validator.missing
            ]
            seat = chance.choice(owing or [seat])
            place, share = places.get(seat.identity.public, 0), bytes(32)
            if place not in play.validator.uncommitted:
                return seat, Reveal(cid=self.cid(seat), share=share).frame()
            commitment = share_commitment(play.log.game, place, share)
            sig = seat.identity.sign("commit", *commit_parts(play.validator.heads[0], place, commitment))
            return seat, Commit(cid=self.cid(seat), commitment=commitment, sig=sig).frame()
        asked = [other for other in self.seats if other.session and places.get(other.identity.public) == play.seat]
        if play.over or not asked:
            return seat, framed(self.anything(seat))
        return asked[0], self.act(asked[0], chance.choice(play._state.moves)).frame()

    def act(self, seat: Seat, move: object) -> Act:
        """A move as it must be signed."""
        play, chance = self.table.game, self.chance
        head, salt, text, cid = play.log.head, chance.randbytes(16), str(move), self.cid(seat)
        commitment = move_commitment(head, play.seat, play.did, salt, text)
        sig = seat.identity.sign("move", *move_parts(head, play.seat, play.did, cid, commitment))
        return Act(cid=cid, did=play.did, head=head, move=text, salt=salt, sig=sig)

    def nearly(self, seat: Seat) -> tuple[Seat, bytes]:
        """A move with something wrong."""
        play, chance = self.table.game, self.chance
        if play is None or play.seat is None:
            return seat, framed(self.anything(seat))
        act = self.act(seat, chance.choice(play._state.moves)).model_dump()
        match chance.randrange(5):
            case 0:
                return seat, framed(spoilt(act, chance))
            case 1:
                return seat, framed(act | {"cid": max(1, act["cid"] - chance.randrange(5))})
            case _:
                return seat, framed(varied(act, Act, chance) | {"cid": act["cid"]})

    def anything(self, seat: Seat) -> Plain:
        """Any request."""
        chance = self.chance
        kind = chance.choice((*REQUESTS, Leave, Ping))
        if kind in (HandOver, Hold, Leave, Vote) and chance.random() < 0.9:
            # They end a game soon, or let it rest.
            kind = Ping
        plain: Plain = fitting(kind)(chance)
        if "cid" in plain:
            plain["cid"] = self.cid(seat) if chance.random() < 0.8 else max(1, seat.cid - chance.randrange(9))
        return spoilt(plain, chance) if chance.random() < 0.15 else plain

    # From the lobby to the end

    def calm(self) -> None:
        """Everybody has a new connection: on the old ones half a frame may be waiting for the rest."""
        for seat in self.seats:
            if seat.session:
                self.drop(seat)
            self.deliver(seat, self.joining(seat))

    def begin(self) -> None:
        """In a lobby, whoever owns the table fills it and starts."""
        if self.table.game:
            return
        self.calm()
        lobby = self.table.lobby
        for seat in self.seats:
            if lobby.owner and lobby.owner.peer is seat:
                bots: list[RequestMaker] = [partial(AddBot, level="random")] * lobby.seats.count(None)
                for make in (*bots, Start):
                    # The host may have hung up on somebody who has asked for too much.
                    if seat.session:
                        self.deliver(seat, make(cid=self.cid(seat)).frame())

    def finish(self) -> None:
        """The game goes on, also at a host that is started again, and its log is sound."""
        if self.chance.random() < 0.3:
            self.room.restart()
        self.calm()
        for _ in range(2_000):
            play = self.table.game
            if play is None or play.over:
                break
            if play.validator.held:
                play.hold(False)
                self.room.settle()
            for seat in self.seats:
                if seat.session is None or seat.closed:
                    self.deliver(seat, self.joining(seat))
            seat = self.chance.choice(self.seats)
            if seat.session:
                self.deliver(*self.legal(seat))
            self.room.tick(30.0)
        else:
            raise AssertionError(f"the game does not end: {self.standing()}")
        if play:
            self.check(play)

    def standing(self) -> dict[str, object]:
        """What keeps a game from ending, for whoever looks for the cause."""
        play = self.table.game
        return {
            "entries": play.log.seq,
            "dealt": play.dealt,
            "missing": None if play.dealt else play.validator.missing,
            "asked": play.seat,
            "held": play.validator.held,
            "people": [(who.session is not None, who.closed, who.cid) for who in self.seats],
            "moves": [str(move) for move in play._state.moves] if play.dealt else [],
        }

    def check(self, play: LoggedGame) -> None:
        decoder = FrameDecoder(DEFAULT.answer)
        notes = [EntryNote.model_validate(value) for frame in play.log.frames for value in decoder.feed(frame)]
        report = verify(self.room.host.public, notes)
        assert report.ok, report.verdict


def run(chance: random.Random, count: int) -> Tally:
    """Many games, one after another; but for the keys, the same ones every time."""
    total = Tally()
    with same_games(chance):
        while total.inputs < count:
            stage = Stage(chance)
            most = min(GAME, count - total.inputs)
            while stage.tally.inputs < most and not (stage.table.game and stage.table.game.over):
                stage.one()
                if stage.tally.inputs % LOBBY == 0:
                    stage.begin()
            stage.finish()
            total += stage.tally
    return total

"""One player of the load generator: a connection, an identity and a log of its own, and random legal moves.

It is as small as can be, so that it is the host that is measured: it checks that everybody's log is the same (the
heads), signs and commits to what players must, and leaves the host's signatures and the envelopes alone.
"""

from __future__ import annotations

import os
import random
import socket
import ssl
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import perf_counter
from typing import Any, Protocol, TypeVar

import msgpack  # type: ignore[import-untyped]

from net.base.limits import DEFAULT
from net.gamelog.chain import GENESIS, next_head
from net.identity.commitments import commit_parts, move_commitment, move_parts, share_commitment
from net.identity.crypto import Identity, SealKey
from net.identity.invitations import Invite
from net.identity.tls import certificate_hash, check_host, client_context
from net.protocol.client_messages import Act, Commit, Join, Leave, Ping, Reveal, Start, join_signature_parts
from net.protocol.frames import HEADER
from net.protocol.session import Role
from net.protocol.version import PROTO, RULES

_CHUNK = 16 * 1024
_PATIENCE = DEFAULT.connect_timeout
"""Seconds for each step of a call."""
_PING = Ping().frame()


Result = TypeVar("Result")
Steps = Generator[tuple[socket.socket, int], None, Result]
"""Work with a connection that waits for nobody: each step says what has to be ready, to be read or written, first."""


def securing(
    where: tuple[str, int], context: ssl.SSLContext, source: tuple[str, int] | None, room: int = 0
) -> Steps[ssl.SSLSocket]:
    """A secure connection, which does not block.

    Args:
        where: Address and port of the host.
        context: Of TLS.
        source: Address and port to call from.
        room: Bytes the system may keep of what comes in; 0: as it likes.

    Raises:
        OSError: when the host does not take the call.
    """
    sock = socket.socket()
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if room:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        if source:
            sock.bind(source)
        with suppress(BlockingIOError):
            sock.connect(where)
        yield sock, EVENT_WRITE
        if error := sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            raise OSError(error, os.strerror(error))
        sock = secure = context.wrap_socket(sock, do_handshake_on_connect=False)
        while True:
            try:
                secure.do_handshake()
            except ssl.SSLWantReadError:
                yield secure, EVENT_READ
            else:
                return secure
    except BaseException:
        sock.close()
        raise


def at_once(steps: Steps[Result]) -> Result:
    """Go through steps, and wait for each.

    Raises:
        OSError: what they raise, or when one takes too long.
    """
    with DefaultSelector() as selector:
        while True:
            try:
                sock, event = next(steps)
            except StopIteration as end:
                found: Result = end.value
                return found
            selector.register(sock, event)
            ready = selector.select(_PATIENCE)
            selector.unregister(sock)
            if not ready:
                steps.close()
                raise TimeoutError


def client_hello() -> bytes:
    """How a client begins TLS."""
    outgoing = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        client_context().wrap_bio(ssl.MemoryBIO(), outgoing).do_handshake()
    return outgoing.read()


class GuestParty(Protocol):
    """The part of a party (`bench.net.crowd.Party`) that its guests use."""

    invite: Invite
    where: tuple[str, int]
    """Address and port of the host."""
    source: tuple[str, int] | None
    """Address and port to call from; None: from anywhere."""
    errors: Counter[str]
    """Codes the host refused something with."""

    @property
    def guests(self) -> Sequence[object]:
        """Everybody at the table."""

    def asked(self, guest: Guest) -> None:
        """Somebody is asked."""

    def heard(self, guest: Guest) -> None:
        """Somebody's log has grown."""

    def ended(self) -> None:
        """Somebody's game is over."""


class Guest:
    """One player, or spectator, and one connection at a time."""

    def __init__(self, party: GuestParty, name: str, *, watch: bool = False) -> None:
        self.party = party
        self.name = name
        self.watch = watch
        self.role: Role = "spectator" if watch else "player"
        self.source = party.source
        """Where it calls from; None: from anywhere."""
        self.token: bytes | None = None
        """The token to show instead of the invitation's."""
        self.identity = Identity.new()
        self.room = 0
        """Bytes the system may keep of what comes in; 0: as it likes."""
        self.game = ""
        self.seq = 0
        self.head = GENESIS
        self.seat = 0
        self.cid = 0
        self.asked: dict[str, Any] | None = None
        """The open decision, when it is this player's."""
        self.over = False
        self.deaf = False
        """Whether nothing is read any more."""
        self.last = ""
        """Why the host hung up, if it said so."""
        self.sock: ssl.SSLSocket | None = None
        self._heard = self._said = self._pinged = 0.0
        """When something came in last, was sent last, and was sent last for no other reason."""
        self._seal = SealKey()
        self._own_share = os.urandom(32)
        self._shared = 0
        """The step of the deal on this connection: 1 the commitment was given, 2 the share."""
        self._first = GENESIS
        self._buffer = bytearray()

    # Coming and going

    def calling(self, context: ssl.SSLContext) -> Steps[None]:
        """Connect, check the host and join, with the log so far.

        Raises:
            OSError: when the host does not take the call.
        """
        invite = self.party.invite
        self.sock = yield from securing(self.party.where, context, self.source, self.room)
        self._buffer.clear()
        self.asked, self._shared, self.deaf, self.last = None, 0, False, ""
        hello = yield from self._awaited(b"hello")
        certificate = certificate_hash(self.sock)
        check_host(hello["host"], certificate, hello["nonce"], hello["deleg"], invite.pin)
        join = Join(
            proto=PROTO,
            rules=RULES,
            table="" if self.role == "visitor" else invite.address.table,
            role=self.role,
            name=self.name,
            pub=self.identity.public,
            seal=self._seal.public,
            nonce=os.urandom(16),
            token=invite.token if self.token is None else self.token,
            have_game=self.game,
            have_seq=self.seq,
            have_head=self.head if self.seq else b"",
            sig=bytes(64),
        )
        parts = join_signature_parts(certificate, hello["host"], hello["nonce"], join)
        self.sock.send(join.model_copy(update={"sig": self.identity.sign("client-auth", *parts)}).frame())
        welcome = yield from self._awaited(b"welcome")
        self.seat, self.cid = welcome.get("seat", -1), max(self.cid, welcome["cid"])
        # What came together with the welcome.
        for body in self._bodies():
            self._take(body)

    def cut(self) -> None:
        """Lose the connection without a word."""
        if self.sock:
            self.sock.close()
            self.sock = None

    def leave(self) -> None:
        """Say goodbye, and forget the game."""
        if self.sock:
            self.send(Leave().frame())
        self.cut()
        self.game, self.seq, self.head, self.over = "", 0, GENESIS, False

    def send(self, frame: bytes) -> None:
        """Send a frame; whoever cannot has lost the connection."""
        if self.sock:
            self._said = perf_counter()
            try:
                self.sock.send(frame)
            except OSError:
                self.last = self.last or "lost"

    def ping(self) -> None:
        """Show that one is there."""
        self._pinged = perf_counter()
        self.send(_PING)

    @property
    def next_ping(self) -> float:
        """When a client would ping next, if nothing came and it said nothing before."""
        return min(max(self._heard, self._pinged) + DEFAULT.heartbeat, self._said + DEFAULT.quiet)

    def start(self) -> None:
        """Begin the game; for the table's owner."""
        self.cid += 1
        self.send(Start(cid=self.cid).frame())

    def _awaited(self, kind: bytes) -> Steps[dict[str, Any]]:
        assert self.sock
        while True:
            for body in self._bodies():
                if kind_of(body) == kind:
                    return unpacked(body)
                self._take(body)
            try:
                chunk = self.sock.recv(_CHUNK)
            except ssl.SSLWantReadError:
                yield self.sock, EVENT_READ
                continue
            if not chunk:
                self.cut()
                raise ConnectionError(self.last or "lost")
            self._buffer += chunk

    # What the host says

    def read(self) -> bool:
        """Take in what has come; False when the connection has ended."""
        assert self.sock
        try:
            while chunk := self.sock.recv(_CHUNK):
                self._heard = perf_counter()
                self._buffer += chunk
                for body in self._bodies():
                    self._take(body)
        except ssl.SSLWantReadError:
            return True
        except OSError:
            pass
        self.cut()
        return False

    def _bodies(self) -> Iterator[bytes]:
        """The messages that have come; those after one at which the caller stops are still there."""
        buffer = self._buffer
        while len(buffer) >= HEADER:
            end = HEADER + int.from_bytes(buffer[:HEADER], "big")
            if len(buffer) < end:
                return
            body = bytes(buffer[HEADER:end])
            del buffer[:end]
            yield body

    def _take(self, body: bytes) -> None:
        match kind_of(body):
            case b"entry":
                self._enter(unpacked(body))
            case b"decision":
                self.asked = unpacked(body)
                self.party.asked(self)
            case b"err":
                err = unpacked(body)
                self.party.errors[err["code"]] += 1
                if "cid" not in err:
                    self.last = err["code"]
            case b"bye":
                self.last = unpacked(body)["code"]

    def _enter(self, note: dict[str, Any]) -> None:
        if note["seq"] != self.seq + 1:
            raise RuntimeError(f"entry {note['seq']} after {self.seq}")
        body = note["body"]
        self.seq, self.head = note["seq"], next_head(self.head, body)
        if self.seq == 1:
            self.game, self._first, self.over = unpacked(body)["game"], self.head, False
        self.party.heard(self)
        if _is(body, "play"):
            self.asked = None
            self._shared = 2
        elif _is(body, "end"):
            self.over, self.asked = True, None
            if not self.watch:
                self.party.ended()
        else:
            self._share()

    def _share(self) -> None:
        """Give what the deal needs of this player, as far as it may be given yet."""
        if self.watch:
            return
        if self._shared < 1:
            self._shared = 1
            commitment = share_commitment(self.game, self.seat, self._own_share)
            sig = self.identity.sign("commit", *commit_parts(self._first, self.seat, commitment))
            self.cid += 1
            self.send(Commit(cid=self.cid, commitment=commitment, sig=sig).frame())
        # The log so far is the game and everybody's commitment.
        if self._shared < 2 and self.seq >= 1 + len(self.party.guests):
            self._shared = 2
            self.cid += 1
            self.send(Reveal(cid=self.cid, share=self._own_share).frame())

    def act(self, rng: random.Random) -> None:
        """Make a random move."""
        assert self.asked
        did, move = self.asked["did"], rng.choice(self.asked["moves"])
        self.asked = None
        self.cid += 1
        salt = os.urandom(16)
        commitment = move_commitment(self.head, self.seat, did, salt, move)
        sig = self.identity.sign("move", *move_parts(self.head, self.seat, did, self.cid, commitment))
        self.send(Act(cid=self.cid, did=did, head=self.head, move=move, salt=salt, sig=sig).frame())


def kind_of(body: bytes) -> bytes:
    """A message's ``t``, which comes first."""
    return body[4 : 4 + (body[3] & 31)]


def _is(body: bytes, kind: str) -> bool:
    """Whether an entry is of a kind."""
    return kind_of(body) == kind.encode()


def unpacked(body: bytes) -> dict[str, Any]:
    """A message as it is."""
    found: dict[str, Any] = msgpack.unpackb(body)
    return found

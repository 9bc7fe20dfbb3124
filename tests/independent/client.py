"""A client that shares no code with the game: written from the pages in `docs/` alone.

    python -m tests.independent.client INVITATION --name Ada --proof FILE [--start] [--cut 20,50] [--seed 1]

It plays one game by random moves at the table of an invitation, and comes back when the connection is lost. It checks
every entry, signature and envelope as it comes, follows its own hand and everybody's gold and city, and in the end
checks the whole log, signs it and keeps it as a file. With `--start` it waits until every seat is taken, and starts the
game; with `--cut` it hangs up once at each of these entries. What it has seen after every `play` it prints as JSON. It
does not take a seat in the middle of a game, and knows no rule of any card.

Only the standard library, msgpack and cryptography are used.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import socket
import ssl
import sys
import time
from base64 import b32decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from tests.independent.log import SECRETS, Log, knowers
from tests.independent.sight import Sight
from tests.independent.verifier import Proof, file_of
from tests.independent.wire import Fault, Map, Part, agreed, digest, frame, joined, must, opened, signed, unpack

PROTO = 1
"""The version that this client speaks."""
AGAIN = {"lost", "timeout", "unreachable", "tls", "busy", "host_shutdown", "internal", "journal"}
"""Errors after which a client comes back by itself."""

READING = 60.0
"""Seconds that somebody has beyond the usual time for a first choice of a character, and a first turn."""
ABSENCE = 45.0
"""Seconds after which a bot answers for who is away."""


def doubt(seconds: float) -> float:
    """The part of a time that a host is allowed."""
    return min(20.0, seconds / 2)


class Lost(Exception):
    """The connection has ended; its code says why."""


class Line:
    """A connection to a host that has proved who it is."""

    def __init__(self, address: tuple[str, int], pin: bytes) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["citadels/1"])
        try:
            self._socket = context.wrap_socket(socket.create_connection(address, 8))
        except OSError:
            raise Lost("unreachable") from None
        self._socket.settimeout(0.1)
        self._buffer = b""
        self._heard = self._said = self._pinged = time.monotonic()
        certificate = self._socket.getpeercert(binary_form=True)
        must(certificate and self._socket.selected_alpn_protocol() == "citadels/1", "tls", "This is no host.")
        self.certificate = sha256(certificate or b"").digest()
        self.hello = self.next("hello")
        self.host: bytes = self.hello["host"]
        self.nonce: bytes = self.hello["nonce"]
        least, most = self.hello["proto"]
        must(least <= PROTO <= most, "proto_version", "The host speaks other versions.")
        must(sha256(self.host).digest()[:20] == pin, "pin", "This is another host.")
        mine = signed(self.host, self.hello["deleg"], "host-certificate", self.certificate, self.nonce)
        must(mine, "pin", "The host has not signed its certificate.")

    def send(self, message: Map) -> None:
        """Say something."""
        self._said = time.monotonic()
        try:
            self._socket.sendall(frame(message))
        except OSError:
            raise Lost("lost") from None

    def next(self, kind: str) -> Map:
        """The next message, which must be of a kind."""
        for message in self.read():
            if message:
                must(message["t"] == kind, "bad_schema", f"The host said {message['t']}.")
                return message
        raise AssertionError

    def read(self) -> Iterator[Map]:
        """What the host says, and, now and then, nothing; ends with the connection."""
        while True:
            while len(self._buffer) >= 4 and len(self._buffer) >= (end := 4 + int.from_bytes(self._buffer[:4], "big")):
                message, self._buffer = unpack(self._buffer[4:end]), self._buffer[end:]
                if message["t"] == "bye" or (message["t"] == "err" and "cid" not in message):
                    raise Lost(message["code"])
                yield message
            yield {}
            now = time.monotonic()
            if now - self._heard > 15:
                raise Lost("timeout")
            if min(now - self._heard, now - self._pinged) > 5 or now - self._said > 7.5:
                self._pinged = now
                self.send({"t": "ping"})
            self._more()

    def _more(self) -> None:
        try:
            chunk = self._socket.recv(65536)
        except TimeoutError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            raise Lost("lost")
        self._buffer += chunk
        self._heard = time.monotonic()

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


class Client:
    """A player at a table."""

    def __init__(self, invitation: str, name: str, seed: int, cuts: list[int], *, start: bool) -> None:
        found = re.fullmatch(r"citadels://([^,#:]+)(?::(\d+))?[^#]*#(\w{50})", invitation)
        must(found, "invite_unreadable", "This is no invitation.")
        assert found
        secret = b32decode(found[3].upper() + "======")
        must(digest("invite", secret[:-2])[:2] == secret[-2:], "invite_mistyped", "There is a typing error in it.")
        must(secret[0] == 1, "invite_version", "It is of another version.")
        self._address, self._pin, self._token = (found[1], int(found[2] or 7447)), secret[1:21], secret[21:29]
        self._table, self._name, self._start, self._cuts = "", name, start, cuts
        self._chance = random.Random(seed)
        self._key = Ed25519PrivateKey.generate()
        self._public = self._key.public_key().public_bytes_raw()
        self._cid = 0
        self._asked: dict[int, Map] = {}
        """Requests without an answer that are sent again after the connection was lost."""
        self._later: list[tuple[float, Map]] = []
        """Requests to be made again, and when."""
        self._share_source = os.urandom(32)
        self._game = ""
        self._known = 0
        """The entries that were there when the host was joined."""
        self._former = 0
        """The same of the time before."""
        self._heard = self._newest = self._asked_at = -math.inf
        """When the host said something, when a new entry came, and when the open question was asked."""
        self._away = math.inf
        self._last_asked: list[int] = []
        self._undone = False
        """Whether a move was taken back, so that time counts from the question before."""
        self._reserves: dict[int, float] = {}
        self._read: set[tuple[int, str]] = set()
        self._reads = False
        self.log: Log
        self.seat = -1
        self.sight: Sight | None = None
        self.seen: list[Map] = []
        """What was seen after each `play`."""
        self.refused: list[str] = []
        self.undone = 0
        """How many moves were taken back."""

    def _sign(self, use: str, *parts: Part) -> bytes:
        return self._key.sign(joined(use, *parts))

    # Coming, and coming back

    def play(self) -> bytes:
        """Play one game; its log as a file.

        Raises:
            Fault: when the host breaks the protocol.
            Lost: when there is no coming back.
        """
        wait = 0.25
        while True:
            try:
                self._join()
                wait = 0.25
                return self._follow()
            except Lost as lost:
                if str(lost) not in AGAIN:
                    raise
            time.sleep(self._chance.uniform(0, wait))
            wait = min(2 * wait, 10.0)

    def _join(self) -> None:
        line = self._line = Line(self._address, self._pin)
        if not self._game:
            self.log = Log(line.host)
        self._seal = X25519PrivateKey.from_private_bytes(
            sha256(b"seal" + self._key.private_bytes_raw() + line.host).digest()
        )
        nonce, seal = os.urandom(16), self._seal.public_key().public_bytes_raw()
        seq, rules = len(self.log.entries), line.hello["rules"]
        head = self.log.head if seq else b""
        asked = (self._table, "player", self._name, seal, self._token, self._game, seq, head, "")
        parts = (line.certificate, line.host, line.nonce, nonce, PROTO, rules, *asked)
        names = ("table", "role", "name", "seal", "token", "have_game", "have_seq", "have_head", "via")
        line.send(
            {"t": "join", "proto": PROTO, "rules": rules, "pub": self._public, "nonce": nonce}
            | dict(zip(names, asked, strict=True))
            | {"sig": self._sign("client-auth", *parts)}
        )
        welcome = line.next("welcome")
        cid = welcome.get("cid", 0)
        must(cid <= 2**30, "bad_schema", "The host leaves no numbers.")
        self._table, self._cid = welcome["table"], max(self._cid, cid)
        self._former, self._known = self._known, welcome["seq"]
        self._away = time.monotonic() - self._heard
        for request in self._asked.values():
            line.send(request)

    def _request(self, request: Map) -> None:
        """Ask for something, under a number of its own."""
        self._cid += 1
        request["cid"] = self._cid
        if request["t"] == "act":
            parts = (request["head"], self.seat, request["did"])
            commitment = digest("move", *parts, request["salt"], request["move"])
            request["sig"] = self._sign("move", *parts, self._cid, commitment)
        if request["t"] in ("act", "commit", "reveal", "attest"):
            self._asked[self._cid] = request
        self._line.send(request)

    # Following

    def _follow(self) -> bytes:
        for message in self._line.read():
            self._heard = time.monotonic() if message else self._heard
            if self._later and time.monotonic() > self._later[0][0]:
                self._again(self._later.pop(0)[1])
            if message:
                getattr(self, f"on_{message['t']}", lambda message: None)(message)
            elif self.log.end and not self._asked and self._everybody():
                self._line.send({"t": "leave"})
                self._line.close()
                return file_of(self.log)
        raise AssertionError

    def _everybody(self) -> bool:
        """Whether all that take part have signed the end."""
        return set(self.log.attested) == set(self.log.people)

    def _again(self, request: Map) -> None:
        """Make a request again that came too fast, if it is still open."""
        if request["t"] != "act" or request["did"] == self.log.did:
            self._request(dict(request))

    def on_ack(self, message: Map) -> None:
        """Something is done."""
        self._asked.pop(message["cid"], None)

    def on_err(self, message: Map) -> None:
        """Something is refused."""
        self.refused.append(message["code"])
        request = self._asked.pop(message["cid"], None)
        must(message["code"] == "rate_limited", message["code"], f"The host refuses {request and request['t']}.")
        if request:
            self._later.append((time.monotonic() + 1, request))

    def on_lobby(self, message: Map) -> None:
        """The table before the start."""
        if not self._game and self._start and all(seat["kind"] != "open" for seat in message["seats"]):
            self._start = False
            self._request({"t": "start"})

    def on_entry(self, message: Map) -> None:
        """An entry of the log."""
        before = self.log.head
        entry = self.log.take(message)
        if entry["t"] == "game":
            self._begin(entry)
        elif entry["t"] == "play":
            self._times(entry)
            self._see(entry, before)
        elif entry["t"] == "end":
            self._finish()
        if entry["t"] in ("game", "commit"):
            self._share()
        seq = len(self.log.entries)
        if seq in self._cuts:
            self._cuts.remove(seq)
            self._line.close()

    def _times(self, entry: Map) -> None:
        """See that whoever was moved for was away, or out of time, as far as that can be known."""
        seq, now, game, seat = len(self.log.entries), time.monotonic(), self.log.game, entry.get("seat", -1)
        if seat == self.seat and entry["cause"] == "absent":
            short = seq > self._former and self._away < ABSENCE - doubt(ABSENCE)
            must(seq <= self._known and not short, "false_absence", "The host has moved for who was here.")
        if seq > self._known:
            self._newest = now
        passed, turn = now - self._asked_at, game.get("turn_time", 0) / 1000
        turn += READING if self._reads and turn else 0.0
        left = self._reserves.get(seat, game.get("reserve", 0) / 1000)
        if entry["cause"] == "timeout":
            must(
                passed > (turn + left) * 0.99 - doubt(turn + left),
                "false_timeout",
                "The host has moved for who had time.",
            )
        if seat >= 0 and entry["cause"] != "asleep":
            used = max(0.0, passed + doubt(turn) - turn)
            self._reserves[seat] = 0.0 if entry["cause"] == "timeout" else max(0.0, left - used)
        asked = [event["seat"] for event in entry["events"] if event["kind"] == "ask"]
        undo = any(event["kind"] == "undo" for event in entry["events"])
        self._undone = asked == self._last_asked and (undo or self._undone)
        if not self._undone:
            self._asked_at = self._newest
        if not (undo and asked == self._last_asked and self._reads):
            self._ask([(event["seat"], event["note"]) for event in entry["events"] if event["kind"] == "ask"])
        self._last_asked = asked

    def _ask(self, question: list[tuple[int, str]]) -> None:
        """Note whether somebody chooses a character, or has a turn, for the first time: they have time to read then."""
        self._reads = bool(question) and question[-1][1] in ("draft", "menu") and question[-1] not in self._read
        self._read.update(question)

    def _begin(self, entry: Map) -> None:
        self._game, rules = entry["game"], entry["rules"]
        mine = [seat for seat, who in enumerate(entry["seats"]) if who.get("pub") == self._public]
        must(len(mine) == 1, "fork", "Somebody else has this seat.")
        self.seat = mine[0]
        cards = 54 + len(rules["uniques"]) + 15 * rules["action_cards"]
        classic = rules["edition"] != "deluxe"
        cards += classic and "keep" in rules["uniques"]
        self.sight = Sight(self.seat, rules["players"], cards, classic)

    def _share(self) -> None:
        """Commit to a share of the seed, and, when everybody has, show it."""
        share = digest("share", self._share_source, self.log.heads[1])
        if len(self.log.entries) == 1 and not self.log.game.get("fixed"):
            commitment = digest("share-commitment", self._game, self.seat, share)
            sig = self._sign("commit", self.log.heads[1], self.seat, commitment)
            self._request({"t": "commit", "commitment": commitment, "sig": sig})
        elif not self.log.uncommitted and self.log.missing:
            self._request({"t": "reveal", "share": share})

    def _see(self, entry: Map, before: bytes) -> None:
        assert self.sight
        for index, event in enumerate(entry["events"]):
            self.sight.see(self._opened(event, index, before))
        self.seen.append(self.sight.seen() | {"seq": len(self.log.entries)})

    def _opened(self, event: Map, index: int, before: bytes) -> Map:
        """An event with what is in this seat's envelope."""
        if self.seat not in knowers(event):
            return event
        sealed = event["sealed"][knowers(event).index(self.seat)]
        place = (self._game, self.log.epochs[-1], len(self.log.entries), index, self.seat, event["kind"])
        host = self.log.game["seal"]
        try:
            key = agreed(self._seal, host, self._game, host, self._seal.public_key().public_bytes_raw())
            plain = opened(sealed["ciphertext"], key, place, before, sealed["commitment"])
            salt, length = plain[:16], int.from_bytes(plain[16:18], "big")
            payload = plain[18 : 18 + length]
            must(
                digest("sealed-commitment", *place, salt, payload) == sealed["commitment"],
                "bad_envelope",
                "Another card was committed to.",
            )
            hidden = unpack(payload)
        except ValueError:
            raise Fault("bad_envelope", "An envelope cannot be opened.") from None
        must(not any(plain[18 + length :]), "bad_envelope", "An envelope holds more than it should.")
        must(tuple(hidden) == SECRETS[event["kind"]], "bad_envelope", "An envelope holds something else.")
        return event | hidden

    def on_decision(self, message: Map) -> None:
        """This seat is asked."""
        must(message["did"] == self.log.did, "bad_schema", "The host asks what is not open.")
        if any(request.get("did") == message["did"] for request in self._asked.values()):
            return
        self._later = [(when, request) for when, request in self._later if request["t"] != "act"]
        moves = [move for move in message["moves"] if move.startswith("build")] or message["moves"]
        move = self._chance.choice(moves)
        if not message["undo"] and (not self.undone or self._chance.random() < 0.2):
            move, self.undone = "undo", self.undone + 1
        self._request({"t": "act", "did": message["did"], "head": self.log.head, "move": move, "salt": os.urandom(16)})

    def _finish(self) -> None:
        """The game is over: check all of it, and sign it."""
        Proof(file_of(self.log))
        self._request({"t": "attest", "sig": self._sign("end", self._game, self.log.head)})

    def on_attested(self, message: Map) -> None:
        """Somebody has signed the end."""
        self.log.attest(message)


def main() -> int:
    """Play one game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("invitation")
    parser.add_argument("--name", required=True)
    parser.add_argument("--proof", type=Path, required=True)
    parser.add_argument("--start", action="store_true")
    parser.add_argument("--cut", default="")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    cuts = [int(seq) for seq in given.cut.split(",") if seq]
    client = Client(given.invitation, given.name, given.seed, cuts, start=given.start)
    try:
        given.proof.write_bytes(client.play())
    except (Fault, Lost) as error:
        print(json.dumps({"error": f"{getattr(error, 'code', '')} {error}"}))
        return 1
    modules = sorted({name.partition(".")[0] for name in sys.modules})
    seen = {"seat": client.seat, "seen": client.seen, "refused": client.refused, "modules": modules}
    print(json.dumps(seen | {"undone": client.undone}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

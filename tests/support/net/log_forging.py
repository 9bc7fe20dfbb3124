"""Logs taken apart, changed, and put together again: by a stranger, by the host, by the host and all the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from net.base.errors import ProtocolError
from net.base.limits import DEFAULT
from net.gamelog.chain import GENESIS, next_head
from net.gamelog.entries import ENTRY, packed
from net.gamelog.proof import Proof
from net.identity.commitments import commit_parts, move_commitment, move_parts, salt_at
from net.identity.crypto import SALT, Identity, Place, SealKey, open_sealed, seal, sealed_commitment
from net.protocol.frames import pack, unpack
from net.protocol.host_messages import EntryNote
from tests.support.net.signed_games import SignedGame

Body = dict[str, Any]

TAG = 16
"""Bytes of an envelope's tag."""


def written(body: Body) -> bytes:
    """An entry as it must be written, if it is one."""
    try:
        return packed(ENTRY.validate(body))
    except ProtocolError:
        return pack(body)


@dataclass(eq=False)
class Item:
    """An entry, as plain data."""

    body: Body
    seq: int = 0
    """Its number before anything was changed; 0 for a new one."""
    sig: bytes = bytes(64)
    """The host's signature before anything was changed."""


@dataclass
class Sealed:
    """What is in an envelope."""

    payload: bytes
    salt: bytes
    place: Place
    key: bytes
    """Of the seat's envelopes."""
    room: int


@dataclass
class Script:
    """A log that can be changed at will."""

    host: Identity
    players: Mapping[bytes, Identity]
    items: list[Item] = field(default_factory=list)
    heads: dict[bytes, int] = field(default_factory=dict)
    """Before anything was changed: head -> entry."""
    sealed: dict[bytes, Sealed] = field(default_factory=dict)
    """Before anything was changed: every envelope, and what was in it."""

    @classmethod
    def of(cls, proof: Proof, host: Identity, players: Mapping[bytes, Identity]) -> Script:
        """A log taken apart."""
        script, head = cls(host, players), GENESIS
        for note in proof.notes:
            script.items.append(Item(unpack(note.body, DEFAULT.answer), note.seq, note.sig))
            script._open(script.items[-1], head)
            head = next_head(head, note.body)
            script.heads[head] = note.seq
        return script

    def _open(self, item: Item, head: bytes) -> None:
        """Take note of what is in the envelopes of an entry. The host's secret is known, so all of them open."""
        body = item.body
        match body["t"]:
            case "game":
                self._seats, self._epoch = [who["seal"] for who in body["seats"]], 0
                self._unread: list[tuple[Place, Body, bytes, bytes]] = []
            case "restart":
                self._epoch = body["epoch"]
            case "seat":
                self._seats[body["seat"]] = body["who"]["seal"]
            case "end":
                for place, note, public, before in self._unread:
                    key, salt = self.key(public), salt_at(body["secret"], place)
                    payload = open_sealed(note["ciphertext"], note["commitment"], key, place, before)
                    room = len(note["ciphertext"]) - TAG - SALT - 2
                    self.sealed[note["ciphertext"]] = Sealed(payload, salt, place, key, room)
        for place, note in self._boxes(body, item.seq):
            self._unread.append((place, note, self._seats[place.seat], head))

    def _boxes(self, body: Body, seq: int) -> Iterator[tuple[Place, Body]]:
        """Every envelope of an entry, with its place."""
        game = self.game["game"]
        for index, event in enumerate(body.get("events", ())):
            for note in event.get("sealed", ()):
                yield Place(game, self._epoch, seq, index, note["seat"], event["kind"]), note
        if "past" in body:
            yield Place(game, self._epoch, seq, 0, body["seat"], "past"), body["past"]

    def key(self, public: bytes) -> bytes:
        """The key of the envelopes of a seat."""
        return SealKey.of_game(self.game["game"], self.end["secret"]).of_seat(self.game["game"], public)

    def _seal_again(self, body: Body, head: bytes) -> None:
        """Make the envelopes of an entry fit a changed history; those that somebody has changed stay as they are."""
        for _, note in self._boxes(body, 0):
            found = self.sealed.get(note["ciphertext"])
            if found:
                _, note["ciphertext"] = seal(found.payload, found.key, found.place, head, found.salt, found.room)

    # Finding one's way

    @property
    def game(self) -> Body:
        return self.items[0].body

    @property
    def end(self) -> Body:
        return self.items[-1].body

    def all(self, t: str, fits: Callable[[Body], object] = lambda body: True) -> list[Item]:
        """Every entry of a kind."""
        return [item for item in self.items if item.body["t"] == t and fits(item.body)]

    def moves(self, cause: str) -> list[Item]:
        """Every move of a cause."""
        return self.all("play", lambda body: body["cause"] == cause)

    def early(self, cause: str) -> Item:
        """A move, not the first, after which many were signed."""
        return self.moves(cause)[3]

    def opened(self, item: Item) -> Body:
        """The opening of a move."""
        found: Body = next(
            move for entry in self.all("open") for move in entry.body["moves"] if move["seq"] == item.seq
        )
        return found

    def event(self, kind: str, seat: int | None = None) -> Body:
        """The first event of a kind, perhaps of a seat."""
        found: Body = next(
            event
            for item in self.all("play")
            for event in item.body["events"]
            if event["kind"] == kind and seat in (None, event.get("seat"))
        )
        return found

    def insert(self, before: Item, body: Body) -> None:
        self.items.insert(self.items.index(before), Item(body))

    def committed(self, item: Item, event: Body, hidden: Body) -> bytes:
        """The host's commitment to another secret of an event (before any restart)."""
        index, seat = item.body["events"].index(event), event["sealed"][0]["seat"]
        place = Place(self.game["game"], 0, item.seq, index, seat, event["kind"])
        return sealed_commitment(place, salt_at(self.end["secret"], place), pack(hidden))

    # Putting it together

    def by_stranger(self) -> Proof:
        """The changed log with the signatures it had."""
        notes = [EntryNote(seq=item.seq or 1, body=written(item.body), sig=item.sig) for item in self.items]
        return Proof(self.host.public, tuple(notes))

    def by_host(self, host: Identity | None = None) -> Proof:
        """The changed log, chained and signed by the host as if nothing had happened."""
        return self._signed(host or self.host, all_cheat=False)

    def by_all(self) -> Proof:
        """The changed log, signed anew by the host and by every player."""
        return self._signed(self.host, all_cheat=True)

    def _signed(self, host: Identity, *, all_cheat: bool) -> Proof:
        number = {item.seq: place for place, item in reversed(list(enumerate(self.items, 1)))}
        openings = {move["seq"]: move for item in self.all("open") for move in item.body["moves"]}
        heads: list[bytes] = []
        seats: list[Body] = []
        notes: list[EntryNote] = []
        did = 0
        for item in self.items:
            body = item.body
            match body["t"]:
                case "game":
                    seats = list(body["seats"])
                case "seat" if body["seat"] < len(seats):
                    seats[body["seat"]] = body["who"]
                case "commit" if all_cheat:
                    parts = commit_parts(heads[0], body["seat"], body["commitment"])
                    body["sig"] = self.players[seats[body["seat"]]["pub"]].sign("commit", *parts)
                case "play" if all_cheat and "signed" in body:
                    self._sign(body, did, seats, heads, number, openings.get(item.seq))
                case "open":
                    body["moves"] = [move | {"seq": number.get(move["seq"], move["seq"])} for move in body["moves"]]
            self._seal_again(body, heads[-1] if heads else GENESIS)
            raw = written(body)
            heads.append(next_head(heads[-1] if heads else GENESIS, raw))
            seq = len(heads)
            did = seq if body["t"] == "play" else did
            notes.append(EntryNote(seq=seq, body=raw, sig=host.sign("entry", self.game["game"], seq, heads[-1])))
        return Proof(host.public, tuple(notes))

    def _sign(
        self, body: Body, did: int, seats: list[Body], heads: list[bytes], number: dict[int, int], opening: Body | None
    ) -> None:
        """Let the player sign a move again, with everything as it must be."""
        signed, seat = body["signed"], body["seat"]
        seen = number.get(self.heads.get(signed["head"], 0), 0)
        signed["did"], signed["head"] = did, heads[min(max(seen, did), len(heads)) - 1]
        if opening:
            signed["commitment"] = move_commitment(
                signed["head"], seat, signed["did"], opening.get("salt", b""), opening["move"]
            )
        player = self.players.get(seats[seat].get("pub", b""))
        if player:
            parts = move_parts(signed["head"], seat, signed["did"], signed["cid"], signed["commitment"])
            signed["sig"] = player.sign("move", *parts)


def script_of(game: SignedGame) -> Script:
    """A game's log taken apart, with everybody's keys."""
    players = {who.identity.public: who.identity for who in game.everybody}
    return Script.of(game.proof, game.host, players)

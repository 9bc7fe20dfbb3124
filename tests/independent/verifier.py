"""A verifier of game logs that shares no code with the game: written from the pages in `docs/` alone.

    python -m tests.independent.verifier FILE.proof

It checks all that can be checked without the rules of the cards: every entry is the next one, chained and signed by the
host; who pledges, moves, votes and sits down may do so, and has signed it; the host's secret is the promised one; every
move that was signed is the one that was opened; the seed follows from the secret and the players' shares; the first
hands, and all that is hidden in every choice of characters, follow from the seed. It does not play the game again:
whether a move was legal, what it did, and the score, only a verifier with an engine can tell.

Only the standard library, msgpack and cryptography are used.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.independent.dealer import Dealer

Map = dict[str, Any]
Part = bytes | str | int


class Fault(Exception):
    """What is wrong with a log: a code of fairness.md, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def must(holds: object, code: str, sentence: str) -> None:
    """Insist on something."""
    if not holds:
        raise Fault(code, sentence)


# protocol.md, "The channel" and "Frames"


def joined(use: str, *parts: Part) -> bytes:
    """The label and the parts, each with its length before it."""
    found = b""
    for part in (f"citadels/1 {use}", *parts):
        raw = part.encode() if isinstance(part, str) else part
        raw = raw.to_bytes(8, "big", signed=True) if isinstance(raw, int) else raw
        found += len(raw).to_bytes(4, "big") + raw
    return found


def digest(use: str, *parts: Part) -> bytes:
    """H: SHA-256 over label and parts."""
    return sha256(joined(use, *parts)).digest()


def signed(key: bytes, sig: bytes, use: str, *parts: Part) -> bool:
    """Whether the owner of a key signed label and parts."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(sig, joined(use, *parts))
    except (InvalidSignature, ValueError):
        return False
    return True


def unpack(raw: bytes) -> Map:
    """One msgpack map whose keys are unique strings."""

    def unique(pairs: list[tuple[Any, Any]]) -> Map:
        found = dict(pairs)
        if len(found) != len(pairs) or not all(isinstance(key, str) for key in found):
            raise ValueError("keys that are not unique strings")
        return found

    found = msgpack.unpackb(raw, object_pairs_hook=unique, max_ext_len=0)
    if not isinstance(found, dict):
        raise ValueError("not a map")
    return found


def pack(value: Map) -> bytes:
    """A map as msgpack, as short as can be."""
    packed: bytes = msgpack.packb(value)
    return packed


def frame(message: Map) -> bytes:
    """A message as it is sent."""
    raw = pack(message)
    return len(raw).to_bytes(4, "big") + raw


def frames(raw: bytes) -> Iterator[Map]:
    """The messages in a file."""
    while raw:
        end = 4 + int.from_bytes(raw[:4], "big")
        if not 4 < end <= len(raw):
            raise ValueError("cut off")
        yield unpack(raw[4:end])
        raw = raw[end:]


# events.md: the secret fields of a kind; only of one kind may other know them, too

CARDS = (
    *("deal", "look", "keep", "bottom", "draw", "discard", "hold", "pass_card", "store", "museum", "unstore"),
    *("warrants", "threats", "spy", "hand", "ask"),
)
SECRETS: dict[str, tuple[str, ...]] = dict.fromkeys(CARDS, ("cards",)) | {
    "pool": ("ranks",),
    "pick": ("rank",),
    "aside": ("rank",),
    "trade_role": ("rank", "ranks"),
}


def knowers(event: Map) -> list[int]:
    """The seats that may know what is secret about an event."""
    seat = event.get("seat", -1)
    if event["kind"] not in SECRETS or seat < 0:
        return []
    return [seat, event["other"]] if event["kind"] == "pass_card" else [seat]


# The log


class Log:
    """The log of a game as far as it has come; everything in it has been checked."""

    def __init__(self, host: bytes) -> None:
        self.host = host
        self.notes: list[Map] = []
        """The entries as they came."""
        self.entries: list[Map] = []
        """Their bodies."""
        self.heads = [bytes(32)]
        """The head after so many entries."""
        self.game: Map = {}
        self.seats: list[Map] = []
        self.did = 0
        """The entry that asks the open question; 0 before the deal."""
        self.epochs: list[int] = []
        """For every entry, the restarts before it."""
        self.pledges: dict[int, bytes] = {}
        self.shares: dict[int, bytes] = {}
        self.votes: set[int] = set()
        self.open: set[int] = set()
        self.opened: dict[int, Map] = {}
        self.end: Map = {}
        self._restarts = 0
        self._requests: dict[bytes, int] = {}

    @property
    def head(self) -> bytes:
        """The head of the whole log."""
        return self.heads[-1]

    @property
    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, who in enumerate(self.seats) if who.get("pub")]

    @property
    def unpledged(self) -> list[int]:
        """The persons whose pledge is still to come."""
        return [] if self.game.get("fixed") else [seat for seat in self.people if seat not in self.pledges]

    @property
    def missing(self) -> list[int]:
        """The persons whose share of the luck is still to come."""
        return [] if self.game.get("fixed") else [seat for seat in self.people if seat not in self.shares]

    def take(self, note: Map) -> Map:
        """The next entry.

        Raises:
            Fault: when it cannot be that.
        """
        try:
            return self._take(note)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Fault("chain", f"Entry {len(self.heads)} cannot be read.") from None

    def _take(self, note: Map) -> Map:
        seq = len(self.heads)
        must(note["seq"] == seq and len(note["body"]) <= 128 * 1024, "chain", f"Entry {seq} is missing or too long.")
        entry = unpack(note["body"])
        must((seq == 1) == (entry["t"] == "game"), "chain", f"Entry {seq} is of the wrong kind.")
        game = entry["game"] if seq == 1 else self.game["game"]
        head = digest("log", self.head, note["body"])
        must(signed(self.host, note["sig"], "entry", game, seq, head), "chain", f"Entry {seq} is not the host's.")
        must(not self.end, "order", f"Entry {seq} comes after the end.")
        must(not self.opened or entry["t"] in ("open", "end"), "order", f"Entry {seq} comes after moves were opened.")
        if not self.did:
            must(entry["t"] not in ("hold", "vote", "seat"), "order", f"Entry {seq} comes before the deal.")
        getattr(self, f"on_{entry['t']}")(entry, f"Entry {seq}")
        self.notes.append(note)
        self.entries.append(entry)
        self.epochs.append(self._restarts)
        self.heads.append(head)
        return entry

    def on_game(self, entry: Map, where: str) -> None:
        self.game, self.seats = entry, list(entry["seats"])
        must(entry["rules"]["players"] == len(self.seats), "rules", f"{where} has other seats than players.")

    def on_pledge(self, entry: Map, where: str) -> None:
        seat = entry["seat"]
        must(seat in self.unpledged and not self.shares, "order", f"{where} is a pledge out of its time.")
        parts = (self.heads[1], seat, entry["commit"])
        must(signed(self.seats[seat]["pub"], entry["sig"], "pledge", *parts), "pledge", f"{where} is not its player's.")
        self.pledges[seat] = entry["commit"]

    def on_reveal(self, entry: Map, where: str) -> None:
        seat, share = entry["seat"], entry["entropy"]
        must(seat in self.missing and not self.unpledged, "order", f"{where} is a share out of its time.")
        kept = digest("pledge", self.game["game"], seat, share) == self.pledges[seat]
        must(kept, "share", f"{where} is not the share that was pledged.")
        self.shares[seat] = share

    def on_play(self, entry: Map, where: str) -> None:
        seat, cause = entry.get("seat", -1), entry["cause"]
        must((cause == "start") == (not self.did), "order", f"{where} is not the deal, or is a second one.")
        if cause == "start":
            must(seat == -1 and "signed" not in entry, "order", f"{where} is somebody's deal.")
            must(not self.missing, "missing", f"{where} deals before every share is known.")
        else:
            must(0 <= seat < len(self.seats), "seat", f"{where} is a move of nobody.")
            must((cause == "bot") == (seat not in self.people), "mover", f"{where} is not this seat's kind of move.")
            must(cause in ("player", "bot", "absent", "timeout"), "mover", f"{where} is a move of no known kind.")
            must(("signed" in entry) == (cause == "player"), "unsigned", f"{where} is signed, or not, and must not be.")
            if cause == "player":
                self._signature(seat, entry["signed"], where)
        for event in entry["events"]:
            self._event(event, where)
        self.did = len(self.heads)

    def _signature(self, seat: int, move: Map, where: str) -> None:
        must(move["did"] == self.did, "question", f"{where} answers another question.")
        must(move["head"] in self.heads[self.did :], "history", f"{where} was signed in another history.")
        key = self.seats[seat]["pub"]
        must(move["cid"] > self._requests.get(key, 0), "repeated", f"{where} was signed for another time.")
        parts = (move["head"], seat, move["did"], move["cid"], move["commit"])
        must(signed(key, move["sig"], "move", *parts), "signature", f"{where} is not signed by its player.")
        self._requests[key] = move["cid"]

    def _event(self, event: Map, where: str) -> None:
        hidden = SECRETS.get(event["kind"], ())
        must(not set(hidden) & set(event), "events", f"{where} shows what is hidden.")
        boxes = [sealed["seat"] for sealed in event.get("sealed", [])]
        must(boxes == knowers(event), "events", f"{where} has envelopes for others than those who may know.")

    def on_restart(self, entry: Map, where: str) -> None:
        self._restarts += 1
        must(entry["epoch"] == self._restarts, "epoch", f"{where} counts the host's starts wrongly.")

    def on_hold(self, entry: Map, where: str) -> None:
        must(isinstance(entry["on"], bool), "order", f"{where} is neither rest nor play.")

    def on_vote(self, entry: Map, where: str) -> None:
        must(entry["seat"] in self.people, "vote", f"{where} is nobody's vote.")
        (self.votes.add if entry["end"] else self.votes.discard)(entry["seat"])

    def on_seat(self, entry: Map, where: str) -> None:
        seat, taken = entry["seat"], entry["reason"] == "taken"
        must(seat < len(self.seats), "seat", f"{where} is about no seat.")
        person = bool(entry["who"].get("pub"))
        must(person == taken == ("past" in entry), "change", f"{where} gives a seat to nobody known.")
        must(not taken or seat in self.open, "change", f"{where} gives away a seat that was not free.")
        self.seats[seat] = entry["who"]
        self.votes.discard(seat)
        (self.open.add if entry["reason"] == "open" else self.open.discard)(seat)

    def on_open(self, entry: Map, where: str) -> None:
        for move in entry["moves"]:
            must(move["seq"] not in self.opened, "opening", f"{where} opens a move twice.")
            self.opened[move["seq"]] = move

    def on_end(self, entry: Map, where: str) -> None:
        self.end = entry


# What can be said when the game is over


class Proof:
    """A log as a file, checked."""

    def __init__(self, raw: bytes) -> None:
        """Check a file.

        Raises:
            Fault: the first thing that is wrong.
        """
        try:
            first, *rest = frames(raw)
            must(first["t"] == "proof" and first["v"] == 1, "proof", "This is no log of a game.")
            self.log = Log(first["host"])
            for note in rest:
                must(note["t"] == "event", "proof", "Something else than the log is in the file.")
                self.log.take(note)
            self._check()
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Fault("proof", "The file cannot be read.") from None

    @property
    def sentence(self) -> str:
        """What was checked."""
        log = self.log
        luck = f"{len(log.shares)} players, too" if log.shares and not log.game.get("fixed") else "the host alone"
        return (
            f"{len(log.entries)} entries of {log.game['game']} are sound; all that was hidden is what the luck gave, "
            f"which came from {luck}. Whether moves were legal and the score is right was not checked."
        )

    def _check(self) -> None:
        log = self.log
        must(log.end, "truncated", "The log has no end.")
        game, secret = log.game["game"], log.end["secret"]
        must(digest("promise", game, log.host, secret) == log.game["promise"], "secret", "The secret is another one.")
        plays = {seq: entry for seq, entry in enumerate(log.entries, 1) if entry["t"] == "play"}
        made = {seq for seq, entry in plays.items() if entry["cause"] != "start"}
        must(made == set(log.opened), "opening", "A move was not opened, or one was that was not made.")
        for seq in made:
            self._opening(plays[seq], log.opened[seq])
        if log.did:
            self._deal(plays)
        self._reason(plays)

    def _opening(self, entry: Map, move: Map) -> None:
        salt, held = move.get("salt", b""), entry.get("signed")
        if held is None:
            must(not salt, "opening", "A move that nobody signed was opened as a signed one.")
        else:
            commit = digest("move", held["head"], entry["seat"], held["did"], salt, move["move"])
            must(commit == held["commit"], "commitment", "A move was opened as another one than its player signed.")

    def _deal(self, plays: dict[int, Map]) -> None:
        """Compare all that was hidden with what the luck gives."""
        log = self.log
        secret, shares = log.end["secret"], [part for pair in sorted(log.shares.items()) for part in pair]
        seed = secret if log.game.get("fixed") else digest("seed", log.game["game"], secret, *shares)
        dealer = Dealer(log.game["rules"], seed)
        known: list[tuple[list[int], int, int, Map]] = []
        for seq, entry in enumerate(log.entries, 1):
            if entry["t"] == "seat" and "past" in entry:
                facts = [list(fact[1:]) for fact in known if entry["seat"] in fact[0]]
                self._sealed(seq, 0, entry["seat"], "past", {"facts": facts}, entry["past"], "past")
            if entry["t"] != "play":
                continue
            move = log.opened[seq]["move"] if seq in log.opened else ""
            for index, (event, hidden) in enumerate(
                zip(entry["events"], dealer.hidden(entry["events"], move), strict=True)
            ):
                must(set(hidden) == set(SECRETS.get(event["kind"], ())), "events", f"Entry {seq} cannot have happened.")
                if hidden:
                    known.append((knowers(event), seq, index, hidden))
                for sealed in event.get("sealed", []):
                    self._sealed(seq, index, sealed["seat"], event["kind"], hidden, sealed, "sealed")

    def _sealed(self, seq: int, index: int, seat: int, kind: str, hidden: Map, sealed: Map, code: str) -> None:
        place = (self.log.game["game"], self.log.epochs[seq - 1], seq, index, seat, kind)
        salt = digest("salt", self.log.end["secret"], *place)[:16]
        fits = digest("commit", *place, salt, pack(hidden)) == sealed["commit"]
        must(fits, code, f"Entry {seq} has told seat {seat} something else than the luck of the game gives.")

    def _reason(self, plays: dict[int, Map]) -> None:
        log, reason = self.log, self.log.end["reason"]
        over = bool(log.did) and any(event["kind"] == "over" for event in plays[log.did]["events"])
        fits = {
            "finished": over,
            "voted": bool(log.did) and 2 * len(log.votes) > len(log.people) and not over,
            "undealt": not log.did and bool(log.unpledged or log.missing),
        }
        must(fits[reason], "reason", "The game ended for another reason than the log says.")


def main(path: str) -> int:
    """Say what is to be said of a file."""
    try:
        print(f"Sound: {Proof(Path(path).read_bytes()).sentence}")
    except Fault as fault:
        print(f"NOT SOUND: {fault} ({fault.code})")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

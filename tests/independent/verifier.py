"""A verifier of game logs that shares no code with the game: written from the pages in `docs/` alone.

    python -m tests.independent.verifier FILE.proof

It checks all that can be checked without the rules of the cards: every entry is the next one, chained and signed by the
host; who commits, moves, votes and sits down may do so, and has signed it; the host's secret fits; every
move that was signed is the one that was opened; the seed follows from the secret and the players' shares; the first
hands, and all that is hidden in every choice of characters, follow from the seed. It does not play the game again:
whether a move was legal, what it did, and the score, only a verifier with an engine can tell.

Only the standard library, msgpack and cryptography are used.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from tests.independent.dealer import Dealer
from tests.independent.log import SECRETS, Log, knowers
from tests.independent.wire import Fault, Map, agreed, digest, frame, frames, must, pack, sealed


def file_of(log: Log) -> bytes:
    """A log as a file."""
    head = {"t": "proof", "v": 1, "host": log.host}
    events = [{"t": "entry"} | {name: note[name] for name in ("seq", "body", "sig")} for note in log.notes]
    ends = [{"t": "attested", "seat": seat, "sig": sig} for seat, sig in sorted(log.attested.items())]
    return b"".join(map(frame, [head, *events, *ends]))


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
                if note["t"] == "attested":
                    self.log.attest(note)
                else:
                    must(note["t"] == "entry", "proof", "Something else than the log is in the file.")
                    self.log.take(note)
            must(file_of(self.log) == raw, "proof", "The file is not written as it must be.")
            self._check()
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Fault("proof", "The file cannot be read.") from None

    @property
    def sentence(self) -> str:
        """What was checked."""
        log = self.log
        seed = f"{len(log.shares)} players, too" if log.shares and not log.game.get("fixed") else "the host alone"
        return (
            f"{len(log.entries)} entries of {log.game['game']} are sound; all that was hidden is what the seed gave. "
            f"The seed came from {seed}; {len(log.attested)} of {len(log.people)} players have signed the end. "
            f"{self._others()}Whether moves were legal and the score is right was not checked."
        )

    def _others(self) -> str:
        """For whom others have moved, and who has lost the seat."""
        moved = "".join(
            f"Others made {others} of {every} moves for {key.hex()[:8]} in seat {seat}. "
            for (seat, key), (every, others) in self.log.moved_for.items()
        )
        return moved + "".join(f"{key.hex()[:8]} did not sign the end. " for _, key in self.log.replaced)

    @property
    def seed(self) -> bytes:
        """The seed of the game."""
        log = self.log
        secret, shares = log.end["secret"], [part for pair in sorted(log.shares.items()) for part in pair]
        return secret if log.game.get("fixed") else digest("seed", log.game["game"], secret, *shares)

    def leads_to(self, game: Map) -> bool:
        """Whether the next game at the table, with this first entry, seats everybody where it must."""
        seats = range(len(self.log.seats))
        order = sorted(seats, key=lambda seat: digest("seating", self.seed, seat))
        pairs = [(self.log.seats[order[seat]].get("pub"), game["seats"][seat].get("pub")) for seat in seats]
        return len(game["seats"]) == len(seats) and all(now in (None, before) for before, now in pairs)

    def _check(self) -> None:
        log = self.log
        must(log.end, "truncated", "The log has no end.")
        game, secret = log.game["game"], log.end["secret"]
        must(
            digest("secret-commitment", game, log.host, secret) == log.game["commitment"],
            "secret",
            "The secret is another one.",
        )
        self._seal = X25519PrivateKey.from_private_bytes(digest("game-seal", game, secret))
        own = self._seal.public_key().public_bytes_raw()
        must(own == log.game["seal"], "secret", "The host's key for envelopes does not follow from the secret.")
        plays = {seq: entry for seq, entry in enumerate(log.entries, 1) if entry["t"] == "play"}
        for seq, move in log.opened.items():
            self._opening(plays[seq], move)
        if log.did:
            self._deal(plays)
        self._reason(plays)

    def _opening(self, entry: Map, move: Map) -> None:
        salt, held = move.get("salt", b""), entry.get("signed")
        if held is None:
            must(not salt, "opening", "A move that nobody signed was opened as a signed one.")
        else:
            commitment = digest("move", held["head"], entry["seat"], held["did"], salt, move["move"])
            must(
                commitment == held["commitment"],
                "commitment",
                "A move was opened as another one than its player signed.",
            )

    def _deal(self, plays: dict[int, Map]) -> None:
        """Compare all that was hidden with what the seed gives."""
        log = self.log
        dealer = Dealer(log.game["rules"], self.seed)
        self._keys = [self._key(who) for who in log.game["seats"]]
        known: list[tuple[list[int], int, int, Map]] = []
        for seq, entry in enumerate(log.entries, 1):
            if entry["t"] == "seat":
                self._keys[entry["seat"]] = self._key(entry["who"])
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
                for note in event.get("sealed", []):
                    self._sealed(seq, index, note["seat"], event["kind"], hidden, note, "sealed")

    def _key(self, who: Map) -> bytes:
        """The key of the envelopes of a seat; empty when there can be none."""
        try:
            return agreed(self._seal, who["seal"], self.log.game["game"], self.log.game["seal"], who["seal"])
        except ValueError:
            return b""

    def _sealed(self, seq: int, index: int, seat: int, kind: str, hidden: Map, note: Map, code: str) -> None:
        place = (self.log.game["game"], self.log.epochs[seq - 1], seq, index, seat, kind)
        salt = digest("salt", self.log.end["secret"], *place)[:16]
        commitment, size = digest("sealed-commitment", *place, salt, pack(hidden)), len(note["ciphertext"]) - 16
        plain = (salt + len(pack(hidden)).to_bytes(2, "big") + pack(hidden)).ljust(size, b"\0")
        key = self._keys[seat]
        ciphertext = key and sealed(plain, key, place, self.log.heads[seq - 1], commitment)
        fits = (
            size >= 64
            and size & (size - 1) == 0
            and (commitment, ciphertext) == (note["commitment"], note["ciphertext"])
        )
        must(fits, code, f"Entry {seq} has told seat {seat} something else than the seed of the game gives.")

    def _reason(self, plays: dict[int, Map]) -> None:
        log, reason = self.log, self.log.end["reason"]
        over = bool(log.did) and any(event["kind"] == "over" for event in plays[log.did]["events"])
        fits = {
            "finished": over,
            "voted": bool(log.did) and 2 * len(log.votes) > len(log.people) and not over,
            "undealt": not log.did and bool(log.uncommitted or log.missing),
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

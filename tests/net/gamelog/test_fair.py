"""The arithmetic of a fair deal, and what a validator asks of every entry."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

from engine import Rules, new_game
from net.base.errors import NetError
from net.gamelog.entries import (
    OPENED,
    ChangeEntry,
    CommitEntry,
    EndEntry,
    Entry,
    GameEntry,
    HoldEntry,
    OpenedMove,
    OpenEntry,
    PlayTimes,
    RestartEntry,
    RevealEntry,
    SeatEntry,
    SignedMove,
    VoteEntry,
)
from net.gamelog.entries import PlayEntry as Played
from net.gamelog.validation import LogValidator
from net.identity.commitments import (
    commit_parts,
    game_seed,
    move_commitment,
    move_parts,
    salt_at,
    secret_commitment,
    share_commitment,
)
from net.identity.crypto import Identity, Place, SealKey, verified
from net.protocol.version import RULES
from tests.support.net.points import CONSTANT
from tests.support.net.signed_games import TIMES

GAME = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
HOST, SECRET = bytes(range(32)), bytes(range(32, 64))


# Vectors: whoever writes another client or verifier gets these bytes too (see docs/fairness.md)


def test_a_commitment_to_a_secret() -> None:
    assert (
        secret_commitment(GAME, HOST, SECRET).hex()
        == "749f0bc1c9e116e6947a8e0ef7674baa23c6196135c2a526e92fc1623c40ede6"
    )


def test_a_commitment_to_a_share() -> None:
    assert (
        share_commitment(GAME, 2, bytes(32)).hex() == "02c94a39e57856f60d73c5635207b60e3194ccccb21dbbb3062a789417fb9c43"
    )


def test_a_seed() -> None:
    shares = {3: b"\x33" * 32, 0: bytes(32)}
    assert game_seed(GAME, SECRET, shares).hex() == "c3b34c4d346b9e473b3fecc74b3d4ada417451d5e7a9584d6c6d04a4df71754c"
    assert game_seed(GAME, SECRET, dict(reversed(shares.items()))) == game_seed(GAME, SECRET, shares)
    assert game_seed(GAME, SECRET, {}).hex() == "0ca5910af3fca39e5578741f592377a71dd807f758669b56fb1f933cdb403904"


def test_a_salt() -> None:
    place = Place(GAME, 0, 7, 2, 1, "draw")
    assert salt_at(SECRET, place).hex() == "f9b4e7a3cdad47a50b4c2bbf6b919cbd"


def test_a_commitment_to_a_move() -> None:
    assert (
        move_commitment(bytes(32), 1, 9, bytes(16), "build castle").hex()
        == "d80b78d82b020144a5f5ce08b047ff7478da536e5cf38c167c7bc2300abd8c56"
    )


def test_a_commitment_is_made_of_parts_with_their_lengths() -> None:
    """As the page says it, without any code of ours."""

    def part(value: bytes) -> bytes:
        return len(value).to_bytes(4, "big") + value

    seat = (2).to_bytes(8, "big")
    parts = [b"citadels/1 share-commitment", GAME.encode(), seat, bytes(32)]
    assert sha256(b"".join(map(part, parts))).digest() == share_commitment(GAME, 2, bytes(32))


def test_every_part_counts() -> None:
    seeds = {
        game_seed(GAME, SECRET, {0: bytes(32), 1: bytes(32)}),
        game_seed(GAME, SECRET, {0: bytes(32)}),
        game_seed(GAME, SECRET, {1: bytes(32)}),
        game_seed(GAME, HOST, {0: bytes(32)}),
        game_seed("0" * 26, SECRET, {0: bytes(32)}),
        game_seed(GAME, SECRET, {0: b"\1" + bytes(31)}),
    }
    assert len(seeds) == 6


def test_no_share_decides_who_begins() -> None:
    """One player's share through all of its values, the others' fixed: every seat gets the crown equally often."""
    rules, crowns = Rules.make(4), Counter[int]()
    for value in range(2000):
        seed = game_seed(GAME, SECRET, {0: value.to_bytes(32, "big"), 1: bytes(32)})
        crowns[new_game(rules, seed).crown] += 1
    # 16.3 is exceeded once in a thousand times; the values are always the same.
    assert sum((crowns[seat] - 500) ** 2 / 500 for seat in range(4)) < 16.3


# The validator

PLAYERS = [Identity.new() for _ in range(2)]
SEATS = (
    SeatEntry(name="Ada", pub=PLAYERS[0].public, seal=bytes(32)),
    SeatEntry(name="Bo", pub=PLAYERS[1].public, seal=bytes(32)),
    SeatEntry(name="Rook", level="random", seal=bytes(32)),
)
BOT = SeatEntry(name="Knight", level="random", seal=bytes(32))
SHARES = [b"\1" * 32, b"\2" * 32]


class Watch:
    """A validator that is told of entries with made-up heads."""

    def __init__(self, *, fixed: bool = False, times: PlayTimes = TIMES) -> None:
        self.validator = LogValidator()
        keys: dict[str, Any] = {"commitment": bytes(32), "seal": bytes(32)}
        self.tell(
            GameEntry(game=GAME, version=RULES, rules={}, **keys, fixed=fixed, **times._asdict(), seats=SEATS),
        )

    def tell(self, *entries: Entry) -> Watch:
        for entry in entries:
            self.validator.accept_entry(entry, sha256(bytes([self.validator.seq])).digest())
        return self

    def dealt(self) -> Watch:
        return self.tell(self.commit(0), self.commit(1), reveal(0), reveal(1), Played(cause="start", events=()))

    def commit(self, seat: int, by: int | None = None, share: bytes | None = None) -> CommitEntry:
        commitment = share_commitment(GAME, seat, share or SHARES[seat])
        player = PLAYERS[seat if by is None else by]
        sig = player.sign("commit", *commit_parts(self.validator.heads[0], seat, commitment))
        return CommitEntry(seat=seat, commitment=commitment, sig=sig)

    def move(
        self, seat: int, cid: int = 1, did: int | None = None, head: bytes | None = None, by: int | None = None
    ) -> Played:
        validator = self.validator
        did, head = validator.did if did is None else did, head or validator.heads[-1]
        commitment = move_commitment(head, seat, did, bytes(16), "gold")
        sig = PLAYERS[seat if by is None else by].sign("move", *move_parts(head, seat, did, cid, commitment))
        signed = SignedMove(did=did, cid=cid, head=head, commitment=commitment, sig=sig)
        return Played(seat=seat, cause="player", signed=signed, events=())

    def fault(self, entry: Entry) -> str:
        """The code of what is wrong with an entry; then nobody takes it either."""
        found = self.validator.fault(entry)
        before = self.validator.seq
        if found:
            with pytest.raises(NetError, match=rf"entry {before + 1} {found.text}"):
                self.validator.accept_entry(entry, bytes(32))
            assert self.validator.seq == before
        return found.code if found else ""


def reveal(seat: int, share: bytes | None = None) -> RevealEntry:
    return RevealEntry(seat=seat, share=share or SHARES[seat])


def by(seat: int, cause: str) -> Played:
    return Played.model_validate({"seat": seat, "cause": cause, "events": ()})


def change(seat: int, who: SeatEntry, reason: str) -> ChangeEntry:
    past = {"commitment": bytes(32), "ciphertext": bytes(64)} if reason == "taken" else None
    return ChangeEntry.model_validate({"seat": seat, "who": who, "reason": reason, "past": past})


END = EndEntry(reason="finished", secret=SECRET)


def test_shares_are_committed_revealed_and_then_the_game_is_dealt() -> None:
    watch = Watch()
    validator = watch.validator
    assert validator.missing == validator.uncommitted == {0, 1}
    watch.tell(watch.commit(1))
    assert validator.missing == {0}
    assert watch.fault(reveal(1)) == "order"
    watch.tell(watch.commit(0))
    assert (validator.uncommitted, validator.missing) == (set(), {0, 1})
    watch.tell(reveal(0))
    assert validator.missing == {1}
    assert watch.fault(by(-1, "start")) == "missing"
    watch.tell(reveal(1))
    assert validator.missing == set()
    assert watch.fault(by(0, "absent")) == "order"
    watch.tell(by(-1, "start"))
    assert (validator.did, validator.shares) == (6, dict(enumerate(SHARES)))


def test_faults_of_the_deal() -> None:
    watch = Watch()
    assert watch.fault(watch.commit(0, by=1)) == "commit"
    assert watch.fault(CommitEntry(seat=2, commitment=bytes(32), sig=bytes(64))) == "commit"
    assert watch.fault(CommitEntry(seat=3, commitment=bytes(32), sig=bytes(64))) == "seat"
    assert watch.fault(HoldEntry(on=True)) == "order"
    assert watch.fault(change(0, BOT, "bot")) == "order"
    assert watch.fault(VoteEntry(seat=0, end=True)) == "order"
    watch.tell(watch.commit(0))
    assert watch.fault(watch.commit(0)) == "order"
    watch.tell(watch.commit(1))
    assert watch.fault(reveal(0, bytes(32))) == "share"
    assert watch.fault(RevealEntry(seat=2, share=bytes(32))) == "share"
    watch.tell(reveal(0))
    assert watch.fault(reveal(0)) == "order"
    watch.tell(RestartEntry(epoch=1), reveal(1), by(-1, "start"))
    assert watch.fault(by(-1, "start")) == "order"
    assert watch.fault(watch.commit(0)) == "order"
    assert watch.fault(reveal(1)) == "order"


def test_a_fixed_game_has_no_shares() -> None:
    watch = Watch(fixed=True)
    assert watch.validator.missing == set()
    assert watch.fault(watch.commit(0)) == "order"
    assert watch.fault(reveal(0)) == "order"
    watch.tell(by(-1, "start"))
    assert watch.validator.did == 2


def test_without_a_clock_nobody_is_moved_for() -> None:
    day = 86_400_000
    for times, timeout, absent in (
        (PlayTimes(), "clock", ""),
        (PlayTimes(turn_time=1000), "", ""),
        (PlayTimes(reserve=1000), "", ""),
        (PlayTimes(turn_time=day), "", "clock"),
    ):
        watch = Watch(times=times).dealt()
        assert (watch.fault(by(0, "timeout")), watch.fault(by(0, "absent"))) == (timeout, absent)
        assert watch.fault(by(2, "bot")) == ""


def test_a_move_is_signed_for_its_question_and_history() -> None:
    watch = Watch().dealt()
    validator, did = watch.validator, watch.validator.did
    assert watch.fault(watch.move(0)) == ""
    assert watch.fault(watch.move(0, by=1)) == "signature"
    assert watch.fault(watch.move(0, did=did - 1)) == "question"
    assert watch.fault(watch.move(0, head=bytes(32))) == "history"
    assert watch.fault(watch.move(0, head=validator.heads[did - 2])) == "history"
    assert watch.fault(watch.move(0).model_copy(update={"seat": 1})) == "signature"
    assert watch.fault(watch.move(0).model_copy(update={"seat": 2})) == "mover"
    assert watch.fault(watch.move(0).model_copy(update={"signed": None})) == "unsigned"
    assert watch.fault(watch.move(0).model_copy(update={"cause": "timeout"})) == "mover"
    assert watch.fault(by(0, "bot")) == "mover"
    assert watch.fault(by(2, "absent")) == "mover"
    assert watch.fault(by(3, "bot")) == "seat"
    assert watch.fault(by(-1, "bot")) == "seat"
    earlier = watch.move(0)
    watch.tell(HoldEntry(on=True), HoldEntry(on=False))
    # What has happened since the question need not have reached the player.
    assert watch.fault(earlier) == watch.fault(watch.move(0)) == ""
    watch.tell(watch.move(0, cid=5))
    assert watch.fault(earlier) == "question"
    assert watch.fault(watch.move(0, cid=5)) == "repeated"
    assert watch.fault(watch.move(0, cid=4)) == "repeated"
    assert watch.fault(watch.move(1, cid=1)) == ""
    assert watch.fault(watch.move(0, cid=6)) == ""
    assert validator.acts == {PLAYERS[0].public: {5: validator.seq}}


def test_seats_change_hands_in_the_open() -> None:
    watch = Watch().dealt()
    validator = watch.validator
    newcomer = Identity.new()
    person = SeatEntry(name="Cleo", pub=newcomer.public, seal=bytes(32))
    assert watch.fault(change(0, person, "taken")) == "change"
    assert watch.fault(change(2, person, "taken")) == "change"
    assert watch.fault(change(0, person, "bot")) == "change"
    assert watch.fault(change(0, BOT, "taken")) == "change"
    with_a_past = change(0, person, "taken").model_copy(update={"who": BOT, "reason": "bot"})
    assert watch.fault(with_a_past) == "change"
    assert watch.fault(ChangeEntry(seat=0, who=SEATS[0], reason="taken")) == "change"
    assert watch.fault(change(3, BOT, "bot")) == "seat"
    assert watch.fault(change(0, SEATS[0], "taken")) == "change"
    watch.tell(VoteEntry(seat=0, end=True), change(0, BOT, "open"))
    assert (validator.open_seats, validator.votes, validator.people) == ({0}, set(), {1})
    assert watch.fault(watch.move(0)) == "mover"
    assert watch.fault(by(0, "bot")) == ""
    watch.tell(change(0, person, "taken"))
    assert (validator.open_seats, validator.people) == (set(), {0, 1})
    assert watch.fault(watch.move(0)) == "signature"
    watch.tell(change(0, BOT, "banned"))
    assert watch.fault(change(0, person, "taken")) == "change"
    # Who is away may have the seat back, and nobody else where no bots yield.
    watch.tell(change(1, BOT, "away"))
    assert watch.fault(change(1, BOT, "away")) == "change"
    assert watch.fault(change(1, person, "taken")) == "change"
    watch.tell(change(1, SEATS[1], "taken"))
    # Nobody knows the cards of two seats.
    watch.tell(change(1, BOT, "open"))
    assert watch.fault(change(1, person, "taken")) == "change"


def test_a_seat_is_a_bots_or_that_of_a_key_of_somebodys_own() -> None:
    wrong = [
        SEATS[0].model_copy(update={"pub": CONSTANT[:32]}),
        SEATS[0].model_copy(update={"pub": SEATS[0].pub[:31]}),
        SEATS[0].model_copy(update={"level": "random"}),
        BOT.model_copy(update={"level": ""}),
        BOT.model_copy(update={"via": "ssh"}),
    ]
    watch = Watch().dealt().tell(change(0, BOT, "open"))
    game = watch.validator.game
    assert game
    for who in wrong:
        fault = LogValidator().fault(game.model_copy(update={"seats": (who, *SEATS[1:])}))
        assert fault
        assert fault.code == "key"
        assert watch.fault(change(0, who, "taken" if who.pub else "bot")) == "key"


def test_votes_restarts_and_rests() -> None:
    watch = Watch().dealt()
    validator = watch.validator
    assert watch.fault(VoteEntry(seat=2, end=True)) == "vote"
    assert watch.fault(VoteEntry(seat=7, end=True)) == "seat"
    watch.tell(VoteEntry(seat=0, end=True), VoteEntry(seat=1, end=True), VoteEntry(seat=0, end=False))
    assert validator.votes == {1}
    assert watch.fault(RestartEntry(epoch=2)) == "epoch"
    watch.tell(RestartEntry(epoch=1))
    assert watch.fault(RestartEntry(epoch=1)) == "epoch"
    watch.tell(HoldEntry(on=True))
    assert validator.held


def test_what_is_opened_is_the_end() -> None:
    watch = Watch().dealt().tell(by(2, "bot"))
    (opened,) = openings([watch.validator.seq])
    watch.tell(opened)
    assert watch.fault(by(2, "bot")) == "order"
    assert watch.fault(HoldEntry(on=True)) == "order"
    watch.tell(END)
    assert watch.validator.end == END
    for entry in (END, opened, by(2, "bot"), RestartEntry(epoch=1)):
        assert watch.fault(entry) == "order"


def openings(seqs: list[int]) -> list[Entry]:
    """The entries that open moves."""
    moves = [OpenedMove(seq=seq, move="gold") for seq in seqs]
    return [OpenEntry(moves=tuple(moves[start : start + OPENED])) for start in range(0, len(moves), OPENED)]


def test_moves_are_opened_in_one_way_only() -> None:
    """Else a host could try many endings of one game until two of different games look alike."""
    watch = Watch().dealt()
    first = watch.validator.seq + 1
    watch.tell(*[by(2, "bot")] * (OPENED + 2))
    seqs = list(range(first, first + OPENED + 2))
    one, two = openings(seqs)
    wrong = [two, openings([*seqs[1:OPENED], seqs[0]])[0], openings(seqs[: OPENED - 1])[0], openings(seqs[:1] * 2)[0]]
    assert {watch.fault(entry) for entry in (*wrong, END)} == {"opening"}
    watch.tell(one)
    assert {watch.fault(entry) for entry in (one, openings(seqs[-1:])[0], END)} == {"opening"}
    watch.tell(two)
    assert {watch.fault(entry) for entry in (two, openings([first - 1])[0])} == {"opening"}
    assert watch.fault(END) == ""


def test_the_beginning_is_first_and_once() -> None:
    validator = LogValidator()
    for entry in (END, by(-1, "start"), *openings([1])):
        found = validator.fault(entry)
        assert found
        assert found.code == "order"
    watch = Watch()
    assert watch.validator.game
    assert watch.fault(watch.validator.game) == "order"


def test_heads_are_known_by_their_place() -> None:
    validator = Watch().dealt().validator
    assert validator.knows(1, validator.heads[0])
    assert validator.knows(3, validator.heads[2])
    assert not validator.knows(3, validator.heads[3])
    assert not validator.knows(0, b"")
    assert not validator.knows(0, validator.heads[-1])
    assert not validator.knows(99, validator.heads[-1])


def test_signatures_are_for_one_use() -> None:
    player = Identity.new()
    sig = player.sign("commit", b"1", 2)
    assert verified(player.public, sig, "commit", b"1", 2)
    assert not verified(player.public, sig, "move", b"1", 2)
    assert not verified(player.public, sig, "commit", b"1", 3)
    assert not verified(b"", sig, "commit", b"1", 2)
    assert not verified(SealKey().public, sig, "commit", b"1", 2)

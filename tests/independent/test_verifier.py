"""The verifier written from the documents believes honest logs, and finds what can be found without the cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import msgpack  # type: ignore[import-untyped]
import pytest

from engine import Rules
from engine.event import KINDS
from net.gamelog.chain import LogWriter
from net.gamelog.entries import Cause, PlayTimes
from net.gamelog.proof import Proof as OurProof
from net.gamelog.verify import verify
from net.identity.commitments import end_parts
from net.identity.crypto import Identity
from net.protocol.client_messages import Again, Vote
from net.protocol.host_messages import EntryNote
from tests.independent.verifier import Proof
from tests.independent.wire import Fault, unpack
from tests.support.net.fakes import started
from tests.support.net.hosting import play_of
from tests.support.net.log_forging import script_of
from tests.support.net.log_tampering import SEAT, TAMPERINGS
from tests.support.net.signed_games import SignedGame, eventful, signed_game
from tests.support.tiers import tiered

BEYOND = {"illegal bot's move", "event left out", "edited score", "edited winner"}
"""What only who plays the game again can know for what it is."""
TOGETHER = {"forked history", "another version", "absence of another player"}
"""What is so nowhere else, when all that sign the log say so."""


def found(proof: OurProof | bytes) -> str:
    """The first thing that is wrong, by its code."""
    try:
        Proof(proof if isinstance(proof, bytes) else proof.dump())
    except Fault as fault:
        return fault.code
    return ""


@pytest.mark.parametrize("number", tiered(range(9), range(3)))
@pytest.mark.slow
def test_an_honest_log_is_sound(number: int) -> None:
    game = signed_game(number)
    assert found(game.proof) == ""


@pytest.mark.slow
@pytest.mark.thorough
def test_every_kind_of_secret_is_followed() -> None:
    """Games are played until each has been kept, by players who are after the cards that keep some."""
    uniques = ["theater", "lighthouse", "museum", "laboratory", "thieves_den"]
    secret = {name for name, kind in KINDS.items() if kind.secret}
    kept: set[str] = set()
    for number in range(200):
        chance = random.Random(number)
        dealt = Rules.random(chance.choice((2, 3)), chance)
        more = [id for id in dealt.uniques if id not in uniques][: len(dealt.uniques) - len(uniques)]
        game = SignedGame(replace(dealt, uniques=tuple(sorted([*uniques, *more]))), 0, chance)
        while not game.play.over:
            moves = game.play._state.moves
            wanted = (move for word in WANTED for move in moves if word in str(move))
            game.move(next(wanted, None))
        log = Proof(game.proof.dump()).log
        plays = [entry for entry in log.entries if entry["t"] == "play"]
        kept |= {event["kind"] for entry in plays for event in entry["events"] if "sealed" in event}
        if kept == secret:
            return
    raise AssertionError(secret - kept)


WANTED = ("museum", "theater", "laboratory", "trade", "sell", "build")


@pytest.fixture(scope="module")
def table() -> SignedGame:
    return eventful(SEAT)


USUAL = [*TAMPERINGS][::6]
"""The product's own verifier is shown all of them in every run."""


@pytest.mark.parametrize("name", tiered(TAMPERINGS, USUAL))
@pytest.mark.slow
def test_a_host_that_signs_a_changed_log_is_noticed(table: SignedGame, name: str) -> None:
    script = script_of(table)
    TAMPERINGS[name].change(script)
    assert found(script.by_host()) or name in BEYOND


@pytest.mark.parametrize("name", tiered((name for name, tampering in TAMPERINGS.items() if tampering.all), USUAL))
@pytest.mark.slow
def test_host_and_players_together_are_noticed(table: SignedGame, name: str) -> None:
    script = script_of(table)
    TAMPERINGS[name].change(script)
    assert found(script.by_all()) or name in {*BEYOND, *TOGETHER}


def rewritten(game: SignedGame, number: int, change: Callable[[bytes], bytes]) -> OurProof:
    """The log with one entry in other bytes, as the host might sign it."""
    log = LogWriter(game.play.log.game, game.host)
    notes = []
    for note in game.proof.notes:
        body = change(note.body) if note.seq == number else note.body
        notes.append(EntryNote(seq=note.seq, body=body, sig=log.append(body)))
    return OurProof(game.host.public, tuple(notes))


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        lambda body: msgpack.packb(dict(reversed(msgpack.unpackb(body).items()))),
        lambda body: msgpack.packb(msgpack.unpackb(body) | {"more": 1}),
        lambda body: b"\xde\x00" + bytes([body[0] & 15]) + body[1:],
        lambda body: body + b"\0",
    ],
    ids=["other order", "another field", "longer form", "something behind it"],
)
def test_an_entry_in_other_bytes_is_noticed(table: SignedGame, change: Callable[[bytes], bytes]) -> None:
    last = table.proof.notes[-1].seq
    assert found(rewritten(table, last, lambda body: body)) == ""
    assert found(rewritten(table, last, change)) == "chain"


def test_signatures_of_the_end_are_checked(table: SignedGame) -> None:
    log, proof = table.play.log, table.proof
    seat, who = next(iter(table.people.items()))
    right = who.identity.sign("end", *end_parts(log.game, log.head))
    other = next(other for other in table.people if other != seat)
    assert found(replace(proof, attested=((seat, right),))) == ""
    assert found(replace(proof, attested=((other, right),))) == "attest"
    assert found(replace(proof, attested=((SEAT, right),))) == "attest"
    wrong = Identity.new().sign("end", *end_parts(log.game, log.head))
    assert found(replace(proof, attested=((seat, wrong),))) == "attest"


def test_a_file_that_is_cut_or_longer_is_no_log(table: SignedGame) -> None:
    raw = table.proof.dump()
    assert found(raw) == ""
    assert {found(raw[:-1]), found(raw + b"\0"), found(raw + raw), found(b""), found(raw[1:])} == {"proof"}


def test_moves_for_others_and_lost_seats_are_told() -> None:
    game = SignedGame(Rules.make(3), 2, random.Random(3))
    game.share()
    (stays, _), (seat, lost) = game.people.items()
    game.hand_over(seat)
    game.finish()
    game.attest([stays])
    proof, report = Proof(game.proof.dump()), verify(game.host.public, game.proof.notes)
    assert proof.log.replaced == [(seat, lost.identity.public)]
    ours = {(each.seat, each.person.who.pub): (each.moves, sum(each.made.values())) for each in report.stood_in}
    assert proof.log.moved_for == ours
    every = ours[seat, lost.identity.public][0]
    key = lost.identity.public.hex()[:8]
    assert f"Others made {every} of {every} moves for {key} in seat {seat}. " in proof.sentence
    assert f"{key} did not sign the end. " in proof.sentence


@pytest.mark.parametrize(
    ("times", "cause"),
    [(PlayTimes(), "timeout"), (PlayTimes(turn_time=86_400_000), "absent")],
)
def test_a_move_for_somebody_who_had_all_the_time(
    times: PlayTimes, cause: Cause, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as host:
        # A host that does as it likes.
        host.setattr("net.gamelog.validation.LogValidator.fault", lambda validator, entry: None)
        host.setattr("tests.support.net.signed_games.TIMES", times)
        game = SignedGame(Rules.make(2), 2, random.Random(1))
        game.share()
        while not game.play.over:
            game.play.answer(game.bot_move(game.play.seat or 0), cause)
        game.finish()
    assert found(game.proof) == "clock"
    assert [each.code for each in verify(game.host.public, game.proof.notes).findings] == ["clock"]


def test_the_next_game_seats_everybody_by_the_seed_of_the_last() -> None:
    room, peers = started(5, 3)
    for peer in peers[:2]:
        room.ask(peer, Vote, end=True)
    last = Proof(OurProof.of(room.host.public, play_of(room.table).log.frames).dump())
    for peer in peers:
        room.ask(peer, Again, on=True)
    first = unpack(peers[0].last(EntryNote).body)
    assert last.leads_to(first)
    people = [seat for seat, who in enumerate(first["seats"]) if who.get("pub")]
    seats = list(first["seats"])
    seats[people[0]], seats[people[1]] = seats[people[1]], seats[people[0]]
    assert not last.leads_to(first | {"seats": seats})

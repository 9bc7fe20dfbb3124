"""The log of a game as a file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import Rules
from engine.record import Record
from net.base.errors import NetError
from net.gamelog.proof import MAX_BYTES, VERSION, Proof, record_of
from net.gamelog.verify import verify
from net.identity.crypto import Identity
from net.protocol.frames import encode, pack
from tests.support.net.kept_logs import saved
from tests.support.net.signed_games import SignedGame


@pytest.fixture(scope="module")
def game() -> SignedGame:
    game = SignedGame(Rules.make(2, "classic"), 2, random.Random(1))
    game.share()
    return game.finish()


@pytest.fixture(scope="module")
def proof(game: SignedGame) -> Proof:
    return game.proof


def short() -> Proof:
    """A game of a few moves that ends by vote."""
    game = SignedGame(Rules.make(2, "classic"), 2, random.Random(1))
    game.share()
    game.finish(moves=6)
    for seat in (0, 1):
        game.play.vote(seat, True)
    return game.proof


def refused(content: bytes) -> str:
    """Why a content is refused, in one sentence; empty when it is not."""
    try:
        Proof.parse(content)
    except NetError as error:
        return error.detail if error.code == "proof" else error.code
    return ""


def test_a_saved_proof_is_read(proof: Proof, game: SignedGame, tmp_path: Path) -> None:
    path = saved(proof, tmp_path / "deep" / "games")
    assert path.name == f"{game.play.log.game}.proof"
    assert Proof.read(path) == proof
    assert [note.frame() for note in proof.notes] == game.play.log.frames
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_too_long_is_not_read(proof: Proof, tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(proof.dump() + bytes(MAX_BYTES))
    with pytest.raises(NetError, match="too long"):
        Proof.read(path)


def test_a_file_that_is_not_there_or_no_file(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="No such file"):
        Proof.read(tmp_path / "none")
    with pytest.raises(NetError, match="directory"):
        Proof.read(tmp_path)


def test_another_file_is_refused(proof: Proof) -> None:
    content = proof.dump()
    host, entry = proof.host, proof.notes[0].frame()
    for other in (b"", b"\0", b"citadels: 1\n", b"\xff" * 1000, entry, content[1:], encode(pack({"t": "proof"}))):
        assert refused(other) == "this is another kind of file."
    long_name = encode(pack({"t": "proof", "v": VERSION, "host": host, "x": 1}))
    assert refused(long_name) == "this is another kind of file."
    newer = encode(pack({"t": "proof", "v": VERSION + 1, "host": host}))
    assert refused(newer + entry) == "it was made by a later version of the game: update citadels."


def test_a_damaged_file_is_refused(proof: Proof) -> None:
    content = proof.dump()
    other_order = encode(pack({"host": proof.host, "v": VERSION, "t": "proof"}))
    first = len(Proof(proof.host, ()).dump())
    for damaged in (
        content[:-1],
        content[: len(content) // 2],
        content + b"\0",
        content + encode(pack({"t": "pong"})),
        other_order + content[first:],
        content[:first] + content[first:].replace(b"\xa1t\xa5entry", b"\xa1t\xa5entrY", 1),
    ):
        assert refused(damaged) == "it is damaged or incomplete."


@pytest.mark.slow
def test_every_byte_counts() -> None:
    """Change any byte of the file: it is refused, or not verified."""
    proof = short()
    assert verify(proof.host, proof.notes).ok
    content, chance = proof.dump(), random.Random(1)
    places = [*range(120), *chance.sample(range(120, len(content)), 300), len(content) - 1]
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        try:
            found = Proof.parse(bytes(changed))
        except NetError:
            continue
        assert not verify(found.host, found.notes).ok, place


def test_every_cut_is_noticed() -> None:
    proof = short()
    content, chance = proof.dump(), random.Random(2)
    # What ends with an entry is a file, of which the verifier says that it has no end.
    whole = {len(Proof(proof.host, proof.notes[:count]).dump()) for count in range(len(proof.notes) + 1)}
    for place in chance.sample(sorted(set(range(len(content))) - whole), 100):
        assert refused(content[:place])
    for count in range(len(proof.notes)):
        assert not verify(proof.host, proof.notes[:count]).ok


# The record


def test_a_verified_game_is_a_record_too(game: SignedGame, proof: Proof) -> None:
    record = record_of(verify(proof.host, proof.notes))
    again = Record.parse(record.format())
    assert again == record
    assert again.names == ("Player 1", "Player 2")
    state, played = again.replay(), game.play._state
    assert (state.seed, state.winners, state.seat) == (played.seed, played.winners, None)


def test_an_unverified_proof_gives_no_record(proof: Proof) -> None:
    undealt = SignedGame(Rules.make(2, "classic"), 2, random.Random(1))
    undealt.play.finish("undealt")
    for host, notes in (
        (proof.host, proof.notes[:-1]),
        (Identity.new().public, proof.notes),
        (undealt.host.public, undealt.proof.notes),
    ):
        with pytest.raises(NetError, match="only a game that was dealt and verified"):
            record_of(verify(host, notes))

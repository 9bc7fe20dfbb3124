"""A player's share of a seed: another one for every beginning, and the same from its commitment to its reveal."""

from __future__ import annotations

from hashlib import sha256
from typing import cast

import pytest

from net.base.limits import DEFAULT
from net.client.follower import Follower
from net.client.seed_share import SeedShare
from net.client.updates import DealAsked
from net.gamelog.entries import CommitEntry, GameEntry, RevealEntry, SeatEntry
from net.gamelog.validation import LogValidator
from net.identity.commitments import commit_parts, share_commitment
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import Commit, Reveal
from net.protocol.version import RULES
from tests.support.net.signed_games import TIMES

HOST, PLAYER, OTHER = Identity.new(), Identity.new(), Identity.new()
THEIRS = bytes(32)


def begun(follower: Follower, game: str, head: bytes) -> None:
    """The host begins a game: whatever it writes into the entry is in the entry's head."""
    seats = tuple(
        SeatEntry(name=name, pub=who.public, seal=bytes(32)) for name, who in (("Ada", PLAYER), ("Bo", OTHER))
    )
    entry = GameEntry(
        game=game,
        version=RULES,
        rules={},
        commitment=bytes(32),
        seal=bytes(32),
        fixed=False,
        **TIMES._asdict(),
        seats=seats,
    )
    follower.validator = LogValidator()
    follower.validator.accept_entry(entry, head)


def given(share: SeedShare, follower: Follower) -> bytes:
    """Both players commit; the share that is revealed then."""
    validator = follower.validator
    assert validator.game
    game = validator.game.game
    make = share.due()
    assert make
    assert not isinstance(make, DealAsked)
    commit = cast(Commit, make(cid=1))
    assert share.due() is None
    validator.accept_entry(CommitEntry(seat=0, commitment=commit.commitment, sig=commit.sig), b"committed")
    theirs = share_commitment(game, 1, THEIRS)
    sig = OTHER.sign("commit", *commit_parts(validator.heads[0], 1, theirs))
    validator.accept_entry(CommitEntry(seat=1, commitment=theirs, sig=sig), b"both")
    make = share.due()
    assert make
    assert not isinstance(make, DealAsked)
    revealed = cast(Reveal, make(cid=2)).share
    assert commit.commitment == share_commitment(game, 0, revealed)
    validator.accept_entry(RevealEntry(seat=0, share=revealed), b"revealed")
    assert share.due() is None
    return revealed


@pytest.fixture
def follower() -> Follower:
    found = Follower(HOST.public, PLAYER.public, SealKey.of(PLAYER, HOST.public), DEFAULT)
    found.seat = 0
    return found


def test_a_host_that_begins_anew_gets_another_share_each_time(follower: Follower) -> None:
    share = SeedShare(follower, PLAYER)
    shares = []
    for number in range(4):
        begun(follower, f"{number:026}", sha256(bytes([number])).digest())
        share.wish()
        shares.append(given(share, follower))
    assert len(set(shares)) == len(shares)


def test_another_process_has_other_shares(follower: Follower) -> None:
    shares = set()
    for _ in range(2):
        begun(follower, "0" * 26, bytes(32))
        shares.add(given(SeedShare(follower, PLAYER), follower))
    assert len(shares) == 2

"""The players sign the end of a game: whose signatures are there tells two logs of one game apart."""

from __future__ import annotations

import random
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine import Rules
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.connect import connect
from net.client.follower import Follower
from net.client.updates import Attested, Happened, Stopped, Verified, Voted
from net.gamelog.archive import Archive, keep_own
from net.gamelog.log_report import Report
from net.gamelog.proof import Proof
from net.gamelog.retention import OWN
from net.gamelog.verify import verify
from net.identity.commitments import end_parts
from net.identity.crypto import Identity
from net.protocol.client_messages import AddBot, Attest, Start, Vote
from net.protocol.host_messages import Ack, AttestedNote, Welcome
from tests.support.net.fakes import FakePeer, Room, started
from tests.support.net.hosting import hosting, invite, open_table, play_of, until
from tests.support.net.kept_logs import kept
from tests.support.net.signed_games import SignedGame


def ended(people: int = 2) -> tuple[Room, list[FakePeer]]:
    """A table whose game has just ended by vote."""
    room, peers = started(people + 1, people)
    for peer in peers:
        room.ask(peer, Vote, end=True)
        if play_of(room.table).over:
            break
    return room, peers


def signature(room: Room, peer: FakePeer) -> bytes:
    log = play_of(room.table).log
    return peer.identity.sign("end", *end_parts(log.game, log.head))


def attest(room: Room, peer: FakePeer, sig: bytes | None = None) -> Any:
    return room.ask(peer, Attest, sig=sig or signature(room, peer))


def attested(peer: FakePeer) -> dict[int, bytes]:
    return {note.seat: note.sig for note in peer.got if isinstance(note, AttestedNote)}


def report_of(proof: Proof) -> Report:
    return verify(proof.host, proof.notes, attested=proof.attested)


# At the table


def test_everybody_is_told_who_has_signed_and_the_head_stays_the_same() -> None:
    room, (one, two) = ended()
    log = play_of(room.table).log
    seq, head = log.seq, log.head
    assert isinstance(attest(room, two), Ack)
    assert attested(one) == attested(two) == {1: signature(room, two)}
    assert isinstance(attest(room, one), Ack)
    assert attested(one).keys() == {0, 1}
    assert (log.seq, log.head) == (seq, head)
    assert room.follow(one)[-2:] == [Attested(1), Attested(0)]
    # Again is as good as once.
    assert isinstance(attest(room, one), Ack)
    assert one.count(AttestedNote) == 2
    proof = Proof.of(room.host.public, log.frames)
    assert report_of(proof).attested == (0, 1)
    assert Proof.parse(proof.dump()).attested == tuple(sorted(proof.attested))


def test_a_wrong_signature_is_refused() -> None:
    room, (one, two) = ended()
    log = play_of(room.table).log
    heads = play_of(room.table).validator.heads
    for sig in (
        bytes(64),
        signature(room, two),
        one.identity.sign("end", *end_parts(log.game, heads[-2])),
        one.identity.sign("end", *end_parts("0" * 26, log.head)),
        one.identity.sign("move", *end_parts(log.game, log.head)),
    ):
        assert attest(room, one, sig).code == "bad_signature"
    assert attested(one) == {}
    spectator = room.join("Wim", role="spectator")
    assert attest(room, spectator).code == "spectator"


def test_nothing_is_signed_before_the_end() -> None:
    room, (one, _) = started(3, 2)
    assert attest(room, one).code == "bad_signature"
    empty = Room(2)
    assert empty.ask(empty.join(), Attest, sig=bytes(64)).code == "not_started"


def test_signatures_survive_a_restart_of_the_host() -> None:
    room, (one, two) = ended()
    room.gone(two)
    attest(room, one)
    room.restart()
    game = play_of(room.table)
    again = room.join(like=two, have_game=game.log.game, have_seq=game.log.seq, have_head=game.log.head)
    assert attested(again) == {0: signature(room, one)}
    assert isinstance(attest(room, again), Ack)
    fresh = room.join(like=one)
    assert attested(fresh).keys() == {0, 1}
    told = [update for update in room.follow(fresh) if isinstance(update, Attested)]
    assert told == [Attested(0), Attested(1)]


def test_a_client_stops_at_a_signature_that_is_not_its_players() -> None:
    room, (one, two) = ended()
    note = AttestedNote(seat=1, sig=signature(room, one))
    follower = Follower(room.host.public, one.identity.public, one.seal, DEFAULT)
    for message in one.got:
        if not isinstance(message, Ack):
            list(follower.handle_message(message))
    with pytest.raises(NetError, match="p2's signature") as caught:
        list(follower.handle_message(note))
    assert caught.value.code == "fork"
    bot = AttestedNote(seat=2, sig=signature(room, two))
    with pytest.raises(NetError):
        list(follower.handle_message(bot))
    early = Follower(room.host.public, one.identity.public, one.seal, DEFAULT)
    list(early.handle_message(one.last(Welcome)))
    with pytest.raises(NetError):
        list(early.handle_message(AttestedNote(seat=0, sig=signature(room, one))))


# In the file


@pytest.fixture
def game() -> SignedGame:
    game = SignedGame(Rules.make(3), 2, random.Random(4))
    game.share()
    return game.finish()


@pytest.mark.slow
def test_an_archive_keeps_the_signatures_of_all_who_have_signed(game: SignedGame, tmp_path: Path) -> None:
    bare, (one, two) = game.proof, sorted(game.people)
    game.attest([two])
    second = game.proof
    game.attest()
    first = Proof(bare.host, bare.notes, tuple(item for item in game.proof.attested if item[0] == one))
    # Whoever knows of fewer takes none away.
    with closing(Archive(tmp_path / "own.db", OWN)) as archive:
        assert [archive.add(proof) for proof in (bare, second, first, bare, second, first)] == [bare.game] * 6
        assert report_of(archive.log(bare.game)).attested == (one, two)
        assert [facts.file for facts in archive.games()] == [f"{bare.game}.proof"]


@pytest.mark.slow
def test_a_signature_of_something_else_is_found(game: SignedGame) -> None:
    one, two = sorted(game.people)
    game.attest()
    proof = game.proof
    sigs = dict(proof.attested)
    bot = next(seat for seat in range(3) if seat not in game.people)
    other = Identity.new()
    log = game.play.log
    for wrong in (
        ((one, sigs[two]),),
        ((one, bytes(64)),),
        ((bot, sigs[one]),),
        ((7, sigs[one]),),
        ((one, other.sign("end", *end_parts(log.game, log.head))),),
        ((one, sigs[one]), (two, sigs[one])),
    ):
        report = report_of(Proof(proof.host, proof.notes, wrong))
        assert [finding.code for finding in report.findings] == ["attest"]
    cut = report_of(Proof(proof.host, proof.notes[:-1], proof.attested))
    assert {finding.code for finding in cut.findings} == {"truncated", "attest"}


# Clients


async def vote(clients: list[Client]) -> None:
    """All of them want the end, as soon as there is a game."""
    for client in clients:
        await until(client, Happened)
    for client in clients:
        await client.request(partial(Vote, end=True))


@pytest.mark.asyncio
async def test_a_client_signs_by_itself_when_it_has_verified_the_game(tmp_path: Path) -> None:
    async with hosting() as host:
        table = open_table(host, 3, seed=None)
        people = [Identity.new() for _ in range(2)]
        clients = [
            await connect(invite(host, table), who, name, archive=tmp_path / f"{name}.db")
            for who, name in zip(people, ("Ada", "Bo"), strict=True)
        ]
        spectator = await connect(invite(host, table), Identity.new(), "W", watch=True, archive=tmp_path / "w.db")
        await clients[0].request(partial(AddBot, level="random"))
        await clients[0].request(Start)
        await vote(clients)
        seen: set[int] = set()
        while seen != {0, 1}:
            seen.add((await until(spectator, Attested)).seat)
        for client in clients:
            mine: set[int] = set()
            while mine != {0, 1}:
                mine.add((await until(client, Attested)).seat)
        for client in (*clients, spectator):
            await client.leave()
        for folder in ("Ada", "Bo", "w"):
            (proof,) = kept(tmp_path / f"{folder}.db").values()
            assert report_of(proof).attested == (0, 1)


@pytest.mark.asyncio
async def test_nobody_signs_two_logs_of_one_game(tmp_path: Path) -> None:
    """A process that has forgotten what it saw still has the log of it."""
    async with hosting() as host:
        table = open_table(host, 2, seed=None)
        clients = [
            await connect(invite(host, table), Identity.new(), "P", archive=tmp_path / f"{place}.db")
            for place in (0, 1)
        ]
        await clients[0].request(Start)
        for client in clients:
            await until(client, Happened)
        other = Proof.of(host.identity.public, play_of(table).log.frames[:1])
        keep_own(other, tmp_path / "0.db")
        for client in clients:
            await client.request(partial(Vote, end=True))
        for client in clients:
            await until(client, Verified)
            await client.leave()
        game = clients[1]._follower.validator
        assert game.attested.keys() == {clients[1].seat}


@pytest.mark.asyncio
async def test_a_player_back_after_the_end_signs_then(tmp_path: Path) -> None:
    async with hosting() as host:
        table = open_table(host, 2, seed=None)
        people = [Identity.new() for _ in range(2)]
        clients = [await connect(invite(host, table), who, "P", archive=tmp_path / "own.db") for who in people]
        await clients[0].request(Start)
        await vote(clients[1:])
        await until(clients[0], Voted)
        # Its process is killed.
        clients[1]._runner.cancel()
        await clients[0].request(partial(Vote, end=True))
        await until(clients[0], Verified)
        again = await connect(invite(host, table), people[1], "P", archive=tmp_path / "again" / "own.db")
        seat = again.seat
        while (await until(clients[0], Attested)).seat != seat:
            pass
        assert play_of(table).validator.attested.keys() == {0, 1}
        for client in (clients[0], again):
            await client.leave()


@pytest.mark.asyncio
async def test_leaving_at_once_still_signs() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        clients = [await connect(invite(host, table), Identity.new(), "P") for _ in range(2)]
        await clients[0].request(Start)
        await vote(clients)
        await until(clients[0], Stopped)
        await clients[0].leave()
        while (await until(clients[1], Attested)).seat != 0:
            pass
        await clients[1].leave()

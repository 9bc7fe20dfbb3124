"""Requests: whatever is asked of a table, it is stored as it is, and what it refuses changes nothing at all."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from net.host.store.stored_table import TableRecord
from net.protocol.client_messages import Ready, Start, TableRequest
from net.protocol.host_messages import Err, LobbyNote
from tests.support.net.fakes import Room, asked, started
from tests.support.net.random_requests import RandomRoom, record_now, snapshot

STEPS = 60
"""Things that happen at one table, at most."""


def test_random_requests_are_of_every_kind() -> None:
    room = RandomRoom(Random("kinds"))
    assert {room.any()[0] for _ in range(1000)} == {*get_args(TableRequest)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_the_store_has_what_the_table_would_write(seed: int) -> None:
    wanted, random = 10_000 if seed > 1 else 400, Random(f"stored {seed}")
    done = 0
    while done < wanted:
        room, before, revision = RandomRoom(random), b"", 0
        for _ in range(STEPS):
            room.step()
            if room.gone_for_good:
                break
            ((id, record),) = room.store.tables()
            assert (id, record) == (room.table.id, record_now(room.table))
            # A restart does not begin to count anew.
            last, revision = revision, TableRecord.read(id, record).revision
            assert (revision > last) == (record != before)
            before = record
            game = room.table.game
            # Of the games before it nothing is left.
            assert {id for id, (stored, _) in room.store._games.items() if stored} == (
                {game.log.game} if game else set()
            )
            assert game is None or [entry.seq for entry in room.store.game(game.log.game).entries] == [
                *range(1, game.log.seq + 1)
            ]
            done += 1


# With 28 the owner is away while a game cannot be dealt, and the table is another's.
@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [1, pytest.param(28, marks=pytest.mark.thorough), pytest.param(2, marks=pytest.mark.long)]
)
def test_a_refused_request_changes_nothing(seed: int) -> None:
    wanted, random = 10_000 if seed == 2 else 300, Random(f"refused {seed}")
    asked, refused = 0, dict[str, int]()
    while asked < wanted:
        room = RandomRoom(random)
        for _ in range(STEPS):
            room.step()
            if room.gone_for_good or not room.here:
                break
            peer, (kind, fields) = random.choice(room.here), room.any()
            before = snapshot(room)
            answer = room.request(peer, kind, fields)
            asked += 1
            if isinstance(answer, Err):
                refused[answer.code] = refused.get(answer.code, 0) + 1
                after = snapshot(room)
                before.pop(f"sent {id(peer)}"), after.pop(f"sent {id(peer)}")
                changed = {where: (before.get(where), after.get(where)) for where in before.keys() | after.keys()}
                changed = {where: both for where, both in changed.items() if both[0] != both[1]}
                assert not changed, (kind.__name__, answer.code)
    assert len(refused) > 8


def test_a_start_that_is_refused_forgets_nobody_who_is_ready() -> None:
    room = Room(4, start_when=2)
    ada, ben = room.join("Ada"), room.join("Ben")
    room.ask(ada, Ready, on=True)
    assert room.ask(ada, Start).code == "seats_open"
    assert (len(room.table.lobby.ready), ben.last(LobbyNote).ready) == (1, [0])
    room.gone(room.join("Cy"))
    assert room.ask(ada, Start).code == "seats_open"
    room.tick(46)
    room.ask(ben, Ready, on=True)
    assert room.table.match is not None


def test_a_repeated_question_stores_its_time_the_same_way() -> None:
    room, peers = started(3, 3, turn_time=90, reserve=0)
    peer, _ = asked(room, peers)
    room.tick(5)
    room.gone(peer)
    room.join(like=peer)
    room.tick(5)
    ((id, record),) = room.store.tables()
    clock = TableRecord.read(id, record).clock
    assert clock
    assert clock.spent == 10

"""Tables at which bots take the open seats after a while: nobody waits for people who do not come."""

from __future__ import annotations

import pytest

from net.protocol.client_messages import AddBot, Start
from net.protocol.host_messages import Ack, LobbyNote
from tests.support.net.fakes import FakePeer, Room

WAIT = 20.0


def opened(players: int = 4) -> tuple[Room, FakePeer]:
    """A table of that kind, with its first player."""
    room = Room(players, bots_after=WAIT, private=False)
    return room, room.join("Ann")


def kinds(peer: FakePeer) -> list[str]:
    return [seat.kind for seat in peer.last(LobbyNote).seats]


def test_bots_take_the_open_seats_when_the_time_is_up_and_not_before() -> None:
    room, ann = opened()
    room.tick(WAIT - 1)
    assert room.table.match is None
    ben = room.join("Ben")
    room.tick(1)
    assert room.table.match is not None
    assert kinds(ann) == kinds(ben) == ["human", "human", "bot", "bot"]


def test_the_game_begins_at_once_when_every_seat_is_taken() -> None:
    room, _ann = opened(2)
    assert room.table.match is None
    room.join("Ben")
    room.tick()
    assert room.table.match is not None


def test_without_anybody_there_the_time_does_not_run() -> None:
    room, ann = opened()
    room.tick(WAIT - 1)
    room.gone(ann, for_good=True)
    room.tick(10 * WAIT)
    assert room.table.match is None


def test_the_owner_may_start_earlier_and_the_game_begins_but_once() -> None:
    room, ann = opened()
    for _ in range(3):
        assert isinstance(room.ask(ann, AddBot, level="novice"), Ack)
    room.tick()
    assert room.table.match is not None
    game = room.table.match.game.log.game
    room.tick(2 * WAIT)
    assert room.table.match is not None
    assert room.table.match.game.log.game == game
    assert room.ask(ann, Start).code in ("already_started", "not_over")


@pytest.mark.parametrize("wait", [0.0])
def test_other_tables_wait_for_as_long_as_their_players_like(wait: float) -> None:
    room = Room(4, bots_after=wait)
    room.join("Ann")
    room.tick(100 * WAIT)
    assert room.table.match is None


def test_everybody_is_told_how_long_it_takes() -> None:
    room, ann = opened()
    assert ann.last(LobbyNote).fills == 20_000
    room.tick(5)
    ben = room.join("Ben")
    assert ann.last(LobbyNote).fills == ben.last(LobbyNote).fills == 15_000
    room.tick(WAIT)
    assert ann.last(LobbyNote).fills == 0
    room, ann = Room(4, private=False), FakePeer()
    assert room.join("Ann").last(LobbyNote).fills == 0

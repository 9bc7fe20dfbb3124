"""Time to read: everybody's first choice of a character, and first turn, have more time, which the protocol sets."""

from __future__ import annotations

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.protocol.client_messages import Start
from net.protocol.host_messages import Ack, ClockNote
from net.protocol.setup import Setup
from tests.net.host.game.test_turn_watch import Watched, entry
from tests.support.net.fakes import FakePeer, Room
from tests.support.net.hosting import game_of

TIME = 30.0


def seated() -> tuple[Room, list[FakePeer]]:
    """Two people, with a clock, before the first choice of a character."""
    room = Room(setup=Setup(players=2), turn_time=TIME, reserve=10.0, reading=DEFAULT.reading)
    peers = [room.join("Ada"), room.join("Bo")]
    assert isinstance(room.ask(peers[0], Start), Ack)
    return room, peers


def test_the_first_choice_and_the_first_turn_of_each_player_have_time_to_be_read() -> None:
    room, peers = seated()
    game = game_of(room.table)
    times: dict[tuple[int, str], list[int]] = {}
    while game.round < 3:
        seat, kind = game.seat or 0, game.kind
        peer = peers[seat]
        if len(game.moves) > 1:
            times.setdefault((seat, kind), []).append(peer.last(ClockNote).ms)
        room.act(peer, str(game.moves[0]))
    for seat in (0, 1):
        for kind in ("draft", "menu"):
            first, *others = times[seat, kind]
            assert first == round((TIME + DEFAULT.reading) * 1000)
            assert set(others) == {round(TIME * 1000)}
    assert {ms for (_seat, kind), all in times.items() if kind not in ("draft", "menu") for ms in all} <= {30_000}


def test_a_host_that_is_killed_meanwhile_gives_it_again() -> None:
    room, peers = seated()
    peer = peers[game_of(room.table).seat or 0]
    before = peer.last(ClockNote).ms
    room.tick(20)
    room.restart()
    back = room.join(like=peer)
    assert back.last(ClockNote).ms == pytest.approx(before - 20_000, abs=10_000)


def test_taking_moves_back_gives_it_no_second_time() -> None:
    room, peers = seated()
    game = game_of(room.table)
    while game.kind != "menu":
        room.act(peers[game.seat or 0], str(game.moves[0]))
    peer = peers[game.seat or 0]
    room.tick(80)
    room.act(peer, "gold")
    # A later question of the same turn has the usual time.
    assert peer.last(ClockNote).ms == 30_000
    room.act(peer, "undo")
    for _ in range(3):
        assert peer.last(ClockNote).ms <= 30_000
        room.act(peer, "gold")
        room.act(peer, "undo")


def test_a_client_stops_at_a_host_that_does_not_give_it() -> None:
    table = Watched()
    table.wait(210 + DEFAULT.reading - DEFAULT.doubt - 1)
    with pytest.raises(NetError) as caught:
        table.watch.play(3, entry("timeout"), 1, read=True)
    assert caught.value.code == "false_timeout"
    table = Watched()
    table.wait(210 + DEFAULT.reading)
    table.watch.play(3, entry("timeout"), 1, read=True)

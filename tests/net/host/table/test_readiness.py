"""Readiness: a game begins when enough people at the table have said that they are ready."""

from __future__ import annotations

from net.protocol.client_messages import Configure, Ready, Start
from net.protocol.host_messages import Ack, LobbyNote
from net.protocol.setup import Setup
from tests.support.net.fakes import Room


def test_marks_of_those_who_are_ready_are_told_and_stored() -> None:
    room = Room(4, start_when=3)
    ada, bo = room.join("Ada"), room.join("Bo")
    assert isinstance(room.ask(ada, Ready, on=True), Ack)
    assert bo.last(LobbyNote).ready == [0]
    room.restart()
    ada, bo = room.join("Ada", like=ada), room.join("Bo", like=bo)
    assert (bo.last(LobbyNote).ready, bo.last(LobbyNote).options.start_when) == ([0], 3)
    room.ask(bo, Ready, on=True)
    room.ask(bo, Ready, on=False)
    assert ada.last(LobbyNote).ready == [0]
    # Nobody was ready for another setup.
    room.ask(ada, Configure, setup=Setup(players=5))
    assert ada.last(LobbyNote).ready == []


def test_a_game_waits_for_those_who_have_just_lost_the_connection() -> None:
    room = Room(3, start_when=2)
    ada, bo, cy = room.join("Ada"), room.join("Bo"), room.join("Cy")
    room.gone(cy)
    for peer in (ada, bo):
        room.ask(peer, Ready, on=True)
    assert room.table.match is None
    room.tick(45)
    assert room.table.match is not None
    assert [type(seat).__name__ for seat in room.table.lobby.seats] == ["Member", "Member", "BotSeat"]
    assert room.table.lobby.ready == []


def test_without_a_number_only_the_owner_starts() -> None:
    room = Room(2)
    peers = [room.join("Ada"), room.join("Bo")]
    spectator = room.join("Wim", role="spectator")
    assert room.ask(spectator, Ready, on=True).code == "spectator"
    for peer in peers:
        room.ask(peer, Ready, on=True)
    assert room.table.match is None
    assert isinstance(room.ask(peers[0], Start), Ack)
    assert room.ask(peers[1], Ready, on=True).code == "already_started"


def test_closing_a_second_window_keeps_a_player_ready() -> None:
    room = Room(2, start_when=2)
    ada, bo = room.join("Ada"), room.join("Bo")
    room.ask(ada, Ready, on=True)
    window = room.join("Ada's window", role="spectator", like=ada)
    assert window.admitted
    room.gone(window, for_good=True)
    assert bo.last(LobbyNote).ready == [0]
    room.ask(bo, Ready, on=True)
    assert room.table.match is not None

"""Spectators who see later what happens."""

from __future__ import annotations

from typing import Any

import pytest

from net.protocol.client_messages import HandOver, Say, Start
from net.protocol.host_messages import Ack, ClockNote, DecisionNote, EntryNote, LobbyNote, Welcome
from tests.support.net.fakes import FakePeer, Room, started
from tests.support.net.hosting import play_of

DELAY = 300.0


def seen(peer: FakePeer) -> list[int]:
    """The numbers of the entries that a connection was sent."""
    return [message.seq for message in peer.got if isinstance(message, EntryNote)]


def play(room: Room, peers: list[FakePeer], seconds: float) -> None:
    """Let people and bots play for some time, or to the end."""
    game, end = play_of(room.table), room.clock.time + seconds
    while room.clock.time < end and not game.over:
        if game.seat is not None and game.seat < len(peers):
            room.act(peers[game.seat], peers[game.seat].last(DecisionNote).moves[0])
        room.tick(5)


@pytest.mark.slow
def test_spectators_see_everything_once_and_later() -> None:
    room, peers = started(3, 2, spectator_delay=DELAY, turn_time=90.0, reserve=120.0)
    spectator = room.join("Eve", role="spectator")
    assert spectator.last(LobbyNote).options.spectator_delay == DELAY
    history: list[tuple[float, int]] = []
    for _ in range(40):
        history.append((room.clock.time, play_of(room.table).log.seq))
        play(room, peers, 20)
        told = [seq for when, seq in history if when <= room.clock.time - DELAY]
        newest = seen(spectator)[-1] if seen(spectator) else 0
        assert newest >= max(told, default=0)
        assert newest <= max((seq for when, seq in history if when <= room.clock.time - DELAY + 30), default=0) + 60
    assert seen(spectator) == list(range(1, len(seen(spectator)) + 1))
    assert 0 < len(seen(spectator)) < len(seen(peers[0]))
    # What they say is answered with no more than they have seen.
    assert room.ask(spectator, Say, text="well played").seq == seen(spectator)[-1]
    # Nor are they told how long whoever is asked has left: that would say who it is.
    assert spectator.count(ClockNote) == 0
    assert room.follow(spectator)


def test_a_spectator_who_comes_while_time_runs_is_not_told_whose() -> None:
    room, peers = started(3, 3, spectator_delay=DELAY, turn_time=90.0)
    asked = play_of(room.table).seat
    assert asked is not None
    assert room.join(like=peers[asked - 1]).count(ClockNote) == 1
    assert room.join("Eve", role="spectator").count(ClockNote) == 0


def test_all_spectators_see_the_same_delayed_log() -> None:
    room, peers = started(8, 2, spectator_delay=DELAY)
    play(room, peers, 2 * DELAY)
    late = room.join("Eve", role="spectator")
    assert 0 < late.last(Welcome).seq == len(seen(late)) < play_of(room.table).log.seq
    known = len(seen(late))
    room.gone(late)
    play(room, peers, DELAY / 2)
    game = play_of(room.table)
    have: dict[str, Any] = {"have_game": game.log.game, "have_seq": known, "have_head": game.validator.heads[known - 1]}
    again = room.join("Eve", role="spectator", like=late, **have)
    play(room, peers, DELAY)
    assert seen(again) == list(range(known + 1, seen(again)[-1] + 1))
    assert seen(again)[-1] < game.log.seq


def test_a_player_who_comes_back_sees_everything() -> None:
    room, peers = started(3, 2, spectator_delay=DELAY)
    play(room, peers, 60)
    back = room.join(like=peers[0])
    assert seen(back)[-1] == play_of(room.table).log.seq


@pytest.mark.slow
def test_when_the_game_is_over_it_is_shown_to_the_end() -> None:
    room, peers = started(2, 1, spectator_delay=DELAY)
    spectator = room.join("Eve", role="spectator")
    while not play_of(room.table).over:
        play(room, peers, 60)
    assert seen(spectator)[-1] == play_of(room.table).log.seq


@pytest.mark.slow
def test_after_a_restart_spectators_wait_as_long_again() -> None:
    room, peers = started(3, 2, spectator_delay=DELAY)
    play(room, peers, 2 * DELAY)
    room.restart()
    for peer in peers:
        room.join(like=peer)
    spectator = room.join("Eve", role="spectator")
    assert seen(spectator) == []
    room.tick(DELAY + 1)
    assert seen(spectator)
    assert room.follow(spectator)


def test_without_a_delay_spectators_see_what_happens() -> None:
    room, peers = started(3, 2)
    spectator = room.join("Eve", role="spectator")
    play(room, peers, 60)
    assert seen(spectator) == seen(peers[0])


def test_a_spectator_of_a_game_sees_the_next_one_from_its_beginning() -> None:
    room = Room(2, spectator_delay=DELAY)
    peers = [room.join("A"), room.join("B")]
    spectator = room.join("Eve", role="spectator")
    room.ask(peers[0], Start)
    while not play_of(room.table).over:
        play(room, peers, 60)
    before = len(seen(spectator))
    room.ask(peers[0], Start)
    play(room, peers, 2 * DELAY)
    assert seen(spectator)[before : before + 2] == [1, 2]
    assert room.follow(spectator)


def test_who_loses_the_seat_goes_on_watching_where_they_were() -> None:
    room, peers = started(4, 2, spectator_delay=DELAY, turn_time=600.0)
    play(room, peers, 60)
    assert isinstance(room.ask(peers[0], HandOver, seat=1), Ack)
    before = seen(peers[1])
    play(room, peers[:1], 2 * DELAY)
    assert seen(peers[1]) == list(range(1, len(seen(peers[1])) + 1))
    assert len(before) < len(seen(peers[1])) < len(seen(peers[0]))
    assert room.follow(peers[1])

"""Games with days for a decision: everybody comes and goes, and nobody has to be there."""

from __future__ import annotations

from typing import Any

import pytest

from net.gamelog.entries import EndEntry, PlayEntry
from net.protocol.host_messages import ClockNote, LobbyNote, Welcome
from tests.support.net.fakes import FakePeer, Room, asked, entries, started
from tests.support.net.hosting import play_of

DAY = 86_400.0
TWO_DAYS: dict[str, Any] = {"turn_time": 2 * DAY, "reserve": DAY}


def causes(room: Room, like: FakePeer, seat: int) -> list[str]:
    """Who made the moves of a seat so far."""
    found = [entry for entry in entries(room.join(like=like)) if isinstance(entry, PlayEntry) and entry.seat == seat]
    return [entry.cause for entry in found]


def test_a_bot_answers_for_an_absent_player_after_their_time() -> None:
    room, peers = started(3, 2, **TWO_DAYS)
    peer, _ = asked(room, peers)
    seat = peers.index(peer)
    room.gone(peer, for_good=True)
    before = play_of(room.table).did
    room.tick(3 * DAY - 1)
    assert play_of(room.table).did == before
    room.tick(2)
    assert play_of(room.table).did > before
    assert causes(room, peer, seat)[-1] == "timeout"


def test_the_time_runs_when_nobody_is_there_and_bots_play_on() -> None:
    room, peers = started(4, 2, turn_time=DAY, reserve=0.0)
    for peer in peers:
        room.gone(peer)
    for _ in range(2000):
        if play_of(room.table).over:
            break
        room.tick(DAY)
    assert play_of(room.table).over
    assert {"timeout"} == set(causes(room, peers[0], 0)) | set(causes(room, peers[1], 1))


def test_an_absent_player_can_come_for_the_end() -> None:
    room, (ada, bo) = started(4, 2, turn_time=DAY, reserve=0.0)
    for peer in (ada, bo):
        room.gone(peer, for_good=True)
    for _ in range(2000):
        if play_of(room.table).over:
            break
        room.tick(DAY)
    log = play_of(room.table).log
    room.tick(DAY / 2)
    room.gone(room.join(like=ada), for_good=True)
    room.tick(DAY / 2 - 1)
    late = room.join(like=bo)
    assert isinstance(entries(late)[-1], EndEntry)
    # When everybody has seen it, it is not kept any longer.
    room.gone(late, for_good=True)
    assert room.table.match is None
    assert room.store.game(log.game).entries == ()


@pytest.mark.thorough
def test_others_do_not_learn_that_somebody_away_has_no_choice() -> None:
    """A question with one answer waits like any other: that it is one may tell what is in a hand."""
    waited: dict[bool, set[float]] = {}
    for seed in range(20):
        room, peers = started(2, 2, seed=bytes([seed] * 32), **TWO_DAYS)
        for peer in peers:
            room.gone(peer)
        waits(room, waited)
        if len(waited) > 1:
            break
    assert min(waited[True]) >= 2 * DAY
    assert min(waited[False]) >= 2 * DAY


def waits(room: Room, waited: dict[bool, set[float]]) -> None:
    """Play until both kinds of question have waited, with one answer and with more, or to the end of the game."""
    game = play_of(room.table)
    while len(waited) < 2 and not game.over:
        single, before, asked_at = game.single, game.did, room.clock.time
        while game.did == before:
            room.tick(3600)
        waited.setdefault(single, set()).add(room.clock.time - asked_at)


def test_nobodys_time_runs_while_the_host_is_down() -> None:
    room, peers = started(3, 2, **TWO_DAYS)
    peer, _ = asked(room, peers)
    seat = peers.index(peer)
    room.tick(DAY)
    before = play_of(room.table).did
    # Down for a week.
    room.clock.timers.clear()
    room.clock.time += 7 * DAY
    room.restart()
    assert play_of(room.table).did == before
    clock = room.join(like=peer).last(ClockNote)
    assert (clock.seat, clock.reserve) == (seat, DAY * 1000)
    # What a crash may give back is a thousandth of the time.
    assert DAY * 1000 <= clock.ms <= (DAY + 2 * DAY / 1000) * 1000
    # It runs again, with nobody there.
    room.gone(peer)
    room.tick(2 * DAY + 2 * DAY / 1000 + 1)
    assert play_of(room.table).did > before


def test_a_seat_in_the_lobby_is_kept_as_long_as_a_decision_may_take() -> None:
    room = Room(3, **TWO_DAYS)
    owner, guest = room.join("Ada"), room.join("Bo")
    room.gone(guest)
    room.tick(2 * DAY - 1)
    assert [seat.kind for seat in owner.last(LobbyNote).seats] == ["human", "human", "open"]
    back = room.join(like=guest)
    assert back.last(Welcome).seat == 1
    room.gone(back)
    room.tick(2 * DAY + 1)
    assert [seat.kind for seat in owner.last(LobbyNote).seats] == ["human", "open", "open"]


def test_a_table_with_less_time_waits_as_it_always_did() -> None:
    room, peers = started(3, 2, turn_time=3599, reserve=0.0)
    peer, _ = asked(room, peers)
    before = play_of(room.table).did
    room.gone(peer)
    room.tick(60)
    assert play_of(room.table).did > before

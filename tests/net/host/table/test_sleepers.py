"""Players whose time was up: bots answer for them at once until they show that they are there, and nobody waits."""

from __future__ import annotations

from typing import Any

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.gamelog.entries import PlayEntry, WakeEntry
from net.gamelog.validation import LogValidator
from net.host.seats.host_services import AwayNotice
from net.protocol.client_messages import Hold, Wake
from net.protocol.host_messages import Ack, DecisionNote, LobbyNote
from tests.support.net.fakes import FakePeer, Room, asked, entries, followed, started
from tests.support.net.hosting import play_of

DAY = 86_400.0
TURN = 90.0


def sleeping(people: int = 2, **options: Any) -> tuple[Room, list[FakePeer], int]:
    """A game in which somebody has let their time pass, and nobody else: the seat."""
    timers = {"turn_time": TURN, "reserve": 0.0, "bot_pause": 1.0} | options
    room, peers = started(4, people, **timers)
    peer, _ = asked(room, peers)
    room.tick(timers["turn_time"])
    room.tick(2)
    return room, peers, peers.index(peer)


def plays(peer: FakePeer, seat: int) -> list[str]:
    return [entry.cause for entry in entries(peer) if isinstance(entry, PlayEntry) and entry.seat == seat]


def on(room: Room, peers: list[FakePeer], sleeper: int, times: int) -> float:
    """Play on with everybody but the sleeper; the longest time in which nothing happened while a bot had to answer."""
    play, waited, longest = play_of(room.table), 0.0, 0.0
    for _ in range(times):
        seat, did = play.seat, play.did
        if seat is not None and seat != sleeper and seat < len(peers):
            room.act(peers[seat], peers[seat].last(DecisionNote).moves[0])
            waited = 0.0
            continue
        room.tick(0.5)
        waited = waited + 0.5 if play.did == did else 0.0
        longest = max(longest, waited)
    return longest


def test_after_one_time_out_nobody_waits_for_the_player() -> None:
    room, peers, seat = sleeping()
    assert seat in play_of(room.table).validator.asleep
    told = peers[seat].count(DecisionNote)
    assert on(room, peers, seat, 120) <= 2.0
    causes = plays(peers[1 - seat], seat)
    assert causes[0] == "timeout"
    assert set(causes[1:]) == {"asleep"}
    assert len(causes) > 3
    assert peers[seat].count(DecisionNote) == told, "who sleeps is not asked"
    for peer in peers:
        assert room.follow(peer)


def test_a_returned_player_answers_for_themselves() -> None:
    room, peers, seat = sleeping()
    on(room, peers, seat, 30)
    assert isinstance(room.ask(peers[seat], Wake), Ack)
    wakes = [entry for entry in entries(peers[1 - seat]) if isinstance(entry, WakeEntry)]
    assert wakes == [WakeEntry(seat=seat)]
    assert isinstance(room.ask(peers[seat], Wake), Ack)
    assert [entry for entry in entries(peers[seat]) if isinstance(entry, WakeEntry)] == wakes, "once"
    before = len(plays(peers[seat], seat))
    peer = peers[seat]
    while play_of(room.table).seat != seat:
        on(room, peers, seat, 1)
    assert peer.last(DecisionNote).did == play_of(room.table).did
    room.tick(TURN - 10)
    assert len(plays(peer, seat)) == before
    room.act(peer, peer.last(DecisionNote).moves[0])
    assert plays(peer, seat)[-1] == "player"
    assert room.follow(peer)


def test_a_lone_player_keeps_their_time() -> None:
    """Nobody waits: a game must not be over when its only player comes back."""
    room, (peer,), seat = sleeping(1)
    while play_of(room.table).seat != seat:
        room.tick(2)
    did = play_of(room.table).did
    room.tick(TURN - 5)
    assert play_of(room.table).did == did
    assert peer.last(DecisionNote).did == did


def test_a_sleeper_keeps_their_time_while_the_only_other_player_is_away() -> None:
    room, peers, seat = sleeping()
    room.gone(peers[1 - seat])
    while play_of(room.table).seat != seat:
        room.tick(2)
    did = play_of(room.table).did
    room.tick(TURN - 5)
    assert play_of(room.table).did == did
    assert peers[seat].last(DecisionNote).did == did


def test_when_all_sleep_each_has_their_time() -> None:
    room, peers, seat = sleeping()
    while play_of(room.table).validator.asleep.keys() != {0, 1}:
        room.tick(TURN)
    while play_of(room.table).seat not in (0, 1):
        room.tick(2)
    did = play_of(room.table).did
    room.tick(TURN / 2)
    assert play_of(room.table).did == did
    assert isinstance(room.ask(peers[seat], Wake), Ack)


def test_a_correspondence_player_is_reminded_once() -> None:
    notices: list[AwayNotice] = []
    room, peers = started(4, 2, turn_time=2 * DAY, reserve=0.0, notify=notices.append)
    peer, _ = asked(room, peers)
    seat = peers.index(peer)
    other = peers[1 - seat]
    room.gone(peer)
    room.tick(DEFAULT.notice + 1)
    room.tick(2 * DAY - DEFAULT.reminder - DEFAULT.notice - 10)
    assert [notice.last for notice in notices] == [False]
    room.tick(60)
    assert [notice.last for notice in notices] == [False, True]
    assert notices[-1].until == pytest.approx(room.clock.date() + DEFAULT.reminder, abs=120)
    room.tick(DEFAULT.reminder)
    peers[seat] = room.join(like=peer)
    room.gone(peers[seat])
    on(room, peers, seat, 200)
    assert set(plays(other, seat)) == {"timeout", "asleep"}
    assert len(notices) == 2


def test_who_was_reminded_is_not_reminded_again_by_a_restarted_host() -> None:
    notices: list[AwayNotice] = []
    # The reminder does not come at a moment at which the time that has gone by is stored.
    turn = 1.1 * DAY
    room, peers = started(4, 2, turn_time=turn, reserve=0.0, notify=notices.append)
    peer, _ = asked(room, peers)
    room.gone(peer)
    room.tick(DEFAULT.notice + 1)
    room.tick(turn - DEFAULT.reminder - DEFAULT.notice)
    assert [notice.last for notice in notices] == [False, True]
    # The time since then is given back, so the moment of the reminder comes once more.
    room.restart()
    room.join("Visitor", role="spectator")
    room.tick(3600)
    assert [notice.last for notice in notices] == [False, True]


def test_somebody_stands_in_for_an_owner_who_sleeps_or_is_away() -> None:
    room, peers = started(4, 3, turn_time=TURN, reserve=0.0)
    room.gone(peers[0])
    room.tick(DEFAULT.succession - 1)
    assert (peers[1].last(LobbyNote).owner, peers[1].last(LobbyNote).stands_in) == (0, False)
    room.tick(2)
    assert peers[2].last(LobbyNote).owner in (1, 2)
    assert peers[2].last(LobbyNote).stands_in
    heir = peers[peers[2].last(LobbyNote).owner or 0]
    assert isinstance(room.ask(heir, Hold, on=True), Ack)
    back = room.join(like=peers[0])
    assert (back.last(LobbyNote).owner, back.last(LobbyNote).stands_in) == (0, False)
    assert isinstance(room.ask(back, Hold, on=False), Ack)
    assert room.ask(heir, Hold, on=True).code == "not_owner"


def test_an_owner_who_comes_back_in_time_stays_the_owner() -> None:
    room, peers = started(4, 2)
    room.gone(peers[0])
    room.tick(DEFAULT.succession - 1)
    back = room.join(like=peers[0])
    room.tick(DEFAULT.succession)
    assert isinstance(room.ask(back, Hold, on=True), Ack)


def test_a_host_that_lets_somebody_sleep_who_is_awake_is_not_believed() -> None:
    room, peers, seat = sleeping()
    play = play_of(room.table)
    watch = LogValidator()
    for entry, head in zip(entries(peers[0]), play.validator.heads, strict=True):
        watch.accept_entry(entry, head)
    asleep = PlayEntry(seat=seat, cause="asleep", events=())
    assert watch.fault(asleep) is None
    watch.note(WakeEntry(seat=seat), bytes(32))
    assert watch.fault(asleep) is not None
    assert watch.fault(WakeEntry(seat=seat)) is not None
    assert watch.fault(PlayEntry(seat=1 - seat, cause="asleep", events=())) is not None


def test_a_host_that_says_it_has_woken_somebody_has_to_write_it_down() -> None:
    room, peers, seat = sleeping()
    follower, _ = followed(room.host.public, peers[seat])
    follower.waking(7)
    with pytest.raises(NetError, match="entry") as caught:
        follower.woken(7)
    assert caught.value.code == "false_absence"


def test_a_repeated_answer_counts_for_a_player_asleep_again() -> None:
    """The first answer was lost with the connection, and the time for the next question was up meanwhile."""
    room, peers, seat = sleeping()
    peer = peers[seat]
    first = room.ask(peer, Wake)
    while seat not in play_of(room.table).validator.asleep:
        on(room, peers, seat, 1)
    again = room.ask(peer, Wake, cid=first.cid)
    assert again == first
    follower, _ = followed(room.host.public, peer)
    assert seat in follower.validator.asleep
    # It was asked for while the player slept the time before.
    follower._wakes[first.cid] = first.seq - 1
    follower.woken(first.cid)


def test_a_restarted_host_knows_who_sleeps() -> None:
    room, _, seat = sleeping()
    room.restart()
    assert seat in play_of(room.table).validator.asleep

"""One table, step by step: who may do what, when, and what the others learn of it."""

from __future__ import annotations

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.updates import Happened
from net.protocol.client_messages import AddBot, Configure, Say, SetOptions, Start
from net.protocol.host_messages import (
    Ack,
    ChatNote,
    DecisionNote,
    EntryNote,
    Err,
    OptionsNote,
    PresenceNote,
    Welcome,
)
from net.protocol.setup import Setup
from tests.support.net.fakes import Room, asked, paced, started
from tests.support.net.hosting import play_of


def test_after_the_start_nothing_is_prepared_any_more() -> None:
    room, (owner, _) = started(bots_yield=False)
    for answer in (
        room.ask(owner, Start),
        room.ask(owner, AddBot, level="random"),
        room.ask(owner, Configure, setup=Setup()),
    ):
        assert answer.code == "already_started"
    assert room.join("Late").closed == "already_started"


def test_moves_go_to_the_asked_seat_only() -> None:
    room, peers = started(4, 2)
    peer, decision = asked(room, peers)
    other = peers[1 - peers.index(peer)]
    before = other.count(DecisionNote)
    assert decision.did == play_of(room.table).did
    assert [str(move) for move in play_of(room.table)._state.moves] == decision.moves
    assert isinstance(room.act(peer, decision.moves[0], did=decision.did), Ack)
    assert all(message.did != decision.did for message in other.got if isinstance(message, DecisionNote))
    assert other.count(DecisionNote) >= before


def test_a_refused_request_changes_nothing() -> None:
    room, peers = started(4, 2)
    spectator = room.join("W", role="spectator")
    peer, decision = asked(room, peers)
    other = peers[1 - peers.index(peer)]
    move = decision.moves[0]
    head = play_of(room.table).log.head
    for who, did, text, code in (
        (other, decision.did, move, "not_your_turn"),
        (spectator, decision.did, move, "spectator"),
        (peer, decision.did - 1, move, "stale_decision"),
        (peer, decision.did + 1, move, "stale_decision"),
        (peer, decision.did, "build no_such_thing", "illegal"),
        (peer, decision.did, "p1: gold", "illegal"),
        (peer, decision.did, "\x1b[2J", "illegal"),
        (peer, decision.did, "x" * 100, "illegal"),
    ):
        answer = room.act(who, text, did=did)
        assert isinstance(answer, Err)
        assert answer.code == code
        assert play_of(room.table).log.head == head
    assert isinstance(room.act(peer, move, did=decision.did), Ack)
    assert play_of(room.table).log.head != head


def test_a_repeated_request_gets_the_first_answer_and_does_nothing() -> None:
    room, peers = started(4, 2)
    peer, decision = asked(room, peers)
    first = room.act(peer, decision.moves[0], did=decision.did)
    seq = play_of(room.table).did
    again = room.act(peer, decision.moves[-1], cid=first.cid, did=decision.did)
    assert (again.t, again.cid) == (first.t, first.cid)
    assert play_of(room.table).did == seq
    refused = room.act(peer, "gold", did=0)
    assert room.act(peer, "gold", cid=refused.cid) == refused
    old = room.ask(peer, Say, cid=1, text="hello")
    assert isinstance(old, Ack) or old.code == "stale_decision"


def test_bots_wait_a_while_and_their_pace_can_be_changed() -> None:
    room, (owner,) = started(4, 1, bot_pause=3.0)
    play = play_of(room.table)
    while play.seat == 0:
        decision = owner.last(DecisionNote)
        room.act(owner, decision.moves[0], did=decision.did)
    before = play.did
    room.tick(2.9)
    assert play.did == before
    room.tick(0.2)
    assert play.did == before + 1
    # A shorter pause counts for the bot that waits now, too.
    if play.seat != 0:
        assert isinstance(room.ask(owner, SetOptions, options=paced(room.table, 0)), Ack)
        assert owner.last(OptionsNote).options == room.table.options == paced(room.table, 0)
        assert play.seat in (0, None) or play.did > before + 1


def test_a_slow_bot_holds_nobody_up() -> None:
    room, (owner,) = started(4, 1)
    play = play_of(room.table)
    room.clock.held = []
    while not room.clock.held:
        if play.seat == 0:
            decision = owner.last(DecisionNote)
            room.act(owner, decision.moves[0], did=decision.did)
        else:
            room.tick(2)
    assert isinstance(room.ask(owner, Say, text="take your time"), Ack)
    before = play.did
    for work in room.clock.held:
        work()
    room.tick(2)
    assert play.did > before


@pytest.mark.slow
def test_a_question_with_one_answer_comes_with_a_pause_nobody_can_foretell() -> None:
    room, peers = started(4, 4)
    play = play_of(room.table)
    for _ in range(400):
        if play.seat is None or play.single:
            break
        decision = peers[play.seat].last(DecisionNote)
        assert decision.auto is None
        room.act(peers[play.seat], decision.moves[-1])
    assert play.single
    assert play.seat is not None
    assert DEFAULT.idle_pause
    least, most = DEFAULT.idle_pause
    assert room.clock.jitters[-1] == (least, most)
    assert peers[play.seat].last(DecisionNote).auto == round((least + most) / 2 * 1000)
    # Who comes back meanwhile is not given another one: two pauses would tell something.
    jitters = len(room.clock.jitters)
    again = room.join(like=peers[play.seat])
    assert again.last(DecisionNote).auto == round((least + most) / 2 * 1000)
    assert len(room.clock.jitters) == jitters


def test_an_absent_player_is_replaced_by_a_neutral_bot() -> None:
    room, peers = started(4, 2)
    peer, _ = asked(room, peers)
    other = peers[1 - peers.index(peer)]
    play, before, seat = play_of(room.table), play_of(room.table).did, peers.index(peer)
    room.gone(peer)
    assert other.last(PresenceNote) == PresenceNote(seat=seat, connected=False)
    room.tick(DEFAULT.absence - 1)
    assert play.did == before
    room.tick(2)
    assert play.did > before
    causes = [(update.seat, update.cause) for update in room.follow(other) if isinstance(update, Happened)]
    assert (seat, "absent") in causes
    # From then on the others do not wait that long again.
    for _ in range(60):
        room.tick(5)
        if play.seat == peers.index(other) and not play.single:
            break
    assert play.seat in (peers.index(other), None)


def test_a_player_who_says_goodbye_is_not_waited_for() -> None:
    room, peers = started(4, 2)
    peer, _ = asked(room, peers)
    before = play_of(room.table).did
    room.gone(peer, for_good=True)
    room.tick(1.1)
    assert play_of(room.table).did > before


def test_a_game_nobody_is_at_stands_still_until_somebody_comes_back() -> None:
    room, (owner,) = started(4, 1)
    play = play_of(room.table)
    room.gone(owner)
    room.tick(0)
    before = play.did
    room.tick(24 * 3600)
    assert play.did <= before + 1
    again = room.join(like=owner)
    assert again.last(Welcome).seat == 0
    for _ in range(100):
        if play.seat == 0:
            break
        room.tick(5)
    assert again.last(DecisionNote).did == play.did


def test_chat_reaches_everybody_and_hostile_chat_nobody() -> None:
    room, (one, two) = started(4, 2)
    spectator = room.join("W", role="spectator")
    assert isinstance(room.ask(two, Say, text="good luck"), Ack)
    for peer in (one, two, spectator):
        assert peer.last(ChatNote) == ChatNote(seat=1, name="N1", text="good luck")
    assert isinstance(room.ask(two, Say, text="\u202eabc"), Ack)
    assert one.last(ChatNote).text == "abc", "told without the sign that nobody sees"
    for text in ("two\nlines", "\x1b[31m", "x" * 281, " "):
        assert room.ask(two, Say, text=text).code == "chat_bad"
    assert isinstance(room.ask(spectator, Say, text="hi"), Ack)
    assert one.last(ChatNote).seat is None
    assert one.count(ChatNote) == 3


def test_one_log_for_everybody() -> None:
    room, peers = started(4, 2)
    spectator = room.join("W", role="spectator")
    for _ in range(40):
        if play_of(room.table).seat is None:
            break
        peer, decision = asked(room, peers)
        room.act(peer, decision.moves[0], did=decision.did)
    entries = [[m for m in peer.got if isinstance(m, EntryNote)] for peer in (*peers, spectator)]
    assert entries[0] == entries[1] == entries[2]
    assert [entry.seq for entry in entries[0]] == list(range(1, len(entries[0]) + 1))
    assert max(len(entry.body) for entry in entries[0]) < DEFAULT.entry


def test_a_fault_at_a_table_ends_it_in_words(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    room, peers = started(4, 2)
    peer, decision = asked(room, peers)
    stored = room.store.tables()

    def broken(*_: object) -> bytes:
        raise KeyError("tavern")

    with monkeypatch.context() as patch:
        patch.setattr(type(play_of(room.table)), "act", broken)
        with pytest.raises(StopIteration):
            room.act(peer, decision.moves[0])
    assert peers[0].closed == peers[1].closed == "internal"
    assert "KeyError <- " in caplog.text
    assert "tavern" not in caplog.text
    assert room.join("New").closed == "internal"
    # What was stored before is still there.
    assert room.store.tables() == stored
    room.restart()
    assert room.join(like=peer).admitted


def test_a_seed_that_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(NetError, match="16 to 64"):
        Room(2, seed=b"short")

"""One table, step by step: who may do what, when, and what the others learn of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine import EDITIONS
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.updates import Happened
from net.protocol.client_messages import AddBot, Configure, RemoveBot, Say, SetPause, Start
from net.protocol.host_messages import (
    Ack,
    ChatNote,
    DecisionNote,
    EntryNote,
    Err,
    LobbyNote,
    PauseNote,
    PresenceNote,
    Welcome,
)
from net.protocol.setup import Setup
from tests.net.fakes import FakePeer, Room
from tests.net.support import play_of


def started(players: int = 4, people: int = 2, **options: Any) -> tuple[Room, list[FakePeer]]:
    """A table at play: people first, bots on the other seats."""
    room = Room(players, **options)
    peers = [room.join(f"N{i}") for i in range(people)]
    for _ in range(players - people):
        assert isinstance(room.ask(peers[0], AddBot, level="random"), Ack)
    assert isinstance(room.ask(peers[0], Start), Ack)
    return room, peers


def asked(room: Room, peers: list[FakePeer]) -> tuple[FakePeer, DecisionNote]:
    """Let bots play until a person with a choice is asked; whoever has none makes the only move."""
    play = play_of(room.table)
    while play.seat is not None and (play.seat >= len(peers) or play.single):
        if play.seat < len(peers) and not peers[play.seat].closed:
            room.act(peers[play.seat], peers[play.seat].last(DecisionNote).moves[0])
        else:
            room.tick(5)
    assert play.seat is not None
    peer = peers[play.seat]
    return peer, peer.last(DecisionNote)


# The lobby


def test_who_joins_gets_the_first_open_seat_and_a_name_of_their_own() -> None:
    room = Room(3)
    first, second, third = room.join("Ada"), room.join("ada"), room.join("x" * 24)
    assert [peer.last(Welcome).seat for peer in (first, second, third)] == [0, 1, 2]
    seats = first.last(LobbyNote).seats
    assert [seat.name for seat in seats] == ["Ada", "ada 2", "x" * 24]
    fourth = room.join("Dan")
    assert (fourth.closed, fourth.admitted) == ("table_full", False)
    assert room.table.lobby.free_name("X" * 24) == "X" * 22 + " 2"


@pytest.mark.parametrize("name", ["", "a\x1b[2J", "x" * 25, "\u202eada", "two\nlines", "..."])
def test_a_hostile_name_does_not_come_in(name: str) -> None:
    room = Room()
    peer = room.join(name or " ")
    assert peer.closed == "name_bad"
    assert room.table.lobby.people == []


def test_a_name_that_looks_like_somebody_else_s_is_refused_in_words() -> None:
    room = Room(5)
    ada = room.join("Ada")
    room.join("Cy", role="spectator")
    room.ask(ada, AddBot, level="random", seat=2)
    bot = ada.last(LobbyNote).seats[2].name
    for role in ("player", "spectator"):
        for name, whose in (
            *((name, "Ada (p1)") for name in ("\u0410da", "\uff21da", "\U0001d400da", "Ada.", "A da")),
            ("\u0421y", "Cy (a spectator)"),
            (bot.replace("o", "\u043e"), f"{bot} (p3, a bot)"),
        ):
            peer = room.join(name, role=role)
            assert (peer.closed, peer.detail) == ("name_bad", f"it looks like the name of {whose}."), ascii(name)
    assert len(room.table.lobby.people) == 2


def test_the_very_same_name_gets_a_number() -> None:
    room = Room(5)
    first, second, third = room.join("Ada"), room.join("ADA"), room.join("ada", role="spectator")
    assert [seat.name for seat in first.last(LobbyNote).seats[:2]] == ["Ada", "ADA 2"]
    assert room.table.lobby.watchers[0].name == "ada 3"
    assert second.admitted
    assert third.admitted


@pytest.mark.parametrize(
    "name", ["p1", "P8", "pl", "\u0440 3", "host", "\u041d\u043est", "Bot", "YOU", "Spectator"], ids=ascii
)
def test_a_name_that_the_table_has_for_players_is_refused(name: str) -> None:
    room = Room()
    peer = room.join(name)
    assert peer.closed == "name_bad"
    assert "a word the table has for players" in peer.detail


@pytest.mark.parametrize("name", ["Ada (host)", "Bo (you)", "Cy\uff08bot\uff09"], ids=ascii)
def test_a_name_with_a_remark_of_the_table_s_is_refused(name: str) -> None:
    room = Room()
    peer = room.join(name)
    assert (peer.closed, peer.detail) == ("name_bad", "brackets are for what the table says about a player.")


def test_a_bot_is_not_called_like_anybody() -> None:
    room = Room(5)
    owner, guest = room.join("B\u0435rtram"), room.join("Agnes")
    for _ in range(3):
        assert isinstance(room.ask(owner, AddBot, level="random"), Ack)
    names = [seat.name for seat in guest.last(LobbyNote).seats]
    assert names == ["B\u0435rtram", "Agnes", "Cosima", "Dietrich", "Elsbeth"]
    assert isinstance(room.ask(owner, RemoveBot, seat=2), Ack)
    eye = room.join("\u0421osima", role="spectator")
    assert isinstance(room.ask(owner, AddBot, level="random", seat=2), Ack)
    assert eye.last(LobbyNote).seats[2].name == "Florian"


def test_after_a_restart_names_are_what_they_were_and_no_lookalike_keeps_the_owner_out() -> None:
    room = Room(4, private=True, owned=True)
    tokens = room.table.access.owner_token, room.table.access.guest_token
    owner, _ = room.join("Ada", token=tokens[0]), room.join("Agnes", token=tokens[1])
    for seat in (2, 3):
        assert isinstance(room.ask(owner, AddBot, level="random", seat=seat), Ack)
    before = [seat.name for seat in owner.last(LobbyNote).seats]
    room.restart()
    room.tick(45)
    thief = room.join("\u0410da", token=room.table.access.guest_token)
    back = room.join("Ada", like=owner, token=room.table.access.owner_token)
    names = [seat.name for seat in back.last(LobbyNote).seats]
    assert thief.admitted
    assert names[0] == "\u0410da"
    assert names[1] == "Ada 2"
    assert names[2:] == before[2:]


def test_a_name_that_looks_like_markup_stays_what_it_is() -> None:
    room = Room()
    peer = room.join("[@click=app.quit]x[/]")
    assert peer.last(LobbyNote).seats[0].name == "[@click=app.quit]x[/]"


def test_only_the_owner_prepares_the_table() -> None:
    room = Room(3)
    owner, guest, watcher = room.join(), room.join(), room.join(role="spectator")
    for peer in (guest, watcher):
        before = len(owner.raw)
        for answer in (
            room.ask(peer, Start),
            room.ask(peer, AddBot, level="random"),
            room.ask(peer, RemoveBot, seat=2),
            room.ask(peer, Configure, setup=Setup(players=2)),
            room.ask(peer, SetPause, ms=0),
        ):
            assert isinstance(answer, Err)
            assert answer.code == "not_owner"
        assert len(owner.raw) == before
    assert isinstance(room.ask(owner, AddBot, level="random"), Ack)
    assert room.ask(owner, AddBot, level="random").code == "table_full"
    assert room.ask(owner, RemoveBot, seat=0).code == "seat_bad"
    assert room.ask(owner, RemoveBot, seat=7).code == "seat_bad"
    assert isinstance(room.ask(owner, RemoveBot, seat=2), Ack)
    assert room.ask(owner, AddBot, level="cheater", seat=2).code == "bot_bad"
    assert room.ask(owner, AddBot, level="random", seat=0).code == "seat_bad"
    assert room.ask(owner, Start).code == "seats_open"
    assert guest.last(LobbyNote).owner == 0
    assert guest.last(LobbyNote).watchers == 1


def test_the_owner_changes_the_setup_within_the_rules() -> None:
    room = Room(4)
    owner, guest = room.join("A"), room.join("B")
    assert isinstance(room.ask(owner, Configure, setup=Setup(players=6)), Ack)
    assert len(guest.last(LobbyNote).seats) == 6
    assert isinstance(room.ask(owner, AddBot, level="random", seat=5), Ack)
    assert isinstance(room.ask(owner, Configure, setup=Setup(players=3)), Ack)
    assert [seat.kind for seat in guest.last(LobbyNote).seats] == ["human", "human", "bot"]
    refused = room.ask(owner, Configure, setup=Setup(players=2))
    assert refused.code == "setup_bad"
    assert "3 seats" in refused.detail
    for bad in (Setup(edition="nowhere"), Setup(preset="nothing"), Setup(characters=["king"]), Setup(uniques=["x"])):
        assert room.ask(owner, Configure, setup=bad).code == "setup_bad"
    few = room.ask(owner, Configure, setup=Setup(uniques=list(EDITIONS["deluxe"].uniques[:13])))
    assert (few.code, few.detail) == ("setup_bad", "Deluxe takes exactly 14 unique districts, not 13.")
    assert len(guest.last(LobbyNote).seats) == 3


def test_ownership_passes_on_when_the_owner_leaves_the_lobby() -> None:
    room = Room(3)
    owner, guest = room.join("A"), room.join("B")
    room.gone(owner, for_good=True)
    assert guest.last(LobbyNote).owner == 1
    assert guest.last(LobbyNote).seats[0].kind == "open"
    assert isinstance(room.ask(guest, AddBot, level="random"), Ack)


def test_an_owned_table_belongs_to_the_bearer_of_its_token() -> None:
    room = Room(3, owned=True, private=True)
    assert room.join().closed == "invite_needed"
    assert room.join(token=bytes(8)).closed == "invite_bad"
    guest = room.join(token=room.table.access.guest_token)
    assert guest.last(LobbyNote).owner is None
    owner = room.join(token=room.table.access.owner_token)
    assert owner.last(LobbyNote).owner == 1


def test_an_open_table_still_refuses_a_wrong_invitation() -> None:
    room = Room(3)
    assert room.join().admitted
    assert room.join(token=bytes(8)).closed == "invite_bad"


def test_no_more_spectators_than_there_is_room_for() -> None:
    room = Room()
    watchers = [room.join(role="spectator") for _ in range(DEFAULT.spectators + 1)]
    assert watchers[-1].closed == "table_full"
    assert all(peer.admitted for peer in watchers[:-1])


def test_who_comes_too_often_has_to_wait() -> None:
    room, (owner, player) = started()
    room.clock.time += 10
    players = [room.join(like=player) for _ in range(12)]
    assert [peer.closed == "busy" for peer in players] == [False] * 10 + [True] * 2
    guests = [room.join(role="spectator", like=None if number % 2 else owner) for number in range(42)]
    assert [peer.closed == "busy" for peer in guests] == [False] * 40 + [True] * 2
    # The guests are in nobody's way who has a seat, nor that player in the others'.
    assert room.join(like=owner).admitted
    room.clock.time += 1
    assert room.join(like=player).admitted
    assert room.join(role="spectator").admitted


# Play


def test_after_the_start_nothing_is_prepared_any_more() -> None:
    room, (owner, _) = started()
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


def test_what_is_not_allowed_changes_nothing() -> None:
    room, peers = started(4, 2)
    watcher = room.join("W", role="spectator")
    peer, decision = asked(room, peers)
    other = peers[1 - peers.index(peer)]
    move = decision.moves[0]
    head = play_of(room.table).log.head
    for who, did, text, code in (
        (other, decision.did, move, "not_your_turn"),
        (watcher, decision.did, move, "spectator"),
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
        assert isinstance(room.ask(owner, SetPause, ms=0), Ack)
        assert owner.last(PauseNote).ms == 0
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


def test_whoever_goes_is_waited_for_and_then_played_by_a_neutral_bot() -> None:
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


def test_who_says_goodbye_is_not_waited_for() -> None:
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
    watcher = room.join("W", role="spectator")
    assert isinstance(room.ask(two, Say, text="good luck"), Ack)
    for peer in (one, two, watcher):
        assert peer.last(ChatNote) == ChatNote(seat=1, name="N1", text="good luck")
    for text in ("two\nlines", "\x1b[31m", "\u202eabc", "x" * 281, " "):
        assert room.ask(two, Say, text=text).code == "chat_bad"
    assert isinstance(room.ask(watcher, Say, text="hi"), Ack)
    assert one.last(ChatNote).seat is None
    assert one.count(ChatNote) == 2


def test_one_log_for_everybody() -> None:
    room, peers = started(4, 2)
    watcher = room.join("W", role="spectator")
    for _ in range(40):
        if play_of(room.table).seat is None:
            break
        peer, decision = asked(room, peers)
        room.act(peer, decision.moves[0], did=decision.did)
    entries = [[m for m in peer.got if isinstance(m, EntryNote)] for peer in (*peers, watcher)]
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

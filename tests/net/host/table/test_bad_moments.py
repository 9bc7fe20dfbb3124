"""What comes at a bad moment, too often, or from the wrong person: it harms nobody, and makes no log all refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.gamelog.entries import PlayEntry
from net.host.store.store import Change, MemoryStore
from net.identity.commitments import commit_parts, share_commitment
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import AddBot, Commit, HandOver, Hold, Say, Start, Vote
from net.protocol.host_messages import Ack, ClockNote, DecisionNote, Err, LobbyNote
from tests.support.net.fakes import FakePeer, Room, asked, dealing, entries, started
from tests.support.net.hosting import play_of

TIMERS = {"turn_time": 10, "reserve": 5}


class FullStore(MemoryStore):
    """A disk that is full at times."""

    full = False

    async def save(self, change: Change) -> None:
        if self.full:
            raise NetError("journal", "the disk is full.")
        await super().save(change)


class SharedStore(MemoryStore):
    """A store of two hosts, one of which may have lost its table to the other one."""

    taken = False

    async def save(self, change: Change) -> None:
        if self.taken:
            raise NetError("elsewhere")
        await super().save(change)


def fire(room: Room) -> None:
    """What waits for its time happens now, though the inbox is not empty."""
    timer = room.clock.due[0]
    room.clock.time = max(room.clock.time, timer.when)
    timer.cancel()
    timer.action()


def until(room: Room, peers: list[FakePeer], seat: int) -> None:
    """Play on until a seat is asked."""
    while play_of(room.table).seat != seat:
        at = play_of(room.table).seat
        if at is not None and at < len(peers) and not peers[at].closed:
            room.act(peers[at], peers[at].last(DecisionNote).moves[0])
        else:
            room.tick(2)


def test_a_table_that_could_not_be_stored_is_kept_as_it_was() -> None:
    store = FullStore()
    room, peers = started(4, 2, store=store)
    peer, decision = asked(room, peers)
    game = play_of(room.table).log.game
    before = [len(store.game(game).entries), len(store.tables())]
    store.full = True
    with pytest.raises(StopIteration):  # There is no answer.
        room.act(peer, decision.moves[0])
    assert [(each.closed, each.detail) for each in peers] == [("journal", "the disk is full.")] * 2
    store.full = False
    room.table.inbox.post(lambda: room.table._close("host_shutdown"))
    room.settle()
    assert [len(store.game(game).entries), len(store.tables())] == before
    room.restart()
    assert play_of(room.table).log.game == game


@pytest.mark.parametrize("taken", [False, True])
def test_a_client_with_another_log_is_sent_to_the_host_that_played_on(taken: bool) -> None:
    store = SharedStore()
    room, peers = started(4, 2, store=store, hosts=lambda: ("192.0.2.1:7447", "192.0.2.2:7447"))
    game = play_of(room.table).log.game
    store.taken = taken
    peer = room.join(like=peers[0], have_game=game, have_seq=1, have_head=bytes(32))
    assert peer.closed == ("elsewhere" if taken else "fork")
    assert [each.closed for each in peers] == (["elsewhere"] * 2 if taken else ["", ""])


def test_a_table_with_a_fault_is_kept_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    room, peers = started(4, 2)
    monkeypatch.setattr(room.table._broadcast, "chat", lambda *_: 1 / 0)
    room.table.request(peers[0], Say(cid=peers[0].cid + 1, text="hi"))
    room.settle()
    assert [each.closed for each in peers] == ["internal"] * 2
    room.table.inbox.post(lambda: room.table._close("host_shutdown"))
    room.settle()
    room.restart()
    assert play_of(room.table).dealt


def test_an_answer_for_who_has_just_been_replaced_comes_too_late() -> None:
    room, peers = started(4, 2, **TIMERS)
    until(room, peers, 1)
    asked_at = play_of(room.table).did
    room.table.request(peers[0], HandOver(cid=peers[0].cid + 1, seat=1))
    room.clock.time += 16
    fire(room)
    room.settle()
    room.tick(5)
    answers = [entry for entry in entries(peers[0])[asked_at:] if isinstance(entry, PlayEntry)]
    assert answers[0].cause == "bot"
    room.follow(peers[0])


def test_a_bots_late_answer_for_a_taken_seat_is_dropped() -> None:
    room, peers = started(4, 2, **TIMERS)
    room.ask(peers[0], HandOver, seat=1, open=True)
    until(room, peers[:1], 1)
    newcomer, asked_at = FakePeer(), play_of(room.table).did
    room.knock(newcomer, "Heir")
    fire(room)
    room.settle()
    assert newcomer.last(DecisionNote).did == asked_at == play_of(room.table).did
    room.follow(peers[0])


def test_time_for_the_first_half_of_a_deal_does_not_end_the_second() -> None:
    room, peers = dealing()
    room.share(peers[0])
    room.share(peers[1])
    play, share = play_of(room.table), bytes(32)
    commitment = share_commitment(play.log.game, 2, share)
    sig = peers[2].identity.sign("commit", *commit_parts(play.validator.heads[0], 2, commitment))
    room.table.request(peers[2], Commit(cid=peers[2].cid + 1, commitment=commitment, sig=sig))
    fire(room)
    room.settle()
    assert [peer.closed for peer in peers] == [""] * 3
    room.tick(DEFAULT.shares)
    assert [peer.closed for peer in peers] == ["no_share"] * 3


def test_an_open_seat_is_open_for_one_game() -> None:
    room, peers = started(4, 2)
    room.ask(peers[0], HandOver, seat=3, open=True)
    for peer in peers:
        room.ask(peer, Vote, end=True)
    assert isinstance(room.ask(peers[0], Start), Ack)
    assert room.join("Heir").closed == "already_started"


def test_no_time_runs_while_nobody_is_there() -> None:
    room, peers = started(4, 2, **TIMERS)
    until(room, peers, 0)
    did = play_of(room.table).did
    for peer in peers:
        room.gone(peer)
    room.tick(3600)
    assert play_of(room.table).did == did


def test_the_time_of_an_open_question_survives_a_restart() -> None:
    room, peers = started(4, 2, turn_time=90, reserve=120)
    until(room, peers, 0)
    for _ in range(10):
        room.tick(10)
    room.restart()
    back = [room.join(like=peer) for peer in peers]
    note = back[0].last(ClockNote)
    assert (note.seat, note.ms, note.reserve) == (0, 0, 110_000)
    room.act(back[0], back[0].last(DecisionNote).moves[0])
    until(room, back, 1)
    assert back[0].last(ClockNote).ms == 90_000


def test_a_majority_by_somebody_s_going_ends_the_game() -> None:
    room, peers = started(5, 4)
    for peer in peers[:2]:
        room.ask(peer, Vote, end=True)
    assert not play_of(room.table).over
    room.ask(peers[0], HandOver, seat=3)
    assert play_of(room.table).over
    room.follow(peers[0])


def test_another_key_for_envelopes_is_refused_during_a_game() -> None:
    room, peers = started(4, 2)
    entries_before = play_of(room.table).log.seq
    assert room.join(like=FakePeer(peers[1].identity, SealKey())).closed == "auth"
    assert (peers[1].closed, play_of(room.table).log.seq) == ("", entries_before)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("at", "toggle"),
    [
        (1, lambda room, peer, on: room.ask(peer, Vote, end=on)),
        (0, lambda room, peer, on: room.ask(peer, Hold, on=on)),
    ],
    ids=["votes", "holds"],
)
def test_nobody_fills_the_log_with_what_is_no_move(
    at: int, toggle: Callable[[Room, FakePeer, bool], Ack | Err]
) -> None:
    room, peers = started(5, 3)
    before = play_of(room.table).log.seq
    answers = [toggle(room, peers[at], number % 2 == 0) for number in range(2 * DEFAULT.asides)]
    assert play_of(room.table).log.seq - before == DEFAULT.asides
    assert {answer.code for answer in answers if isinstance(answer, Err)} == {"rate_limited"}
    assert isinstance(room.ask(peers[2], Vote, end=True), Ack)


def test_the_rights_of_a_table_s_owner_wait_for_the_owner() -> None:
    room = Room(3, owned=True, private=True)
    owner = room.join("Owner", token=room.table.access.owner_token)
    guest = room.join("Guest", token=room.table.access.player_token)
    room.gone(owner)
    for wait in (0.0, DEFAULT.absence):
        room.tick(wait)
        assert isinstance(room.ask(guest, AddBot, level="random"), Err)
    assert guest.last(LobbyNote).owner is None
    room.join("Owner", like=owner, token=room.table.access.owner_token)
    assert guest.last(LobbyNote).owner == 0


def test_an_owner_cannot_be_banned() -> None:
    room, peers = started(4, 2)
    answer = room.ask(peers[0], HandOver, seat=0, ban=True)
    assert isinstance(answer, Err)
    assert answer.code == "seat_bad"
    assert isinstance(room.ask(peers[0], Hold, on=True), Ack)


def test_a_spectator_has_one_place() -> None:
    room, _ = started(4, 2)
    first = room.join("Eye", role="spectator")
    second = room.join("Eye", role="spectator", like=first)
    assert (first.closed, second.closed) == ("superseded", "")
    assert len(room.table.lobby.spectators) == 1
    room.gone(first)
    assert len(room.table.lobby.spectators) == 1


def test_an_entry_that_nobody_would_take_is_not_written() -> None:
    room, peers = started(4, 2)
    until(room, peers, 0)
    play = play_of(room.table)
    seq = play.log.seq
    with pytest.raises(RuntimeError, match="bot's move in a player's seat"):
        play.answer(play._state.moves[0], "bot")
    assert play.log.seq == seq


def test_a_game_of_other_rules_is_not_brought_back(monkeypatch: pytest.MonkeyPatch) -> None:
    room, _ = started(4, 2)
    monkeypatch.setattr("net.host.store.stored_log.RULES", bytes(8))
    with pytest.raises(NetError, match="its game is from another version"):
        room.restart()


def test_a_game_whose_secrets_are_lost_is_not_brought_back() -> None:
    room, peers = started(4, 2)
    until(room, peers, 0)
    room.store._of(play_of(room.table).log.game)[1].pop()
    with pytest.raises(NetError, match="damaged, or from another version"):
        room.restart()


def test_nobody_else_takes_a_stranger_s_place() -> None:
    room, peers = started(4, 2, bots_yield=False)
    stranger = FakePeer(Identity.new(), peers[0].seal)
    assert room.join(like=stranger).closed == "already_started"

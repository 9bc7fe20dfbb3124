"""Seats in the middle of a game: handed over, taken, left empty by a ban; and the end that the others vote for."""

from __future__ import annotations

import pytest

from net.base.limits import DEFAULT
from net.client.updates import Happened
from net.gamelog.entries import ChangeEntry, EndEntry, VoteEntry
from net.host.seats import access
from net.protocol.client_messages import HandOver, Vote
from net.protocol.host_messages import Ack, DecisionNote, LobbyNote, Welcome
from tests.support.net.fakes import Room, asked, entries, started
from tests.support.net.hosting import play_of


def test_a_seat_is_handed_to_a_bot_for_good() -> None:
    room, peers = started(4, 2)
    seat = 1
    assert isinstance(room.ask(peers[0], HandOver, seat=seat), Ack)
    change = entries(peers[0])[-1]
    while not isinstance(change, ChangeEntry):
        change = entries(peers[0])[-2]
    assert (change.seat, change.reason, change.who.pub) == (seat, "bot", b"")
    # Its player may watch, but the seat's cards are sealed for somebody else now.
    assert change.who.seal != peers[1].seal.public
    decision = play_of(room.table)
    assert room.act(peers[1], "gold", did=decision.did).code == "spectator"
    room.gone(peers[1])
    assert room.join(like=peers[1]).closed == "already_started"


def test_a_banned_player_does_not_come_back() -> None:
    room, peers = started(4, 2)
    assert isinstance(room.ask(peers[0], HandOver, seat=1, ban=True), Ack)
    assert peers[1].closed == "banned"
    assert room.join(like=peers[1]).closed == "banned"
    room.restart()
    assert room.join(like=peers[1], role="spectator").closed == "banned"


def test_a_guest_is_turned_out_of_the_lobby() -> None:
    room = Room(3)
    owner, guest = room.join("A"), room.join("B")
    assert room.ask(owner, HandOver, seat=1).code == "not_started"
    assert isinstance(room.ask(owner, HandOver, seat=1, ban=True), Ack)
    assert guest.closed == "banned"
    assert owner.last(LobbyNote).seats[1].kind == "open"


def test_a_table_remembers_the_last_of_many_it_has_banned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Identities cost nothing, and what a table remembers is stored with every change and told to other hosts."""
    monkeypatch.setattr(access, "BANNED", 9)
    room = Room(3)
    owner, first = room.join("A"), room.join("B")
    room.ask(owner, HandOver, seat=1, ban=True)
    for _ in range(9):
        room.tick(1)
        guest = room.join("B")
        assert isinstance(room.ask(owner, HandOver, seat=1, ban=True), Ack)
    assert guest.closed == "banned"
    for _ in range(2):
        assert len(room.table.access.banned) == 9
        assert room.join(like=guest).closed == "banned"
        room.restart()
    assert not room.join(like=first).closed


def test_an_open_seat_is_taken_with_all_it_knows() -> None:
    room, peers = started(4, 2)
    for _ in range(25):
        peer, decision = asked(room, peers)
        room.act(peer, decision.moves[0])
    room.ask(peers[0], HandOver, seat=1, open=True)
    room.restart()
    owner = room.join(like=peers[0])
    heir = room.join("Heir")
    assert heir.last(Welcome).seat == 1
    change = next(entry for entry in entries(owner) if isinstance(entry, ChangeEntry) and entry.reason == "taken")
    assert (change.seat, change.who.name, change.who.pub) == (1, "Heir", heir.identity.public)
    play = play_of(room.table)
    for _ in range(60):
        if play.seat == 1:
            break
        room.tick(60)
        if play.seat == 0 and owner.count(DecisionNote):
            room.act(owner, owner.last(DecisionNote).moves[0])
    seen = [update for update in room.follow(heir) if isinstance(update, Happened)]
    view = play.view(1)
    view.moves = ()
    assert seen[-1].view.players[1].hand == view.players[1].hand
    assert isinstance(room.act(heir, heir.last(DecisionNote).moves[0]), Ack)


def test_an_open_seat_is_not_taken_under_a_name_that_looks_like_another() -> None:
    room, peers = started(4, 2)
    asked(room, peers)
    room.ask(peers[0], HandOver, seat=1, open=True)
    names = [seat.name for seat in peers[0].last(LobbyNote).seats]
    seated, watching, bot = (
        ("\u039d0", "N0 (p1)"),
        ("N.1", "N1 (a spectator)"),
        (f"{names[2]}!", f"{names[2]} (p3, a bot)"),
    )
    for name, whose in (seated, watching, bot):
        peer = room.join(name)
        assert (peer.closed, peer.detail) == ("name_bad", f"it looks like the name of {whose}.")
    assert room.join("Heir").last(Welcome).seat == 1
    # Who was there before keeps the name, whatever it looks like.
    assert room.join("p1", like=peers[0]).last(Welcome).seat == 0


def test_a_majority_of_the_persons_ends_the_game() -> None:
    room, peers = started(5, 3)
    assert isinstance(room.ask(peers[0], Vote, end=True), Ack)
    assert isinstance(room.ask(peers[0], Vote, end=False), Ack)
    room.ask(peers[1], Vote, end=True)
    assert not play_of(room.table).over
    room.ask(peers[2], Vote, end=True)
    assert play_of(room.table).over
    last = entries(peers[0])[-1]
    assert isinstance(last, EndEntry)
    assert last.reason == "voted"
    assert [entry.end for entry in entries(peers[0]) if isinstance(entry, VoteEntry)] == [True, False, True, True]
    assert room.ask(peers[0], Vote, end=True).code == "game_over"


def test_the_seat_of_somebody_banned_can_be_taken_by_somebody_else() -> None:
    room, (owner, guest) = started(3, 2)
    assert isinstance(room.ask(owner, HandOver, seat=1, open=True, ban=True), Ack)
    assert guest.closed == "banned"
    assert room.join(like=guest).closed == "banned"
    assert room.join("Cleo").last(Welcome).seat == 1
    # Who watches the log agrees that the seat was free.
    assert room.follow(owner)


def test_a_refused_move_costs_no_time() -> None:
    room, peers = started(3, 2, turn_time=10.0, reserve=60.0)
    peer, decision = asked(room, peers)
    room.tick(12.0)
    match = room.table.match
    assert match
    for _ in range(3):
        assert room.act(peer, "no move").code == "illegal"
    assert match.turn_clock.reserves[:2] == [60.0, 60.0]
    assert isinstance(room.act(peer, decision.moves[0]), Ack)
    assert sorted(match.turn_clock.reserves[:2]) == [58.0, 60.0]


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_game_that_is_over_waits_for_who_lost_the_connection(comes_back: bool) -> None:
    room, (one, other) = started(3, 2)
    room.ask(other, Vote, end=True)
    room.gone(other)
    room.ask(one, Vote, end=True)
    room.gone(one, for_good=True)
    game = play_of(room.table).log
    assert room.table.match
    room.tick(DEFAULT.absence - 1)
    if comes_back:
        again = room.join(like=other, have_game=game.game, have_seq=game.seq - 1, have_head=game_head(room, -2))
        assert [type(entry) for entry in entries(again)] == [EndEntry]
        room.tick(24 * 3600)
        assert room.table.match is not None
        room.gone(again, for_good=True)
    room.tick(2)
    assert room.table.match is None
    assert room.store.game(game.game).entries == ()


def game_head(room: Room, index: int) -> bytes:
    """Head of the log after one of its entries."""
    return play_of(room.table).validator.heads[index]

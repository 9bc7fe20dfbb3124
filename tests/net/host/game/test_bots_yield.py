"""The seats of bots in the middle of a game: whoever comes late takes one, and knows what it knows and no more."""

from __future__ import annotations

from net.client.updates import Happened
from net.gamelog.entries import ChangeEntry, GameEntry
from net.host.table_row import row_of
from net.protocol.client_messages import HandOver
from net.protocol.host_messages import Ack, DecisionNote, LobbyNote, Welcome
from tests.support.net.fakes import FakePeer, Room, asked, entries, started
from tests.support.net.hosting import play_of


def played(room: Room, peers: list[FakePeer], moves: int) -> None:
    for _ in range(moves):
        peer, decision = asked(room, peers)
        room.act(peer, decision.moves[0])


def changes(peer: FakePeer) -> list[tuple[int, str, str]]:
    return [(each.seat, each.reason, each.who.name) for each in entries(peer) if isinstance(each, ChangeEntry)]


def test_a_late_player_takes_the_seat_and_cards_of_a_bot() -> None:
    room, peers = started(4, 2, private=False)
    played(room, peers, 20)
    assert row_of(room.table).shown.takeable == 2
    bot = peers[0].last(LobbyNote).seats[2].name
    heir = room.join("Heir")
    assert heir.last(Welcome).seat == 2
    assert changes(peers[0]) == changes(heir) == [(2, "taken", "Heir")]
    assert [seat.kind for seat in heir.last(LobbyNote).seats] == ["human", "human", "human", "bot"]
    assert row_of(room.table).shown.takeable == 1
    play = play_of(room.table)
    while play.seat != 2:
        peer, decision = asked(room, [*peers, heir])
        if peer is not heir:
            room.act(peer, decision.moves[0])
    seen = [update for update in room.follow(heir) if isinstance(update, Happened)]
    view = play.view(2)
    view.moves = ()
    assert seen[-1].view == view
    # Nobody else has learned anything by it.
    other = [update for update in room.follow(peers[0]) if isinstance(update, Happened)]
    assert (other[-1].view.seat, other[-1].view.hand) == (0, play.view(0).hand)
    assert isinstance(room.act(heir, heir.last(DecisionNote).moves[0]), Ack)
    assert bot not in [seat.name for seat in heir.last(LobbyNote).seats]


def test_a_seat_is_taken_once_a_game() -> None:
    room, peers = started(3, 2)
    asked(room, peers)
    heir = room.join("Heir")
    assert heir.last(Welcome).seat == 2
    assert isinstance(room.ask(peers[0], HandOver, seat=2), Ack)
    assert room.join("Late").closed == "already_started"


def test_nobody_who_has_had_a_seat_takes_another() -> None:
    room, peers = started(4, 2)
    asked(room, peers)
    assert isinstance(room.ask(peers[0], HandOver, seat=1), Ack)
    room.gone(peers[1])
    assert room.join(like=peers[1]).closed == "already_started"
    # But their own, if the owner opens that.
    assert isinstance(room.ask(peers[0], HandOver, seat=1, open=True), Ack)
    assert room.join(like=peers[1]).last(Welcome).seat == 1


def test_the_owner_may_keep_the_seats_for_the_bots() -> None:
    room, peers = started(4, 2, private=False, bots_yield=False)
    asked(room, peers)
    begin = next(each for each in entries(peers[0]) if isinstance(each, GameEntry))
    assert not begin.bots_yield
    assert row_of(room.table).shown.takeable == 0
    assert room.join("Heir").closed == "already_started"


def test_a_restarted_host_knows_which_seats_may_be_taken() -> None:
    room, peers = started(4, 2)
    asked(room, peers)
    assert room.join("Heir").last(Welcome).seat == 2
    room.restart()
    assert room.join("Last").last(Welcome).seat == 3
    assert room.join("None").closed == "already_started"

"""The seats of bots in the middle of a game: whoever comes late takes one, and knows what it knows and no more."""

from __future__ import annotations

from contextlib import suppress

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.updates import Happened
from net.gamelog.entries import ChangeEntry, GameEntry, PlayEntry, parsed
from net.gamelog.envelopes import open_event
from net.host.table_row import row_of
from net.identity.crypto import Place
from net.protocol.client_messages import AddBot, Admit, HandOver, SetOptions, Start
from net.protocol.host_messages import Ack, DecisionNote, KnockNote, LobbyNote, Welcome
from tests.support.net.fakes import FakePeer, Room, asked, entries, paced, started
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


# One person, one hand


def readable(room: Room, peer: FakePeer, since: int) -> int:
    """How many envelopes of the log's entries after one a key opens, whatever seat they are for."""
    log, key = play_of(room.table), b""
    found = 0
    for seq, entry in enumerate(map(parsed, bodies(room)), 1):
        if isinstance(entry, GameEntry):
            key = peer.seal.with_host(entry.game, entry.seal)
        if isinstance(entry, PlayEntry) and seq > since:
            for index, event in enumerate(entry.events):
                for box in event.sealed:
                    place = Place(log.log.game, 0, seq, index, box.seat, event.kind)
                    with suppress(NetError):
                        open_event(event, box.seat, key, place, log.validator.heads[seq - 2], DEFAULT)
                        found += 1
    return found


def bodies(room: Room) -> list[bytes]:
    """The log as it is stored."""
    return [entry.body for entry in room.store.game(play_of(room.table).log.game).entries]


def test_who_takes_a_seat_and_leaves_reads_nothing_more() -> None:
    room, peers = started(4, 2)
    played(room, peers, 10)
    for away in (False, True):
        heir = room.join(f"Heir{away}")
        seat = heir.last(Welcome).seat
        assert seat is not None
        room.gone(heir, for_good=not away)
        if away:
            assert changes(peers[0])[-1] == (seat, "taken", f"Heir{away}")
            room.tick(DEFAULT.absence + 1)
        change = [each for each in entries(peers[0]) if isinstance(each, ChangeEntry)][-1]
        assert (change.seat, change.reason, change.who.pub) == (seat, "away", b"")
        assert change.who.seal != heir.seal.public
        since = play_of(room.table).log.seq
        played(room, peers, 12)
        # Its player's own key opens them, so that there was something to be read.
        assert readable(room, peers[0], since) > 0
        assert readable(room, heir, since) == 0
    # Everybody's client agrees with the log.
    assert room.follow(peers[1])


def test_who_has_left_a_taken_seat_may_have_it_back_and_so_may_others() -> None:
    room, peers = started(4, 2, bots_yield=True)
    asked(room, peers)
    heir, other = room.join("Heir"), room.join("Other")
    assert (heir.last(Welcome).seat, other.last(Welcome).seat) == (2, 3)
    for peer in (heir, other):
        room.gone(peer, for_good=True)
        # They find the seat again in the list of tables.
        assert peer.identity.public in row_of(room.table).players
    room.restart()
    again = room.join("Heir", like=heir)
    assert again.last(Welcome).seat == 2
    assert room.join("Late").last(Welcome).seat == 3
    assert room.join("Other", like=other).closed == "already_started"
    assert room.follow(again)


def test_the_host_restarts_while_who_took_a_seat_is_away() -> None:
    room, peers = started(4, 2)
    asked(room, peers)
    heir = room.join("Heir")
    room.gone(heir)
    room.restart()
    room.join("N0", like=peers[0])
    room.tick(DEFAULT.absence + 1)
    assert play_of(room.table).validator.lent == {2: heir.identity.public}


def test_by_correspondence_who_took_a_seat_comes_and_goes() -> None:
    room, peers = started(4, 2, turn_time=7200.0)
    asked(room, peers)
    heir = room.join("Heir")
    room.gone(heir, for_good=True)
    room.tick(3600)
    assert not play_of(room.table).validator.lent
    assert room.join("Heir", like=heir).last(Welcome).seat == 2


def test_spare_keys_of_one_address_see_one_bot_s_hand_at_most() -> None:
    room = Room(5)
    owner = room.join("Ada", origin=b"a")
    assert isinstance(room.ask(owner, SetOptions, options=paced(room.table, 0)), Ack)
    second = room.join("Bo", origin=b"b")
    for _ in range(3):
        room.ask(owner, AddBot, level="random")
    assert isinstance(room.ask(owner, Start), Ack)
    asked(room, [owner, second])
    # The address of a player gets none, another one one: also when its first key has left, and after a restart.
    assert room.join("Spare", origin=b"b").closed == "owner_asked"
    first = room.join("Cleo", origin=b"c")
    assert first.last(Welcome).seat == 2
    room.gone(first, for_good=True)
    assert room.join("Spare", origin=b"c").closed == "owner_asked"
    room.restart()
    assert room.join("Spare", origin=b"c").closed == "next_game"
    room.join("Ada", like=owner, origin=b"a")
    assert room.join("Spare", origin=b"c").closed == "owner_asked"
    # Who comes back to a seat is asked nothing, from wherever they come, and brings no other address in.
    assert room.join("Bo", like=second, origin=b"d").last(Welcome).seat == 1
    assert room.join("Cleo", like=first, origin=b"a").last(Welcome).seat == 2
    assert room.join("Spare", origin=b"d").closed == "owner_asked"
    assert room.join("Spare", origin=b"e").last(Welcome).seat == 3


def test_an_owner_lets_somebody_sit_down_by_one_request() -> None:
    room = Room(4)
    owner = room.join("Ada", origin=b"a")
    other = room.join("Bo", origin=b"b")
    for _ in range(2):
        room.ask(owner, AddBot, level="random")
    assert isinstance(room.ask(owner, Start), Ack)
    asked(room, [owner, other])
    friend = room.join("Friend", origin=b"b")
    assert (friend.closed, owner.last(KnockNote).name) == ("owner_asked", "Friend")
    assert other.count(KnockNote) == 0
    # Who asks again, or too often, is not told again.
    for peer in [friend, *(FakePeer() for _ in range(5))]:
        assert room.join("Friend", like=peer, origin=b"b").closed == "owner_asked"
    assert owner.count(KnockNote) == 2
    assert room.ask(other, Admit, pub=friend.identity.public).code == "not_owner"
    assert room.ask(owner, Admit, pub=bytes(32)).code == "seat_bad"
    # An owner who comes back finds who waits.
    owner = room.join("Ada", like=owner, origin=b"a")
    assert owner.count(KnockNote) == 2
    assert isinstance(room.ask(owner, Admit, pub=friend.identity.public), Ack)
    assert room.join("Friend", like=friend, origin=b"b").last(Welcome).seat == 2


def test_without_an_owner_a_second_seat_waits_for_the_next_game() -> None:
    room = Room(4)
    owner, other = room.join("Ada", origin=b"a"), room.join("Bo", origin=b"b")
    for _ in range(2):
        room.ask(owner, AddBot, level="random")
    assert isinstance(room.ask(owner, Start), Ack)
    room.gone(owner)
    assert room.join("Friend", origin=b"b").closed == "next_game"
    room.tick(DEFAULT.succession + 1)
    assert other.last(LobbyNote).stands_in
    assert room.join("Friend", origin=b"b").closed == "next_game"
    assert room.ask(other, Admit, pub=bytes(32)).code == "stand_in"


def test_a_seat_opened_by_the_owner_goes_to_the_next_arrival() -> None:
    room = Room(4)
    owner, other = room.join("Ada", origin=b"a"), room.join("Bo", origin=b"b")
    for _ in range(2):
        room.ask(owner, AddBot, level="random")
    assert isinstance(room.ask(owner, Start), Ack)
    asked(room, [owner, other])
    assert isinstance(room.ask(owner, HandOver, seat=3, open=True), Ack)
    room.restart()
    assert room.join("Friend", origin=b"b").last(Welcome).seat == 3
    assert room.join("Third", origin=b"b").closed == "next_game"


def test_people_of_one_address_sit_down_together_before_the_game() -> None:
    room = Room(3)
    people = [room.join(f"N{seat}", origin=b"a") for seat in range(3)]
    assert isinstance(room.ask(people[0], Start), Ack)
    assert not any(peer.closed for peer in people)

"""Who comes back, who does not, and what the others can do about it."""

from __future__ import annotations

from typing import Any

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.gamelog.entries import EndEntry, HoldEntry, PlayEntry, RestartEntry
from net.host.store.store import Change, MemoryStore
from net.protocol.client_messages import AddBot, HandOver, Hold, Start, Wake
from net.protocol.host_messages import Ack, ClockNote, DecisionNote, EntryNote, LobbyNote, PresenceNote, Welcome
from tests.support.net.fakes import FakePeer, Room, asked, dealing, entries, started
from tests.support.net.hosting import play_of

# The deal


def test_the_deal_waits_for_everybodys_share() -> None:
    room, peers = dealing()
    play = play_of(room.table)
    for peer in peers:
        assert not play.dealt
        assert isinstance(room.share(peer), Ack)
    # A reveal before all have committed would let the last one choose.
    for peer in peers:
        assert not play.dealt
        assert isinstance(room.share(peer), Ack)
    assert play.dealt
    assert [entry.t for entry in entries(peers[0])] == ["game", *["commit"] * 3, *["reveal"] * 3, "play"]


def test_a_share_that_is_not_the_committed_one_is_refused() -> None:
    room, peers = dealing(2)
    for peer in peers:
        room.share(peer)
    assert room.share(peers[0], b"x" * 32).code == "bad_signature"
    assert isinstance(room.share(peers[0]), Ack)
    assert isinstance(room.share(peers[1]), Ack)
    assert play_of(room.table).dealt


@pytest.mark.parametrize("half", [0, 1])
def test_a_player_without_a_share_is_removed(half: int) -> None:
    room, peers = dealing()
    for peer in peers[: 3 if half else 2]:
        room.share(peer)
    if half:
        for peer in peers[:2]:
            room.share(peer)
    room.tick(DEFAULT.shares + 1)
    assert peers[2].closed == "no_share"
    last = entries(peers[0])[-1]
    assert isinstance(last, EndEntry)
    assert last.reason == "undealt"
    assert [seat.kind for seat in peers[0].last(LobbyNote).seats] == ["human", "human", "open"]
    room.join("New")
    assert isinstance(room.ask(peers[0], Start), Ack)


@pytest.mark.parametrize("for_good", [False, True])
def test_only_who_has_left_loses_the_seat_with_a_failed_deal(for_good: bool) -> None:
    """A table is not forgotten because its other player lost the connection while somebody refused the deal."""
    room, peers = dealing(2)
    room.join("Eve", role="spectator")
    room.share(peers[0])
    room.tick(DEFAULT.shares / 2)
    room.gone(peers[0], for_good=for_good)
    room.tick(DEFAULT.shares / 2 + 1)
    assert peers[1].closed == "no_share"
    again = room.join(like=peers[0])
    assert again.closed == ("table_unknown" if for_good else "")
    if not for_good:
        assert (again.last(LobbyNote).you, again.last(LobbyNote).owner) == (0, 0)
        # In time they would have lost it, as in any lobby.
        room.gone(again)
        room.tick(DEFAULT.absence + 1)
        assert room.join(like=peers[0]).closed == "table_unknown"


# Coming back


def test_a_player_comes_back_to_the_exact_place_in_the_log() -> None:
    room, peers = started(4, 2)
    peer, decision = asked(room, peers)
    play = play_of(room.table)
    room.gone(peer)
    other = peers[1 - peers.index(peer)]
    again = room.join(
        "Another name",
        like=peer,
        have_game=play.log.game,
        have_seq=decision.did,
        have_head=play.validator.heads[decision.did - 1],
    )
    assert again.last(Welcome).seat == peers.index(peer)
    assert again.last(Welcome).cid == peer.cid
    assert [m.seq for m in again.got if isinstance(m, EntryNote)] == list(range(decision.did + 1, play.log.seq + 1))
    assert again.last(DecisionNote) == decision
    assert other.last(PresenceNote) == PresenceNote(seat=peers.index(peer), connected=True)


def test_a_player_who_was_here_is_not_absent() -> None:
    """A host that moves for somebody who is connected is not believed by them, and by them alone."""
    room, (one, two) = started(4, 2)
    play = play_of(room.table)
    while play.seat != 1:
        room.tick(5)
        if play.seat == 0:
            room.act(one, one.last(DecisionNote).moves[0])
    room.table.inbox.post(lambda: play.answer(play.view(1).moves[0], "absent"))
    room.settle()
    with pytest.raises(NetError, match=f"entry {play.did}") as caught:
        room.follow(two)
    assert caught.value.code == "false_absence"
    assert room.follow(one)
    # To a spectator with the same identity it is somebody else's seat.
    assert room.follow(room.join(role="spectator", like=two))


def test_a_player_who_was_away_does_not_protest() -> None:
    """Away and back, from another device, for the other's moves too; and moves when time was up."""
    room, (one, two) = started(4, 2, turn_time=100.0, reserve=0.0)
    play = play_of(room.table)
    room.gone(two)
    while not any(isinstance(e, PlayEntry) and (e.seat, e.cause) == (1, "absent") for e in entries(one)):
        room.tick(60)
        if play.seat == 0:
            room.act(one, one.last(DecisionNote).moves[0])
    again = room.join(like=two, have_game=play.log.game, have_seq=3, have_head=play.validator.heads[2])
    newest = room.join(like=two)
    assert again.closed == "superseded"
    while not any(isinstance(e, PlayEntry) and (e.seat, e.cause) == (1, "timeout") for e in entries(one)):
        room.tick(101)
        # The owner stays the owner.
        room.ask(one, Wake)
    room.ask(one, HandOver, seat=1, open=True)
    heir = room.join("Heir")
    room.gone(heir)
    room.tick(200)
    back = room.join(like=heir)
    for peer in (one, newest, back):
        assert room.follow(peer)


def test_a_join_that_was_held_up_does_not_let_go_of_a_newer_connection() -> None:
    room, (first, _) = started(4, 2)
    newer, held_up = (FakePeer(first.identity, first.seal, opened=opened) for opened in (2.0, 1.0))
    room.knock(newer, "Ada")
    room.knock(held_up, "Ada")
    room.settle()
    assert (newer.closed, held_up.closed) == ("", "superseded")
    assert room.table.lobby.players[0].peer is newer


def test_the_newest_connection_of_a_player_wins_and_the_older_one_is_told() -> None:
    room, peers = started(4, 2)
    again = room.join(like=peers[0])
    assert peers[0].closed == "superseded"
    assert again.last(Welcome).seat == 0
    room.gone(peers[0])
    # The old connection's end is nothing to the table.
    assert room.table.lobby.players[0].peer is again


def test_a_client_with_another_history_is_told_so() -> None:
    room, peers = started(4, 2)
    play = play_of(room.table)
    again = room.join(like=peers[0], have_game=play.log.game, have_seq=2, have_head=bytes(32))
    assert again.closed == "fork"
    ahead = room.join(like=peers[0], have_game=play.log.game, have_seq=play.log.seq + 1, have_head=play.log.head)
    assert ahead.closed == "fork"


class TakenStore(MemoryStore):
    """A store that hosts share, and in which another host may have the table by now."""

    taken = False

    async def save(self, change: Change) -> None:
        """Keep a change, if the table is still this host's."""
        if self.taken:
            raise NetError("elsewhere")
        await super().save(change)


def test_a_host_without_its_table_accuses_no_player() -> None:
    store = TakenStore()
    room, peers = started(4, 2, store=store, hosts=lambda: ("127.0.0.1:1", "127.0.0.1:2"))
    log = play_of(room.table).log
    ahead: dict[str, Any] = {"have_game": log.game, "have_seq": log.seq + 1, "have_head": log.head}
    assert room.join(like=peers[0], **ahead).closed == "fork"
    store.taken = True
    assert room.join(like=peers[0], **ahead).closed == "elsewhere"
    assert peers[1].closed == "elsewhere"


def test_a_restarted_host_goes_on_where_it_was() -> None:
    room, peers = started(4, 2)
    for _ in range(30):
        peer, decision = asked(room, peers)
        answer = room.act(peer, decision.moves[0])
    play = play_of(room.table)
    head, did, view = play.log.head, play.did, play.view(0)
    room.restart()
    again = play_of(room.table)
    assert again is not play
    assert (again.validator.heads[-2], again.did) == (head, did)
    assert again.view(0) == view
    back = room.join(like=peer, have_game=play.log.game, have_seq=play.log.seq, have_head=head)
    assert isinstance(entries(back)[-1], RestartEntry)
    # What was acknowledged before is acknowledged again, and not played again.
    old = room.act(back, decision.moves[0], cid=answer.cid, did=decision.did)
    assert old == Ack(cid=answer.cid, seq=answer.seq)
    assert play_of(room.table).did == did


def test_a_restart_keeps_the_owner() -> None:
    room, (ada, bo) = started(3, 2)
    room.restart()
    assert room.ask(room.join(like=bo), Hold, on=True).code == "not_owner"
    assert isinstance(room.ask(room.join(like=ada), Hold, on=True), Ack)


@pytest.mark.parametrize("seq", [0, 3])
def test_a_game_whose_secrets_are_not_those_it_began_with_does_not_go_on(seq: int) -> None:
    """It would end in a log that proves the host a cheat: its own secret, or the moves of its players, open nothing."""
    room, peers = started(3, 2)
    peer, _ = asked(room, peers)
    room.act(peer, peer.last(DecisionNote).moves[0])
    ((_, secrets),) = room.store._games.values()
    numbers = [secret.seq for secret in secrets]
    place = numbers.index(0) if seq == 0 else max(range(len(numbers)), key=numbers.__getitem__)
    secrets[place] = secrets[place]._replace(text=bytes(len(secrets[place].text)))
    room.restart()
    assert room.table.damage.startswith("what was hidden in its game is lost")
    assert room.table.match is None


def test_the_lobby_survives_a_restart() -> None:
    room = Room(4, private=True)
    owner = room.join("A", token=room.table.access.player_token)
    room.ask(owner, AddBot, level="random", seat=3)
    tokens = room.table.access.player_token, room.table.access.owner_token
    room.restart()
    assert (room.table.access.player_token, room.table.access.owner_token) == tokens
    again = room.join("A", token=tokens[0])
    seats = again.last(LobbyNote).seats
    assert [(seat.kind, seat.connected) for seat in seats] == [
        *(("human", False), ("human", True), ("open", True), ("bot", True))
    ]
    back = room.join("A", like=owner)
    assert [seat.connected for seat in again.last(LobbyNote).seats] == [True] * 4
    assert (back.last(Welcome).seat, back.last(LobbyNote).owner) == (0, 0)


# Time


def test_a_decision_has_its_time_and_a_reserve() -> None:
    room, peers = started(4, 2, turn_time=10, reserve=5)
    peer, decision = asked(room, peers)
    seat = peers.index(peer)
    assert peer.last(ClockNote) == ClockNote(seat=seat, ms=10_000, reserve=5_000)
    room.tick(12)
    room.act(peer, decision.moves[0])
    for _ in range(200):
        if play_of(room.table).seat == seat and not play_of(room.table).single:
            break
        who, decision = asked(room, peers)
        if who is not peer:
            room.act(who, decision.moves[0])
    # Two seconds of the reserve are gone.
    assert peers[1 - seat].last(ClockNote) == ClockNote(seat=seat, ms=10_000, reserve=3_000)
    before = play_of(room.table).did
    room.tick(12.9)
    assert play_of(room.table).did == before
    room.tick(1.5)
    assert play_of(room.table).did > before
    entry = entries(peer)[before]
    assert isinstance(entry, PlayEntry)
    assert (entry.cause, entry.seat) == ("timeout", seat)


def test_the_reserve_survives_a_restart() -> None:
    room, peers = started(4, 2, turn_time=10, reserve=5)
    peer, decision = asked(room, peers)
    room.tick(12)
    room.act(peer, decision.moves[0])
    room.restart()
    assert room.table.match
    assert room.table.match.turn_clock.reserves[peers.index(peer)] == 3


def test_a_game_on_hold_asks_nobody_and_its_clock_stands() -> None:
    room, peers = started(4, 2, turn_time=10, reserve=5)
    peer, decision = asked(room, peers)
    room.tick(4)
    assert room.ask(peers[1], Hold, on=True).code == "not_owner"
    assert isinstance(room.ask(peers[0], Hold, on=True), Ack)
    before = play_of(room.table).did
    room.tick(3600)
    assert play_of(room.table).did == before
    assert room.act(peer, decision.moves[0]).code == "on_hold"
    assert isinstance(room.ask(peers[0], Hold, on=False), Ack)
    assert peers[0].last(ClockNote).ms == 6_000
    assert isinstance(room.act(peer, decision.moves[0]), Ack)
    assert [entry.on for entry in entries(peers[1]) if isinstance(entry, HoldEntry)] == [True, False]


def test_without_its_owner_any_player_lets_a_game_go_on() -> None:
    room, peers = started(4, 2)
    room.ask(peers[0], Hold, on=True)
    assert room.ask(peers[1], Hold, on=False).code == "not_owner"
    room.gone(peers[0])
    assert room.ask(room.join(role="spectator"), Hold, on=False).code == "not_owner"
    assert isinstance(room.ask(peers[1], Hold, on=False), Ack)

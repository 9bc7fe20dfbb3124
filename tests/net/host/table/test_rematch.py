"""Once more: the people of a game that is over play another one at the same table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Chat, Closed, Decision, Ended, Happened, LobbyView, Refused, Started, Stopped, Verified
from net.gamelog.archive import archived
from net.gamelog.entries import GameEntry, parsed
from net.gamelog.verify import verify
from net.host.seats.lobby import BotSeat, Member
from net.identity.commitments import seating
from net.identity.crypto import Identity
from net.protocol.client_messages import AddBot, Again, HandOver, Hold, Start, Vote
from net.protocol.host_messages import Ack, EntryNote, Err, LobbyNote, WishesNote
from net.protocol.setup import Setup
from tests.support.net.fakes import FakePeer, Room, started
from tests.support.net.hosting import FAST, hosting, invite, open_table, play, play_of, until


def over(players: int = 4, people: int = 2, **options: Any) -> tuple[Room, list[FakePeer]]:
    """A table whose game was ended by vote."""
    room, peers = started(players, people, **options)
    for peer in peers[: people // 2 + 1]:
        room.ask(peer, Vote, end=True)
    assert play_of(room.table).over
    return room, peers


def sitters(room: Room) -> list[str]:
    return [who.name if who else "" for who in room.table.lobby.seats]


def deal(room: Room, peers: list[FakePeer]) -> None:
    """Everybody gives a share of the seed, twice."""
    for _ in range(2):
        for peer in peers:
            assert isinstance(room.share(peer), Ack)
    assert play_of(room.table).dealt


# Who wants it


def test_it_begins_when_everybody_there_would_like_to() -> None:
    room, peers = over(4, 3)
    last = play_of(room.table)
    before, order = sitters(room), seating(last.validator.seed, 4)
    for count, peer in enumerate(peers[:2], 1):
        assert isinstance(room.ask(peer, Again, on=True), Ack)
        assert [len(other.last(WishesNote).seats) for other in peers] == [count] * 3
        assert play_of(room.table) is last
    assert isinstance(room.ask(peers[2], Again, on=True), Ack)
    game = play_of(room.table)
    assert game is not last
    assert sitters(room) == [before[seat] for seat in order]
    # Everybody hears of the new seats before the log, whose first entry says the same.
    for peer in peers:
        lobby = peer.last(LobbyNote)
        assert lobby.playing
        assert lobby.you == order.index(peers.index(peer))
        told = [message for message in peer.got if isinstance(message, LobbyNote | EntryNote)]
        entry = parsed(told[-1].body) if isinstance(told[-1], EntryNote) else None
        assert told[-2] == lobby
        assert isinstance(entry, GameEntry)
        assert [who.name for who in entry.seats] == sitters(room)
        assert not entry.fixed, "a seed that was given is of the first game alone"
    deal(room, peers)
    for peer in peers:
        assert [type(update) for update in room.follow(peer)].count(Started) == 2


def test_nothing_that_the_host_adds_to_the_log_moves_anybody() -> None:
    seats, heads = set[tuple[str, ...]](), set[bytes]()
    for holds in range(6):
        room, peers = started(6, 2)
        for turn in range(2 * holds):
            room.ask(peers[0], Hold, on=turn % 2 == 0)
        if holds == 5:
            room.restart()
            peers = [room.join(like=peer) for peer in peers]
        for peer in peers:
            room.ask(peer, Vote, end=True)
        heads.add(play_of(room.table).log.head)
        for peer in peers:
            room.ask(peer, Again, on=True)
        seats.add(tuple(sitters(room)))
    assert (len(heads), len(seats)) == (6, 1)


def test_a_client_stops_when_somebody_sits_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "net.host.table.rematch.seating", lambda seed, seats: [*seating(seed, seats)[1:], seating(seed, seats)[0]]
    )
    room, peers = over(4, 3)
    for peer in peers:
        room.ask(peer, Again, on=True)
    for peer in peers:
        with pytest.raises(NetError, match="seed of the last game") as caught:
            room.follow(peer)
        assert caught.value.code == "fork"


def test_a_wish_can_be_taken_back_and_is_told_once() -> None:
    room, (one, two) = over()
    assert isinstance(room.ask(one, Again, on=True), Ack)
    assert isinstance(room.ask(one, Again, on=True), Ack)
    assert two.count(WishesNote) == 1
    assert isinstance(room.ask(one, Again, on=False), Ack)
    assert two.last(WishesNote).seats == []
    room.ask(two, Again, on=True)
    assert play_of(room.table).over


def test_nobody_asks_for_it_in_the_middle_of_a_game_or_as_a_spectator() -> None:
    room, peers = started(4, 2)
    assert room.ask(peers[0], Again, on=True).code == "not_over"
    assert room.ask(peers[0], Start).code == "already_started"
    spectator = room.join("Zoe", role="spectator")
    for peer in peers:
        room.ask(peer, Vote, end=True)
    assert room.ask(spectator, Again, on=True).code == "spectator"
    assert room.ask(peers[1], Start).code == "not_owner"
    assert Room(3).table.game is None


def test_the_owner_need_not_wait_for_those_who_have_not_asked_for_it() -> None:
    room, peers = over(4, 3)
    room.ask(peers[1], Again, on=True)
    assert isinstance(room.ask(peers[0], Start), Ack)
    assert not play_of(room.table).over
    assert sum(isinstance(who, Member) for who in room.table.lobby.seats) == 2
    deal(room, peers[:2])
    # Nobody is dealt in who has not asked for it.
    started = [update for update in room.follow(peers[2]) if isinstance(update, Started)]
    assert [update.you is None for update in started] == [False, True]


def test_bots_play_for_those_who_are_gone() -> None:
    room, peers = over(4, 3)
    spectator = room.join("Zoe", role="spectator")
    room.gone(peers[2], for_good=True)
    room.ask(peers[0], Again, on=True)
    room.ask(peers[1], Again, on=True)
    assert not play_of(room.table).over
    assert sorted(isinstance(who, BotSeat) for who in room.table.lobby.seats) == [False, False, True, True]
    assert "N2" not in sitters(room)
    assert room.join("N2", like=peers[2]).closed == "already_started"
    deal(room, peers[:2])
    assert [type(update) for update in room.follow(spectator)].count(Started) == 2


def test_a_rematch_waits_for_a_lost_player() -> None:
    room, peers = over(4, 3)
    room.gone(peers[2])
    for peer in peers[:2]:
        room.ask(peer, Again, on=True)
    room.tick(DEFAULT.absence - 1)
    assert play_of(room.table).over
    back = room.join(like=peers[2])
    assert back.last(WishesNote).seats == [0, 1]
    room.tick(DEFAULT.absence + 1)
    assert play_of(room.table).over, "somebody who is there is waited for"
    room.gone(back)
    room.tick(DEFAULT.absence + 1)
    assert not play_of(room.table).over


def test_a_wish_goes_with_its_player() -> None:
    room, peers = over(4, 3)
    room.ask(peers[1], Again, on=True)
    room.ask(peers[2], Again, on=True)
    room.gone(peers[2], for_good=True)
    assert peers[0].last(WishesNote).seats == [1]
    room.ask(peers[1], Again, on=False)
    room.ask(peers[0], Again, on=True)
    assert play_of(room.table).over


def test_when_all_have_left_no_wish_is_left() -> None:
    room, peers = over()
    room.ask(peers[0], Again, on=True)
    for peer in peers:
        room.gone(peer, for_good=True)
    assert room.table.match is None
    assert room.table.record_fields()["wishes"] == ()
    assert room.join("Ada").closed == "table_unknown"


def test_without_a_share_the_table_is_a_lobby_again() -> None:
    room, peers = over(3, 2)
    for peer in peers:
        room.ask(peer, Again, on=True)
    room.share(peers[0])
    room.tick(DEFAULT.shares)
    assert (peers[0].closed, peers[1].closed) == ("", "no_share")
    assert room.table.match is None
    assert not peers[0].last(LobbyNote).playing
    updates = room.follow(peers[0])
    assert updates[-2] == Stopped("undealt", ("N1",))
    assert isinstance(updates[-1], LobbyView)
    # It goes on from here like before any game.
    assert isinstance(room.ask(peers[0], AddBot, level="random"), Ack)
    assert isinstance(room.ask(peers[0], Start), Ack)


def test_a_seat_that_was_handed_over_stays_a_bot_s() -> None:
    room, peers = started(4, 3)
    room.ask(peers[0], HandOver, seat=2)
    for peer in peers[:2]:
        room.ask(peer, Vote, end=True)
    assert room.ask(peers[2], Again, on=True).code == "spectator"
    for peer in peers[:2]:
        room.ask(peer, Again, on=True)
    deal(room, peers[:2])


def test_the_lobby_tells_the_clock() -> None:
    room = Room(3, turn_time=45, reserve=300)
    note = room.join().last(LobbyNote)
    assert (note.options.turn_time, note.options.reserve, note.playing) == (45, 300, False)
    assert Room(3).join().last(LobbyNote).options.turn_time == 0


# After a restart


def test_the_wishes_survive_the_host() -> None:
    room, peers = over(4, 2)
    room.ask(peers[0], Again, on=True)
    room.restart()
    back = [room.join(like=peer) for peer in peers]
    assert back[0].last(WishesNote).seats == [0]
    room.ask(back[1], Again, on=True)
    assert not play_of(room.table).over
    deal(room, back)


def test_the_host_dies_in_the_middle_of_the_deal() -> None:
    room, peers = over(4, 2)
    for peer in peers:
        room.ask(peer, Again, on=True)
    room.share(peers[0])
    game, seats = play_of(room.table).log.game, sitters(room)
    room.restart()
    assert play_of(room.table).log.game == game
    assert sitters(room) == seats
    back = [room.join(like=peer) for peer in peers]
    assert isinstance(room.share(back[1]), Ack)
    for peer in back:
        assert isinstance(room.share(peer), Ack)
    assert play_of(room.table).dealt
    assert len(room.store.game(game).entries) == play_of(room.table).log.seq


# With real clients


async def finished(client: Client) -> Verified:
    """Play to the end of a game, and stay."""
    story = await play(client, leave=False)
    assert story.ended
    assert story.verified
    return story.verified


@pytest.mark.asyncio
@pytest.mark.slow
@pytest.mark.thorough
async def test_two_games_in_a_row_with_the_same_people(tmp_path: Path) -> None:
    async with hosting() as host:
        table = open_table(
            host, setup=Setup(players=3, edition="classic"), bots=("random",), turn_time=90.0, reserve=120.0
        )
        clients = [
            await connect(invite(host, table), Identity.new(), name, limits=FAST, archive=tmp_path / name / "own.db")
            for name in ("Player 1", "Player 2")
        ]
        await clients[0].request(Start)
        heads, games = set[bytes](), set[str]()
        for _ in range(2):
            reports = await asyncio.gather(*(finished(client) for client in clients))
            assert all(report.ok for report in reports)
            heads |= {client.head for client in clients}
            proofs = [archived(report.proof) for report in reports if report.proof]
            assert len(proofs) == 2
            for proof in proofs:
                checked = verify(proof.host, proof.notes, attested=proof.attested)
                assert checked.ok
                games.add(checked.game)
            await asyncio.gather(*(client.again() for client in clients))
        assert len(heads) == len(games) == 2
        for client in clients:
            await until(client, Started)
        names = [[seat.name for seat in client.seats] for client in clients]
        assert names[0] == names[1]
        assert sorted(names[0])[1:] == ["Player 1", "Player 2"]
        assert [client.seats[client.seat or 0].name for client in clients] == ["Player 1", "Player 2"]
        await clients[0].chat("another one!")
        assert (await until(clients[1], Chat)).text == "another one!"
        for client in clients:
            await client.leave()


@pytest.mark.slow
@pytest.mark.asyncio
async def test_asking_for_a_rematch_signs_the_end(tmp_path: Path) -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        clients = [
            await connect(invite(host, table), Identity.new(), name, limits=FAST, archive=tmp_path / name / "own.db")
            for name in ("Player 1", "Player 2")
        ]
        await clients[0].request(Start)

        async def end(client: Client) -> None:
            async for update in client.updates():
                if isinstance(update, Decision):
                    await client.move(update.moves[0])
                elif isinstance(update, Ended):
                    await client.again()
                    return

        before: list[dict[int, bytes]] = []

        def watched(game: Any, finish: Any) -> None:
            if game:
                before.append(dict(game.validator.attested))
            finish()

        begin = table.series.begin
        table.series.begin = lambda: watched(table.game, begin)  # type: ignore[method-assign]
        await asyncio.gather(*(end(client) for client in clients))
        for client in clients:
            update = await until(client, lambda update: isinstance(update, Started | Refused | Closed))
            assert isinstance(update, Started)
        assert before[0].keys() == {0, 1}
        for client in clients:
            await client.leave()


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_a_player_away_at_the_rematch_is_told_it_has_begun() -> None:
    async with hosting() as host:
        table = open_table(host, 3, bots=("random",), bots_yield=False)
        identity = Identity.new()
        owner = await connect(invite(host, table, owner=True), Identity.new(), "Ada", limits=FAST)
        guest = await connect(invite(host, table), identity, "Bo", limits=FAST)
        await owner.request(Start)
        await asyncio.gather(finished(owner), finished(guest))
        await guest.leave()
        await owner.again()
        await until(owner, Started)
        with pytest.raises(NetError, match="has begun"):
            await connect(invite(host, table), identity, "Bo", limits=FAST)
        watching = await connect(invite(host, table), identity, "Bo", watch=True, limits=FAST)
        assert (await until(watching, Happened)).view.seat is None
        await watching.leave()
        await owner.leave()


def test_asked_twice_it_begins_once() -> None:
    room, peers = over()
    room.ask(peers[0], Again, on=True)
    first = room.ask(peers[1], Again, on=True)
    game = play_of(room.table)
    assert room.ask(peers[1], Again, on=True, cid=peers[1].cid) == first
    assert play_of(room.table) is game
    assert isinstance(room.ask(peers[0], Again, on=True), Err)

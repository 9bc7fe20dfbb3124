"""Several games at one table: the host keeps the score, and lets the games of a series follow each other."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from net.base.errors import ProtocolError
from net.base.limits import DEFAULT
from net.client.updates import Evening
from net.host.game.evening_score import EveningScore
from net.host.seats.lobby import BotSeat
from net.host.store.stored_table import EveningRecord
from net.protocol.client_messages import Again, Vote
from net.protocol.host_messages import Ack, DecisionNote, EveningNote, GameScore, GameScores, WishesNote
from tests.support.net.fakes import FakePeer, Room, started
from tests.support.net.hosting import play_of

BETWEEN, READING = DEFAULT.between_games, DEFAULT.longest_between_games


def sitter(room: Room, peers: list[FakePeer], seat: int | None) -> FakePeer | None:
    """Whoever of some people has a seat."""
    pub = b"" if seat is None else play_of(room.table).validator.seats[seat].pub
    return next((peer for peer in peers if peer.identity.public == pub), None)


def to_the_end(room: Room, peers: list[FakePeer], seed: int = 1) -> dict[str, int]:
    """Play the game to its end by chance; by name everybody's points."""
    random, game = Random(seed), play_of(room.table)
    for _ in range(2):
        for peer in peers:
            if not game.dealt:
                room.share(peer)
    while not game.over:
        asked = sitter(room, peers, game.seat)
        if asked is None:
            room.tick(5)
        else:
            assert isinstance(room.act(asked, random.choice(asked.last(DecisionNote).moves)), Ack)
    points = [0] * len(room.table.lobby.seats)
    for event in game.events(0, 0):
        if event.kind == "score":
            points[event.seat] += event.amount
    return {who.name: points[seat] for seat, who in enumerate(room.table.lobby.seats) if who}


def summed(*games: dict[str, int]) -> dict[str, int]:
    return {name: sum(game[name] for game in games) for name in games[0]}


def told(peer: FakePeer) -> Evening:
    return Evening.of(peer.last(EveningNote))


@pytest.mark.thorough
def test_the_score_is_kept_by_player_wherever_they_sit() -> None:
    room, peers = started(3, 2)
    first = to_the_end(room, peers)
    for peer in peers:
        room.ask(peer, Again, on=True)
    second = to_the_end(room, peers, 2)
    for peer in (*peers, room.join("Wil", role="spectator")):
        evening = told(peer)
        assert (evening.games, len(evening.scores)) == (2, 2)
        assert {name: points for name, _, points in evening.standing()} == summed(first, second)
        assert sum(wins for _, wins, _ in evening.standing()) >= 2


def test_a_game_that_is_broken_off_does_not_count() -> None:
    room, peers = started(3, 2, series=2)
    for peer in peers:
        room.ask(peer, Vote, end=True)
    assert play_of(room.table).over
    assert not peers[0].count(EveningNote)
    room.tick(BETWEEN + 1)
    assert play_of(room.table).over, "no series has begun, and nobody has wished for more"


@pytest.mark.thorough
def test_the_games_of_a_series_follow_each_other() -> None:
    room, peers = started(3, 2, series=3)
    for games in (1, 2):
        before = play_of(room.table)
        to_the_end(room, peers, games)
        assert told(peers[1]).games == games
        room.tick(READING - 1)
        assert play_of(room.table) is before
        room.tick(2)
        assert play_of(room.table) is not before
    last = play_of(room.table)
    to_the_end(room, peers, 3)
    room.tick(10 * READING)
    assert play_of(room.table) is last, "it was the last game of the series"
    assert told(peers[0]).games == 3
    for peer in peers:
        room.ask(peer, Again, on=True)
    assert play_of(room.table) is not last
    assert told(peers[0]) == Evening(), "another series begins with nothing"


@pytest.mark.slow
def test_a_game_of_a_series_begins_at_once_when_all_want_it() -> None:
    room, peers = started(3, 2, series=3)
    before = play_of(room.table)
    to_the_end(room, peers)
    for peer in peers:
        room.ask(peer, Again, on=True)
    after = play_of(room.table)
    assert after is not before
    for peer in 2 * peers:
        room.share(peer)
    # The time between the games, which was to end later, begins no other one.
    room.tick(READING + 1)
    assert play_of(room.table) is after


@pytest.mark.slow
def test_a_series_waits_for_readers_but_not_for_sleeping_or_absent_players() -> None:
    room, peers = started(3, 2, series=3)
    before = play_of(room.table)
    to_the_end(room, peers)
    room.ask(peers[0], Again, on=True)
    room.tick(BETWEEN + 1)
    assert play_of(room.table) is before, "the other one reads"
    assert peers[0].last(WishesNote).seats == [before.validator.sat[peers[0].identity.public]]
    before.validator.asleep[before.validator.sat[peers[1].identity.public]] = 1
    room.ask(peers[0], Again, on=False)
    room.ask(peers[0], Again, on=True)
    second = play_of(room.table)
    assert second is not before
    to_the_end(room, peers, 2)
    room.ask(peers[0], Again, on=True)
    room.gone(peers[1], for_good=True)
    assert play_of(room.table) is not second


@pytest.mark.thorough
def test_a_series_goes_on_after_the_host_was_killed() -> None:
    room, peers = started(3, 2, series=2)
    first = to_the_end(room, peers)
    room.restart()
    before = play_of(room.table)
    peers = [room.join(f"N{place}", like=peer) for place, peer in enumerate(peers)]
    for peer in peers:
        assert {name: points for name, _, points in told(peer).standing()} == first
    room.tick(READING + 1)
    assert play_of(room.table) is not before
    room.restart()
    peers = [room.join(f"N{place}", like=peer) for place, peer in enumerate(peers)]
    second = to_the_end(room, peers, 2)
    assert {name: points for name, _, points in told(peers[0]).standing()} == summed(first, second)


@pytest.mark.thorough
def test_a_host_that_stops_keeps_a_series_until_it_is_over() -> None:
    room, peers = started(3, 2, series=2)
    for games in (1, 2):
        to_the_end(room, peers, games)
        asyncio.run(stopped(room))
        assert len(room.store.tables()) == (games == 1)
        if games == 1:
            room.restart()
            peers = [room.join(f"N{place}", like=peer) for place, peer in enumerate(peers)]
            room.tick(READING + 1)


async def stopped(room: Room) -> None:
    """Stop the host in order."""
    await asyncio.gather(room.table.run(), room.table.close("host_shutdown"))


@pytest.mark.slow
def test_an_unfinished_series_waits_for_its_players() -> None:
    room, peers = started(3, 2, series=2)
    to_the_end(room, peers)
    before = play_of(room.table)
    for peer in peers:
        room.gone(peer, for_good=True)
    room.tick(100 * BETWEEN)
    assert play_of(room.table) is before
    back = room.join("N0", like=peers[0])
    assert play_of(room.table) is not before
    assert sum(isinstance(who, BotSeat) for who in room.table.lobby.seats) == 2, "a bot sits for whoever has left"
    assert told(back).games == 1


@pytest.mark.slow
def test_a_table_that_all_have_left_begins_another_evening() -> None:
    room, peers = started(3, 2)
    to_the_end(room, peers)
    for peer in peers:
        room.gone(peer, for_good=True)
    assert room.table.match is None
    assert not room.join("Eve").count(EveningNote)


@pytest.mark.slow
def test_somebody_new_is_told_who_wants_another_game_of_a_series() -> None:
    room, peers = started(3, 2, series=2)
    to_the_end(room, peers)
    room.ask(peers[0], Again, on=True)
    assert room.join("Wil", role="spectator").last(WishesNote).seats


@pytest.mark.slow
def test_an_evening_of_any_length_is_told_in_bounds() -> None:
    evening = EveningScore(0)
    room, peers = started(2, 1)
    to_the_end(room, peers)
    over = play_of(room.table)
    said = over.validator.game
    assert said
    bot = next(seat for seat, who in enumerate(said.seats) if who.level)
    for number in range(80):
        seats = [*said.seats]
        seats[bot] = seats[bot].model_copy(update={"name": f"Bot {number}"})
        over.validator.game = said.model_copy(update={"seats": tuple(seats)})
        assert evening.add(over)
        note = evening.note()
        assert len(note.played) == min(number + 1, 30)
        assert EveningNote.model_validate(note.model_dump()) == note
    assert note.games == 80
    # One other in each game; eight in each would be 240.
    assert len(note.players) == 31
    assert EveningRecord.model_validate(evening.record.model_dump()) == evening.record


def test_a_game_counts_for_those_who_had_a_seat_at_the_deal_and_have_played() -> None:
    room, peers = started(4, 3, series=2)
    for peer in peers:
        room.share(peer)
    game, chance = play_of(room.table), Random(1)
    away = next(peer for peer in peers if sitter(room, peers, game.seat) is not peer)
    room.gone(away)
    late = None
    while not game.over:
        asked = sitter(room, [*peers, *filter(None, [late])], game.seat)
        if asked is None or asked is away:
            room.tick(60)
        else:
            room.act(asked, chance.choice(asked.last(DecisionNote).moves))
        if late is None and game.did > 30:
            late = room.join("Late")
    assert late
    said = game.validator.game
    assert said
    gone = away.identity.public
    wanted = {who.name for who in said.seats if who.pub != gone}
    assert len(wanted) == 3
    assert {name for name, _, _ in told(late).standing()} == wanted


@pytest.mark.parametrize("scores", [[[(0, 3), (1, 4)]], [[(0, 3), (239, 4)]]])
def test_a_host_that_names_nobody_is_refused(scores: list[list[tuple[int, int]]]) -> None:
    games = [GameScores(scores=[GameScore(player=player, points=points) for player, points in game]) for game in scores]
    note = EveningNote(games=1, players=["Ada"], played=games)
    with pytest.raises(ProtocolError):
        Evening.of(note)


def test_names_and_points_of_an_evening_are_added_up() -> None:
    def game(*points: int) -> GameScores:
        scores = [GameScore(player=place, points=each, won=each == max(points)) for place, each in enumerate(points)]
        return GameScores(scores=scores)

    note: Any = EveningNote(games=3, players=["Ada", "Ben"], played=[game(20, 30), game(25, 24), game(30, 10)])
    assert Evening.of(note).standing() == [("Ada", 2, 75), ("Ben", 1, 64)]

"""Moves that are taken back at a table: the host decides, the log tells it, and nothing is won by it."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from engine import UNDO, Rules
from engine.undo import LIMIT
from net.base.errors import NetError
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Decision, Happened, Refused
from net.gamelog.verify import verify
from net.identity.crypto import Identity
from net.protocol.client_messages import Start
from net.protocol.host_messages import Ack, ClockNote, DecisionNote, Err
from net.protocol.setup import Setup
from tests.support.net.fakes import FakePeer, Room
from tests.support.net.hosting import game_of, hosting, invite, open_table, seat_players, until
from tests.support.net.signed_games import SignedGame


def at_a_turn(game: SignedGame) -> SignedGame:
    """Go on to a turn of which gold has been taken."""
    while game.play._state.kind != "menu":
        game.move(game.play._state.moves[0])
    take_gold(game)
    return game


def take_gold(game: SignedGame) -> None:
    game.move(next(move for move in game.play._state.moves if str(move) == "gold"))


def take_back(game: SignedGame) -> None:
    assert game.play.seat is not None
    game.act(game.play.seat, game.people[game.play.seat], UNDO)


@pytest.fixture
def game() -> SignedGame:
    """A game of three people, without chance for absences."""
    found = SignedGame(Rules.make(3, preset="first_game"), 3, random.Random(11))
    found.share()
    return at_a_turn(found)


def test_the_log_tells_what_is_taken_back_and_opens_the_question_again(game: SignedGame) -> None:
    play = game.play
    seat, gold, did = play.seat, play.view(0).players[play.seat or 0].gold, play.did
    assert play.took_back is False
    take_back(game)
    assert [event.kind for event in play.events(0, 0)[-2:]] == ["undo", "ask"]
    assert (play.seat, play.did, play.took_back) == (seat, did + 1, True)
    assert play.view(0).players[seat or 0].gold == gold - 2
    game.finish()
    report = verify(game.proof.host, game.proof.notes)
    assert report.ok, report.findings


def test_a_refused_undo_names_its_reason_and_changes_nothing(game: SignedGame) -> None:
    play = game.play
    take_back(game)
    before = play.log.seq, play.log.head, play.did, len(play.unsaved)
    with pytest.raises(
        NetError, match="That cannot be taken back: you have made no move in this turn that could be"
    ) as no:
        take_back(game)
    assert no.value.code == "undo_refused"
    assert (play.log.seq, play.log.head, play.did, len(play.unsaved)) == before


def test_nobody_takes_back_for_somebody_else(game: SignedGame) -> None:
    for cause in ("bot", "absent", "timeout"):
        with pytest.raises(NetError) as refused:
            game.play.answer(UNDO, cause)
        assert refused.value.code == "illegal"


def test_a_host_that_was_started_again_knows_what_can_be_taken_back(game: SignedGame) -> None:
    gold = game.play.view(0).players[game.play.seat or 0].gold
    game.restart()
    take_back(game)
    assert game.play.view(0).players[game.play.seat or 0].gold == gold - 2
    for _ in range(LIMIT - 1):
        take_gold(game)
        game.restart()
        take_back(game)
    take_gold(game)
    game.restart()
    with pytest.raises(NetError, match="10 moves in this turn already"):
        take_back(game)
    game.finish()
    assert verify(game.proof.host, game.proof.notes).ok


# At a table


def seated(**options: Any) -> tuple[Room, list[FakePeer]]:
    """A table at which two people play, at the first turn of either."""
    room = Room(setup=Setup(players=2), **options)
    peers = [room.join("Ada"), room.join("Bo")]
    room.ask(peers[0], Start)
    while game_of(room.table).kind != "menu":
        assert isinstance(room.act(asked(room, peers), str(game_of(room.table).moves[0])), Ack)
    return room, peers


def asked(room: Room, peers: list[FakePeer]) -> FakePeer:
    """Who must decide."""
    return peers[game_of(room.table).seat or 0]


def test_the_asked_player_learns_whether_undo_is_possible() -> None:
    room, peers = seated()
    peer = asked(room, peers)
    assert peer.last(DecisionNote).undo == "nothing"
    room.act(peer, "gold")
    assert peer.last(DecisionNote).undo == ""
    assert isinstance(room.act(peer, "undo"), Ack)
    assert peer.last(DecisionNote).undo == "nothing"
    room.act(peer, "draw")
    assert peer.last(DecisionNote).undo == "hidden"
    refused = room.act(peer, "undo")
    assert isinstance(refused, Err)
    assert (refused.code, refused.detail) == ("undo_refused", "it has shown somebody what was hidden")


def test_a_question_with_one_answer_leaves_time_for_an_undo() -> None:
    room, peers = seated()
    while True:
        peer = asked(room, peers)
        moves = list(map(str, game_of(room.table).moves))
        note = peer.last(DecisionNote)
        if len(moves) == 1:
            assert (note.auto is None) == (not note.undo)
            if not note.undo:
                break
        room.act(peer, "gold" if "gold" in moves else moves[0])
    room.act(peer, "undo")
    assert len(game_of(room.table).moves) > 1


def test_no_time_is_won_by_taking_moves_back() -> None:
    room, peers = seated(turn_time=30.0, reserve=10.0)
    peer = asked(room, peers)
    seat = peers.index(peer)
    assert room.table.match
    reserves = room.table.match.turn_clock.reserves
    room.tick(8)
    room.act(peer, "gold")
    assert peer.last(ClockNote).ms == 30_000
    room.tick(5)
    room.act(peer, "undo")
    assert peer.last(ClockNote).ms == 25_000
    room.tick(20)
    room.act(peer, "gold")
    assert (peer.last(ClockNote).ms, reserves[seat]) == (5_000, 10.0)
    room.tick(7)
    room.act(peer, "undo")
    assert (peer.last(ClockNote).ms, reserves[seat]) == (0, 8.0)
    room.tick(1)
    room.act(peer, "gold")
    assert (peer.last(ClockNote).ms, reserves[seat]) == (0, 7.0)
    room.act(peer, "end")
    while asked(room, peers) is not peer:
        assert asked(room, peers).last(ClockNote).ms == 30_000
        room.act(asked(room, peers), str(game_of(room.table).moves[0]))
    assert peer.last(ClockNote).ms == 30_000


async def first_turn(client: Client) -> tuple[Client, Decision]:
    """Choose characters until a turn of this player's begins."""
    while True:
        decision = await until(client, Decision)
        if decision.kind == "menu":
            return client, decision
        await client.move(decision.moves[0])


@pytest.mark.asyncio
async def test_everybody_sees_what_is_taken_back() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        ada, bo = await seat_players(host, table, 2)
        spectator = await connect(invite(host, table), Identity.new(), "Cleo", watch=True)
        await ada.request(Start)
        turns = [asyncio.create_task(first_turn(client)) for client in (ada, bo)]
        (done,), (waiting,) = await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        mover, first = await done
        assert first.undo == "nothing"
        await mover.move(UNDO)
        refused = await until(mover, Refused)
        assert (refused.code, refused.what) == ("undo_refused", "undo")
        await mover.move(next(move for move in first.moves if str(move) == "gold"))
        second = await until(mover, Decision)
        assert second.undo == ""
        await mover.move(UNDO)
        third = await until(mover, Decision)
        assert (third.moves, third.view) == (first.moves, first.view)
        for client in (bo if mover is ada else ada, spectator):
            told = await until(client, lambda update: isinstance(update, Happened) and update.events[0].kind == "undo")
            assert (told.seat, told.cause) == (mover.seat, "player")
            assert told.view.players == first.view.players
        for client in (ada, bo, spectator):
            await client.leave()

"""Whole games over real loopback sockets."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from engine import EDITIONS, Event, Move, Rules, View, view
from net.base.errors import NetError
from net.client.updates import LobbyView
from net.host.game.logged_game import LoggedGame
from net.protocol.client_messages import Start
from net.protocol.setup import Setup
from tests.support.net.hosting import Story, hosting, open_table, play, play_of, seat_players, soon, until
from tests.support.tiers import tiered


@pytest.fixture
def seen_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[View]]:
    """What the engine shows every seat (the last entry: a spectator) after each entry of the log."""
    found: dict[int, list[View]] = {}
    tell = LoggedGame._tell

    def recording(self: LoggedGame, *move: Any) -> None:
        tell(self, *move)
        seats = [*range(len(self.validator.seats)), None]
        found[self.log.seq] = [view(self._state, seat) for seat in seats]

    monkeypatch.setattr(LoggedGame, "_tell", recording)
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize("players", tiered(range(2, 9), (3,)))
@pytest.mark.slow
@pytest.mark.thorough
async def test_a_whole_game_of_people(players: int, seen_by_the_engine: dict[int, list[View]]) -> None:
    async with hosting() as host:
        table = open_table(host, players)
        clients = await seat_players(host, table, players)
        spectator = (await seat_players(host, table, 1, watch=True))[0]
        await clients[0].request(Start)
        stories = await asyncio.gather(
            *(play(client, seat, leave=False) for seat, client in enumerate(clients)), play(spectator, leave=False)
        )
        assert {story.head for story in stories} == {play_of(table).log.head}
        for seat, story in enumerate(stories):
            assert story.started
            assert story.started.you == (seat if seat < players else None)
            assert story.started.names[:2] == ("Player 1", "Player 2")
            assert story.refused == []
            assert story.views.keys() == seen_by_the_engine.keys()
            for seq, seen in story.views.items():
                assert seen == seen_by_the_engine[seq][seat], f"seat {seat}, entry {seq}"
            assert story.ended
            assert story.ended.winners == stories[0].ended.winners  # type: ignore[union-attr]
            best = max(story.ended.totals)
            assert all(story.ended.totals[winner] == best for winner in story.ended.winners)
        for client in (*clients, spectator):
            await client.leave()


@pytest.mark.asyncio
@pytest.mark.parametrize("number", tiered(range(6), range(3)))
@pytest.mark.thorough
async def test_every_cast_is_folded_into_the_same_views(number: int, seen_by_the_engine: dict[int, list[View]]) -> None:
    edition = list(EDITIONS)[number % len(EDITIONS)]
    rules = Rules.random(2 + number, Random(number), edition, bool(EDITIONS[edition].actions))
    setup = Setup.exactly(rules)
    async with hosting() as host:
        table = open_table(host, setup=setup, bots=["steward"] * (rules.players - 2))
        clients = await seat_players(host, table, 2)
        await clients[0].request(Start)
        stories = await asyncio.gather(*(play(client, number) for client in clients))
        for seat, story in enumerate(stories):
            assert story.started
            assert story.started.rules == rules
            assert story.ended
            assert story.refused == []
            for seq, seen in story.views.items():
                assert seen == seen_by_the_engine[seq][seat], f"seat {seat}, entry {seq}"


@pytest.mark.asyncio
@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.slow
async def test_one_player_against_bots(players: int) -> None:
    async with hosting() as host:
        table = open_table(host, players, bots=["random"] * (players - 1))
        (client,) = await seat_players(host, table, 1)
        lobby = await until(client, LobbyView)
        assert [seat.kind for seat in lobby.seats] == ["human", *["bot"] * (players - 1)]
        assert len({seat.name for seat in lobby.seats}) == players
        assert lobby.mine
        await client.request(Start)
        story = await play(client)
        assert story.ended
        assert story.closed
        assert story.closed.code == "left"
        assert story.refused == []
        assert {"start", "bot", "player"} <= {cause for _, cause in story.moved}


@pytest.mark.asyncio
@pytest.mark.thorough
async def test_the_same_seed_and_moves_give_the_same_game() -> None:
    async def run() -> Story:
        async with hosting() as host:
            table = open_table(host, 4, bots=["random"] * 3)
            (client,) = await seat_players(host, table, 1)
            await client.request(Start)
            return await play(client, 5)

    one, other = await run(), await run()
    assert one.events == other.events
    assert one.head != other.head  # keys and salts are new


class Fool:
    """A bot that fails, or chooses what cannot be chosen."""

    def __init__(self, _level: str, _seed: int) -> None:
        self.thoughts = 0

    def watch(self, event: Event) -> None:
        pass

    def choose(self, view: View) -> Move:
        self.thoughts += 1
        if self.thoughts % 2:
            raise ValueError("no idea")
        return Move("cheat")


@pytest.mark.asyncio
async def test_a_bot_that_fails_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.host.game.table_bot.bot", Fool)
    async with hosting() as host:
        table = open_table(host, 4, bots=["steward"] * 3)
        (client,) = await seat_players(host, table, 1)
        await client.request(Start)
        story = await play(client)
        assert story.ended
        assert "bot" in {cause for _, cause in story.moved}


@pytest.mark.asyncio
@pytest.mark.slow
async def test_a_table_ends_when_its_game_is_over_and_everybody_has_left() -> None:
    async with hosting() as host:
        table = open_table(host, 3, bots=["random"] * 2)
        (client,) = await seat_players(host, table, 1)
        await client.request(Start)
        story = await play(client, leave=False)
        assert story.ended
        assert list(host.tables) == [table.id]
        await client.leave()
        await soon(lambda: not host.tables)
        with pytest.raises(NetError) as caught:
            await seat_players(host, table, 1)
        assert caught.value.code == "invite_bad"


@pytest.mark.asyncio
@pytest.mark.slow
@pytest.mark.thorough
async def test_a_host_runs_many_tables() -> None:
    async with hosting() as host:
        tables = [open_table(host, 3, bots=["random"] * 2, seed=bytes([n]) * 32) for n in range(4)]
        clients = [(await seat_players(host, table, 1))[0] for table in tables]
        assert [client.table for client in clients] == [table.id for table in tables]
        for client in clients:
            await client.request(Start)
        stories = await asyncio.gather(*(play(client) for client in clients))
        assert len({tuple(story.events) for story in stories}) == 4


@pytest.mark.asyncio
@pytest.mark.slow
async def test_a_late_spectator_sees_the_game_from_the_beginning() -> None:
    async with hosting() as host:
        table = open_table(host, 4, bots=["random"] * 3)
        (client,) = await seat_players(host, table, 1)
        await client.request(Start)
        story = await play(client, leave=False)
        (spectator,) = await seat_players(host, table, 1, watch=True)
        watched = await play(spectator, leave=False)
        assert watched.head == story.head
        assert watched.views.keys() == story.views.keys()
        assert watched.started
        assert watched.started.you is None
        await client.leave()
        await spectator.leave()

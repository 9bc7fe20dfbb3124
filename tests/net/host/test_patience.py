"""A client that was too fast sends again what it owes the game: nobody asks it twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.updates import Decision, Started
from net.protocol.client_messages import Act, ClientMessage, Commit, Reveal, Start, from_client
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import Err
from tests.support.net.hosting import hosting, open_table, play, play_of, seat_players, until


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.client.client._PATIENCE", 0.01)


def refuse(client: Client, too_much: Callable[[ClientMessage], bool]) -> None:
    """Some of what a client sends comes to a host that has no time for it."""
    line, loop = client._connection, asyncio.get_running_loop()
    send = line.send

    def sent(frame: bytes) -> None:
        (plain,) = FrameDecoder(DEFAULT.request).feed(frame)
        message = from_client(plain)
        if too_much(message):
            loop.call_soon(client._handle_message, Err(code="rate_limited", cid=getattr(message, "cid", None)))
        else:
            send(frame)

    line.send = sent  # type: ignore[method-assign]


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_move_that_came_too_fast_is_made_a_little_later() -> None:
    refused: set[int] = set()

    def first(message: ClientMessage) -> bool:
        new = isinstance(message, Act) and message.did not in refused
        if isinstance(message, Act):
            refused.add(message.did)
        return new

    async with hosting() as host:
        (client,) = await seat_players(host, open_table(host, 2, bots=["random"]), 1)
        refuse(client, first)
        await client.request(Start)
        story = await play(client)
    assert story.ended
    assert story.refused == []
    assert len(refused) > 10


@pytest.mark.asyncio
async def test_a_share_of_the_luck_that_came_too_fast_is_given_a_little_later() -> None:
    refused: set[str] = set()

    def first(message: ClientMessage) -> bool:
        new = isinstance(message, Commit | Reveal) and message.t not in refused
        refused.add(message.t)
        return new

    async with hosting() as host:
        (client,) = await seat_players(host, open_table(host, 2, bots=["random"], seed=None), 1)
        refuse(client, first)
        await client.request(Start)
        assert await until(client, Started)
        await client.leave()
    assert {"commit", "reveal"} <= refused


@pytest.mark.asyncio
async def test_a_second_choice_replaces_the_first() -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        (client,) = await seat_players(host, table, 1)
        await client.request(Start)
        asked = await until(client, Decision)
        acts: list[ClientMessage] = []

        def first_two(message: ClientMessage) -> bool:
            acts.extend([message] * isinstance(message, Act))
            return isinstance(message, Act) and len(acts) < 3

        refuse(client, first_two)
        for move in asked.moves[:2]:
            await client.move(move)
        await until(client, lambda update: isinstance(update, Decision) and update.did > asked.did)
        made = {seq: move for seq, move, _ in play_of(table)._moves}
        await client.leave()
    assert len(acts) == 3
    assert made[asked.did + 1] == str(asked.moves[1])

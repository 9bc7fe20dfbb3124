"""A game in the client's own process: for guests, who learn to play."""

from __future__ import annotations

import asyncio

import pytest

from citadels_tui.session.lesson import lesson_game
from net.base.errors import NetError
from net.client.connect import connect
from net.client.updates import Closed, Decision, Started, Update
from net.identity.crypto import Identity
from net.local.inside import play_inside
from net.local.order import Order
from net.protocol.setup import Setup
from tests.support.terminal import SECONDS

pytestmark = pytest.mark.asyncio


async def test_it_is_played_alone_and_nothing_of_it_is_left() -> None:
    async with asyncio.timeout(SECONDS):
        client = await play_inside("Ada", lesson_game("Ada", 0.0).order)
        seen: list[Update] = []
        async for update in client.updates():
            seen.append(update)
            if isinstance(update, Decision):
                break
        assert any(isinstance(update, Started) and update.names[0] == "Ada" for update in seen)
        address = client._reconnector.address
        with pytest.raises(NetError):
            # Without the owner's token nobody finds the table's host.
            await connect(address, Identity.new(), "Eve")
        await client.leave()
        rest = [update async for update in client.updates()]
        assert isinstance(rest[-1], Closed)
        with pytest.raises(OSError, match=r"refused|Connect call failed"):
            await asyncio.open_connection(address.host, address.port)


async def test_what_cannot_be_played_leaves_nothing_behind() -> None:
    before = asyncio.all_tasks()
    with pytest.raises(NetError) as caught:
        await play_inside("Ada", Order(setup=Setup(preset="nothing")))
    assert caught.value.code == "setup_bad"
    assert asyncio.all_tasks() == before

"""A game against bots in this very process, for a client that may start no other and keep no file."""

from __future__ import annotations

from contextlib import AsyncExitStack

from net.client.client import Client
from net.client.connect import connect
from net.host.host import Host
from net.identity.crypto import Identity
from net.local.order import Order
from net.local.worker import ALONE
from net.protocol.client_messages import Start


async def play_inside(name: str, order: Order) -> Client:
    """Start a game whose host ends with its client. It listens on the loopback interface, and admits nobody else.

    Args:
        name: The player's name.
        order: The game, of which nothing is kept.

    Raises:
        NetError: ``local_host``, ``setup_bad`` and the like, with a sentence for the player.
    """
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(Host.open(Identity.new(), limits=ALONE))
        opening = order.opening.model_copy(update={"owned": True, "hints": True})
        table = host.open_table(order.setup, order.options, opening)
        invite = host.invite(table, "127.0.0.1", owner=True)
        client = await connect(invite, Identity.new(), name, limits=ALONE, keep_logs=False)
        client.on_closed = stack.pop_all().aclose
        await client.request(Start)
        return client

"""The game on one's own machine: a host in a process of its own, and a client connected to it."""

from __future__ import annotations

from collections.abc import Sequence

from net.client import Client
from net.crypto import Identity
from net.setup import Setup


async def start_local(
    name: str,
    setup: Setup,
    *,
    bots: Sequence[str] = (),
    seed: bytes | None = None,
    bot_pause: float = 0.8,
    identity: Identity | None = None,
    bind: str = "127.0.0.1",
    port: int = 0,
    private: bool = True,
    start: bool = True,
) -> Client:
    """Start a host process, join its table as the owner in seat 0, seat the bots, and start the game.

    The host process ends when the client leaves or this process dies.

    Args:
        name: The player's name.
        setup: The rules; `Setup.players` seats.
        bots: Levels of the bots to seat, one an entry (``random``, ``steward``).
        seed: 32 bytes; the same seed, setup and moves give the same game. None: a random one.
        bot_pause: Seconds between the moves of bots.
        identity: The player's key; None: one for this game only.
        bind: Address to listen on; ``"0.0.0.0"`` or ``"::"`` to let others join.
        port: TCP port; 0 for any free one.
        private: Whether others need the invitation (``client.invite``) to join.
        start: Whether to start at once. False: stay in the lobby, for `citadels host` with a player.

    Raises:
        NetError: when the host cannot start, with a sentence for the player.
    """
    raise NotImplementedError

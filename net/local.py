"""The game on one's own machine: a host in a process of its own, and a client connected to it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

import net
from net.client import Client, connect
from net.crypto import Identity
from net.errors import NetError
from net.invite import Invite, parse_target
from net.known_hosts import config_path
from net.serve import Opened, Order
from net.setup import Setup

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_START = 20.0
"""Seconds the process may take to start."""
_STOP = 3.0


class HostProcess:
    """A host of one table in another process; it dies with this one."""

    def __init__(self, process: asyncio.subprocess.Process, owner: Invite, guest: Invite) -> None:
        self.owner = owner
        """Admits the table's owner."""
        self.guest = guest
        """Admits the others."""
        self._process = process

    @classmethod
    async def start(cls, order: Order) -> HostProcess:
        """Start the process, and wait until it listens.

        Raises:
            NetError: ``local_host`` or ``setup_bad`` and the like, with a sentence for the player.
        """
        root = Path(net.__file__).parent.parent
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "net.serve",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                # A traceback must not be painted over the player's screen.
                stderr=asyncio.subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": str(root)},
                # Not in the terminal's process group: its signals are for the client.
                start_new_session=True,
            )
        except OSError as error:
            raise NetError("local_host", f"{error.strerror}.") from None
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(order.model_dump_json().encode() + b"\n")
            async with asyncio.timeout(_START):
                answer = Opened.model_validate_json(await process.stdout.readline())
            if answer.code:
                raise NetError(answer.code, answer.detail)
            owner, guest = parse_target(answer.owner), parse_target(answer.guest)
            assert isinstance(owner, Invite)
            assert isinstance(guest, Invite)
        except BaseException as error:
            await _end(process)
            if isinstance(error, ValidationError | TimeoutError | OSError):
                raise NetError("local_host", "its host did not start.") from None
            raise
        return cls(process, owner, guest)

    async def stop(self) -> None:
        """End the process, in good order if possible."""
        await _end(self._process)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin:
        process.stdin.close()
    try:
        async with asyncio.timeout(_STOP):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


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
        bots: Levels of the bots to seat, one an entry (``random``, ``steward``); they take the last seats.
        seed: 16 to 64 bytes; the same seed, setup and moves give the same game. None: a random one.
        bot_pause: Seconds between the moves of bots.
        identity: The player's key; None: one for this game only.
        bind: Address to listen on; ``"0.0.0.0"``, or ``""`` for IPv6 too, to let others join.
        port: TCP port; 0 for any free one.
        private: Whether others need the invitation (``client.invite``) to join.
        start: Whether to start at once. False: stay in the lobby, for a table that waits for others.

    Raises:
        NetError: when the host cannot start, with a sentence for the player.
    """
    order = Order(
        setup=setup,
        bots=list(bots),
        seed=seed.hex() if seed else None,
        bot_pause=bot_pause,
        bind=bind,
        port=port,
        private=private,
        # Others remember this host: it must be the same one next time.
        key=None if bind in _LOOPBACK else str(config_path() / "host_ed25519"),
    )
    host = await HostProcess.start(order)
    try:
        client = await connect(host.owner, identity or Identity.new(), name)
    except BaseException:
        await host.stop()
        raise
    client.invite = host.guest
    client.on_closed = host.stop
    if start:
        await client.start()
    return client

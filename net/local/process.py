"""Local game: a host in a process of its own on this machine, and a client connected to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from pydantic import ValidationError

from net.base.errors import NetError, Sentence
from net.base.ids import new_id
from net.base.paths import config_path, local_path
from net.client.client import Client
from net.client.connect import connect
from net.host.opening import Reach
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import Invite, parse_target
from net.local.order import Opened, Order
from net.local.worker_process import WorkerProcess, prepared
from net.protocol.client_messages import Start

_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_START = 20.0
"""Seconds the process may take to start."""
_STOP = 3.0
_REVIVALS = 2
"""How often a process that a fault of ours has ended is started again: the same may not happen the next time."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who plays at this keyboard beside the player who starts the host."""

    identity: Identity
    name: str = ""
    """Empty: only for coming back to a seat of their own."""


class HostProcess:
    """A host of one table in another process; it dies with this one."""

    def __init__(
        self,
        process: WorkerProcess,
        order: Order,
        owner: Invite,
        guest: Invite,
        notices: list[NetError],
        people: frozenset[str] = frozenset(),
    ) -> None:
        self.owner = owner
        """Admits the table's owner."""
        self.guest = guest
        """Admits the others."""
        self.notices = notices
        """Notices for the owner about tables that could not be brought back as they were."""
        self.people = people
        """Public keys, in hex, of those who have a seat at a table that was brought back."""
        self._process = process
        self._order = order
        self._crashes = 0
        self._reviving = asyncio.Lock()

    @classmethod
    async def start(cls, order: Order) -> HostProcess:
        """Start the process, and wait until it listens.

        Raises:
            NetError: ``local_host`` or ``setup_bad`` and the like, with a sentence for the player.
        """
        try:
            process = prepared()
        except OSError as error:
            raise NetError("local_host", f"{error.strerror}.") from None
        try:
            process.send(order.model_dump_json().encode() + b"\n")
            async with asyncio.timeout(_START):
                answer = Opened.model_validate_json(await process.line())
            if answer.code:
                raise NetError(answer.code, answer.detail)
            owner, guest = parse_target(answer.owner), parse_target(answer.guest)
            assert isinstance(owner, Invite)
            assert isinstance(guest, Invite)
        except BaseException as error:
            await process.end(_STOP)
            if isinstance(error, ValidationError | TimeoutError | OSError):
                raise NetError("local_host", _cause()) from None
            raise
        notices = [NetError(code, detail) for code, detail in answer.notices]
        return cls(process, order, owner, guest, notices, frozenset(answer.people))

    async def revive(self) -> None:
        """Start the process again on its journal, if it has died; not when a fault of ours ends it again and again.

        Raises:
            NetError: ``crashed``, ``local_host`` and the like.
        """
        # Everybody at this keyboard may ask for it at once.
        async with self._reviving:
            await self._revive()

    async def _revive(self) -> None:
        if self._process.returncode is None or self._order.journal is None:
            return
        last = await self._process.rest()
        await self._process.end(_STOP)
        if last:
            self._crashes += 1
            if self._crashes > _REVIVALS:
                raise _reason(last)
        port = self.owner.address.port
        again = await HostProcess.start(self._order.model_copy(update={"resume": True, "port": port}))
        self._process = again._process

    async def stop(self) -> None:
        """End the process, in good order if possible."""
        await self._process.end(_STOP)


def _cause() -> str:
    """Why the process has not started, if this one can find out: it would have loaded the same."""
    try:
        import_module("net.local.worker")
    except ImportError as error:
        return Sentence("this Python cannot load what the host needs ({reason}).", reason=error)
    return "its host did not start."


def _loopback_fault() -> str:
    """Why nothing on this machine can reach anything else on it; empty when it can."""
    try:
        with socket.create_server((_LOOPBACK[0], 0)) as server:
            socket.create_connection(server.getsockname(), _START).close()
    except OSError as error:
        return error.strerror or f"{error}"
    return ""


def _reason(last: bytes) -> NetError:
    """The reason that a process gave at its end, which may have come in the middle of a word."""
    try:
        crash = Opened.model_validate_json(last)
    except ValidationError:
        return NetError("local_host", "its host did not start.")
    return NetError(crash.code, crash.detail)


async def start_local(
    name: str,
    order: Order,
    *,
    identity: Identity | None = None,
    start: bool = True,
    kept: bool = True,
    others: Sequence[Person] = (),
) -> Client:
    """Start a host process, join its table as the owner in seat 0, seat the bots, and start the game.

    The host process ends when the client leaves or this process dies; a game that has not ended can be resumed
    with `resume_local`. A host process that dies is started again.

    Args:
        name: The player's name.
        order: The table. The player owns it; without a key or a journal it has the usual key, or a journal of its own.
        identity: The player's key; None: the stored one.
        start: Whether to start at once. False: stay in the lobby, for a table that waits for others.
        kept: Whether a game that is left can be resumed. False: nothing of it is written before its end.
        others: Who else plays at this keyboard; their clients are `Client.beside`.

    Raises:
        NetError: when the host cannot start, with a sentence for the player.
    """
    order = order.model_copy(
        update={
            "opening": order.opening.model_copy(update={"owned": True, "hints": start}),
            # Others remember this host, and the log of a game that is resumed is signed by it.
            "key": order.key or str(config_path() / "host_ed25519"),
            "journal": order.journal or (str(local_path() / f"{new_id()}.db") if kept else None),
            "alone": order.bind in _LOOPBACK,
        }
    )
    client = await _sit_down(order, name, identity, others)
    if start:
        await client.request(Start)
    return client


async def resume_local(
    journal: Path,
    name: str,
    *,
    identity: Identity | None = None,
    bind: str = "127.0.0.1",
    port: int | None = None,
    reach: Reach | None = None,
    others: Sequence[Person] = (),
) -> Client:
    """Resume a table that was left, or whose machine has failed.

    Args:
        journal: The file it is kept in; see `net.local.kept_games`.
        name: The player's name, for a table that has not started.
        identity: The player's key; None: the stored one.
        bind: Address to listen on.
        port: TCP port; None: the one the table had.
        reach: How others come from elsewhere; None: as they came before.
        others: Who else may play at this keyboard; those who have a seat come back to it.

    Raises:
        NetError: ``nothing_kept``, ``journal``, ``later_version`` ..., with a sentence for the player.
    """
    # Here, as what the process of the host says cannot be said in another language.
    # A game that begins needs no database in the client's process.
    from net.host.store.journal_rows import FORMAT

    FORMAT.check(journal)
    order = Order(
        bind=bind,
        port=port,
        reach=reach,
        key=str(config_path() / "host_ed25519"),
        journal=str(journal),
        resume=True,
        alone=bind in _LOOPBACK,
    )
    return await _sit_down(order, name, identity, others)


async def _sit_down(order: Order, name: str, identity: Identity | None, others: Sequence[Person]) -> Client:
    host = await HostProcess.start(order)
    seated: list[Client] = []
    try:
        key = identity or load_identity(config_path() / "id_ed25519")
        client = await connect(host.owner, key, name, invite=host.guest)
        seated.append(client)
        own = host.owner.address
        guest = host.guest.at(own.host, own.port).without_relay()
        for person in others:
            if host.people and person.identity.public.hex() not in host.people:
                continue
            if person.name or host.people:
                # One after another: they sit in this order.
                seated.append(await connect(guest, person.identity, person.name or name))
    except BaseException as error:
        for each in reversed(seated):
            await each.leave()
        await host.stop()
        fault = _loopback_fault() if isinstance(error, NetError) and error.code == "unreachable" else ""
        if fault:
            detail = Sentence(
                "this machine cannot reach itself at {address} ({reason}). Is its loopback interface up?",
                address=_LOOPBACK[0],
                reason=fault,
            )
            raise NetError("local_host", detail) from None
        raise
    for each in seated:
        each.before_return = host.revive
    client.beside = tuple(seated[1:])
    for notice in host.notices:
        client.add_notice(notice)
    client.on_closed = host.stop
    return client

"""Joining a table, and joining it again whenever the connection is lost, with back-off and full jitter."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from net.base.backoff import backoff
from net.base.errors import NetError, ProtocolError
from net.base.limits import Limits
from net.client.dial import ClientConnection, Way, dial, refusal
from net.identity.crypto import Identity, SealKey
from net.identity.invitations import Address
from net.protocol.host_messages import Bye, Err, Welcome
from net.protocol.schema import Door
from net.protocol.session import Role

AGAIN = frozenset(
    {"lost", "timeout", "unreachable", "tls", "busy", "host_shutdown", "internal", "journal", "disk_full"}
    | {"relay_absent", "relay_stranger", "relay_version"}
)
"""After these errors the client comes back by itself."""


@dataclass(slots=True)
class Reconnector:
    """Joins one table, or the visitors of a host, for one player, as often as the connection is lost."""

    address: Address
    """With the table, as soon as it is known."""
    pin: bytes
    """The host's identity must be this."""
    token: bytes = field(repr=False)
    player: Identity
    name: str
    role: Role
    limits: Limits
    door: Door = ""
    """By which of the host's doors the player has come, when this client runs on its machine for somebody else."""
    others: tuple[Address, ...] = ()
    """Further addresses of the same host."""
    way: Way | None = None
    """The one that has led to the host last."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    uniform: Callable[[float, float], float] = random.uniform

    def seal_key(self, connection: ClientConnection) -> SealKey:
        """The player's key for envelopes of the host at the other end."""
        return SealKey.of(self.player, connection.session.host)

    async def join(self, game: str = "", seq: int = 0, head: bytes = b"") -> tuple[ClientConnection, Welcome]:
        """Connect and join.

        Args:
            game: The game whose log is known already; empty for none.
            seq: How far it is known.
            head: Its head there.

        Raises:
            NetError: when there is no getting in.
        """
        connection = await dial(self.address, self.pin, self.limits, self.others, self.way)
        try:
            connection.send(
                connection.session.join(
                    self.player,
                    self.seal_key(connection),
                    table=self.address.table,
                    role=self.role,
                    name=self.name,
                    token=self.token,
                    have=(game, seq, head),
                    door=self.door,
                )
            )
            answer = await connection.next()
            if isinstance(answer, Err | Bye):
                raise refusal(answer)
            if not isinstance(answer, Welcome) or bool(answer.table) == (self.role == "visitor"):
                raise ProtocolError("bad_schema")
        except BaseException:
            await connection.close()
            raise
        self.way = connection.way
        # From now on it is this table, also at a host that has several.
        self.address = replace(self.address, table=answer.table)
        return connection, answer

    async def reconnect(
        self,
        known: Callable[[], tuple[str, int, bytes]],
        error: NetError,
        tell: Callable[[NetError], None],
        before: Callable[[], Awaitable[None]] | None = None,
    ) -> tuple[ClientConnection, Welcome]:
        """Join again, to go on where one was; try until it works.

        Args:
            known: The game whose log is known, how far, and its head there.
            error: Why the connection was lost.
            tell: Told why there is no connection, before every wait.
            before: Awaited before every attempt, after the wait.

        Returns:
            The new connection, and the host's welcome.

        Raises:
            NetError: when it is of no use to try again.
        """
        for wait in backoff(*self.limits.backoff, self.uniform):
            if error.code not in AGAIN:
                break
            tell(error)
            await self.sleep(wait)
            try:
                if before:
                    await before()
                return await self.join(*known())
            except NetError as failed:
                error = failed
        raise error

"""Reconnecting: a client joins a table, and joins it again when the connection is lost (back-off, full jitter)."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from net.base.backoff import backoff
from net.base.errors import NetError, ProtocolError
from net.base.limits import Limits
from net.client.dial import ClientConnection, Route, dial, refusal, routes_to
from net.identity.crypto import Identity, SealKey
from net.identity.invitations import ADDRESSES, Address, read_authority
from net.protocol.host_messages import Bye, Err, HostsNote, Welcome
from net.protocol.schema import Via
from net.protocol.session import Role

AGAIN = frozenset(
    {"lost", "timeout", "unreachable", "tls", "busy", "host_shutdown", "internal", "journal", "disk_full", "database"}
    | {"elsewhere", "silent", "relay_absent", "relay_stranger", "relay_version"}
)
"""After these errors the client comes back by itself."""
_NO_WAY = frozenset({"unreachable", "timeout"})
"""After these errors it is not known whether a host is there at all."""
_HOSTS = 8
"""Hosts that a client remembers."""


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
    via: Via = ""
    """How the player reaches the host, by SSH or in a browser, when this client runs on its machine for them."""
    others: tuple[Address, ...] = ()
    """Further addresses of the same host."""
    hosts: tuple[Address, ...] = ()
    """Addresses of hosts that may have the table when this one is gone."""
    route: Route | None = None
    """The one that has led to the host last."""
    vouch: bytes | None = field(default=None, repr=False)
    """Lets a client with a `via` in at the other hosts that share their tables with its own."""
    origin: bytes = b""
    """The origin of a client with a `via`: see `net.protocol.client_messages.Join.origin`."""
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
        try:
            places = (self.address, *self.others, *self.hosts)
            connection, answer = await self._join(places, self.limits, game, seq, head)
        except NetError as error:
            if error.code != "elsewhere":
                raise
            # One that is stopped is named for some seconds more.
            patience = min(self.limits.connect_timeout, self.limits.stale / 2)
            limits = replace(self.limits, connect_timeout=patience)
            try:
                connection, answer = await self._join(self._told(error), limits, game, seq, head)
            except NetError as failed:
                if self.via and failed.code in _NO_WAY:
                    # Its guest may reach that host.
                    raise error from None
                raise
        self.route = connection.route
        # From now on it is this table, also at a host that has several.
        self.address = replace(self.address, table=answer.table)
        return connection, answer

    @property
    def _stays(self) -> bool:
        """Whether no other host would let this player in."""
        return bool(self.via) and self.vouch is None

    @property
    def invited(self) -> tuple[Address, ...]:
        """The further addresses that stand in an invitation to this table."""
        others = dict.fromkeys([*self.others, *self.hosts])
        own = self.address.authority
        return tuple(place for place in others if place.authority != own)[: ADDRESSES - 1]

    @property
    def silence(self) -> float:
        """Seconds of silence that are a lost connection: where others can take the host's place, fewer."""
        return self.limits.stale if self.hosts else self.limits.silence

    async def _join(
        self, places: Sequence[Address], limits: Limits, game: str, seq: int, head: bytes
    ) -> tuple[ClientConnection, Welcome]:
        connection = await dial(places[0], self.pin, limits, places[1:], self.route)
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
                    via=self.via,
                    vouch=self.vouch,
                    origin=self.origin,
                )
            )
            answer = await connection.next()
            if isinstance(answer, Err | Bye):
                raise refusal(answer)
            if not isinstance(answer, Welcome) or bool(answer.table) == (self.role == "visitor"):
                raise ProtocolError("bad_schema")
        except BaseException:
            await connection.close()
            # A host that has said no need not be asked first again.
            if self.hosts:
                self.route = self._after(connection.route)
            raise
        return connection, answer

    def _after(self, route: Route) -> Route:
        """The route to try next."""
        routes = routes_to((self.address, *self.others, *self.hosts))
        return routes[(routes.index(route) + 1) % len(routes)] if route in routes else routes[0]

    def _told(self, error: NetError) -> tuple[Address]:
        """The place of the host that has the table, as another one has said.

        Raises:
            NetError: the same error, when there is none, or when that other one does not let this player in.
        """
        place = read_authority(error.detail)
        if self._stays or place is None:
            raise error
        return (place,)

    def learn(self, note: HostsNote) -> None:
        """Take note of the hosts that share their tables; those that were there before may come back."""
        if self._stays:
            return
        told = [place for place in map(read_authority, note.hosts) if place]
        self.hosts = tuple(dict.fromkeys([*told, *self.hosts]))[:_HOSTS]

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
        if error.code == "silent" and self.hosts and self.route:
            # It may be stopped, and would not even refuse.
            self.route = self._after(self.route)
        reason = error
        for wait in backoff(*self.limits.backoff, self.uniform):
            if error.code not in AGAIN or (self._stays and error.code == "elsewhere"):
                break
            # That nobody answers is no news, and the address was right.
            tell(reason if error.code in _NO_WAY else error)
            await self.sleep(wait)
            try:
                if before:
                    await before()
                return await self.join(*known())
            except NetError as failed:
                error = failed
        raise error

"""The guest book: who is in, by which via, and how many more may come."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from citadels_tui.guests.cookies import Cookies
from citadels_tui.guests.launcher import GuestSession, Launcher
from citadels_tui.guests.ticket import GUESTS, guest_environ, guest_key, make_ticket
from citadels_tui.texts import guests
from net.base.errors import NetError
from net.base.fairness import AddressRates, FairQueue
from net.base.sockets import is_private
from net.host.store.tally import GuestFigures
from net.identity.crypto import Identity
from net.local.service import DataFolder
from net.protocol.schema import Via

_log = logging.getLogger("net.guests")
_SEVERAL = 4
"""Guests who may have one address by chance."""


@dataclass(frozen=True, slots=True)
class GuestLimits:
    """Limits on the number of guests and of their visits."""

    sessions: int = GUESTS
    """In all. Where there is no room, here and below, a guest from an address with fewer takes the place of the
    oldest of the address that has most."""
    per_address: int = GUESTS
    """As many as there are places, unless the host's owner wants fewer: a school, a tunnel and the gateway of a
    container have one address for everybody."""
    per_player: int = 2
    """Sessions of one player; the newest takes the place of the oldest."""
    connections: int = 256
    """Connections that have not become a session yet, in all."""
    logins: tuple[float, int] = (1.0, 20)
    """Logins of one address: per second, burst."""
    login_time: float = 60.0
    """Seconds to log in, in which a person may have to compare the host's key and type a passphrase, and to ask for a
    session after that."""


class Turned(Exception):
    """A guest who is turned away, with a sentence for them, as it stands in `citadels_tui.texts.guests`."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A guest who comes by SSH or in a browser, as far as that server knows them."""

    via: Via
    who: str
    """An id that no other player has who comes the same way."""
    address: str
    """The guest's network address, as `net.base.sockets.address_of` makes it."""
    name: str
    table: str
    term: str
    environ: Mapping[str, str]
    """The part of their environment that they have told."""
    way_back: str = ""
    """The command with which they come back to their seat, where they are known by nothing else."""


class GuestBook:
    """Lets guests in, within bounds that SSH and browsers share."""

    def __init__(
        self,
        host: Identity,
        folder: DataFolder,
        launcher: Launcher,
        limits: GuestLimits | None = None,
        has_seat: Callable[[bytes], bool] = lambda _: False,
    ) -> None:
        """Begin with nobody.

        Args:
            host: Identity of the host.
            folder: Where it is.
            launcher: Starts the clients.
            limits: Bounds; the usual ones, if there are no others.
            has_seat: Whether an identity has a seat at a table.
        """
        self.limits = limits or GuestLimits()
        self._has_seat = has_seat
        self._host = host
        self.cookies = Cookies(host.derive("browser cookie"))
        """By which browsers are known."""
        self._folder = folder
        self._launcher = launcher
        self._inside: dict[GuestSession, tuple[str, str]] = {}
        """Session -> address, and player; the oldest first."""
        self._coming: list[tuple[str, str]] = []
        """Address and player of each session that is being opened."""
        self._logins = AddressRates(self.limits.logins)
        self._turned = 0
        """Guests who were turned away."""
        self._alike = False
        """Whether it was logged that all have come from one address."""

    def __len__(self) -> int:
        return len(self._inside)

    def may_log_in(self, address: str) -> bool:
        """Whether one more from this address may try to log in."""
        admitted = self._logins.take_token(address, asyncio.get_running_loop().time())
        self._turned += not admitted
        return admitted

    def figures(self) -> GuestFigures:
        """How many guests are here by SSH and in browsers, and how many were turned away."""
        ways = [player.partition(" ")[0] for _address, player in self._inside.values()]
        return GuestFigures(ways.count("ssh"), ways.count("web"), self._turned)

    def has_seat(self, via: Via, who: str) -> bool:
        """Whether a guest has a seat at a table."""
        return self._has_seat(Identity.of_seed(guest_key(self._host, via, who)).public)

    async def enter(self, arrival: Arrival, columns: int, lines: int, show: Callable[[bytes], None]) -> GuestSession:
        """Open a session for a guest; see `Launcher.open`.

        Raises:
            Turned: when there is no room, or none for this guest.
        """
        try:
            return await self._enter(arrival, columns, lines, show)
        except Turned:
            self._turned += 1
            raise

    async def _enter(self, arrival: Arrival, columns: int, lines: int, show: Callable[[bytes], None]) -> GuestSession:
        player = f"{arrival.via} {arrival.who}"
        inside = [here for session, here in self._inside.items() if not session.closing]
        present = [*inside, *self._coming]
        own = [session for session, (_address, who) in self._inside.items() if who == player]
        for session in own:
            session.kill_now()
        if len(own) >= self.limits.per_player:
            own[0].close(guests.ELSEWHERE)
        elif sum(address == arrival.address for address, _who in present) >= self.limits.per_address:
            raise Turned(guests.FULL_FOR_ADDRESS)
        elif len(present) >= self.limits.sessions:
            self._make_room(arrival.address)
        environ = guest_environ(arrival.term, arrival.environ, str(self._folder.path))
        socket = self._folder.socket
        ticket = make_ticket(
            self._host,
            socket,
            arrival.via,
            arrival.who,
            arrival.address,
            arrival.name,
            arrival.table,
            environ,
            arrival.way_back,
            self._folder.guests,
        )
        here = (arrival.address, player)
        self._coming.append(here)
        try:
            session = await self._launcher.open(ticket, columns, lines, show)
        except NetError:
            raise Turned(guests.FULL) from None
        finally:
            self._coming.remove(here)
        self._inside[session] = here
        self._look_at_addresses()
        session.ended.add_done_callback(lambda _: self._inside.pop(session, None))
        return session

    def _look_at_addresses(self) -> None:
        """Log, once, that several guests have one address: nobody can be told from others by it then."""
        addresses, players = (set(each) for each in zip(*self._inside.values(), strict=True))
        if self._alike or len(players) < _SEVERAL or len(addresses) > 1:
            return
        self._alike = True
        (address,) = addresses
        # Whose it is where it is anybody's, is nobody's business.
        shown = {"address": address} if address and is_private(address) else {}
        _log.warning(
            "all guests come from one address, perhaps that of a proxy, a tunnel or a container's gateway",
            extra={"about": {"guests": len(players), **shown}},
        )

    def _make_room(self, address: str) -> None:
        """Let a guest go whose address has more sessions than this one.

        Raises:
            Turned: when there is none.
        """
        places: FairQueue[object] = FairQueue()
        for session, (place, _who) in self._inside.items():
            if not session.closing:
                places.add(session, place)
        for place, _who in self._coming:
            places.add(object(), place)
        crowded_out = places.to_evict(address)
        # One that is being opened cannot be closed yet, but takes a place.
        if not isinstance(crowded_out, GuestSession) or len(self._inside) >= 2 * self.limits.sessions:
            raise Turned(guests.FULL)
        crowded_out.close(guests.CROWDED_OUT)

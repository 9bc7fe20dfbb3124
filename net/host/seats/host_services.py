"""Host services: the clock, the store, the limits and all else that the tables of a host share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from net.base.clock import Clock
from net.base.limits import DEFAULT, Limits
from net.gamelog.proof import Proof
from net.host.store.store import MemoryStore, Store
from net.host.store.tally import GuestFigures, HostTally
from net.identity.crypto import Identity

Keep = Callable[[Proof], Future[None] | None]
"""Takes the log of a finished game, and says when it is kept."""


@dataclass(slots=True)
class Entrances:
    """The servers for guests, who have no client of their own, as far as they are open: they come later than the host.

    `ssh` and `web` are a host and a port.
    """

    ssh: str = ""
    web: str = ""
    """A page that is encrypted, or on this machine alone."""
    count: Callable[[], GuestFigures] = GuestFigures
    """Counts the guests."""


@dataclass(frozen=True, slots=True)
class AwayNotice:
    """A player who is away and asked, and where."""

    table: str
    """The table's id."""
    title: str
    """Title of the table; may be empty."""
    player: str
    """The name at the table."""
    key: bytes
    """The player's identity."""
    until: int
    """When the time to decide is up, in seconds since 1970, reserve included; 0 when no time runs."""
    over: bool = False
    """Whether nobody is asked: the game has ended."""
    last: bool = False
    """Whether it is the reminder before the time is up."""


Notify = Callable[[AwayNotice], None]
"""Takes the notice for a player."""


@dataclass(frozen=True, slots=True)
class HostServices:
    """The services of a host for a table: the same value for all of its tables."""

    identity: Identity
    """Signs the logs."""
    clock: Clock
    """Time and thinking."""
    store: Store = field(default_factory=MemoryStore)
    """Keeps the tables."""
    limits: Limits = DEFAULT
    """Bounds of everything."""
    port: int = 0
    """Where the host listens, for the tables' records."""
    tally: HostTally = field(default_factory=HostTally)
    """Counts what happens at all tables together."""
    entrances: Entrances = field(default_factory=Entrances)
    """Where guests come; tables tell their members."""
    keep: Keep | None = None
    """Takes the logs of finished games; None: nobody does."""
    notify: Notify | None = None
    """Takes the notices for players who are away; None: nobody does."""
    touch: Callable[[str], None] = lambda id: None
    """Told the id of a table whenever something may have happened there that the list of tables shows."""
    hosts: Callable[[], tuple[str, ...]] = tuple
    """The addresses at which clients look for a table whose host is gone; none: it does not move."""

"""The state of a table that all its parts share: who is there, what is played, and what waits."""

from __future__ import annotations

from dataclasses import dataclass

from net.host.game.game_series import GameSeries
from net.host.seats.access import Access
from net.host.seats.host_services import HostServices
from net.host.seats.inbox import Inbox
from net.host.seats.lifecycle import Lifecycle
from net.host.seats.lobby import Lobby
from net.host.seats.outbox import Outbox
from net.host.table.ownership import Ownership


@dataclass(frozen=True, slots=True)
class TableState:
    """One table. Each part of it is given this, and what else it needs; the timers of a part are its own."""

    id: str
    services: HostServices
    """Services of the host."""
    lifecycle: Lifecycle
    """Whether the table goes on."""
    access: Access
    """The invitations and bans."""
    lobby: Lobby
    """The seats, spectators and setup."""
    ownership: Ownership
    """The owner, here or expected."""
    series: GameSeries
    """The games."""
    inbox: Inbox
    """Inputs that wait to be handled."""
    outbox: Outbox
    """Connections, and messages that wait to be sent."""
    patience: float
    """Seconds to wait for a player who has lost the connection."""

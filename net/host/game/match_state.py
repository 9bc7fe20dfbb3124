"""The state of a match that all its parts share: the game, its seats, and the way to the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from net.base.limits import Limits
from net.host.game.logged_game import LoggedGame
from net.host.opening import Opening
from net.host.seats.inbox import Inbox
from net.host.seats.lobby import Lobby, Peer
from net.protocol.table_options import TableOptions


@dataclass(frozen=True, slots=True)
class MatchState:
    """One game at a table. Each part of the match is given this, and what else it needs."""

    game: LoggedGame
    lobby: Lobby
    """The seats."""
    inbox: Inbox
    """The table's; timers and bots act through it."""
    limits: Limits
    """Bounds of everything."""
    options: TableOptions
    """How long bots wait, and how long players may think, when the game begins."""
    opening: Opening
    """How long bots may search, and whether there are hints."""
    send: Callable[[Peer, bytes], None]
    """Sends somebody a frame, after all that has happened was told."""

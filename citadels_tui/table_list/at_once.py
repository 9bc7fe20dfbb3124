"""Playing at once: the table of a host's list at which somebody without a seat is soonest in a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from citadels_tui.table_list.offered_options import QUICK
from citadels_tui.table_list.own_tables import AskedHost
from net.protocol.client_messages import OpenTable, RequestMaker
from net.protocol.setup import Setup
from net.protocol.table_options import USUAL
from net.protocol.visitor_notes import ListedTable


def own_turn(tables: Sequence[ListedTable]) -> ListedTable | None:
    """The first table at which the visitor has a seat, unless its game is over.

    Args:
        tables: Those at which it is the visitor's turn first.
    """
    return next((each for each in tables if each.you is not None and each.phase != "ended"), None)


def open_seat(tables: Sequence[ListedTable]) -> ListedTable | None:
    """The open table at which fewest seats are free, for there the game begins soonest; or a game with bots' seats.

    A table where somebody waits comes first, then the game with most people.
    """
    free = [each for each in tables if each.phase == "open" and each.people + each.bots < each.seats]
    waiting = [each for each in free if each.people]
    if waiting:
        return max(waiting, key=lambda each: each.people + each.bots - each.seats)
    running = [each for each in tables if each.takeable and each.people]
    return max(running, key=lambda each: each.people, default=next(iter(free), None))


def best_watched(tables: Sequence[ListedTable]) -> ListedTable | None:
    """The game in progress with most people, and among these with most spectators."""
    running = [each for each in tables if each.phase == "running" and each.you is None]
    return max(running, key=lambda each: (each.people, each.spectators), default=None)


def best_host(hosts: Sequence[AskedHost]) -> AskedHost | None:
    """The host at which somebody is soonest in a game; None where none has answered."""
    there = [host for host in hosts if host.view]

    def waiting(host: AskedHost) -> tuple[bool, bool, bool]:
        found = open_seat(host.tables)
        return own_turn(host.own) is not None, found is not None and found.people > 0, found is not None

    return max(there, key=waiting, default=None)


def new_table() -> RequestMaker:
    """Opens a table for everybody, at which bots take the open seats after a while."""
    options = USUAL.model_copy(update={"private": False, "bots_after": QUICK})
    return partial(OpenTable, setup=Setup(), options=options)

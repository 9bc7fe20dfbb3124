"""The rehearsal: a client that nobody sees looks at the list of tables and at the help, before any guest comes.

What is loaded, read and worked out at the first look at a screen is there from then on: style sheets, patterns, tables
of letters. All clients that are forked afterwards share it, instead of doing it once for every guest, perhaps all at
the same moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from citadels_tui.guests.guest_client import GuestApp, GuestConnector
from citadels_tui.guests.ticket import Ticket
from citadels_tui.screens.help import HelpScreen
from citadels_tui.screens.tables import TablesScreen
from citadels_tui.session.feed import VisitorFeed
from citadels_tui.session.start import VisitHost
from net.client.connect import Trust
from net.client.visitor import TablesView, VisitorUpdate
from net.identity.invitations import Address, Invite
from net.protocol.client_messages import RequestMaker

SIZE = (80, 24)
"""Of the window that most guests come with."""
PATIENCE = 20.0
"""Seconds for all of it on a busy machine."""
_NOBODY = Ticket("", "", bytes(32).hex(), "", "", "ssh", "", "", {})


def rehearse() -> None:
    """Look at every screen that all guests come by.

    Raises:
        Exception: when that does not work, or takes too long. Guests can come in any case.
    """
    # Not in the main thread: its signals stay as they are. The thread ends here, for a fork has only one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(_play).result()


def _play() -> None:
    app = _Rehearsal()
    app.run(headless=True, size=SIZE, auto_pilot=_look_around)
    if app.fault:
        raise app.fault


async def _look_around(pilot: Pilot[Any]) -> None:
    app = pilot.app
    assert isinstance(app, _Rehearsal)
    async with asyncio.timeout(PATIENCE):
        await app.until_painted(TablesScreen)
        await pilot.press("question_mark")
        await app.until_painted(HelpScreen)
    app.exit()


class _Rehearsal(GuestApp):
    """A guest's app that remembers what it has painted."""

    def __init__(self) -> None:
        super().__init__(VisitHost("", ""), _NoConnection(_NOBODY), _NOBODY, "", ascii=False)
        self._seen: set[type[Screen[Any]]] = set()
        self._changed = asyncio.Event()

    def post_display_hook(self) -> None:
        """Take note of what is painted."""
        super().post_display_hook()
        self._seen.add(type(self.screen))
        self._changed.set()

    async def until_painted(self, screen: type[Screen[Any]]) -> None:
        """Wait until a screen is in sight, or the app has failed."""
        while screen not in self._seen and not self.fault:
            self._changed.clear()
            await self._changed.wait()


class _NoConnection(GuestConnector):
    """Leads to a host that has no tables."""

    async def visit(self, start: VisitHost, trust: Trust) -> VisitorFeed:
        """To the list of none."""
        return _NoTables()


class _NoTables:
    """The list of a host that has no tables."""

    address = Address("", unix="none")
    fingerprint = ""

    async def updates(self) -> AsyncIterator[VisitorUpdate]:
        """There are none, and nothing changes."""
        yield TablesView("", ())
        await asyncio.Event().wait()

    def invite(self, table: str) -> Invite:
        """There is no way to a table."""
        raise NotImplementedError

    async def request(self, make: RequestMaker) -> None:
        """Nobody is there to be asked."""

    async def chat(self, text: str) -> None:
        """Nobody listens."""

    async def leave(self) -> None:
        """Nobody has come."""

"""Opening a table at a host whose list one looks at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual import on
from textual.widget import Widget

from citadels_tui.screens.table_form import TableForm
from citadels_tui.session.feed import VisitorFeed
from citadels_tui.texts import _, home, tables
from citadels_tui.widgets.menu_item import MenuItem
from net.protocol.client_messages import OpenTable
from net.protocol.table_options import USUAL

ELSEWHERE = ("here",)
"""Settings that a table on this machine has alone: others at this keyboard."""
INVITING = ("private",)
"""Settings for those who can invite others: a guest on the host's machine does not know how it is reached."""


class OpenTableScreen(TableForm):
    """The settings of a table at another host. It stays until the table is there: what is refused can be changed."""

    TITLE_TEXT = tables.OPEN_TITLE
    ON_THIS_MACHINE = False
    USUAL = USUAL.model_copy(update={"private": False})
    """Anybody who looks at the list may come."""

    def __init__(self, feed: VisitorFeed) -> None:
        super().__init__()
        self.feed = feed

    def on_mount(self) -> None:
        """Hide the settings that only a table on this machine has."""
        super().on_mount()
        for id in (*ELSEWHERE, *(INVITING if self.feed.address.unix else ())):
            self.query_one(f"#{id}").display = False

    def actions(self) -> Iterator[Widget]:
        """Open the table."""
        yield MenuItem("s", _(home.OPEN[0]), "", self.symbols, id="open")

    @on(MenuItem.Pressed, "#open")
    def submit(self) -> None:
        """Ask for the table."""
        setup = self.checked()
        options = self.checked_options()
        if setup is None or options is None:
            return
        request = partial(OpenTable, setup=setup, bots=list(self.bots(self.bot_seats)), options=options)
        self.citadels_app.send(self.feed.request(request))

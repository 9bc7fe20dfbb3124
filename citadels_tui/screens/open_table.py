"""Opening a table at a host whose list one looks at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from citadels_tui.screens.setup_form import SEATS
from citadels_tui.screens.table_form import TableForm
from citadels_tui.table.feed import VisitorFeed
from citadels_tui.texts import _, home, tables, translated
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from net.protocol.client_messages import OpenTable

ELSEWHERE = ("here", "speed")
"""Settings that a table on this machine has alone: others at this keyboard, and the pace of the bots."""
INVITING = ("private",)
"""Settings for those who can invite others: a guest on the host's machine does not know how it is reached."""


class OpenTableScreen(TableForm):
    """The settings of a table at another host. It stays until the table is there: what is refused can be changed."""

    TITLE_TEXT = tables.OPEN_TITLE
    ON_THIS_MACHINE = False

    def __init__(self, feed: VisitorFeed) -> None:
        super().__init__()
        self.feed = feed

    def settings(self) -> Iterator[Widget]:
        """The table's title, its settings, and how it begins."""
        yield Horizontal(
            Static(Content(_(tables.TABLE_TITLE)), classes="label"),
            LineInput(id="title", max_length=40, compact=True),
            classes="field",
        )
        yield from super().settings()
        ready = [(n, translated(tables.START_READY, n).format(amount=n)) for n in SEATS]
        yield Choice(_(tables.START_WHEN), [(0, _(tables.START_NEVER)), *ready], 0, self.symbols, id="start")
        listed = [(True, _(tables.LISTED_YES)), (False, _(tables.LISTED_NO))]
        yield Choice(_(tables.LISTED), listed, True, self.symbols, id="listed")

    @property
    def usually_private(self) -> bool:
        """Off: anybody who looks at the list may come."""
        return False

    def on_mount(self) -> None:
        """Hide the settings that only a table on this machine has."""
        super().on_mount()
        for id in (*ELSEWHERE, *(INVITING if self.feed.address.unix else ())):
            self.query_one(f"#{id}").display = False

    def actions(self) -> Iterator[Widget]:
        """Open the table."""
        yield MenuItem("s", _(home.OPEN[0]), "", self.symbols, id="open")

    @on(Input.Submitted)
    def titled(self) -> None:
        """Go on to the settings."""
        self.app.action_focus_next()

    @on(MenuItem.Pressed, "#open")
    def go(self) -> None:
        """Ask for the table."""
        setup = self.checked()
        if setup is None:
            return
        start = self.chosen("start")
        assert isinstance(start, int)
        timers = self.timers
        request = partial(
            OpenTable,
            setup=setup,
            bots=list(self.bots(self.bot_seats)),
            title=self.query_one("#title", Input).value.strip(),
            private=bool(self.chosen("private")),
            unlisted=not self.chosen("listed"),
            turn_time=round(timers.decision * 1000) if timers else 0,
            reserve=round(timers.reserve * 1000) if timers else 0,
            spectator_delay=round(self.spectator_delay * 1000),
            start_when=min(start, setup.players),
        )
        self.citadels_app.send(self.feed.request(request))

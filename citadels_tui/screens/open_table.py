"""Opening a table at a host whose list one looks at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.widget import Widget

from citadels_tui.screens.table_form import TableForm
from citadels_tui.session.feed import VisitorFeed
from citadels_tui.table_list.offered_options import PRIVATE
from citadels_tui.texts import _, home, tables
from citadels_tui.widgets.choice import Choice
from net.protocol.client_messages import OpenTable
from net.protocol.table_options import USUAL


class OpenTableScreen(TableForm):
    """The settings of a table at another host. It stays until the table is there: what is refused can be changed."""

    TITLE_TEXT = tables.OPEN_TITLE
    START_TEXT = home.OPEN
    USUAL = USUAL.model_copy(update={"private": False})
    """Anybody who looks at the list may come."""
    PLACED = (*TableForm.PLACED, PRIVATE)
    people_here = 1

    def __init__(self, feed: VisitorFeed) -> None:
        super().__init__()
        self.feed = feed

    def settings(self) -> Iterator[Widget]:
        """The settings of every table, and who may come."""
        yield from super().settings()
        who = [(False, _(tables.WHO_ALL)), (True, _(tables.WHO_INVITED))]
        yield Choice(_(home.WHO), who, False, self.symbols, id=PRIVATE.name)

    def on_mount(self) -> None:
        """A guest on the host's machine does not know how it is reached, and can invite nobody."""
        super().on_mount()
        self.query_one(f"#{PRIVATE.name}").display = not self.feed.address.unix

    def submit(self) -> None:
        """Ask for the table."""
        setup = self.checked()
        options = self.checked_options()
        if setup is None or options is None:
            return
        request = partial(OpenTable, setup=setup, bots=list(self.bots(self.bot_seats)), options=options)
        self.citadels_app.send(self.feed.request(request))

"""Opening a table for others."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from citadels_tui.screens.table_form import TableForm
from citadels_tui.session.start import HostTable
from citadels_tui.texts import _, home, why
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from net.base.errors import NetError
from net.base.limits import PORT
from net.host.opening import Opening
from net.identity.invitations import parse_relay
from net.local.order import Order


class HostScreen(TableForm):
    """The settings of a table on this machine, and who can reach it."""

    TITLE_TEXT = home.HOST_TITLE

    def settings(self) -> Iterator[Widget]:
        """The table's settings, then the network's."""
        yield from super().settings()
        binds = [("", _(home.BIND_ALL)), ("127.0.0.1", _(home.BIND_HERE))]
        yield Choice(_(home.BIND), binds, "", self.symbols, id="bind")
        yield Horizontal(
            Static(Content(_(home.PORT)), classes="label"),
            LineInput(str(PORT), id="port", type="integer", max_length=5, compact=True),
            classes="field",
        )
        announced = [(True, _(home.ANNOUNCE_YES)), (False, _(home.ANNOUNCE_NO))]
        yield Choice(_(home.ANNOUNCE), announced, True, self.symbols, id="announce")
        yield Horizontal(
            Static(Content(_(home.RELAY)), classes="label"),
            LineInput(placeholder=_(home.RELAY_HINT), id="relay", max_length=100, compact=True),
            classes="field",
        )

    def actions(self) -> Iterator[Widget]:
        """Open the table."""
        yield MenuItem("s", _(home.OPEN[0]), "", self.symbols, id="open")

    @on(MenuItem.Pressed, "#open")
    def submit(self) -> None:
        """Open the table."""
        setup = self.checked()
        others = self.others(setup.players) if setup is not None else None
        options = self.checked_options()
        if setup is None or others is None or options is None:
            return
        text = self.query_one("#port", Input).value
        port = int(text) if text.isdecimal() else 0
        if not 0 < port < 65536:
            self.complain(_(home.BAD_PORT))
            return
        relay = self.query_one("#relay", Input).value.strip()
        try:
            if relay:
                parse_relay(relay)
        except NetError as error:
            self.complain(why(error))
            return
        order = Order(
            setup=setup,
            options=options,
            opening=Opening(bots=self.bots(self.bot_seats), thinking=self.thinking),
            bind=str(self.chosen("bind")),
            port=port,
            relay=relay,
            announce=bool(self.chosen("announce")),
        )
        self.citadels_app.begin(HostTable(self.citadels_app.player, order, others=others))

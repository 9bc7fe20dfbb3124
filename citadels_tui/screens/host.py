"""Opening a table for others: at this keyboard, on this network, or on the internet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from citadels_tui.screens.table_form import TableForm
from citadels_tui.session.start import HostTable, OwnHost, VisitHost
from citadels_tui.table_list.ways_in import (
    BY_SSH,
    PORT_OPEN,
    RELAY,
    SSH_PORT,
    can_serve,
    known_hosts,
    reached_directly,
    told,
)
from citadels_tui.texts import _, home, why
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from net.base.errors import NetError
from net.base.limits import PORT
from net.base.own_addresses import own_addresses
from net.host.opening import Opening, Reach
from net.identity.invitations import Address, parse_place
from net.local.order import Order
from net.protocol.client_messages import OpenTable
from net.protocol.table_options import TableOptions

HERE, NETWORK, INTERNET = "here", "network", "internet"
"""Who may come."""


class HostScreen(TableForm):
    """The settings of a table on this machine, and who can come to it."""

    TITLE_TEXT = home.HOST_TITLE
    START_TEXT = home.OPEN

    def settings(self) -> Iterator[Widget]:
        """Who may come, and how, then the table's settings."""
        symbols, settings = self.symbols, self.citadels_app.settings
        who = [(NETWORK, _(home.WHO_NETWORK)), (INTERNET, _(home.WHO_INTERNET)), (HERE, _(home.WHO_HERE))]
        yield Choice(_(home.WHO), who, NETWORK, symbols, id="who")
        ways = [(PORT_OPEN, _(home.HOW_PORT)), (RELAY, _(home.HOW_RELAY))]
        ways.append((BY_SSH, _(home.HOW_SSH)))
        ways += [(host, _(home.HOW_HOST).format(host=host)) for host in known_hosts()]
        # What was of use the last time may be so again.
        usual = RELAY if settings.relay and not settings.address else PORT_OPEN
        yield Choice(_(home.HOW), ways, usual, symbols, id="how")
        yield Static(id="way")
        line = LineInput(settings.address, placeholder=_(home.ADDRESS_HINT), id="address", max_length=100)
        yield self.field(_(home.ADDRESS), line)
        line = LineInput(settings.relay, placeholder="relay.example.org", id="relay", max_length=100)
        yield self.field(_(home.RELAY), line)
        yield from self.here_rows()
        yield from super().settings()

    def rest(self) -> Iterator[Widget]:
        """The other settings of the table, then those of the network."""
        yield from super().rest()
        yield self.field(_(home.PORT), LineInput(str(PORT), id="port", type="integer", max_length=5))
        announced = [(True, _(home.ANNOUNCE_YES)), (False, _(home.ANNOUNCE_NO))]
        yield Choice(_(home.ANNOUNCE), announced, True, self.symbols, id="announce")

    @property
    def way(self) -> str:
        """How players come from the internet: `PORT_OPEN`, `RELAY` or a host's address; empty where none shall."""
        return str(self.chosen("how")) if self.chosen("who") == INTERNET else ""

    @on(Choice.Changed)
    def adapt(self) -> None:
        """Show what players from the internet need, or who is at this keyboard."""
        here, way = self.chosen("who") == HERE, self.way
        people = self.query_one("#here", Choice)
        if here and people.value == 1:
            people.choose(2)
        super().adapt()
        start = self.query_one("#start", MenuItem)
        start.label = _(home.START if here else home.OPEN)
        start.refresh()
        people.display = here or (self.more and way in ("", PORT_OPEN, RELAY))
        self.query_one("#how").display = bool(way)
        row = self.query_one("#way", Static)
        row.display = bool(way)
        if way:
            row.update(Content(told(way, self._port or PORT)))
        self.query_one("#field-address").display = way in (PORT_OPEN, BY_SSH)
        self.query_one("#field-relay").display = way == RELAY
        # What nobody needs who comes from nowhere else.
        self.query_one("#botseats").display = not here
        for id in ("#private", "#spectator_delay", "#start_when", "#bots_after", "#bots_yield", "#listed"):
            self.query_one(id).display = not here
        if way == BY_SSH:
            self.query_one("#private").display = False
        for id in ("#field-port", "#announce"):
            self.query_one(id).display = not here and way in ("", PORT_OPEN, RELAY)

    @property
    def _port(self) -> int:
        """The port that was typed; 0 when there is none such."""
        text = self.query_one("#port", Input).value
        port = int(text) if text.isdecimal() else 0
        return port if port < 65536 else 0

    def submit(self) -> None:
        """Open the table."""
        options = self.checked_options()
        if options is None or not self._leads_here:
            return
        if self.chosen("who") == HERE:
            self.begin_here(options)
        elif self.way in ("", PORT_OPEN, RELAY):
            self._host(options)
        elif (setup := self.checked()) is not None:
            bots = list(self.bots(self.bot_seats))
            start = VisitHost(self.citadels_app.player, self.way)
            if self.way == BY_SSH:
                # A table's name is all that a guest can give.
                options = options.model_copy(update={"private": False})
                here = Address(own_addresses()[0], PORT).authority
                start = start._replace(target=here, serves=OwnHost(PORT, SSH_PORT, self._typed))
            request = partial(OpenTable, setup=setup, bots=bots, options=options)
            self.citadels_app.begin(start._replace(opens=request))

    @property
    def _leads_here(self) -> bool:
        """Whether the chosen way leads from the internet to this machine; says what is wrong with it."""
        if self.way not in (PORT_OPEN, RELAY, BY_SSH):
            return True
        relay = self.way == RELAY
        if not self._typed and (relay or not reached_directly()):
            self.complain(_(home.NO_RELAY if relay else home.NO_ADDRESS))
            self.query_one("#relay" if relay else "#address").focus()
            return False
        try:
            if self._typed:
                parse_place(self._typed, PORT)
        except NetError as error:
            self.complain(why(error))
            return False
        if self.way == BY_SSH and not can_serve():
            self.complain(told(BY_SSH, PORT))
            return False
        self.citadels_app.remember(**{"relay" if relay else "address": self._typed})
        return True

    def _host(self, options: TableOptions) -> None:
        """Open it on this machine, unless something is wrong with the settings."""
        setup = self.checked()
        others = self.others(setup.players) if setup is not None else None
        if setup is None or others is None:
            return
        if not self._port:
            self.complain(_(home.BAD_PORT))
            return
        order = Order(
            setup=setup,
            options=options,
            opening=Opening(bots=self.bots(self.bot_seats), thinking=self.thinking),
            bind="",
            port=self._port,
            reach=Reach(
                relay=self._typed if self.way == RELAY else "",
                address=parse_place(self._typed, self._port).authority if self.way == PORT_OPEN and self._typed else "",
                announce=bool(self.chosen("announce")),
            ),
        )
        self.citadels_app.begin(HostTable(self.citadels_app.player, order, others=others))

    @property
    def _typed(self) -> str:
        """The address or the relay by which players come from the internet, as it was typed."""
        return self.query_one("#relay" if self.way == RELAY else "#address", Input).value.strip()

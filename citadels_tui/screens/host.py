"""Opening a table for others."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from citadels_tui.screens.setup_form import SetupForm
from citadels_tui.start import HostTable
from citadels_tui.texts import _, home
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from net.host.table_options import TableOptions, Timers
from net.identity.invitations import PORT


class HostScreen(SetupForm):
    """The settings of a game, and who may come."""

    TITLE_TEXT = home.HOST_TITLE

    def settings(self) -> Iterator[Widget]:
        """The game's settings, then the network's."""
        yield from super().settings()
        symbols = self.symbols
        seats = [(n, str(n)) for n in range(8)]
        yield Choice(_(home.BOT_SEATS), seats, 2, symbols, id="botseats")
        binds = [("0.0.0.0", _(home.BIND_ALL)), ("127.0.0.1", _(home.BIND_HERE))]
        yield Choice(_(home.BIND), binds, "0.0.0.0", symbols, id="bind")
        private = [(True, _(home.PRIVATE_YES)), (False, _(home.PRIVATE_NO))]
        yield Choice(_(home.PRIVATE), private, True, symbols, id="private")
        yield Horizontal(
            Static(Content(_(home.PORT)), classes="label"),
            LineInput(str(PORT), id="port", type="integer", max_length=5, compact=True),
            classes="field",
        )

    def actions(self) -> Iterator[Widget]:
        """Open the table."""
        yield MenuItem("s", _(home.OPEN[0]), "", self.symbols, id="open")

    @on(MenuItem.Pressed, "#open")
    @on(Input.Submitted)
    def go(self) -> None:
        """Open the table."""
        setup = self.checked()
        if setup is None:
            return
        text = self.query_one("#port", Input).value
        port = int(text) if text.isdecimal() else 0
        if not 0 < port < 65536:
            self.complain(_(home.BAD_PORT))
            return
        seats = self.chosen("botseats")
        assert isinstance(seats, int)
        options = TableOptions(
            bots=self.bots(min(seats, setup.players - 1)),
            private=bool(self.chosen("private")),
            bot_pause=self.bot_pause,
            timers=Timers(),
        )
        self.client.begin(HostTable(self.client.player, setup, options, bind=str(self.chosen("bind")), port=port))

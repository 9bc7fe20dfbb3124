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
from citadels_tui.texts import _, decimal, home, translated
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from net.host.table_options import TableOptions, Timers
from net.identity.invitations import PORT

TURN_TIMES = (0.0, 20.0, 45.0, 90.0, 180.0, 600.0)
"""The times for a decision that can be chosen, in seconds; 0: as long as anybody likes."""
RESERVES = (0.0, 60.0, 120.0, 300.0, 900.0)
"""The reserves, in seconds."""


class HostScreen(SetupForm):
    """The settings of a game, and who may come."""

    TITLE_TEXT = home.HOST_TITLE

    def settings(self) -> Iterator[Widget]:
        """The game's settings, then the network's."""
        yield from super().settings()
        symbols = self.symbols
        seats = [(n, str(n)) for n in range(8)]
        yield Choice(_(home.BOT_SEATS), seats, 2, symbols, id="botseats")
        binds = [("", _(home.BIND_ALL)), ("127.0.0.1", _(home.BIND_HERE))]
        yield Choice(_(home.BIND), binds, "", symbols, id="bind")
        times = [(s, _time(s)) for s in TURN_TIMES]
        yield Choice(_(home.TURN_TIME), times, Timers().decision, symbols, id="turntime")
        reserves = [(s, _time(s)) for s in RESERVES]
        yield Choice(_(home.RESERVE), reserves, Timers().reserve, symbols, id="reserve")
        private = [(True, _(home.PRIVATE_YES)), (False, _(home.PRIVATE_NO))]
        yield Choice(_(home.PRIVATE), private, True, symbols, id="private")
        yield Horizontal(
            Static(Content(_(home.PORT)), classes="label"),
            LineInput(str(PORT), id="port", type="integer", max_length=5, compact=True),
            classes="field",
        )

    @on(Choice.Changed)
    def adapt(self) -> None:
        """Without a clock there is no reserve either."""
        super().adapt()
        self.query_one("#reserve").display = self.timers is not None

    @property
    def timers(self) -> Timers | None:
        """How long players may think; None: as long as they like."""
        decision, reserve = self.chosen("turntime"), self.chosen("reserve")
        assert isinstance(decision, float)
        assert isinstance(reserve, float)
        return Timers(decision=decision, reserve=reserve) if decision else None

    def actions(self) -> Iterator[Widget]:
        """Open the table."""
        yield MenuItem("s", _(home.OPEN[0]), "", self.symbols, id="open")

    @on(MenuItem.Pressed, "#open")
    @on(Input.Submitted)
    def go(self) -> None:
        """Open the table."""
        setup = self.checked()
        others = self.others(setup.players) if setup is not None else None
        if setup is None or others is None:
            return
        text = self.query_one("#port", Input).value
        port = int(text) if text.isdecimal() else 0
        if not 0 < port < 65536:
            self.complain(_(home.BAD_PORT))
            return
        seats = self.chosen("botseats")
        assert isinstance(seats, int)
        options = TableOptions(
            bots=self.bots(min(seats, setup.players - 1 - len(others))),
            private=bool(self.chosen("private")),
            bot_pause=self.bot_pause,
            timers=self.timers,
        )
        bind = str(self.chosen("bind"))
        self.client.begin(HostTable(self.client.player, setup, options, bind=bind, port=port, others=others))


def _time(seconds: float) -> str:
    """A time on a clock, in words."""
    if not seconds:
        return _(home.NO_TIME)
    if seconds % 60:
        return _(home.TIME_SECONDS).format(seconds=decimal(seconds))
    return translated(home.TIME_MINUTES, round(seconds / 60)).format(amount=decimal(seconds / 60))

"""A new game on this machine."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.widget import Widget

from citadels_tui.screens.setup_form import SetupForm
from citadels_tui.session.start import PlayGame
from citadels_tui.texts import _, home
from citadels_tui.widgets.menu_item import MenuItem
from net.host.opening import Opening
from net.local.order import Order
from net.protocol.table_options import TableOptions


class NewGameScreen(SetupForm):
    """A game on this machine against bots."""

    TITLE_TEXT = home.NEW_TITLE

    def actions(self) -> Iterator[Widget]:
        """Start."""
        yield MenuItem("s", _(home.START[0]), "", self.symbols, id="start")

    @on(MenuItem.Pressed, "#start")
    def submit(self) -> None:
        """Start the game."""
        setup = self.checked()
        others = self.others(setup.players) if setup is not None else None
        if setup is not None and others is not None:
            bots = self.bots(setup.players - 1 - len(others))
            opening = Opening(bots=bots, thinking=self.thinking)
            order = Order(setup=setup, options=TableOptions(bot_pause=self.bot_pause), opening=opening)
            self.citadels_app.begin(PlayGame(self.citadels_app.player, order, others))

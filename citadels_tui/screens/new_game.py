"""A new game on this machine."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from citadels_tui.screens.setup_form import SetupForm
from citadels_tui.texts import home
from net.protocol.table_options import TableOptions


class NewGameScreen(SetupForm):
    """A game on this machine against bots."""

    TITLE_TEXT = home.NEW_TITLE

    def settings(self) -> Iterator[Widget]:
        """Players, cards, bots, and who is at this keyboard."""
        yield from self.game_rows()
        yield from self.level_rows(home.BOTS)
        yield from self.here_rows()

    def submit(self) -> None:
        """Start the game."""
        self.begin_here(TableOptions(bot_pause=self.bot_pause))

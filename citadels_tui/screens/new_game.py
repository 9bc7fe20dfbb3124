"""A new game on this machine."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from citadels_tui.screens.setup_form import SetupForm
from citadels_tui.texts import home
from citadels_tui.widgets.choice import Choice
from net.protocol.table_options import TableOptions


class NewGameScreen(SetupForm):
    """A game on this machine against bots."""

    TITLE_TEXT = home.NEW_TITLE

    def __init__(self, edition: str = "", here: int = 1, cast: str = "") -> None:
        """Prepare the form.

        Args:
            edition: The one whose first cards are chosen at first; empty: as usual.
            here: How many people are at this keyboard, at first.
            cast: How its cards are chosen at first (`Wish.cast`); empty: by its first preset.
        """
        super().__init__()
        self._first = edition, here, cast

    def on_mount(self) -> None:
        """Begin with what was wished."""
        edition, here, cast = self._first
        cards = self.query_one("#cards", Choice)
        wished = (value for value, _ in cards.options if value[0] == edition and cast in ("", value[1]))
        cards.choose(next(wished, cards.value))
        self.query_one("#here", Choice).choose(here)
        super().on_mount()

    def settings(self) -> Iterator[Widget]:
        """Players, cards, bots, and who is at this keyboard."""
        yield from self.game_rows()
        yield from self.level_rows(home.BOTS)
        yield from self.here_rows()

    def submit(self) -> None:
        """Start the game."""
        self.begin_here(TableOptions(bot_pause=self.bot_pause))

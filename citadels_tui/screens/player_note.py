"""The note screen: one line about another player, for oneself."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from citadels_tui.screens.base import Dialog
from citadels_tui.settings.player_notes import LONGEST, PlayerNotes
from citadels_tui.texts import _, say, table
from citadels_tui.widgets.line_input import LineInput
from net.client.updates import SeatInfo


class PlayerNoteScreen(Dialog[None]):
    """Asks for the line, and keeps it; an empty one is no note."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [Binding("escape", "dismiss", "Close", id="note.close", tooltip="Leave the note as it is")]

    def __init__(self, info: SeatInfo) -> None:
        """Show the note about a player.

        Args:
            info: The player's seat.
        """
        super().__init__()
        self.info = info
        self.notes = PlayerNotes()

    def compose(self) -> ComposeResult:
        """The line, as it was kept last."""
        line = LineInput(self.notes.of(self.info.key), max_length=LONGEST, compact=True)
        box = Vertical(line, Static(Content(_(table.NOTE_HINT)), classes="hint"), classes="box")
        box.border_title = say(table.NOTE_TITLE, name=self.info.name)
        yield box

    @on(Input.Submitted)
    def keep(self, event: Input.Submitted) -> None:
        """Keep what was typed."""
        try:
            self.notes.write(self.info.key, event.value.strip())
        except OSError as error:
            self.notify(say(table.NOTE_FAILED, reason=error.strerror or str(error)).plain, severity="warning")
            return
        self.dismiss()

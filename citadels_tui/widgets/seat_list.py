"""The seats of a table before the game."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.events import Click
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.pages.seating import seated
from citadels_tui.textart.symbols import Symbols
from net.client.updates import LobbyView, SeatInfo


class SeatList(Widget, can_focus=True):
    """One line a seat, with a cursor."""

    DEFAULT_CSS = """
    SeatList { height: 8; text-wrap: nowrap; }
    """

    BINDINGS = [
        Binding("up,k", "move(-1)", "Up", id="seats.up", show=False, tooltip="The seat above"),
        Binding("down,j", "move(1)", "Down", id="seats.down", show=False, tooltip="The seat below"),
    ]

    lobby: reactive[LobbyView | None] = reactive(None)
    """What is shown."""
    cursor: reactive[int] = reactive(0)
    """The marked seat."""

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols

    def watch_lobby(self, lobby: LobbyView | None) -> None:
        """Take a line for each seat."""
        if lobby is not None:
            self.styles.height = len(lobby.seats)

    @property
    def seat(self) -> SeatInfo | None:
        """The marked seat."""
        seats = self.lobby.seats if self.lobby else ()
        return seats[self.cursor] if self.cursor < len(seats) else None

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        count = len(self.lobby.seats) if self.lobby else 1
        self.cursor = min(max(self.cursor + step, 0), count - 1)

    def on_click(self, event: Click) -> None:
        """Mark the seat under the mouse."""
        if self.lobby and event.y < len(self.lobby.seats):
            self.cursor = event.y

    def render(self) -> Content:
        """The seats."""
        lobby = self.lobby
        if lobby is None:
            return Content("")
        return Content("\n").join(self._line(lobby, info) for info in lobby.seats)

    def _line(self, lobby: LobbyView, info: SeatInfo) -> Content:
        marked = info.seat == self.cursor and self.has_focus
        line = Content.assemble(self.symbols.acting if marked else " ", f" p{info.seat + 1}  ", seated(lobby, info))
        return line.stylize("bold") if marked else line

"""The result screen: the winner, and the source of every point."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Footer, Static

from citadels_tui.score_table import checked, score_table
from citadels_tui.screens.base import BaseScreen
from citadels_tui.session import Session
from citadels_tui.story import Line
from citadels_tui.texts import _, say, table
from citadels_tui.voice import Voice
from net.client.updates import Attested, Ended, Update, Verified


class Scores(Static):
    """The score table, as wide as there is room."""

    def __init__(self, ended: Ended, voice: Voice) -> None:
        self.ended, self.voice = ended, voice
        super().__init__(self._table(0))

    def on_resize(self, event: Resize) -> None:
        """Use the width."""
        self.update(self._table(event.size.width))

    def _table(self, width: int) -> Content:
        return Content("\n").join(score_table(self.ended, self.voice, width))


class ResultScreen(BaseScreen):
    """The score table; Escape looks at the board again."""

    CSS_PATH = "result.tcss"

    BINDINGS = [
        Binding("escape,b", "app.pop_screen", "Board", id="result.board", tooltip="Look at the board again"),
        Binding("l", "log", "Log", id="result.log", tooltip="The whole log"),
        Binding("a", "again", "Play again", id="result.again", tooltip="The same game once more"),
        Binding("q", "app.home", "Home", id="result.home", tooltip="Back to the home screen"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def parts(self) -> ComposeResult:
        """The table."""
        with VerticalScroll(classes="sheet"):
            ended = self.session.ended
            if ended is not None:
                yield Static(say(table.RESULT_TITLE, amount=ended.view.round), classes="title")
                yield Scores(ended, self.session.voice)
            yield Static(checked(self.session), id="checked")
            yield Static(Content(_(table.RESULT_HINT)), classes="hint")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """The check may have ended meanwhile."""
        self.query_one("#checked", Static).update(checked(self.session))

    def updated(self, update: Update, lines: list[Line]) -> None:
        """The check of the game has ended, or somebody has signed its end."""
        if isinstance(update, Verified | Attested):
            self.query_one("#checked", Static).update(checked(self.session))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A game against bots can be played again; a table of several people must be opened again."""
        return self.client.table.repeatable if action == "again" else True

    async def action_again(self) -> None:
        """The same game once more."""
        await self.client.action_again()

    def action_log(self) -> None:
        """The whole log."""
        from citadels_tui.screens.log import LogScreen

        self.app.push_screen(LogScreen(self.session))

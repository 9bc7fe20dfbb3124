"""The result screen: the winner, and the source of every point."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from citadels_tui.score_table import checked, score_table
from citadels_tui.screens.base import BaseScreen
from citadels_tui.seating import wished
from citadels_tui.session import Session
from citadels_tui.story import Line
from citadels_tui.texts import _, say, table
from citadels_tui.voice import Voice
from citadels_tui.widgets.key_bar import KeyBar
from net.client.updates import Attested, Ended, Refused, Update, Verified
from net.protocol.messages import PresenceNote, Start, WishesNote


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
        Binding("a", "again", "Play again", id="result.again", tooltip="Another game with the same people"),
        Binding("s", "start", "Start", id="result.start", tooltip="Start it with those who are there"),
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
            yield Static(wished(self.session), id="wishes")
            yield Static(Content(_(table.RESULT_HINT)), classes="hint")
        yield KeyBar()

    def on_mount(self) -> None:
        """The check may have ended meanwhile."""
        self.query_one("#checked", Static).update(checked(self.session))

    def updated(self, update: Update, lines: list[Line]) -> None:
        """The check of the game has ended, or somebody has signed its end, or would like to play again."""
        if isinstance(update, WishesNote | PresenceNote):
            self.query_one("#wishes", Static).update(wished(self.session))
        if isinstance(update, Refused):
            self.notify(update.sentence, severity="warning", timeout=4)
        if isinstance(update, Verified | Attested):
            self.query_one("#checked", Static).update(checked(self.session))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Who sat at the table can play again there; only who opened it need not wait for the others."""
        session = self.session
        there = (
            not session.recorded
            and session.closed is None
            and session.view is not None
            and session.view.seat is not None
        )
        if action == "start":
            return there and session.owner and not session.alone
        return there if action == "again" else True

    def action_again(self) -> None:
        """Another game with the same people, or not after all."""
        view = self.session.view
        wanted = view is not None and view.seat in self.session.wishes
        self.client.send(self.client.table.again(not wanted))

    def action_start(self) -> None:
        """Another game with those who are there."""
        self.client.send(self.session.feed.request(Start))

    def action_log(self) -> None:
        """The whole log."""
        from citadels_tui.screens.log import LogScreen

        self.app.push_screen(LogScreen(self.session))

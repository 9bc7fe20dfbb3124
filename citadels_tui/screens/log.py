"""The whole log on the whole screen: searched, narrowed, and the way back to any moment of the game."""

from __future__ import annotations

from collections.abc import Callable

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.widgets import Input

from citadels_tui.screens.base import BaseScreen
from citadels_tui.session.board import player_summaries
from citadels_tui.session.session import Session
from citadels_tui.story.filter import EVERYTHING, filters
from citadels_tui.story.telling import Line
from citadels_tui.texts import _, log, replay, say
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.story_list import StoryList
from net.client.updates import Update


class BoardThen(Vertical):
    """The players at one moment of a timeline."""

    DEFAULT_CSS = """
    BoardThen PlayerPanel { height: 1fr; min-height: 2; max-height: 12; }
    """

    def __init__(self, session: Session) -> None:
        """Show the newest moment.

        Args:
            session: Whose timeline it is; something has happened in it.
        """
        super().__init__()
        assert session.story.timeline
        self.session, self.timeline = session, session.story.timeline
        self.moment = session.story.timeline.last

    def compose(self) -> ComposeResult:
        """A panel for each player."""
        for number, summary in enumerate(player_summaries(self.timeline.view(self.moment), self.session.people.seats)):
            yield PlayerPanel(self.session.voice, summary, number)

    def on_mount(self) -> None:
        """Begin with the newest moment."""
        self.show(self.moment)

    def show(self, moment: int) -> None:
        """Show another moment, if there was one."""
        if not 0 <= moment < len(self.timeline):
            return
        self.moment, view = moment, self.timeline.view(moment)
        rounds, moves = self.timeline.view(self.timeline.last).round, self.timeline.last
        now = say(replay.MOMENT, round=view.round, rounds=rounds, move=moment, moves=moves)
        self.border_title = Content.assemble(_(replay.TITLE), "  ", now)
        summaries = player_summaries(view, self.session.people.seats)
        for panel, summary in zip(self.query(PlayerPanel), summaries, strict=True):
            panel.summary = summary


class LogScreen(BaseScreen):
    """Shows the story so far, and goes on with it."""

    CSS_PATH = "log.tcss"

    BINDINGS = [
        Binding("slash", "search", "Search", id="log.search", key_display="/", tooltip="Search for words"),
        Binding("n", "find(1)", "Next", id="log.next", show=False, tooltip="The next line with these words"),
        Binding("N", "find(-1)", "Previous", id="log.previous", show=False, tooltip="The line before with these words"),
        Binding("f", "filter(1)", "Filter", id="log.filter", tooltip="Only hits on you, chat, or one player"),
        Binding("F", "filter(-1)", "Filter back", id="log.filter_back", show=False, tooltip="The filter before"),
        Binding(
            "left_square_bracket,left",
            "round(-1)",
            "Round",
            id="log.round_back",
            key_display="[/]",
            tooltip="The round before",
        ),
        Binding(
            "right_square_bracket,right",
            "round(1)",
            "Round on",
            id="log.round_on",
            show=False,
            tooltip="The next round",
        ),
        Binding("enter", "look_back", "Board then", id="log.look_back", tooltip="The board as it was at this line"),
        Binding("escape,l,q", "back", "Back", id="log.back", tooltip="Out of the search, then back to the board"),
    ]

    lines = getters.query_one(StoryList)
    filter = getters.query_one("#show", Choice)
    words = getters.query_one("#words", Input)

    def __init__(self, session: Session, look: Callable[[int], None], moment: int | None = None) -> None:
        """Show a log.

        Args:
            session: The game as its seat has seen it.
            look: Shows a moment of the timeline when the log is closed.
            moment: The moment to begin at; None: the end.
        """
        super().__init__()
        self.session = session
        self._look = look
        self._moment = moment

    def parts(self) -> ComposeResult:
        """Filter and search over the log."""
        with Horizontal(id="filters"):
            yield Choice(_(log.SHOW), filters(self.session.voice), EVERYTHING, self.symbols, id="show", label_cells=5)
            yield LineInput(id="words", placeholder=_(log.SEARCH), compact=True, max_length=60)
        lines = StoryList(self.symbols, self.session.story.lines)
        with Horizontal(id="pages"):
            yield lines
            if self.wide and self.session.story.timeline:
                yield BoardThen(self.session)
        yield KeyBar()

    def on_mount(self) -> None:
        """The log takes the keys; something may have happened meanwhile."""
        self.lines.add(self.session.story.lines[len(self.lines.story) :])
        if self._moment is not None:
            self.lines.cursor = self.lines.at(self._moment)
        self._count()
        self.lines.focus()

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Go on with the story."""
        self.lines.add(lines)
        self._show_board()
        self._count()

    def on_resize(self, event: Resize) -> None:
        """A window that has become wide has room for the board as it was."""
        if self.wide and self.session.story.timeline and not self.query(BoardThen):
            self.query_one("#pages").mount(BoardThen(self.session))
            self.call_after_refresh(self._show_board)

    @on(StoryList.Marked)
    def _count(self) -> None:
        """Say over the log how many lines have the words that are sought, or that there is nothing to show."""
        title, hits = Content(_(log.TITLE)), self.lines.hits() if self.words.value.strip() else []
        if self.lines.empty:
            title = Content(_(log.NOTHING))
        elif hits:
            number = hits.index(self.lines.cursor) + 1 if self.lines.cursor in hits else 0
            title = say(log.HITS_FOUND, number=number, all=len(hits))
        self.lines.border_title = title
        self.show_keys()

    @on(StoryList.Marked)
    def _show_board(self) -> None:
        """Show the board as it was at the marked line."""
        for board in self.query(BoardThen):
            if self.lines.line is not None:
                board.show(self.lines.line.moment)

    @on(Choice.Changed, "#show")
    def narrow(self) -> None:
        """Show only what is asked for."""
        self.lines.narrow(str(self.filter.value))
        self._count()

    @on(Input.Changed, "#words")
    def seek(self) -> None:
        """Mark the nearest line with these words."""
        self.lines.search(self.words.value)
        self._count()

    @on(Input.Submitted, "#words")
    def found(self) -> None:
        """Go on to the log, if there is something."""
        self.lines.focus()
        if self.words.value.strip() and not self.lines.find(0):
            self.notify(_(log.NOT_FOUND), timeout=3)

    def of_use(self, action: str) -> bool:
        """Whether there is a board to look back at."""
        line, timeline = self.lines.line, self.session.story.timeline
        board = line is not None and timeline is not None and 0 <= line.moment < len(timeline)
        return action != "look_back" or (board and not self.lines.empty)

    def action_search(self) -> None:
        """Search."""
        self.words.focus()

    def action_find(self, step: int) -> None:
        """The next line with the words, or the one before."""
        if not self.words.value.strip():
            self.words.focus()
        elif not self.lines.find(step):
            self.notify(_(log.NOT_FOUND), timeout=3)

    def action_filter(self, step: int) -> None:
        """The next filter, or the one before."""
        self.filter.action_change(step)

    def action_round(self, step: int) -> None:
        """To the next round, or the one before."""
        self.lines.to_round(step)

    @on(StoryList.Chosen)
    def action_look_back(self) -> None:
        """The board as it was at the marked line."""
        line, timeline = self.lines.line, self.session.story.timeline
        if self.lines.empty:
            return  # Why, stands over it.
        if line is None or timeline is None or not 0 <= line.moment < len(timeline):
            self.notify(_(log.NO_BOARD), timeout=4)
        else:
            self.dismiss()
            self._look(line.moment)

    def action_back(self) -> None:
        """Out of the search and the filter, then back."""
        if self.words.value or self.app.focused is self.words:
            self.words.value = ""
            self.lines.focus()
        elif self.filter.value != EVERYTHING:
            self.filter.index = 0
            self.narrow()
        else:
            self.dismiss()

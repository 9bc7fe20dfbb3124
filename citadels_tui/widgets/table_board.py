"""The table as it stands on the screen: all of its parts, each where the layout for this window has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from citadels_tui.actions.rows import Row
from citadels_tui.pages.notebook_page import Marks, in_column, remarks, written
from citadels_tui.pages.seating import day_title
from citadels_tui.session.board import player_summaries
from citadels_tui.session.session import Session
from citadels_tui.story.highlights import SECONDS, Highlight, highlight_of
from citadels_tui.textart.cells import wrap
from citadels_tui.texts import _, board
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.character_cards import best_grid, effects_in_brief
from citadels_tui.widgets.planned import Planned
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.prompt import DetailText, PromptLine
from citadels_tui.widgets.rank_track import RankTrack
from citadels_tui.widgets.status_line import StatusLine
from citadels_tui.widgets.story_log import StoryLog
from citadels_tui.widgets.story_recap import StoryRecap
from citadels_tui.wording.voice import EMPTY, Voice
from engine.event import Event
from engine.view import View

Writer = Callable[[int], Sequence[Content]]
"""Writes the page in lines of so many cells."""

LEAST_LINES = 3
"""Fewest lines of a last part that is cut: its two headings and one more."""


class NotesPanel(Widget):
    """Shows the page as it is written."""

    DEFAULT_CSS = """
    NotesPanel { text-wrap: nowrap; }
    """

    lines: reactive[tuple[Content, ...]] = reactive(())
    """The lines that are shown."""

    def __init__(self) -> None:
        super().__init__(id="notes")
        self._write: Writer | None = None

    def show(self, write: Writer) -> None:
        """Show a page: it is painted anew only if it says something else."""
        self._write = write
        width = self.content_size.width
        if width:
            self.lines = tuple(line for text in write(width) for line in (wrap(text, width) or [EMPTY]))

    def on_resize(self) -> None:
        """Write it for the new width."""
        if self._write is not None:
            self.show(self._write)

    def render(self) -> Content:
        """The lines that fit; a part of which only its heading would be seen is left out."""
        height = self.content_size.height
        shown = self.lines[:height]
        if len(self.lines) > height:
            last = max((place for place, line in enumerate(shown) if not line), default=0)
            shown = shown[:last] if len(shown) - last - 1 < LEAST_LINES else shown
        return Content("\n").join(shown)


class TableBoard(Planned):
    """Status, characters, players, the action list, what is told and said, and the prompt."""

    status = getters.query_one(StatusLine)
    track = getters.query_one(RankTrack)
    action_list = getters.query_one(ActionListView)
    detail = getters.query_one(DetailText)
    notes = getters.query_one(NotesPanel)
    log_view = getters.query_one("#log", StoryLog)
    talk = getters.query_one("#talk", StoryLog)
    told = getters.query_one("#told", Vertical)

    def __init__(self, session: Session, view: View) -> None:
        super().__init__(rules=view.rules)
        self.session = session
        self.first = view
        """The view when the table was set."""
        self._beating: Timer | None = None
        self._aim = _aim(None)
        """The seat and district that is lit up."""

    def compose(self) -> ComposeResult:
        """Every part; which are shown depends on the window."""
        session, voice = self.session, self.session.voice
        yield StatusLine(voice)
        yield RankTrack(voice)
        for place, summary in enumerate(player_summaries(self.first, session.people.seats)):
            yield PlayerPanel(voice, summary, place)
        yield ActionListView(voice)
        yield NotesPanel()
        with Vertical(id="told"):
            yield StoryRecap()
            yield StoryLog(session.symbols, session.story.lines, id="log")
        yield StoryLog(session.symbols, self.session.story.chat, id="talk", title=board.TALK)
        yield DetailText()
        yield PromptLine()

    def on_mount(self) -> None:
        """Give the parts their titles."""
        self.name_parts()

    def name_parts(self) -> None:
        """Say what the parts are."""
        self.notes.border_title = Content(_(board.NOTES))
        for log in self.query(StoryLog):
            log.name_it()

    def reword(self) -> None:
        """Say everything anew where it stands."""
        self.name_parts()
        self.log_view.retell(self.session.story.lines)
        self.talk.retell(self.session.story.chat)
        self._speak(self.session.voice)

    def on_resize(self, event: Resize) -> None:
        """Set everything anew, and show what has a place now."""
        self.make_room()
        super().on_resize(event)
        self.show_notes()

    def lay_out(self) -> None:
        """Decide what is shown in this window."""
        super().lay_out()
        if self.size:
            self.detail.whole = not self.plan(self.size).layout.detail

    def make_room(self) -> None:
        """Give the action list the whole width while it has cards that need it."""
        if not self.size:
            return
        before, action_list, voice = self.whole, self.action_list.actions, self.session.voice
        brief = {}
        for self.whole in (True, False):
            room = self.plan(self.size).places["action_list"]
            form = best_grid(action_list, voice, room.width, (room.height - 1,))
            brief[self.whole] = (
                len(action_list.rows) + 1 if form is None else effects_in_brief(action_list, voice, form)
            )
        self.whole = self.action_list.cards > 0 and brief[True] < brief[False]
        if before != self.whole:
            self.lay_out()
            self.refresh(layout=True)

    def show(self, view: View) -> None:
        """Draw all that does not depend on the cursor.

        Args:
            view: What there is to see; the session's own, but for its moves.
        """
        session, voice = self.session, self.session.voice
        if voice != self.status.voice:
            self._speak(voice)
        self.status.view, self.status.pause = view, session.clock.pause
        self.status.day = day_title(session)
        self.status.trouble, self.status.game = session.trouble, session.game_number
        self.track.view = view
        self.make_room()
        self.show_notes()

    def show_notes(self) -> None:
        """Show who has which character, as far as can be known."""
        view, book, voice = self.session.view, self.session.notes.notebook, self.session.voice
        if view is None or book is None:
            return
        marks = Marks(dict(self.session.notes.marks))
        self.track.page = book.page()
        if self.track.form == "column":
            self.track.remarks = tuple(remarks(view, voice, book))
            room = self.track.content_size.width - 2
            self.track.grid = tuple(in_column(view, voice, book, room, marks))
        elif self.notes.display:
            self.notes.show(partial(written, view, voice, book, rounds=book.rounds, marks=marks))

    def show_players(self, view: View, row: Row | None) -> None:
        """Draw the players, lighting up what a row aims at."""
        self._aim = _aim(row)
        panels = self._panels
        for summary in player_summaries(view, self.session.people.seats, self._aim, self.track.page):
            panels[summary.seat].summary = summary

    def aim(self, view: View, row: Row | None) -> None:
        """Light up what another row aims at; most aim at nobody, and the cursor goes over all of them."""
        if _aim(row) != self._aim:
            self.show_players(view, row)

    def see(self, events: Iterable[Event]) -> None:
        """Let what has happened be seen for a moment, unless nothing is to move here."""
        highlight = highlight_of(events)
        if highlight is None or self.session.symbols.ascii or self.app.animation_level == "none":
            return
        if self._beating is not None:
            self._beating.stop()
        self._light(highlight)
        self._beating = self.set_timer(SECONDS, partial(self._light, None))

    def _light(self, highlight: Highlight | None) -> None:
        self.track.highlight = highlight
        for panel in self.query(PlayerPanel):
            panel.highlight = highlight

    def _speak(self, voice: Voice) -> None:
        """Write names for another player at the table."""
        parts: list[StatusLine | RankTrack | ActionListView | PlayerPanel] = [self.status, self.track, self.action_list]
        for part in [*parts, *self._panels.values()]:
            part.voice = voice
            part.refresh()

    @property
    def _panels(self) -> dict[int, PlayerPanel]:
        """By seat."""
        return {panel.summary.seat: panel for panel in self.query(PlayerPanel)}


def _aim(row: Row | None) -> tuple[int, str]:
    """The seat and district that a row aims at."""
    if row is None or not row.moves or row.seat < 0:
        return (-1, "")
    return (row.seat, "" if row.opens else row.moves[0].target)

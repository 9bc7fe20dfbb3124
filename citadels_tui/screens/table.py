"""The table: board, log, and everything you can do."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.events import Click, MouseMove

from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.actions.rows import Row
from citadels_tui.pages.seating import wished
from citadels_tui.screens.table_answers import TableAnswers
from citadels_tui.session.hint import ask_hint, at_a_glance, hint_said, known_hint, no_hint
from citadels_tui.session.session import Session
from citadels_tui.session.table_clock import BotPace
from citadels_tui.session.table_notices import table_notices
from citadels_tui.story.recap import recap_title, recapped
from citadels_tui.story.telling import Line
from citadels_tui.textart.links import card_under
from citadels_tui.texts import _, decimal, hints, table
from citadels_tui.texts import lesson as lesson_text
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.lesson_note import LessonNote
from citadels_tui.widgets.prompt import DetailText, PromptLine
from citadels_tui.widgets.status_line import StatusLine
from citadels_tui.widgets.story_log import StoryLog
from citadels_tui.widgets.story_recap import StoryRecap
from citadels_tui.widgets.table_board import TableBoard
from citadels_tui.wording.voice import EMPTY
from net.client.updates import Closed, Decision, Ended, Happened, Hinted, Refused, Stopped, Update
from net.protocol.host_messages import NudgeNote, WishesNote

if TYPE_CHECKING:
    from citadels_tui.session.lesson import Lesson
    from engine.bots.advice import Advice


ENTER = "enter"
"""The key of a row that has no other."""


class TableScreen(TableAnswers):
    """Draws the session's newest view; keys pick from its legal moves."""

    CSS_PATH = "table.tcss"

    for_newcomers = True

    BINDINGS = [
        Binding("escape", "peel", "Back", id="table.back", show=False, tooltip="One step back in a choice"),
        Binding("i", "inspect", "Look", id="table.inspect", tooltip="The full text of any card or player"),
        Binding("w", "notebook", "Who", id="table.notebook", tooltip="Who may be who, and who was who before"),
        Binding("l", "log", "Log", id="table.log", tooltip="The whole log"),
        Binding("s", "chat", "Say", id="table.chat", tooltip="Say something to the table"),
        Binding("T", "people", "Table", id="table.people", tooltip="Pause, votes, and who plays which seat"),
        Binding("h", "hint", "Hint", id="table.hint", tooltip="What a bot would do in your place, and why"),
        Binding("R", "replay", "Replay", id="table.replay", show=False, tooltip="The game so far, move by move"),
        Binding(
            "u",
            "undo",
            "Undo",
            id="table.undo",
            tooltip="Take back your last move, where nothing was shown",
        ),
        Binding(
            "U",
            "reset",
            "Reset",
            id="table.reset",
            show=False,
            tooltip="Take back all that can be, to where your turn began",
        ),
        Binding("Y", "redo", "Redo", id="table.redo", tooltip="Make the move again that was taken back last"),
        Binding("n", "skip", "Skip", id="table.skip", tooltip="Skip the bots' pauses until your next decision"),
        Binding("plus,equals_sign", "speed(1)", "Speed", id="table.faster", show=False, tooltip="Faster bots"),
        Binding("minus", "speed(-1)", "Slower", id="table.slower", show=False, tooltip="Slower bots"),
        Binding(
            "tab",
            "app.focus_next",
            "Focus",
            id="table.focus",
            show=False,
            tooltip="To the log, the cards that are named, and back",
        ),
        Binding("r", "result", "Result", id="table.result", tooltip="Who has won, and where the points came from"),
        Binding("a", "again", "Again", id="table.again", tooltip="Another game with the same people"),
        Binding("q", "app.leave", "Leave", id="table.leave", tooltip="Leave the game"),
    ]

    status = getters.query_one(StatusLine)
    log_view = getters.query_one("#log", StoryLog)
    talk = getters.query_one("#talk", StoryLog)
    board = getters.query_one(TableBoard)
    since = getters.query_one(StoryRecap)
    prompt = getters.query_one(PromptLine)

    def __init__(self, session: Session, lesson: Lesson | None = None) -> None:
        """Show a table.

        Args:
            session: Whose.
            lesson: What is explained there, in the guided game.
        """
        super().__init__(session)
        self.lesson = lesson
        self.hinted: Hinted | None = None
        """The hint that was asked for, until you answer."""
        self.pace = BotPace(session.clock, session.feed, lambda request: self.citadels_app.send(request))
        self._density = ""
        """How much room its parts had when it was shown last."""
        self._pointed = ""
        """The card under the mouse."""
        self._drawing = False
        """The table is about to be drawn."""

    def parts(self) -> ComposeResult:
        """The table and its keys; in a lesson what it says between them."""
        yield TableBoard(self.session, self.view)
        if self.lesson is not None:
            yield LessonNote()
        yield KeyBar()

    def on_mount(self) -> None:
        """The answers take the keys. Whoever has a seat in a game is never asked again if they have played before."""
        if self.citadels_app.settings.newcomer and self.view.seat is not None:
            self.citadels_app.remember(newcomer=False)
        self.action_list.focus()
        self.set_interval(1.0, self.show_time)
        self.show()

    async def reword(self) -> None:
        """Say everything anew where it stands."""
        self.board.reword()
        self.refresh_bindings()
        self.show()

    def on_screen_resume(self) -> None:
        """Set the table as the settings say, which may have changed."""
        density = self.citadels_app.settings.density
        before, self._density = self._density, density
        if before not in ("", density):
            self.board.lay_out()
            self.board.track.refresh(layout=True)

    def show_time(self) -> None:
        """How long whoever is asked has left, and how much of the chat is not to be seen."""
        self.status.seconds = self.session.seconds_left(monotonic())
        talk = self.session.talk
        if talk.unread and self._reads_log:
            talk.read()
        self.status.unread = talk.unread

    @property
    def _reads_log(self) -> bool:
        """Whether the player sees the end of the log, or of the chat."""
        shown = any(log.at_end and log.is_on_screen for log in (self.log_view, self.talk))
        return self.app.screen is self and shown

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Something has happened at the table."""
        reads_log = self._reads_log
        self.log_view.add(lines)
        for notice in table_notices(update, lines, self.session, covered=self.app.screen is not self, read=reads_log):
            self.notify(notice.text, severity=notice.severity, timeout=notice.seconds)
        self.talk.add([line for line in lines if line.kind == "chat"])
        if isinstance(update, Refused):
            self._resetting = False
        if isinstance(update, Happened | Decision | Refused | Ended | Closed):
            if self.answered:
                # It may still say that the answer is on its way.
                self.action_list.explain()
            self.answered = False
        if isinstance(update, Happened | Decision | Ended):
            self.hinted = None
            self.close_list()
        if isinstance(update, Hinted) and update is self.session.question.hinted and not self.answered:
            self._point_out(update)
        if isinstance(update, Decision):
            self.send_following(update)
        if isinstance(update, Happened):
            self.board.see(update.events)
        self._show_soon()
        asked = isinstance(update, Decision) and not update.auto
        if asked or isinstance(update, Ended | Stopped):
            # Another game at this table has the pace of this one.
            self.pace.resume()
        if asked or (isinstance(update, NudgeNote) and update.asked == self.view.seat):
            self.citadels_app.call_player()
        if isinstance(update, Ended):
            self.refresh_bindings()
            self.action_result()
        if isinstance(update, Stopped):
            self.refresh_bindings()
        if isinstance(update, WishesNote) and self.session.ending.stopped is not None:
            self.notify(wished(self.session).plain, timeout=8)

    def _show_soon(self) -> None:
        """Draw once what has come in at once: who comes back to a long game gets all of it in a moment."""
        if not self._drawing:
            self._drawing = True
            self.call_later(self.show)

    def show(self) -> None:
        """Draw the table as it is now."""
        self._drawing = False
        view, voice = self.view, self.voice
        if self.answered or self.session.ending.over:
            view = replace(view, moves=())
        self.show_time()
        opened = self.opened[-1] if self.opened else None
        unheld = self.session.notes.unheld if view.moves else frozenset()
        question = self.session.question
        action_list = make_action_list(view, voice, question.refusals, opened, question.hand_keys, self.ticked, unheld)
        self.action_list.set_question(question.decision.did if question.decision is not None and view.moves else 0)
        pointed = self.hinted or self._taught
        taught = (self._taught.move,) if self._taught else ()
        action_list = self.board.once(action_list).resting((*taught, *self.session.notes.order(view)))
        self.action_list.actions = action_list.lighting(pointed.move if pointed else None)
        if self.lesson is not None:
            self._explain(self.lesson)
        self.since.lines = recapped(voice, self.session.story.since, view) if view.moves else ()
        self.since.border_title = recap_title(self.session.story.since)
        self.prompt.show(self.session, opened, answered=self.answered)
        self.board.show(view)
        self.board.show_players(self.view, self.action_list.row)
        self.show_keys()

    def place_notices(self, *_: object) -> None:
        """Have notices lie over the end of what was told before, which the log keeps.

        While that is not shown they lie over the explanation of what is marked: never over what can be done, the hand,
        or the sentence that says what is asked.
        """
        if self.query("#told") and self.query(DetailText):  # not there yet, or there no more
            self.lay_notices_over(self.board.told.region or self.detail.region)

    @property
    def _taught(self) -> Advice | None:
        """The lesson's advice, while there is one."""
        return self.lesson.advice if self.lesson is not None else None

    def _explain(self, lesson: Lesson) -> None:
        """Show what the lesson says now; a page of it takes the keys until it has been read."""
        note, action_list = self.query_one(LessonNote), self.action_list.actions
        note.display = not lesson.over
        key = (action_list.rows[action_list.lit].key or ENTER) if action_list.lit >= 0 else ""
        note.said = lesson.sentence(self.view, self.voice, key, bool(self.opened))
        note.waits = lesson.page is not None
        if note.waits:
            note.focus()
        elif note.has_focus:
            self.action_list.focus()

    @on(LessonNote.Turned)
    def turn_page(self) -> None:
        """A page of the lesson has been read."""
        if self.lesson is not None:
            self.lesson.turn()
            self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys of what this player cannot do here at all: only who opened the table sets the bots' speed."""
        if action == "result":
            return self.session.ending.ended is not None
        if action == "again":
            return self.session.ending.stopped is not None and self.session.may_play_again
        if action in {"undo", "reset", "redo", "hint"}:
            return self.view.seat is not None and not self.session.ending.over
        if action in {"chat", "people"}:
            return not (self.session.alone and self.session.ending.over)
        return self.session.people.own_table if action in {"skip", "speed"} else True

    def of_use(self, action: str) -> bool:
        """A hint, taking back and skipping are for some moments only."""
        session, mine = self.session, bool(self.view.moves) and not self.answered
        over = session.ending.over
        match action:
            case "hint":
                return mine and not no_hint(session)
            case "undo":
                return mine and not session.question.undo
            case "redo":
                return mine and session.question.redo is not None
            case "skip":
                bots = any(info.kind == "bot" for info in session.people.seats)
                return bots and not mine and not self.pace.skipping and session.clock.pause > 0 and not over
        return True

    @on(ActionListView.Marked)
    def explain(self, event: ActionListView.Marked) -> None:
        """Another row is marked: say what it is, show where it aims."""
        if self.detail.has_focus:
            self.action_list.focus()
        self._describe(event.row)
        self.board.aim(self.view, event.row)

    @on(DetailText.Widened)
    def describe_again(self) -> None:
        """There is room for more about the marked row, or for less."""
        self._describe(self.action_list.row)

    def _describe(self, row: Row | None) -> None:
        if self.hinted is not None and row is not None and self.hinted.move in row.moves:
            self.detail.say(hint_said(self.session, self.hinted, self._taught))
        else:
            self.detail.show(self.view, self.voice, row)

    def on_click(self, event: Click) -> None:
        """Look at the card that was clicked, in a city, on the track or in the log."""
        card = card_under(event)
        if card:
            event.stop()
            self.look(card)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Explain the card under the mouse, wherever it lies."""
        card = card_under(event)
        if card != self._pointed:
            self._pointed = card
            self.detail.show(self.view, self.voice, Row(EMPTY, card=card) if card else self.action_list.row)

    def action_peel(self) -> None:
        """One step back in a choice."""
        lesson = self.lesson
        if self.opened:
            self.leave_list()
        elif lesson is not None and not lesson.over:
            lesson.skip()
            self.show()
            self.detail.say(Content(_(lesson_text.SKIPPED)))
        else:
            self.action_list.focus()

    def action_hint(self) -> None:
        """Point out what a bot would do here, and say why; where others play, say why not."""
        reason = _(hints.NO_HINT_NOW) if self.answered else no_hint(self.session)
        if reason:
            self.detail.say(Content(reason))
        elif (known := known_hint(self.session, self._taught)) is not None:
            self._point_out(known)
        else:
            glance = at_a_glance(self.session)
            if glance is not None:
                self._point_out(glance)
            self.citadels_app.send(ask_hint(self.session))

    def _point_out(self, hinted: Hinted) -> None:
        """Mark what a bot would do, and say why; whoever has gone on since the rule of thumb's hint stays there."""
        at, gone = (
            self.action_list.cursor,
            self.hinted is not None and self.action_list.cursor != self.action_list.actions.lit,
        )
        sharpened = self.hinted is not None and self.hinted is not hinted
        self.hinted = hinted
        self.show()
        self.action_list.cursor = at if gone and sharpened else max(self.action_list.actions.lit, 0)
        self.action_list.explain()

    def action_inspect(self) -> None:
        """Look at what is marked, or anything else."""
        row = self.action_list.row
        self.look(row.card or (f"p{row.seat + 1}" if row.seat >= 0 else "") if row else "")

    def action_again(self) -> None:
        """Another game with the same people, or not after all; of one with a result, the result asks."""
        self.citadels_app.send(self.citadels_app.table.again(self.session.you not in self.session.votes.again))

    def action_skip(self) -> None:
        """Let the bots hurry until you are asked again."""
        if self.view.moves and not self.answered:
            self.notify(_(table.SKIP_NO_NEED))
        elif not self.pace.skipping:
            self.pace.skip()
            self.show_keys()
            self.notify(_(table.SKIPPING), timeout=2)

    def action_speed(self, step: int) -> None:
        """Faster or slower bots."""
        pause = self.pace.change(step)
        self.notify(_(table.SPEED).format(seconds=decimal(pause)) if pause else _(table.SPEED_FAST), timeout=2)

"""The table: board, log, and everything you can do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.events import Click, Key, MouseMove

from citadels_tui.actions.blunders import question
from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.actions.rows import Row
from citadels_tui.history.day_notes import aid, look_up_aid
from citadels_tui.pages.seating import wished
from citadels_tui.screens.base import BaseScreen
from citadels_tui.session.hint import ask_hint, at_a_glance, hint_said, known_hint, no_hint
from citadels_tui.session.session import Session
from citadels_tui.session.table_clock import BotPace
from citadels_tui.session.table_notices import table_notices
from citadels_tui.story.recap import recap_title, recapped
from citadels_tui.story.telling import Line
from citadels_tui.terminal.clicks import RightClick
from citadels_tui.textart.links import card_under
from citadels_tui.texts import _, daily, decimal, hints, table
from citadels_tui.texts import lesson as lesson_text
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.lesson_note import LessonNote
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.prompt import DetailText, PromptLine
from citadels_tui.widgets.status_line import StatusLine
from citadels_tui.widgets.story_log import StoryLog
from citadels_tui.widgets.story_recap import StoryRecap
from citadels_tui.widgets.table_board import TableBoard
from citadels_tui.wording.errors import CommandError
from citadels_tui.wording.voice import EMPTY, Voice
from engine.move import Move
from engine.undo import UNDO
from engine.view import View
from net.client.updates import Closed, Decision, Ended, Happened, Hinted, Refused, Stopped, Update
from net.protocol.host_messages import NudgeNote, WishesNote

if TYPE_CHECKING:
    from citadels_tui.session.lesson import Lesson
    from engine.bots.advice import Advice


ENTER = "enter"
"""The key of a row that has no other."""
SENT_AFTER = 0.1
"""Seconds after which the table shows that an answer is on its way: most come back sooner, and nothing flickers."""


class TableScreen(BaseScreen):
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
        Binding(
            "A", "admit", "Let in", id="table.admit", show=False, tooltip="Let somebody sit down who needs your yes"
        ),
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
    action_list = getters.query_one(ActionListView)
    detail = getters.query_one(DetailText)

    def __init__(self, session: Session, lesson: Lesson | None = None) -> None:
        """Show a table.

        Args:
            session: The table as its player sees it.
            lesson: The lesson of the guided game; None in all other games.
        """
        super().__init__()
        self.session = session
        self.lesson = lesson
        self.hinted: Hinted | None = None
        """The hint that was asked for, until you answer."""
        self.pace = BotPace(session.clock, session.feed, lambda request: self.citadels_app.send(request))
        self._density = ""
        """How much room its parts had when it was shown last."""
        self._pointed = ""
        """The card under the mouse."""
        self._drawing = False
        """Whether the table is about to be drawn."""
        self.opened: list[Row] = []
        """The rows that were opened, outermost first."""
        self.ticked: frozenset[int] = frozenset()
        """The cards that are ticked in the list that is open, by place."""
        self.answered = False
        """Whether your answer is on its way."""
        self._keys: frozenset[str] = frozenset()
        """The keys of the question that was answered last."""
        self._following: tuple[Move, ...] = ()
        """Moves that were chosen together and are still to be sent."""
        self._resetting = False
        """Whether everything that can be is being taken back, move by move."""

    @property
    def view(self) -> View:
        """The newest view.

        Raises:
            ValueError: before the start.
        """
        if self.session.view is None:
            raise ValueError("the game has not begun")
        return self.session.view

    @property
    def voice(self) -> Voice:
        """How names are written here."""
        return self.session.voice

    def parts(self) -> ComposeResult:
        """The table and its keys; in a lesson what it says between them."""
        yield TableBoard(self.session, self.view)
        if self.lesson is not None:
            yield LessonNote()
        yield KeyBar()

    def on_mount(self) -> None:
        """The answers take the keys. A player with a seat in a game is never asked again if they have played before."""
        if self.citadels_app.settings.newcomer and self.view.seat is not None:
            self.citadels_app.remember(newcomer=False)
        self.action_list.focus()
        look_up_aid(self.session)
        self._seconds = self.set_interval(1.0, self.show_time)
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
        """Show how long the player who is asked has left, and how much of the chat is unread, until neither changes."""
        self.status.seconds = self.session.seconds_left(monotonic())
        talk = self.session.talk
        if talk.unread and self._reads_log:
            talk.read()
        self.status.unread = talk.unread
        if self.status.seconds is None and not talk.unread:
            self._seconds.pause()

    @property
    def _reads_log(self) -> bool:
        """Whether the player sees the end of the log, or of the chat."""
        shown = any(log.at_end and log.is_on_screen for log in (self.log_view, self.talk))
        return self.app.screen is self and shown

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Show an update, and send the next of the moves that were chosen together."""
        self._seconds.resume()
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
        if self.session.counts_for_day:
            action_list = action_list.at_first()
        else:
            action_list = action_list.resting((*taught, *self.session.notes.order(view)))
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
        if action == "admit":
            return bool(self.session.people.knocks)
        return self.session.people.all_rights if action in {"skip", "speed"} else True

    def of_use(self, action: str) -> bool:
        """A hint, taking back and skipping are for some moments only, and what concerns others is for company."""
        session, mine = self.session, bool(self.view.moves) and not self.answered
        over = session.ending.over
        match action:
            case "hint":
                return mine and no_hint(session) in ("", _(daily.HINTS_OFF))
            case "undo":
                return mine and not session.question.undo
            case "redo":
                return mine and session.question.redo is not None
            case "people":
                return bool(session.others or session.talk.speakers or session.people.knocks or session.clock.held)
            case "skip":
                bots = any(info.kind == "bot" for info in session.people.seats)
                return bots and not mine and not self.pace.skipping and session.clock.pause > 0 and not over
        return True

    # Explaining and pointing

    @on(ActionListView.Marked)
    def explain(self, event: ActionListView.Marked) -> None:
        """Another row is marked: say what it is, show where it aims."""
        if self.detail.has_focus:
            self.action_list.focus()
        self._describe(event.row)
        self.board.aim(self.view, event.row)

    @on(DetailText.Widened)
    def describe_again(self) -> None:
        """Describe the marked row anew: there is room for more, or for less."""
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

    def on_right_click(self, event: RightClick) -> None:
        """Look at the card that was clicked; the right button does nothing else."""
        card = card_under(event)
        if card:
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
        if reason == _(daily.HINTS_OFF):
            self._turn_hints_on()
        elif reason:
            self.detail.say(Content(reason))
        elif (known := known_hint(self.session, self._taught)) is not None:
            self._point_out(known)
        else:
            glance = at_a_glance(self.session)
            if glance is not None:
                self._point_out(glance)
            self.citadels_app.send(ask_hint(self.session))

    @work
    async def _turn_hints_on(self) -> None:
        """Ask whether there are to be hints in the deal of the day, which its picture will say."""
        from citadels_tui.screens.confirm import ConfirmScreen

        asking = ConfirmScreen(lambda: Content(_(daily.HINTS_OFF)), self.symbols, daily.HINTS_TITLE)
        if await self.app.push_screen_wait(asking):
            aid(self.session)
            self.show_keys()
            self.action_hint()

    def _point_out(self, hinted: Hinted) -> None:
        """Mark what a bot would do, and say why; a cursor that was moved since the rule of thumb's hint stays there."""
        at, gone = (
            self.action_list.cursor,
            self.hinted is not None and self.action_list.cursor != self.action_list.actions.lit,
        )
        sharpened = self.hinted is not None and self.hinted is not hinted
        self.hinted = hinted
        self.show()
        self.action_list.cursor = at if gone and sharpened else max(self.action_list.actions.lit, 0)
        self.action_list.explain()

    def action_admit(self) -> None:
        """Let the first of those sit down who wait for the owner's yes."""
        self.citadels_app.send(self.session.admit())

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

    # Answering: a row is chosen, asked about where that is needed, and sent to the host

    @on(ActionListView.Chosen)
    def choose(self, event: ActionListView.Chosen) -> None:
        """Play the row's moves, or open its list."""
        row = event.row
        if self.answered or (row.moves and row.moves[0] not in self.view.moves):
            self.detail.say(Content(_(table.ON_ITS_WAY)))
        elif row.back:
            self.leave_list()
        elif row.ticked is not None:
            self.ticked ^= {self.action_list.actions.rows.index(row)}
            self.show()
        elif row.opens:
            self.opened.append(row)
            self.show()
        elif row.question and self.citadels_app.settings.confirm:
            self._confirm(row)
        elif row.moves:
            self._play(row.moves)
        elif row.note.plain:
            self.detail.say(Content.assemble(row.label, ": ", row.note.stylize("bold $warning")))

    @on(ActionListView.Missed)
    def tell_missed(self) -> None:
        """Say why a key, or a click, has done nothing."""
        self.detail.say(Content(_(table.TOO_SOON)))

    @work
    async def _confirm(self, row: Row) -> None:
        """Ask before something fatal, and play it if that is meant and still possible."""
        from citadels_tui.screens.confirm import ConfirmScreen

        asked, move = self.view.moves, row.moves[0]

        def sentence() -> Content:
            return question(self.view, self.voice, move, self.session.notes.unheld)

        sure = await self.app.push_screen_wait(ConfirmScreen(sentence, self.symbols, table.SURE_TITLE))
        if sure and self.view.moves == asked and not self.answered:
            self._play(row.moves)

    def _play(self, moves: tuple[Move, ...]) -> None:
        """Send a move; what was chosen with it follows when it is asked for."""
        self.answered = True
        self._keys = frozenset(row.key for row in self.action_list.actions.rows if row.key)
        self.close_list()
        self._following = moves[1:]
        self.citadels_app.send(self.session.move(moves[0]))
        if self.session.link.trouble is not None:
            self.notify(_(table.LINK_LATER), severity="warning")
        self.set_timer(SENT_AFTER, self._show_sent)

    def _show_sent(self) -> None:
        """Show that your answer is on its way, if it still is."""
        if self.answered:
            self.show()

    def send_following(self, decision: Decision) -> None:
        """Send the next of the moves that were chosen together."""
        moves, self._following = self._following, ()
        self._resetting = self._resetting and not decision.undo
        if self._resetting:
            self._play((UNDO,))
        elif moves and moves[0] in decision.moves:
            self._play(moves)

    def leave_list(self) -> None:
        """Go back to where the innermost list was opened."""
        self.opened.pop()
        self.ticked = frozenset()
        self.show()

    def close_list(self) -> None:
        """Close all lists: something else is asked now."""
        self.opened.clear()
        self.ticked = frozenset()

    def on_key(self, event: Key) -> None:
        """A key typed while your answer is on its way answers nothing: nobody has seen the next question yet."""
        if self.answered and event.character in self._keys:
            event.stop()
            self.detail.say(Content(_(table.ON_ITS_WAY)))

    def action_undo(self) -> None:
        """Take the last move back, or say why that cannot be done."""
        if self.answered:
            return
        if self.session.question.undo:
            self.detail.say(Content(_(table.NO_UNDO.get(self.session.question.undo, table.NO_UNDO_SOMEHOW))))
        else:
            self._play((UNDO,))

    def action_reset(self) -> None:
        """Take everything back since something hidden was shown, or the turn began; or say why that cannot be done."""
        self._resetting = not self.answered and not self.session.question.undo
        self.action_undo()

    def action_redo(self) -> None:
        """Make the move again that was taken back last."""
        move = self.session.question.redo
        if self.answered:
            return
        if move is None:
            self.detail.say(Content(_(table.NO_REDO)))
        else:
            self._play((move,))

    # Pages that are opened over the table to look closer, and closed again

    def look(self, id: str) -> None:
        """Look at a card, a character or a player by id."""
        from citadels_tui.screens.inspect import InspectScreen

        self.app.push_screen(InspectScreen(self.view, self.voice, id, self.session.people.seats))

    @on(DetailText.Opened)
    def look_up(self, event: DetailText.Opened) -> None:
        """Look at a card that the explanation names."""
        if event.card in self.view.rules.characters or event.card in self.view.rules.uniques:
            self.look(event.card)
        else:
            self.citadels_app.action_cards(event.card)

    @on(ActionListView.Looked)
    def look_at_row(self, event: ActionListView.Looked) -> None:
        """Look at the card of a row."""
        self.look(event.card)

    @on(PlayerPanel.Picked)
    def inspect_player(self, event: PlayerPanel.Picked) -> None:
        """Look at the player that was clicked."""
        self.look(f"p{event.seat + 1}")

    def action_notebook(self) -> None:
        """Open the notebook."""
        from citadels_tui.screens.notebook import NotebookScreen

        self.app.push_screen(NotebookScreen(self.session))

    def action_log(self) -> None:
        """The whole log."""
        from citadels_tui.screens.log import LogScreen

        self.session.talk.read()
        self.app.push_screen(LogScreen(self.session, self._look_back))

    def action_replay(self) -> None:
        """The game so far, from its newest moment; one that is over, through anybody's eyes."""
        if self.session.ending.over:
            self._replay_finished()
        elif self.session.story.timeline:
            self._look_back(self.session.story.timeline.last)

    @work(exclusive=True, group="replay")
    async def _replay_finished(self) -> None:
        from citadels_tui.history.recording import kept_recording
        from citadels_tui.screens.replay import ReplayScreen

        session, recording = self.session, None
        try:
            recording = await asyncio.to_thread(kept_recording, session.ending.verified)
        except CommandError as error:
            self.notify(str(error), severity="warning", markup=False)
        if recording is not None:
            session = recording.session(session.you, self.symbols)
        if self.is_current and session.story.timeline:
            self.app.push_screen(ReplayScreen(session, session.story.timeline.last, recording))

    def _look_back(self, moment: int) -> None:
        """The board as it was at a moment."""
        from citadels_tui.screens.replay import ReplayScreen

        self.app.push_screen(ReplayScreen(self.session, moment))

    def action_chat(self) -> None:
        """Say something."""
        from citadels_tui.screens.chat import ChatScreen

        self.session.talk.read()
        self.app.push_screen(ChatScreen(self.session.story.lines, self.session.talk.drafted()), self.citadels_app.say)

    def action_people(self) -> None:
        """Decide something about the table itself."""
        from citadels_tui.screens.people import PeopleScreen

        self.app.push_screen(PeopleScreen(self.session))

    def action_result(self) -> None:
        """The result again."""
        from citadels_tui.screens.result import ResultScreen

        self.app.push_screen(ResultScreen(self.session))

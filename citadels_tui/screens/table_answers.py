"""Table answers: a row of the action list is chosen, asked about where that is needed, and sent to the host."""

from __future__ import annotations

from textual import getters, on, work
from textual.content import Content
from textual.events import Key

from citadels_tui.actions.blunders import question
from citadels_tui.actions.rows import Row
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.table_pages import TablePages
from citadels_tui.session.session import Session
from citadels_tui.texts import _, table
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.prompt import DetailText
from engine.move import Move
from engine.undo import UNDO
from net.client.updates import Decision

SENT_AFTER = 0.1
"""Seconds after which the table shows that an answer is on its way: most come back sooner, and nothing flickers."""


class TableAnswers(TablePages):
    """A table at which the open question is answered."""

    action_list = getters.query_one(ActionListView)
    detail = getters.query_one(DetailText)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.opened: list[Row] = []
        """The rows that were opened, outermost first."""
        self.ticked: frozenset[int] = frozenset()
        """The cards that are ticked in the list that is open, by place."""
        self.answered = False
        """Your answer is on its way."""
        self._keys: frozenset[str] = frozenset()
        """The keys of the question that was answered last."""
        self._following: tuple[Move, ...] = ()
        """Moves that were chosen together and are still to be sent."""
        self._resetting = False
        """Everything that can be is being taken back, move by move."""

    def show(self) -> None:
        """Draw the table as it is now."""

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
            self._ask(row)
        elif row.moves:
            self._play(row.moves)
        elif row.note.plain:
            self.detail.say(Content.assemble(row.label, ": ", row.note.stylize("bold $warning")))

    @on(ActionListView.Missed)
    def tell_missed(self) -> None:
        """Say why a key, or a click, has done nothing."""
        self.detail.say(Content(_(table.TOO_SOON)))

    @work
    async def _ask(self, row: Row) -> None:
        """Ask before something fatal, and play it if that is meant and still possible."""
        asked, move = self.view.moves, row.moves[0]

        def asking() -> Content:
            return question(self.view, self.voice, move, self.session.notes.unheld)

        sure = await self.app.push_screen_wait(ConfirmScreen(asking, self.symbols, table.SURE_TITLE))
        if sure and self.view.moves == asked and not self.answered:
            self._play(row.moves)

    def _play(self, moves: tuple[Move, ...]) -> None:
        """Send a move; what was chosen with it follows when it is asked for."""
        self.answered = True
        self._keys = frozenset(row.key for row in self.action_list.actions.rows if row.key)
        self.close_list()
        self._following = moves[1:]
        self.session.question.taken_back.send(moves[0])
        self.citadels_app.send(self.session.feed.move(moves[0]))
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

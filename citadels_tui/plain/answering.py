"""Answering: a person answers their open question with numbers; a curtain stands between two people."""

from __future__ import annotations

from time import monotonic

from citadels_tui.actions.double_press import READING
from citadels_tui.plain.console import Console
from citadels_tui.plain.numbered import NumberedActions
from citadels_tui.plain.typed import Typed
from citadels_tui.session.active_table import ActiveTable
from citadels_tui.session.session import Session
from citadels_tui.story.recap import recap_title, recapped, recapped_for_all
from citadels_tui.texts import _, curtain, plain, say, table
from engine.move import Move
from engine.undo import UNDO
from net.client.updates import Closed, Decision, Ended, Happened, Refused, Started, Stopped, Update


class Answering:
    """Asks one person at a time, and sends what they choose."""

    def __init__(self, console: Console, table: ActiveTable, *, confirm: bool) -> None:
        self._console = console
        self._table = table
        self._confirm = confirm
        """Whether to ask before a move that is hardly ever meant."""
        self.covered = False
        """Whether nobody is at the screen: of several people, one has to press enter first."""
        self._action_list: NumberedActions | None = None
        """Choices that are shown now; None: none are."""
        self._sent = False
        """Whether an answer is on its way."""
        self._following: tuple[Move, ...] = ()
        """Moves that were chosen together and are still to be sent."""
        self._shown = 0.0
        """When the choices were shown, by the monotonic clock."""
        self._resetting = False
        """Whether everything that can be is being taken back, move by move."""
        self._told_how = False
        self._told_over = False

    @property
    def ready(self) -> bool:
        """Whether a number means something now, or an empty line."""
        session = self._table.session
        if session is None:
            return False
        called = self.covered and session.question.choosing
        return called or session.ending.over or (self._action_list is not None and not self._sent)

    @property
    def busy(self) -> bool:
        """Whether something that was chosen has not had its answer yet."""
        return self._sent or bool(self._following)

    def apply_update(self, update: Update) -> None:
        """Apply one update of the person at the screen."""
        if isinstance(update, Happened | Decision | Refused | Ended | Stopped | Closed):
            self._sent = False
        if isinstance(update, Started | Happened | Stopped | Ended):
            self._action_list = None
        if isinstance(update, Refused):
            self._resetting = False
        if isinstance(update, Started):
            self.covered, self._told_over = self._table.shared, False
        if isinstance(update, Ended | Stopped):
            self.covered = False

    # A question

    async def asked(self, session: Session, decision: Decision) -> None:
        """Ask the person who has to choose; moves that were chosen together follow by themselves."""
        moves, self._following = self._following, ()
        self._resetting = self._resetting and not decision.undo
        if self._resetting:
            await self._send(session, (UNDO,))
        elif moves and moves[0] in decision.moves:
            await self._send(session, moves)
        elif not decision.auto:
            self._call(session)

    def _call(self, session: Session) -> None:
        """Ask somebody at once, or when they have come to the screen."""
        # The person who was asked before has answered: that may be heard later than the next question.
        self._sent = False
        if session is self._table.session and not self.covered:
            self.show(session)
            return
        self._table.show_to(session)
        self.covered, self._action_list = True, None
        self._console.page()
        if session.view is not None and session.view.seat is not None:
            who = session.voice.name(session.view.seat)
            lines = recapped_for_all(session.voice, session.story.since, session.view)
            if lines:
                self._console.say(recap_title(session.story.since, who))
            for line in lines:
                self._console.say(line.text, 2)
            self._console.say(say(curtain.ASKED, who=who))
            self._console.say(say(plain.CURTAIN_KEY, who=who))

    def _uncover(self, session: Session) -> None:
        """Show the open question to the person who was named."""
        self.covered = False
        if session.view is None:
            return
        lines = recapped(session.voice, session.story.since, session.view, named=True)
        if lines:
            self._console.say(recap_title(session.story.since))
            for line in lines:
                self._console.say(line.text, 2)
        self.show(session)

    def show(self, session: Session) -> None:
        """Show the open question with its answers."""
        if not session.question.choosing:
            self._nothing_asked(session)
            return
        self._action_list = NumberedActions(session, confirm=self._confirm)
        if not self._told_how:
            self._told_how = True
            self._console.say()
            self._console.say(_(plain.HINT))
        self._show_actions(session, self._action_list)

    def _show_actions(self, session: Session, action_list: NumberedActions) -> None:
        self._console.say()
        for line in action_list.lines():
            self._console.say(line)
        self._point(session, action_list)
        self._shown = monotonic()

    def labelled(self, line: str) -> Typed | None:
        """The number of the answer whose words were typed, as if that had been; None when none has them."""
        number = self._action_list.labelled(line) if self._action_list is not None and not self.covered else None
        return None if number is None else Typed(number=number)

    def remind(self) -> None:
        """Say what is asked once more: news has come between it and what is being typed."""
        # Nobody can tell whether a line has been begun; of what a script says beforehand nothing is seen.
        if self._console.typed and self._action_list is not None and not self._sent:
            self._console.say(self._action_list.question)

    def _point(self, session: Session, action_list: NumberedActions) -> None:
        """Say what the lesson recommends."""
        lesson = self._table.lesson
        if lesson is None or session.view is None or lesson.advice is None:
            return
        number = action_list.number_of(lesson.advice.move)
        key = str(number) if number else ""
        self._console.say(lesson.sentence(session.view, session.voice, key, action_list.opened))

    # An answer

    async def choose(self, order: Typed) -> None:
        """Choose by the number that was typed, or by an empty line."""
        session = self._table.session
        if session is None:
            return
        if self.covered:
            if order.number is None and session.question.choosing:
                self._uncover(session)
            else:
                self.not_yours(session)
        elif self._action_list is None or self._sent:
            if order.number is not None:
                self._nothing_asked(session)
        elif order.number is not None:
            await self._choose_row(session, self._action_list, order.number)
        elif self._console.typed and monotonic() < self._shown + READING:
            # It was typed before anybody could read what it would mean.
            self._show_actions(session, self._action_list)
        else:
            await self._choose_row(session, self._action_list, self._action_list.default)

    async def _choose_row(self, session: Session, action_list: NumberedActions, number: int) -> None:
        try:
            moves = action_list.choose(number)
        except LookupError:
            self._console.say(say(plain.NOT_A_NUMBER, number=number, last=action_list.last))
            return
        if moves:
            await self._send(session, moves)
        else:
            self._show_actions(session, action_list)

    async def undo(self, session: Session) -> None:
        """Take the last move back, or say why that cannot be done."""
        if session.question.undo or not session.question.choosing:
            self._console.say(_(table.NO_UNDO.get(session.question.undo, table.NO_UNDO_SOMEHOW)))
        elif not self._sent:
            await self._send(session, (UNDO,))

    async def reset(self, session: Session) -> None:
        """Take everything back that can be."""
        self._resetting = not session.question.undo and session.question.choosing
        await self.undo(session)

    async def redo(self, session: Session) -> None:
        """Make the move again that was taken back last."""
        move = session.question.redo
        if move is None:
            self._console.say(_(table.NO_REDO))
        elif not self._sent:
            await self._send(session, (move,))

    def not_yours(self, session: Session) -> None:
        """Say that somebody else has to come to the screen first."""
        if session.view is not None and session.view.seat is not None and session.question.choosing:
            self._console.say(say(plain.CURTAIN_FIRST, who=session.voice.name(session.view.seat)))
        else:
            self._nothing_asked(session)

    def _nothing_asked(self, session: Session) -> None:
        """A number means nothing now: after the end a script, which may have many left, is told so once."""
        if not session.ending.over:
            self._console.say(_(plain.NO_QUESTION))
        elif self._console.typed or not self._told_over:
            self._told_over = True
            self._console.say(_(plain.OVER))

    async def _send(self, session: Session, moves: tuple[Move, ...]) -> None:
        """Send a move; what was chosen with it follows when it is asked for."""
        self._sent, self._action_list = True, None
        self._following = moves[1:]
        await session.move(moves[0])
        if session.link.trouble is not None:
            self._console.say(_(table.LINK_LATER))

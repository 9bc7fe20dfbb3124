"""Line client: plays at a table with lines of text, for one person or for several at one keyboard."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from functools import partial

from textual.content import Content

from citadels_tui import terminal
from citadels_tui.active_table import ActiveTable, being_opened
from citadels_tui.errors import CommandError
from citadels_tui.hint import hint_for
from citadels_tui.plain import pages
from citadels_tui.plain.console import Console
from citadels_tui.plain.numbered import NumberedDesk
from citadels_tui.plain.obeying import LINES, OPEN_TO_ALL, Commands, tell
from citadels_tui.plain.typed import Typed, typed
from citadels_tui.recap import recapped, recapped_for_all
from citadels_tui.score_table import score_table
from citadels_tui.session import Session
from citadels_tui.start import HostTable, JoinTable, ResumeTable, Start
from citadels_tui.story import Line
from citadels_tui.texts import _, curtain, plain, recap, retold, say, table
from citadels_tui.voice import listed
from engine.move import Move
from engine.undo import UNDO
from net.base.errors import NetError
from net.client.updates import (
    Closed,
    Decision,
    Ended,
    Happened,
    LobbyView,
    Notice,
    Refused,
    Restarted,
    Started,
    Stopped,
    Update,
)
from net.protocol.messages import WishesNote

GOOD, FAILED, INTERRUPTED = 0, 1, 130
QUIET = 1.0
"""Seconds without news after which nothing more of the past is awaited."""


class LineClient:
    """Says what happens, asks with numbers, and does what is typed."""

    def __init__(self, console: Console, table: ActiveTable, *, confirm: bool) -> None:
        """Prepare to play.

        Args:
            console: Where lines come from and go to.
            table: The table, which is not opened yet.
            confirm: Whether to ask before a move that is hardly ever meant.
        """
        self.console = console
        self.table = table
        self.confirm = confirm
        self._start: Start | None = None
        self._desk: NumberedDesk | None = None
        """What can be chosen now, while it is shown."""
        self._answered = False
        """An answer is on its way."""
        self._following: tuple[Move, ...] = ()
        """Moves that were chosen together and are still to be sent."""
        self._covered = False
        """Whether nobody is at the screen: of several people, one has to press enter first."""
        self._ready = asyncio.Event()
        """Whether a number means something now, or an empty line."""
        self._settled = asyncio.Event()
        """Whether the end of the input can be obeyed: nothing is on its way any more."""
        self._past: list[Line] | None = None
        """What had happened before this client came, as long as it comes in; None afterwards."""
        self._quiet: asyncio.TimerHandle | None = None
        self._hinted = False
        self._told_lobby = False
        self._ending: Content | None = None
        """Why it ends, and the way back."""
        self._code = GOOD
        self._main: asyncio.Task[object] | None = None

    async def run(self, start: Start) -> int:
        """Play until the player leaves.

        Returns:
            The exit code.

        Raises:
            CommandError: when the table cannot be reached.
        """
        self._heed_signals()
        self._start = start
        try:
            await self._play(start)
        except asyncio.CancelledError:
            if self._ending is None:
                raise
        finally:
            if self._ending is not None:
                self.console.conclude(self._ending)
            with contextlib.suppress(NetError):
                await self.table.leave()
        return self._code

    @property
    def way_back(self) -> str:
        """How to go on after the client has ended, as a clause."""
        opened = self.table.opened
        lasts = self.table.in_play or (self.table.lasts and isinstance(opened, HostTable))
        if lasts and not isinstance(opened, JoinTable):
            hosted = isinstance(opened, HostTable) or (isinstance(opened, ResumeTable) and opened.hosted)
            return _(plain.KEPT_TABLE if hosted else plain.KEPT_GAME)
        return self.table.way_back(self._start or opened) if opened else ""

    def end(self, why: str, code: int = GOOD) -> None:
        """End as soon as possible, and say why.

        Args:
            why: A text with the way back in it.
            code: The exit code.
        """
        if self._ending is None:
            self._ending, self._code = say(why, way_back=self.way_back), code
            if self._main is not None:
                self._main.cancel()

    def _heed_signals(self) -> None:
        self._main = asyncio.current_task()
        self.console.on_gone = partial(self.end, plain.NOT_READ)
        terminal.on_signals(self._hang_up, partial(self.end, plain.TOLD_TO_END))
        with contextlib.suppress(RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(
                signal.SIGINT, partial(self.end, plain.INTERRUPTED, INTERRUPTED)
            )

    def _hang_up(self) -> None:
        # Nobody is there any more to be told.
        self.end(plain.TOLD_TO_END)

    # A table from its opening to its end

    async def _play(self, start: Start) -> None:
        """Play at a table."""
        self.console.say(being_opened(start))
        self._past = [] if isinstance(start, ResumeTable | JoinTable) else None
        try:
            await self.table.open(start, self.trust)
        except NetError as error:
            raise CommandError(f"{error}") from None
        for session in self.table.sessions:
            if session.lesson is not None:
                session.lesson.drawn = False
        self._regard()
        following = asyncio.create_task(self._follow())
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait((following, listening), return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                listening.result()
                await following
            else:
                following.result()
        finally:
            following.cancel()
            listening.cancel()

    async def trust(self, address: str, words: str) -> bool:
        """Ask whether a host that is met for the first time is the right one."""
        self.console.say(say(table.TRUST, address=address, words=words))
        self.console.say(say(plain.OPTION, number=1, label=_(table.TRUST_YES)))
        self.console.say(say(plain.OPTION, number=2, label=_(table.TRUST_NO)))
        while True:
            line = await self.console.line()
            if line in ("1", "2", None):
                return line == "1"
            self.console.say(say(plain.NOT_A_NUMBER, number=line or "", last=2))

    async def _follow(self) -> None:
        """Say what happens until the table closes or is left."""
        async for session, update, lines in self.table.updates():
            if session is self.table.session and not self._covered:
                self._tell(lines)
            if isinstance(update, Decision | Restarted | Ended | Stopped | Closed):
                self._caught_up()
            self._teach(session)
            self._take(session, update)
            if self._following and isinstance(update, Decision):
                await self._send_following(session, update)
            self._regard()

    def _teach(self, session: Session) -> None:
        """Say what the lesson tells about what has happened: it can be read as long as one likes."""
        lesson = session.lesson
        while lesson is not None and lesson.page is not None:
            self.console.say()
            self.console.say(lesson.page)
            lesson.turn()

    def _tell(self, lines: list[Line]) -> None:
        told = [line for line in lines if line.kind != "mark"]
        if self._past is None:
            for line in told:
                tell(self.console, line)
            return
        self._past += told
        if self._quiet is not None:
            self._quiet.cancel()
        self._quiet = asyncio.get_running_loop().call_later(QUIET, self._caught_up)

    def _caught_up(self) -> None:
        """Say the last of what had happened before this client came."""
        past, self._past = self._past or [], None
        if len(past) > LINES:
            self.console.say(say(plain.EARLIER, amount=len(past) - LINES))
        for line in past[-LINES:]:
            tell(self.console, line)

    def _take(self, session: Session, update: Update) -> None:
        """Go on after an update."""
        match update:
            case LobbyView() if session is self.table.sessions[0] and not session.started and not session.alone:
                self._show_lobby(session)
            case Notice() if session is not self.table.session or self._covered:
                self.console.say(retold(update.sentence))
            case Decision(auto=False) if not self._following:
                self._asked(session)
            case _ if session is self.table.session:
                self._go_on(session, update)

    def _go_on(self, session: Session, update: Update) -> None:
        """Go on after an update for whoever is at the screen; those of the others come before or after it."""
        if isinstance(update, Happened | Decision | Refused | Ended | Stopped | Closed):
            self._answered = False
        if isinstance(update, Started | Happened | Stopped):
            self._desk = None
        if isinstance(update, Started):
            self._covered = self.table.shared
        match update:
            case Refused():
                self.console.say(retold(update.sentence))
                if session.choosing:
                    self._ask(session)
            case WishesNote() if session.wishes and not session.alone:
                players = listed(session.voice.player(seat) for seat in sorted(session.wishes))
                self.console.say(say(table.WISHES, players=players))
            case Ended():
                self._end_of_game(session)
            case Closed() if session.ended is None:
                self._code = self._code or (GOOD if update.code == "left" else FAILED)
                if self._covered:
                    self.console.say(retold(update.sentence))

    def _show_lobby(self, session: Session) -> None:
        self.console.say()
        for line in pages.lobby(session):
            self.console.say(line)
        if not self._told_lobby:
            self._told_lobby = True
            for line in pages.host_key(session):
                self.console.say(line)
            if session.feed.invite is not None:
                # As it is, however long: it will be copied.
                self.console.row(str(session.feed.invite))

    def _asked(self, session: Session) -> None:
        """Somebody at this keyboard has to choose: at once, or when they have come to the screen."""
        # Whoever was asked before has answered: that may be heard later than the next question.
        self._answered = False
        if session is self.table.session and not self._covered:
            self._ask(session)
            return
        self.table.show_to(session)
        self._covered, self._desk = True, None
        self.console.page()
        if session.view is not None and session.view.seat is not None:
            who = session.voice.name(session.view.seat)
            lines = recapped_for_all(session.voice, session.since, session.view)
            if lines:
                self.console.say(say(recap.TITLE_OF, who=who))
            for line in lines:
                self.console.say(line.text, 2)
            self.console.say(say(curtain.ASKED, who=who))
            self.console.say(say(plain.CURTAIN_KEY, who=who))

    def _uncover(self) -> None:
        """The person who was named is at the screen."""
        session = self.table.session
        self._covered = False
        if session is None or session.view is None:
            return
        lines = recapped(session.voice, session.since, session.view)
        if lines:
            self.console.say(_(recap.TITLE))
            for line in lines:
                self.console.say(line.text, 2)
        self._ask(session)

    def _ask(self, session: Session) -> None:
        """Show the open question with its answers."""
        if not session.choosing:
            self.console.say(_(plain.NO_QUESTION))
            return
        self._desk = NumberedDesk(session, confirm=self.confirm)
        if not self._hinted:
            self._hinted = True
            self.console.say()
            self.console.say(_(plain.HINT))
        self._show_desk()

    def _show_desk(self) -> None:
        if self._desk is not None:
            self.console.say()
            for line in self._desk.lines():
                self.console.say(line)
            self._point(self._desk)

    def _point(self, desk: NumberedDesk) -> None:
        """Say what the lesson recommends."""
        session = self.table.session
        if session is None or session.lesson is None or session.view is None:
            return
        if session.lesson.over or session.lesson.advice is None:
            return
        number = desk.number_of(session.lesson.advice.move)
        key = str(number) if number else ""
        self.console.say(session.lesson.sentence(session.view, session.voice, key, desk.opened))

    def _end_of_game(self, session: Session) -> None:
        self._desk, self._covered = None, False
        if session.ended is None:
            return
        self.console.say()
        for line in score_table(session.ended, session.voice, self.console.width):
            self.console.row(line.plain)
        self.console.say(_(plain.GAME_OVER))

    def _regard(self) -> None:
        """See whether a number means something now, and whether the input may end."""
        session = self.table.session
        over = session is not None and session.over
        ready = self._covered and session is not None and session.choosing
        if ready or over or (self._desk is not None and not self._answered):
            self._ready.set()
        else:
            self._ready.clear()
        unchecked = session is not None and session.ended is not None and session.verified is None
        if self._answered or self._following or (unchecked and session is not None and session.closed is None):
            self._settled.clear()
        else:
            self._settled.set()

    # What is typed

    async def _listen(self) -> None:
        """Do what is typed until the table is left."""
        while True:
            line = await self.console.line()
            if line is None:
                await self._settled.wait()
                await self._leave(plain.INPUT_ENDED)
                return
            order = typed(line)
            if order.number is not None or not order.word:
                if not self.console.typed:
                    # A script says beforehand what it will choose.
                    await self._ready.wait()
                await self._choose(order)
            elif order.word == "quit":
                await self._leave(plain.LEFT)
                return
            else:
                if order.word == "verify" and not self.console.typed:
                    # A script waits for what it asks for.
                    await self._settled.wait()
                await self._obey(order)
            self._regard()

    async def _obey(self, order: Typed) -> None:
        """Carry out a command."""
        session = self.table.session
        if order.word == "help":
            for line in pages.commands():
                self.console.say(line)
        elif session is None or not session.known:
            self.console.say(_(plain.NOT_NOW))
        elif self._covered and order.word not in OPEN_TO_ALL:
            self._not_yours()
        elif order.word == "undo":
            await self._undo(session)
        elif order.word == "hint":
            self.console.say(hint_for(session))
        elif order.word == "list":
            self._ask(session)
        elif order.word == "again":
            await self._again(session)
        else:
            await Commands(self.console, session).obey(order)

    async def _again(self, session: Session) -> None:
        """Say that everybody here would like to play again."""
        if session.ended is None:
            self.console.say(_(plain.NOT_OVER))
        else:
            await self.table.again()

    async def _undo(self, session: Session) -> None:
        """Take the last move back, or say why that cannot be done."""
        if session.undo or not session.choosing:
            self.console.say(_(table.NO_UNDO.get(session.undo, table.NO_UNDO_SOMEHOW)))
        elif not self._answered:
            await self._send(session, (UNDO,))

    async def _leave(self, why: str) -> None:
        """Leave; of a game that is over nothing has to be said."""
        session = self.table.session
        if session is None or not session.over:
            self.end(why)
        await self.table.leave()

    async def _choose(self, order: Typed) -> None:
        """A number, or an empty line."""
        session = self.table.session
        if self._covered:
            if order.number is None and session is not None and session.choosing:
                self._uncover()
            else:
                self._not_yours()
        elif self._desk is None or self._answered or session is None:
            if order.number is not None:
                self.console.say(_(plain.NO_QUESTION))
        elif order.number is None:
            self._show_desk()
        else:
            await self._take_row(session, self._desk, order.number)

    async def _take_row(self, session: Session, desk: NumberedDesk, number: int) -> None:
        try:
            moves = desk.choose(number)
        except LookupError:
            self.console.say(say(plain.NOT_A_NUMBER, number=number, last=desk.last))
            return
        if moves:
            await self._send(session, moves)
        else:
            self._show_desk()

    def _not_yours(self) -> None:
        session = self.table.session
        if session is not None and session.view is not None and session.view.seat is not None and session.choosing:
            self.console.say(say(plain.CURTAIN_FIRST, who=session.voice.name(session.view.seat)))
        else:
            self.console.say(_(plain.NO_QUESTION))

    async def _send(self, session: Session, moves: tuple[Move, ...]) -> None:
        """Send a move; what was chosen with it follows when it is asked for."""
        self._answered, self._desk = True, None
        self._following = moves[1:]
        await session.feed.move(moves[0])
        if session.link is not None:
            self.console.say(_(table.LINK_LATER))

    async def _send_following(self, session: Session, decision: Decision) -> None:
        moves, self._following = self._following, ()
        if moves[0] in decision.moves:
            await self._send(session, moves)
        elif not decision.auto:
            self._asked(session)

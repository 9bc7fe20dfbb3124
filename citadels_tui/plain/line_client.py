"""Line client: plays at a table with lines of text, for one person or for several at one keyboard."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from functools import partial

from textual.content import Content

from citadels_tui.history.day_notes import look_up_aid
from citadels_tui.pages.seating import day_title, deal_question
from citadels_tui.plain import pages
from citadels_tui.plain.answering import Answering
from citadels_tui.plain.catching_up import CatchingUp
from citadels_tui.plain.commands import OPEN_TO_ALL, Commands
from citadels_tui.plain.console import Console
from citadels_tui.plain.numbered import BACK
from citadels_tui.plain.typed import Typed, typed
from citadels_tui.session.active_table import ActiveTable, being_opened
from citadels_tui.session.going_on import reasons
from citadels_tui.session.hint import hint_said
from citadels_tui.session.session import Session
from citadels_tui.session.start import (
    JoinTable,
    OfferKept,
    PlayGame,
    ResumeTable,
    Start,
    TableStart,
    VisitHost,
    way_back,
)
from citadels_tui.table_list.entrances import entrances
from citadels_tui.terminal import signals as terminal
from citadels_tui.texts import _, evening, home, plain, retold, say, table, tables, why
from citadels_tui.wording.errors import CommandError
from citadels_tui.wording.own_command import command_to_resume
from citadels_tui.wording.voice import listed
from net.base.errors import NetError
from net.client.updates import (
    Closed,
    DealAsked,
    Decision,
    Ended,
    Evening,
    Hinted,
    LobbyView,
    Notice,
    Refused,
    Restarted,
    Started,
    Stopped,
    Update,
)
from net.protocol.host_messages import WishesNote

GOOD, FAILED, INTERRUPTED = 0, 1, 130
ABOUT_QUESTION = frozenset({"hint", "list", "undo", "reset", "redo"})
"""Words about the open question."""


class LineClient:
    """Follows a table, says what happens there, and does what is typed until one of the two ends."""

    def __init__(self, console: Console, table: ActiveTable, *, confirm: bool) -> None:
        """Prepare to play.

        Args:
            console: Where lines come from and go to.
            table: The table, which is not opened yet.
            confirm: Whether to ask before a move that is hardly ever meant.
        """
        self.console = console
        self.table = table
        self.answering = Answering(console, table, confirm=confirm)
        self.played = False
        """Whether anything was asked of a player here."""
        self.left = False
        """Whether the player has said that they leave."""
        self._story = CatchingUp(console, late=False)
        self._start: Start | None = None
        self._ready = asyncio.Event()
        """Whether a number means something now, or an empty line."""
        self._standing = asyncio.Event()
        """Whether the table stands: the game is under way, or others are still awaited in its lobby."""
        self._settled = asyncio.Event()
        """Whether the end of the input can be obeyed: nothing is on its way any more."""
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
        self.table.busy = self._say_waits
        self._owner_asked = False
        """Whether it was said last that a table's owner is asked."""
        try:
            chosen = await self._choose_kept(start) if isinstance(start, OfferKept) else start
            if chosen is not None:
                self._start = chosen
                await self._play(chosen)
            # Where it was told to end it ends here, and not in the middle of a goodbye.
            await asyncio.sleep(0)
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
        if isinstance(self._start, OfferKept):
            return _(home.KEPT_GAME).format(command=command_to_resume(hosted=self._start.offers[0].game.hosted))
        own = isinstance(opened, ResumeTable) and self.table.alone
        if self.table.lasts and not self.table.in_play and not own:
            # A player who leaves before the game gives up the seat, and with their own table everybody's.
            return _(home.NOT_PLAYING)
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
        """Play at a table, which is chosen first where only a host is named."""
        table: Start | None = await self._choose_table(start) if isinstance(start, VisitHost) else start
        while table is not None:
            self.console.say(being_opened(table))
            past = isinstance(table, ResumeTable | JoinTable) or (isinstance(table, PlayGame) and table.practice)
            self._story = CatchingUp(self.console, late=bool(past))
            try:
                await self.table.open(table, self.trust)
                break
            except NetError as error:
                if not isinstance(start, VisitHost):
                    raise CommandError(why(error)) from None
                elsewhere = self.table.other_seat(error.code)
                self.console.say(f"{why(error)} {_(tables.LED_ON)}" if elsewhere else why(error))
                table = await self._choose_table(elsewhere or start._replace(at_once=False))
        else:
            return
        if self.table.lesson is not None:
            self.table.lesson.drawn = False
        self._update_events()
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

    async def _choose_kept(self, start: OfferKept) -> TableStart | None:
        """Let the player go on with what was left, or begin a new game; None at the end of the input."""
        for each in reasons(start.unusable):
            self.console.say(each)
        ways: list[TableStart] = [*(way_back(offer, start.name) for offer in start.offers), start.new]
        choices = [say(plain.CHOICE, label=offer.label, about=offer.about) for offer in start.offers]
        choices.append(Content(_(home.INSTEAD[0])))
        numbered = [Content.assemble(f"{number} ", choice) for number, choice in enumerate(choices, 1)]
        self.console.say(say(plain.GO_ON, choices=listed(numbered)))
        line = await self._one_of(len(ways))
        if line is None or not line.isdecimal():
            self.end(plain.INPUT_ENDED if line is None else plain.LEFT)
            return None
        return ways[int(line) - 1]

    async def _one_of(self, last: int) -> str | None:
        """The number that is typed, or the word that quits; None at the end of the input."""
        while True:
            line = await self.console.line()
            if line is None or line in map(str, range(1, last + 1)) or typed(line, plain.COMMANDS).word == "quit":
                return line
            self.console.say(say(plain.ONE_OF, last=last))

    async def _choose_table(self, start: VisitHost) -> JoinTable | None:
        """Let the player choose from a host's list; None when they leave it."""
        from citadels_tui.plain.table_chooser import TableChooser

        self.console.say(being_opened(start))
        try:
            chosen = await TableChooser(self.console, await self.table.visit(start, self.trust), start).choose()
        except NetError as error:
            raise CommandError(why(error)) from None
        await self.table.leave()
        if chosen is None:
            self.end(plain.LEFT)
        return chosen

    async def _say_waits(self, code: str) -> None:
        if code != "owner_asked" or not self._owner_asked:
            self.console.say(_(table.WAITS[code]))
        # It is asked anew every few seconds.
        self._owner_asked = code == "owner_asked"

    async def trust(self, address: str, words: str) -> bool:
        """Ask whether a host that is met for the first time is the right one."""
        self.console.say(say(table.TRUST, address=address, words=words))
        self.console.say(say(plain.OPTION, number=1, label=_(table.TRUST_YES)))
        self.console.say(say(plain.OPTION, number=2, label=_(table.TRUST_NO)))
        return await self._one_of(2) == "1"

    async def _follow(self) -> None:
        """Say what happens until the table closes or is left."""
        async for session, update, lines in self.table.updates():
            if session is self.table.session and (not self.answering.covered or isinstance(update, Stopped)):
                self._story.add(lines)
            if isinstance(update, Decision | Restarted | Ended | Stopped | Closed):
                self._story.done()
            self._teach()
            await self._handle_update(session, update)
            if lines and session is self.table.session and not isinstance(update, Decision | Refused):
                self.answering.remind()
            self._update_events()

    def _teach(self) -> None:
        """Say what the lesson tells about what has happened: it can be read as long as one likes."""
        lesson = self.table.lesson
        while lesson is not None and lesson.page is not None:
            self.console.say()
            self.console.say(lesson.page)
            lesson.turn()

    async def _handle_update(self, session: Session, update: Update) -> None:
        """Go on after an update."""
        match update:
            case LobbyView() if session is self.table.sessions[0] and not session.started and not session.alone:
                self._show_lobby(session)
            case Notice() if session is not self.table.session or self.answering.covered:
                self.console.say(retold(update.sentence))
            case Decision():
                self.played = True
                if session is self.table.session:
                    self.answering.apply_update(update)
                await self.answering.asked(session, update)
            case _ if session is self.table.session:
                self._say_update(session, update)

    def _say_update(self, session: Session, update: Update) -> None:
        """Say an update of the person at the screen; the other people's come before or after it."""
        self.answering.apply_update(update)
        match update:
            case Started() if session.day is not None:
                look_up_aid(session)
                self.console.say(day_title(session))
            case Refused():
                self.console.say(retold(update.sentence))
                if session.question.choosing:
                    self.answering.show(session)
            case Hinted() if update is session.question.hinted:
                taught = self.table.lesson.advice if self.table.lesson is not None else None
                self.console.say(hint_said(session, update, taught))
            case WishesNote() if session.votes.again and not session.alone:
                players = listed(session.voice.player(seat) for seat in sorted(session.votes.again))
                self.console.say(say(table.WISHES, players=players))
            case Evening() if session.goes_on:
                self.console.say(_(evening.NEXT))
            case Ended():
                self.console.say()
                for line in pages.result(session):
                    self.console.say(line)
                self.console.say()
                self.console.say(_(plain.GAME_OVER))
            case Stopped():
                self.console.say(_(plain.GAME_STOPPED))
            case DealAsked():
                self.console.say(deal_question(update))
                self.console.say(_(plain.DEAL_ASKED))
            case Closed() if session.ending.ended is None:
                self._code = self._code or (GOOD if update.code == "left" else FAILED)
                if self.answering.covered:
                    self.console.say(retold(update.sentence))

    def _show_lobby(self, session: Session) -> None:
        self.console.say()
        for line in pages.lobby(session):
            self.console.say(line)
        if not self._told_lobby:
            self._told_lobby = True
            for line in pages.host_key(session):
                self.console.say(line)
            if session.invite is not None:
                # As it is, however long: it will be copied.
                self.console.row(str(session.invite))
            ways = entrances(session.people.lobby) if session.people.lobby else []
            if ways:
                self.console.say(Content(_(table.MORE_ENTRANCES)))
            for way in ways:
                self.console.row(way)

    def _update_events(self) -> None:
        """See whether a number means something now, and whether the input may end."""
        if self.answering.ready:
            self._ready.set()
        else:
            self._ready.clear()
        session = self.table.session
        if session is not None and (session.started or (session.known and not session.alone)):
            self._standing.set()
        unchecked = session is not None and session.ending.ended is not None and session.ending.verified is None
        if self.answering.busy or (unchecked and session is not None and session.link.closed is None):
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
            await self.table.wake()
            order = typed(line, plain.COMMANDS)
            if order.word == "back":
                order = Typed(number=BACK)
            elif order.word not in plain.COMMANDS:
                order = self.answering.labelled(line) or order
            if order.number is not None or not order.word:
                if not self.console.typed:
                    # A script says beforehand what it will choose.
                    await self._ready.wait()
                await self.answering.choose(order)
            elif order.word == "quit":
                self.left = True
                await self._leave(plain.LEFT)
                return
            else:
                await self._wait_until_possible(order)
                await self._run_command(order)
            self._update_events()

    async def _wait_until_possible(self, order: Typed) -> None:
        """Wait until a command can be carried out: one that is typed ahead is for the table that is being opened."""
        if order.word != "help":
            await self._standing.wait()
        if not self.console.typed:
            # A script waits for what it asks for.
            if order.word in ("verify", "why"):
                await self._settled.wait()
            elif order.word in ABOUT_QUESTION:
                await self._ready.wait()

    async def _run_command(self, order: Typed) -> None:
        """Run a command."""
        session = self.table.session
        if order.word == "help":
            for line in (*pages.rules(), *pages.commands(plain.COMMANDS, plain.COMMANDS_TITLE)):
                self.console.say(line)
            if self.console.typed:
                self.console.say(_(plain.REPRINT))
        elif session is None or not session.known:
            self.console.say(_(plain.NOT_NOW))
        elif self.answering.covered and order.word not in OPEN_TO_ALL:
            self.answering.not_yours(session)
        elif order.word in ("undo", "reset", "redo"):
            back = {"undo": self.answering.undo, "reset": self.answering.reset, "redo": self.answering.redo}
            await back[order.word](session)
        elif order.word == "list":
            self.answering.show(session)
        elif order.word == "why":
            for line in await asyncio.to_thread(pages.causes, session):
                self.console.say(line)
        elif order.word == "again":
            await self._again(session)
        else:
            await Commands(self.console, session, self.table.lesson).run(order)

    async def _again(self, session: Session) -> None:
        """Say that everybody here would like to play again."""
        if session.ending.over:
            await self.table.again()
        else:
            self.console.say(_(plain.NOT_OVER))

    async def _leave(self, why: str) -> None:
        """Leave; of a game that is over nothing has to be said."""
        session = self.table.session
        if session is None or not session.ending.over:
            self.end(why)
        await self.table.leave()

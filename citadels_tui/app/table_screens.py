"""Table screens: which screen shows the table in progress, and to whom of the people at this keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from citadels_tui.screens.base import BaseScreen
from citadels_tui.screens.waiting import WaitingScreen
from citadels_tui.session.active_table import ActiveTable
from citadels_tui.session.app_protocol import citadels_app
from citadels_tui.session.start import PlayGame, Start, VisitHost
from citadels_tui.texts import retold, table

if TYPE_CHECKING:
    # They are loaded when a table is opened.
    from citadels_tui.session.host_tables import HostTables
    from citadels_tui.session.session import Session
    from citadels_tui.session.table_clock import BotPace
    from citadels_tui.story.telling import Line
    from net.client.connect import Trust
    from net.client.updates import Closed, DealAsked, Update

HOME, WAITING = "home", "waiting"
TABLE = "table"
"""The modes in which no table is shown; every game, and every list of tables, is shown in a mode of its own, whose name
begins with `TABLE`: home stays as it was."""


def _load_screens(start: Start) -> None:
    alone = isinstance(start, PlayGame) and not start.others
    for name in ("table",) if alone else ("table", "lobby", "curtain"):
        import_module(f"citadels_tui.screens.{name}")


class TableScreens:
    """Opens and closes the screens of the table as it goes on.

    Screens belong to the person who looks at them: before somebody else comes they are all gone, and a curtain
    shows.
    """

    def __init__(
        self,
        app: App[Any],
        table: ActiveTable,
        missed: Callable[[str, str], Awaitable[None]],
        said_at_start: Callable[[], str] = str,
    ) -> None:
        """Show nothing yet.

        Args:
            app: Shows the screens.
            table: The table that they show.
            missed: Told the code and the sentence when the table cannot be reached.
            said_at_start: What the player is told when a game is on the screen; empty: nothing.
        """
        self._app = app
        self._table = table
        self._missed = missed
        self._said_at_start = said_at_start
        self._shown = 0
        """How many games have been shown, each in a mode of its own."""
        self._changing = asyncio.Lock()

    async def wait(self, sentence: str) -> None:
        """Say that a table is being opened; what was shown of another one is gone."""
        async with self._changing:
            if self._app.current_mode != WAITING:
                screen = WaitingScreen(sentence)
                self._app.add_mode(WAITING, lambda: screen)
                await self._to_mode(WAITING)
            elif isinstance(self._app.screen_stack[0], WaitingScreen):
                self._app.screen_stack[0].say(sentence)

    async def open(self, start: Start, trust: Trust) -> None:
        """Go to a table, or to the list of a host's tables.

        Raises:
            NetError: with a sentence for the player.
        """
        if isinstance(start, VisitHost):
            await self._table.visit(start, trust)
        else:
            # While the host answers.
            asyncio.get_running_loop().call_soon(_load_screens, start)
            await self._table.open(start, trust)

    @property
    def at_table(self) -> bool:
        """Whether a table is shown."""
        return self._app.current_mode.startswith(TABLE)

    @property
    def _table_screen(self) -> Screen[Any] | None:
        """The table, below all that is shown over it."""
        return self._app.screen_stack[0] if self.at_table else None

    @property
    def anything(self) -> bool:
        """Whether anything is shown: not before the first table of a command."""
        return self.at_table or self._app.current_mode in (HOME, WAITING)

    def pace(self, send: Callable[[Awaitable[None]], None]) -> BotPace | None:
        """The pace of the bots, if somebody here has opened the table.

        Args:
            send: Sends a request to the table.
        """
        lasting = (each for each in self._table.sessions if each.link.closed is None)
        owner = next((each for each in lasting if each.people.all_rights), None)
        if owner is None:
            return None
        from citadels_tui.screens.table import TableScreen
        from citadels_tui.session.table_clock import BotPace

        tables = (screen for screen in self._app.screen_stack if isinstance(screen, TableScreen))
        shown = next((screen.pace for screen in tables if screen.session is owner), None)
        return shown or BotPace(owner.clock, owner.feed, send)

    async def follow(self) -> None:
        """Show the table, or the list, until it closes or is left."""
        from net.client.updates import Decision, LobbyView, Notice, Started

        if self._table.visiting is not None:
            await self._choose(self._table.visiting)
            return
        async for session, update, lines in self._table.updates():
            if isinstance(update, Notice):
                # The story may be longer than the screen by now.
                citadels_app(self._app).notify(
                    retold(update.sentence), severity="warning", timeout=10, screen=self._table_screen
                )
            first = session is self._table.sessions[0]
            if first and (isinstance(update, Started) or (isinstance(update, LobbyView) and not session.started)):
                # The person who has opened the table begins.
                self._table.show_to(session)
            if session is self._table.session:
                await self._show(session, update, lines)
            elif isinstance(update, Decision) and session.question.choosing:
                await self._cover(session)
            if isinstance(update, Started) and session.you is not None and (said := self._said_at_start()):
                notice = Notice("way_back", said)
                await self._show(session, notice, session.apply_update(notice))
                citadels_app(self._app).notify(said, timeout=30, screen=self._table_screen)

    async def _choose(self, visiting: HostTables) -> None:
        """Show the list of a host's tables until it is left, or a table was chosen."""
        from citadels_tui.screens.tables import TablesScreen
        from citadels_tui.session.host_tables import heard
        from net.client.updates import Closed

        screen = TablesScreen(visiting)
        await self._begin_anew(screen)
        async for update in visiting.feed.updates():
            update = heard(update, visiting.symbols)
            screen.show_update(update, visiting.apply_update(update))
            # A player who leaves the list knows it.
            if isinstance(update, Closed) and update.code != "left":
                await self._missed(update.code, retold(update.sentence))

    async def _show(self, session: Session, update: Update, lines: list[Line]) -> None:
        """Show an update to the person at the screen."""
        from citadels_tui.screens.table import TableScreen
        from net.client.updates import Closed, DealAsked, LobbyView, Started, Stopped

        stack = [screen for screen in self._app.screen_stack if isinstance(screen, BaseScreen)]
        tables = [screen for screen in stack if screen.covers or isinstance(screen, TableScreen)]
        if isinstance(update, LobbyView) and not self.at_table:
            # A game of one's own starts at once, or goes on: there is nothing to wait for.
            if not session.alone:
                await self._enter(_lobby(session))
        elif isinstance(update, LobbyView) and tables and not session.started:
            await self._begin_anew(_lobby(session))
        elif isinstance(update, Started) and self._table.shared:
            await self._begin_anew(_curtain(session))
        elif isinstance(update, Started) and not tables:
            await self._enter(TableScreen(session, self._table.lesson))
        elif isinstance(update, Started):
            # Another game, or another seat in the middle of this one.
            await self._begin_anew(TableScreen(session, self._table.lesson))
        elif isinstance(update, Closed) and (not self.at_table or _nothing_left(session, update)):
            await self._missed(update.code, retold(update.sentence))
        elif isinstance(update, DealAsked):
            self._ask_about_deal(session, update)
        else:
            if session.ending.over and tables and tables[0].covers:
                # Nothing has to be hidden any more; the new screen finds all lines in the session.
                await self._begin_anew(TableScreen(session, self._table.lesson))
                lines = lines[-1:] if isinstance(update, Stopped) else []
            for screen in list(self._app.screen_stack):
                # One that was opened a moment ago finds everything in the session when it is there; one that is
                # going has nothing left to show it in.
                there = screen.is_mounted and screen.is_attached
                if there and isinstance(screen, BaseScreen) and not (session.started and screen.gathers):
                    screen.updated(update, lines)

    def _ask_about_deal(self, session: Session, asked: DealAsked) -> None:
        """Ask whether this player takes part in a deal; who does not answer gives no share."""
        from citadels_tui.pages.seating import deal_question
        from citadels_tui.screens.confirm import ConfirmScreen

        def answered(answer: bool | None) -> None:
            if answer:
                citadels_app(self._app).send(session.feed.again())

        asking = ConfirmScreen(lambda: deal_question(asked), session.symbols, table.DEAL_TITLE)
        self._app.push_screen(asking, answered)

    async def _cover(self, session: Session) -> None:
        """Hide everything until the person who is asked, another one at this keyboard, is at the screen."""
        from citadels_tui.screens.table import TableScreen

        for screen in self._app.screen_stack:
            if isinstance(screen, TableScreen):
                screen.pace.resume()
        async with self._changing:
            self._table.show_to(session)
            self._app.clear_notifications()
            await self._change(_curtain(session))

    async def uncover(self, session: Session) -> None:
        """Show the table to the person who was named on the curtain."""
        from citadels_tui.screens.table import TableScreen

        async with self._changing:
            # Somebody else may have been asked meanwhile, or the table left.
            first = self._app.screen_stack[0]
            if session is self._table.session and isinstance(first, BaseScreen) and first.covers:
                await self._change(TableScreen(session, self._table.lesson))

    async def _enter(self, screen: Screen[None]) -> None:
        """Show the table in a mode of its own, so that home stays as it was."""
        if self.at_table:
            await self._app.push_screen(screen)
        else:
            await self._begin_anew(screen)

    async def _begin_anew(self, screen: Screen[None]) -> None:
        """Show the table from the beginning: pages of its last game close."""
        async with self._changing:
            await self._change(screen)

    async def _change(self, screen: Screen[None]) -> None:
        self._shown += 1
        mode = f"{TABLE}{self._shown}"
        self._app.add_mode(mode, lambda: screen)
        await self._to_mode(mode)

    async def go_home(self) -> None:
        """Show the home screen."""
        async with self._changing:
            await self._to_mode(HOME)

    async def _to_mode(self, mode: str) -> None:
        """Show home, or a table; what is open at the table before is gone."""
        before = self._app.current_mode
        await self._app.switch_mode(mode)
        if before.startswith((TABLE, WAITING)) and before != mode:
            await self._app.remove_mode(before)


# A game of one's own needs neither: its first board does not wait for them.


def _lobby(session: Session) -> BaseScreen:
    from citadels_tui.screens.lobby import LobbyScreen

    return LobbyScreen(session)


def _curtain(session: Session) -> BaseScreen:
    from citadels_tui.screens.curtain import CurtainScreen

    return CurtainScreen(session)


def _nothing_left(session: Session, update: Closed) -> bool:
    """Whether there is nothing to look at any more: the program has failed, or a table has ended before its game.

    A player who has left knows it, and one who has come again from elsewhere is there.
    """
    return update.code == "crashed" or (not session.started and update.code not in ("left", "superseded"))

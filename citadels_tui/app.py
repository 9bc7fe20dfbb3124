"""The Textual application: modes, the table in progress, and what works everywhere."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.command import CommandPalette, Provider
from textual.content import Content
from textual.filter import LineFilter
from textual.screen import Screen

from citadels_tui.bidi import Bars, Dots
from citadels_tui.crash import FailFastApp, way_back
from citadels_tui.errors import CommandError, Crash
from citadels_tui.screens.base import BaseScreen
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.spelling import ascii_only, spelled
from citadels_tui.start import HostTable, JoinTable, PlayGame, ResumeTable, ShowHome, Start
from citadels_tui.symbols import ASCII, UNICODE, needs_ascii
from citadels_tui.texts import _, home, palette, say, table
from citadels_tui.theme import CITADELS, variables
from net.base.errors import NetError
from net.base.text import TextError, clean_name

if TYPE_CHECKING:
    # The table and the network cost a third of a second: they are loaded when a table is opened.
    from textual.notifications import SeverityLevel

    from citadels_tui.doors import Doors
    from citadels_tui.feed import Feed
    from citadels_tui.session import Session

HANG_UP = 3.0
"""Seconds to end properly after the terminal has gone."""


class Palette(CommandPalette):
    """The command palette, over another screen."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What the rows of the screen behind it go through."""
        return [*super().get_line_filters(), Dots()]


def _finder() -> type[Provider]:
    from citadels_tui.palette import Finder

    return Finder


class CitadelsApp(FailFastApp):
    """The client."""

    TITLE = "Citadels"
    CSS_PATH = "app.tcss"
    MODES = {"home": HomeScreen}
    COMMANDS = {_finder}

    BINDINGS = [
        Binding("ctrl+q", "quit", "Quit", id="quit", show=False, priority=True, tooltip="Quit Citadels"),
    ]

    def __init__(self, start: Start, *, ascii: bool = False, doors: Doors | None = None) -> None:
        super().__init__()
        self.start = start
        self.symbols = ASCII if ascii else UNICODE
        self._doors = doors
        self.player = start.name or own_name()
        """The player's name, as typed."""
        self.session: Session | None = None
        """The table in progress."""
        self.failed = ""
        """Why the table that the command asked for could not be reached, as a sentence."""
        self._bars = Bars()
        self._opening: Start | None = None
        self._knocking = False
        """Whether a table is being opened."""
        self.set_class(ascii, "-ascii")
        self.register_theme(CITADELS)
        self.theme = CITADELS.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The client's own colours, for every theme."""
        return variables(self.current_theme.dark)

    async def on_mount(self) -> None:
        """Begin where the command asked for, and end properly when told to, or when the terminal goes away."""
        if hasattr(signal, "SIGHUP"):
            # Outside the main thread whoever runs the loop there handles signals.
            with contextlib.suppress(RuntimeError, ValueError):
                asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.hang_up)
                asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._quit, True)
        # Not the default mode: its widgets would look for the app's screen while the first one is composed.
        await self.switch_mode("home")
        if not isinstance(self.start, ShowHome):
            self.begin(self.start)

    def hang_up(self) -> None:
        """The terminal is gone: leave the table and end, whatever else happens."""
        # A write to the lost terminal would end Textual's writing thread, and the next ones wait for it for ever.
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        last_resort = threading.Timer(HANG_UP, os._exit, (0,))
        last_resort.daemon = True
        last_resort.start()
        self.run_worker(self._end(), exclusive=True, group="end")

    async def _end(self) -> None:
        await self._leave()
        self.exit(0)

    # Tables

    def name_problem(self) -> str:
        """What is wrong with the player's name, or nothing."""
        if not self.player:
            return _(home.NO_NAME)
        try:
            self.player = clean_name(self.player)
        except TextError as error:
            return _(home.BAD_NAME).format(reason=error)
        return ""

    def begin(self, start: Start) -> None:
        """Go to a table, unless one is being opened already."""
        if not self._knocking:
            self._knocking = True
            self.run_worker(self._begin(start), exclusive=True, group="table")

    async def _begin(self, start: Start) -> None:
        self._opening = start
        self.notify(self._busy(start), timeout=2)
        try:
            feed = await self._open(start)
        except NetError as error:
            self._missed(error.code, str(error))
            return
        finally:
            self._knocking = False
        await self._follow(feed)

    def _missed(self, code: str, sentence: str) -> None:
        """A table cannot be reached: a command ends with it, at home something else can be tried.

        When the reason is a fault of ours, everything ends.
        """
        if code == "crashed":
            self.failed = f"{sentence.removesuffix('.')}; {self.way_back}"
            self.exit()
        elif self._opening is self.start:
            self.failed = sentence
            self.exit()
        else:
            self.notify(sentence, severity="error", timeout=10)

    def _busy(self, start: Start) -> str:
        match start:
            case JoinTable(target=target):
                return _(home.BUSY_JOIN).format(target=target.partition("#")[0])
            case HostTable():
                return _(home.BUSY_HOST)
            case ResumeTable():
                return _(home.BUSY_RESUME)
            case _:
                return _(home.BUSY_LOCAL)

    async def _open(self, start: Start) -> Feed:
        from citadels_tui.doors import NetDoors

        doors: Doors = self._doors or NetDoors()
        match start:
            case PlayGame():
                return await doors.play(start)
            case HostTable():
                return await doors.host(start)
            case ResumeTable():
                return await doors.resume(start)
            case JoinTable():
                return await doors.join(start, self.trust)
            case ShowHome():
                raise ValueError("the home screen is no table")

    async def trust(self, address: str, words: str) -> bool:
        """Ask whether a host that is met for the first time is the right one."""
        question = ConfirmScreen(
            say(table.TRUST, address=address, words=Content.styled(words, "bold $accent")),
            self.symbols,
            title=_(table.TRUST_TITLE),
            yes=_(table.TRUST_YES),
            no=_(table.TRUST_NO),
        )
        answer: bool = await self.push_screen_wait(question)
        return answer

    async def _follow(self, feed: Feed) -> None:
        """Show a table until it closes."""
        from citadels_tui.screens.lobby import LobbyScreen
        from citadels_tui.screens.table import TableScreen
        from citadels_tui.session import Session
        from net.client.updates import Closed, LobbyView, Notice, Started

        session = self.session = Session(feed, self.symbols, alone=self._alone)
        async for update in feed.updates():
            if self.session is not session:
                # The player has left: these screens are going away.
                return
            if self.symbols.ascii:
                update = spelled(update)
            lines = session.take(update)
            if isinstance(update, Notice):
                # The story may be longer than the screen by now.
                self.notify(update.sentence, severity="warning", timeout=10)
            if isinstance(update, LobbyView) and self.current_mode == "home":
                # A game of one's own starts at once, or goes on: there is nothing to wait for.
                if not self._alone:
                    await self._enter(LobbyScreen(session))
            elif isinstance(update, Started) and not any(isinstance(s, TableScreen) for s in self.screen_stack):
                await self._enter(TableScreen(session))
            elif isinstance(update, Closed) and (self.current_mode == "home" or update.code == "crashed"):
                self._missed(update.code, update.sentence)
            else:
                for screen in list(self.screen_stack):
                    # One that was opened a moment ago finds everything in the session when it is there.
                    follows = screen.is_mounted and not (session.started and isinstance(screen, LobbyScreen))
                    if follows and isinstance(screen, BaseScreen):
                        screen.updated(update, lines)

    async def _enter(self, screen: Screen[None]) -> None:
        """Show the table in a mode of its own, so that home stays as it was."""
        if self.current_mode == "game":
            await self.push_screen(screen)
            return
        self.add_mode("game", lambda: screen)
        await self.switch_mode("game")

    async def _leave(self) -> None:
        """Leave the table in progress, if there is one."""
        session, self.session = self.session, None
        if session is not None and session.closed is None:
            try:
                await session.feed.leave()
            except NetError as error:
                self.log.warning(str(error))

    async def action_home(self) -> None:
        """Back to the home screen, leaving the table."""
        await self._leave()
        await self.switch_mode("home")
        await self.remove_mode("game")
        while len(self.screen_stack) > 1:
            await self.pop_screen()

    @property
    def way_back(self) -> str:
        """How to go on after the client has ended where it is, as a clause."""
        return way_back(self.start, self._opening, self.session)

    @property
    def _alone(self) -> bool:
        """Whether this is a game of one's own, at which nobody else can sit."""
        opening = self._opening
        return isinstance(opening, PlayGame) or (isinstance(opening, ResumeTable) and not opening.hosted)

    @property
    def repeatable(self) -> bool:
        """Whether the game in progress can simply be played again."""
        return isinstance(self._opening, PlayGame)

    async def action_again(self) -> None:
        """The same game once more, with a new seed."""
        opening = self._opening
        await self.action_home()
        if isinstance(opening, PlayGame):
            self.begin(replace(opening, options=opening.options.model_copy(update={"seed": None})))

    def action_leave(self) -> None:
        """Leave the table after asking; at once when the game is over."""
        session = self.session
        if session is None or session.over or session.closed is not None:
            self.run_worker(self.action_home(), exclusive=True, group="end")
            return
        self.push_screen(ConfirmScreen(Content(self._before_leaving(session)), self.symbols), self._left)

    def _before_leaving(self, session: Session) -> str:
        """What leaving now means."""
        if not session.started:
            return _(table.LEAVE_TABLE)
        if isinstance(self._opening, JoinTable) and session.view is not None and session.view.seat is None:
            return _(table.LEAVE_WATCHING)
        if isinstance(self._opening, JoinTable):
            return _(table.LEAVE_OTHERS)
        return _(table.LEAVE_GAME if self._alone else table.LEAVE_HOSTED)

    def _left(self, answer: bool | None) -> None:
        if answer:
            self.run_worker(self.action_home(), exclusive=True, group="end")

    async def action_quit(self) -> None:
        """Quit, asking first when a game is in progress."""
        session = self.session
        if session is not None and session.started and not session.over and session.closed is None:
            self.push_screen(ConfirmScreen(Content(self._before_leaving(session)), self.symbols), self._quit)
        else:
            self._quit(True)

    def _quit(self, answer: bool | None) -> None:
        if answer:
            self.run_worker(self._end(), exclusive=True, group="end")

    # Everywhere

    def send(self, answer: Awaitable[None]) -> None:
        """Send something to the host without waiting; a refusal comes back as an update, a failure as a notice."""
        self.run_worker(self._send(answer), group="send")

    async def _send(self, answer: Awaitable[None]) -> None:
        try:
            await answer
        except NetError as error:
            self.notify(str(error), severity="warning")

    def say(self, text: str | None) -> None:
        """Say something to the table."""
        if text and self.session is not None:
            self.send(self.session.feed.chat(text))

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Say something for a moment, unless it can be read already.

        It may quote others, so it is never markup, whatever is asked for.
        """
        said = ascii_only(message) if self.symbols.ascii else message
        if any(shown.message == said and not shown.has_expired for shown in self._notifications):
            return
        super().notify(said, title=title, severity=severity, timeout=timeout, markup=False)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every row of every widget goes through."""
        return [*super().get_line_filters(), self._bars]

    def get_key_display(self, binding: Binding) -> str:
        """How a key is written: by name where only ASCII can be shown."""
        shown = super().get_key_display(binding)
        return shown if shown.isascii() or not self.symbols.ascii else binding.key

    def action_help_quit(self) -> None:
        """Ctrl+c does not quit: say what does."""
        self.notify(_(home.QUIT_KEY))

    def action_help(self) -> None:
        """Keys, signs and rules."""
        from citadels_tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen.active_bindings.values(), self.symbols))

    def action_cards(self, card: str = "") -> None:
        """Look cards up: those of the edition that is played, of all editions."""
        from citadels_tui.screens.cards import CardsScreen
        from engine.editions import EDITIONS

        if not isinstance(self.screen, CardsScreen):
            rules = self.session.view.rules if self.session and self.session.view else None
            self.push_screen(CardsScreen(rules.edition if rules else next(iter(EDITIONS)), card))

    def action_command_palette(self) -> None:
        """Find anything by name."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette", placeholder=_(palette.SEARCH)))


def own_name() -> str:
    """The user's name on this machine, when it can be a player's."""
    try:
        return clean_name(getpass.getuser()[:24].capitalize())
    except (TextError, OSError, KeyError):
        return ""


def run(start: Start, *, ascii: bool = False, mouse: bool = True) -> int:
    """Run the client until the player leaves.

    Args:
        start: Where to begin.
        ascii: Draw with ASCII only; also chosen when the terminal cannot do better.
        mouse: Whether to listen to the mouse.

    Returns:
        The exit code: 0 after a proper end.

    Raises:
        CommandError: when the table to begin with cannot be reached.
        Crash: after a fault of ours.
    """
    plain = ascii or needs_ascii(os.environ, sys.stdout.encoding)
    app = CitadelsApp(start, ascii=plain)
    code = app.run(mouse=mouse) or 0
    if app.fault:
        raise Crash(app.way_back) from app.fault
    if app.failed:
        raise CommandError(app.failed)
    return code

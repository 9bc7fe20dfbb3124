"""The Textual application: modes, settings, and the table in progress."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.binding import Binding
from textual.command import Provider
from textual.content import Content
from textual.events import Event, Key, MouseDown

from citadels_tui.app.appearance import AppearanceApp
from citadels_tui.app.calling import CallingApp
from citadels_tui.app.first_frame import FirstFrameApp
from citadels_tui.app.one_by_one import OneByOneApp
from citadels_tui.app.other_layouts import OtherLayoutsApp
from citadels_tui.app.reference import ReferenceApp
from citadels_tui.app.table_screens import HOME, TableScreens
from citadels_tui.screens.base import BaseScreen
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.session.active_table import ActiveTable, being_opened
from citadels_tui.session.start import (
    HostTable,
    JoinTable,
    PlayGame,
    ResumeTable,
    ShowHome,
    ShowReplay,
    Start,
    VisitHost,
)
from citadels_tui.settings.settings import Settings, save
from citadels_tui.terminal import signals as terminal
from citadels_tui.textart.cells import in_two_lines
from citadels_tui.textart.symbols import ASCII, UNICODE
from citadels_tui.texts import _, home, say, speak, table, why
from citadels_tui.texts import settings as settings_text
from citadels_tui.texts.catalogue import of_locale
from net.base.errors import NetError

if TYPE_CHECKING:
    from citadels_tui.screens.home import HomeScreen

    # The table and the network cost a third of a second: they are loaded when a table is opened.
    from citadels_tui.session.connector import Connector
    from citadels_tui.session.session import Session
    from engine.rules import Rules


PATIENCE = 0.5
"""Seconds in which nothing is shown yet, where something will be in a moment."""


def _home() -> HomeScreen:
    from citadels_tui.screens.home import HomeScreen

    return HomeScreen()


def _finder() -> type[Provider]:
    from citadels_tui.app.palette import Finder

    return Finder


OTHERS_LEFT = frozenset({"table_unknown", "table_full", "already_started"})
"""Why one table cannot be joined at a host that can be reached: the list of its tables offers others."""


def _taught(start: Start) -> bool:
    """Whether nobody needs to be asked about the guided game: it is the one, or several people play."""
    return isinstance(start, PlayGame) and (start.lesson or bool(start.others))


class CitadelsApp(FirstFrameApp, OneByOneApp, AppearanceApp, CallingApp, ReferenceApp, OtherLayoutsApp):
    """The client."""

    TITLE = "Citadels"
    CSS_PATH = "app.tcss"
    MODES = {HOME: _home}
    COMMANDS = {_finder}
    keeps_files = True
    """Whether this machine is the player's own, so that settings and results are kept on it."""

    BINDINGS = [
        Binding("ctrl+q", "quit", "Quit", id="quit", show=False, priority=True, tooltip="Quit Citadels"),
        Binding("ctrl+l", "redraw", "Redraw", id="redraw", show=False, priority=True, tooltip="Redraw the screen"),
    ]

    def __init__(
        self,
        start: Start,
        *,
        ascii: bool = False,
        connector: Connector | None = None,
        settings: Settings | None = None,
        warnings: Sequence[str] = (),
        own: str = "",
    ) -> None:
        """Prepare the client.

        Args:
            start: Where to begin.
            ascii: Draw with ASCII only.
            connector: How tables are reached; None: over the network.
            settings: What is remembered of the player.
            warnings: What is wrong with the file it was read from.
            own: The player's own name.
        """
        super().__init__()
        self.start = start
        self.symbols = ASCII if ascii else UNICODE
        self.settings, unknown = self.without_unknown_theme(settings or Settings())
        self._warnings = (*warnings, *unknown)
        several = bool(getattr(start, "others", ()))
        self.player = (several and own) or start.name or self.settings.name
        """The player's name, as typed; where several play it is not that of the first of them."""
        self.table = ActiveTable(self.symbols, connector)
        """The table in progress."""
        self.failed = ""
        """Why the table that the command asked for could not be reached, as a sentence."""
        self._opening = False
        """Whether a table is being opened."""
        self._screens = TableScreens(self, self.table, self._missed)
        self.table.busy = self._wait_for_host
        if isinstance(self.start, PlayGame) and not self._welcomes:
            self.seats_shown_first = self.start.order.setup.players
            self.page_turned = self.start.painted
        self.set_class(ascii, "-ascii")
        self.use_appearance()

    def on_load(self) -> None:
        """End properly when told to, or when the terminal goes away: from before it is drawn on."""
        terminal.on_signals(self.hang_up, self.told_to_end)

    async def on_mount(self) -> None:
        """Begin where the command asked for."""
        # Not the default mode: its widgets would look for the app's screen while the first one is composed.
        if isinstance(self.start, ShowHome | ShowReplay):
            await self.switch_mode(HOME)
        elif isinstance(self.start, PlayGame | HostTable | ResumeTable) and not self._welcomes:
            # A table of one's own is set before a screen that says so could be read.
            self.set_timer(PATIENCE, self._wait_still)
        else:
            # Nothing is being opened while the player is asked something first.
            await self._screens.wait("" if self._welcomes else being_opened(self.start))
        if self.settings.keys:
            # All screens are loaded for it: only who has keys of their own waits for that.
            from citadels_tui.app.keymap import bindings, checked

            keys, wrong = checked(self.settings.keys, bindings(type(self)))
            self.set_keymap(keys)
            self._warnings = (*self._warnings, *wrong)
        for warning in self._warnings:
            self.notify(warning, severity="warning", timeout=10)
        if isinstance(self.start, ShowReplay):
            from citadels_tui.screens.replay import replay_of

            # The client ends with it.
            self.push_screen(replay_of(self.start.game, self.symbols), lambda _: self._quit(True))
        elif self._welcomes:
            from citadels_tui.screens.welcome import WelcomeScreen

            self.push_screen(WelcomeScreen(self.symbols, playing=isinstance(self.start, PlayGame)), self._welcomed)
        elif not isinstance(self.start, ShowHome):
            self.begin(self.start)

    @property
    def _welcomes(self) -> bool:
        """Whether the player is asked first if they know the game."""
        return self.settings.newcomer and isinstance(self.start, ShowHome | PlayGame) and not _taught(self.start)

    def _welcomed(self, played: bool | None) -> None:
        """Start the guided game for a new player; nobody is asked twice."""
        from citadels_tui.session.lesson import lesson_game

        self.remember(newcomer=False)
        if played is False:
            self.begin(lesson_game(self.player, float(self.settings.pause)))
        elif isinstance(self.start, PlayGame):
            self.begin(self.start)

    def hang_up(self) -> None:
        """The terminal is gone: the player has not said goodbye and may come back."""
        self.run_worker(self._end(for_good=False), exclusive=True, group="end")

    def told_to_end(self) -> None:
        """The system wants an end; the player may come back."""
        self.hang_up()

    async def _end(self, *, for_good: bool = True) -> None:
        await self._leave(for_good=for_good)
        self.exit(0)

    async def on_event(self, event: Event) -> None:
        """Any key or click shows that the player is there: bots answer for them no more."""
        if isinstance(event, Key | MouseDown) and not event.is_forwarded and self.table.asleep:
            self.send(self.table.wake())
        await super().on_event(event)

    # What is remembered

    def _use_language(self) -> None:
        speak(self.settings.language or of_locale(os.environ), ascii=self.symbols.ascii)
        # What was said for a moment was said in the other language.
        self.clear_notifications()
        for session in self.table.sessions:
            session.story.reword()
        if isinstance(self.screen, BaseScreen):
            self.screen.follow_language()

    def remember(self, **values: Any) -> None:
        """Change settings, and keep them for the next time; each has its effect at once where it can."""
        self.settings = replace(self.settings, **values)
        self.use_appearance()
        if "keys" in values:
            self.set_keymap(self.settings.keys)
        if "language" in values:
            self._use_language()
        pace = self._screens.pace(self.send) if "pause" in values else None
        if pace is not None:
            pace.set(float(self.settings.pause))
        try:
            if self.keeps_files:
                save(self.settings)
        except OSError as error:
            self.notify(_(settings_text.NOT_KEPT).format(reason=error.strerror or error), severity="warning")

    # Tables

    def begin(self, start: Start) -> None:
        """Go to a table, unless one is being opened already."""
        if not self._opening:
            self._opening = True
            self.run_worker(self._begin(start), exclusive=True, group="table")

    async def _begin(self, start: Start) -> None:
        try:
            if self._screens.anything:
                await self._wait(start)
            await self._leave()
            await self._screens.open(start, self.trust)
            failed = None
        except NetError as error:
            failed = error
        finally:
            self._opening = False
        await (self._missed(failed.code, why(failed)) if failed else self._screens.follow())

    async def _wait(self, start: Start) -> None:
        """Show that a table is being opened, and nothing that could be done meanwhile but to give up."""
        await self._screens.wait(being_opened(start))

    async def _wait_for_host(self) -> None:
        """Show that a host has no time, and is tried again."""
        await self._screens.wait(_(table.HOST_BUSY))

    async def _wait_still(self) -> None:
        """Show that the table of the command is still being set up, while that is so."""
        if self._opening and not self._screens.anything:
            await self._wait(self.start)

    async def action_give_up(self) -> None:
        """Wait no longer for a table: go home, or end where the command asked for that table."""
        self.workers.cancel_group(self, "table")
        if self.table.opened in (None, self.start):
            self._quit(True)
        else:
            await self.action_home()

    async def _missed(self, code: str, sentence: str) -> None:
        """A table cannot be reached: a command ends with it, at home something else can be tried.

        When the reason is a fault of ours, everything ends.
        """
        if code == "crashed":
            self.failed = f"{sentence.removesuffix('.')}; {self.way_back}"
            self.exit()
        elif self.table.opened is self.start and isinstance(self.start, JoinTable) and code in OTHERS_LEFT:
            self.notify(sentence, severity="warning", timeout=10)
            wanted = self.start
            self.begin(VisitHost(self.player, wanted.target, watch=wanted.watch, profile=wanted.profile))
        elif self.table.opened is self.start:
            self.failed = sentence
            self.exit()
        else:
            self.notify(sentence, severity="error", timeout=10)
            if self.table.back_to is not None:
                self.begin(self.table.back_to)
            else:
                await self._screens.go_home()

    async def trust(self, address: str, words: str) -> bool:
        """Ask whether a host that is met for the first time is the right one."""
        question = ConfirmScreen(
            lambda: say(table.TRUST, address=address, words=Content.styled(in_two_lines(words), "bold $accent")),
            self.symbols,
            table.TRUST_TITLE,
            answers=(table.TRUST_YES, table.TRUST_NO),
        )
        answer: bool = await self.push_screen_wait(question)
        return answer

    def uncover(self, session: Session) -> None:
        """The person who was named on the curtain is at the screen."""
        self.run_worker(self._screens.uncover(session), group="curtain")

    async def _leave(self, *, for_good: bool = True) -> None:
        """Leave the table in progress, if there is one."""
        try:
            await self.table.leave(for_good=for_good)
        except NetError as error:
            self.log.warning(str(error))

    async def action_home(self) -> None:
        """Leave the table: back to the list it was chosen from, or else to the home screen."""
        await self._leave()
        if self.table.back_to is not None:
            self.begin(self.table.back_to)
            return
        await self._screens.go_home()
        practice = self.table.practice
        # What was looked at when it began may still be open there.
        while len(self.screen_stack) > 1 and not (
            practice is not None and getattr(self.screen, "recording", None) is practice.recording
        ):
            await self.pop_screen()
        if practice is not None and len(self.screen_stack) == 1:
            from citadels_tui.screens.replay import ReplayScreen

            recording, moment, seat = practice
            await self.push_screen(ReplayScreen(recording.session(seat, self.symbols), moment, recording))

    @property
    def way_back(self) -> str:
        """How to go on after the client has ended where it is, as a clause."""
        return self.table.way_back(self.start)

    def action_leave(self) -> None:
        """Leave the table after asking; at once when the game is over and nobody else waits at it."""
        if self.table.lasts or self.table.awaited:
            self._ask_to_leave(self._left)
        else:
            self.run_worker(self.action_home(), exclusive=True, group="end")

    def _ask_to_leave(self, then: Callable[[bool | None], None]) -> None:
        asking = ConfirmScreen(lambda: Content(self.table.before_leaving()), self.symbols, table.LEAVE_TITLE)
        self.push_screen(asking, then)

    def _left(self, answer: bool | None) -> None:
        if answer:
            self.run_worker(self.action_home(), exclusive=True, group="end")

    async def action_quit(self) -> None:
        """Quit, asking first when a game is in progress, or others wait at this machine's table."""
        if self.table.in_play or self.table.awaited:
            self._ask_to_leave(self._quit)
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
            self.notify(why(error), severity="warning")

    def say(self, text: str | None) -> None:
        """Say something to the table."""
        session = self.table.session
        if text and session is not None:
            self.send(session.say(text))

    def action_help_quit(self) -> None:
        """Ctrl+c does not quit: say what does."""
        self.notify(_(home.QUIT_KEY))

    @property
    def rules(self) -> Rules | None:
        """The rules of the game in progress, as help and cards show them."""
        session = self.table.session
        return session.view.rules if session and session.view else None

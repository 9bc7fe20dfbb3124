"""The Textual application: start, settings, tables, and what works on every screen."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import constants
from textual.binding import Binding
from textual.command import CommandPalette, Provider
from textual.content import Content
from textual.events import Event, InputEvent, Key, MouseDown, Paste
from textual.filter import LineFilter
from textual.notifications import Notification, Notify
from textual.screen import Screen

from citadels_tui.app.input_queue import InputHandled, InputQueue
from citadels_tui.app.other_layouts import key_meant, unreadable
from citadels_tui.app.table_screens import HOME, TableScreens
from citadels_tui.screens.base import BaseScreen
from citadels_tui.session.active_table import ActiveTable, being_opened
from citadels_tui.session.start import (
    HostTable,
    JoinTable,
    OfferKept,
    PlayGame,
    ResumeTable,
    ShowHome,
    ShowReplay,
    Start,
    VisitHost,
)
from citadels_tui.settings.settings import Settings, save
from citadels_tui.terminal import first_picture
from citadels_tui.terminal import signals as terminal
from citadels_tui.terminal.base_classes import TerminalApp
from citadels_tui.terminal.terminal_colours import colour_system
from citadels_tui.terminal.theme import CITADELS, OWN_THEMES, legible, paint_of, variables
from citadels_tui.textart.bidi import Bars
from citadels_tui.textart.cells import in_two_lines
from citadels_tui.textart.symbols import ASCII, UNICODE
from citadels_tui.texts import _, board, home, keys, palette, plain, say, speak, table, tables, why
from citadels_tui.texts import settings as settings_text
from citadels_tui.texts.catalogue import of_locale
from citadels_tui.wording.spelling import ascii_only
from net.base.errors import NetError

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from citadels_tui.pages.finding import Entry
    from citadels_tui.screens.home import HomeScreen

    # The table and the network cost a third of a second: they are loaded when a table is opened.
    from citadels_tui.session.connector import Connector
    from citadels_tui.session.session import Session
    from engine.rules import Rules


PATIENCE = 0.5
"""Seconds in which nothing is shown yet, where something will be in a moment."""
LAYOUT_NOTICE = 10
"""Seconds for which the player is told that keys of another layout cannot be read."""
LEAST_NOTICE = 0.1
"""Seconds that are left of every notice that is put on the screen."""
_COLOURS: dict[str, dict[str, str]] = {}
"""The variables of each theme that was shown, as they can be read."""
OTHERS_LEFT = frozenset({"table_unknown", "table_full", "already_started"})
"""Why one table cannot be joined at a host that can be reached: the list of its tables offers others."""


@dataclass
class PassingNotice(Notification):
    """A notice that is shown for some seconds."""

    screen: Screen[Any] | None = field(default=None, compare=False)
    """The screen that it belongs to; None: it is the app's, wherever the player goes."""

    @property
    def time_left(self) -> float:
        """Seconds until it goes, as many as its timer can wait.

        On a busy machine its time may be up between the question whether it is and the start of the timer; with less
        than no time Textual's timer counts for ever, and nothing else is done.
        """
        return max(LEAST_NOTICE, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether its time is up."""
        return super().time_left <= 0


class EmptyTable(Screen[None]):
    """The first screen where a game on this machine begins: a table at which nobody sits yet."""

    def __init__(self, rows: Sequence[str]) -> None:
        super().__init__()
        self._rows = rows

    def render(self) -> Content:
        """The rows as they were drawn."""
        return Content.styled("\n".join(self._rows), "dim")


def _home() -> HomeScreen:
    from citadels_tui.screens.home import HomeScreen

    return HomeScreen()


def _finder() -> type[Provider]:
    from citadels_tui.app.palette import Finder

    return Finder


def _taught(start: Start) -> bool:
    """Whether nobody needs to be asked about the guided game: it is the one, or several people play."""
    return isinstance(start, PlayGame) and (start.lesson or bool(start.others))


class CitadelsApp(TerminalApp):
    """The client: begins where its command asks for, and shows tables, and what works on every screen."""

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
        """Prepare to begin where the command asks for.

        Args:
            start: The table or screen that the command asks for.
            ascii: Whether to draw with ASCII only.
            connector: Reaches tables; None: over the network.
            settings: The settings of the player; None: the usual ones.
            warnings: Sentences about faults in the file of settings.
            own: The player's own name, where several play.
        """
        super().__init__()
        self.start = start
        self.symbols = ASCII if ascii else UNICODE
        self._bars = Bars()
        self._use_own_themes()
        self.settings, unknown = self._without_unknown_theme(settings or Settings())
        self._warnings = (*warnings, *unknown)
        several = bool(getattr(start, "others", ()))
        self.player = (several and own) or start.name or self.settings.name
        """The player's name, as typed; where several play it is not that of the first of them."""
        self.table = ActiveTable(self.symbols, connector)
        """The table in progress."""
        self.farewell = ""
        """How to go on with the game that was left last, as a sentence for the shell."""
        self.failed = ""
        """Why the table that the command asked for could not be reached, as a sentence."""
        self._opening = False
        """Whether a table is being opened."""
        self.seats_shown_first = 0
        """Seats of the empty table that is shown first; 0: there is none."""
        self.page_turned = False
        """Whether the command has turned to the terminal's other page, and painted that table there."""
        self._called = False
        """Whether the title of the window calls the player."""
        self._told_of_layout = False
        """Whether the player knows that keys of their layout cannot be read."""
        self._input = InputQueue(self, self._handle_input)
        self._screens = TableScreens(self, self.table, self._missed, self.said_at_start)
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
        if isinstance(self.start, ShowHome | ShowReplay | OfferKept):
            await self.switch_mode(HOME)
        elif isinstance(self.start, PlayGame | HostTable | ResumeTable) and not self._welcomes:
            # A table of one's own is set before a screen that says so could be read.
            self.set_timer(PATIENCE, self._wait_still)
        else:
            # Nothing is being opened while the player is asked something first.
            await self._screens.wait("" if self._welcomes else being_opened(self.start))
        if self.settings.keys:
            # All screens are loaded for it: only a player with keys of their own waits for that.
            from citadels_tui.app.keymap import bindings, checked

            usable, wrong = checked(self.settings.keys, bindings(type(self)))
            self.set_keymap(usable)
            self._warnings = (*self._warnings, *wrong)
        for warning in self._warnings:
            self.notify(warning, severity="warning", timeout=10)
        if isinstance(self.start, ShowReplay):
            from citadels_tui.screens.replay import replay_of

            # The client ends with it.
            self.push_screen(replay_of(self.start.game, self.symbols), lambda _: self._quit(True))
        elif isinstance(self.start, OfferKept):
            from citadels_tui.screens.go_on import GoOnScreen

            self.push_screen(GoOnScreen(self.start), self._chosen)
        elif self._welcomes:
            from citadels_tui.screens.welcome import WelcomeScreen

            self.push_screen(WelcomeScreen(self.symbols, self.start), self._welcomed)
        elif not isinstance(self.start, ShowHome):
            self.begin(self.start)

    @property
    def _welcomes(self) -> bool:
        """Whether the player is asked first if they know the game."""
        if isinstance(self.start, JoinTable | VisitHost):
            return self.settings.newcomer and not self.start.watch
        return (
            self.settings.newcomer
            and isinstance(self.start, ShowHome | PlayGame | HostTable)
            and not _taught(self.start)
        )

    def _welcomed(self, played: bool | None) -> None:
        """Start the guided game for a new player; nobody is asked twice."""
        self.remember(newcomer=False)
        if played is False:
            self.learn(self.start if isinstance(self.start, VisitHost | JoinTable | HostTable) else None)
        elif not isinstance(self.start, ShowHome):
            self.begin(self.start)

    def learn(self, chosen_at: VisitHost | JoinTable | HostTable | None = None) -> None:
        """Begin the guided game; leaving it leads home, or to where it was chosen."""
        from citadels_tui.session.lesson import lesson_game

        game = lesson_game(self.player, float(self.settings.pause))
        self.begin(game._replace(chosen_at=chosen_at, kept=self.keeps_files))

    def _chosen(self, start: ResumeTable | PlayGame | None) -> None:
        """Begin with the answer to what was offered, as if the command had asked for it."""
        if start is None:
            self._quit(True)
        else:
            self.start = start
            self.begin(start)

    def hang_up(self) -> None:
        """End because the terminal is gone: the player has not said goodbye and may come back."""
        self.run_worker(partial(self._end, for_good=False), exclusive=True, group="end")

    def said_at_start(self) -> str:
        """The notice for a player as soon as a game is on the screen; empty when there is none."""
        return ""

    def told_to_end(self) -> None:
        """End because the system wants it; the player may come back."""
        self.hang_up()

    async def _end(self, *, for_good: bool = True) -> None:
        await self._leave(for_good=for_good)
        self.exit(0)

    # The first frame: a game of this machine begins with the empty table that its command has painted

    def first_picture(self, columns: int, lines: int) -> str:
        """The empty table, to be shown until there is a frame; nothing once a frame was painted."""
        if not self.seats_shown_first or self.screen_stack:
            return ""
        return first_picture.picture(self.seats_shown_first, columns, lines, ascii=self.symbols.ascii)

    def get_default_screen(self) -> Screen[Any]:
        """The screen until the table is there."""
        if not self.seats_shown_first:
            return super().get_default_screen()
        return EmptyTable(first_picture.rows(self.seats_shown_first, *self.size, ascii=self.symbols.ascii))

    # Input

    async def on_event(self, event: Event) -> None:
        """Queue keys, clicks and pastes. Any of them shows that the player is there: bots answer for them no more."""
        if event.is_forwarded or not isinstance(event, InputEvent | Paste):
            if not self._input.astray(event):
                await super().on_event(event)
            return
        if isinstance(event, Key | MouseDown) and self.table.asleep:
            self.send(self.table.wake())
        await self._input.put(event)

    async def on_input_handled(self, message: InputHandled) -> None:
        """Go on with the queue."""
        await self._input.go_on_after(message)

    async def _handle_input(self, event: Event) -> None:
        """Hand an event on; a key of another layout is taken for the one that is meant."""
        if isinstance(event, Key) and self.screen_stack:
            event = key_meant(event, self.screen)
            if not self._told_of_layout and unreadable(event, self.screen):
                self._told_of_layout = True
                self.notify(_(keys.OTHER_LAYOUT), timeout=LAYOUT_NOTICE)
        await super().on_event(event)

    @property
    def pressed_before(self) -> Key | None:
        """The key that was pressed before the one that is being handled."""
        return self._input.pressed_before

    # Appearance

    def _use_own_themes(self) -> None:
        """Offer the client's own themes alone: Textual's were not made for this board."""
        for name in list(self.available_themes):
            self.unregister_theme(name)
        for theme in OWN_THEMES:
            self.register_theme(theme)

    def _without_unknown_theme(self, settings: Settings) -> tuple[Settings, tuple[str, ...]]:
        """The settings with a theme that there is, and a sentence where another one was chosen."""
        if settings.theme in self.available_themes:
            return settings, ()
        sentence = _(settings_text.NO_THEME).format(theme=settings.theme)
        return replace(settings, theme=CITADELS.name), (sentence,)

    def use_appearance(self) -> None:
        """Look as the settings say now."""
        self.show_theme(self.settings.theme)
        self.set_class(self.settings.density == "compact", "-dense")
        self.animation_level = constants.TEXTUAL_ANIMATIONS if self.settings.motion else "none"

    def show_theme(self, name: str) -> None:
        """Look as a theme has it; what the settings say stays."""
        self.theme = name
        self.paint(paint_of(name, self.get_css_variables(), colour_system(os.environ)))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The client's own colours, for every theme."""
        return variables(self.current_theme.dark)

    def get_css_variables(self) -> dict[str, str]:
        """The colours of the theme, as far as they have to be changed so that everything can be read."""
        name = self.current_theme.name
        if name not in _COLOURS:
            _COLOURS[name] = legible(super().get_css_variables())
        self.theme_variables = dict(_COLOURS[name])
        return self.theme_variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Every row of every widget goes through these filters."""
        return [*super().get_line_filters(), self._bars]

    def get_key_display(self, binding: Binding) -> str:
        """The label of a key; its name where only ASCII can be shown."""
        shown = super().get_key_display(binding)
        if shown in keys.NAMES:
            return _(keys.NAMES[shown])
        return shown if shown.isascii() or not self.symbols.ascii else binding.key

    # Settings

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
            self.run_worker(partial(self._begin, start), exclusive=True, group="table")

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

    async def _wait_for_host(self, code: str) -> None:
        """Show why a host is tried again."""
        await self._screens.wait(_(table.WAITS[code]))

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
        """Handle that a table cannot be reached: a command ends with it, at home something else can be tried.

        When the reason is a fault of ours, everything ends.
        """
        if code == "crashed":
            self.failed = f"{sentence.removesuffix('.')}; {self.way_back}"
            self.exit()
        elif (elsewhere := self.table.other_seat(code)) is not None:
            self.notify(f"{sentence} {_(tables.LED_ON)}", severity="warning", timeout=10)
            self.begin(elsewhere)
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
        from citadels_tui.screens.confirm import ConfirmScreen

        question = ConfirmScreen(
            lambda: say(table.TRUST, address=address, words=Content.styled(in_two_lines(words), "bold $accent")),
            self.symbols,
            table.TRUST_TITLE,
            answers=(table.TRUST_YES, table.TRUST_NO),
        )
        answer: bool = await self.push_screen_wait(question)
        return answer

    def uncover(self, session: Session) -> None:
        """Show the table to the person who was named on the curtain."""
        self.run_worker(partial(self._screens.uncover, session), group="curtain")

    async def _leave(self, *, for_good: bool = True) -> None:
        """Leave the table in progress, if there is one."""
        if self.table.session is not None:
            kept = self.table.in_play and self.table.practice is None
            text = plain.LEFT if for_good else plain.TOLD_TO_END
            self.farewell = say(text, way_back=self.way_back).plain if kept else ""
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
            self.run_worker(self.action_home, exclusive=True, group="end")

    def _ask_to_leave(self, then: Callable[[bool | None], None]) -> None:
        from citadels_tui.screens.confirm import ConfirmScreen

        asking = ConfirmScreen(lambda: Content(self.table.before_leaving()), self.symbols, table.LEAVE_TITLE)
        self.push_screen(asking, then)

    def _left(self, answer: bool | None) -> None:
        if answer:
            self.run_worker(self.action_home, exclusive=True, group="end")

    async def action_quit(self) -> None:
        """Quit, asking first when a game is in progress, or others wait at this machine's table."""
        if self.table.in_play or self.table.awaited:
            self._ask_to_leave(self._quit)
        else:
            self._quit(True)

    def _quit(self, answer: bool | None) -> None:
        if answer:
            self.run_worker(self._end, exclusive=True, group="end")

    def from_home(self, action: str) -> None:
        """Do something of the home screen from wherever the player is; a game in progress is left first, if they agree.

        Args:
            action: An action of `HomeScreen`.
        """
        if self.table.in_play or self.table.awaited:
            self._ask_to_leave(lambda agreed: self._from_home(action) if agreed else None)
        else:
            self._from_home(action)

    def _from_home(self, action: str) -> None:
        async def go() -> None:
            await self._leave()
            await self._screens.go_home()
            while len(self.screen_stack) > 1:
                await self.pop_screen()
            await self.run_action(action, self.screen)

        self.run_worker(go, exclusive=True, group="end")

    async def show_statistics(self) -> None:
        """Show the figures of the games played."""
        from citadels_tui.screens.own_games import read_own_games
        from citadels_tui.screens.statistics import StatisticsScreen

        try:
            played = await read_own_games()
        except NetError as error:
            self.notify(why(error), severity="error")
        else:
            self.push_screen(StatisticsScreen(played))

    # The host

    def send(self, answer: Awaitable[None]) -> None:
        """Send something to the host without waiting; a refusal comes back as an update, a failure as a notice."""
        self.run_worker(partial(self._send, answer), group="send")

    async def _send(self, answer: Awaitable[None]) -> None:
        try:
            await answer
        except NetError as error:
            self.notify(why(error), severity="warning", screen=self.screen_stack[-1] if self.screen_stack else None)

    def say(self, text: str | None) -> None:
        """Say something to the table."""
        session = self.table.session
        if text and session is not None:
            self.send(session.say(text))

    # Notices and calls

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
        screen: Screen[Any] | None = None,
    ) -> None:
        """Show a notice for some seconds, unless it can be read already.

        It may quote others, so it is never markup, even where that is asked for. It goes with the screen that it
        belongs to; None: it stays wherever the player goes.
        """
        said = ascii_only(message) if self.symbols.ascii else message
        if any(shown.message == said and not shown.has_expired for shown in self.current_notices):
            return
        # Each takes room of the screen: the last two are enough.
        for shown in self.current_notices[:-1]:
            self.withdraw(shown)
        self.sweep_notices()
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.post_message(Notify(PassingNotice(said, title, severity, seconds, screen=screen)))

    def withdraw_notices(self, screen: Screen[Any]) -> None:
        """Take the notices of a screen away: it goes, or another one covers it."""
        for shown in self.current_notices:
            if isinstance(shown, PassingNotice) and shown.screen is screen:
                self.withdraw(shown)

    def clear_notifications(self) -> None:
        """Take all notices away, and the room they take."""
        super().clear_notifications()
        self.sweep_notices()

    def call_player(self) -> None:
        """Call a player who looks elsewhere: it is their turn. It is a bell, the window's title, or a notification."""
        if self.app_focus:
            return
        if self.settings.call == "bell":
            self.bell()
        elif self.settings.call == "title":
            self.write(terminal.title(_(settings_text.YOUR_TURN_TITLE)))
            self._called = True
        elif self.settings.call == "notification":
            self.write(terminal.notification(_(settings_text.YOUR_TURN)))

    def watch_app_focus(self, focus: bool) -> None:
        """The player looks at the terminal again: stop calling them."""
        if focus and self._called:
            self._called = False
            self.write(terminal.title(_(board.TITLE)))

    # Screens that can be opened anywhere: each is loaded when it is opened first, and opened but once at a time

    @property
    def rules(self) -> Rules | None:
        """The rules of the game in progress, as help and cards show them."""
        session = self.table.session
        return session.view.rules if session and session.view else None

    def action_help(self) -> None:
        """Open the help: keys, signs and rules."""
        from citadels_tui.screens.help import HelpScreen

        screen = self.screen
        if not isinstance(screen, HelpScreen):
            keys_first = isinstance(screen, BaseScreen) and not screen.for_newcomers
            bindings = screen.active_bindings.values()
            found = partial(self._found_at, screen)
            self.push_screen(HelpScreen(bindings, self.symbols, self.rules, found, keys_first=keys_first))

    def _found_at(self, screen: Screen[Any]) -> Sequence[Entry]:
        """Everything that can be found by name at a screen."""
        from citadels_tui.app.palette import entries

        return entries(self, screen)

    def action_help_quit(self) -> None:
        """Ctrl+c does not quit: say what does."""
        self.notify(_(home.QUIT_KEY))

    def action_cards(self, card: str = "") -> None:
        """Look cards up: those of the edition that is played, of all editions."""
        from citadels_tui.screens.cards import CardsScreen
        from engine.editions import EDITIONS

        if not isinstance(self.screen, CardsScreen):
            self.push_screen(CardsScreen(self.rules.edition if self.rules else next(iter(EDITIONS)), card))

    def action_settings(self) -> None:
        """Open the settings."""
        from citadels_tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_keys(self) -> None:
        """Open the keys, to be changed."""
        from citadels_tui.app.keymap import show_keys

        show_keys(self)

    def action_command_palette(self) -> None:
        """Open the palette: find anything by name."""
        if not isinstance(self.screen, CommandPalette):
            from citadels_tui.app.palette import Palette

            self.push_screen(Palette(placeholder=_(palette.SEARCH)))

    def search_themes(self) -> None:
        """Choose another theme, from a list."""
        from citadels_tui.screens.themes import ThemesScreen

        if not isinstance(self.screen, ThemesScreen):
            self.push_screen(ThemesScreen(self.symbols, self.theme))

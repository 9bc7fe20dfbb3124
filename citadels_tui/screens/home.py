"""The home screen: new game, host, join, resume, cards, help."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.session.going_on import Left, find_left
from citadels_tui.session.start import way_back
from citadels_tui.texts import _, board, home, ladder, say, why
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import Hint
from net.base.errors import NetError
from net.base.paths import kept_files
from net.base.text import TextError, clean_name

if TYPE_CHECKING:
    from citadels_tui.table_list.own_tables import AskedHost

_WAIT = 0.3
"""Seconds from the first frame until hosts are asked."""


class HomeScreen(FormScreen):
    """Menu and name."""

    CSS_PATH = "form.tcss"

    for_newcomers = True

    BINDINGS = [
        Binding("1", "go_on(0)", "Go on", id="home.go_on", show=False, tooltip="Go on with the game you left last"),
        Binding("2", "go_on(1)", "Go on", id="home.go_on_2", show=False, tooltip="Go on with the other game you left"),
        Binding("n", "open('new')", "New game", id="home.new", tooltip="Play on this machine against bots"),
        Binding("l", "learn", "Learn", id="home.learn", show=False, tooltip="Learn to play in a guided game"),
        Binding("d", "daily", "Daily", id="home.daily", show=False, tooltip="The deal of the day"),
        Binding("b", "ladder", "Ladder", id="home.ladder", show=False, tooltip="Opponents, each harder than the last"),
        Binding("r", "open('resume')", "Resume", id="home.resume", tooltip="Resume a game that was left"),
        Binding("t", "tables", "Tables", id="home.tables", show=False, tooltip="Your tables at the hosts you know"),
        Binding("o", "open('host')", "Host", id="home.host", tooltip="Open a table that others can join"),
        Binding("j", "open('join')", "Join", id="home.join", tooltip="Go to a table at another host"),
        Binding("g", "games", "Games", id="home.games", tooltip="Games played: replays, results, statistics"),
        Binding("c", "app.cards", "Cards", id="home.cards", tooltip="Look up any card of any edition"),
        Binding("q", "app.quit", "Quit", id="home.quit", tooltip="Leave Citadels"),
        Binding("escape", "menu", "Menu", id="home.menu", show=False, tooltip="To the top of the menu"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._renamed = False
        """Whether the name was typed here."""
        self._hosts: Sequence[AskedHost] = ()
        """Hosts that the player knows, as they have answered."""
        self._opponent = ""
        """The name of the next opponent of the ladder, once that is known."""
        self._looking = False
        """Whether they are being asked."""
        self._answered = False
        """Whether they have been asked."""
        self._left = Left()
        """The games that were left on this machine, once they are known."""
        self._wanted = False
        """Whether the tables are to be shown as soon as there is an answer."""

    @property
    def kept(self) -> bool:
        """Whether there may be a game to resume."""
        return bool(kept_files())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No key for what is not there."""
        if action == "go_on":
            return parameters[:1] in [(place,) for place in range(len(self._left.offers))]
        return self.kept if parameters == ("resume",) else True

    @property
    def _turns(self) -> list[bool]:
        """For each table at which the player has a seat, whether it is their turn."""
        return [table.you == table.asked for host in self._hosts for table in host.own]

    def _tables_item(self) -> MenuItem:
        """The way to one's own tables."""
        turns = self._turns
        about = say(home.OWN_TURNS, turns=sum(turns), tables=len(turns))
        if not any(turns):
            about = say(home.OWN_SEATS, amount=len(turns))
        return MenuItem("t", _(home.OWN), about.plain, self.symbols, id="tables", brief=True)

    async def _look(self) -> None:
        """Ask the hosts that the player knows. The first frame does not wait for it, nor for what it loads."""
        from citadels_tui.table_list.own_tables import AskedHost, look

        before, hosts = self._hosts, list[AskedHost]()
        try:
            async for hosts in look(self.citadels_app.player):
                answered = {host.address for host in hosts}
                # What a host said before is told until it answers.
                self._hosts = [*hosts, *(host for host in before if host.address not in answered)]
                await self._show_tables()
        finally:
            self._hosts, self._looking, self._answered = hosts, False, True
        await self._show_tables()
        if self._wanted and self.is_current:
            self.action_tables()

    async def _show_tables(self) -> None:
        """Say in the menu at how many tables the player has a seat."""
        shown = self.query("#tables").results(MenuItem)
        before = next(iter(shown), None)
        item = self._tables_item() if self._turns else None
        if (before and before.about) == (item and item.about):
            return
        focused = before is not None and before.has_focus
        if before is not None:
            await before.remove()
        if item is not None:
            for menu in self._menu:
                if not menu.query("#tables"):
                    await menu.mount(item, before="#host")
        if focused and item is not None:
            item.focus()
        elif focused:
            self.action_menu()
        self.refresh_bindings()

    @work(group="archive", exclusive=True)
    async def _find_step(self) -> None:
        """Name the next opponent of the ladder, once its first one was met."""
        from citadels_tui.history.ladder import LADDER, next_step, record
        from citadels_tui.screens.own_games import read_own_games

        with suppress(NetError):
            found = record(await read_own_games())
            if any(each.games for each in found.values()):
                self._opponent = LADDER[next_step(found)].name
                # The menu may just be drawn anew.
                for item in self.query("#ladder").results(MenuItem):
                    item.about = self._about_ladder
                    item.refresh(layout=True)

    @work(group="left", exclusive=True)
    async def _find_left(self) -> None:
        """Offer what was left, before anything new: it is played again in a thread, which no frame waits for."""
        self._left = await asyncio.to_thread(find_left)
        await self._show_left()

    async def _show_left(self) -> None:
        before = list(self.query("#left-0, #left-1").results(MenuItem))
        focused = self.focused is None or self.focused in before or self.focused.id == "new"
        await self.query("#left-0, #left-1").remove()
        for menu in self._menu if self._left.offers else ():
            if not menu.query("#left-0"):
                await menu.mount(*self._left_items(), before=0)
        if focused and self.is_current:
            self.action_menu()
        self.refresh_bindings()

    @property
    def _menu(self) -> list[Widget]:
        """The menu, with all its rows; nothing while it is drawn anew, with all that is known."""
        return [menu for menu in self.query(".menu").results(Widget) if menu.is_attached and menu.query("#host")]

    def _left_items(self) -> list[MenuItem]:
        """The ways back to what was left."""
        return [
            MenuItem(f"{place + 1}", offer.label, offer.about, self.symbols, id=f"left-{place}", brief=True)
            for place, offer in enumerate(self._left.offers)
        ]

    @property
    def _about_ladder(self) -> str:
        return _(ladder.NEXT).format(name=self._opponent) if self._opponent else _(home.LADDER[1])

    def _look_soon(self) -> None:
        self.set_timer(_WAIT, self._begin_to_look)

    def _begin_to_look(self) -> None:
        if not self.is_current:
            return
        self._find_step()
        if not self._looking:
            self._looking = True
            self.run_worker(self._look, group="tables")

    def on_screen_resume(self) -> None:
        """A game may have been left meanwhile, or the name changed; and it may be the player's turn somewhere."""
        self._look_soon()
        if self.kept or self._left.offers:
            self._find_left()
        if self.kept != bool(self.query("#resume")) or self.query_one("#name", Input).value != self.citadels_app.player:
            self.refresh(recompose=True)

    async def recompose(self) -> None:
        """Begin at the top of the menu again: what was marked is gone."""
        await super().recompose()
        self.action_menu()

    def parts(self) -> ComposeResult:
        """Menu and name."""
        with Vertical(id="home"):
            yield Static(Content(_(board.TITLE)), id="game")
            yield Static(Content(_(home.SUBTITLE)), id="subtitle")
            with Vertical(classes="menu"):
                yield from self._left_items()
                for key, words, name in (
                    ("n", home.NEW, "new"),
                    ("l", home.LEARN, "learn"),
                    ("d", home.DAILY, "daily"),
                    ("b", home.LADDER, "ladder"),
                    *((("r", home.RESUME, "resume"),) if self.kept else ()),
                    *((("t", (home.OWN, ""), "tables"),) if self._turns else ()),
                    ("o", home.HOST, "host"),
                    ("j", home.JOIN, "join"),
                    ("g", home.GAMES, "games"),
                    ("c", home.CARDS, "cards"),
                    (",", home.SETTINGS, "settings"),
                    ("?", home.HELP, "help"),
                    ("q", home.QUIT, "quit"),
                ):
                    if name == "tables":
                        yield self._tables_item()
                        continue
                    about = self._about_ladder if name == "ladder" else _(words[1]) if words[1] else ""
                    yield MenuItem(key, _(words[0]), about, self.symbols, id=name, brief=True)
            yield Static(Content(_(home.NAME)), classes="label")
            yield LineInput(self.citadels_app.player, id="name", max_length=24, compact=True)
            yield Hint(_(home.HINT), classes="hint")
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the top of the menu."""
        self.title = _(board.TITLE)
        self.action_menu()

    @on(MenuItem.Pressed)
    def choose(self, event: MenuItem.Pressed) -> None:
        """Do what the menu item says."""
        match event.item.id:
            case "learn":
                self.action_learn()
            case "daily":
                self.action_daily()
            case "ladder":
                self.action_ladder()
            case "help":
                self.citadels_app.action_help()
            case "games":
                self.action_games()
            case "tables":
                self.action_tables()
            case "cards":
                self.citadels_app.action_cards()
            case "settings":
                self.citadels_app.action_settings()
            case "quit":
                self.run_worker(self.app.action_quit)
            case "left-0" | "left-1":
                self.action_go_on(int(event.item.id[-1]))
            case name:
                self.action_open(name or "")

    @on(Input.Changed, "#name")
    def rename(self, event: Input.Changed) -> None:
        """Take the name."""
        self._renamed |= event.value.strip() != self.citadels_app.player
        self.citadels_app.player = event.value.strip()

    @on(Input.Submitted, "#name")
    def named(self) -> None:
        """Go on to the menu."""
        self.action_menu()

    def action_menu(self) -> None:
        """To the top of the menu."""
        # While it is drawn anew there is none; then it begins there by itself.
        for item in list(self.query(".menu MenuItem"))[:1]:
            item.focus()

    def action_go_on(self, place: int) -> None:
        """Go on with what was left."""
        if self._has_name() and place < len(self._left.offers):
            self.citadels_app.begin(way_back(self._left.offers[place], self.citadels_app.player))

    def action_tables(self) -> None:
        """The tables at which the player has a seat."""
        from citadels_tui.screens.own_tables import OwnTablesScreen

        self._wanted = not self._turns and (self._looking or not self._answered)
        if self._wanted:
            self._begin_to_look()
            self.notify(_(home.OWN_ASKING), timeout=4)
        elif not self._turns and not any(host.error for host in self._hosts):
            self.notify(_(home.OWN_NONE), timeout=6)
        elif self._has_name():
            self.app.push_screen(OwnTablesScreen(self._hosts))

    def action_games(self) -> None:
        """The games played."""
        from citadels_tui.screens.games import GamesScreen

        self.app.push_screen(GamesScreen())

    def action_daily(self) -> None:
        """The deal of the day, once there is a name to play under."""
        from citadels_tui.screens.daily import DailyScreen

        if self._has_name():
            self.app.push_screen(DailyScreen())

    def action_ladder(self) -> None:
        """The ladder of opponents, once there is a name to play under."""
        from citadels_tui.screens.ladder import LadderScreen

        if self._has_name():
            self.app.push_screen(LadderScreen())

    def action_open(self, name: str) -> None:
        """Open one of the forms, once there is a name to play under."""
        from citadels_tui.screens.host import HostScreen
        from citadels_tui.screens.join import JoinScreen
        from citadels_tui.screens.new_game import NewGameScreen
        from citadels_tui.screens.resume import ResumeScreen

        if not self._has_name():
            return
        forms = {"new": NewGameScreen, "host": HostScreen, "join": JoinScreen, "resume": ResumeScreen}
        self.app.push_screen(forms[name]())

    def action_new_game(self, edition: str, here: int, cast: str = "") -> None:
        """Open the form of a new game, with some of its settings."""
        from citadels_tui.screens.new_game import NewGameScreen

        if self._has_name():
            self.app.push_screen(NewGameScreen(edition, here, cast))

    def action_learn(self) -> None:
        """Begin the guided game, once there is a name to play under."""
        if self._has_name():
            self.citadels_app.learn()

    def _has_name(self) -> bool:
        """Whether there is a name to play under; if not, say so."""
        try:
            self.citadels_app.player = clean_name(self.citadels_app.player)
        except TextError as error:
            self.complain(_(home.BAD_NAME).format(reason=why(error)) if self.citadels_app.player else _(home.NO_NAME))
            self.query_one("#name").focus()
            return False
        if self._renamed:
            self.citadels_app.remember(name=self.citadels_app.player)
        return True

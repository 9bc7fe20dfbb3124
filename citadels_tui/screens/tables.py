"""The list of a host's tables: what is played at each, the way to it, and the talk of those who look."""

from __future__ import annotations

from dataclasses import replace

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.pages.inspecting import Thing
from citadels_tui.screens.base import BaseScreen
from citadels_tui.screens.chat import ChatScreen
from citadels_tui.screens.mute import MuteScreen
from citadels_tui.screens.open_table import OpenTableScreen
from citadels_tui.session.host_tables import HostTables
from citadels_tui.session.start import JoinTable, VisitHost
from citadels_tui.story.telling import Line
from citadels_tui.table_list.at_once import best_watched, new_table, open_seat, own_turn
from citadels_tui.table_list.offered_options import QUICK
from citadels_tui.table_list.table_names import title_of
from citadels_tui.table_list.table_rows import details, heads, row
from citadels_tui.texts import _, key_label, retold, say, tables
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.story_log import StoryLog
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.durations import in_words
from net.client.updates import Refused
from net.client.visitor import TableOpened, VisitorUpdate
from net.protocol.visitor_notes import ListedTable


class TablesScreen(BaseScreen):
    """Lists tables for a player who has named none: they choose one here, or open one."""

    CSS_PATH = "tables.tcss"

    BINDINGS = [
        Binding("enter", "join", "Sit down", id="tables.join", tooltip="Sit down at the table, or go back to it"),
        Binding("p", "at_once", "Play now", id="tables.at_once", tooltip="Take a seat, or open a table that bots fill"),
        Binding("w", "watch", "Watch", id="tables.watch", tooltip="Watch the marked table without a seat"),
        Binding("o", "open", "Open", id="tables.open", tooltip="Open a table of your own"),
        Binding("s", "chat", "Say", id="tables.chat", tooltip="Say something to everybody who looks at this list"),
        Binding("m", "mute", "Mute", id="tables.mute", tooltip="Hide what somebody says"),
        Binding("q,escape", "app.leave", "Leave", id="tables.leave", tooltip="Leave the list"),
    ]

    things = getters.query_one(ThingList)
    log_of_chat = getters.query_one(StoryLog)

    def __init__(self, visiting: HostTables) -> None:
        super().__init__()
        self.visiting = visiting
        self._hurried = False
        """Whether the player has been led to a seat, or a table of their own, at once."""

    def parts(self) -> ComposeResult:
        """The list, what is to be known of the marked table, and the chat."""
        with Container(id="pages"):
            with Vertical(id="list"):
                yield ThingList(self.symbols, ())
            with Vertical(id="beside"):
                yield Static(id="details")
                yield StoryLog(self.symbols, self.visiting.said, title=tables.CHAT)
        yield KeyBar()

    def on_mount(self) -> None:
        """The tables take the keys."""
        self.things.focus()

    async def reword(self) -> None:
        """Say everything anew."""
        self.visiting.reword()
        await super().reword()

    def show_update(self, update: VisitorUpdate, lines: list[Line]) -> None:
        """Show an update of the host, which the list has applied already.

        Args:
            update: The newest update.
            lines: The lines that it adds to the chat.
        """
        if isinstance(update, TableOpened):
            invite = update.invite
            target = self._target(invite.address.table) if invite.address.unix else str(invite)
            self._go(target, watch=False, called=_(tables.YOURS))
            return
        if not self.is_mounted or not self.is_attached:
            # It finds everything when it is there.
            return
        self.log_of_chat.add(lines)
        if isinstance(update, Refused):
            self.notify(retold(update.sentence), severity="warning", timeout=6)
        self.show()

    @on(ThingList.Resized)
    def show(self) -> None:
        """Draw the list as it is now; another width has other columns."""
        visiting = self.visiting
        width = self.things.size.width - 2
        listed = [Thing("table", each.table, row(each, self.symbols, width)) for each in visiting.tables]
        before = self.things.things
        self.things.offer([*self._first_rows(), *listed] if visiting.known else [])
        if not before and (self._visit.marked or own_turn(visiting.tables) is not None):
            # A player who has a seat came for it.
            self.things.mark(self._visit.marked or visiting.tables[0].table)
        if self._visit.at_once and visiting.known and not self._hurried:
            self._hurried = True
            self.action_at_once()
        if self._visit.opens is not None and visiting.known and not self._hurried:
            self._hurried = True
            self.citadels_app.send(visiting.feed.request(self._visit.opens))
        heading = say(tables.LIST_TITLE, host=visiting.name)
        if visiting.trouble:
            heading = Content.assemble(heading, "  ", Content.styled(visiting.trouble, "bold reverse $warning"))
        self.query_one("#list").border_title = heading
        if not visiting.known:
            self.query_one("#details", Static).update(Content(_(tables.COMING)))
        self.show_keys()

    def _first_rows(self) -> list[Thing]:
        """The rows above the tables: each does something for which no table has to be chosen."""
        rows = [("watch", tables.WATCH_BEST)] if best_watched(self.visiting.tables) is not None else []
        if not self._visit.watch:
            rows = [("at_once", tables.AT_ONCE), ("learn", tables.LEARN), *rows, ("open", tables.OPEN_ROW)]
        width = self.things.size.width - 2
        blank, columns = Content(""), Content.assemble("  ", heads(self.symbols, width))
        head = [Thing("heading", "", each) for each in (blank, columns) if self.visiting.tables]
        return [*(Thing("action", id, Content(_(words[0]))) for id, words in rows), *head]

    @property
    def marked(self) -> ListedTable | None:
        """The marked table."""
        return self.visiting.find(self._marked) if self._marked else None

    @property
    def _marked(self) -> str:
        """The id of the marked row; empty where there is none."""
        return self.things.things[self.things.cursor].id if self.things.things else ""

    @on(ThingList.Marked)
    def describe_row(self) -> None:
        """Describe the marked table, or what the marked row does."""
        best = best_watched(self.visiting.tables)
        said = {
            "at_once": [say(tables.AT_ONCE[1], time=in_words(QUICK))],
            "learn": [Content(_(tables.LEARN[1]))],
            "watch": [say(tables.WATCH_BEST[1], title=title_of(best))] if best is not None else [],
            "open": [Content(_(tables.OPEN_ROW[1]))],
        }
        lines = list(details(self.marked)) if self.marked is not None else said.get(self._marked, [])
        self.query_one("#details", Static).update(Content("\n").join(lines))
        self.refresh_bindings()

    # What can be done

    @property
    def _visit(self) -> VisitHost:
        """The way back to this list."""
        start = self.citadels_app.table.opened
        assert isinstance(start, VisitHost)
        return start

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that work now; a player who came to watch is offered no seat."""
        return {
            key: active._replace(binding=replace(active.binding, description=key_label("Watch")))
            if active.binding.id == "tables.join" and self._visit.watch
            else active
            for key, active in super().active_bindings.items()
        }

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A player who came to watch needs no key of its own for it."""
        return action != "watch" or not self._visit.watch

    def of_use(self, action: str) -> bool:
        """Whether there is a table to go to, or somebody to mute."""
        wanted = {"join": self.marked is not None, "watch": self.marked is not None}
        return wanted.get(action, action != "mute" or bool(self.visiting.talk.speakers))

    @on(ThingList.Chosen)
    def action_join(self) -> None:
        """Go to the marked table, or do what the marked row says."""
        match self._marked:
            case "at_once":
                self.action_at_once()
            case "learn":
                self.citadels_app.learn(self._back)
            case "watch":
                self._enter(best_watched(self.visiting.tables), watch=True)
            case "open":
                self.action_open()
            case _:
                self._enter(self.marked, watch=self._visit.watch)

    def action_at_once(self) -> None:
        """Sit down where a game begins soonest: at a table of one's own, at an open one, or at a new one."""
        passed = self._visit.passed
        tables = [each for each in self.visiting.tables if each.table not in passed]
        found = own_turn(tables) or open_seat(tables)
        if found is not None:
            otherwise = self._back._replace(at_once=True, passed=(*passed, found.table))
            self._go(self._target(found.table), watch=False, called=title_of(found), otherwise=otherwise)
        else:
            self.citadels_app.send(self.visiting.feed.request(new_table()))

    def action_watch(self) -> None:
        """Watch the marked table."""
        self._enter(self.marked, watch=True)

    def _enter(self, table: ListedTable | None, *, watch: bool) -> None:
        if table is None:
            self.notify(_(tables.MARK_ONE if self.visiting.tables else tables.EMPTY))
        elif table.phase == "private" and table.you is None:
            self.notify(_(tables.NEEDS_INVITATION), severity="warning", timeout=6)
        else:
            self._go(self._target(table.table), watch=watch and table.you is None, called=title_of(table))

    def _target(self, table: str) -> str:
        """A table as it is named on the way to it; on the host's own machine its id is enough."""
        address = self.visiting.feed.address
        return table if address.unix else f"{address.authority}/{table}"

    @property
    def _back(self) -> VisitHost:
        """The way back to this list from a table."""
        return self._visit._replace(at_once=False, opens=None, passed=())

    def _go(self, target: str, *, watch: bool, called: str = "", otherwise: VisitHost | None = None) -> None:
        back, player = self._back, self.citadels_app.player
        self.citadels_app.begin(
            JoinTable(
                player,
                target,
                watch=watch,
                profile=back.profile,
                chosen_at=back,
                called=called,
                otherwise=otherwise,
            )
        )

    def action_open(self) -> None:
        """Open a table."""
        self.app.push_screen(OpenTableScreen(self.visiting.feed))

    def action_chat(self) -> None:
        """Say something to the other visitors."""
        self.app.push_screen(ChatScreen(self.visiting.said, self.visiting.talk.drafted(), by_number=False), self._say)

    def _say(self, text: str | None) -> None:
        if text:
            self.citadels_app.send(self.visiting.feed.chat(text))

    def action_mute(self) -> None:
        """Choose whom not to hear."""
        self.app.push_screen(MuteScreen(self.visiting.talk))

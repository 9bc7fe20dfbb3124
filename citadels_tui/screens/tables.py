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
from citadels_tui.story.telling import Line
from citadels_tui.table.host_tables import HostTables
from citadels_tui.table.start import JoinTable, VisitHost
from citadels_tui.tables.table_rows import details, heads, row
from citadels_tui.texts import _, key_label, retold, say, tables
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.story_log import StoryLog
from citadels_tui.widgets.thing_list import ThingList
from net.client.updates import Refused
from net.client.visitor import TableOpened, VisitorUpdate
from net.protocol.visitor_notes import ListedTable


class TablesScreen(BaseScreen):
    """Whoever names no table chooses one here, or opens one."""

    CSS_PATH = "tables.tcss"

    BINDINGS = [
        Binding("enter", "join", "Sit down", id="tables.join", tooltip="Sit down at the table, or go back to it"),
        Binding("w", "watch", "Watch", id="tables.watch", tooltip="Watch the marked table without a seat"),
        Binding("o", "open", "Open", id="tables.open", tooltip="Open a table of your own"),
        Binding("s", "chat", "Say", id="tables.chat", tooltip="Say something to everybody who looks at this list"),
        Binding("m", "mute", "Mute", id="tables.mute", tooltip="Leave out what somebody says"),
        Binding("q,escape", "app.leave", "Leave", id="tables.leave", tooltip="Leave the list"),
    ]

    things = getters.query_one(ThingList)
    log_of_chat = getters.query_one(StoryLog)

    def __init__(self, visiting: HostTables) -> None:
        super().__init__()
        self.visiting = visiting

    def parts(self) -> ComposeResult:
        """The list, what is to be known of the marked table, and the chat."""
        with Container(id="pages"):
            with Vertical(id="list"):
                yield Static(id="heads")
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

    def took(self, update: VisitorUpdate, lines: list[Line]) -> None:
        """Something has happened at the host; the list has it already.

        Args:
            update: The newest.
            lines: What it adds to the chat.
        """
        if isinstance(update, TableOpened):
            invite = update.invite
            self._go(self._target(invite.address.table) if invite.address.unix else str(invite), watch=False)
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
        self.query_one("#heads", Static).update(heads(self.symbols, width))
        self.things.offer([Thing("table", each.table, row(each, self.symbols, width)) for each in visiting.tables])
        title = say(tables.LIST_TITLE, host=visiting.name)
        if visiting.trouble:
            title = Content.assemble(title, "  ", Content.styled(visiting.trouble, "bold reverse $warning"))
        self.query_one("#list").border_title = title
        if not visiting.tables:
            self.query_one("#details", Static).update(Content(_(tables.EMPTY if visiting.known else tables.COMING)))
        self.show_keys()

    @property
    def marked(self) -> ListedTable | None:
        """The marked table."""
        return self.visiting.find(self.things.things[self.things.cursor].id) if self.things.things else None

    @on(ThingList.Marked)
    def tell(self) -> None:
        """Tell about the marked table."""
        if self.marked is not None:
            self.query_one("#details", Static).update(Content("\n").join(details(self.marked)))

    # What can be done

    @property
    def _visit(self) -> VisitHost:
        """The way back to this list."""
        start = self.citadels_app.table.opened
        assert isinstance(start, VisitHost)
        return start

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that work now; whoever came to watch is offered no seat."""
        return {
            key: active._replace(binding=replace(active.binding, description=key_label("Watch")))
            if active.binding.id == "tables.join" and self._visit.watch
            else active
            for key, active in super().active_bindings.items()
        }

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whoever came to watch needs no key of its own for it."""
        return action != "watch" or not self._visit.watch

    def of_use(self, action: str) -> bool:
        """There must be a table to go to, and somebody whom not to hear."""
        wanted = {"join": self.marked is not None, "watch": self.marked is not None}
        return wanted.get(action, action != "mute" or bool(self.visiting.talk.speakers))

    @on(ThingList.Chosen)
    def action_join(self) -> None:
        """Go to the marked table."""
        self._enter(watch=self._visit.watch)

    def action_watch(self) -> None:
        """Watch the marked table."""
        self._enter(watch=True)

    def _enter(self, *, watch: bool) -> None:
        table = self.marked
        if table is None:
            self.notify(_(tables.EMPTY))
        elif table.phase == "private" and table.you is None:
            self.notify(_(tables.NEEDS_INVITATION), severity="warning", timeout=6)
        else:
            self._go(self._target(table.table), watch=watch and table.you is None)

    def _target(self, table: str) -> str:
        """A table as it is named on the way to it; on the host's own machine its id is enough."""
        address = self.visiting.feed.address
        return table if address.unix else f"{address.authority}/{table}"

    def _go(self, target: str, *, watch: bool) -> None:
        back = self._visit
        self.citadels_app.begin(
            JoinTable(self.citadels_app.player, target, watch=watch, profile=back.profile, chosen_at=back)
        )

    def action_open(self) -> None:
        """Open a table."""
        self.app.push_screen(OpenTableScreen(self.visiting.feed))

    def action_chat(self) -> None:
        """Say something to the other visitors."""
        self.app.push_screen(ChatScreen(self.visiting.said, by_number=False), self._say)

    def _say(self, text: str | None) -> None:
        if text:
            self.citadels_app.send(self.visiting.feed.chat(text))

    def action_mute(self) -> None:
        """Choose whom not to hear."""
        self.app.push_screen(MuteScreen(self.visiting.talk))

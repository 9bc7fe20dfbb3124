"""The tables at which the player has a seat, at every host they know."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.session.start import JoinTable
from citadels_tui.table_list.own_tables import AskedHost
from citadels_tui.table_list.table_names import title_of
from citadels_tui.texts import _, home, say, tables, why
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import FormHint, Sheet


class OwnTablesScreen(FormScreen):
    """A table a line, those first at which it is the player's turn; then the hosts that have not answered."""

    CSS_PATH = "form.tcss"

    def __init__(self, hosts: Sequence[AskedHost]) -> None:
        super().__init__()
        found = [(host, table) for host in hosts for table in host.own]
        self.tables = sorted(found, key=lambda each: each[1].you != each[1].asked)
        self.silent = [host for host in hosts if host.error]

    def parts(self) -> ComposeResult:
        """The tables."""
        with Sheet(classes="sheet"):
            yield Static(Content(_(home.OWN_TITLE)), classes="title")
            for number, (host, table) in enumerate(self.tables):
                state = _(tables.ASKED_SHORT if table.you == table.asked else tables.SEAT_SHORT)
                name = host.view.host if host.view and host.view.host else host.address.authority
                about = say(home.OWN_ABOUT, state=state, host=name)
                yield MenuItem("", title_of(table), about.plain, self.symbols, id=f"table-{number}", cells=32)
            for host in self.silent:
                assert host.error
                told = say(home.OWN_SILENT, host=host.address.authority, why=why(host.error))
                yield Static(told, classes="hint")
        yield FormHint()
        yield KeyBar()

    def on_mount(self) -> None:
        """The first one is marked."""
        if self.tables:
            self.query(MenuItem).first().focus()

    @on(MenuItem.Pressed)
    def choose(self, event: MenuItem.Pressed) -> None:
        """Go back to the table."""
        if not self.is_active:
            return  # typed twice
        host, table = self.tables[int((event.item.id or "table-0").removeprefix("table-"))]
        self.dismiss()
        target = f"{host.address.authority}/{table.table}"
        self.citadels_app.begin(JoinTable(self.citadels_app.player, target, called=title_of(table)))

"""The join screen: a seat at another host's table."""

from __future__ import annotations

from contextlib import aclosing

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.session.start import start_for
from citadels_tui.table_list.nearby import host_about, host_name, why_none
from citadels_tui.texts import _, home, nearby, why
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import FormHint
from net.base.errors import NetError

NAME_CELLS = 20


class JoinScreen(FormScreen):
    """An address or an invitation."""

    CSS_PATH = "form.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.hosts: list[str] = []
        """The addresses of the hosts that were found on the network."""

    def parts(self) -> ComposeResult:
        """The form: address or invitation, name, and whether to watch."""
        with Vertical(classes="sheet"):
            yield Static(Content(_(home.JOIN_TITLE)), classes="title")
            yield Static(Content(_(home.TARGET)), classes="label")
            yield LineInput(id="target", placeholder="192.168.1.5:7447", compact=True)
            with Vertical(classes="menu"):
                watch = [(False, _(home.WATCH_NO)), (True, _(home.WATCH_YES))]
                yield Choice(_(home.WATCH), watch, False, self.symbols, id="watch")
                yield MenuItem("", _(home.GO[0]), "", self.symbols, id="go")
            yield Static(Content(_(nearby.TITLE)), classes="title")
            yield Static(Content(_(nearby.LOOKING)), id="looking", classes="label whole")
            yield Vertical(classes="menu", id="hosts")
        yield FormHint()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the address."""
        self.query_one("#target").focus()
        self.hosts.clear()
        self.run_worker(self._look_around, exclusive=True)

    async def _look_around(self) -> None:
        """List the hosts on the network as they answer, or say why there is none."""
        # Loaded late: only here.
        from net.client.discovery import FoundHost, discover

        looking, rows = self.query_one("#looking", Static), self.query_one("#hosts", Vertical)
        await rows.remove_children()
        async with aclosing(discover()) as answers:
            async for answer in answers:
                if isinstance(answer, FoundHost):
                    looking.display = False
                    self.hosts.append(answer.address.authority)
                    number = len(self.hosts)
                    name, about = host_name(answer), host_about(answer)
                    await rows.mount(MenuItem("", name, about, self.symbols, id=f"host-{number}", cells=NAME_CELLS))
                else:
                    looking.update(Content(why_none(answer)))

    @on(MenuItem.Pressed)
    def pick_host(self, event: MenuItem.Pressed) -> None:
        """Go to a host of the list."""
        kind, _dash, number = (event.item.id or "").partition("-")
        if kind == "host":
            self.query_one("#target", Input).value = self.hosts[int(number) - 1]
            self.submit()

    @on(MenuItem.Pressed, "#go")
    @on(Input.Submitted)
    def submit(self) -> None:
        """Go to the host."""
        target = self.query_one("#target", Input).value.strip()
        if not target:
            self.complain(_(home.NO_TARGET))
            return
        watch = bool(self.query_one("#watch", Choice).value)
        try:
            start = start_for(target, self.citadels_app.player, watch=watch)
        except NetError as error:
            self.complain(why(error))
            return
        self.citadels_app.begin(start)

"""The join screen: a seat at another host's table."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.start import JoinTable
from citadels_tui.texts import _, home, why
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.form_hint import FormHint
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from net.base.errors import NetError
from net.identity.invitations import parse_target


class JoinScreen(FormScreen):
    """An address or an invitation."""

    CSS_PATH = "form.tcss"

    def parts(self) -> ComposeResult:
        """Where to, and as what."""
        with Vertical(classes="sheet"):
            yield Static(Content(_(home.JOIN_TITLE)), classes="title")
            yield Static(Content(_(home.TARGET)), classes="label")
            yield LineInput(id="target", placeholder="192.168.1.5:7447", compact=True)
            with Vertical(classes="menu"):
                watch = [(False, _(home.WATCH_NO)), (True, _(home.WATCH_YES))]
                yield Choice(_(home.WATCH), watch, False, self.symbols, id="watch")
                yield MenuItem("", _(home.GO[0]), "", self.symbols, id="go")
        yield FormHint()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin with the address."""
        self.query_one("#target").focus()

    @on(MenuItem.Pressed, "#go")
    @on(Input.Submitted)
    def go(self) -> None:
        """Go there."""
        target = self.query_one("#target", Input).value.strip()
        if not target:
            self.complain(_(home.NO_TARGET))
            return
        try:
            parse_target(target)
        except NetError as error:
            self.complain(why(error))
            return
        watch = bool(self.query_one("#watch", Choice).value)
        self.client.begin(JoinTable(self.client.player, target, watch=watch))

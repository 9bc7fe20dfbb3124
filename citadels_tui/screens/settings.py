"""The settings screen: each change has its effect at once, and is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import get_args

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.screens.themes import ThemesScreen, theme_name
from citadels_tui.settings.settings import Pause, Thinking, path
from citadels_tui.table_list.offered_options import BOT_PAUSE
from citadels_tui.texts import _, decimal, say, settings
from citadels_tui.texts.catalogue import languages, of_locale
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import FormHint, Sheet
from net.base.text import TextError, clean_name

LABEL_CELLS = 23
"""Room for the label of what opens another screen: what stands behind it is under the choices."""
PAUSES: tuple[str, ...] = get_args(Pause)


class SettingsScreen(FormScreen):
    """A setting a line."""

    CSS_PATH = "form.tcss"

    def parts(self) -> ComposeResult:
        """The settings, and where they are kept."""
        with Sheet(classes="sheet"):
            kept = say(settings.PATH, path=str(path())).stylize("not bold $muted")
            yield Static(Content.assemble(_(settings.TITLE), "   ", kept), classes="title")
            with Vertical(classes="menu"):
                with Horizontal(classes="field"):
                    yield Static(Content(_(settings.NAME)), classes="label")
                    yield LineInput(self.citadels_app.player, id="name", max_length=24, compact=True)
                yield from self._choices()
                yield MenuItem("", _(settings.KEYS), _(settings.KEYS_ABOUT), self.symbols, id="keys", cells=LABEL_CELLS)
        yield FormHint()
        yield KeyBar()

    def _choices(self) -> Iterator[Widget]:
        now, symbols = self.citadels_app.settings, self.symbols
        spoken = languages()
        auto = _(settings.LANGUAGE_AUTO).format(name=spoken[of_locale(os.environ)])
        choices = [("", auto), *spoken.items()]
        yield Choice(_(settings.LANGUAGE), choices, now.language, symbols, id="language")
        yield MenuItem("", _(settings.THEME), theme_name(now.theme), symbols, id="theme", cells=LABEL_CELLS)
        signs = [(value, _(text)) for value, text in settings.SIGNS_VALUES.items()]
        yield Choice(_(settings.SIGNS), signs, now.signs, symbols, id="signs")
        pauses = [(p, BOT_PAUSE.said(float(p))) for p in PAUSES]
        yield Choice(_(settings.PAUSE), pauses, now.pause, symbols, id="pause")
        yield Choice(_(settings.THINKING), _thinking_times(), now.thinking, symbols, id="thinking")
        for id, label in (("confirm", settings.CONFIRM), ("motion", settings.MOTION), ("mouse", settings.MOUSE)):
            switch = [(True, _(settings.YES)), (False, _(settings.NO))]
            yield Choice(_(label), switch, getattr(now, id), symbols, id=id)
        for id, label, values in (
            ("click", settings.CLICK, settings.CLICKS),
            ("density", settings.DENSITY, settings.DENSITIES),
        ):
            choices = [(value, _(text)) for value, text in values.items()]
            yield Choice(_(label), choices, getattr(now, id), symbols, id=id)
        calls = [(value, _(text)) for value, text in settings.CALLS.items()]
        yield Choice(_(settings.CALL), calls, now.call, symbols, id="call")

    def on_mount(self) -> None:
        """Begin at the top."""
        self.query_one("#language").focus()

    @on(Input.Blurred, "#name")
    @on(Input.Submitted, "#name")
    def rename(self) -> None:
        """Keep a name that can be a player's."""
        typed = self.query_one("#name", Input)
        if typed.value == self.citadels_app.player:
            return
        try:
            self.citadels_app.player = typed.value = clean_name(typed.value)
        except TextError as error:
            self.complain(_(settings.BAD_NAME).format(reason=error))
            # What was typed stays in the line, to be changed.
            typed.value = typed.value if typed.value.strip() else self.citadels_app.player
        else:
            self.citadels_app.remember(name=self.citadels_app.player)

    @on(MenuItem.Pressed, "#theme")
    def open_themes(self) -> None:
        """The themes have a list, in which each is tried."""

        def chosen(_kept: None) -> None:
            item = self.query_one("#theme", MenuItem)
            item.about = theme_name(self.citadels_app.settings.theme)
            item.refresh(layout=True)

        self.app.push_screen(ThemesScreen(self.symbols, self.citadels_app.settings.theme), chosen)

    @on(MenuItem.Pressed, "#keys")
    def open_keys(self) -> None:
        """The keys have a screen of their own."""
        self.citadels_app.action_keys()

    @on(Choice.Changed)
    def change(self, event: Choice.Changed) -> None:
        """Keep a setting."""
        self.citadels_app.remember(**{event.choice.id or "": event.choice.value})
        if event.choice.id in ("signs", "mouse"):
            self.notify(_(settings.FROM_NEXT), timeout=2)


def _thinking_times() -> list[tuple[str, str]]:
    """The times that a mastermind may think, with what they are called."""
    return [(time, _(settings.AT_MOST).format(seconds=decimal(float(time)))) for time in get_args(Thinking)]

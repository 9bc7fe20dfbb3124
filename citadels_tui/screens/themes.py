"""The themes screen: a list of colours, each tried while it is marked and kept by Enter alone."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content

from citadels_tui.pages.inspecting import Thing
from citadels_tui.screens.base import Dialog
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, settings
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.theme_preview import ThemePreview
from citadels_tui.widgets.thing_list import ThingList


def theme_name(theme: str) -> str:
    """The name by which players know a theme."""
    return _(settings.THEMES[theme]) if theme in settings.THEMES else theme


class ThemesScreen(Dialog[None]):
    """The client's own themes, then all others; what is behind shows the marked one."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("enter", "keep", "Keep", id="themes.keep", tooltip="Keep these colours"),
        Binding("escape,q", "back", "Back", id="themes.back", tooltip="Back to the colours of before"),
    ]

    def __init__(self, symbols: Symbols, theme: str) -> None:
        """List the themes.

        Args:
            symbols: The signs in use.
            theme: The one that is marked at first.
        """
        super().__init__()
        self.symbols = symbols
        self.theme = theme
        """The marked one."""

    def compose(self) -> ComposeResult:
        """The list, and a small city in the colours of the marked theme."""
        with Vertical(classes="box") as box:
            box.border_title = Content(_(settings.THEME))
            yield ThingList(self.symbols, self._things(), self.theme)
            yield ThemePreview(self.symbols)
        yield KeyBar()

    def _things(self) -> list[Thing]:
        others = sorted(theme.name for theme in self.app.available_themes.values() if theme.name not in settings.THEMES)
        dark = [name for name in others if self.app.available_themes[name].dark]
        light = [name for name in others if name not in dark]
        things = [Thing("theme", name, Content(theme_name(name))) for name in settings.THEMES]
        for heading, names in ((settings.DARK_THEMES, dark), (settings.LIGHT_THEMES, light)):
            things.append(Thing("heading", "", Content(_(heading))))
            things += [Thing("theme", name, Content(name)) for name in names]
        return things

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one(ThingList).focus()

    @on(ThingList.Marked)
    def try_theme(self, event: ThingList.Marked) -> None:
        """Show everything in the colours of the marked theme."""
        self.theme = event.thing.id
        self.citadels_app.show_theme(self.theme)

    @on(ThingList.Chosen)
    def action_keep(self) -> None:
        """Keep what is shown."""
        self.citadels_app.remember(theme=self.theme)
        self.dismiss()

    def action_back(self) -> None:
        """Back to the colours that the settings have."""
        self.citadels_app.use_appearance()
        self.dismiss()

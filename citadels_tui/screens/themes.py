"""The themes screen: a list of colours, each tried while it is marked and kept by Enter alone."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from citadels_tui.pages.inspecting import Thing
from citadels_tui.screens.base import Dialog
from citadels_tui.textart.cells import flow
from citadels_tui.textart.skyline import Lot, skyline
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, names, settings
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.voice import TYPE_STYLES
from engine.editions import EDITIONS


def theme_name(theme: str) -> str:
    """The name by which players know a theme."""
    return _(settings.THEMES[theme])


class ThemesScreen(Dialog[None]):
    """The themes; what is behind shows the marked one."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("enter", "keep", "Keep", id="themes.keep", tooltip="Keep these colours"),
        Binding("escape,q", "back", "Back", id="themes.back", tooltip="Back to the colours from before"),
    ]

    def __init__(self, symbols: Symbols, theme: str) -> None:
        super().__init__()
        self.symbols = symbols
        self.theme = theme
        """The marked one."""

    def compose(self) -> ComposeResult:
        """The list, and a small city in the colours of the marked theme."""
        with Vertical(classes="box") as box:
            box.border_title = Content(_(settings.THEME))
            themes = [Thing("theme", name, Content(_(text))) for name, text in settings.THEMES.items()]
            yield ThingList(self.symbols, themes, self.theme)
            yield ThemePreview(self.symbols)
        yield KeyBar()

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


CITY = ("manor", "temple", "harbor", "watchtower", "library", "palace")
"""Every type, and buildings of every height."""
SKY = 3


class ThemePreview(Widget):
    """Drawn in the colours of now, so it follows them."""

    DEFAULT_CSS = """
    ThemePreview { height: 7; text-wrap: nowrap; }
    """

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols

    def render(self) -> Content:
        """The city, and the words below it."""
        samples = [Content.styled(_(text), style) for style, text in settings.SAMPLES.items()]
        # Each district is followed by a cell of sky, the last one, too: without room for it the lines would be wrapped.
        width = self.content_size.width - 1
        city = skyline(lots(CITY, self.symbols), self.symbols, width, SKY + 1, complete=True)
        return Content("\n").join([*city, *flow(samples, width, gap="  ")])


def lots(city: tuple[str, ...], symbols: Symbols) -> list[Lot]:
    """Districts to be drawn, with their names."""
    facts = [names.district(id, next(iter(EDITIONS))) for id in city]
    return [Lot(f"{symbols.types[f.type]}{f.cost}", f.name, f.type, f.cost, TYPE_STYLES[f.type]) for f in facts]

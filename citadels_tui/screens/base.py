"""Base of all screens: their sizes, and the cover for windows that are too small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.await_remove import AwaitRemove
from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.css.query import NoMatches
from textual.events import Click, Compose, Resize
from textual.filter import LineFilter
from textual.geometry import Region, Spacing
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input

from citadels_tui.session.app_protocol import AppProtocol, citadels_app
from citadels_tui.terminal.base_classes import TerminalScreen
from citadels_tui.textart.bidi import Dots
from citadels_tui.textart.cells import short_title
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, board, key_label, language, say
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.home_city import HomeCity
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.wording.spelling import harmless

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from citadels_tui.story.telling import Line
    from net.client.updates import Update

LEAST_WIDTH, LEAST_HEIGHT = 40, 20


class PleaseEnlarge(Widget):
    """Covers the screen while it is too small; the game goes on behind it."""

    DEFAULT_CSS = """
    PleaseEnlarge {
        layer: cover;
        dock: top;
        width: 100%;
        height: 100%;
        background: $background;
        content-align: center middle;
        text-align: center;
        display: none;
    }
    """

    def render(self) -> Content:
        """The size of the window, and the size that is needed."""
        size = self.app.size
        return say(
            board.TOO_SMALL,
            width=size.width,
            height=size.height,
            need_width=LEAST_WIDTH,
            need_height=LEAST_HEIGHT,
        )


COMPACT_WIDTH = 80
"""From here on two columns of words stand side by side."""
NORMAL_WIDTH, NORMAL_HEIGHT = 110, 34
"""From here on dialogs and pages have frames."""
CLOSING = 3
"""Cells of a box's edge that its title leaves free for the sign that closes it."""
WIDE_WIDTH = 170
"""From here on what is told of a page's marked line stands beside the list."""

SIZES_ACROSS = [(0, "-tiny"), (LEAST_WIDTH, "-narrow"), (COMPACT_WIDTH, "-compact"), (NORMAL_WIDTH, "-normal")]
SIZES_DOWN = [(0, "-low"), (LEAST_HEIGHT, "-short"), (NORMAL_HEIGHT, "-tall")]


Answer = TypeVar("Answer")


class SpokenKeys(Screen[Answer]):
    """A screen whose keys are named in the language that is spoken, and whose notices end with it."""

    takes_every_key = False
    """Whether the screen asks for a key: each counts as it was typed, in any layout."""

    @property
    def citadels_app(self) -> AppProtocol:
        """The app, by its own type."""
        return citadels_app(self.app)

    @property
    def wide(self) -> bool:
        """Whether there is room beside a list, for what in other windows stands below it or is left out."""
        return self.app.size.width >= WIDE_WIDTH and self.app.size.height >= NORMAL_HEIGHT

    @on(Compose)
    def take_size(self) -> None:
        """Look from the beginning as it does at this size: Textual says so once all has been laid out already."""
        width, height = self.app.size
        across, down = (
            next(name for least, name in reversed(sizes) if cells >= least)
            for cells, sizes in ((width, SIZES_ACROSS), (height, SIZES_DOWN))
        )
        self.add_class(across, down, *(["-wide"] if self.wide else []))

    def of_use(self, action: str) -> bool:
        """Whether an action does something now, so that its key is shown in the last line."""
        return True

    def show_keys(self) -> None:
        """Show in the last line the keys that do something now."""
        for bar in self.query(KeyBar):
            bar.follow()

    async def reword(self) -> None:
        """Say everything in the language that is spoken now."""

    async def say_anew(self) -> None:
        """Say everything in the language that is spoken now, unless the screen is closed meanwhile."""
        try:
            await self.reword()
        except NoMatches:
            if self in self.app.screen_stack:
                raise

    def remove(self) -> AwaitRemove:
        """Remove it, and its notices."""
        self.citadels_app.withdraw_notices(self)
        return super().remove()

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a notice of this screen for some seconds; none of it is seen on another one."""
        notify = self.citadels_app.notify
        notify(message, title=title, severity=severity, timeout=timeout, markup=markup, screen=self)

    def on_screen_suspend(self) -> None:
        """Another screen covers this one, with its notices; a dialog over it leaves them."""
        if not self.app.screen.is_modal:
            self.citadels_app.withdraw_notices(self)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The bindings that work now, as footer, help and palette show them."""
        return {
            key: active._replace(
                binding=replace(
                    active.binding, description=key_label(active.binding.description), tooltip=_(active.binding.tooltip)
                ),
                tooltip=_(active.tooltip),
            )
            for key, active in super().active_bindings.items()
        }


class Dialog(ModalScreen[Answer], SpokenKeys[Answer], TerminalScreen[Answer]):
    """A box over another screen."""

    HORIZONTAL_BREAKPOINTS = SIZES_ACROSS
    VERTICAL_BREAKPOINTS = SIZES_DOWN

    def __init__(self) -> None:
        super().__init__()
        self._titles: dict[Widget, str] = {}
        """The titles of its boxes, in full."""
        self._language = language()
        """The language it was drawn in."""

    def on_mount(self) -> None:
        """Name the boxes."""
        self._titles = {box: box.border_title or "" for box in self.query(".box")}
        self._name_boxes()

    def on_resize(self) -> None:
        """Name the boxes anew: there may be room for more of their titles, or for less."""
        self.call_after_refresh(self._name_boxes)

    def _name_boxes(self) -> None:
        """Give each box as much of its title as it has room for; that says how the mouse closes it, too."""
        sign = Content.styled(self.citadels_app.symbols.close, "bold $accent")
        for box, whole in self._titles.items():
            title = Content.from_markup(short_title(whole, box.size.width - CLOSING) if box.size else whole)
            box.border_title = Content.assemble(title, " " if title else "", sign)

    def on_screen_resume(self) -> None:
        """Say everything anew, if another language was chosen meanwhile."""
        if self._language != language():
            self._language = language()
            self.call_later(self.say_anew)

    async def reword(self) -> None:
        """Say everything in the language that is spoken now; what was typed stays."""
        typed = {field.id: field.value for field in self.query(Input)}
        await self.recompose()
        Dialog.on_mount(self)
        if type(self).on_mount is not Dialog.on_mount:
            self.on_mount()
        for field in self.query(Input):
            field.value = typed.get(field.id, field.value)

    async def on_click(self, event: Click) -> None:
        """A click beside the box, or on its frame with the title, is as good as Escape."""
        regions = [box.region.shrink(Spacing.all(1)) for box in self.query(".box")]
        inside = any(region.contains(*event.screen_offset) for region in regions)
        if not inside:
            event.stop()
            back = self.active_bindings["escape"]
            await self.app.run_action(back.binding.action, back.node)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The rows of the screen behind it go through these filters."""
        return [*super().get_line_filters(), Dots()]


class BaseScreen(SpokenKeys[None], TerminalScreen[None]):
    """A screen of the client."""

    HORIZONTAL_BREAKPOINTS = SIZES_ACROSS
    VERTICAL_BREAKPOINTS = SIZES_DOWN

    gathers = False
    """Whether people wait on it for a game."""
    covers = False
    """Whether it hides a table from those who do not play now."""
    for_newcomers = False
    """Whether its help begins with how it is played, instead of the keys."""

    BINDINGS = [
        Binding("question_mark,f1", "app.help", "Help", id="help", key_display="?", tooltip="Keys, symbols and rules"),
        Binding(
            "comma",
            "app.settings",
            "Settings",
            id="settings",
            show=False,
            tooltip="Colours, symbols, pace, mouse, keys",
        ),
        Binding("f2", "app.cards", "All cards", id="cards", show=False, tooltip="Look up any card of any edition"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._language = language()
        """The language it was drawn in."""

    @property
    def symbols(self) -> Symbols:
        """The signs in use."""
        return self.citadels_app.symbols

    def to_paste(self, marked: str) -> str:
        """The marked text, without a player's name that calls somebody where it is pasted."""
        called = {name for session in self.citadels_app.table.sessions for name in session.voice.names}
        for name in sorted(called, key=len, reverse=True):
            if any(map(str.isalnum, name)):
                marked = marked.replace(name, harmless(name))
        return marked

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Show an update of the table, which the session has applied already.

        Args:
            update: The newest update.
            lines: The lines that it adds to the story.
        """

    def on_mount(self) -> None:
        """Fill what was composed."""
        self.screen_layout_refresh_signal.subscribe(self, self.place_notices, immediate=True)

    def on_resize(self, event: Resize) -> None:
        """Use the room there is."""
        self.set_class(self.wide, "-wide")

    def on_screen_resume(self) -> None:
        """Say everything anew, if another language was chosen meanwhile."""
        self.follow_language()

    def follow_language(self) -> None:
        """Say everything anew, if that was said in another language."""
        if self._language != language():
            self._language = language()
            self.call_later(self.say_anew)

    def place_notices(self, *_: object) -> None:
        """Put the notices where they cover nothing that is needed, once the parts of the screen have their places."""

    def lay_notices_over(self, covered: Region) -> None:
        """Have notices lie over the end of a part of the screen; its style sheet puts them on a layer of their own."""
        # It may not be there yet, or there no more.
        for rack in self.query("ToastRack"):
            rack.styles.margin = (0, self.size.width - covered.right, self.size.height - covered.bottom, covered.x)
            # Textual would have it as wide as the screen, and its lines end outside.
            rack.styles.width = covered.width
            rack.styles.max_height = covered.height

    async def reword(self) -> None:
        """Say everything in the language that is spoken now; what was set stays."""
        chosen = {choice.id: choice.value for choice in self.query(Choice)}
        typed = {field.id: field.value for field in self.query(Input)}
        focused = self.focused.id if self.focused else None
        await self.recompose()
        self.on_mount()
        for choice in self.query(Choice):
            if choice.id in chosen:
                choice.choose(chosen[choice.id])
        for field in self.query(Input):
            field.value = typed.get(field.id, field.value)
        if focused:
            self.query_one(f"#{focused}").focus()
        self.refresh_bindings()

    def compose(self) -> ComposeResult:
        """The screen's own parts, and the cover."""
        yield from self.parts()
        yield PleaseEnlarge()

    def parts(self) -> ComposeResult:
        """The widgets of the screen."""
        yield from ()


class FormScreen(BaseScreen):
    """A screen of settings and menu items, walked with the arrow keys, below the city where there is room for it."""

    BINDINGS = [
        Binding("up", "app.focus_previous", "Up", id="form.up", show=False, tooltip="The line above"),
        Binding("down", "app.focus_next", "Down", id="form.down", show=False, tooltip="The line below"),
        Binding("escape", "back", "Back", id="form.back", tooltip="Back to where you came from"),
    ]

    def compose(self) -> ComposeResult:
        """The city over the screen's own parts."""
        yield HomeCity(self.symbols)
        yield from super().compose()

    @on(Click, ".label")
    def mark_line(self, event: Click) -> None:
        """The label of a line to type marks that line."""
        label = event.widget
        lines = label.parent.query_children(Input) if label is not None and isinstance(label.parent, Widget) else ()
        for line in list(lines)[:1]:
            line.focus()

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()

    def complain(self, sentence: str) -> None:
        """Say what is wrong, as plain text."""
        self.notify(sentence, severity="error", timeout=6)

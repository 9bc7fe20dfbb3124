"""All cards of every edition, to search and to read."""

from __future__ import annotations

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input

from citadels_tui.pages.encyclopaedia import EVERYTHING, entries, kinds, read, voice_of
from citadels_tui.pages.inspecting import Thing
from citadels_tui.screens.base import BaseScreen
from citadels_tui.texts import _, cards
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.linked_text import LinkedText
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.card_text import Passage, passages
from citadels_tui.wording.voice import Voice
from engine.editions import EDITIONS


class CardsScreen(BaseScreen):
    """A search, two filters, the list and the text of what is marked."""

    CSS_PATH = "cards.tcss"

    BINDINGS = [
        Binding("slash,f", "search", "Search", id="cards.search", key_display="/", tooltip="Search in names and texts"),
        Binding("e", "next('edition')", "Edition", id="cards.edition", tooltip="The cards of another edition"),
        Binding("t", "next('kind')", "Kind", id="cards.kind", tooltip="Only one kind of cards, or one rank"),
        Binding("r", "rulings", "Rulings", id="cards.rulings", tooltip="All rulings and cases about the card, or not"),
        Binding("right,l", "scroll(1)", "Scroll", id="cards.on", show=False, tooltip="The text further down"),
        Binding("left,h", "scroll(-1)", "Back", id="cards.up", show=False, tooltip="The text further up"),
        Binding("tab", "link(1)", "Next card", id="cards.link", show=False, tooltip="The next underlined card"),
        Binding("shift+tab", "link(-1)", "Card before", id="cards.before", show=False, tooltip="The one before"),
        Binding("enter", "open", "Open", id="cards.open", show=False, tooltip="Open the marked card"),
        Binding("escape,q", "back", "Back", id="cards.back", tooltip="Out of the search, then back"),
    ]

    things = getters.query_one(ThingList)
    search = getters.query_one("#search", Input)

    def __init__(self, edition: str, first: str = "") -> None:
        super().__init__()
        self.first_edition = edition
        self.first = first
        self.whole = False
        """Whether all rulings are shown."""
        self._read: list[str] = []
        """The cards whose texts led to the one that is shown, the last one last."""

    @property
    def voice(self) -> Voice:
        """How the cards of the chosen edition are written."""
        return voice_of(str(self.query_one("#edition", Choice).value), self.symbols, self.citadels_app.rules)

    def parts(self) -> ComposeResult:
        """Search and filters over list and text."""
        symbols, edition = self.symbols, EDITIONS[self.first_edition]
        editions = [(each.id, _(each.name)) for each in EDITIONS.values()]
        with Horizontal(id="filters"):
            yield Choice(_(cards.EDITION), editions, edition.id, symbols, id="edition", label_cells=8)
            yield Choice(_(cards.KIND), kinds(edition), EVERYTHING, symbols, id="kind", label_cells=5)
        yield LineInput(id="search", placeholder=_(cards.SEARCH), compact=True)
        with Horizontal(id="pages"):
            things = entries(voice_of(edition.id, symbols))
            with Vertical(id="list"):
                yield ThingList(symbols, things, self.first)
            with VerticalScroll(id="explaining", can_focus=False):
                yield LinkedText(id="explained")
        yield KeyBar()

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one("#list").border_title = Content(_(cards.TITLE))
        self.query_one("#explaining").border_subtitle = Content(_(cards.SCROLL))
        self.things.focus()

    @on(Choice.Changed, "#edition")
    def another_edition(self) -> None:
        """Show the cards of another edition."""
        edition = EDITIONS[str(self.query_one("#edition", Choice).value)]
        self.query_one("#kind", Choice).offer(kinds(edition))
        self.find()

    @on(Choice.Changed, "#kind")
    @on(Input.Changed, "#search")
    def find(self) -> None:
        """List what matches."""
        self.things.offer(entries(self.voice, str(self.query_one("#kind", Choice).value), self.search.value))
        if not self.things.things:
            nothing = Passage(Content.styled(_(cards.NOTHING), "$muted"))
            self.query_one(LinkedText).show((nothing,), self.voice.rules.edition)

    @on(Input.Submitted, "#search")
    def found(self) -> None:
        """Go on to the list."""
        self.things.focus()

    @on(ThingList.Marked)
    def show(self, event: ThingList.Marked) -> None:
        """Tell about what is marked."""
        self._tell(event.thing)

    def _tell(self, thing: Thing) -> None:
        page = passages(read(self.voice, thing, whole=self.whole))
        self.query_one(LinkedText).show(page, self.voice.rules.edition, thing.id)
        self.query_one("#explaining").scroll_home(animate=False)

    def action_rulings(self) -> None:
        """Show all rulings about what is marked, or only what is good to know."""
        self.whole = not self.whole
        if self.things.things:
            self._tell(self.things.things[self.things.cursor])

    @on(LinkedText.Opened)
    def open_card(self, event: LinkedText.Opened) -> None:
        """Go to a card that the text names; escape comes back."""
        here = self.things.things[self.things.cursor].id
        self._read.append(here)
        self._go(event.card)

    def _go(self, card: str) -> None:
        """Mark a card; the search ends where it hides that card."""
        if not self.things.mark(card):
            self.search.value = ""
            self.query_one("#kind", Choice).index = 0
            self.find()
            self.things.mark(card)

    def action_link(self, step: int) -> None:
        """Mark another card in the text."""
        self.query_one(LinkedText).step(step)

    def action_open(self) -> None:
        """Open the marked card."""
        self.query_one(LinkedText).open()

    def action_search(self) -> None:
        """Search."""
        self.search.focus()

    def action_next(self, setting: str) -> None:
        """The next edition or kind."""
        self.query_one(f"#{setting}", Choice).action_change(1)

    def action_scroll(self, step: int) -> None:
        """Scroll the text."""
        self.query_one("#explaining").scroll_relative(y=4 * step, animate=False)

    def action_back(self) -> None:
        """Back to the card that led here, out of the search, or to the list, then back."""
        if self._read:
            self._go(self._read.pop())
        elif self.search.value or self.app.focused is not self.things:
            self.search.value = ""
            self.things.focus()
        else:
            self.dismiss()

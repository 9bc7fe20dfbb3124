"""Looking at any card, character or player, with the board still in sight."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from citadels_tui.pages.inspecting import Thing, explain, things
from citadels_tui.screens.base import Dialog
from citadels_tui.settings.player_notes import PlayerNotes
from citadels_tui.texts import _, cards, help
from citadels_tui.widgets.linked_text import LinkedText
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.card_text import passages
from citadels_tui.wording.voice import Voice
from engine.view import View
from net.client.updates import SeatInfo


class InspectScreen(Dialog[None]):
    """A list of everything in sight, and the text of what is marked."""

    CSS_PATH = "modal.tcss"
    BINDINGS = [
        Binding("escape,i,q", "dismiss", "Close", id="inspect.close", tooltip="Back to the board"),
        Binding("enter", "open", "Open", id="inspect.open", show=False, tooltip="Open the marked card, or close"),
        Binding("tab", "link(1)", "Next card", id="inspect.link", show=False, tooltip="The next underlined card"),
        Binding("shift+tab", "link(-1)", "Card before", id="inspect.before", show=False, tooltip="The one before"),
        Binding(
            "e,f2", "cards", "All cards", id="inspect.cards", show=False, tooltip="Look up any card of any edition"
        ),
        Binding("right,l", "scroll(1)", "Scroll", id="inspect.on", show=False, tooltip="The text further down"),
        Binding("left,h", "scroll(-1)", "Back", id="inspect.back", show=False, tooltip="The text further up"),
    ]

    def __init__(self, view: View, voice: Voice, first: str = "", seats: Sequence[SeatInfo] = ()) -> None:
        """Show what is on the table.

        Args:
            view: What a seat sees.
            voice: How names are written.
            first: The thing that is marked.
            seats: The players, on whom there may be notes of one's own.
        """
        super().__init__()
        self.view = view
        self.voice = voice
        self.first = first
        self.seats = seats

    def compose(self) -> ComposeResult:
        """The list over the text."""
        box = Vertical(
            ThingList(self.voice.symbols, things(self.view, self.voice), self.first),
            VerticalScroll(LinkedText(id="explained"), id="explaining", can_focus=False),
            classes="box",
        )
        box.border_title = Content(_(help.INSPECT))
        yield box

    def on_resize(self) -> None:
        """Say which keys scroll and open, where there is room for it."""
        hint = Content(_(cards.SCROLL))
        self.query_one(".box").border_subtitle = hint if hint.cell_length < self.size.width - 4 else ""

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one(ThingList).focus()

    @on(ThingList.Marked)
    def show(self, event: ThingList.Marked) -> None:
        """Explain what is marked."""
        page = passages(explain(self.view, self.voice, event.thing, self._note(event.thing)))
        self.query_one(LinkedText).show(page, self.view.rules.edition, event.thing.id.rstrip("+"))
        self.query_one("#explaining").scroll_home(animate=False)

    def _note(self, thing: Thing) -> str:
        """The player's own note on another one."""
        key = next((info.key for info in self.seats if thing.id == f"p{info.seat + 1}"), b"")
        return PlayerNotes().of(key) if thing.kind == "player" and key and self.citadels_app.keeps_files else ""

    @on(LinkedText.Opened)
    def open_card(self, event: LinkedText.Opened) -> None:
        """Go to a card that the text names: in the list, or else among all cards."""
        things = self.query_one(ThingList)
        if not things.mark(event.card):
            self.citadels_app.action_cards(event.card)

    def action_link(self, step: int) -> None:
        """Mark another card in the text."""
        self.query_one(LinkedText).step(step)

    def action_open(self) -> None:
        """Open the marked card; close when none is marked."""
        if not self.query_one(LinkedText).open():
            self.dismiss(None)

    async def action_cards(self) -> None:
        """Look it up among all cards."""
        things = self.query_one(ThingList)
        await self.run_action(f"app.cards({things.things[things.cursor].id!r})")

    def action_scroll(self, step: int) -> None:
        """Scroll the text."""
        self.query_one("#explaining").scroll_relative(y=4 * step, animate=False)

    async def action_dismiss(self, result: None = None) -> None:
        """Close."""
        self.dismiss(result)

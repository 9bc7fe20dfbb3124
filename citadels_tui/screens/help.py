"""Help: how it is played, the keys that work here, the signs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from citadels_tui.pages.finding import Entry, found
from citadels_tui.pages.inspecting import Thing
from citadels_tui.screens.base import Dialog
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, board, help, names, palette, say
from citadels_tui.widgets.linked_text import LinkedText
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.card_text import Passage
from citadels_tui.wording.voice import TYPE_STYLES
from engine.editions import EDITIONS
from engine.rules import Rules
from engine.ruleset import ruleset

KEY_CELLS = 16
FOUND_CELLS = 8
"""Cells of a key before the command that it gives."""
MOST = 50
"""Commands that are listed, at most."""
BLANK = Passage(Content(""))


class FoundList(ThingList, can_focus=False):
    """The list of what was found; letters still go to the search while it has the cursor."""


class HelpScreen(Dialog[None]):
    """One page to scroll; once something is typed, a list of what can be done that has that name."""

    CSS_PATH = "modal.tcss"
    takes_every_key = True

    BINDINGS = [
        Binding("escape", "peel", "Close", id="help.back", tooltip="Forget what was typed, then close the help"),
        Binding("question_mark", "dismiss", "Close", id="help.close", show=False, tooltip="Close the help"),
        Binding("up", "move(-1)", "Up", id="help.up", show=False, tooltip="Up in the page, or in what was found"),
        Binding("down", "move(1)", "Down", id="help.down", show=False, tooltip="Down in it"),
        Binding("tab", "link(1)", "Next card", id="help.link", show=False, tooltip="The next underlined card"),
        Binding("shift+tab", "link(-1)", "Card before", id="help.link_back", show=False, tooltip="The one before"),
        Binding("enter", "open", "Open", id="help.open", show=False, tooltip="Do what is marked, or open the card"),
    ]

    def __init__(
        self,
        bindings: Iterable[ActiveBinding],
        symbols: Symbols,
        rules: Rules | None = None,
        entries: Callable[[], Sequence[Entry]] = tuple,
        *,
        keys_first: bool = False,
    ) -> None:
        """Prepare the page.

        Args:
            bindings: The keys of the screen that it explains.
            symbols: The signs in use.
            rules: Those of the game that is played, if one is.
            entries: Everything that can be found at that screen.
            keys_first: Whether the keys stand before how it is played.
        """
        super().__init__()
        self.bindings = list(bindings)
        self.symbols = symbols
        self.rules = rules
        self.keys_first = keys_first
        self.entries = entries
        self.typed = ""
        """Part of the name that is looked for."""
        self.found: Sequence[Entry] = ()
        """Entries that have it, the best first."""

    def compose(self) -> ComposeResult:
        """The page."""
        page = LinkedText()
        edition = self.rules.edition if self.rules else next(iter(EDITIONS))
        parts = [self._game(), self._action_list(), self._keys()]
        parts = parts[2:] + parts[:2] if self.keys_first else parts
        page.show([passage for part in (*parts, self._signs()) for passage in part], edition)
        box = Vertical(
            Static(id="typed"), VerticalScroll(page), FoundList(self.symbols, ()), Static(id="told"), classes="box"
        )
        box.border_title = Content(_(help.TITLE))
        yield box

    def on_mount(self) -> None:
        """Nothing was typed yet."""
        self._find("")

    def on_key(self, event: Key) -> None:
        """Look for what is typed."""
        if event.key == "backspace":
            self._find(self.typed[:-1])
        elif event.is_printable and event.character and not (event.character.isspace() and not self.typed):
            self._find(self.typed + event.character)

    def _find(self, typed: str) -> None:
        """List what has these letters in its name; without any there is the page."""
        self.typed = typed
        self.found = found(self.entries(), typed)[:MOST] if typed else ()
        listed = self.query_one(FoundList)
        page = self.query_one(VerticalScroll)
        page.display, listed.display = not typed, bool(typed)
        if typed:
            self.set_focus(None)
        else:
            page.focus()
        listed.offer([Thing("action", str(place), self._row(entry)) for place, entry in enumerate(self.found)])
        line = say(help.TYPED, typed=typed) if typed else Content(_(help.TYPE))
        self.query_one("#typed", Static).update(line if typed else line.stylize("$muted"))
        if not self.found:
            self.query_one("#told", Static).update(Content(_(palette.NOTHING_FOUND) if typed else ""))

    def _row(self, entry: Entry) -> Content:
        """A command: its key, and its name."""
        return Content.assemble((f"{entry.key:<{FOUND_CELLS}} ", "bold $accent"), entry.title)

    @on(FoundList.Marked)
    def tell(self) -> None:
        """Say what the marked command will do."""
        entry = self.found[self.query_one(FoundList).cursor] if self.found else None
        self.query_one("#told", Static).update(Content.styled(entry.about if entry else "", "$muted"))

    @on(FoundList.Chosen)
    def run(self) -> None:
        """Close, and do what is marked."""
        if self.found:
            entry = self.found[self.query_one(FoundList).cursor]
            self.dismiss()
            self.app.call_later(entry.run)

    def action_move(self, step: int) -> None:
        """Up or down in what was found."""
        self.query_one(FoundList).action_move(step)

    def action_peel(self) -> None:
        """Forget what was typed; without it, close."""
        if self.typed:
            self._find("")
        else:
            self.dismiss()

    def _game(self) -> Iterator[Passage]:
        rules = self.rules
        yield _title(help.GAME_TITLE)
        yield from _sentences(help.GAME)
        yield Passage(say(help.CALLED_TO, amount=len(rules.characters)) if rules else Content(_(help.CALLED)))
        yield from _sentences(help.TURN)
        yield Passage(say(help.ENDS_AT, amount=ruleset(rules).target) if rules else Content(_(help.ENDS)))
        yield from _sentences((help.POINTS, *help.MORE))
        yield BLANK

    def _action_list(self) -> Iterator[Passage]:
        yield _title(help.ACTION_LIST_TITLE)
        yield from _sentences(help.ACTION_LIST)
        yield BLANK

    def _keys(self) -> Iterator[Passage]:
        yield _title(help.KEYS_TITLE)
        keys: dict[str, list[str]] = {}
        for active in self.bindings:
            binding = active.binding
            # What has no id is Textual's own, for widgets that are not here.
            finder = binding.action.endswith("command_palette")
            if not (binding.id or binding.show or finder):
                continue
            meaning = help.FIND if finder else binding.tooltip or binding.description
            # Several keys may do the same, to one thing or another.
            keys.setdefault(meaning, []).append(self.app.get_key_display(binding))
        for meaning, pressed in keys.items():
            if meaning:
                yield _row(", ".join(dict.fromkeys(pressed)), _(meaning))
        yield BLANK
        yield _title(help.MOUSE_TITLE)
        yield from _sentences(help.MOUSE)
        yield BLANK

    def _signs(self) -> Iterator[Passage]:
        symbols = self.symbols
        yield _title(help.SIGNS_TITLE)
        for type, sign in symbols.types.items():
            words = say(help.DISTRICT_SIGN, type=names.type_name(type))
            yield _row(sign, words, TYPE_STYLES[type])
        yield _row(symbols.action, _(help.ACTION))
        yield _row(symbols.crown, _(help.CROWN))
        yield _row(symbols.acting, _(help.ACTING))
        yield _row("?", _(help.ASKED))
        yield from _sentences((help.SKYLINE, help.FIGURES, help.OWN_ROLE, help.TRACK))
        for sign, meaning in (
            (symbols.done, help.DONE),
            (symbols.silent, help.SILENT),
            (symbols.faceup, help.FACEUP),
            *((symbols.of(mark), mark.meaning) for mark in (*board.MARKS.values(), *board.TOKENS.values())),
        ):
            yield _row(sign, _(meaning))
        for sign, meaning in (*help.HOLDERS, *help.ON_CARDS):
            yield _row(_(sign), _(meaning))

    @on(LinkedText.Opened)
    def open_card(self, event: LinkedText.Opened) -> None:
        """Look a card up."""
        self.citadels_app.action_cards(event.card)

    def action_link(self, step: int) -> None:
        """Mark another card in the text."""
        self.query_one(LinkedText).step(step)

    def action_open(self) -> None:
        """Do what is marked, or open the marked card."""
        if self.typed:
            self.run()
        else:
            self.query_one(LinkedText).open()

    async def action_dismiss(self, result: None = None) -> None:
        """Close."""
        self.dismiss(result)


def _sentences(texts: Iterable[str]) -> Iterator[Passage]:
    return (Passage(Content(_(text))) for text in texts)


def _title(text: str) -> Passage:
    return Passage(Content.styled(_(text), "bold $accent"))


def _row(left: str, right: str | Content, style: str = "") -> Passage:
    words = right if isinstance(right, Content) else Content(right)
    return Passage(words, Content.styled(f"  {left:<{KEY_CELLS}}", f"bold {style}".strip()))

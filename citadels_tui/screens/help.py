"""Help: how it is played, the keys that work here, the signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from citadels_tui.screens.base import Dialog
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, board, help, names, say
from citadels_tui.widgets.linked_text import LinkedText
from citadels_tui.wording.card_text import Passage
from citadels_tui.wording.voice import TYPE_STYLES
from engine.editions import EDITIONS
from engine.rules import Rules
from engine.ruleset import ruleset

KEY_CELLS = 16
BLANK = Passage(Content(""))


class HelpScreen(Dialog[None]):
    """One page to scroll."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("escape,q,question_mark", "dismiss", "Close", id="help.close", tooltip="Close the help"),
        Binding("tab", "link(1)", "Next card", id="help.link", show=False, tooltip="The next underlined card"),
        Binding("shift+tab", "link(-1)", "Card before", id="help.back", show=False, tooltip="The one before"),
        Binding("enter", "open", "Open", id="help.open", show=False, tooltip="Open the marked card"),
    ]

    def __init__(
        self,
        bindings: Iterable[ActiveBinding],
        symbols: Symbols,
        rules: Rules | None = None,
        *,
        keys_first: bool = False,
    ) -> None:
        """Prepare the page.

        Args:
            bindings: The keys of the screen that it explains.
            symbols: The signs in use.
            rules: Those of the game that is played, if one is.
            keys_first: Whether the keys stand before how it is played.
        """
        super().__init__()
        self.bindings = list(bindings)
        self.symbols = symbols
        self.rules = rules
        self.keys_first = keys_first

    def compose(self) -> ComposeResult:
        """The page."""
        page = LinkedText()
        edition = self.rules.edition if self.rules else next(iter(EDITIONS))
        parts = [self._game(), self._action_list(), self._keys()]
        parts = parts[2:] + parts[:2] if self.keys_first else parts
        page.show([passage for part in (*parts, self._signs()) for passage in part], edition)
        box = Vertical(VerticalScroll(page), classes="box")
        box.border_title = Content(_(help.TITLE))
        yield box

    def on_mount(self) -> None:
        """The page takes the keys."""
        self.query_one(VerticalScroll).focus()

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
        keys: dict[tuple[str, str], list[str]] = {}
        for active in self.bindings:
            binding = active.binding
            # What has no id is Textual's own, for widgets that are not here.
            finder = binding.action.endswith("command_palette")
            if not (binding.id or binding.show or finder):
                continue
            meaning = help.FIND if finder else binding.tooltip or binding.description
            keys.setdefault((binding.id or binding.action, meaning), []).append(self.app.get_key_display(binding))
        for (_id, meaning), pressed in keys.items():
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
        """Open the marked card."""
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

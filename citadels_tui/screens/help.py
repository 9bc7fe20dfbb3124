"""Help: the game in four sentences, the keys that work here, the signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import Dialog
from citadels_tui.symbols import Symbols
from citadels_tui.texts import _, board, help, names, say
from citadels_tui.voice import TYPE_STYLES

KEY_CELLS = 16


class HelpScreen(Dialog[None]):
    """One page to scroll."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("escape,q,question_mark", "dismiss", "Close", id="help.close", tooltip="Close the help"),
    ]

    def __init__(self, bindings: Iterable[ActiveBinding], symbols: Symbols) -> None:
        super().__init__()
        self.bindings = list(bindings)
        self.symbols = symbols

    def compose(self) -> ComposeResult:
        """The page."""
        page = Static(Content("\n").join([*self._game(), *self._keys(), *self._signs()]))
        box = Vertical(VerticalScroll(page), classes="box")
        box.border_title = Content(_(help.TITLE))
        yield box

    def on_mount(self) -> None:
        """The page takes the keys."""
        self.query_one(VerticalScroll).focus()

    def _game(self) -> Iterator[Content]:
        for title, sentences in ((help.GAME_TITLE, help.GAME), (help.DESK_TITLE, help.DESK)):
            yield _title(title)
            yield from (Content(_(sentence)) for sentence in sentences)
            yield Content("")

    def _keys(self) -> Iterator[Content]:
        yield _title(help.KEYS_TITLE)
        keys: dict[tuple[str, str], list[str]] = {}
        for active in self.bindings:
            binding = active.binding
            if binding.system and not binding.show:
                continue
            meaning = binding.tooltip or binding.description
            keys.setdefault((binding.id or binding.action, meaning), []).append(self.app.get_key_display(binding))
        for (_id, meaning), pressed in keys.items():
            if meaning:
                yield _row(", ".join(dict.fromkeys(pressed)), meaning)
        yield Content("")

    def _signs(self) -> Iterator[Content]:
        symbols = self.symbols
        yield _title(help.SIGNS_TITLE)
        for type, sign in symbols.types.items():
            words = say(help.DISTRICT_SIGN, type=names.type_name(type))
            yield _row(sign, words, TYPE_STYLES[type])
        yield _row(symbols.action, _(help.ACTION))
        yield _row(symbols.crown, _(help.CROWN))
        yield _row(symbols.acting, _(help.ACTING))
        yield _row("?", _(help.ASKED))
        yield Content(_(help.FIGURES))
        yield Content(_(help.OWN_ROLE))
        yield Content(_(help.TRACK))
        for sign, meaning in (
            (symbols.done, help.DONE),
            (symbols.silent, help.SILENT),
            (symbols.faceup, help.FACEUP),
            *((symbols.of(mark), mark.meaning) for mark in (*board.MARKS.values(), *board.TOKENS.values())),
        ):
            yield _row(sign, _(meaning))
        for sign, meaning in (*help.HOLDERS, *help.ON_CARDS):
            yield _row(_(sign), _(meaning))

    async def action_dismiss(self, result: None = None) -> None:
        """Close."""
        self.dismiss(result)


def _title(text: str) -> Content:
    return Content.styled(_(text), "bold $accent")


def _row(left: str, right: str | Content, style: str = "") -> Content:
    return Content.assemble(Content.styled(f"  {left:<{KEY_CELLS}}", f"bold {style}".strip()), right)

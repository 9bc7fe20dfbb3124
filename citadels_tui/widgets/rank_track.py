"""The rank track of this round: the ranks called so far, the one called now, and the marks on them."""

from __future__ import annotations

from math import ceil

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.cells import fit
from citadels_tui.holders import holder
from citadels_tui.texts import board, say
from citadels_tui.voice import EMPTY, Voice
from engine.notebook import Page
from engine.view import View

HOLDER_CELLS = 8
"""What is kept free behind a character for the name of its player, at least."""
LEAST_CELLS = 24
"""From this width of a rank on, all of them stand in one row."""
MOST_CELLS = 32

BLANK = "blank"
"""A face-down token without effect."""


class RankTrack(Widget):
    """Every rank with its character, its marks, and who has it, in one row or two. Nothing moves when one is called."""

    DEFAULT_CSS = """
    RankTrack { height: auto; text-wrap: nowrap; }
    """

    view: reactive[View | None] = reactive(None)
    """What is shown."""
    page: reactive[Page | None] = reactive(None)
    """What follows from it."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self.voice = voice

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One row where the ranks are wide enough in it, else two."""
        return ceil(len(self.voice.rules.characters) / self._in_row(width))

    def _in_row(self, width: int) -> int:
        """How many ranks stand side by side."""
        ranks = len(self.voice.rules.characters)
        return ranks if width >= ranks * LEAST_CELLS else (ranks + 1) // 2

    def render(self) -> Content:
        """The track: each rank in a place of fixed width."""
        view, page = self.view, self.page
        if view is None:
            return Content("")
        width = self.content_size.width
        in_row = self._in_row(width)
        cells = min(width // in_row, MOST_CELLS)
        ranks = range(1, len(view.rules.characters) + 1)
        longest = max(cell_len(self.voice.character(rank)) for rank in ranks)
        name_cells = max(min(longest, cells - 3 - HOLDER_CELLS), 1)
        shown = [self._cell(view, page, rank, name_cells, cells) for rank in ranks]
        rows = [shown[first : first + in_row] for first in range(0, len(shown), in_row)]
        return Content("\n").join([Content.assemble(*row) for row in rows])

    def _cell(self, view: View, page: Page | None, rank: int, name_cells: int, cells: int) -> Content:
        """One rank: its state, its name, what lies on it, and who has it."""
        symbols = self.voice.symbols
        if view.turn is not None and view.turn.rank == rank:
            mark, style = symbols.acting, "bold reverse"
        elif rank in view.faceup:
            mark, style = symbols.faceup, "$muted strike"
        elif rank in view.silent:
            mark, style = symbols.silent, "$muted"
        elif any(rank in player.shown for player in view.players):
            mark, style = symbols.done, "$muted"
        else:
            mark, style = " ", ""
        name = Content(self.voice.character(rank)).truncate(name_cells)
        head = Content.assemble((f"{mark}{rank} ", style), name.stylize(style))
        named = self._named(view, rank)
        room = cells - 3 - name_cells - max(named.cell_length, 1) - 1
        has = holder(view, self.voice, page, rank, room=room) if page is not None else EMPTY
        behind = Content.assemble(named or Content(" "), has.truncate(max(room, 0)))
        return fit(Content.assemble(head.pad_right(3 + name_cells - head.cell_length), behind), cells, symbols)

    def _named(self, view: View, rank: int) -> Content:
        """What lies on a rank: what aims at it, face-down tokens, and gold."""
        sign = self.voice.symbols.of
        found = [sign(mark) for name, mark in board.MARKS.items() if view.marks.get(name) == rank]
        for kind, mark in board.TOKENS.items():
            tokens = view.tokens.get(kind)
            if tokens is None or rank not in tokens.on:
                continue
            item = tokens.items[tokens.on.index(rank)] if tokens.items else BLANK
            found.append(sign(mark) if item == BLANK else sign(mark).upper())
        named = Content.styled(f"({''.join(found)})" if found else "", "bold $error")
        for card, text in board.GOLD.items():
            gold = sum(view.things.get(card, ()))
            if gold and rank == self.voice.rank(card):
                named = Content.assemble(named, say(text, amount=gold).stylize("bold $gold"))
        return named

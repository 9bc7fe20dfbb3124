"""The called track of this round: every character, the marks on it, and who has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.session.holders import holder
from citadels_tui.story.highlights import Highlight
from citadels_tui.textart.cells import fit, wrap
from citadels_tui.textart.links import link
from citadels_tui.texts import _, board, names, say
from citadels_tui.texts.effects import effect
from citadels_tui.widgets.layouts import Track
from citadels_tui.wording.voice import EMPTY, TYPE_STYLES, Voice
from engine.notebook import Page
from engine.view import View

SIGN_CELLS = 3
"""Cells before a character's name: the sign how far it is, its rank, and a blank."""
LEAST_HOLDER = 4
"""Cells of a player's name, at least, before the name of the character gives way to it."""
LEAST_NAME = 3
"""Letters of a character's name, at least, before the point that cuts it; where there are fewer its rank must do."""
LEAST_SPACED = 24
"""From this width of a rank on, its marks stand apart from the name of its player."""
MOST_CELLS = 32

BLANK = "blank"
"""A face-down token without effect."""

LEAST_CARD_LINES, LEAST_CARD_CELLS = 4, 8
"""Lines and cells that a character laid out as a card needs for its frame and anything inside."""


class RankTrack(Widget):
    """Every rank with its character, its marks, and who has it. Nothing moves when one is called."""

    DEFAULT_CSS = """
    RankTrack { text-wrap: nowrap; }
    """

    view: reactive[View | None] = reactive(None)
    """The view that is shown."""
    told: reactive[bool] = reactive(False)
    """Whether the page is what is so, of a game that is over, instead of what follows."""
    page: reactive[Page | None] = reactive(None)
    """The notebook's page of this view."""
    remarks: reactive[Sequence[Content]] = reactive(())
    """Remarks of the notebook, for below a column of characters."""
    grid: reactive[Sequence[Content]] = reactive(())
    """The notebook's table of players and characters, for below a column of characters where it fits whole."""
    form: reactive[Track] = reactive[Track]("rows")
    """How the characters are set."""

    highlight: reactive[Highlight | None] = reactive(None)
    """The effect that is lit up on a character for a moment."""

    def __init__(self, voice: Voice) -> None:
        super().__init__(id="track")
        self.voice = voice

    def render(self) -> Content:
        """The track: each rank in a place of fixed width."""
        view, page = self.view, self.page
        if view is None or not self.content_size:
            return EMPTY
        width, height = self.content_size
        ranks = range(1, len(view.rules.characters) + 1)
        # While the window shrinks there may be fewer cells than the form was chosen for.
        if self.form == "cards" and height >= LEAST_CARD_LINES and width >= len(ranks) * LEAST_CARD_CELLS:
            return self._cards(view, page)
        in_row = 1 if self.form == "column" else -(-len(ranks) // height)
        rows = [
            Content.assemble(*(self._cell(view, page, rank, named, cells) for rank, (named, cells) in row))
            for row in self._rows(ranks, in_row, width)
        ]
        if self.form == "column":
            rows += self._below(width, height - len(rows))
        return Content("\n").join(rows)

    def _below(self, width: int, height: int) -> list[Content]:
        """The remarks that fit, none of them cut."""
        lines: list[Content] = []
        if self.grid and len(self.grid) < height:
            lines = [EMPTY, *(Content.assemble(" ", line) for line in self.grid)]
        for remark in self.remarks:
            broken = wrap(remark, width - 2)
            if len(lines) + len(broken) + 1 > height:
                break
            lines += [EMPTY] * (not lines or len(lines) + len(broken) + 2 <= height)
            lines += [Content.assemble("  " if place else " ", line) for place, line in enumerate(broken)]
        return lines

    def _state(self, view: View, rank: int) -> tuple[str, str]:
        """A rank's sign and style."""
        mark, style = self._standing(view, rank)
        if self.highlight is not None and self.highlight.rank == rank:
            style = f"{self.highlight.colour} bold reverse"
        return mark, style

    def _standing(self, view: View, rank: int) -> tuple[str, str]:
        """How far a rank is in this round."""
        symbols = self.voice.symbols
        if view.turn is not None and view.turn.rank == rank:
            return symbols.acting, "bold reverse"
        if rank in view.faceup:
            return symbols.faceup, "$muted strike"
        if rank in view.silent:
            return symbols.silent, "$muted"
        if any(rank in player.shown for player in view.players):
            return symbols.done, "$muted"
        return " ", ""

    def _rows(self, ranks: Sequence[int], in_row: int, width: int) -> Iterator[Iterable[tuple[int, tuple[int, int]]]]:
        """The rows of ranks, each with its cells: those of the longest name of its column, then all of the column."""
        rows = [ranks[first : first + in_row] for first in range(0, len(ranks), in_row)]
        other = [ranks[: len(rows[-1])], ranks[len(rows[-1]) :]]
        # Of two rows the one with the longer names has fewer of them.
        if len(rows) == 2 and min(self._shares(other, width)) > min(self._shares(rows, width)):
            rows = other
        columns = list(zip(*(row for row in rows if len(row) == in_row), strict=True))
        for row in rows:
            # A row with fewer ranks than the others shares the whole width.
            yield zip(
                row, self._widths(columns if len(row) == in_row else [(rank,) for rank in row], width), strict=True
            )

    def _shares(self, rows: Sequence[Sequence[int]], width: int) -> list[int]:
        """The cells of each rank that names of characters leave for those of players, row by row."""
        return [(width - sum(map(self._named_cells, row))) // len(row) for row in rows]

    def _named_cells(self, rank: int) -> int:
        return SIGN_CELLS + cell_len(self.voice.character(rank))

    def _widths(self, columns: Sequence[Sequence[int]], width: int) -> list[tuple[int, int]]:
        """The cells of each column of ranks: of its longest name, and with an equal share of what is left."""
        names = [max(map(self._named_cells, ranks)) for ranks in columns]
        spare = width - sum(names)
        if spare < 0:
            return [(0, width // len(columns))] * len(columns)
        share, more = divmod(spare, len(columns))
        return [(name, min(name + share + (place < more), MOST_CELLS)) for place, name in enumerate(names)]

    def _cell(self, view: View, page: Page | None, rank: int, longest: int, cells: int) -> Content:
        """One rank: its state, its name, what lies on it, and who has it, below each other where there is room."""
        symbols = self.voice.symbols
        mark, style = self._state(view, rank)
        named = self._named(view, rank)
        if named and cells >= LEAST_SPACED:
            named = Content.assemble(named, " ")
        behind = max(named.cell_length, 1)
        letters = cell_len(self.voice.character(rank))
        room = cells - SIGN_CELLS - letters - behind - 1
        has = holder(view, self.voice, page, rank, room=room, told=self.told) if page is not None else EMPTY
        # A character that was called is told by its whole name; of the others a short one may leave room for a player.
        if mark not in (symbols.acting, symbols.done):
            letters = min(letters, cells - SIGN_CELLS - behind - 1 - min(has.cell_length, LEAST_HOLDER))
        name = Content(self._fitting_name(rank, min(letters, cells - SIGN_CELLS)))
        head = Content.assemble((f"{mark}{rank} ", style), name.stylize(style))
        has = _shortened(has, max(cells - head.cell_length - behind - 1, 0))
        # The smallest windows have no room for a blank between two ranks.
        said = Content.assemble(named or " " * (head.cell_length < cells), has)
        head = head.pad_right(max(min(longest, cells - 1 - said.cell_length) - head.cell_length, 0))
        shown = fit(Content.assemble(head, said), cells, symbols)
        return shown.stylize(link(self.voice.character_id(rank)))

    def _fitting_name(self, rank: int, cells: int) -> str:
        """A character's name, or a short one where that does not fit; empty where too few letters would be left."""
        name = self.voice.character(rank)
        if cell_len(name) <= cells:
            return name
        short = names.short_character(self.voice.character_id(rank), self.voice.rules.edition)
        if cell_len(short) <= cells:
            return short
        return f"{name[: cells - 1].rstrip()}." if cells > LEAST_NAME else ""

    def _cards(self, view: View, page: Page | None) -> Content:
        """The characters as cards beside each other: name, effect, and who has it."""
        width, height = self.content_size
        ranks = range(1, len(view.rules.characters) + 1)
        cells = width // len(ranks)
        cards = [self._card(view, page, rank, cells - 1, height) for rank in ranks]
        rows = [Content(" ").join(parts) for parts in zip(*cards, strict=True)]
        return Content("\n").join(rows)

    def _card(self, view: View, page: Page | None, rank: int, cells: int, height: int) -> list[Content]:
        """One card, in so many lines."""
        symbols = self.voice.symbols
        mark, style = self._state(view, rank)
        kind = names.character(self.voice.character_id(rank), self.voice.rules.edition).type
        name = Content.styled(
            f"{mark}{rank} {self.voice.character(rank)}".strip(), style or f"bold {TYPE_STYLES.get(kind, '')}"
        )
        if kind:
            name = Content.assemble(name, " ", (self.voice.type_sign(kind), "$muted" if style else TYPE_STYLES[kind]))
        line = "bold $accent" if mark == symbols.acting else "$border"
        head = Content.assemble((symbols.rule, line), " ", name.truncate(cells - 4), " ")
        head = Content.assemble(head, (symbols.rule * (cells - head.cell_length), line))
        text = effect(self.voice.character_id(rank), self.voice.rules)
        dim = "$muted" if style else ""
        lines = [Content.styled(f" {row.plain}", dim) for row in Content(text).wrap(cells - 1)][: height - 3]
        lines += [EMPTY] * (height - 3 - len(lines))
        named = self._in_words(view, rank) or self._named(view, rank)
        room = cells - 1 - named.cell_length - bool(named)
        has = holder(view, self.voice, page, rank, room=room, told=self.told) if page is not None else EMPTY
        foot = Content.assemble(" ", named, " " if named else "", has.truncate(max(room, 0)))
        leads = link(self.voice.character_id(rank))
        return [fit(each, cells, symbols).stylize(leads) for each in (head, *lines, foot, EMPTY)]

    def _in_words(self, view: View, rank: int) -> Content:
        """The threats to a rank, where there is room for a word."""
        found = [board.AIMED[name] for name in board.MARKS if view.marks.get(name) == rank and name in board.AIMED]
        return Content.styled(_(found[0]), "bold $error") if len(found) == 1 and not view.tokens else EMPTY

    def _named(self, view: View, rank: int) -> Content:
        """The marks of a rank: threats to it, face-down tokens, and gold."""
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


def _shortened(name: Content, cells: int) -> Content:
    """A player's name in so many cells: with a full stop where it is cut."""
    if name.cell_length <= cells:
        return name
    return Content.assemble(name.truncate(cells - 1), ".") if cells > 1 else name.truncate(cells)

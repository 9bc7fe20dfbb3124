"""The rank track of this round: the ranks called so far, the one called now, and the marks on them."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.cells import fit
from citadels_tui.texts import board, say
from citadels_tui.voice import Voice
from engine.view import View

CUTS = (
    (13, 13, " "),
    *((over, 13, "") for over in (13, 8, 6)),
    *((4, ahead, "") for ahead in range(13, 3, -1)),
    (3, 3, ""),
    (2, 2, ""),
)
"""What is tried until the ranks fit: letters of a name that is done with this round and of one that is
not, and what stands where a rank has no mark."""

BLANK = "blank"
"""A face-down token without effect."""


class RankTrack(Widget):
    """One line: every rank with its character and its marks."""

    DEFAULT_CSS = """
    RankTrack { height: 1; text-wrap: nowrap; }
    """

    view: reactive[View | None] = reactive(None)
    """What is shown."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self.voice = voice

    def render(self) -> Content:
        """The track, with names cut as far as the width asks."""
        view = self.view
        if view is None:
            return Content("")
        width = self.content_size.width
        ranks = range(1, len(view.rules.characters) + 1)
        for over, ahead, blank in CUTS:
            cells = [self._cell(view, rank, over, ahead, blank) for rank in ranks]
            spare = width - sum(cell.cell_length for cell in cells)
            if spare >= len(cells) - 1:
                break
        gap = min(max(spare // max(len(cells) - 1, 1), 1), 3)
        return fit(Content(" " * gap).join(cells), width, self.voice.symbols)

    def _cell(self, view: View, rank: int, over: int, ahead: int, blank: str) -> Content:
        """One rank, its name cut to ``over`` letters when it is done with, to ``ahead`` when not."""
        symbols = self.voice.symbols
        cut = over
        if view.turn is not None and view.turn.rank == rank:
            mark, style, cut = symbols.acting, "bold reverse", ahead
        elif rank in view.faceup:
            mark, style = symbols.faceup, "$muted strike"
        elif rank in view.silent:
            mark, style = symbols.silent, "$muted"
        elif any(rank in player.shown for player in view.players):
            mark, style = symbols.done, "$muted"
        else:
            mark, style, cut = blank, "", ahead
        return Content.assemble(
            (f"{mark}{rank} {self.voice.character(rank)[:cut].rstrip()}", style), self._named(view, rank)
        )

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

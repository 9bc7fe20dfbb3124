"""The hands: the cards and hidden characters of those through whose eyes a moment is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.history.recording import Hand
from citadels_tui.textart.cells import flow
from citadels_tui.texts import _, replay
from citadels_tui.wording.voice import Voice


class HandsView(Widget):
    """One hand, or all of them."""

    DEFAULT_CSS = """
    HandsView { text-wrap: nowrap; }
    """

    hands: reactive[Sequence[Hand]] = reactive(())
    """The hands that are shown."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self.voice = voice

    def render(self) -> Content:
        """The hands by name, below or beside their players; what has no room for that, by sign and cost."""
        width, height = self.content_size
        if not self.hands:
            return Content.styled(_(replay.NO_HAND), "$muted")
        rows = [row for hand in self.hands for row in self._named(hand, width)]
        if len(rows) > height:
            rows = [row for hand in self.hands for row in self._in_a_line(hand, width)]
        if len(rows) > height:
            rows = [row for hand in self.hands for row in self._coded(hand, width)]
        return Content("\n").join(rows[: max(height, 1)])

    def _head(self, hand: Hand) -> Content:
        roles = self.voice.characters(hand.roles).stylize("$accent")
        return Content("  ").join([self.voice.player(hand.seat), *([roles] if roles.plain else [])])

    def _named(self, hand: Hand, width: int) -> Iterator[Content]:
        if len(self.hands) > 1 or hand.roles:
            yield self._head(hand)
        cards = [self.voice.district(id) for id in hand.cards] or [Content.styled(_(replay.EMPTY_HAND), "$muted")]
        if len(self.hands) == 1:
            yield from cards
        else:
            yield from (Content.assemble("  ", line) for line in flow(cards, width - 2, "  "))

    def _in_a_line(self, hand: Hand, width: int) -> Iterator[Content]:
        cards = [self.voice.district(id) for id in hand.cards] or [Content.styled("-", "$muted")]
        line = Content("  ").join([self._head(hand), *cards])
        yield from [line] if line.cell_length <= width else self._coded(hand, width)

    def _coded(self, hand: Hand, width: int) -> Iterator[Content]:
        head = self._head(hand)
        codes = [self.voice.code(id) for id in hand.cards] or [Content.styled("-", "$muted")]
        first, *rest = flow([head, Content.assemble(" ", codes[0]), *codes[1:]], width)
        yield from (first, *(Content.assemble("  ", line) for line in rest))

"""The replay bar: where one is in a game, and whether it is playing by itself."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.textart.cells import NARROW
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, decimal, replay, say
from citadels_tui.wording.voice import EMPTY


class ReplayBar(Widget):
    """One line: play or pause, speed, round and move, and the whole game as a line to click on."""

    DEFAULT_CSS = """
    ReplayBar { height: 1; background: $panel; text-wrap: nowrap; }
    """

    moment: reactive[int] = reactive(0)
    """The moment that is shown."""
    moments: reactive[int] = reactive(0)
    rounds: reactive[Sequence[int]] = reactive(())
    """The moments at which rounds begin."""
    playing: reactive[bool] = reactive(False)
    speed: reactive[float] = reactive(1.0)

    class Picked(Message):
        """A moment was clicked."""

        def __init__(self, moment: int) -> None:
            super().__init__()
            self.moment = moment

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols

    def _head(self) -> Content:
        now = sum(start <= self.moment for start in self.rounds)
        playing = Content.styled(f" {_(replay.PLAYING if self.playing else replay.PAUSED)}", "bold $accent")
        speed = say(replay.SPEED, speed=decimal(self.speed))
        moment = say(replay.MOMENT, round=now, rounds=len(self.rounds), move=self.moment, moves=self.moments - 1)
        if self.content_size.width < NARROW:
            # It has its room for the line.
            return Content.assemble(" ", moment.stylize("bold $accent" if self.playing else ""), "  ")
        return Content("  ").join([playing, speed, moment, EMPTY])

    def render(self) -> Content:
        """The line; what is past is drawn thick."""
        head = self._head()
        cells = max(self.content_size.width - head.cell_length - 1, 0)
        past = self._cell(self.moment, cells) + 1
        signs = [self.symbols.bar if cell < past else self.symbols.rule for cell in range(cells)]
        line = Content("".join(signs[:past])).stylize("$accent")
        return Content.assemble(head, line, Content.styled("".join(signs[past:]), "$muted"))

    def _cell(self, moment: int, cells: int) -> int:
        return moment * (cells - 1) // max(self.moments - 1, 1) if cells else 0

    def on_click(self, event: Click) -> None:
        """Go to what was clicked."""
        offset = event.get_content_offset(self)
        start = self._head().cell_length
        cells = max(self.content_size.width - start - 1, 1)
        if offset is not None and 0 <= offset.x - start < cells:
            self.post_message(self.Picked(round((offset.x - start) * (self.moments - 1) / max(cells - 1, 1))))

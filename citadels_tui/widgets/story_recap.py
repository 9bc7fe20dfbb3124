"""The recap: what the others have done since your last turn, a line for each, while you are asked."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.story.telling import Line
from citadels_tui.texts import say
from citadels_tui.texts.recap import MORE
from citadels_tui.widgets.story_rows import wrapped

LEAST_LOG = 3
"""Lines with the log and its title that a recap leaves below it, or none."""
GOES_ON = " ..."
"""Ends what has been cut."""


class StoryRecap(Widget):
    """Lines of a recap, wrapped to the width; gone while there are none."""

    DEFAULT_CSS = """
    StoryRecap { height: auto; max-height: 80%; }
    """

    lines: reactive[Sequence[Line]] = reactive((), layout=True)
    """The lines that are shown."""

    def watch_lines(self, lines: Sequence[Line]) -> None:
        """Make room for the log while there is nothing to tell."""
        self.display = bool(lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the lines need, and those that are too few for the log below."""
        rows = len(self._rows(width))
        return rows if container.height - rows >= LEAST_LOG else max(container.height, rows)

    def _rows(self, width: int) -> list[Content]:
        return [row for line in self.lines for row in wrapped(line, width)]

    def render(self) -> Content:
        """The lines; where there is no room for all of them the latest, and the first row says so.

        The latest are whole; what they leave free is for the beginning of the one before.
        """
        width, height = self.content_size
        rows = self._rows(width)
        if len(rows) > height > 0:
            latest: list[Content] = []
            for told in reversed(self.lines):
                latest = [*begun(wrapped(told, width), height - 1 - len(latest), width), *latest]
            rows = [say(MORE).stylize("$muted"), *latest]
        return Content("\n").join(rows)


def begun(rows: list[Content], room: int, width: int) -> list[Content]:
    """So many rows of a line; where it is longer, the last of them ends between two words, with a sign that it does."""
    kept = rows[:room]
    if 0 < room < len(rows):
        last = kept[-1]
        if last.cell_length + len(GOES_ON) > width:
            # A single long word, or one of a language without spaces, ends anywhere.
            short = last.truncate(max(width - len(GOES_ON), 0))
            last = short[: short.plain.rindex(" ")] if " " in short.plain.strip() else short
        kept[-1] = Content.assemble(last, GOES_ON)
    return kept

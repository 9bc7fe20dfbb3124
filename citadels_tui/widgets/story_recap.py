"""The recap: what the others have done since your last turn, a line for each, while you are asked."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.story import Line
from citadels_tui.texts import say
from citadels_tui.texts.recap import MORE
from citadels_tui.widgets.story_rows import wrapped


class StoryRecap(Widget):
    """Lines of a recap, wrapped to the width; gone while there are none."""

    DEFAULT_CSS = """
    StoryRecap { height: auto; max-height: 80%; }
    """

    lines: reactive[Sequence[Line]] = reactive((), layout=True)
    """What is shown."""

    def watch_lines(self, lines: Sequence[Line]) -> None:
        """Make room for the log while there is nothing to tell."""
        self.display = bool(lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the lines need."""
        return len(self._rows(width))

    def _rows(self, width: int) -> list[Content]:
        return [row for line in self.lines for row in wrapped(line, width)]

    def render(self) -> Content:
        """The lines; where there is no room for all of them the latest, as whole ones, and the first row says so."""
        width, height = self.content_size
        rows = self._rows(width)
        if len(rows) > height > 0:
            latest: list[Content] = []
            for told in reversed(self.lines):
                longer = [*wrapped(told, width), *latest]
                if len(longer) >= height:
                    # Of a line that has no room alone there is the beginning.
                    latest = latest or longer[: height - 1]
                    break
                latest = longer
            rows = [say(MORE).stylize("$muted"), *latest]
        return Content("\n").join(rows)

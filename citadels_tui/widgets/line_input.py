"""A line to type."""

from __future__ import annotations

from textual.widgets import Input


class LineInput(Input):
    """What is pasted may come from anywhere, and would be written to the terminal as it is: only what shows is kept."""

    def replace(self, text: str, start: int, end: int) -> None:
        """Put text in the place of other text, or nothing's; whatever is typed or pasted comes this way."""
        super().replace("".join(char for char in text if char.isprintable()), start, end)

"""Style sheets that are parsed once: Textual parses all of them again for every screen that is opened."""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet

_SHEETS = 1000


class ParsedOnce(Stylesheet):
    """Style sheets of an app, each parsed when it is added, and again only when the colours have changed."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        """Begin without any.

        Args:
            variables: Colours and the like.
        """
        super().__init__(variables=variables)
        # Every kind of part on a screen has a sheet of its own: there are more of them than Textual would keep.
        self._parse_cache.maxsize = _SHEETS

    def set_variables(self, variables: dict[str, str]) -> None:
        """Colours and the like; what was parsed with the same ones still holds."""
        if variables != self._variables:
            super().set_variables(variables)

    def reparse(self) -> None:
        """Parse what has not been parsed with these variables."""
        self.parse()

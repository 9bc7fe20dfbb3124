"""The command palette and its entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Matcher, Provider
from textual.content import Content
from textual.filter import LineFilter

from citadels_tui.pages.inspecting import things
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.app_protocol import citadels_app
from citadels_tui.terminal.base_classes import TerminalPalette, TerminalScreen
from citadels_tui.textart.bidi import Dots
from citadels_tui.texts import _, palette

FOUND_IN_HELP = 0.1
"""Score of a word that stands only in the explanation: less than that of any letter of the name."""


class Palette(TerminalPalette, TerminalScreen[Any]):
    """The command palette, over another screen."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The rows of the screen behind it go through these filters."""
        return [*super().get_line_filters(), Dots()]

    def nothing_found(self) -> str:
        """The sentence that nothing was found, in the player's language."""
        return _(palette.NOTHING_FOUND)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to be found."""

    title: str
    """Plain text; it may be a player's name."""
    about: str
    run: Callable[[], Any]


class Finder(Provider):
    """Every key of the screen by what it does, then every card, character and player to look at."""

    async def discover(self) -> Hits:
        """All entries, by name."""
        for entry in sorted(self._entries(), key=lambda entry: entry.title):
            # A text would be read as markup.
            yield DiscoveryHit(Content(entry.title), entry.run, text=entry.title, help=entry.about)

    async def search(self, query: str) -> Hits:
        """The entries that fit a query."""
        matcher = self.matcher(query)
        for entry in self._entries():
            score = matcher.match(entry.title)
            if not score and query.strip().casefold() in entry.about.casefold():
                score = FOUND_IN_HELP
            if score > 0:
                yield Hit(score, _lit(matcher, entry.title), entry.run, text=entry.title, help=entry.about)

    def _entries(self) -> Iterator[Entry]:
        app, screen = self.app, self.screen
        seen: set[str] = set()
        for active in screen.active_bindings.values():
            binding = active.binding
            if not binding.show or binding.action in seen or binding.action == "command_palette":
                continue
            seen.add(binding.action)
            yield Entry(binding.description, binding.tooltip, partial(app.run_action, binding.action, screen))
        yield Entry(_(palette.CARDS), _(palette.CARDS_HELP), citadels_app(app).action_cards)
        yield Entry(_(palette.SETTINGS), _(palette.SETTINGS_HELP), citadels_app(app).action_settings)
        yield Entry(_(palette.THEME), _(palette.THEME_HELP), app.action_change_theme)
        yield Entry(_(palette.QUIT), _(palette.QUIT_HELP), app.action_quit)
        if isinstance(screen, TableScreen):
            found: set[str] = set()
            for thing in things(screen.view, screen.voice):
                if thing.id and thing.id not in found:
                    found.add(thing.id)
                    title = _(palette.INSPECT).format(name=thing.label.plain)
                    yield Entry(title, _(palette.INSPECT_HELP), partial(screen.look, thing.id))


def _lit(matcher: Matcher, title: str) -> Content:
    """A title with the letters that were typed lit up."""
    _score, offsets = matcher.fuzzy_search.match(matcher.query, title)
    lit = Content(title)
    for offset in offsets:
        lit = lit.stylize(matcher.match_style, offset, offset + 1)
    return lit

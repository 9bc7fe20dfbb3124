"""The screens that can be opened anywhere: help, cards, settings, keys and the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.command import CommandPalette

from citadels_tui.app.notices import NoticesApp
from citadels_tui.texts import _, palette

if TYPE_CHECKING:
    from engine.rules import Rules


class ReferenceApp(NoticesApp):
    """An app with these screens, each loaded when it is opened first and opened but once at a time."""

    @property
    def rules(self) -> Rules | None:
        """The rules of the game in progress, if there is one."""
        return None

    def action_help(self) -> None:
        """Keys, signs and rules."""
        from citadels_tui.screens.base import BaseScreen
        from citadels_tui.screens.help import HelpScreen

        screen = self.screen
        if not isinstance(screen, HelpScreen):
            keys_first = isinstance(screen, BaseScreen) and not screen.for_newcomers
            bindings = screen.active_bindings.values()
            self.push_screen(HelpScreen(bindings, self.symbols, self.rules, keys_first=keys_first))

    def action_cards(self, card: str = "") -> None:
        """Look cards up: those of the edition that is played, of all editions."""
        from citadels_tui.screens.cards import CardsScreen
        from engine.editions import EDITIONS

        if not isinstance(self.screen, CardsScreen):
            self.push_screen(CardsScreen(self.rules.edition if self.rules else next(iter(EDITIONS)), card))

    def action_settings(self) -> None:
        """Open the settings."""
        from citadels_tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_keys(self) -> None:
        """The keys, to be changed."""
        from citadels_tui.app.keymap import show_keys

        show_keys(self)

    def action_command_palette(self) -> None:
        """Find anything by name."""
        if not isinstance(self.screen, CommandPalette):
            from citadels_tui.app.palette import Palette

            self.push_screen(Palette(id="--command-palette", placeholder=_(palette.SEARCH)))

    def search_themes(self) -> None:
        """Choose another theme, from a list."""
        from citadels_tui.screens.themes import ThemesScreen

        if not isinstance(self.screen, ThemesScreen):
            self.push_screen(ThemesScreen(self.symbols, self.theme))

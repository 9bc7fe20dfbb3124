"""Appearance: themes, colours and signs of the client, as the settings and the terminal have them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from textual import constants
from textual.binding import Binding
from textual.filter import LineFilter

from citadels_tui.app.notices import NoticesApp
from citadels_tui.settings.settings import Settings
from citadels_tui.terminal.terminal_colours import colour_system
from citadels_tui.terminal.theme import CITADELS, OWN_THEMES, legible, paint_of, variables
from citadels_tui.textart.bidi import Bars
from citadels_tui.texts import _
from citadels_tui.texts import settings as settings_text
from citadels_tui.texts.keys import NAMES


class AppearanceApp(NoticesApp):
    """An app that looks as its player has set it."""

    settings: Settings
    """What is remembered of the player."""

    def __init__(self) -> None:
        super().__init__()
        self._bars = Bars()
        for theme in OWN_THEMES:
            self.register_theme(theme)
        for theme in self.available_themes.values():
            if theme.ansi:
                # Its colours are the terminal's, so nobody knows what can be read on what.
                self.unregister_theme(theme.name)

    def without_unknown_theme(self, settings: Settings) -> tuple[Settings, tuple[str, ...]]:
        """The settings with a theme that there is, and a sentence where another one was chosen."""
        if settings.theme in self.available_themes:
            return settings, ()
        sentence = _(settings_text.NO_THEME).format(theme=settings.theme)
        return replace(settings, theme=CITADELS.name), (sentence,)

    def use_appearance(self) -> None:
        """Look as the settings say now."""
        self.show_theme(self.settings.theme)
        self.set_class(self.settings.density == "compact", "-dense")
        self.animation_level = constants.TEXTUAL_ANIMATIONS if self.settings.motion else "none"

    def show_theme(self, name: str) -> None:
        """Look as a theme has it; what the settings say stays."""
        self.theme = name
        self.paint(paint_of(name, self.get_css_variables(), colour_system(os.environ)))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The client's own colours, for every theme."""
        return variables(self.current_theme.dark)

    def get_css_variables(self) -> dict[str, str]:
        """The colours of the theme, as far as they have to be changed so that everything can be read."""
        self.theme_variables = legible(super().get_css_variables())
        return self.theme_variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Every row of every widget goes through these filters."""
        return [*super().get_line_filters(), self._bars]

    def get_key_display(self, binding: Binding) -> str:
        """The label of a key; its name where only ASCII can be shown."""
        shown = super().get_key_display(binding)
        if shown in NAMES:
            return _(NAMES[shown])
        return shown if shown.isascii() or not self.symbols.ascii else binding.key

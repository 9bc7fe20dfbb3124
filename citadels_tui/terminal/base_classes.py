"""Base classes of the client's app, screens and palette: improved or stock, as the switch says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citadels_tui.terminal import improved

if TYPE_CHECKING or improved():
    from citadels_tui.terminal.improved_app import ImprovedApp as TerminalApp
    from citadels_tui.terminal.improved_app import OwnWordsPalette as TerminalPalette
    from citadels_tui.terminal.settled_screen import SettledScreen as TerminalScreen
else:
    from citadels_tui.terminal.stock import StockApp as TerminalApp
    from citadels_tui.terminal.stock import StockPalette as TerminalPalette
    from citadels_tui.terminal.stock import StockScreen as TerminalScreen

__all__ = ["TerminalApp", "TerminalPalette", "TerminalScreen"]

"""App protocol: the part of the app that its screens may use. The app knows the screens, and they know only this."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from textual.app import App
from textual.events import Key

from citadels_tui.session.active_table import ActiveTable
from citadels_tui.session.start import HostTable, JoinTable, Start, VisitHost
from citadels_tui.settings.settings import Settings
from citadels_tui.textart.symbols import Symbols

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel
    from textual.screen import Screen

    from citadels_tui.session.session import Session
    from engine.rules import Rules


@runtime_checkable
class AppProtocol(Protocol):
    """The part of the app that screens use, beside what every Textual app has."""

    symbols: Symbols
    """The signs in use."""
    player: str
    """The player's name, as typed."""
    table: ActiveTable
    """The table in progress."""
    settings: Settings
    """The player's settings."""
    keeps_files: bool
    """Whether this machine is the player's own, so that settings and results are kept on it."""

    @property
    def rules(self) -> Rules | None:
        """The rules of the game in progress."""

    @property
    def pressed_before(self) -> Key | None:
        """The key that was pressed before the one that is being handled."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
        screen: Screen[Any] | None = None,
    ) -> None:
        """Show a notice for some seconds, which goes with the screen that it belongs to."""

    def withdraw_notices(self, screen: Screen[Any]) -> None:
        """Take the notices of a screen away."""

    def remember(self, **values: Any) -> None:
        """Change settings, and keep them for the next time; each has its effect at once where it can."""

    def learn(self, chosen_at: VisitHost | JoinTable | HostTable | None = None) -> None:
        """Begin the guided game; leaving it leads home, or to where it was chosen."""

    def from_home(self, action: str) -> None:
        """Carry out an action of the home screen, wherever one is."""

    async def show_statistics(self) -> None:
        """The statistics of the games that were played."""

    def show_theme(self, name: str) -> None:
        """Look as a theme has it; what the settings say stays."""

    def use_appearance(self) -> None:
        """Look as the settings say now."""

    def call_player(self) -> None:
        """It is the player's turn: call them, if they look elsewhere."""

    def uncover(self, session: Session) -> None:
        """The person who was named on the curtain is at the screen."""

    def begin(self, start: Start) -> None:
        """Go to a table, unless one is being opened already."""

    def send(self, answer: Awaitable[None]) -> None:
        """Send something to the host without waiting; a refusal comes back as an update, a failure as a notice."""

    def say(self, text: str | None) -> None:
        """Say something to the table."""

    def action_settings(self) -> None:
        """Open the settings."""

    def action_keys(self) -> None:
        """The keys, to be changed."""

    def action_help(self) -> None:
        """Keys, signs and rules."""

    def action_cards(self, card: str = "") -> None:
        """Look cards up: those of the edition that is played, of all editions."""


def citadels_app(app: App[Any]) -> AppProtocol:
    """The app, by the type that its screens know."""
    assert isinstance(app, AppProtocol)
    return app

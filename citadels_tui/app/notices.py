"""Notices: what the client says for a moment, in lines of its own above the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.notifications import Notification, Notify

from citadels_tui.terminal.parts import TerminalApp
from citadels_tui.textart.symbols import UNICODE, Symbols
from citadels_tui.wording.spelling import ascii_only

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel


_LEAST = 0.1
"""Seconds that are left of every notice that is put on the screen."""


class PassingNotice(Notification):
    """Something that is said for a moment."""

    @property
    def time_left(self) -> float:
        """Seconds until it goes, as many as its timer can wait.

        On a busy machine its time may be up between the question whether it is and the start of the timer; with less
        than no time Textual's timer counts for ever, and nothing else is done.
        """
        return max(_LEAST, super().time_left)

    @property
    def has_expired(self) -> bool:
        """Whether its time is up."""
        return super().time_left <= 0


class NoticesApp(TerminalApp):
    """An app with at most two notices at a time."""

    symbols: Symbols = UNICODE
    """The signs in use."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Say something for a moment, unless it can be read already.

        It may quote others, so it is never markup, whatever is asked for.
        """
        said = ascii_only(message) if self.symbols.ascii else message
        if any(shown.message == said and not shown.has_expired for shown in self.current_notices):
            return
        # Each takes room of the screen: the last two are enough.
        for shown in self.current_notices[:-1]:
            self.withdraw(shown)
        self.sweep_notices()
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.post_message(Notify(PassingNotice(said, title, severity, seconds)))

    def clear_notifications(self) -> None:
        """Take all notices away, and the room they take."""
        super().clear_notifications()
        self.sweep_notices()

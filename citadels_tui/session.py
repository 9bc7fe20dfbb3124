"""One table as the screens see it: the newest view, the open question, and the story so far."""

from __future__ import annotations

from textual.content import Content

from citadels_tui import story
from citadels_tui.feed import Feed
from citadels_tui.story import Line
from citadels_tui.symbols import Symbols
from citadels_tui.texts import names, say, table
from citadels_tui.voice import Voice
from engine.edition import Rules
from engine.step import Refusal
from engine.view import View
from net.updates import (
    Chat,
    Closed,
    Decision,
    Ended,
    Happened,
    Lobby,
    Pause,
    Presence,
    Refused,
    SeatInfo,
    Started,
    Update,
)

PAUSES = (0.0, 0.3, 0.8, 1.5, 3.0)
"""The speeds a player can choose: seconds bots wait between moves."""


class Session:
    """Folds the updates of one feed. It keeps what a screen needs to draw itself at any time."""

    def __init__(self, feed: Feed, symbols: Symbols) -> None:
        self.feed = feed
        self.symbols = symbols
        self.lobby: Lobby | None = None
        self.seats: tuple[SeatInfo, ...] = ()
        self.view: View | None = None
        self.refusals: tuple[Refusal, ...] = ()
        """Near misses of the open question, when it is yours."""
        self.story: list[Line] = []
        self.ended: Ended | None = None
        self.closed: Closed | None = None
        self.pause = 0.0
        """Seconds bots wait between moves now."""
        self.skipping: float | None = None
        """The pause to go back to at your next decision, while bots are being skipped."""
        self._rules: Rules | None = None

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self.view is not None

    @property
    def owner(self) -> bool:
        """Whether you opened this table."""
        return self.lobby is not None and self.lobby.mine

    @property
    def voice(self) -> Voice:
        """How names are written at this table.

        Raises:
            ValueError: before anything is known about the table.
        """
        rules = self._rules
        if rules is None:
            raise ValueError("nothing is known about this table yet")
        you = self.view.seat if self.view else self.lobby.you if self.lobby else None
        return Voice(self.symbols, rules, tuple(seat.name for seat in self.seats), you)

    def take(self, update: Update) -> list[Line]:
        """Fold one update.

        Returns:
            What it adds to the story.
        """
        lines = self._fold(update)
        self.story += lines
        return lines

    def _fold(self, update: Update) -> list[Line]:
        match update:
            case Lobby():
                self.lobby = update
                self.seats = update.seats
                self._play_by(update.rules)
                self.pause = update.bot_pause
            case Started():
                self.seats = update.seats
                self._play_by(update.rules)
                self.view = update.view
            case Happened():
                self._see(update.view)
                return self._happened(update)
            case Decision():
                self._see(update.view)
                self.refusals = update.refusals
            case Presence(seat=seat, connected=connected):
                return self._presence(seat, connected)
            case Chat(name=name, text=text):
                return [story.chat(self.voice, name, text)]
            case Pause(bot_pause=pause):
                self.pause = pause
            case Ended():
                self.ended = update
                self.view = update.view
                self.refusals = ()
            case Closed():
                self.closed = update
                return [Line(Content(update.sentence), kind="note")]
            case Refused():
                pass
        return []

    def _play_by(self, rules: Rules) -> None:
        """The rules of the table; every card is that of its edition."""
        self._rules = rules
        names.use(rules.edition)

    def _see(self, view: View) -> None:
        self.view = view
        self.refusals = ()

    def _happened(self, update: Happened) -> list[Line]:
        lines = list(story.tell(self.voice, update.events, update.view))
        if update.cause == "absent" and lines:
            lines.insert(0, Line(say(table.ABSENT, who=self.voice.player(update.seat)), kind="note"))
        return lines

    def _presence(self, seat: int, connected: bool) -> list[Line]:
        self.seats = tuple(
            SeatInfo(info.seat, info.name, info.kind, info.level, connected) if info.seat == seat else info
            for info in self.seats
        )
        text = table.CAME_BACK if connected else table.WENT_AWAY
        return [Line(say(text, who=self.voice.player(seat)), kind="note")]

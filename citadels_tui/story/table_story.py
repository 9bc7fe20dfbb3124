"""Story of a table: the lines of its log, and the moments of its game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from citadels_tui.story.recap import since_last_turn
from citadels_tui.story.storyteller import Storyteller
from citadels_tui.story.telling import Line
from citadels_tui.story.timeline import Timeline
from citadels_tui.texts import say, table
from citadels_tui.wording.voice import Voice
from engine.event import Event
from net.client.updates import Happened, Started, Update


class TableStory:
    """Log and moments of one table, as one seat has seen them."""

    def __init__(self, voice: Callable[[], Voice], *, alone: bool) -> None:
        """Begin with nothing told.

        Args:
            voice: How names are written there, as soon as something is known about the table.
            alone: Whether nobody else can sit there.
        """
        self.lines: list[Line] = []
        self.timeline: Timeline | None = None
        """The moments of the game so far; None before the start."""
        self.since: tuple[Event, ...] = ()
        """What has happened since the end of your last turn."""
        self._teller = Storyteller(voice, alone=alone)

    def take(self, update: Update) -> list[Line]:
        """Fold one update, while the table is still as it was before.

        Returns:
            What it adds to the story.
        """
        lines = self._teller.tell(update)
        match update:
            case Started(view=view):
                self.timeline, self.since = Timeline(view), ()
                # What was told before has no place in it: another game, or another seat's.
                self.lines = [replace(line, moment=-1) for line in self.lines]
            case Happened():
                if self.timeline is not None:
                    self.timeline.add(update)
                self.since = since_last_turn(self.since, update.events, update.view.seat)
        lines = [replace(line, moment=len(self.timeline or ()) - 1) for line in lines]
        self.lines += lines
        return lines

    @property
    def chat(self) -> list[Line]:
        """The lines that people have said."""
        return [line for line in self.lines if line.kind == "chat"]

    def reword(self) -> None:
        """Tell the story so far in the language that is spoken now."""
        self.lines = [line.reworded() for line in self.lines]

    def go_on_from(self, before: TableStory) -> None:
        """Begin after another game at this table, of which only what was said is left."""
        self.lines = [*before.chat, Line.saying(partial(say, table.ANOTHER_GAME), kind="note")]

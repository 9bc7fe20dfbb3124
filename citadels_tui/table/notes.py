"""Notes of one seat: the possible holders of each character, and what a bot in this seat would remember."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bots.memory import Memory
from engine.notebook import Notebook, Page
from engine.view import View
from net.client.updates import Happened, Started, Update

if TYPE_CHECKING:
    from engine.bots.advice import Advice


class SeatNotes:
    """All that follows for one seat from what it has seen."""

    def __init__(self) -> None:
        self.notebook: Notebook | None = None
        """Who may be who, as far as this seat can tell; None before the start."""
        self._memory = Memory()

    def take(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case Started(view=view):
                self.notebook, self._memory = Notebook(view), Memory()
            case Happened(events=events):
                if self.notebook is not None:
                    self.notebook.feed(events)
                for event in events:
                    self._memory.watch(event)

    @property
    def page(self) -> Page | None:
        """The notebook's page of this round; None before the start."""
        return self.notebook.page() if self.notebook is not None else None

    @property
    def unheld(self) -> frozenset[int]:
        """The ranks that nobody holds this round, as far as this seat can tell."""
        page = self.page
        return page.unheld if page is not None else frozenset()

    def advice(self, view: View) -> Advice | None:
        """The move a steward would make here without trying any, and why; None when the view offers no move.

        Args:
            view: What the seat sees.
        """
        if not view.moves:
            return None
        # The bots are loaded for the first hint.
        from engine.bots.advice import advise

        return advise(view, self._memory)

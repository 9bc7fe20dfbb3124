"""Visitors of the load generator: they look at a host's list of tables, and note when a new one stands in it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from bench.net.guest import Guest, kind_of, unpacked
from bench.net.served import Served

if TYPE_CHECKING:
    from bench.net.crowd import Crowd, Party

_AGAIN = 0.1
"""Seconds after which a visitor who was refused tries again."""


class Onlooker(Guest):
    """One visitor, with a connection of their own."""

    def __init__(self, party: Party, name: str, listed: Callable[[str], None]) -> None:
        """Prepare a visitor.

        Args:
            party: A table of the host's.
            name: The visitor's.
            listed: Told the title of each table that is new in the list, or has changed.
        """
        super().__init__(party, name)
        self.role = "visitor"
        self._listed = listed

    def _take(self, body: bytes) -> None:
        if kind_of(body) == b"table_note":
            self._listed(unpacked(body)["table"]["title"])
        else:
            super()._take(body)


class LobbyCrowd:
    """The visitors of a host, to whom one more table is shown each second."""

    def __init__(self, crowd: Crowd, party: Party, visitors: int) -> None:
        """Prepare them; see `Onlooker`."""
        self.crowd = crowd
        self.visitors = [Onlooker(party, f"Visitor {number + 1}", self._listed) for number in range(visitors)]
        self.times: list[float] = []
        """Seconds from when a table was to be opened until each of them saw it."""
        self._opened: dict[str, float] = {}
        """By title, when the tables were opened that they are to see."""

    @property
    def unseen(self) -> int:
        """How often somebody has not seen a table yet."""
        return len(self._opened) * len(self.visitors) - len(self.times)

    def arrive(self) -> None:
        """Let them come, one after another; one whom the busy host refuses tries again."""
        for visitor in self.visitors:
            while not self._comes(visitor):
                self.crowd.run(_AGAIN)
            # The others go on breathing meanwhile.
            self.crowd.run(0)

    def _comes(self, visitor: Onlooker) -> bool:
        """Whether a visitor is let in; the host lets in a few a second.

        Raises:
            OSError: when the host refuses for another reason.
        """
        try:
            self.crowd.arrive(visitor)
        except OSError:
            if visitor.last != "busy":
                raise
            visitor.cut()
            self.crowd.errors["busy"] -= 1
            return False
        return True

    def leave(self) -> None:
        """Let them go."""
        for visitor in self.visitors:
            self.crowd.cut(visitor)

    def show(self, host: Served) -> None:
        """Ask for a table to be opened, and look out for it."""
        title = f"Table {len(self._opened) + 1}"
        self._opened[title] = perf_counter()
        host.open(1, title=title)

    def _listed(self, title: str) -> None:
        if title in self._opened:
            self.times.append(perf_counter() - self._opened[title])

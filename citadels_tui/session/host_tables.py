"""Host tables: the tables of a host as a visitor sees them, and what the visitors say to each other."""

from __future__ import annotations

from functools import partial

from textual.content import Content

from citadels_tui.session.feed import VisitorFeed
from citadels_tui.story.talk import Talk
from citadels_tui.story.telling import Line
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, guests, retold, say, table, tables
from citadels_tui.wording.spelling import ascii_only, spelled
from net.client.updates import Chat, Closed, Link, Refused
from net.client.visitor import TablesView, VisitorUpdate
from net.protocol.visitor_notes import ListedTable

KEPT = 500
"""Lines of chat that are kept."""
PHASES = ("open", "private", "running", "ended")


class HostTables:
    """Folds the updates of one visitor."""

    def __init__(self, feed: VisitorFeed, symbols: Symbols) -> None:
        self.feed = feed
        self.symbols = symbols
        self.talk = Talk()
        self.said: list[Line] = []
        """The newest lines of chat, and what was noted among them."""
        self.tables: tuple[ListedTable, ...] = ()
        """The tables: first those where it is your turn, then your others, then those that can be joined."""
        self.known = False
        """Whether the list has come."""
        self.trouble = ""
        """The trouble with the connection; empty while all is well."""
        self._name = ""

    @property
    def name(self) -> str:
        """The host's own name, or else its address."""
        address = self.feed.address
        # A guest on the host's machine needs not know where its files are.
        return self._name or (_(guests.THIS_HOST) if address.unix else address.authority)

    def find(self, id: str) -> ListedTable | None:
        """A table by its id."""
        return next((each for each in self.tables if each.table == id), None)

    def apply_update(self, update: VisitorUpdate) -> list[Line]:
        """Fold one update.

        Returns:
            What it adds to the chat.
        """
        lines: list[Line] = []
        match update:
            case TablesView():
                self._list(update)
            case Chat(name=name, text=text):
                if self.talk.hear(name):
                    lines = [Line.saying(partial(_said, name, text), kind="chat")]
            case Link(state=state):
                self.trouble = "" if state == "live" else _(table.LINKS[state])
            case Refused() | Closed():
                if isinstance(update, Refused):
                    self.talk.refused(update.what)
                lines = [Line.saying(partial(_noted, update.sentence), kind="note")]
            case _:
                pass
        self.said = [*self.said, *lines][-KEPT:]
        return lines

    def reword(self) -> None:
        """Say what was said in the language that is spoken now."""
        self.said = [line.reworded() for line in self.said]

    def _list(self, view: TablesView) -> None:
        shown = [self._spelled(each) for each in view.tables]
        self._name = ascii_only(view.host) if self.symbols.ascii else view.host
        self.tables = tuple(sorted(shown, key=_order))
        self.known = True

    def _spelled(self, listed: ListedTable) -> ListedTable:
        if not self.symbols.ascii:
            return listed
        return listed.model_copy(update={"title": ascii_only(listed.title), "owner": ascii_only(listed.owner)})


def heard(update: VisitorUpdate, symbols: Symbols) -> VisitorUpdate:
    """An update in the signs that can be shown."""
    if symbols.ascii and isinstance(update, Chat | Refused | Link | Closed):
        found = spelled(update)
        assert isinstance(found, Chat | Refused | Link | Closed)
        return found
    return update


def _order(listed: ListedTable) -> tuple[bool, bool, int]:
    """The order of the list; tables that are alike stand as they were opened."""
    asked = listed.you is not None and listed.you == listed.asked
    return not asked, listed.you is None, PHASES.index(listed.phase)


def _said(name: str, text: str) -> Content:
    return say(tables.SAID, who=Content.styled(name, "bold"), text=text)


def _noted(sentence: str) -> Content:
    return Content(retold(sentence))

"""The invitations screen: which there are to one's own table; the owner makes and revokes them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.invite import InviteScreen
from citadels_tui.session.session import Session
from citadels_tui.story.telling import Line
from citadels_tui.texts import _, help, invitations, retold, say, table
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import Hint, Sheet
from citadels_tui.wording.durations import in_words
from net.base.text import TITLE_CELLS
from net.client.updates import Invitations, Issued, Refused, Update
from net.protocol.client_messages import Invitation, Revoke

HOUR, DAY = 3600, 86_400
NAME_CELLS = 24
MOST_SEATS = 8


class InvitationsScreen(FormScreen):
    """A line for each invitation, and a form for a new one."""

    CSS_PATH = "form.tcss"

    BINDINGS = [
        Binding("y", "copy", "Copy", id="invitations.copy", tooltip="Copy the marked invitation"),
        Binding("r,delete", "revoke", "Revoke", id="invitations.revoke", tooltip="Revoke this invitation"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def parts(self) -> ComposeResult:
        """The invitations there are, and a form for a new one."""
        with Sheet(classes="sheet"):
            yield Static(Content(_(invitations.TITLE)), classes="title")
            with Vertical(classes="menu", id="rows"):
                yield from self._rows()
            yield Static(Content(_(invitations.NEW)), classes="title")
            with Vertical(classes="menu"):
                yield Choice(_(invitations.SEATS), self._seats(), 0, self.symbols, id="seats")
                yield Choice(_(invitations.GOOD_FOR), self._times(), 0, self.symbols, id="seconds")
            yield Static(Content(_(invitations.NOTE)), classes="label wide")
            yield LineInput(id="note", placeholder=_(help.LINE), max_length=TITLE_CELLS, compact=True)
            yield MenuItem("", _(invitations.MAKE), "", self.symbols, id="make")
        yield Hint(_(invitations.HINT), classes="hint")
        yield KeyBar()

    def _rows(self) -> list[MenuItem]:
        return [
            MenuItem("", named(row), state(row), self.symbols, id=f"row-{row.number}", cells=NAME_CELLS)
            for row in self.session.people.invitations
        ]

    @staticmethod
    def _seats() -> list[tuple[int, str]]:
        some = [(count, say(invitations.SEATS_FOR, amount=count).plain) for count in range(1, MOST_SEATS + 1)]
        return [(0, _(invitations.ANY_SEATS)), *some]

    @staticmethod
    def _times() -> list[tuple[int, str]]:
        hours = [(count * HOUR, in_words(count * HOUR)) for count in (1, 6)]
        days = [(count * DAY, in_words(count * DAY)) for count in (1, 7, 30)]
        return [(0, _(invitations.ALWAYS)), *hours, *days]

    def on_mount(self) -> None:
        """Begin with the first invitation."""
        self.query(MenuItem).first().focus()

    def updated(self, update: Update, lines: list[Line]) -> None:
        """An invitation is new, or has changed."""
        if isinstance(update, Refused):
            self.notify(retold(update.sentence), severity="warning", timeout=4)
        elif isinstance(update, Invitations):
            self.run_worker(self._draw, exclusive=True)

    async def _draw(self) -> None:
        """Draw the rows anew; the marked one stays so."""
        marked = self.focused.id if self.focused else None
        rows = self.query_one("#rows", Vertical)
        async with self.batch():
            await rows.remove_children()
            await rows.mount_all(self._rows())
        if marked and self.query(f"#{marked}"):
            self.query_one(f"#{marked}").focus()

    @property
    def marked(self) -> Issued | None:
        """The invitation that is marked."""
        id = self.focused.id if self.focused else None
        return next((row for row in self.session.people.invitations if f"row-{row.number}" == id), None)

    def of_use(self, action: str) -> bool:
        """An invitation must be marked."""
        return action not in ("copy", "revoke") or self.marked is not None

    @on(MenuItem.Pressed)
    def choose(self, event: MenuItem.Pressed) -> None:
        """Show an invitation, or make one."""
        if event.item.id == "make":
            self.make()
        elif self.marked:
            self.app.push_screen(InviteScreen(self.marked.invite, partial(about, self.marked)))

    @on(Input.Submitted)
    def make(self) -> None:
        """Make an invitation."""
        note = self.query_one("#note", Input)
        uses, seconds = (self.query_one(f"#{id}", Choice).value for id in ("seats", "seconds"))
        request = partial(Invitation, uses=uses, seconds=seconds, note=note.value.strip())
        self.citadels_app.send(self.session.feed.request(request))
        note.value = ""

    def action_copy(self) -> None:
        """Put the marked invitation on the clipboard."""
        row = self.marked
        if row is None:
            self.notify(_(invitations.NONE_MARKED))
            return
        self.app.copy_to_clipboard(str(row.invite))
        self.notify(_(table.COPIED))

    def action_revoke(self) -> None:
        """Revoke the marked invitation, once that is confirmed."""
        row = self.marked
        if row is None:
            self.notify(_(invitations.NONE_MARKED))
            return
        self.app.push_screen(
            ConfirmScreen(partial(say, invitations.SURE_REVOKE), self.symbols, invitations.TITLE),
            partial(self._revoke, row.number),
        )

    def _revoke(self, number: int, sure: bool | None) -> None:
        if sure:
            self.citadels_app.send(self.session.feed.request(partial(Revoke, number=number)))


def about(row: Issued) -> str:
    """An invitation in a line."""
    return f"{named(row)}: {state(row)}"


def named(row: Issued) -> str:
    """The guest an invitation is for, as far as its owner has said so."""
    if row.note:
        return row.note
    return _(invitations.FIRST) if row.number == 1 else say(invitations.NUMBERED, number=row.number).plain


def state(row: Issued) -> str:
    """How many seats were taken with an invitation, and until when it is good; or why it is not."""
    if row.fault:
        text = invitations.FAULTS.get(row.fault, invitations.FAULTY)
    elif row.uses:
        text = invitations.SOME_UNTIL if row.expires else invitations.SOME
    else:
        text = invitations.ANY_UNTIL if row.expires else invitations.ANY
    when = f"{datetime.fromtimestamp(row.expires, UTC).astimezone():%Y-%m-%d %H:%M}"
    return say(text, seated=row.seated, uses=row.uses, when=when).plain

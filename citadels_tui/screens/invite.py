"""The invite screen: one invitation, as a line and as a code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from citadels_tui.screens.base import BaseScreen
from citadels_tui.textart.qr_code import qr_lines
from citadels_tui.texts import _, invitations, say, table
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.wording.voice import EMPTY
from net.identity.invitations import Invite

INK = "#000000 on #FFFFFF"
"""A code is dark on light in every theme: many readers know no other."""
AROUND, ROOM = 3, 8
"""Rows above and below the code: at least, and of a large one."""


class InviteScreen(BaseScreen):
    """To be copied, or to be read by the camera of another computer."""

    CSS_PATH = "invite.tcss"

    BINDINGS = [
        Binding("y", "copy", "Copy", id="invite.copy", tooltip="Copy the invitation"),
        Binding("escape,q", "dismiss", "Back", id="invite.back", tooltip="Back to the table"),
    ]

    def __init__(
        self,
        invite: Invite | None,
        about: Callable[[], str] = str,
        *,
        lines: Sequence[str] = (),
        only_here: bool = False,
    ) -> None:
        """Show an invitation.

        Args:
            invite: It; None: guests come by ``lines`` instead.
            about: Says whom it is for and how much of it is used, as far as that is known.
            lines: The lines of `citadels_tui.table_list.entrances`, the link last.
            only_here: Whether these lead nobody to the host but those on its machine.
        """
        super().__init__()
        self.lines = [str(invite)] if invite else list(lines)
        self.about = about
        self._coded = invite.for_code if invite else self.lines[-1]
        self._local = invite.local if invite else only_here
        self._title = invitations.SHOWN if invite else invitations.ENTRANCES
        self._steps: Sequence[str] = invitations.STEPS if invite else invitations.ENTRANCE_STEPS

    def parts(self) -> ComposeResult:
        """Line and code."""
        yield Static(Content(_(self._title)), classes="title")
        shown = [Content.styled(line, "bold $accent") for line in self.lines]
        yield Static(Content("\n").join([*shown, Content(_(table.ONLY_HERE))] if self._local else shown), id="line")
        with Horizontal(id="pages"):
            with VerticalScroll(id="page", can_focus=False):
                yield Static(self._code(), id="code")
            yield Static(Content("\n").join(self._guide()), id="guide")
        yield KeyBar()

    def _guide(self) -> Iterator[Content]:
        """The way in with it; in a wide window it stands beside the code."""
        if about := self.about():
            yield from (Content.styled(_(invitations.THIS_ONE), "bold $accent"), Content(about), EMPTY)
        yield Content.styled(_(invitations.GUIDE), "bold $accent")
        for step in self._steps:
            yield from (Content(_(step)), EMPTY)

    def _code(self) -> Content:
        if self.symbols.ascii:
            return Content(_(invitations.NO_UNICODE))
        lines = qr_lines(self._coded, large=True)
        if self.app.size.height < len(lines) + ROOM or not self.wide:
            lines = qr_lines(self._coded)
        rows, columns = len(lines) + AROUND, len(lines[0])
        if self.app.size.height < rows or self.app.size.width < columns:
            return say(invitations.TOO_SMALL, columns=columns, rows=rows)
        return Content("\n").join(Content.styled(line, INK) for line in lines)

    def on_resize(self, event: Resize) -> None:
        """Show the code where there is room for it."""
        self.query_one("#code", Static).update(self._code())

    def action_copy(self) -> None:
        """Put the invitation on the clipboard."""
        self.app.copy_to_clipboard("\n".join(self.lines))
        self.notify(_(table.COPIED))

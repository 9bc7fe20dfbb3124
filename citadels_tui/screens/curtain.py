"""The curtain: hides the table while the people at one keyboard change places."""

from __future__ import annotations

from time import monotonic

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import BaseScreen
from citadels_tui.session.session import Session
from citadels_tui.story.recap import recap_title, recapped_for_all
from citadels_tui.story.telling import Line
from citadels_tui.texts import curtain as texts
from citadels_tui.texts import say
from citadels_tui.widgets.home_city import HomeCity
from citadels_tui.widgets.key_bar import KeyBar
from net.client.updates import Update

GUARD = 0.5
"""Seconds in which a key is taken for one that was meant for the table before."""


class CurtainScreen(BaseScreen):
    """Names one person, and tells only what everybody may know; that person lifts it."""

    CSS_PATH = "curtain.tcss"
    covers = True

    BINDINGS = [
        Binding("enter", "lift", "Lift", id="curtain.lift", tooltip="Show the table to the person who is named"),
        Binding("q", "app.leave", "Leave", id="curtain.leave", tooltip="Leave the game"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._shown_at = monotonic()

    def parts(self) -> ComposeResult:
        """A city that everybody may see, a name, what has happened, and the key."""
        yield HomeCity(self.symbols)
        with Vertical(id="curtain"):
            yield Static(id="named")
            yield Static(id="since")
            yield Static(id="key")
        yield KeyBar()

    def on_mount(self) -> None:
        """Say whose turn it is."""
        self.show()
        if self.session.question.choosing:
            self.citadels_app.call_player()

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Go on with the game."""
        before = self.query_one("#named", Static).content
        self.show()
        if self.session.question.choosing and self.query_one("#named", Static).content != before:
            self.citadels_app.call_player()

    def show(self) -> None:
        """Say whose turn it is, and what has happened since that person's last one."""
        session, view = self.session, self.session.view
        if view is None or view.seat is None or session.ending.over:
            return
        voice = session.voice
        who = voice.name(view.seat)
        named = say(texts.ASKED if session.question.choosing else texts.WAITING, who=who)
        if session.link.closed is not None:
            named = Content(session.link.closed.sentence)
        elif session.trouble:
            named = Content(session.trouble)
        told = [line.text for line in recapped_for_all(voice, session.story.since, view)]
        heading = [recap_title(session.story.since, who).stylize("bold")] if told else []
        self.query_one("#named", Static).update(named)
        self.query_one("#since", Static).update(Content("\n").join([*heading, *told]))
        self.query_one("#key", Static).update(say(texts.KEY, who=who))

    async def action_lift(self) -> None:
        """Show the table."""
        if monotonic() - self._shown_at >= GUARD:
            self.citadels_app.uncover(self.session)

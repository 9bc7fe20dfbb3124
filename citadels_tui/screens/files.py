"""Files of a finished game, to be sent to others: a page, a text, or a film, and the screens that make them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.history.game_file import write_new
from citadels_tui.history.recording import Recording
from citadels_tui.pages.chronicle import chronicle
from citadels_tui.pages.ending import result_text
from citadels_tui.screens.base import BaseScreen, Dialog
from citadels_tui.texts import _, files
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.menu_item import MenuItem

if TYPE_CHECKING:
    from citadels_tui.session.session import Session


class MakesFiles(BaseScreen):
    """A screen from which a finished game becomes a file: it has a key for `action_files`."""

    @property
    def has_result(self) -> bool:
        """Whether the game was played to its end."""
        raise NotImplementedError

    async def game_to_send(self) -> tuple[Recording, Session] | None:
        """The game, and how it is seen; None where there is none, which has been told."""
        raise NotImplementedError

    @work(exclusive=True, group="kept")
    async def action_files(self) -> None:
        """Ask which file, make it, and say where it is. A guest's files would be the host's."""
        if not self.citadels_app.keeps_files:
            self.notify(_(files.NOT_HERE), timeout=8)
            return
        # At once, so that no key that is meant for it is taken for something else.
        kind = await self.app.push_screen_wait(FilesScreen(text=self.has_result))
        found = await self.game_to_send() if kind else None
        if found is None:
            return
        recording, session = found
        if kind == "film":
            await self.film_game(recording, session)
        elif kind == "page":
            from citadels_tui.export.game_page import game_page

            self.keep_file(recording, "html", await asyncio.to_thread(game_page, recording), files.PAGE_KEPT)
        elif kind == "text":
            self.keep_file(recording, "txt", _text(session), files.TEXT_KEPT)

    async def film_game(self, recording: Recording, session: Session) -> None:
        """Make the film of a game: a replay does (`citadels_tui.screens.replay`)."""
        raise NotImplementedError

    def keep_file(self, recording: Recording, kind: str, content: str, said: str) -> None:
        """Write a new file, and say where it is, or why there is none."""
        # On the screen that is seen: a replay that was opened for a film has closed.
        notify = partial(self.citadels_app.notify, screen=self.app.screen)
        try:
            path = write_new(recording.checked.proof, kind, content.encode())
        except OSError as error:
            notify(_(files.NOT_KEPT).format(reason=error.strerror), severity="warning", timeout=12)
        else:
            notify(_(said).format(path=path), timeout=20)


def _text(session: Session) -> str:
    ended, timeline = session.ending.ended, session.story.timeline
    assert ended is not None
    assert timeline is not None
    return result_text(session.ending, ended, chronicle(timeline, ended), session.voice, session.score)


class FilesScreen(Dialog[str]):
    """Asks which file of a game is wanted; Escape means none."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("1", "choose('page')", "Page", id="files.page", tooltip="A page for any browser, with every move"),
        Binding("2", "choose('text')", "Text", id="files.text", tooltip="The result as a text"),
        Binding("3", "choose('film')", "Film", id="files.film", tooltip="A film for asciinema"),
        Binding("up,k", "app.focus_previous", "Up", id="files.up", show=False, tooltip="The file above"),
        Binding("down,j", "app.focus_next", "Down", id="files.down", show=False, tooltip="The file below"),
        Binding("escape,q,x", "dismiss('')", "Back", id="files.back", tooltip="Back without a file"),
    ]

    def __init__(self, *, text: bool = True) -> None:
        """Offer files.

        Args:
            text: Whether there is a result to be a text.
        """
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The kinds of files."""
        symbols = self.citadels_app.symbols
        items = [
            MenuItem(f"{number}", _(name), _(about), symbols, id=kind)
            for number, (kind, (name, about)) in enumerate(files.KINDS.items(), 1)
            if self.text or kind != "text"
        ]
        box = Vertical(Static(Content(_(files.ABOUT)), classes="question"), *items, classes="box")
        box.border_title = Content(_(files.TITLE))
        yield box
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a game with a result has one as a text."""
        return self.text if parameters == ("text",) else True

    def on_mount(self) -> None:
        """The cursor begins on the page, which friends can read anywhere."""
        self.query_one("#page").focus()

    @on(MenuItem.Pressed)
    def pressed(self, event: MenuItem.Pressed) -> None:
        """Close with the chosen file."""
        self.action_choose(event.item.id or "")

    def action_choose(self, kind: str) -> None:
        """Close with a file."""
        self.dismiss(kind)

"""The resume screen: your own unfinished games."""

from __future__ import annotations

from itertools import islice

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.session.going_on import description, reasons
from citadels_tui.session.start import ResumeTable
from citadels_tui.texts import _, home, say
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import FormHint, Sheet
from net.local.kept_games import KeptGame, UnusableGame, find_kept

_PAGE = 40
"""Games that are looked at, and shown, at once."""


class ResumeScreen(FormScreen):
    """A game a line, the newest first; below, what is kept and cannot be resumed now, with the reason."""

    CSS_PATH = "form.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.games: list[KeptGame] = []
        self.unusable: list[UnusableGame] = []
        self._rest = find_kept()
        self._find_more()

    def _find_more(self) -> None:
        """Look at the next few files: to look at one takes 2 ms."""
        found = list(islice(self._rest, _PAGE))
        self.games += [game for game in found if isinstance(game, KeptGame)]
        self.unusable += [game for game in found if isinstance(game, UnusableGame)]
        self._more = len(found) == _PAGE

    def parts(self) -> ComposeResult:
        """The games."""
        with Sheet(classes="sheet"):
            yield Static(Content(_(home.RESUME_TITLE)), classes="title")
            labels = [description(game) for game in self.games]
            cells = max(map(cell_len, labels), default=0) + 2
            for number, (label, game) in enumerate(zip(labels, self.games, strict=True)):
                when = f"{game.when.astimezone():%Y-%m-%d %H:%M}"
                about = say(home.KEPT_ABOUT, amount=game.moves, when=when)
                yield MenuItem("", label, about.plain, self.symbols, id=f"game-{number}", cells=cells)
            if self._more:
                yield MenuItem("", _(home.MORE), "", self.symbols, id="more")
            for each in reasons(self.unusable):
                yield Static(Content(each), classes="whole unusable")
            if not self.games and not self.unusable:
                yield Static(Content(_(home.NOTHING_KEPT)))
        yield FormHint()
        yield KeyBar()

    def on_mount(self) -> None:
        """The newest one is marked."""
        if self.games:
            self.query(MenuItem).first().focus()

    @on(MenuItem.Pressed)
    def choose(self, event: MenuItem.Pressed) -> None:
        """Take the game up."""
        if not self.is_active:
            return  # typed twice
        if event.item.id == "more":
            self.run_worker(self._show_more, exclusive=True)
            return
        game = self.games[int((event.item.id or "game-0").removeprefix("game-"))]
        self.dismiss()
        self.citadels_app.begin(ResumeTable(self.citadels_app.player, game.journal, hosted=game.hosted))

    async def _show_more(self) -> None:
        """Show the next ones, too, and mark the first of them."""
        place = len(self.games)
        self._find_more()
        await self.recompose()
        for item in self.query(MenuItem)[place : place + 1]:
            item.focus()

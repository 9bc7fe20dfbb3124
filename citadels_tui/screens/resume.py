"""The resume screen: your own unfinished games."""

from __future__ import annotations

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.session.start import ResumeTable
from citadels_tui.texts import _, home, say, why
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import FormHint, Sheet
from engine.editions import EDITIONS
from net.local.kept_games import KeptGame, kept_games, later_games


class ResumeScreen(FormScreen):
    """A game a line, the newest first."""

    CSS_PATH = "form.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.games = kept_games()
        self._later = later_games()

    def parts(self) -> ComposeResult:
        """The games."""
        with Sheet(classes="sheet"):
            yield Static(Content(_(home.RESUME_TITLE)), classes="title")
            labels = [_label(game) for game in self.games]
            cells = max(map(cell_len, labels), default=0) + 2
            for number, (label, game) in enumerate(zip(labels, self.games, strict=True)):
                when = f"{game.when.astimezone():%Y-%m-%d %H:%M}"
                about = say(home.KEPT_ABOUT, amount=game.moves, when=when)
                yield MenuItem("", label, about.plain, self.symbols, id=f"game-{number}", cells=cells)
            if self._later:
                yield Static(Content(why(self._later)), classes="later")
            elif not self.games:
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
        game = self.games[int((event.item.id or "game-0").removeprefix("game-"))]
        self.dismiss()
        self.citadels_app.begin(ResumeTable(self.citadels_app.player, game.journal, hosted=game.hosted))


def _label(game: KeptGame) -> str:
    """The game that was played there, in words."""
    text = home.KEPT_HOSTED if game.hosted else home.KEPT
    return say(text, edition=_(EDITIONS[game.rules.edition].name), players=game.rules.players).plain

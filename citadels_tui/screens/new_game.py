"""Settings of a game: seats, bots, characters, speed."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import choice as pick

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Footer, Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.session import PAUSES
from citadels_tui.start import BOT_PAUSE, Play
from citadels_tui.texts import _, home, names
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.menu_item import MenuItem
from engine.edition import EDITIONS
from engine.errors import RulesError
from net.setup import Setup

EDITION = "deluxe"
OWN, SURPRISE = "own", "surprise"
RANKS = 9


class SetupForm(FormScreen):
    """A form whose settings make a `Setup`."""

    CSS_PATH = "form.tcss"
    TITLE_TEXT = ""

    BINDINGS = [Binding("s", "go", "Start", id="setup.start", tooltip="Go on with these settings")]

    def parts(self) -> ComposeResult:
        """Title, settings, what to do with them."""
        with VerticalScroll(classes="sheet", can_focus=False):
            yield Static(Content(_(self.TITLE_TEXT)), classes="title")
            with Vertical(classes="menu"):
                yield from self.settings()
            with Vertical(classes="menu"):
                yield from self.actions()
            yield Static(Content(_(home.FORM_HINT)), classes="hint")
        yield Footer(compact=True)

    def settings(self) -> Iterator[Widget]:
        """The settings every game has."""
        symbols, edition = self.symbols, EDITIONS[EDITION]
        low, high = edition.seats
        yield Choice(_(home.PLAYERS), [(n, str(n)) for n in range(low, high + 1)], 4, symbols, id="players")
        casts = [(preset.id, _(preset.name)) for preset in edition.presets]
        casts += [(SURPRISE, _(home.RANDOM_CAST)), (OWN, _(home.OWN_CAST))]
        yield Choice(_(home.CHARACTERS), casts, casts[0][0], symbols, id="cast")
        for rank in range(1, RANKS + 1):
            label = _(home.RANK).format(rank=rank)
            yield Choice(label, self.offered(rank, 4), "", symbols, id=f"rank{rank}")
        levels = [(level, _(name)) for level, name in home.LEVELS.items()]
        yield Choice(_(home.BOTS), levels, "steward", symbols, id="level")
        speeds = [(s, _(home.SECONDS).format(seconds=f"{s:g}") if s else _(home.NO_WAIT)) for s in PAUSES]
        yield Choice(_(home.SPEED), speeds, BOT_PAUSE, symbols, id="speed")

    def actions(self) -> Iterator[Widget]:
        """What can be done with the settings."""
        yield from ()

    @property
    def players(self) -> int:
        """The chosen number of players."""
        players = self.chosen("players")
        assert isinstance(players, int)
        return players

    def on_mount(self) -> None:
        """Begin at the top."""
        self.adapt()
        self.query(Choice).first().focus()

    def action_go(self) -> None:
        """Go on with the settings."""
        self.go()

    def go(self) -> None:
        """Use the settings."""

    @on(Choice.Changed)
    def adapt(self) -> None:
        """Show the ranks when they are chosen freely, with what the number of players allows."""
        own = self.chosen("cast") == OWN
        for rank in range(1, RANKS + 1):
            row = self.query_one(f"#rank{rank}", Choice)
            row.offer(self.offered(rank, self.players))
            row.display = own and len(row.options) > 1

    def offered(self, rank: int, players: int) -> list[tuple[str, str]]:
        """The characters of a rank for a number of players; rank 9 may be left out where the rules allow it."""
        edition = EDITIONS[EDITION]
        options = [
            (id, names.character(id).name)
            for id in edition.characters[rank - 1]
            if players >= edition.banned.get(id, 0)
        ]
        if rank < RANKS:
            return options
        counts = edition.counts[players]
        if RANKS not in counts:
            return [("", _(home.NO_RANK))]
        return [("", _(home.NO_RANK)), *options] if RANKS - 1 in counts else options

    def chosen(self, id: str) -> object:
        """The value of a setting."""
        return self.query_one(f"#{id}", Choice).value

    def setup(self) -> Setup:
        """The setup the settings make.

        Raises:
            RulesError: when they do not fit together.
        """
        players, cast = self.players, self.chosen("cast")
        assert isinstance(cast, str)
        if cast in {OWN, SURPRISE}:
            setup = Setup(players=players, preset=None, characters=self._characters(players, cast))
        else:
            setup = Setup(players=players, preset=cast)
        setup.rules()
        return setup

    def _characters(self, players: int, cast: str) -> list[str]:
        if cast == OWN:
            chosen = [str(self.chosen(f"rank{rank}")) for rank in range(1, RANKS + 1)]
        else:
            chosen = [pick(self.offered(rank, players))[0] for rank in range(1, RANKS + 1)]
        return [id for id in chosen if id]

    def bots(self, seats: int) -> tuple[str, ...]:
        """The levels of so many bots."""
        level = self.chosen("level")
        if level == "mixed":
            return tuple(("steward", "random")[i % 2] for i in range(seats))
        return (str(level),) * seats

    @property
    def bot_pause(self) -> float:
        """Seconds the bots wait."""
        speed = self.chosen("speed")
        assert isinstance(speed, float)
        return speed

    def checked(self) -> Setup | None:
        """The setup, or None after saying what is wrong with it."""
        try:
            return self.setup()
        except RulesError as error:
            self.complain(str(error))
            return None


class NewGameScreen(SetupForm):
    """A game on this machine against bots."""

    TITLE_TEXT = home.NEW_TITLE

    def actions(self) -> Iterator[Widget]:
        """Start."""
        yield MenuItem("s", _(home.START[0]), "", self.symbols, id="start")

    @on(MenuItem.Pressed, "#start")
    def go(self) -> None:
        """Start the game."""
        setup = self.checked()
        if setup is not None:
            bots = self.bots(setup.players - 1)
            self.client.begin(Play(self.client.player, setup, bots, bot_pause=self.bot_pause))

"""The question how to play on from a moment of a finished game."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from citadels_tui.history.play_on import STRONGER, practice_game, turn_of
from citadels_tui.history.recording import Recording
from citadels_tui.screens.base import BaseScreen, Dialog
from citadels_tui.session.start import PlayGame
from citadels_tui.texts import _, play_on, say
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.wording.moves import offered
from citadels_tui.wording.reason_text import quoted


class PlaysOn(BaseScreen):
    """A screen from which one can play on: it has a key for `action_play_on`."""

    recording: Recording | None
    """The game that it shows, where all of it is known."""

    def from_here(self) -> tuple[int, int] | None:
        """The moment and the seat to play on from; None where that is not possible now."""
        raise NotImplementedError

    async def prepare(self) -> None:
        """Read what is needed to play on, if that has not been done."""

    @work(exclusive=True, group="replay")
    async def action_play_on(self) -> None:
        """Ask how to play on from here."""
        await self.prepare()
        here = self.from_here()
        if self.recording is None or here is None:
            self.notify(_(play_on.NOT_HERE), timeout=4)
        else:
            self.app.push_screen(PlayOnScreen(self.recording, *here), self._play_on)

    def _play_on(self, start: PlayGame | None) -> None:
        if start is not None:
            self.app.clear_notifications()
            self.citadels_app.begin(start)


class PlayOnScreen(Dialog[PlayGame | None]):
    """Asks against whom, or for the move that the review names; Escape means not at all."""

    CSS_PATH = "modal.tcss"

    BINDINGS = [
        Binding("1", "play", "Same bots", id="play_on.same", tooltip="Play on against those who sat there"),
        Binding("2", "stronger", "Stronger", id="play_on.stronger", tooltip="Play on against stronger bots"),
        Binding("3", "what_if", "What if", id="play_on.what_if", tooltip="Try the move that the review names"),
        Binding("up,k", "app.focus_previous", "Up", id="play_on.up", show=False, tooltip="The answer above"),
        Binding("down,j", "app.focus_next", "Down", id="play_on.down", show=False, tooltip="The answer below"),
        Binding("escape,q,p", "dismiss(None)", "Back", id="play_on.back", tooltip="Back without playing"),
    ]

    def __init__(self, recording: Recording, moment: int, seat: int) -> None:
        super().__init__()
        self.recording = recording
        self.moment = moment
        """The moment from which the game goes on."""
        self.seat = seat
        """The seat that the player would have."""
        self.turn = turn_of(recording, moment)

    def compose(self) -> ComposeResult:
        """The question, and its answers."""
        symbols = self.citadels_app.symbols
        session = self.recording.session(None, symbols)
        voice, timeline = session.voice, session.story.timeline
        assert timeline is not None
        round = timeline.view(self.moment).round
        about = say(play_on.ABOUT, who=voice.player(self.seat), round=round, move=self.moment)
        items = [
            MenuItem("1", _(play_on.SAME[0]), _(play_on.SAME[1]), symbols, id="same"),
            MenuItem("2", _(play_on.STRONGER[0]), _(play_on.STRONGER[1]), symbols, id="stronger"),
        ]
        told = []
        if self.turn is not None:
            seen = self.recording.session(self.turn.seat, symbols).story.timeline
            assert seen is not None
            view, choice = seen.view(self.moment), self.turn.choice
            better, played = (quoted(offered(view, voice, move)) for move in (choice.better, choice.played))
            what_if = say(play_on.WHAT_IF_ABOUT, who=voice.player(self.turn.seat), better=better, played=played)
            items.append(MenuItem("3", _(play_on.WHAT_IF), "", symbols, id="what-if"))
            told.append(Static(what_if, classes="question what-if"))
        box = Vertical(Static(about, classes="question"), *items, *told, classes="box")
        box.border_title = Content(_(play_on.TITLE))
        yield box
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a move to try."""
        return self.turn is not None if action == "what_if" else True

    def on_mount(self) -> None:
        """Put the cursor on the same bots, or on the move to try."""
        first = "same" if self.turn is None else "what-if"
        self.query_one(f"#{first}").focus()

    @on(MenuItem.Pressed)
    def pressed(self, event: MenuItem.Pressed) -> None:
        """Do what the answer says."""
        match event.item.id:
            case "same":
                self.action_play()
            case "stronger":
                self.action_stronger()
            case "what-if":
                self.action_what_if()

    def action_play(self) -> None:
        """Play on against those who sat there."""
        self._begin(self.seat)

    def action_stronger(self) -> None:
        """Play on against stronger bots."""
        self._begin(self.seat, level=STRONGER)

    def action_what_if(self) -> None:
        """Play on with the move that the review names, in the seat of the player who has made another one."""
        if self.turn is not None:
            self._begin(self.turn.seat, what_if=True)

    def _begin(self, seat: int, level: str = "", *, what_if: bool = False) -> None:
        app = self.citadels_app
        instead = self.turn.choice.better if what_if and self.turn is not None else None
        pause = float(app.settings.pause)
        self.dismiss(
            practice_game(self.recording, self.moment, seat, app.player, pause=pause, level=level, instead=instead)
        )

"""The replay: the board at any moment of a game, stepped through or playing by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from textual import getters, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.events import Click, Resize
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from citadels_tui.history.game_file import GameFile
from citadels_tui.history.play_on import goes_on, own_seat
from citadels_tui.history.recording import Hand, Recording, own_hand, recorded
from citadels_tui.pages.choice_text import choice_told
from citadels_tui.screens.base import COMPACT_WIDTH
from citadels_tui.screens.files import MakesFiles
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.notebook import NotebookScreen
from citadels_tui.screens.play_on import PlaysOn
from citadels_tui.session.board import PlayerSummary, player_summaries
from citadels_tui.session.session import Session
from citadels_tui.story.telling import Line
from citadels_tui.terminal.film import Film
from citadels_tui.terminal.progress import Told
from citadels_tui.textart.cells import NARROW, flow, without_hints
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, decimal, files, replay, say, showing
from citadels_tui.texts import review as review_texts
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.planned import Planned
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.rank_track import RankTrack
from citadels_tui.widgets.status_line import StatusLine
from citadels_tui.widgets.story_list import StoryList
from citadels_tui.wording.voice import EMPTY, Voice
from engine.editions import EDITIONS
from engine.notebook import Page
from engine.view import View
from net.client.updates import Update


class HandsView(Widget):
    """One hand, or all of them."""

    DEFAULT_CSS = """
    HandsView { text-wrap: nowrap; }
    """

    hands: reactive[Sequence[Hand]] = reactive(())
    """The hands that are shown."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self.voice = voice

    def render(self) -> Content:
        """The hands by name, below or beside their players; what has no room for that, by sign and cost."""
        width, height = self.content_size
        if not self.hands:
            return Content.styled(_(replay.NO_HAND), "$muted")
        rows = [row for hand in self.hands for row in self._named(hand, width)]
        if len(rows) > height:
            rows = [row for hand in self.hands for row in self._in_a_line(hand, width)]
        if len(rows) > height:
            rows = [row for hand in self.hands for row in self._coded(hand, width)]
        return Content("\n").join(rows[: max(height, 1)])

    def _head(self, hand: Hand) -> Content:
        roles = self.voice.characters(hand.roles).stylize("$accent")
        return Content("  ").join([self.voice.player(hand.seat), *([roles] if roles.plain else [])])

    def _named(self, hand: Hand, width: int) -> Iterator[Content]:
        if len(self.hands) > 1 or hand.roles:
            yield self._head(hand)
        cards = [self.voice.district(id) for id in hand.cards] or [Content.styled(_(replay.EMPTY_HAND), "$muted")]
        if len(self.hands) == 1:
            yield from cards
        else:
            yield from (Content.assemble("  ", line) for line in flow(cards, width - 2, "  "))

    def _in_a_line(self, hand: Hand, width: int) -> Iterator[Content]:
        cards = [self.voice.district(id) for id in hand.cards] or [Content.styled("-", "$muted")]
        line = Content("  ").join([self._head(hand), *cards])
        yield from [line] if line.cell_length <= width else self._coded(hand, width)

    def _coded(self, hand: Hand, width: int) -> Iterator[Content]:
        head = self._head(hand)
        codes = [self.voice.code(id) for id in hand.cards] or [Content.styled("-", "$muted")]
        first, *rest = flow([head, Content.assemble(" ", codes[0]), *codes[1:]], width)
        yield from (first, *(Content.assemble("  ", line) for line in rest))


class ReplayBar(Widget):
    """One line: play or pause, speed, round and move, and the whole game as a line to click on."""

    DEFAULT_CSS = """
    ReplayBar { height: 1; background: $panel; text-wrap: nowrap; }
    """

    moment: reactive[int] = reactive(0)
    """The moment that is shown."""
    moments: reactive[int] = reactive(0)
    rounds: reactive[Sequence[int]] = reactive(())
    """The moments at which rounds begin."""
    playing: reactive[bool] = reactive(False)
    speed: reactive[float] = reactive(1.0)

    class Picked(Message):
        """A moment was clicked."""

        def __init__(self, moment: int) -> None:
            super().__init__()
            self.moment = moment

    def __init__(self, symbols: Symbols) -> None:
        super().__init__()
        self.symbols = symbols

    def _head(self) -> Content:
        now = sum(start <= self.moment for start in self.rounds)
        playing = Content.styled(f" {_(replay.PLAYING if self.playing else replay.PAUSED)}", "bold $accent")
        speed = say(replay.SPEED, speed=decimal(self.speed))
        moment = say(replay.MOMENT, round=now, rounds=len(self.rounds), move=self.moment, moves=self.moments - 1)
        if self.content_size.width < NARROW:
            # It has its room for the line.
            return Content.assemble(" ", moment.stylize("bold $accent" if self.playing else ""), "  ")
        return Content("  ").join([playing, speed, moment, EMPTY])

    def render(self) -> Content:
        """The line; what is past is drawn thick."""
        head = self._head()
        cells = max(self.content_size.width - head.cell_length - 1, 0)
        past = self._cell(self.moment, cells) + 1
        signs = [self.symbols.bar if cell < past else self.symbols.rule for cell in range(cells)]
        line = Content("".join(signs[:past])).stylize("$accent")
        return Content.assemble(head, line, Content.styled("".join(signs[past:]), "$muted"))

    def _cell(self, moment: int, cells: int) -> int:
        return moment * (cells - 1) // max(self.moments - 1, 1) if cells else 0

    def on_click(self, event: Click) -> None:
        """Go to what was clicked."""
        offset = event.get_content_offset(self)
        start = self._head().cell_length
        cells = max(self.content_size.width - start - 1, 1)
        if offset is not None and 0 <= offset.x - start < cells:
            self.post_message(self.Picked(round((offset.x - start) * (self.moments - 1) / max(cells - 1, 1))))


SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Moves a second."""
FILMED, BEGUN, LAST = 1.2, 2.5, 6.0
"""Seconds for a moment of a film: any, the first of a round, and the end."""
OF_RECORDINGS = frozenset({"eyes", "review", "costly", "why", "play_on", "files"})
"""Actions that only a game that is over allows."""


def replay_of(game: GameFile, symbols: Symbols) -> ReplayScreen:
    """The replay of a game from a file, from its beginning, with all hands open."""
    recording = recorded(game)
    return ReplayScreen(recording.session(None, symbols), 0, recording)


async def film_in_replay(app: App[Any], recording: Recording, session: Session) -> None:
    """Film a replay that is opened for it, and closes again."""
    replay = ReplayScreen(session, 0, recording)
    await app.push_screen(replay)
    replay.action_film(closes=True)


class ReplayScreen(MakesFiles, PlaysOn):
    """A game that is over, through anybody's eyes; or the one in progress, as far as it has come, through your own."""

    CSS_PATH = ["table.tcss", "replay.tcss"]

    BINDINGS = [
        Binding("left", "step(-1)", "Step", id="replay.back", key_display="←/→", tooltip="The move before"),
        Binding("right", "step(1)", "Step on", id="replay.on", show=False, tooltip="The next move"),
        Binding(
            "left_square_bracket",
            "round(-1)",
            "Round",
            id="replay.round_back",
            key_display="[/]",
            tooltip="The round before",
        ),
        Binding(
            "right_square_bracket", "round(1)", "Round on", id="replay.round_on", show=False, tooltip="The next round"
        ),
        Binding("space", "play", "Play", id="replay.play", tooltip="Let it play, or stop"),
        Binding("minus", "speed(-1)", "Slower", id="replay.slower", show=False, tooltip="Play slower"),
        Binding(
            "v", "eyes(1)", "Eyes", id="replay.eyes", tooltip="Through the next player's eyes, or with all hands open"
        ),
        Binding("V", "eyes(-1)", "Eyes before", id="replay.eyes_back", show=False, tooltip="Through the eyes before"),
        Binding(
            "i", "inspect", "Inspect", id="replay.inspect", show=False, tooltip="The full text of any card or player"
        ),
        Binding("w", "notebook", "Who", id="replay.notebook", show=False, tooltip="Who might have been who then"),
        Binding(
            "r", "review", "Review", id="replay.review", tooltip="How likely each player was to win, and what cost most"
        ),
        Binding(
            "n", "costly", "Next", id="replay.costly", show=False, tooltip="The next turn that cost much, by the review"
        ),
        Binding("y", "why", "Why", id="replay.why", tooltip="What the bot that made this move weighed"),
        Binding("p", "play_on", "Play on", id="replay.play_on", tooltip="Play on from here yourself, for practice"),
        Binding("plus,equals_sign", "speed(1)", "Speed", id="replay.faster", key_display="+/-", tooltip="Play faster"),
        Binding("l", "log", "Log", id="replay.log", tooltip="The whole log, with search"),
        Binding("x", "files", "File", id="replay.files", show=False, tooltip="A page, a text or a film of this game"),
        Binding("escape,q", "back", "Back", id="replay.leave", tooltip="Back to where you came from"),
    ]

    status = getters.query_one(StatusLine)
    track = getters.query_one(RankTrack)
    hands = getters.query_one(HandsView)
    lines = getters.query_one(StoryList)
    bar = getters.query_one(ReplayBar)

    def __init__(self, session: Session, moment: int, recording: Recording | None = None) -> None:
        """Look at a game.

        Args:
            session: The game as its seat has seen it.
            moment: The moment to begin with.
            recording: The game, when it is over and can be seen through other eyes.

        Raises:
            ValueError: when there is nothing to look at yet.
        """
        super().__init__()
        self.moment = moment
        """The moment that is shown."""
        self.recording = recording
        self.filming = False
        """Whether it goes through its moments to be filmed."""
        self.speed = SPEEDS[1]
        self._timer: Timer | None = None
        self._look(session)

    def _look(self, session: Session) -> None:
        """Show the game through the eyes of a session's seat."""
        if not session.story.timeline:
            raise ValueError("nothing has happened yet")
        self.session = session
        # The table may begin another game meanwhile, or the player another seat.
        self.timeline, self.voice = session.story.timeline, session.voice

    @property
    def open(self) -> bool:
        """Whether all hands are shown."""
        return self.recording is not None and self.timeline.start.seat is None

    @property
    def view(self) -> View:
        """The view that is shown."""
        return self.timeline.view(self.moment)

    def parts(self) -> ComposeResult:
        """The moment, board, hands and log, and the bar."""
        voice = self.voice
        panels = [PlayerPanel(voice, summary, place) for place, summary in enumerate(self._summaries())]
        hands, lines, bar = HandsView(voice), StoryList(self.symbols, self.session.story.lines), ReplayBar(self.symbols)
        hands.id, lines.id, bar.id = "action_list", "told", "prompt"
        lines.border_title = Content(_(replay.LOG))
        yield Static(id="when")
        yield Planned(
            StatusLine(voice),
            RankTrack(voice),
            *panels,
            hands,
            lines,
            bar,
            rules=self.view.rules,
            without={"detail", "notes", "talk"},
        )
        yield KeyBar()

    def on_mount(self) -> None:
        """The log takes the keys."""
        self.lines.focus()
        self.go(self.moment)

    def place_notices(self, *_: object) -> None:
        """Have notices lie over the end of hands and log: the board stays as it is."""
        if self.query("HandsView") and self.query("StoryList"):  # not there yet, or there no more
            self.lay_notices_over(self.hands.region.union(self.lines.region))

    async def reword(self) -> None:
        """Say everything in the language that is spoken now, the log too."""
        if self.recording is not None:
            self.recording.reword()
            self._look(self.recording.session(self.timeline.start.seat, self.symbols))
        await super().reword()

    def updated(self, update: Update, lines: list[Line]) -> None:
        """Go on with the game that is played behind it."""
        if lines:
            self.lines.show_story(self.session.story.lines)
        self.show()

    def show(self) -> None:
        """Draw the moment."""
        view = self.view
        self._show_when()
        self.set_class(self.recording is None and self._asked, "-yours")
        self.status.view = view
        self.track.view, self.track.page, self.track.told = view, self._page(), self.open
        for panel, summary in zip(self.query(PlayerPanel), self._summaries(), strict=True):
            panel.summary = summary
        self.hands.hands = self._hands()
        self.hands.border_title = self._title()
        self.lines.now = self.moment
        self.bar.moment, self.bar.moments, self.bar.rounds = self.moment, len(self.timeline), self.timeline.rounds()
        self.bar.speed, self.bar.playing = self.speed, self._timer is not None
        self.show_keys()

    @property
    def _asked(self) -> bool:
        """Whether you are asked at the table, now."""
        return self.session.view is not None and bool(self.session.view.moves)

    def on_resize(self, event: Resize) -> None:
        """Name the keys only where they have room."""
        self._show_when()

    def _show_when(self) -> None:
        when = self._when()
        self.query_one("#when", Static).update(when if self.size.width >= COMPACT_WIDTH else without_hints(when))

    def _when(self) -> Content:
        if self.recording is not None:
            edition = _(EDITIONS[self.view.rules.edition].name)
            seat = self.timeline.start.seat
            if seat is None:
                return say(replay.SEEN_BY_ALL, edition=edition)
            return say(replay.SEEN_BY, edition=edition, who=self.voice.player(seat))
        if self._asked:
            return Content(_(replay.YOUR_TURN))
        return say(replay.NOW, round=self.view.round, move=self.moment, moves=self.timeline.last)

    def _page(self) -> Page:
        """Where each character may be, or where it is when all is open."""
        if self.recording is not None and self.open:
            return self.recording.page(self.moment, self.view)
        return self.timeline.notebook(self.moment).page()

    def _hands(self) -> tuple[Hand, ...]:
        if self.recording is not None and self.open:
            # The first player's city stands below all others.
            first, *others = self.recording.hands[self.moment]
            return (*others, first)
        return own_hand(self.view)

    def _title(self) -> Content:
        if self.open:
            return Content(_(replay.HANDS))
        seat = self.view.seat
        if seat is None or self.recording is not None:
            return say(replay.HAND, who=self.voice.name(-1 if seat is None else seat))
        return Content(_(replay.YOUR_HAND))

    def _summaries(self) -> list[PlayerSummary]:
        """The players; with the characters nobody else knows yet, when all is open."""
        summaries = player_summaries(self.view, self.session.people.seats)
        if not self.open:
            return summaries
        held = {hand.seat: hand.roles for hand in self._hands()}
        return [
            each._replace(own=tuple(rank for rank in held[each.seat] if rank not in each.shown)) for each in summaries
        ]

    # Moving through the game

    def go(self, moment: int) -> None:
        """Show a moment, and mark in the log what was told of it."""
        self.moment = min(max(moment, 0), self.timeline.last)
        self.lines.cursor = self.lines.at(self.moment)
        self.show()

    @on(StoryList.Marked)
    def follow(self, event: StoryList.Marked) -> None:
        """Show the moment of a line."""
        self.stop()
        if 0 <= event.line.moment < len(self.timeline):
            self.moment = event.line.moment
        self.show()

    @on(ReplayBar.Picked)
    def pick(self, event: ReplayBar.Picked) -> None:
        """Show the moment that was clicked."""
        self.stop()
        self.go(event.moment)

    def action_step(self, step: int) -> None:
        """The next move, or the one before."""
        self.stop()
        self.go(self.moment + step)

    def action_round(self, step: int) -> None:
        """The beginning of the next round, of this one, or of the one before."""
        self.stop()
        rounds = self.timeline.rounds()
        further = [start for start in rounds if (start > self.moment if step > 0 else start < self.moment)]
        self.go((further[0] if step > 0 else further[-1]) if further else (len(self.timeline) if step > 0 else 0))

    def action_play(self) -> None:
        """Play, from the beginning when it is at the end; or stop."""
        if self._timer is not None:
            self.stop()
            self.show()
            return
        if self.moment == self.timeline.last:
            self.moment = 0
        self._run()
        self.go(self.moment)

    def action_speed(self, step: int) -> None:
        """Play faster or slower."""
        self.speed = SPEEDS[min(max(SPEEDS.index(self.speed) + step, 0), len(SPEEDS) - 1)]
        if self._timer is not None:
            self._run()
        self.show()

    def _run(self) -> None:
        self.stop()
        self._timer = self.set_interval(1 / self.speed, self._next)

    def stop(self) -> None:
        """Play no further."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _next(self) -> None:
        """Go on to the next moment of which anything is told."""
        told = {line.moment for line in self.session.story.lines}
        last = self.timeline.last
        moment = next((moment for moment in range(self.moment + 1, last) if moment in told), last)
        if moment == last:
            self.stop()
        self.go(moment)

    # Looking around

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a game that is over is seen through other eyes, reviewed, explained, played on, and kept for others."""
        if self.filming:
            return action == "back"
        kept = action not in ("files", "play_on") or self.citadels_app.keeps_files
        return kept and self.recording is not None if action in OF_RECORDINGS else True

    def of_use(self, action: str) -> bool:
        """Only a bot is asked why it made a move, and after the last one nobody can play on."""
        if action == "play_on":
            return self.from_here() is not None
        if action != "why" or self.recording is None:
            return True
        moves = self.recording.record.moves
        return 0 < self.moment <= len(moves) and bool(self.recording.seats[moves[self.moment - 1][0]].level)

    def action_eyes(self, step: int) -> None:
        """Through the eyes of the next player; after the last one all hands are open."""
        if self.recording is None:
            return
        eyes = [None, *range(len(self.view.players))]
        seat = eyes[(eyes.index(self.timeline.start.seat) + step) % len(eyes)]
        self._look(self.recording.session(seat, self.symbols))
        panels = self.query(PlayerPanel)
        parts: list[StatusLine | RankTrack | PlayerPanel | HandsView] = [self.status, self.track, self.hands, *panels]
        for part in parts:
            part.voice = self.voice
            part.refresh()
        self.lines.show_story(self.session.story.lines)
        self.go(self.moment)

    @on(PlayerPanel.Picked)
    def inspect_player(self, event: PlayerPanel.Picked) -> None:
        """Look at the player that was clicked."""
        self.app.push_screen(InspectScreen(self.view, self.voice, f"p{event.seat + 1}"))

    def action_inspect(self) -> None:
        """Look at any card or player."""
        self.app.push_screen(InspectScreen(self.view, self.voice))

    def action_notebook(self) -> None:
        """Open the notebook of that moment."""
        self.app.push_screen(NotebookScreen(self.session, self.moment))

    def from_here(self) -> tuple[int, int] | None:
        """The moment that is shown, in the seat whose eyes it is, or else in your own."""
        if self.recording is None or not goes_on(self.recording, self.moment):
            return None
        seat = self.timeline.start.seat
        return self.moment, own_seat(self.recording, self.moment) if seat is None else seat

    def action_log(self) -> None:
        """The whole log, at the moment that is shown."""
        from citadels_tui.screens.log import LogScreen

        self.app.push_screen(LogScreen(self.session, self.go, self.moment))

    def action_back(self) -> None:
        """Back, without what was said of a move; from a film, to where it began."""
        if self.filming:
            self.workers.cancel_group(self, "film")
            return
        self.stop()
        self.app.clear_notifications()
        self.dismiss()

    # What a bot thinks of it

    def action_review(self) -> None:
        """Let a bot review the game."""
        from citadels_tui.screens.review import ReviewScreen

        if self.recording is not None:
            self.app.push_screen(ReviewScreen(self.recording, self.action_costly))

    def action_costly(self) -> None:
        """The next turn of the seat whose eyes these are that the review says has cost much; after the last the first.

        With all hands open the turns of all count.
        """
        from citadels_tui.pages.review_page import costly, turn_told

        if self.recording is None or self.recording.review is None:
            return
        turns = costly(self.recording.review, self.timeline.start.seat)
        if not turns:
            self.notify(_(review_texts.NO_TURNS))
        turn = next((turn for turn in turns if turn.choice.moment > self.moment), turns[0] if turns else None)
        if turn is not None:
            self.stop()
            self.go(turn.choice.moment)
            self.notify(turn_told(turn, self.recording, self.symbols).plain, timeout=12, markup=False)

    @work(thread=True, exclusive=True, group="why")
    def action_why(self) -> None:
        """Ask the bot that made the move again."""
        if self.recording is not None:
            told = choice_told(self.recording, self.moment, self.symbols).plain
            self.app.call_from_thread(self.notify, told, timeout=12, markup=False)

    # A film of it, to be shown to others

    @property
    def has_result(self) -> bool:
        """Whether the game was played to its end."""
        return self.session.ending.ended is not None

    async def game_to_send(self) -> tuple[Recording, Session] | None:
        """The game, through the eyes that are chosen."""
        return (self.recording, self.session) if self.recording is not None else None

    async def film_game(self, recording: Recording, session: Session) -> None:
        """Film this screen."""
        self.action_film()

    @work(exclusive=True, group="film")
    async def action_film(self, *, closes: bool = False) -> None:
        """Keep the game as a film of this screen, through the eyes that are chosen.

        Args:
            closes: Whether the screen was opened for it, and closes behind it.
        """
        assert self.recording is not None
        self.stop()
        self.app.clear_notifications()
        before, self.filming = self.moment, True
        self.refresh_bindings()
        try:
            film = await self.film(lambda _done, _total: None)
        finally:
            self.filming = False
            # Stopped by Escape it stays where it is; otherwise it may just be taken away.
            if self.is_current and closes:
                self.dismiss()
            elif self in self.app.screen_stack:
                self.refresh_bindings()
                self.go(before)
        self.keep_file(self.recording, "cast", film.text(), files.FILM_KEPT)

    async def film(self, told: Told) -> Film:
        """Film the game from its beginning: each moment of which anything is told.

        Args:
            told: Told how far it has come.
        """
        film = Film(self, _(showing.PAGE["title"]).format(players=", ".join(self.voice.names)))
        rounds, last = self.timeline.rounds(), self.timeline.last
        moments = sorted({max(line.moment, 0) for line in self.session.story.lines} | {last})
        for number, moment in enumerate(moments):
            self.go(moment)
            await film.add_frame(LAST if moment == last else BEGUN if moment in rounds else FILMED)
            told(number + 1, len(moments))
        return film

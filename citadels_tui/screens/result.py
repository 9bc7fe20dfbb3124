"""The result screen: a game that is over, told as a story."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.events import Click
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from citadels_tui.actions import double_press
from citadels_tui.history.daily import own_results, streak
from citadels_tui.history.judging import Judging
from citadels_tui.history.kept_causes import kept_causes
from citadels_tui.history.play_on import goes_on
from citadels_tui.history.recording import Recording, kept_recording
from citadels_tui.pages.causes_page import MOST, CauseLine, cause_lines
from citadels_tui.pages.chronicle import Chronicle, chronicle
from citadels_tui.pages.daily_page import Reached, pictured
from citadels_tui.pages.ending import check_line, evening_lines, headline, result_text
from citadels_tui.pages.ladder_page import said_lines
from citadels_tui.pages.result_page import Story
from citadels_tui.pages.retelling import retold_game
from citadels_tui.pages.score_table import checked
from citadels_tui.pages.seating import day_title, wished
from citadels_tui.screens.files import MakesFiles
from citadels_tui.screens.own_games import read_own_games
from citadels_tui.screens.play_on import PlaysOn
from citadels_tui.session.session import Session
from citadels_tui.story.telling import Line
from citadels_tui.texts import _, causes, daily, ending, files, retelling, retold, say
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.result_parts import ResultPage
from citadels_tui.wording.errors import CommandError
from engine.errors import CitadelsError
from net.base.errors import NetError
from net.client.updates import Attested, Closed, Ended, Evening, Refused, Update, Verified
from net.protocol.client_messages import Start
from net.protocol.host_messages import PresenceNote, WishesNote

if TYPE_CHECKING:
    from engine.review.causes import Explanation


class ResultScreen(MakesFiles, PlaysOn):
    """The result and how it came about, on one page."""

    CSS_PATH = "result.tcss"

    BINDINGS = [
        Binding("escape,b", "dismiss", "Board", id="result.board", tooltip="Look at the board again"),
        Binding("r", "replay", "Replay", id="result.replay", tooltip="Look at the game again, move by move"),
        Binding(
            "p", "play_on", "Play on", id="result.play_on", tooltip="Play on from where it was decided, for practice"
        ),
        Binding("x", "files", "File", id="result.files", tooltip="A page, a text or a film of this game"),
        Binding("t", "tell", "Tell", id="result.tell", tooltip="The game in four sentences, to paste into a chat"),
        Binding(
            "c",
            "copy",
            "Copy",
            id="result.copy",
            tooltip="Copy the result as a text; for the deal of the day, its picture",
        ),
        Binding("a", "again", "Again", id="result.again", tooltip="Another game with the same people"),
        Binding("g", "start", "Start", id="result.start", tooltip="Start the next game now"),
        Binding("l", "log", "Log", id="result.log", tooltip="The whole log"),
        Binding("v", "check", "Check", id="result.check", show=False, tooltip="The full result of the check"),
        Binding("q", "app.leave", "Leave", id="result.leave", tooltip="Leave the game"),
        *(
            Binding(
                str(number),
                f"cause({number})",
                "Why",
                id=f"result.cause_{number}",
                show=False,
                tooltip="The moment of that reason, in the replay",
            )
            for number in range(1, MOST + 1)
        ),
    ]

    page = getters.query_one(ResultPage)

    def __init__(self, session: Session, recording: Recording | None = None) -> None:
        """Show how a game has ended.

        Args:
            session: The game as its seat has seen it.
            recording: The game, when it was read from a file already.
        """
        super().__init__()
        self.session = session
        self.recording = recording
        self.explained = False
        """Whether all that checking the game has shown can be read."""
        self._chronicle: Chronicle | None = None
        self._causes: list[CauseLine] = []
        """Why you won or lost, as far as that is found."""
        self._working = say(causes.WORKING, percent=0).stylize("$muted")
        """How far looking for it has come."""
        self._seen_waiting = False
        """Whether the player has seen it go on."""
        self._standing = Content()
        """What stands last beside the city of a deal of the day."""
        self._looking = False
        """Whether it is being looked for."""
        self._opened = inf
        """When it was opened, by the monotonic clock."""

    @property
    def ended(self) -> Ended:
        """How the game ended.

        Raises:
            ValueError: before its end.
        """
        if self.session.ending.ended is None:
            raise ValueError("the game is not over")
        return self.session.ending.ended

    @property
    def told(self) -> Chronicle:
        """The chronicle of the game."""
        if self._chronicle is None:
            assert self.session.story.timeline is not None
            self._chronicle = chronicle(self.session.story.timeline, self.ended)
        return self._chronicle

    def parts(self) -> ComposeResult:
        """The winner, the page, the check, and who would like to play again."""
        yield Static(id="headline")
        yield ResultPage(self._story(), id="page")
        yield Static(id="wishes")
        yield Static(id="checked")
        yield KeyBar()

    def on_mount(self) -> None:
        """The check may have ended meanwhile."""
        self._opened = monotonic()
        self.page.focus()
        self._show_headline()
        self._show_check()
        self._show_wishes()
        self._look_for_causes()
        self._find_standing()

    def updated(self, update: Update, lines: list[Line]) -> None:
        """The check of the game has ended, or somebody has signed its end, or would like to play again."""
        if isinstance(update, Verified | Attested):
            self._show_check()
            self._look_for_causes()
            self._find_standing()
            self._tell()
        if isinstance(update, Evening):
            self._show_headline()
            self._tell()
        if isinstance(update, WishesNote | PresenceNote | Closed | Evening):
            self._show_wishes()
            self.refresh_bindings()
        if isinstance(update, Refused):
            self.notify(retold(update.sentence), severity="warning", timeout=4)

    def _story(self) -> Story:
        """The content of the page."""
        voice = self.session.voice
        evening = evening_lines(self.session.evening) if self.session.score else ()
        said = [*said_lines(self.told, voice, self.session.people.seats), *evening]
        working = None if self._causes or not self._awaits_causes else self._working
        return Story(self.ended, self.told, voice, said, self._causes, working, self._seen_waiting)

    def _tell(self) -> None:
        if self.is_attached:
            self.page.tell(self._story())

    def _show_headline(self) -> None:
        said = [*headline(self.ended, self.told, self.session.voice), self.session.score]
        if self.session.day is not None:
            # The turning point makes room for it.
            said = [day_title(self.session).stylize("bold $accent"), said[0], *map(Content, self._picture)]
        self.query_one("#headline", Static).update(Content("\n").join(line for line in said if line))

    @property
    def _picture(self) -> list[str]:
        """The city to paste into a chat: of the deal of the day."""
        day, seat = self.session.day, self.ended.view.seat
        if day is None or seat is None:
            return []
        points, players = self.ended.totals[seat], len(self.ended.totals)
        better = sum(total > points for total in self.ended.totals)
        place = 1 if seat in self.ended.winners else max(better + 1, 2)
        view = self.ended.view
        reached = Reached(points, place, players, view.round)
        hinted = self.session.aided
        edition = view.rules.edition
        city = view.players[seat].city
        return pictured(day.date, city, edition, reached, self._standing, hinted=hinted, ascii=self.symbols.ascii)

    @work(group="archive", exclusive=True)
    async def _find_standing(self) -> None:
        """How many days in a row it is, once its log is kept; of a game that does not count, that it was practice."""
        day, found = self.session.day, self.session.ending.verified
        if day is None or found is None or found.proof is None:
            return
        with suppress(NetError):
            days = own_results(await read_own_games())
            counted = day.date in days and days[day.date].facts.file == found.proof.name
            self._standing = (
                say(daily.STREAK, amount=streak(days, day.date)) if counted else Content(_(daily.FOR_PRACTICE))
            )
            self._show_headline()

    def _show_check(self) -> None:
        end = self.session.ending
        said = checked(end, self.session.voice) if self.explained else check_line(end)
        self.query_one("#checked", Static).update(said)

    def _look_for_causes(self) -> None:
        """Find out why you won or lost, once the log is kept; it takes a second or a few."""
        if (self.recording is not None or self._to_read) and not self._looking and self.session.voice.you is not None:
            self._looking = True
            self._find_causes(self.session.voice.you)

    @work(thread=True, exclusive=True, group="causes")
    def _find_causes(self, seat: int) -> None:
        worker: Worker[None] = get_current_worker()

        def show_progress(percent: int) -> None:
            self._working = say(causes.WORKING, percent=percent).stylize("$muted")
            if not self._causes:
                self.app.call_from_thread(self._tell)

        # Nobody waits for it any more, or the log cannot be read: the rest of the result stands.
        with suppress(CommandError, CitadelsError, InterruptedError, RuntimeError, ValueError):
            recording = self.recording = self.recording or kept_recording(self.session.ending.verified)
            assert recording is not None
            self._seen_waiting = kept_causes(recording, seat) is None
            judging = Judging(recording, told=show_progress, stopped=lambda: worker.is_cancelled, step=10)

            def show(found: Explanation) -> None:
                self._causes = cause_lines(found, recording, self.symbols)
                self.app.call_from_thread(self._tell)

            show(judging.causes(seat, show))

    @property
    def _awaits_causes(self) -> bool:
        """Whether why you won or lost is known, or may soon be."""
        if self.session.voice.you is None:
            return False
        unchecked = self.session.ending.verified is None and self.citadels_app.keeps_files
        return self.recording is not None or self._to_read or unchecked

    @on(ResultPage.Chosen)
    def show_cause(self, event: ResultPage.Chosen) -> None:
        """A line of why was clicked."""
        self.action_cause(event.place + 1)

    def action_cause(self, number: int) -> None:
        """The moment of a reason, in the replay."""
        lines = [line for line in self._causes if line.moment >= 0]
        if number <= len(lines) and self.recording is not None:
            from citadels_tui.screens.replay import ReplayScreen

            session = self.recording.session(self.ended.view.seat, self.symbols)
            self.app.push_screen(ReplayScreen(session, lines[number - 1].moment, self.recording))

    def _show_wishes(self) -> None:
        wishes, said = self.query_one("#wishes", Static), wished(self.session)
        wishes.display = bool(said)
        wishes.update(said)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Everybody who sat at the table can play again there; only its owner need not wait for the others."""
        session = self.session
        if action == "start":
            return session.may_play_again and session.people.own_table and not session.alone
        if action == "play_on":
            return self.citadels_app.keeps_files and session.voice.you is not None
        return session.may_play_again if action == "again" else True

    def of_use(self, action: str) -> bool:
        """Whether files of this game can be made here."""
        return action != "files" or self.citadels_app.keeps_files

    def action_again(self) -> None:
        """Another game with the same people, or not after all.

        It opens by itself, where a moment ago a key or a click was for the table: nobody is to lose sight of the result
        by that.
        """
        if monotonic() < self._opened + double_press.UNEXPECTED:
            self.notify(_(ending.TOO_SOON), timeout=4)
            return
        if self.session.day is not None:
            self.notify(_(daily.OTHER_DEAL), timeout=8)
        self.citadels_app.send(self.citadels_app.table.again(self.session.you not in self.session.votes.again))

    def action_start(self) -> None:
        """Start the next game at the owner's word."""
        self.citadels_app.send(self.session.feed.request(Start))

    def action_check(self) -> None:
        """The full result of the check, or one line of it."""
        self.explained = not self.explained
        self._show_check()

    def on_click(self, event: Click) -> None:
        """A click on the line that tells of the check is as good as its key."""
        if self.query_one("#checked").region.contains(*event.screen_offset):
            self.action_check()

    def action_copy(self) -> None:
        """Put the result on the clipboard; of the deal of the day its picture."""
        picture = "\n".join(self._picture)
        text = result_text(self.session.ending, self.ended, self.told, self.session.voice, self.session.score)
        self.app.copy_to_clipboard(picture or text)
        self.notify(_(daily.COPIED if picture else ending.COPIED), timeout=8)

    @property
    def has_result(self) -> bool:
        """Whether the game was played to its end."""
        return True

    async def game_to_send(self) -> tuple[Recording, Session] | None:
        """The game, as your seat has seen it."""
        await self.prepare()
        if self.recording is None:
            self.notify(_(files.NO_GAME), timeout=8)
            return None
        return self.recording, self.recording.session(self.ended.view.seat, self.symbols)

    async def film_game(self, recording: Recording, session: Session) -> None:
        """Film the game."""
        from citadels_tui.screens.replay import film_in_replay

        await film_in_replay(self.app, recording, session)

    def action_tell(self) -> None:
        """Put the game in four sentences on the clipboard, and show them."""
        text = retold_game(self.ended, self.told, self.session.voice)
        self.app.copy_to_clipboard(text)
        self.notify(_(retelling.TOLD).format(text=text), timeout=20, markup=False)

    def action_log(self) -> None:
        """The whole log."""
        from citadels_tui.screens.log import LogScreen

        self.app.push_screen(LogScreen(self.session, self._look_back))

    def _look_back(self, moment: int) -> None:
        """The board as it was at a moment, as your seat has seen it."""
        from citadels_tui.screens.replay import ReplayScreen

        self.app.push_screen(ReplayScreen(self.session, moment))

    def from_here(self) -> tuple[int, int] | None:
        """The moment at which your chance fell most; else the beginning of the round that decided it."""
        timeline, seat = self.session.story.timeline, self.ended.view.seat
        if self.recording is None or timeline is None or seat is None or not self.recording.over:
            return None
        found = [line for line in self._causes if line.moment >= 0 and goes_on(self.recording, line.moment)]
        if found:
            return min(found, key=lambda line: line.change).moment, seat
        turning = self.told.turning
        return timeline.rounds()[turning.round - 1 if turning is not None else 0], seat

    @property
    def _to_read(self) -> bool:
        """Whether the log of the game is kept, and was not read yet."""
        found = self.session.ending.verified
        return self.recording is None and found is not None and found.ok and found.proof is not None

    async def prepare(self) -> None:
        """Read the log of the game, when it is kept and that has not been done."""
        if self._to_read:
            try:
                self.recording = await asyncio.to_thread(kept_recording, self.session.ending.verified)
            except CommandError as error:
                self.notify(str(error), severity="warning")

    @work(exclusive=True, group="replay")
    async def action_replay(self) -> None:
        """The game again: through all eyes when its log is kept, and otherwise as your seat has seen it."""
        from citadels_tui.screens.replay import ReplayScreen

        await self.prepare()
        session = self.session
        if self.recording is not None:
            session = self.recording.session(self.ended.view.seat, self.symbols)
        if self.is_current:
            self.app.push_screen(ReplayScreen(session, 0, self.recording))

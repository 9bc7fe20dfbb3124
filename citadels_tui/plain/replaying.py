"""Replaying: a game that is over, read again line by line, move by move or by round, through anybody's eyes."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterable
from functools import partial

from textual.content import Content

from citadels_tui.history.play_on import goes_on, own_seat, practice_game
from citadels_tui.history.recording import Recording
from citadels_tui.pages.choice_text import choice_told
from citadels_tui.pages.score_table import checked
from citadels_tui.plain import pages
from citadels_tui.plain.catching_up import LINES, say_line
from citadels_tui.plain.console import Console
from citadels_tui.plain.line_client import LineClient
from citadels_tui.plain.typed import Typed, typed
from citadels_tui.session.active_table import ActiveTable
from citadels_tui.session.session import Session
from citadels_tui.settings.settings import Settings
from citadels_tui.story.telling import Line
from citadels_tui.story.timeline import Timeline
from citadels_tui.terminal import signals as terminal
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, plain, play_on, say
from citadels_tui.wording.errors import CommandError
from citadels_tui.wording.voice import listed
from engine.bots.registry import usable
from engine.editions import EDITIONS
from engine.view import View

GOOD = 0
FOUR_DIGITS = 4


class LineReplay:
    """One game and a moment of it."""

    def __init__(self, console: Console, recording: Recording, symbols: Symbols, name: str, settings: Settings) -> None:
        """Begin before the first move, with all hands open."""
        self._console = console
        self._recording = recording
        self._symbols = symbols
        self._name = name
        """The player who may play on."""
        self._settings = settings
        self._moment = -1
        self._session, self._timeline = self._seen_by(None)
        self._code = GOOD

    async def run(self) -> int:
        """Do what is typed until the input ends or the reader leaves.

        Returns:
            The exit code.
        """
        self._heed_signals()
        with contextlib.suppress(asyncio.CancelledError):
            self._begin()
            while (line := await self._console.line()) is not None:
                order = typed(line, plain.REPLAY)
                if order.word == "quit" or (order.word == "play" and not await self._play_on(order.rest)):
                    break
                if order.word != "play":
                    self._run_command(order)
        return self._code

    async def _play_on(self, level: str) -> bool:
        """Play on from the moment, in the seat whose eyes it is, or else in your own.

        Returns:
            Whether to go on with the replay then.
        """
        moment, seat = max(self._moment, 0), self._timeline.start.seat
        if not goes_on(self._recording, moment):
            self._console.say(_(play_on.NOT_HERE))
            return True
        if level and level not in usable():
            self._console.say(say(plain.NO_LEVEL, level=level[:40], levels=", ".join(usable())))
            return True
        seat = own_seat(self._recording, moment) if seat is None else seat
        pause = float(self._settings.pause) if self._console.typed else 0.0
        game = practice_game(self._recording, moment, seat, self._name, pause=pause, level=level)
        client = LineClient(self._console, ActiveTable(self._symbols), confirm=self._settings.confirm)
        try:
            # A task of its own: it is told to end by being cancelled.
            self._code = await asyncio.create_task(client.run(game))
        except CommandError as error:
            self._console.say(str(error))
            client.left = True
        self._heed_signals()
        if client.left:
            self._code = GOOD
            self._console.say()
            self._console.say(_(plain.PLAYED_ON))
            self._say_moves(moment)
        return client.left

    def _heed_signals(self) -> None:
        """End when nobody reads the output any more, or somebody asks for it."""
        task = asyncio.current_task()
        assert task is not None
        end = partial(_end, task)
        self._console.on_gone = end
        terminal.on_signals(end, end)
        with contextlib.suppress(RuntimeError, ValueError):
            asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)

    def _seen_by(self, seat: int | None) -> tuple[Session, Timeline]:
        """The game as it was seen from a seat; None: with all hands open."""
        session = self._recording.session(seat, self._symbols)
        assert session.story.timeline is not None
        return session, session.story.timeline

    @property
    def _open(self) -> bool:
        """Whether all hands are open."""
        return self._timeline.start.seat is None

    @property
    def _view(self) -> View:
        return self._timeline.view(self._moment)

    def _begin(self) -> None:
        rules, voice = self._recording.rules, self._session.voice
        players = listed(voice.player(seat) for seat in range(rules.players))
        edition = _(EDITIONS[rules.edition].name)
        rounds, moves = len(self._timeline.rounds()), self._timeline.last
        self._console.say(say(plain.REPLAYED, edition=edition, players=players, rounds=rounds, moves=moves))
        self._console.say(_(plain.REPLAY_HINT))

    def _run_command(self, order: Typed) -> None:
        """Run a command, or go to the move that was typed."""
        known: dict[str, Callable[[str], None]] = {
            "": lambda _rest: self._step(1),
            "help": lambda _rest: self._page(pages.commands(plain.REPLAY, plain.REPLAY_TITLE)),
            "next": lambda rest: self._step(_amount(rest)),
            "back": lambda rest: self._step(-_amount(rest)),
            "round": self._round,
            "eyes": self._eyes,
            "why": lambda _rest: self._console.say(choice_told(self._recording, self._moment, self._symbols)),
            "look": lambda _rest: self._page(
                pages.board_lines(self._view, self._session.voice, self._session.people.seats)
            ),
            "hand": lambda _rest: self._page(self._hands()),
            "who": lambda _rest: self._page(self._who()),
            "log": self._log,
            "card": self._card,
            "result": lambda _rest: self._result(),
            "verify": lambda _rest: self._console.say(checked(self._session.ending, self._session.voice)),
        }
        if order.number is not None:
            self._go(order.number)
        elif order.word in known:
            known[order.word](order.rest)
        else:
            self._console.say(say(plain.NO_COMMAND, word=order.word[:40]))

    def _page(self, lines: Iterable[Content]) -> None:
        for line in lines:
            self._console.say(line)

    # Moving through the game

    def _step(self, moves: int) -> None:
        """Go so many moves on or back, of those of which anything is told; on the way forward all of it is said."""
        told = sorted({line.moment for line in self._lines(lambda line: line.moment >= 0)} | {self._timeline.last})
        further = [moment for moment in told if (moment > self._moment if moves > 0 else moment < self._moment)]
        if not further:
            self._console.say(_(plain.LAST_MOVE if moves > 0 else plain.FIRST_MOVE))
            return
        if moves > 0:
            first, self._moment = self._moment + 1, further[:moves][-1]
        else:
            first = self._moment = further[moves:][0]
        self._say_moves(first)

    def _go(self, move: int) -> None:
        """Go to a move by its number; 0 is the deal."""
        if 0 <= move <= self._timeline.last:
            self._moment = move
            self._say_moves(self._moment)
        else:
            self._console.say(say(plain.NO_MOVE, move=move, moves=self._timeline.last))

    def _round(self, rest: str) -> None:
        """Go to the beginning of a round: of the next one, or that which is named."""
        rounds = self._timeline.rounds()
        begun = sum(start <= self._moment for start in rounds)
        number = _amount(rest) if rest else begun + 1
        if 1 <= number <= len(rounds):
            self._go(rounds[number - 1])
        else:
            self._console.say(say(plain.NO_ROUND, round=number, rounds=len(rounds)))

    def _say_moves(self, first: int) -> None:
        """Say what was told from a moment to this one, and where that is."""
        moment, last = self._moment, self._timeline.last
        self._console.say(say(plain.MOVE_AT, move=moment, moves=last, round=self._view.round))
        lines = self._lines(lambda line: first <= line.moment <= moment)
        for line in lines:
            say_line(self._console, line)
        if not lines:
            self._console.say(_(plain.NOTHING_TOLD))
        if moment == last:
            self._console.say(_(plain.LAST_MOVE))

    def _lines(self, wanted: Callable[[Line], bool]) -> list[Line]:
        return [line for line in self._session.story.lines if line.kind != "mark" and wanted(line)]

    # Looking around

    def _eyes(self, rest: str) -> None:
        """Through the eyes of a player, or with all hands open."""
        voice = self._session.voice
        if not rest:
            self._session, self._timeline = self._seen_by(None)
            self._console.say(_(plain.EYES_OPEN))
            return
        wanted = rest.casefold()
        for seat in range(self._recording.rules.players):
            if wanted in (voice.name(seat).casefold(), f"p{seat + 1}"):
                self._session, self._timeline = self._seen_by(seat)
                self._console.say(say(plain.EYES_OF, who=voice.player(seat)))
                return
        self._console.say(say(plain.NO_PLAYER, name=rest[:40]))

    def _hands(self) -> Iterable[Content]:
        if self._open:
            return pages.hands(self._recording.hands[max(self._moment, 0)], self._session.voice)
        return pages.hand(self._view, self._session.voice)

    def _who(self) -> Iterable[Content]:
        view, voice = self._view, self._session.voice
        if self._open:
            return pages.holders(view, voice, self._recording.page(max(self._moment, 0), view), told=True)
        notebook = self._session.notes.notebook
        rounds = notebook.rounds if notebook is not None else {}
        return pages.notebook_lines(view, voice, self._timeline.notebook(self._moment), rounds)

    def _log(self, rest: str) -> None:
        for line in self._lines(lambda line: line.moment <= self._moment)[-(_amount(rest) if rest else LINES) :]:
            say_line(self._console, line)

    def _card(self, rest: str) -> None:
        if rest:
            self._page(pages.card(self._view, self._session.voice, rest))
        else:
            self._console.say(_(plain.CARD_USAGE))

    def _result(self) -> None:
        if self._session.ending.ended is None:
            self._console.say(_(plain.NO_END))
        else:
            self._page(pages.result(self._session))


def _end(task: asyncio.Task[object]) -> None:
    """End, because nobody reads the output any more."""
    task.cancel()


def _amount(rest: str) -> int:
    """The number behind a word; 1 when there is none that can be."""
    return int(rest) if rest.isdecimal() and rest.isascii() and len(rest) <= FOUR_DIGITS and int(rest) else 1

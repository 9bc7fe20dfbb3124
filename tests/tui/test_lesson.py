"""The guided game, played through the real host on this machine: by its hints, astray, and skipped."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.screens.waiting import WaitingScreen
from citadels_tui.screens.welcome import WelcomeScreen
from citadels_tui.settings.settings import Settings, load, path
from citadels_tui.table.active_table import being_opened
from citadels_tui.table.lesson import ROUNDS, Lesson, lesson_game
from citadels_tui.table.start import JoinTable, PlayGame, ShowHome
from citadels_tui.texts import lesson as texts
from citadels_tui.texts import names, say, speak
from citadels_tui.texts.catalogue import languages
from citadels_tui.widgets.lesson_note import LessonNote
from engine import Rules, new_game, seen, view
from engine.bots import Bot, bot, levels, usable
from engine.bots.lesson_bot import LessonBot
from engine.bots.steward import Steward
from tests.tui import tables
from tests.tui.conftest import text_frame
from tests.tui.driving import PLAY, SMALL, settle, until
from tests.tui.fake import FakeConnector, FakeFeed

pytestmark = pytest.mark.asyncio


class Pupil:
    """Plays the lesson, and remembers what it was told."""

    def __init__(self, pilot: Pilot[int], *, stray: Random | None = None) -> None:
        self.pilot = pilot
        self.stray = stray
        self.read: list[str] = []
        self.played: list[str] = []

    @property
    def table(self) -> TableScreen:
        screen = self.pilot.app.screen_stack[0]
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def lesson(self) -> Lesson:
        found = self.table.lesson
        assert found is not None
        return found

    def note(self, words: str) -> None:
        if not self.read or self.read[-1] != words:
            self.read.append(words)

    async def play(self) -> None:
        """One page, or one decision."""
        screen = self.pilot.app.screen
        if isinstance(screen, ConfirmScreen):
            await self.pilot.press("y")
        elif self.lesson.page is not None:
            self.note(self.lesson.page.plain)
            await settle(self.pilot)
            shown = " ".join(text_frame(self.pilot.app).split())
            assert self.read[-1] in shown, shown
            await self.pilot.press("enter")
        elif self.lesson.advice is not None and not self.table.answered and self.table.view.moves:
            await self.decide()
        else:
            await self.pilot.pause(0.01)

    async def decide(self) -> None:
        desk, view = self.table.desk.desk, self.table.view
        row = desk.rows[desk.lit] if desk.lit >= 0 else None
        key = row.key if row else ""
        self.note(self.lesson.sentence(view, self.table.voice, key, bool(self.table.opened)).plain)
        await settle(self.pilot)
        if self.table.answered or self.table.desk.desk is not desk:
            return
        assert self.read[-1] in " ".join(text_frame(self.pilot.app).split())
        if self.stray is not None:
            row = self.stray.choice([row for row in desk.rows if row.moves])
        assert row is not None
        self.played.append(f"{view.round} {row.moves[0]}")
        assert row.key
        await self.pilot.press(row.key)


@asynccontextmanager
async def lesson(stray: Random | None = None) -> AsyncIterator[tuple[Pilot[int], Pupil]]:
    """The guided game at its first page; afterwards it is left."""
    app = CitadelsApp(lesson_game("Ann", 0.0))
    async with app.run_test(size=SMALL) as pilot:
        await in_the_lesson(pilot)
        yield pilot, Pupil(pilot, stray=stray)
        await app.table.leave()


async def in_the_lesson(pilot: Pilot[int]) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen_stack[0], TableScreen))
    table = pilot.app.screen_stack[0]
    assert isinstance(table, TableScreen)
    await until(pilot, lambda: table.lesson is not None and table.lesson.page is not None)
    await settle(pilot)


async def test_the_lesson_by_its_own_hints_teaches_everything_and_ends_in_a_real_game() -> None:
    async with lesson() as (pilot, pupil):
        while not pupil.lesson.over:
            await pupil.play()
        said = " ".join(pupil.read)
        taught = (
            *texts.WELCOME, *texts.DRAFT.values(), texts.CALLS, texts.CROWN, texts.ROBBED_YOU, texts.TAKEN,
            texts.MURDERED_YOU, texts.SILENT, texts.CROWN_YOU, *texts.LAST, texts.LAST_DRAWN, texts.LIST,
            *(texts.STEPS[step] for step in ("gold", "draw", "keep", "build", "collect", "destroy", "end")),
        )  # fmt: skip
        missing = [text for text in taught if isinstance(text, str) and longest(text) not in said]
        assert missing == []
        assert [move for move in pupil.played if "pick" in move] == ["1 pick merchant", "2 pick warlord", "3 pick king"]
        assert pupil.table.view.round == ROUNDS + 1
        assert not pupil.table.session.ending.over
        # From here it is a game like any other.
        await until(pilot, lambda: bool(pupil.table.view.moves))
        await settle(pilot)
        assert "Lesson" not in text_frame(pilot.app)
        await pilot.press("h")
        await until(pilot, lambda: pupil.table.hinted is not None)


def longest(text: str) -> str:
    """The longest part of a text between its parameters."""
    parts = [part.strip() for part in text.replace("}", "{").split("{")[::2]]
    return max(parts, key=len)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
async def test_whoever_strays_is_followed(seed: int) -> None:
    async with lesson(Random(seed)) as (_, pupil):
        while not pupil.lesson.over:
            await pupil.play()
        assert longest(texts.LAST[0]) in " ".join(pupil.read)
        assert not any("{" in words or "_" in words for words in pupil.read)
        assert len(set(pupil.read)) > 8


async def test_escape_ends_the_lesson_at_once_and_the_game_goes_on() -> None:
    async with lesson() as (pilot, pupil):
        assert pupil.lesson.page is not None
        await pilot.press("escape")
        assert pupil.lesson.over
        await until(pilot, lambda: bool(pupil.table.view.moves))
        await settle(pilot)
        assert pupil.table.desk.has_focus
        assert "Lesson" not in text_frame(pilot.app)
        await pilot.press("6")
        await until(pilot, lambda: bool(pupil.table.view.roles))


async def test_a_click_turns_the_page() -> None:
    async with lesson() as (pilot, pupil):
        first = pupil.lesson.page
        await pilot.click(LessonNote)
        await settle(pilot)
        assert pupil.lesson.page not in (None, first)


async def test_a_lesson_that_is_left_can_be_left_while_a_page_is_open() -> None:
    async with lesson() as (pilot, _):
        await pilot.press("q", "y")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await pilot.app.workers.wait_for_complete()


@pytest.mark.parametrize("language", languages())
async def test_every_sentence_fits_into_the_note_in_every_language(language: str) -> None:
    speak(language)
    cast = Rules.make(4).characters
    values = {"who": "Wilhelmina", "card": "$3 Handelskontor", "type": "religious"}
    values["character"] = max((names.character(id, "deluxe").name for id in cast), key=len)
    values["whom"] = max((names.whom(id, "deluxe") for id in cast), key=len)
    found = list(sentences(vars(texts).values()))
    assert len(found) > 25
    for text in found:
        said = say(text, key="g", amount=12, target="$3 Handelskontor", **values)
        assert len(said.wrap(SMALL[0] - 2)) <= 3, said.plain


def sentences(values: Iterable[object]) -> Iterator[str]:
    """Every text among some values."""
    for value in values:
        if isinstance(value, str) and value.endswith((".", "?", "!")) and "\n" not in value:
            yield value
        elif isinstance(value, dict):
            yield from sentences(value.values())
        elif isinstance(value, tuple):
            yield from sentences(value)


# The first start


@pytest.mark.parametrize(("key", "learns"), [("y", False), ("escape", False), ("n", True), ("enter", True)])
async def test_the_first_start_asks_once(key: str, learns: bool) -> None:
    settings, _ = load()
    assert settings.newcomer
    connector = FakeConnector(FakeFeed())
    app = CitadelsApp(ShowHome("Ann"), connector=connector, settings=settings)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, WelcomeScreen)
        await pilot.press(key)
        await settle(pilot)
        assert not isinstance(app.screen, WelcomeScreen)
        assert [start.lesson for start in connector.started if hasattr(start, "lesson")] == [True] * learns
    assert path().exists()
    assert load() == (Settings(), ())


@pytest.mark.parametrize(("key", "learns"), [("y", False), ("n", True)])
async def test_whoever_begins_with_a_game_is_asked_too(key: str, learns: bool) -> None:
    feed = FakeFeed()
    tables.income(feed)
    connector = FakeConnector(feed)
    app = CitadelsApp(PLAY, connector=connector, settings=load()[0])
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, WelcomeScreen)
        assert not connector.started
        # Nothing is being opened behind the question.
        (behind, _question) = app.screen_stack
        assert isinstance(behind, WaitingScreen)
        assert str(behind.query_one("#waiting", Static).content) == ""
        await app._screens.wait(being_opened(PLAY))
        assert str(behind.query_one("#waiting", Static).content) == being_opened(PLAY)
        await pilot.press(key)
        await settle(pilot)
        (start,) = connector.started
        assert isinstance(start, PlayGame)
        assert start.lesson is learns
    assert not load()[0].newcomer


@pytest.mark.parametrize("seat", [0, None])
async def test_whoever_has_played_at_another_table_is_not_asked(seat: int | None) -> None:
    feed = FakeFeed()
    tables.begin(feed, replace(tables.middle(), seat=seat))
    app = CitadelsApp(JoinTable("Ann", "x"), connector=FakeConnector(feed), settings=load()[0])
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
    assert load()[0].newcomer == (seat is None)


async def test_the_lesson_is_found_on_the_home_screen() -> None:
    connector = FakeConnector(FakeFeed())
    app = CitadelsApp(ShowHome("Ann"), connector=connector)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert "Learn to play" in text_frame(app)
        await pilot.press("l")
        await settle(pilot)
        (start,) = connector.started
        assert start == lesson_game("Ann", 0.8)


async def test_in_another_deal_the_bot_of_the_lesson_is_a_steward() -> None:
    game = new_game(Rules.make(4), seed=bytes(32))
    players: list[tuple[Bot, Bot]] = [(LessonBot(Random(seat)), Steward(Random(seat))) for seat in range(4)]
    while game.seat is not None and game.round <= ROUNDS:
        for event in game.drain():
            for seat, pair in enumerate(players):
                for each in pair:
                    each.watch(seen(event, seat))
        now = view(game, game.seat)
        chosen, expected = (each.choose(now) for each in players[game.seat])
        assert chosen == expected
        game.apply(chosen)


async def test_the_bot_of_the_lesson_is_not_offered() -> None:
    assert "lesson" not in usable()
    assert "lesson" not in [level.name for level in levels()]
    assert bot("lesson", 1) is not None

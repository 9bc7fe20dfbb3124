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
from citadels_tui.session.active_table import being_opened
from citadels_tui.session.board import open_points
from citadels_tui.session.lesson import SEED, Lesson, lesson_game
from citadels_tui.session.start import HostTable, JoinTable, PlayGame, ShowHome, VisitHost
from citadels_tui.settings.settings import Settings, load, path
from citadels_tui.texts import _, names, say, speak
from citadels_tui.texts import lesson as texts
from citadels_tui.texts.catalogue import ENGLISH, languages
from citadels_tui.widgets.lesson_note import LessonNote
from engine import Rules, new_game, seen, view
from engine.bots import Bot, bot, levels, usable
from engine.bots.lesson_bot import ROUNDS, LessonBot
from engine.bots.novice import Novice
from engine.bots.steward import Steward
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import LARGE, PLAY, SMALL, settle, until
from tests.support.client.enter import EnterPlayer, wins
from tests.support.client.fake import FakeConnector, FakeFeed

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


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
        action_list, view = self.table.action_list.actions, self.table.view
        row = action_list.rows[action_list.lit] if action_list.lit >= 0 else None
        key = row.key if row else ""
        self.note(self.lesson.sentence(view, self.table.voice, key, bool(self.table.opened)).plain)
        await settle(self.pilot)
        if self.table.answered or self.table.action_list.actions is not action_list:
            return
        assert self.read[-1] in " ".join(text_frame(self.pilot.app).split())
        if self.stray is not None:
            row = self.stray.choice([row for row in action_list.rows if row.moves])
        assert row is not None
        self.played += [] if row.opens else [f"{view.round} {row.moves[0]}"]
        assert row.key
        # The cursor rests on what is recommended.
        await self.pilot.press(row.key if self.stray else "enter")


@asynccontextmanager
async def lesson(
    stray: Random | None = None, *, size: tuple[int, int] = SMALL, language: str = "en"
) -> AsyncIterator[tuple[Pilot[int], Pupil]]:
    """The guided game at its first page; afterwards it is left."""
    app = CitadelsApp(lesson_game("Ann", 0.0), settings=Settings(language=language))
    async with app.run_test(size=size) as pilot:
        await in_the_lesson(pilot)
        yield pilot, Pupil(pilot, stray=stray)
        await app.table.leave()


async def in_the_lesson(pilot: Pilot[int]) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen_stack[0], TableScreen))
    table = pilot.app.screen_stack[0]
    assert isinstance(table, TableScreen)
    await until(pilot, lambda: table.lesson is not None and table.lesson.page is not None)
    await settle(pilot)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "size"),
    [
        (ENGLISH, SMALL),
        *(
            pytest.param(language, size, marks=pytest.mark.thorough)
            for language in languages()
            for size in (SMALL, LARGE)
            if (language, size) != (ENGLISH, SMALL)
        ),
    ],
)
async def test_the_marked_row_alone_leads_through_the_lesson_to_a_real_game(
    size: tuple[int, int], language: str
) -> None:
    """You build, guess right, are murdered, and end with three districts and nobody ahead of you."""
    async with lesson(size=size, language=language) as (pilot, pupil):
        while not pupil.lesson.over:
            await pupil.play()
        said = " ".join(pupil.read)
        taught = (
            *texts.WELCOME, *texts.DRAFT.values(), texts.CALLS, texts.CROWN, texts.GUESSED, texts.MURDERED_YOU,
            texts.SILENT, texts.CROWN_YOU_NOW, texts.LEADING[1], *texts.LAST, texts.LAST_DRAWN, texts.LIST,
            *(texts.STEPS[step] for step in ("gold", "cards", "build", "build more", "rob", "end")),
        )  # fmt: skip
        missing = [text for text in taught if isinstance(text, str) and longest(_(text)) not in said]
        assert missing == []
        assert pupil.played == [
            "1 pick architect", "1 gold", "1 collect", "1 build tavern", "1 build manor", "1 end",
            "2 pick thief", "2 rob merchant", "2 gold", "2 build market", "2 end", "3 pick king",
        ]  # fmt: skip
        view = pupil.table.view
        assert view.round == ROUNDS + 1
        assert (view.me.city, view.me.gold) == (("tavern", "manor", "market"), 5)
        points = [open_points(view, seat) for seat in range(4)]
        assert sum(other > points[0] for other in points) <= 1
        assert not pupil.table.session.ending.over
        # From here it is a game like any other.
        await until(pilot, lambda: bool(pupil.table.view.moves))
        await settle(pilot)
        assert _(texts.TITLE) not in text_frame(pilot.app)
        await pilot.press("h")
        await until(pilot, lambda: pupil.table.hinted is not None)


def longest(text: str) -> str:
    """The longest part of a text between its parameters."""
    parts = [part.strip() for part in text.replace("}", "{").split("{")[::2]]
    return max(parts, key=len)


@pytest.mark.parametrize("seed", [pytest.param(1, marks=pytest.mark.thorough), pytest.param(2, marks=pytest.mark.long)])
async def test_the_lesson_follows_a_straying_player(seed: int) -> None:
    async with lesson(Random(seed)) as (_pilot, pupil):
        while not pupil.lesson.over:
            await pupil.play()
        assert longest(texts.LAST[0]) in " ".join(pupil.read)
        assert not any("{" in words or "_" in words for words in pupil.read)
        assert len(set(pupil.read)) > 8


@pytest.mark.thorough
async def test_escape_ends_the_lesson_at_once_and_the_game_goes_on() -> None:
    async with lesson() as (pilot, pupil):
        assert pupil.lesson.page is not None
        await pilot.press("escape")
        assert pupil.lesson.over
        await until(pilot, lambda: bool(pupil.table.view.moves))
        await settle(pilot)
        assert pupil.table.action_list.has_focus
        assert "Lesson" not in text_frame(pilot.app)
        await pilot.press("6")
        await until(pilot, lambda: bool(pupil.table.view.roles))


@pytest.mark.thorough
async def test_a_click_turns_the_page() -> None:
    async with lesson() as (pilot, pupil):
        first = pupil.lesson.page
        await pilot.click(LessonNote)
        await settle(pilot)
        assert pupil.lesson.page not in (None, first)


@pytest.mark.thorough
async def test_a_lesson_that_is_left_can_be_left_while_a_page_is_open() -> None:
    async with lesson() as (pilot, _pupil):
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
        said = say(text, key="g", amount=12, place=4, players=4, target="$3 Handelskontor", **values)
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


@pytest.mark.thorough
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
async def test_a_start_with_a_game_asks_newcomers_too(key: str, learns: bool) -> None:
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


@pytest.mark.parametrize("start", [JoinTable("Ann", "x"), VisitHost("Ann", "x"), HostTable("Ann", PLAY.order)])
async def test_a_newcomer_at_somebody_s_table_or_their_own_is_asked_too(
    start: JoinTable | VisitHost | HostTable,
) -> None:
    feed = FakeFeed()
    tables.income(feed)
    connector = FakeConnector(feed)
    app = CitadelsApp(start, connector=connector, settings=load()[0])
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, WelcomeScreen)
        assert not connector.started
        await pilot.press("n")
        await settle(pilot)
        (lesson,) = connector.started
        assert isinstance(lesson, PlayGame)
        # Leaving it leads to where they wanted to go.
        assert (lesson.lesson, lesson.chosen_at) == (True, start)


@pytest.mark.parametrize("seat", [0, None])
async def test_who_has_played_is_not_asked_and_who_watches_may_be_later(seat: int | None) -> None:
    feed = FakeFeed()
    tables.begin(feed, replace(tables.middle(), seat=seat))
    start = JoinTable("Ann", "x", watch=True) if seat is None else PLAY._replace(others=("Bo",))
    app = CitadelsApp(start, connector=FakeConnector(feed), settings=load()[0])
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


async def test_without_a_part_the_bots_of_the_lesson_are_two_novices_and_a_steward() -> None:
    game = new_game(Rules.make(4), seed=bytes(32))
    alike: list[Bot] = [Novice(Random(0)), Novice(Random(1)), Novice(Random(2)), Steward(Random(3))]
    players: list[tuple[Bot, Bot]] = [(LessonBot(Random(seat)), bot) for seat, bot in enumerate(alike)]
    while game.seat is not None and game.round <= ROUNDS:
        for event in game.drain():
            for seat, pair in enumerate(players):
                for each in pair:
                    each.watch(seen(event, seat))
        now = view(game, game.seat)
        chosen, expected = (each.choose(now) for each in players[game.seat])
        assert chosen == expected
        game.apply(chosen)


@pytest.mark.long
async def test_a_beginner_wins_half_of_the_games_after_the_lesson() -> None:
    """Enter alone wins 40 to 60 of 100 games, if it goes on from the lesson and if it begins anew."""
    assert 0.4 <= won_after_the_lesson(400) <= 0.6
    assert 0.4 <= wins(Rules.make(4), "lesson", 400) <= 0.6


def won_after_the_lesson(games: int) -> float:
    """The share of games won by whoever follows the lesson, and then presses enter alone."""
    won = 0.0
    for number in range(games):
        game = new_game(Rules.make(4), SEED)
        player, pupil = EnterPlayer(game, 0), Lesson()
        bots = {seat: bot("lesson", 10 * number + seat) for seat in (1, 2, 3)}
        while game.seat is not None:
            events = game.drain()
            player.watch(game, [seen(event, 0) for event in events])
            for seat, rival in bots.items():
                for event in events:
                    rival.watch(seen(event, seat))
            now = view(game, game.seat)
            if game.seat:
                game.apply(bots[game.seat].choose(now))
            elif len(now.moves) > 1 and now.round <= ROUNDS:
                advice = player.notes.advice(now)
                assert advice is not None
                pupil.point(now, advice)
                assert pupil.advice is not None
                game.apply(pupil.advice.move)
            else:
                game.apply(player.choose(game))
        won += (0 in game.winners) / len(game.winners)
    return won / games


async def test_the_bot_of_the_lesson_is_not_offered() -> None:
    assert "lesson" not in usable()
    assert "lesson" not in [level.name for level in levels()]
    assert bot("lesson", 1) is not None

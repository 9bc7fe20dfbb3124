"""Why you won or lost: on the result, in a few lines, each of which leads to its deed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from textual.content import Content

from citadels_tui.history.recording import Recording
from citadels_tui.pages.causes_page import MOST, CauseLine, cause_lines
from citadels_tui.pages.chronicle import chronicle
from citadels_tui.pages.result_page import WHY, Story, result_lines
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.textart.symbols import ASCII
from citadels_tui.texts import causes as texts
from citadels_tui.texts import say, speak
from citadels_tui.texts.catalogue import languages
from engine.event import Event
from engine.review import causes
from engine.review.causes import Explanation, Swing, explain
from engine.review.review import CostlyTurn
from tests.support.client.driving import client, settle, shown, until
from tests.support.client.fake import FakeFeed
from tests.support.client.recorded import recording, reviewed


def turns(game: Recording, start: float = 0.6, end: float = 0.2) -> Iterator[Swing]:
    """Every turn, choice and answer of a game, as if each of them had changed the chance so much."""
    moves, first, mark = game.record.moves, 0, (0, 0)
    for moment, g in enumerate(game.record.steps()):
        now = (g.round, g.turn.char.rank if g.turn is not None else 0)
        if moment and (moment == len(moves) or now != mark or (not mark[1] and moves[moment][0] != moves[first][0])):
            yield Swing(moves[first][0], *mark, first, moment, start, end)
            first = moment
        mark = now


def line(game: Recording, swing: Swing, you: int) -> CauseLine:
    """The line that tells of one turn."""
    return cause_lines(Explanation(you, 0.5, 0.0, (), (swing,)), game, ASCII)[0]


def of_kind(game: Recording, swing: Swing, kind: str) -> list[Event]:
    """The events of a kind in a turn."""
    return [event for event in game.events(swing.first, swing.last) if event.kind == kind]


def found_turns(kind: str, start: float, end: float) -> Iterator[tuple[Recording, Swing, Event]]:
    """Turns of several games in which something happened between two players."""
    for seed in range(12):
        game = recording(seed=seed)
        for swing in turns(game, start, end):
            for event in of_kind(game, swing, kind):
                if -1 < event.other != event.seat:
                    yield game, swing, event


def test_the_parts_that_are_read_add_up() -> None:
    game = recording()
    for seat in range(4):
        found = explain(game.record, seat, playouts=2, games=(2,), mistakes=False)
        *lines, last = cause_lines(found, game, ASCII)
        assert len(lines) <= MOST
        start, end = (int(word) for word in last.text.plain.replace("%", "").split(":")[0].split()[-3::2])
        points = [int(word.strip(".,")) for word in last.text.plain.split() if word[0] in "+-" or word == "0,"]
        assert end - start == sum(points), last.text.plain
        assert last.moment < 0


@pytest.mark.parametrize("language", languages())
def test_every_line_is_a_whole_phrase(language: str) -> None:
    speak(language)
    for game in (recording(5, "dark_city"), recording()):
        for start, end in ((0.6, 0.2), (0.2, 0.6)):
            found = Explanation(2, 0.5, 0.0, (), tuple(turns(game, start, end)))
            for each in cause_lines(found, game, ASCII, most=1000):
                assert not any(sign in each.text.plain for sign in ("{", "  ")), each.text.plain


def test_a_line_begins_with_unit_and_direction() -> None:
    game = recording()
    swing = next(turns(game, 0.31, 0.0))
    assert line(game, swing, 1).text.plain.startswith("1 Your chance to win fell from 31 % to 0 % in round 1: ")
    assert "rose from 0 % to 31 %" in line(game, swing._replace(start=0.0, end=0.31), 1).text.plain


def test_a_district_of_somebody_else_was_destroyed_and_yours_was_not_spared() -> None:
    said = 0
    for game, swing, event in found_turns("leave", 0.2, 0.6):
        for you in set(range(4)) - {event.seat, event.other}:
            told = line(game, swing, you)
            assert "alone" not in told.text.plain
            said += "destroyed" in told.text.plain
        assert "destroyed your" in line(game, swing, event.seat).text.plain
        assert ": you " in line(game, swing, event.other).text.plain
    assert said


def test_swapping_and_building_is_one_deed() -> None:
    joined = 0
    for game, swing, event in found_turns("swap", 0.6, 0.2):
        told = line(game, swing, event.other).text.plain
        assert "swapped hands with you" in told
        held = next(hand.cards for hand in game.hands[swing.first] if hand.seat == event.other)
        built = [each.card for each in of_kind(game, swing, "build") if each.card in held]
        assert ("you held" in told) == bool(built), told
        joined += bool(built)
    assert joined


def test_a_line_leads_to_the_deed() -> None:
    """The replay shows it as the last thing that happened, and not what you did after it."""
    kinds = {"destroyed": "leave", "swapped": "swap", "built": "build", "killed": "kill", "robbed": "rob"}
    for game in (recording(), recording(seed=3)):
        for swing in turns(game):
            for you in range(4):
                told = line(game, swing, you)
                assert swing.first < told.moment <= swing.last
                kind = next((kind for word, kind in kinds.items() if f" {word} " in told.text.plain), "")
                if "and completed" in told.text.plain:
                    kind = "complete"
                elif "you held" in told.text.plain:
                    kind = "build"
                assert not kind or kind in {event.kind for event in game.events(told.moment - 1, told.moment)}


def test_a_mistake_is_named_where_the_turn_lost_by_it() -> None:
    game = reviewed()
    assert game.review is not None
    mistake = game.review.turns[0]
    swing = next(each for each in turns(game) if each.first <= mistake.choice.moment < each.last)

    def told(turn: CostlyTurn, end: float) -> CauseLine:
        return line(game, swing._replace(mistake=turn, end=end), mistake.seat)

    dear = mistake._replace(cost=0.3)
    assert "a mistake: better was" in told(dear, 0.2).text.plain
    assert told(dear, 0.2).moment == mistake.choice.moment
    assert "mistake" not in told(dear, 0.9).text.plain
    assert "mistake" not in told(mistake._replace(cost=0.1), 0.2).text.plain


@pytest.mark.slow
@pytest.mark.asyncio
async def test_the_result_says_why_and_a_number_leads_to_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    game = recording()
    steep = tuple(turns(game))[-3:]
    monkeypatch.setattr(causes, "explain", lambda *_args, **_named: Explanation(1, 0.23, 0.0, (), steep))
    async with client(FakeFeed(), size=(80, 24)) as pilot:
        screen = ResultScreen(game.session(1, ASCII), game)
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: "Your chance to win overall" in shown(pilot))
        assert len(screen._causes) > 1
        for number, each in enumerate(screen._causes[:-1], 1):
            await pilot.press(str(number))
            await settle(pilot)
            assert isinstance(pilot.app.screen, ReplayScreen)
            assert pilot.app.screen.moment == each.moment
            await pilot.press("escape")
            await settle(pilot)
            assert screen.is_current


@pytest.mark.parametrize("language", languages())
def test_how_far_it_has_come_fits_into_the_narrowest_page(language: str) -> None:
    speak(language)
    assert say(texts.WORKING, percent=100).cell_length <= 35


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 20)])
async def test_nothing_jumps_when_it_is_known_why(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    game, known = recording(), threading.Event()
    steep = tuple(turns(game))[-6:]

    def explained(*_args: object, **_named: object) -> Explanation:
        known.wait(60)
        return Explanation(1, 0.23, 0.0, (), steep)

    def cut(line: str) -> str:
        return line[: size[0] - 3].rstrip()

    monkeypatch.setattr(causes, "explain", explained)
    async with client(FakeFeed(), size=size) as pilot:
        screen = ResultScreen(game.session(1, ASCII), game)
        await pilot.app.push_screen(screen)
        await settle(pilot)
        assert "Why: looking at the turns" in shown(pilot)
        before = shown(pilot).splitlines()
        known.set()
        await until(pilot, lambda: bool(screen._causes))
        await settle(pilot)
        after = shown(pilot).splitlines()
        # Only what says why has changed, and the bar that tells how long the page is.
        changed = {row for row, (old, new) in enumerate(zip(before, after, strict=True)) if cut(old) != cut(new)}
        cities = next(row for row, line in enumerate(before) if line.startswith("  Ann  "))
        assert changed
        assert max(changed) < cities
        await pilot.press("end")
        await settle(pilot)
        assert size != (40, 20) or "Your chance to win overall" in shown(pilot)


@pytest.mark.parametrize(
    ("named", "end"),
    [(0, "No single turn clearly mattered."), (1, "No other turn clearly mattered."), (MOST - 1, ""), (MOST, "")],
)
def test_lines_kept_free_say_that_there_is_no_more_and_are_gone_the_next_time(named: int, end: str) -> None:
    game = recording()
    session = game.session(1, ASCII)
    assert session.ending.ended is not None
    assert session.story.timeline is not None
    told = chronicle(session.story.timeline, session.ending.ended)
    found = cause_lines(Explanation(1, 0.5, 0.0, (), tuple(turns(game))[:named]), game, ASCII)
    story = Story(session.ending.ended, told, session.voice, causes=found)
    working, seen, again = (
        [line.plain for line in result_lines(each, 80, 60).lines]
        for each in (
            story._replace(causes=(), working=Content("?")),
            story._replace(waited=True),
            story,
        )
    )
    assert [line for line in seen if "clearly" in line] == [end] * bool(end)
    assert not any("clearly" in line for line in again)
    # The cities stay where they are; where nobody has waited they follow why, behind one line.
    first = next(row for row, line in enumerate(working) if row > WHY and line)
    assert working[first:] == seen[first:]
    assert again.index("") < first - 1
    assert again[again.index("") + 1]


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_click_on_a_line_of_why_leads_to_its_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    game = recording()
    steep = tuple(turns(game))[-6:]
    monkeypatch.setattr(causes, "explain", lambda *_args, **_named: Explanation(1, 0.23, 0.0, (), steep))
    async with client(FakeFeed(), size=(120, 40)) as pilot:
        screen = ResultScreen(game.session(1, ASCII), game)
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: "4 Your chance" in shown(pilot))
        row = next(row for row, line in enumerate(shown(pilot).splitlines()) if "4 Your chance" in line)
        await pilot.click(offset=(4, row))
        await settle(pilot)
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.moment == screen._causes[3].moment


@pytest.mark.asyncio
async def test_why_is_read_before_all_of_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    game, known = recording(), threading.Event()
    turns_known = Explanation(1, 0.23, 0.0, (), tuple(turns(game))[-1:])

    def explained(*_args: object, first: Callable[[Explanation], None], **_named: object) -> Explanation:
        first(turns_known)
        known.wait(60)
        return turns_known.with_mistakes(())

    monkeypatch.setattr(causes, "explain", explained)
    async with client(FakeFeed(), size=(120, 40)) as pilot:
        screen = ResultScreen(game.session(1, ASCII), game)
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: "1 Your chance to win" in shown(pilot))
        # Of what is still looked for there is no word.
        assert "mistakes" not in shown(pilot)
        known.set()
        await until(pilot, lambda: "no mistakes" in shown(pilot))
        assert "1 Your chance to win" in shown(pilot)

"""A key that was meant for one question does not answer the next one by accident, and nobody has to wait."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.pilot import Pilot

from citadels_tui.actions import double_press
from citadels_tui.actions.double_press import READING, REPEAT, DoublePress
from citadels_tui.settings.settings import Settings
from citadels_tui.texts import table
from engine import Move
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of
from tests.support.client.fake import FakeFeed


class Clock:
    """A clock that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(double_press, "monotonic", lambda: self.now)
        monkeypatch.setattr(double_press, "READING", READING)
        monkeypatch.setattr(double_press, "REPEAT", REPEAT)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def asked_and_painted(presses: DoublePress, clock: Clock, time: float) -> None:
    presses.begin_question()
    clock.now = time
    presses.painted()
    # Painting again changes nothing.
    clock.now = time + 50
    presses.painted()


@pytest.mark.parametrize(
    ("key", "after", "counts"),
    [
        ("enter", -0.01, False),
        ("enter", 0.05, False),
        ("enter", READING - 0.01, False),
        ("enter", READING + 0.01, True),
        ("g", -0.01, False),
        ("g", 0.0, True),
    ],
)
def test_a_repeated_key_waits_until_the_next_question_can_be_read(
    clock: Clock, key: str, after: float, counts: bool
) -> None:
    presses = DoublePress()
    asked_and_painted(presses, clock, 10)
    assert not presses.too_soon("enter", 19)
    asked_and_painted(presses, clock, 20)
    assert presses.too_soon(key, 20 + after) is not counts


def test_a_key_that_is_held_down_answers_once(clock: Clock) -> None:
    presses = DoublePress()
    asked_and_painted(presses, clock, 10)
    assert not presses.too_soon("enter", 20)
    asked_and_painted(presses, clock, 20.03)
    held = [20 + REPEAT / 3 * number for number in range(1, 40)]
    assert all(presses.too_soon("enter", time) for time in held)
    assert not presses.too_soon("enter", held[-1] + REPEAT + 0.01)


def test_the_second_click_of_a_double_click_waits_too(clock: Clock) -> None:
    presses = DoublePress()
    asked_and_painted(presses, clock, 20)
    assert presses.clicked_too_soon(20.1, again=True)
    assert not presses.clicked_too_soon(20.1, again=False)
    assert not presses.clicked_too_soon(20.3, again=True)


def typed(pilot: Pilot[int], key: str, time: float) -> None:
    """Type a key at a time."""
    event = Key(key, key if len(key) == 1 else None)
    event.time = time
    pilot.app.post_message(event)


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("own", [{}, {"action_list.choose": "f5"}], ids=["enter", "a key of one's own"])
async def test_a_second_press_does_not_answer_the_question_that_has_just_come(
    clock: Clock, own: dict[str, str]
) -> None:
    feed = FakeFeed()
    tables.income(feed)
    key = own.get("action_list.choose", "enter")
    async with client(feed) as pilot:
        pilot.app.set_keymap(own)
        screen = table_of(pilot)
        typed(pilot, key, 101)
        await settle(pilot)
        assert feed.sent == ["collect"]
        clock.now = 101.1
        tables.ask(feed, tables.middle(), tables.moves("draw", "end"))
        await settle(pilot)
        assert screen.action_list.row is not None
        assert screen.action_list.row.moves == (Move("draw"),)
        for time in (101.05, 101.2, 101.25):
            typed(pilot, key, time)
            await settle(pilot)
            assert screen.detail.said.plain == table.TOO_SOON
        # The arrows are as quick as ever, and so is every key but the one that was pressed twice.
        typed(pilot, "down", 101.26)
        typed(pilot, "up", 101.27)
        await settle(pilot)
        assert feed.sent == ["collect"]
        typed(pilot, "d", 101.28)
        await settle(pilot)
        assert feed.sent == ["collect", "draw"]


@pytest.mark.asyncio
async def test_a_double_click_plays_once(clock: Clock) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        screen.citadels_app.settings = Settings(click="play", newcomer=False)
        place = screen.action_list.content_region.offset
        await pilot.click(offset=(place.x + 4, place.y))
        await settle(pilot)
        assert feed.sent == ["gold"]
        # Painted in a moment that has not come yet.
        clock.now = 10.0**9
        tables.ask(feed, tables.middle(), tables.moves("draw", "end"))
        await settle(pilot)
        await pilot.click(offset=(place.x + 4, place.y))
        await settle(pilot)
        assert feed.sent == ["gold"]
        assert screen.detail.said.plain == table.TOO_SOON


def test_a_key_that_has_closed_a_dialog_answers_nothing_while_it_is_held(clock: Clock) -> None:
    presses = DoublePress()
    asked_and_painted(presses, clock, 100.0)
    assert not presses.too_soon("1", 110.0)
    presses.pressed("enter", 120.0)
    assert presses.too_soon("enter", 120.0 + REPEAT / 2)
    # What is older than the key it knows says nothing.
    presses.pressed("2", 119.0)
    assert presses.too_soon("enter", 120.0 + REPEAT)
    assert not presses.too_soon("2", 120.0 + REPEAT)

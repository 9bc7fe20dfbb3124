"""Whoever has let their time pass sees that a bot answers, and any key ends that."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.events import MouseDown

from citadels_tui.screens.table import TableScreen
from net.client.updates import Happened, Woke
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import LARGE, SMALL, client, settle
from tests.support.client.fake import FakeFeed

SLEEPS = "Your time was up: a bot answers for you. Press any key to play on."


def slept(seat: int) -> FakeFeed:
    """A game in which somebody's time was up, and somebody else is asked."""
    feed, view = FakeFeed(), tables.middle(4)
    tables.begin(feed, replace(view, moves=(), asked=None), ())
    feed.tell(Happened(40, seat, "timeout", (), replace(view, moves=(), asked=None)))
    return feed


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_any_key_wakes_once(size: tuple[int, int]) -> None:
    feed = slept(0)
    async with client(feed, size=size) as pilot:
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert SLEEPS[:40] in text_frame(pilot.app)
        await pilot.press("x")
        await settle(pilot)
        assert feed.sent.count("wake") == 1
        feed.tell(Woke(0))
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "Welcome back: 1 decision" in page
        assert SLEEPS[:40] not in page
        await pilot.press("x")
        await settle(pilot)
        assert feed.sent.count("wake") == 1


@pytest.mark.asyncio
async def test_a_click_wakes_and_a_movement_does_not() -> None:
    feed = slept(0)
    async with client(feed, size=LARGE) as pilot:
        await settle(pilot)
        await pilot.hover(offset=(10, 10))
        await settle(pilot)
        assert "wake" not in feed.sent
        down = MouseDown(None, 10, 10, 0, 0, 1, False, False, False, 10, 10)
        pilot.app.post_message(down)
        await settle(pilot)
        assert feed.sent.count("wake") == 1


@pytest.mark.asyncio
async def test_everybody_sees_who_sleeps_and_no_key_of_theirs_wakes_them() -> None:
    feed = slept(2)
    async with client(feed, size=LARGE) as pilot:
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "asleep" in page
        await pilot.press("x")
        await settle(pilot)
        assert "wake" not in feed.sent
        feed.tell(Woke(2))
        await settle(pilot)
        assert "asleep" not in text_frame(pilot.app).replace("asleep, ", "")

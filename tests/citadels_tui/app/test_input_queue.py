"""Keys that come together do what they do one after another, however busy the machine is."""

from __future__ import annotations

import random

import pytest
from textual.app import App
from textual.events import Key, MouseDown, MouseUp, Paste
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

from citadels_tui.app import input_queue
from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.help import HelpScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.new_game import NewGameScreen
from tests.citadels_tui.conftest import text_frame
from tests.support.client.driving import client, settle
from tests.support.tiers import tiered

KEYS = ("up", "down", "left", "right", "tab", "enter", "escape", "n", "c", "g", "?", ",", "x")


def together(pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        char = key if len(key) == 1 else None
        pilot.app.post_message(Key(_character_to_key(key) if char else key, char))


@pytest.mark.asyncio
async def test_a_letter_goes_where_the_key_before_it_has_led() -> None:
    async with client() as pilot:
        together(pilot, "up", "x", "down", "n", "escape", "?")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert pilot.app.screen.query_one("#name", Input).value == "x"


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("seed", tiered(range(4), [0]))
async def test_many_keys_together_end_where_they_end_one_by_one(seed: int) -> None:
    chosen = random.Random(seed).choices(KEYS, k=12)
    frames = []
    for at_once in (False, True):
        async with client() as pilot:
            if at_once:
                together(pilot, *chosen)
            else:
                for key in chosen:
                    await pilot.press("question_mark" if key == "?" else "comma" if key == "," else key)
                    await settle(pilot)
            await settle(pilot)
            frames.append(text_frame(pilot.app))
    assert frames[0] == frames[1], chosen


@pytest.mark.asyncio
async def test_a_paste_and_a_click_wait_for_the_key_before_them() -> None:
    async with client() as pilot:
        together(pilot, "up")
        pilot.app.post_message(Paste("Bob"))
        together(pilot, "down", "n")
        await settle(pilot)
        assert isinstance(pilot.app.screen, NewGameScreen)
        together(pilot, "?")
        # Beside the page, which closes it.
        for kind in (MouseDown, MouseUp):
            pilot.app.post_message(kind(None, 0, 0, 0, 0, 1, False, False, False, 0, 0))
        together(pilot, "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert pilot.app.screen.query_one("#name", Input).value == "Bob"


@pytest.mark.asyncio
async def test_a_part_that_never_answers_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_queue, "_PATIENCE", 0.01)
    async with client() as pilot:
        monkeypatch.setattr(CitadelsApp, "on_input_handled", _forget)
        together(pilot, "n", "escape", "?")
        for _ in range(4):
            await pilot.pause(0.02)
        await settle(pilot)
        assert isinstance(pilot.app.screen, HelpScreen)


async def _forget(app: App[int], message: input_queue.InputHandled) -> None:
    message.stop()

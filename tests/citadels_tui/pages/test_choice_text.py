"""Why a bot moved, in the replay of a game that is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citadels_tui.history.recording import recorded
from citadels_tui.pages.choice_text import choice_told
from citadels_tui.screens.replay import ReplayScreen
from citadels_tui.session.start import ShowReplay
from citadels_tui.textart.symbols import UNICODE
from tests.support.client.driving import client, settle, until
from tests.support.client.fake import NAMES
from tests.support.client.recorded import game_file

LEVELS = ("steward", "schemer", "richard", "")
"""As if three of the four had been such bots."""


@pytest.mark.slow
def test_every_kind_of_bot_is_told_in_whole_sentences() -> None:
    recording = recorded(replace(game_file(), levels=LEVELS))
    told = dict.fromkeys(LEVELS, "")
    for moment in range(1, 60):
        seat = recording.record.moves[moment - 1][0]
        said = choice_told(recording, moment, UNICODE).plain
        assert said.startswith(NAMES[seat])
        assert said.endswith(".")
        assert not any(sign in said for sign in ("_", "{", "  ")), said
        if not said.endswith("had nothing to choose from."):
            told[LEVELS[seat]] += f" {said}"
    assert "(steward), asked again: " in told["steward"]
    assert " points more to it than " in told["steward"]
    assert ", whatever they are worth" in told["steward"]
    assert "With the move it played, " in told["steward"]
    assert " of 100 imagined games, and with " in told["schemer"]
    assert "goes by rules, or by chance" in told["richard"]
    assert "only a bot can be asked why" in told[""]
    assert choice_told(recording, 0, UNICODE).plain == "Nobody has moved yet."


def test_a_bot_that_is_not_here_any_more_is_named() -> None:
    recording = recorded(replace(game_file(), levels=("oracle",) * 4))
    assert "there is no bot 'oracle'" in choice_told(recording, 1, UNICODE).plain


@pytest.mark.asyncio
async def test_y_asks_the_bot_again_and_not_during_a_game() -> None:
    async with client(start=ShowReplay(replace(game_file(), levels=("steward",) * 4))) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        screen.go(5)
        await pilot.press("y")
        await until(pilot, lambda: bool(pilot.app._notifications))
        await settle(pilot)
        (note,) = pilot.app._notifications
        assert note.message == choice_told(screen.recording, 5, UNICODE).plain  # type: ignore[arg-type]
        screen.recording = None
        assert not screen.check_action("why", ())

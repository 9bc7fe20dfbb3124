"""What every kind of question looks like: the list of what can be done, as wide as a window leaves it."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Size

from citadels_tui.actions.asking import awaited
from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.terminal.theme import variables
from citadels_tui.textart.symbols import ASCII, UNICODE
from citadels_tui.texts import speak
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.layouts import plan
from citadels_tui.wording.voice import Voice
from engine import Refusal, View
from engine.step import STEPS
from tests.citadels_tui.actions.test_rows import BOTS, decision
from tests.citadels_tui.conftest import Stored, text_frame
from tests.citadels_tui.screens.test_frames import FRAMED, LONGEST, OTHERS, SIZES
from tests.support.client.clipping import clipped
from tests.support.client.driving import SMALL, settle, until
from tests.support.engine.games import choices, random_game

pytestmark = pytest.mark.slow

KINDS = sorted({step.kind for step in STEPS.values() if step.kind})
MANY = 3
"""Moves from which on a question shows what its list looks like."""


class Question(NamedTuple):
    """A decision of a recorded game."""

    view: View
    refused: tuple[Refusal, ...]


@cache
def questions() -> dict[str, Question]:
    """Every kind of question, as it was asked first with something to choose from."""
    found: dict[str, Question] = {}
    for number in range(1000):
        game = random_game(number)
        for move in choices(game, number):
            kind = game.kind
            if kind not in found or (len(found[kind].view.moves) < MANY <= len(game.moves)):
                found[kind] = Question(decision(game), tuple(game.refusals()))
            game.apply(move)
        if len(found) == len(KINDS) and all(len(each.view.moves) >= MANY for each in found.values()):
            break
        if number > 60 and len(found) == len(KINDS):
            break
    return found


class Asking(App[int]):
    """The list of what can be done."""

    CSS = """
    ActionListView { height: 1fr; border-top: solid white; }
    .-ascii ActionListView { border-top: ascii white; }
    """

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self.voice = voice
        self.set_class(voice.symbols.ascii, "-ascii")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return variables(dark=True)

    def compose(self) -> ComposeResult:
        yield ActionListView(self.voice)


async def frames(window: tuple[int, int], *, ascii: bool = False) -> str:
    """All questions one below the other, in the cells that a window leaves for their lists."""
    shown = []
    asked = sorted(questions().items())
    app = Asking(voice_of(asked[0][1].view, ascii=ascii))
    async with app.run_test(size=(80, 24)) as pilot:
        for kind, (view, refused) in asked:
            voice = voice_of(view, ascii=ascii)
            room = plan(*window, view.rules.players, len(view.rules.characters)).places["action_list"]
            await pilot.resize_terminal(room.width, room.height)
            action_list = app.query_one(ActionListView)
            # On a busy machine the window is told of its size later than the pilot waits.
            await until(pilot, partial(has_size, action_list, room.size))
            action_list.voice, action_list.actions = voice, make_action_list(view, voice, refused)
            prompt = awaited(view, voice)
            assert prompt.cell_length < window[0] or window[0] < SMALL[0]
            await settle(pilot)
            assert window[0] > SMALL[0] or clipped(app) == [], kind
            shown.append("\n".join([f"== {kind}: {prompt.plain}", text_frame(app)]))
    return "\n".join(shown)


def has_size(action_list: ActionListView, size: Size) -> bool:
    """Whether the list is as large as its window."""
    return action_list.outer_size == size


def voice_of(view: View, *, ascii: bool) -> Voice:
    """How names are written at a question's table."""
    return Voice(ASCII if ascii else UNICODE, view.rules, BOTS[: view.rules.players], view.seat)


@pytest.mark.thorough
def test_every_kind_of_question_is_met() -> None:
    assert sorted(questions()) == KINDS


@pytest.mark.asyncio
@pytest.mark.parametrize("size", FRAMED)
async def test_every_kind_of_question(stored: Stored, size: tuple[int, int]) -> None:
    stored(await frames(size), "questions-{}x{}.txt".format(*size))


@pytest.mark.asyncio
@pytest.mark.thorough
@pytest.mark.parametrize("size", [size for size in SIZES if size not in FRAMED])
async def test_no_kind_of_question_is_cut(size: tuple[int, int]) -> None:
    await frames(size)


@pytest.mark.asyncio
async def test_every_kind_of_question_in_ascii(stored: Stored) -> None:
    shown = await frames(SMALL, ascii=True)
    assert shown.isascii()
    stored(shown, "questions-ascii.txt")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=() if each == LONGEST else pytest.mark.thorough) for each in OTHERS],
)
async def test_every_kind_of_question_in_every_language(stored: Stored, language: str) -> None:
    speak(language)
    stored(await frames(SMALL), f"questions-{language}.txt")

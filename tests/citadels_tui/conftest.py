from __future__ import annotations

import asyncio
import difflib
import math
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from textual import constants
from textual._compositor import LayoutUpdate
from textual._context import active_app, visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.notifications import Notification
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from citadels_tui.actions import double_press
from citadels_tui.screens import table
from citadels_tui.terminal.settled_screen import SparingCompositor
from citadels_tui.texts import touch
from net.client import discovery

FRAMES = Path(__file__).parent / "screens" / "frames"
_IDS = re.compile(r"terminal-\d+")

SOON = 0.05
"""Seconds until a timer that is waited for, at most."""
RINGS = 8
"""Timers that are waited for, at most: one that draws goes on ringing while a screen closes."""
PICTURES = {"home-80x24", "target-district-80x24", "everything-80x24", "result-80x24", "inspect-80x24"}
"""Frames that are kept with their colours, too: every part of the screens is in one of them."""

_PARSE = Stylesheet._parse_rules
_RULES: dict[tuple[object, ...], list[RuleSet]] = {}

Stored = Callable[[str, str], None]
Frame = Callable[[App[int], str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--frame-update", action="store_true", help="write the frames of the screens anew")


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing blinks, moves, goes away by itself or depends on this machine."""
    monkeypatch.setattr(Input, "cursor_blink", False, raising=False)
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr(Notification, "time_left", property(lambda notice: 1000 * notice.timeout))
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    # Nor does a key answer by the time at which a test has come to type it.
    monkeypatch.setattr(double_press, "READING", 0.0)
    monkeypatch.setattr(double_press, "REPEAT", 0.0)
    monkeypatch.setattr(double_press, "UNEXPECTED", 0.0)
    # Nor is it waited for what would be shown a moment later.
    monkeypatch.setattr(table, "SENT_AFTER", 0.001)
    monkeypatch.setattr(discovery, "discover", nobody)


async def nobody() -> AsyncGenerator[discovery.FoundHost | discovery.Silence, None]:
    """A network on which nobody ever answers."""
    await asyncio.Event().wait()
    yield "quiet"


@pytest.fixture(autouse=True, scope="session")
def _loaded() -> None:
    """As for every guest whose screen is touched."""
    touch.load()


@pytest.fixture(autouse=True)
def _parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Style sheets are parsed once, being the same in every app: a sixth of what it costs to start one."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", parse_once)


def parse_once(sheet: Stylesheet, css: str, *arguments: Any, **options: Any) -> list[RuleSet]:
    """The rules of a style sheet."""
    key = (css, arguments, *options.items(), *sheet._variables.items())
    if key not in _RULES:
        _RULES[key] = _PARSE(sheet, css, *arguments, **options)
    return _RULES[key]


@pytest.fixture(autouse=True)
def _eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks begin as they do in the real program, where Python can: at once. Textual's pilot leaves that out."""
    run_test = App.run_test

    def run_eagerly(app: App[int], **options: Any) -> AbstractAsyncContextManager[Pilot[int]]:
        asyncio.get_running_loop().set_task_factory(getattr(asyncio, "eager_task_factory", None))
        return run_test(app, **options)

    monkeypatch.setattr(App, "run_test", run_eagerly)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pilot goes on when nothing is left to do. Textual's guesses that from the time the processor has spent."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", idle)

    wait = Pilot._wait_for_screen

    async def wait_for_busy(pilot: Pilot[int], *arguments: float) -> bool:
        # Mostly all parts are done by now: to let each of them say so costs more than what most keys change.
        await asyncio.sleep(0)
        if all(at_rest(part) for part in (pilot.app, *pilot.app.screen.walk_children(with_self=True))):
            return True
        return await wait(pilot, *arguments)

    monkeypatch.setattr(Pilot, "_wait_for_screen", wait_for_busy)


def at_rest(part: MessagePump) -> bool:
    """Whether a part of the screen has handled all its messages, and waits for the next."""
    messages: Any = part._message_queue
    return messages.empty() and bool(messages.ready_event._waiters)


@pytest.fixture(autouse=True)
def _painted_when_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a part of the screen shows is asked of it, but made into lines only where a test looks at them."""
    render = SparingCompositor.render_update

    def ask_parts(compositor: Any, full: bool = False, screen_stack: Any = None, simplify: bool = False) -> Any:
        if simplify or not active_app.get().is_headless:
            return render(compositor, full, screen_stack, simplify)
        changed = full or bool(compositor._dirty_regions)
        compositor._dirty_regions.clear()
        shown = [*(screen._compositor for screen in screen_stack or ()), compositor] if changed else []
        for below, each in reversed([*enumerate(shown)]):
            visible_screen_stack.set(list((screen_stack or ())[:below]))
            for part in each.visible_widgets:
                if type(part).render_line is Widget.render_line:
                    part._render()
                elif part.size:
                    # What is worked out line by line may find its size with the first.
                    part.render_line(0)
        return LayoutUpdate([], compositor.size.region) if changed else None

    monkeypatch.setattr(SparingCompositor, "render_update", ask_parts)


async def idle(*_: float) -> None:
    """Wait until no task of the loop can go on and no timer rings soon, as those do that draw a screen."""
    loop: Any = asyncio.get_running_loop()
    quiet = rung = 0
    while quiet < 3:
        # The task that waits here is the only one that ran when the queue is empty behind it.
        await asyncio.sleep(0)
        quiet = 0 if loop._ready else quiet + 1
        nearest = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=math.inf)
        if quiet and nearest < loop.time() + SOON and rung < RINGS:
            await asyncio.sleep(nearest - loop.time())
            quiet, rung = 0, rung + 1


@pytest.fixture(autouse=True)
def _judged_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judgements are found in this process, in which a test can replace what finds them."""
    monkeypatch.setattr("citadels_tui.history.judging.beside", lambda task, told, first: task(told=told, first=first))


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and times are those of nobody."""
    monkeypatch.setattr("citadels_tui.screens.settings.path", lambda: "/home/ann/.config/citadels/settings.json")
    monkeypatch.setattr("citadels_tui.history.game_list.day", lambda facts: "2026-11-22")
    monkeypatch.setattr("citadels_tui.history.game_list.moment", lambda facts: "2026-11-22 20:15")


@pytest.fixture
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Stored:
    """Compare what is shown with the stored file of that name, or write that anew."""
    update = request.config.getoption("--frame-update", default=False)

    def check(shown: str, name: str) -> None:
        path = FRAMES / name
        if update:
            FRAMES.mkdir(exist_ok=True)
            path.write_text(shown, encoding="utf-8")
            return
        expected = path.read_text(encoding="utf-8") if path.exists() else ""
        if shown != expected:
            (tmp_path / name).write_text(shown, encoding="utf-8")
            lines = difflib.unified_diff(expected.splitlines(), shown.splitlines(), "stored", "shown", lineterm="")
            pytest.fail(
                f"{name} looks different; see {tmp_path / name}, or run with --frame-update:\n"
                + ("\n".join(lines) if path.suffix == ".txt" else "only its styles differ")
            )

    return check


@pytest.fixture
def frame(stored: Stored) -> Frame:
    """Compare what an app shows with the stored frame of that name, and with a picture of it if there is to be one."""

    def check(app: App[int], name: str) -> None:
        stored(text_frame(app), f"{name}.txt")
        if name in PICTURES:
            stored(svg_frame(app), f"{name}.svg")

    return check


def text_frame(app: App[int]) -> str:
    """What the top screen shows, as text."""
    return "\n".join(row.text.rstrip() for row in app.screen._compositor.render_strips()) + "\n"


def svg_frame(app: App[int]) -> str:
    """What the whole terminal shows, as a picture."""
    return _IDS.sub("terminal", app.export_screenshot(simplify=True)) + "\n"

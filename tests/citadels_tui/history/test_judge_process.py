"""A judgement is found in a process of its own: after everybody else, and no longer than somebody waits for it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from citadels_tui.history.judge_process import NICE, beside
from engine.errors import NotationError

Tell = Callable[[float], None]
First = Callable[[object], None]


def nothing(_told: object) -> None:
    """Listens, and does not care."""


def judge(told: Tell, first: First) -> tuple[int, int]:
    """Tells how it is done, and by whom."""
    told(0.5)
    first("causes")
    return os.getpid(), os.nice(0)


def fail(told: Tell, first: First) -> None:
    """A judgement that fails."""
    raise NotationError("no such move")


def die(told: Tell, first: First) -> None:
    """A process that is ended."""
    os._exit(1)


def go_on(path: Path, told: Tell, first: First) -> None:
    """A judgement without an end."""
    path.write_text(f"{os.getpid()}")
    while True:
        time.sleep(0.01)
        told(0.1)


def test_it_is_another_process_and_goes_last() -> None:
    found = list[object]()
    process, niceness = beside(judge, nothing, found.append)
    assert process != os.getpid()
    assert niceness == min(19, os.nice(0) + NICE)
    assert found == ["causes"]


def test_what_goes_wrong_there_goes_wrong_here() -> None:
    with pytest.raises(NotationError, match="no such move"):
        beside(fail, nothing, nothing)
    with pytest.raises(InterruptedError):
        beside(die, nothing, nothing)


def test_it_ends_when_nobody_waits_for_it(tmp_path: Path) -> None:
    path = tmp_path / "pid"

    def leave(share: float) -> None:
        if share:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        beside(partial(go_on, path), leave, nothing)
    with pytest.raises(ProcessLookupError):
        os.kill(int(path.read_text()), 0)


def test_without_room_for_a_process_it_is_found_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_command: object, **_options: object) -> None:
        raise BlockingIOError

    monkeypatch.setattr(subprocess, "Popen", full)
    assert beside(judge, nothing, nothing)[0] == os.getpid()

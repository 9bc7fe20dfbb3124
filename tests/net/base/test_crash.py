"""What a crash report holds, and what it does not."""

from __future__ import annotations

import os
import platform
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from net.base.crash import ALIKE, STEPS, crashes_path, guest_crashes_path, report, reported

CARD = "assassin"


def without_end(card: str) -> None:
    without_end(card)


def grouped(card: str) -> None:
    faults = []
    for kind in (KeyError, LookupError):
        try:
            raise kind(card)
        except LookupError as error:
            faults.append(error)
    raise ExceptionGroup(card, faults)


def chained(card: str) -> None:
    try:
        raise KeyError(card)
    except KeyError as error:
        raise ValueError(card) from error


@pytest.mark.parametrize(
    ("fault", "kinds"),
    [
        (without_end, ["builtins.RecursionError"]),
        (grouped, ["builtins.ExceptionGroup", "builtins.KeyError", "builtins.LookupError"]),
        (chained, ["builtins.ValueError", "builtins.KeyError"]),
    ],
)
def test_types_places_and_versions(fault: Callable[[str], None], kinds: list[str]) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        fault(CARD)
    said = report(caught.value, "Citadels 0.1.0")
    (path,) = crashes_path().iterdir()
    assert said == f"a report of it is in {path}"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text("utf-8")
    assert CARD not in text
    head, _, story = text.partition("\n\n")
    assert {"Citadels 0.1.0", f"{platform.python_implementation()} {platform.python_version()}"} <= set(
        head.split("\n")
    )
    lines = story.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == kinds
    assert lines[1].startswith("  base/test_crash.py:")
    assert len(lines) <= len(kinds) * (1 + STEPS)


def test_each_fault_has_a_report_of_its_own() -> None:
    for _ in range(3):
        report(ValueError(CARD), "Citadels 0.1.0")
    assert len(list(crashes_path().iterdir())) == 3


def test_the_newest_reports_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.base.crash.KEPT", 2)
    report(ValueError(CARD), "Citadels 0.1.0")
    mine = crashes_path() / "1-mine.txt"
    mine.touch()
    told = [report(ValueError(CARD), "Citadels 0.1.0") for _ in range(3)]
    found = sorted(path for path in crashes_path().iterdir() if path != mine)
    assert [f"a report of it is in {path}" for path in found] == told[1:]
    assert mine.exists()


def test_one_fault_pushes_no_other_out() -> None:
    def other() -> None:
        raise KeyError(CARD)

    with pytest.raises(KeyError) as caught:
        other()
    first = report(caught.value, "Citadels 0.1.0")
    for _ in range(2 * ALIKE):
        report(ValueError(CARD), "Citadels 0.1.0")
    found = list(crashes_path().iterdir())
    assert len(found) == ALIKE + 1
    assert first in [f"a report of it is in {path}" for path in found]


def test_each_guest_has_its_own_crash_reports_and_the_log_names_the_failure(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=CARD) as caught:
        chained(CARD)
    folder = guest_crashes_path(tmp_path)
    assert reported(folder, os.getpid()) == {}
    report(caught.value, "Citadels 0.1.0", folder)
    assert not crashes_path().exists()
    (path,) = folder.iterdir()
    told = reported(folder, os.getpid())
    assert told["report"] == path.name
    assert told["fault"].startswith("builtins.KeyError at base/test_crash.py:")
    assert CARD not in str(told)
    assert reported(folder, os.getpid() + 1) == {}


def test_a_report_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "file"))
    assert report(ValueError(CARD), "Citadels 0.1.0") == "no report of it could be written (this is not a folder)"

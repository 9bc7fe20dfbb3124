"""Durations, as they are typed and shown."""

from __future__ import annotations

import pytest

from citadels_tui.wording.durations import time_left, typed_seconds
from citadels_tui.wording.errors import UsageError
from net.base.limits import LONGEST_TIME


@pytest.mark.parametrize(
    ("seconds", "shown"), [(5, "0:05"), (65, "1:05"), (3600, "1:00:00"), (86_399, "23:59:59"), (183_600, "2 d 3 h")]
)
def test_a_time_of_any_length_is_shown_in_few_letters(seconds: int, shown: str) -> None:
    assert time_left(seconds) == shown


@pytest.mark.parametrize(
    ("typed", "meant"), [("0", 0), ("90", 90), ("90s", 90), ("15m", 900), ("2d", 172_800), ("0.3", 0.3), ("1.5h", 5400)]
)
def test_a_time_is_typed_with_its_unit(typed: str, meant: float) -> None:
    assert typed_seconds(typed, "--turn-time", LONGEST_TIME) == meant


@pytest.mark.parametrize("typed", ["", "2w", "1.5.5h", ".5", "0.0001", "-1", "15d", "9" * 5000, "\u0663", "2 d"])
def test_a_wrong_duration_is_refused_in_words(typed: str) -> None:
    with pytest.raises(UsageError, match=r"--turn-time is a time like .*, and 14 days at most") as caught:
        typed_seconds(typed, "--turn-time", LONGEST_TIME)
    assert len(str(caught.value)) < 150

"""Durations: how they are typed, and how they are said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual.content import Content

from citadels_tui.texts import Text, _, decimal, durations, say, table, translated
from citadels_tui.wording.errors import UsageError
from net.base.limits import CORRESPONDENCE

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_UNITS = {"": 1, "s": 1, "m": _MINUTE, "h": _HOUR, "d": _DAY}
_TYPED = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,3})?)([smhd]?)")

_WORDS = ((_DAY, durations.DAYS), (_HOUR, durations.HOURS), (_MINUTE, durations.MINUTES), (1, durations.SECONDS))
_SHORT = (
    (_DAY, durations.SHORT_DAYS),
    (_HOUR, durations.SHORT_HOURS),
    (_MINUTE, durations.SHORT_MINUTES),
    (1, durations.SHORT_SECONDS),
)


def typed_seconds(typed: str, option: str, most: int) -> float:
    """How many seconds are meant by a duration like 90, 90s, 15m, 12h or 2d.

    Args:
        typed: A number with its unit; without one it is seconds.
        option: The option it was typed for.
        most: How many seconds it may have.

    Raises:
        UsageError: when it is no duration, or too long.
    """
    found = _TYPED.fullmatch(typed)
    length = float(found[1]) * _UNITS[found[2]] if found else -1.0
    if not 0 <= length <= most:
        raise UsageError(
            "{option} is a time like 90, 15m, 12h or 2d, and {most} at most, not {value!r}",
            option=option,
            most=in_words(most),
            value=typed[:40],
        )
    return length


def in_words(seconds: float) -> str:
    """A duration in the largest unit that it is a whole number of."""
    return _said(seconds, _WORDS)


def in_short(seconds: float) -> str:
    """A duration in few letters."""
    return _said(seconds, _SHORT)


def time_left(seconds: float) -> str:
    """The rest of a time, like 1:05; hours and days are counted, and the minutes of days are not."""
    left = round(seconds)
    if left >= _DAY:
        return " ".join(_said(part, _SHORT) for part in (left // _DAY * _DAY, left % _DAY // _HOUR * _HOUR) if part)
    hours, minutes, rest = left // _HOUR, left // _MINUTE % 60, left % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def clock(turn_time: float, reserve: float) -> Iterator[Content]:
    """The clock of a table in sentences.

    Args:
        turn_time: Seconds for a decision; 0 when there is no clock.
        reserve: Seconds on top of it.
    """
    if not turn_time:
        yield Content(_(table.LOBBY_NO_CLOCK))
    elif reserve:
        yield say(table.LOBBY_CLOCK, time=in_words(turn_time), reserve=in_words(reserve))
    else:
        yield say(table.LOBBY_CLOCK_ALONE, time=in_words(turn_time))
    if turn_time >= CORRESPONDENCE:
        yield Content(_(table.LOBBY_CORRESPONDENCE))


def _said(seconds: float, units: tuple[tuple[int, Text], ...]) -> str:
    length, text = next((unit for unit in units if seconds >= unit[0] and not seconds % unit[0]), units[-1])
    amount = seconds / length
    return translated(text, round(amount)).format(amount=decimal(amount))

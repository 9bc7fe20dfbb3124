"""Progress bar: what is done, how much of how much, how fast, and how long it takes yet.

It stands on standard error while something lasts, where somebody sees it, and is gone afterwards. Nothing is written
into a file or a pipe, and `rich` is not loaded for one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from citadels_tui.texts import N_, _, decimal

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

Told = Callable[[float, float], None]
"""Told how much is done, and of how much: as often as somebody likes."""

A_SECOND, A_MINUTE, AN_HOUR = N_("{amount} a second"), N_("{amount} a minute"), N_("{amount} an hour")
_TENFOLD = 10


def pace(rate: float) -> str:
    """A rate as a person counts: a second, or a minute or an hour where less than one comes in that time.

    Args:
        rate: How many come in a second.
    """
    times = ((1, A_SECOND), (60, A_MINUTE), (3600, AN_HOUR))
    factor, text = next((each for each in times if rate * each[0] >= 1), times[-1])
    amount = rate * factor
    return _(text).format(amount=decimal(round(amount, 0 if amount >= _TENFOLD else 1)))


@contextmanager
def progress(words: str, unit: str = "", *, still: bool = False) -> Iterator[Told]:
    """Show how far something has come, for as long as it lasts.

    Args:
        words: What is done, translated.
        unit: Behind the count, as " MB"; "%" shows a share instead of a count and a rate.
        still: Draw only when something is told, so that nothing is disturbed that is measured meanwhile.

    Yields:
        What is to be told of it.
    """
    if not (sys.stderr and sys.stderr.isatty()):
        yield lambda _done, _total: None
        return
    with _bar(unit, still) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total, refresh=still)


def watched(
    items: Iterable[T], words: str, total: float, *, done: float = 0, size: Callable[[T], float] = lambda _: 1
) -> Iterator[T]:
    """Pass items on, and show how far they have come.

    Args:
        items: Each is done when the next one is asked for.
        words: What is done, translated.
        total: How much there is in all.
        done: How much was done before the first item.
        size: How much an item counts for.
    """
    with progress(words) as told:
        told(done, total)
        for each in items:
            yield each
            done += size(each)
            told(done, total)


def _bar(unit: str, still: bool) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class CountColumn(ProgressColumn):
        """The count, and of how many; or the share."""

        def render(self, task: Task) -> Text:
            if unit == "%":
                return Text(f"{task.percentage:>3.0f} %")
            return Text("" if task.total is None else f"{task.completed:.0f}/{task.total:.0f}{unit}")

    class RateColumn(ProgressColumn):
        """The rate."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(pace(speed) if speed and unit != "%" else "")

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(20),
        CountColumn(),
        RateColumn(),
        TimeRemainingColumn(),
    )
    return Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        auto_refresh=not still,
        # What is printed meanwhile stands above the bar, and in a file where it goes into one.
        redirect_stdout=bool(sys.stdout and sys.stdout.isatty()),
    )

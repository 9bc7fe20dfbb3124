"""Enter alone: how many of the coming deals of the day are won by pressing enter, and nothing else.

``scripts/bench --enter --games 30`` plays those of the next 30 days. In them the cursor rests on the first row of each
list; see `tests/support/client/enter.py`.
"""

from __future__ import annotations

from datetime import date


def report(first: date, days: int) -> str:
    """The figure in a line.

    Args:
        first: The first day.
        days: How many days.
    """
    from tests.support.client.enter import days_won

    return f"Enter alone wins {days_won(first, days)} of the {days} deals from {first} on."

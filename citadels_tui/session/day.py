"""Day: the deal of the day in the title of its table, so that a game that was left is still known for it."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

_TITLE = re.compile(r"daily (\d{4}-\d\d-\d\d)( practice)?")


class Day(NamedTuple):
    """The day whose deal is played."""

    date: date
    practice: bool = False
    """Whether it does not count: it was played before, or is of a day that is over."""

    @property
    def title(self) -> str:
        """The title of its table, the same in every language."""
        return f"daily {self.date}{' practice' * self.practice}"

    @classmethod
    def read(cls, title: str) -> Day | None:
        """The day that a title names; None when it is another title."""
        found = _TITLE.fullmatch(title)
        if found is None:
            return None
        try:
            return cls(date.fromisoformat(found[1]), bool(found[2]))
        except ValueError:
            return None

"""What the pages say of the engine."""

from __future__ import annotations

import re

from engine import Move
from tests.support.root import ROOT


def rows(page: str, heading: str) -> list[str]:
    """The first cells of the table behind a heading."""
    section = (ROOT / "docs" / page).read_text(encoding="utf-8").split(f"## {heading}", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


VERBS = {Move.parse(text).verb for text in rows("notation.md", "Verbs")} - {"undo"}
"""Of moves that a game offers: what is taken back is taken back by whoever keeps its history."""

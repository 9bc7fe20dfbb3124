"""Plain English: headings and the first lines of modules name a thing, and ask no riddles."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
RIDDLE = re.compile(r"(What|Who|Whom|Whose|Whether|Which|Why|Where|How)\b")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "engine" / "rulings" / "README.md"]


def test_no_heading_is_a_riddle() -> None:
    headings = [
        (page.name, title)
        for page in PAGES
        for title in re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(headings) > 50
    assert [each for each in headings if RIDDLE.match(each[1])] == []


def test_no_module_begins_with_a_riddle() -> None:
    modules = [path for package in ("engine", "net", "citadels_tui") for path in (ROOT / package).rglob("*.py")]
    told = {path: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "" for path in modules}
    assert len(told) > 100
    assert [str(path.relative_to(ROOT)) for path, text in told.items() if RIDDLE.match(text)] == []

"""The pages that lead a newcomer name files, functions, folders, commands and links that are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from citadels_tui.cli.parser import understand
from tests.support.root import ROOT

PACKAGES = ("engine", "net", "citadels_tui")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "engine" / "rulings" / "README.md"]
GUIDES = ("README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md")


def read(page: str | Path) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@cache
def names(file: Path) -> set[str]:
    """Everything a module or one of its classes defines, as ``Class.method``."""
    found: set[str] = set()

    def collect(body: list[ast.stmt], owner: str) -> None:
        for part in body:
            if isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(owner + part.name)
                if isinstance(part, ast.ClassDef):
                    collect(part.body, f"{owner}{part.name}.")
            elif isinstance(part, ast.Assign | ast.AnnAssign):
                targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                found.update(owner + target.id for target in targets if isinstance(target, ast.Name))

    collect(ast.parse(read(file)).body, "")
    return found


def there(named: str) -> bool:
    path, _, name = named.partition("::")
    return (ROOT / path).exists() and (not name or name in names(ROOT / path))


@pytest.mark.parametrize("page", GUIDES)
def test_names_in_a_guide_exist(page: str) -> None:
    named = re.findall(r"`((?:engine|net|citadels_tui|tests|docs|scripts)/[\w./]*(?:::[\w.]+)?)`", read(page))
    named = [each for each in named if not re.search(r"EDITION|CARD", each)]
    assert named
    assert [each for each in named if not there(each)] == []


def test_the_drawing_has_every_room_and_no_other() -> None:
    drawing = read("docs/architecture.md").split("```")[1]
    drawn: list[str] = []
    parents: list[str] = []
    for indent, name in re.findall(r"^( *)(\w+)/ +\S", drawing, re.MULTILINE):
        parents[len(indent) // 2 :] = [name]
        drawn.append("/".join(parents))
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    # Data alone.
    rooms = {"engine/rulings", *(str(path.parent.relative_to(ROOT)) for path in modules)}
    assert sorted(drawn) == sorted(rooms)


def test_the_glossary_is_alphabetical_and_says_where() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| .+ \| (.+) \|$", read("docs/glossary.md"), re.MULTILINE)
    words = [word for word, _ in rows]
    assert words == sorted(set(words))
    assert all(re.fullmatch(r"`\w+/[\w/]+\.py`(, `\w+/[\w/]+\.py`)*", place) for _, place in rows)
    for page in ("CONTRIBUTING.md", "docs/architecture.md"):
        assert "glossary.md)" in read(page)


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    titles = re.findall(r"^#+ (.*)", read(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", read(page)):
        file = page.parent / target if target else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_row_has_more_cells_than_its_header(page: Path) -> None:
    """A reader would not see them."""
    width = 0
    for number, line in enumerate(read(page).splitlines(), 1):
        cells = len(re.findall(r"(?<!\\)\|", line)) - 1 if line.startswith("|") else 0
        assert not width or cells <= width, f"line {number}"
        width = (width or cells) if cells else 0


def test_every_command_of_the_readme_is_understood() -> None:
    typed = re.findall(r"(?:^|`)citadels(?: |(?=[`\n]))([^`\n]*)", read("README.md"), re.MULTILINE)
    assert len(typed) > 10
    for words in typed:
        if words == "--help":
            continue
        # The language is taken out before the rest is understood (see tests/project/test_languages.py).
        understand(re.sub(r"--lang \w\w", "", words).split())

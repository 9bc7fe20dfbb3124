"""Plain English: headings and the first lines of modules name a thing, and ask no riddles."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support.root import ROOT

PACKAGES = ("engine", "net", "citadels_tui")
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
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    told = {path: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "" for path in modules}
    assert len(told) > 100
    assert [str(path.relative_to(ROOT)) for path, text in told.items() if RIDDLE.match(text)] == []


def test_no_class_begins_with_a_riddle_and_no_function_with_what_or_who() -> None:
    """A truth value may be told by *whether*, a measure by *how*, a step of the engine by the question it asks."""
    found: list[str] = []
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for part in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                told = (ast.get_docstring(part) or "").partition("\n")[0]
                riddle = RIDDLE if isinstance(part, ast.ClassDef) else re.compile(r"(What|Who|Whom|Whose)\b")
                found += [f"{path.name}: {part.name}"] if riddle.match(told) and "?" not in told else []
    assert found == []


WITHOUT_ANTECEDENT = re.compile(r"\b(?:for|of|on|to|from|by|with) who\b")
FOREIGN = re.compile(r"\bdearer\b|\ball the same\b")


def test_who_refers_to_somebody_and_no_idiom_is_foreign() -> None:
    texts = [(page.name, page.read_text(encoding="utf-8")) for page in PAGES]
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            parsed = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            texts += [
                (path.name, part.value.value)
                for part in parsed
                if isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ]
    found = [(name, each[0]) for name, text in texts for each in WITHOUT_ANTECEDENT.finditer(" ".join(text.split()))]
    found += [(name, each[0]) for name, text in texts for each in FOREIGN.finditer(" ".join(text.split()))]
    assert found == []


MOST_WORDS = 40
SHORT_SENTENCES = (
    "README.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "engine/rulings/README.md",
    "docs/bots.md",
    "docs/engine.md",
    "docs/glossary.md",
    "docs/review.md",
    "docs/api.md",
    "docs/own_bot.md",
    "docs/notation.md",
    "docs/events.md",
    "docs/setups.md",
    "docs/shuffle.md",
    "docs/reinforcement.md",
    "docs/languages.md",
    "docs/reliability.md",
    "docs/scaling.md",
    "docs/protocol.md",
    "docs/architecture.md",
    "docs/hosting.md",
    "docs/fairness.md",
    "docs/security.md",
)
"""The pages without a longer sentence; those that are not here yet still have some."""


def sentences(page: str) -> list[str]:
    """The sentences of a page: each cell, point and paragraph by itself, a link or a piece of code as one word."""
    page = re.sub(r"^```.*?^```|^ {4}(?![*\d])\S.*?$|^#.*?$", "\n", page, flags=re.DOTALL | re.MULTILINE)
    page = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", page)
    page = re.sub(r"`[^`]*`", "Code", page)
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[*-]|\d+\.) )|\|", page)
    found = [
        part for block in blocks for part in re.split(r"(?<=[.!?])[)\"*]*\s+(?=\W*[A-Z])", " ".join(block.split()))
    ]
    # Neither rows of figures nor a message's fields.
    return [each for each in found if re.search(r"[a-z]{2}", each) and not re.match(r"[a-z_]+\??: \S", each)]


def too_long(page: str) -> list[str]:
    return [each for each in sentences(page) if len(re.findall(r"[^\W_]\S*", each)) > MOST_WORDS]


def test_long_sentences_are_found() -> None:
    page = (
        "# A\n\n    code\n\nOne two.  `a b` is\nthree: four.\n\n* Six [seven\neight](x.md).\n* Nine\n\n| ten | 1, 2 |\n"
    )
    assert sentences(page) == ["One two.", "Code is three: four.", "* Six seven eight.", "* Nine", "ten"]
    words = " word" * MOST_WORDS
    assert too_long(f"Short. A{words.removesuffix(' word')}.") == []
    assert too_long(f"Short. A{words}.") == [f"A{words}."]


@pytest.mark.parametrize("page", SHORT_SENTENCES)
def test_no_sentence_has_more_than_40_words(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert sentences(text)
    assert too_long(text) == []


CAUSATIVE = re.compile(r"(?:Has|Have) (?:the|a|an|all|it|them|those|that|what|whoever|something|somebody|so)\b")


def test_no_docstring_begins_with_a_causative() -> None:
    """*Have the writer save a change* is read twice; *Hand a change to the writer* once."""
    found: list[str] = []
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for part in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                found += [f"{path.name}:{part.lineno}"] if CAUSATIVE.match(part.value.value) else []
    assert found == []


RETIRED_MODULES = {"beats", "casting", "companions", "doors", "leaf", "room_names", "ssh_door", "web_door"}
"""Private words for a highlight, the choice of a setup, local players, a connector, a certificate, a slug, a server."""
RETIRED_NAMES = re.compile(
    r"\b(?:Beat|Door|Doors|Leaf|Way|by_the_day|guest_token|is_room|usher|GuestWaits|TakeGuest|room_name"
    r"|Mind|_minds?|[wW]atchers?|[gG]reet(?:ed|ers|ing)?|TableRestorer|client_of)\b"
)


def test_private_words_stay_replaced_by_the_usual_ones() -> None:
    sources = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert sorted(path.stem for path in sources if path.stem in RETIRED_MODULES) == []
    found = [(path.name, each[0]) for path in sources for each in RETIRED_NAMES.finditer(path.read_text("utf-8"))]
    assert found == []
    # In the documents a guest comes by SSH or in a browser, and by no door.
    assert [page.name for page in PAGES if re.search(r"\bdoors?\b", page.read_text(encoding="utf-8"))] == []


def test_a_bare_who_is_not_the_subject_of_a_guide() -> None:
    """*A player who leaves*, not *Who leaves*: in guides, tables included, it reads as a question."""
    guides = ("README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md")
    rows = [line for page in guides for line in (ROOT / page).read_text(encoding="utf-8").splitlines()]
    assert [line for line in rows if re.match(r"(?:\| |\* |- )?Who (?!writes)\w+ \w+", line)] == []


def test_one_thing_has_one_name() -> None:
    """A commitment, a share, the seed and an event were called by several words once."""
    retired = re.compile(r"\b(?:un)?pledge|\bentropy\b|\bhappening", re.IGNORECASE)
    places = [*PAGES, *(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))]
    assert len(places) > 100
    assert [place.name for place in places if retired.search(place.read_text(encoding="utf-8"))] == []


PACKAGES = ("engine", "net", "citadels_tui")
SUBJECTS = ("commands", "screens", "texts", "by_card")
"""Rooms whose modules are named after what they are about: the screen, the command and the texts of the same thing."""
TWICE = {"errors", "crash", "session"}
"""Modules whose package says whose they are: its errors, its side of a crash report, its session."""


def modules() -> list[Path]:
    return [path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]


def test_one_class_has_one_name() -> None:
    """A reader who meets a class in one room must not take it for another of the same name."""
    named: dict[str, list[str]] = {}
    for path in modules():
        for part in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
            if isinstance(part, ast.ClassDef):
                named.setdefault(part.name, []).append(str(path))
    assert len(named) > 400
    assert {name: paths for name, paths in named.items() if len(paths) > 1} == {}


def test_a_module_shares_its_name_only_where_the_room_gives_the_meaning() -> None:
    named: dict[str, list[str]] = {}
    for path in modules():
        if path.stem != "__init__" and path.parent.name not in SUBJECTS:
            named.setdefault(path.stem, []).append(str(path))
    assert len(named) > 100
    assert {name: paths for name, paths in named.items() if len(paths) > 1 and name not in TWICE} == {}
    assert all(len(named[name]) > 1 for name in TWICE)

"""The documents say what the code does."""

from __future__ import annotations

import ast
import doctest
import re
import tomllib

import pytest

import engine
from citadels_tui.rulings import run
from engine.card import VERBS
from engine.cards import CHARACTERS, DISTRICTS
from engine.cards.characters.rank8 import Raider
from engine.move import Move
from tests.support.engine.documented import rows
from tests.support.root import ROOT

DOCS = ROOT / "docs"
SOURCES = [path.read_text(encoding="utf-8") for path in (DOCS.parent / "engine").rglob("*.py")]


def test_the_public_api_example_runs() -> None:
    assert doctest.testmod(engine).failed == 0
    assert doctest.testmod(engine).attempted > 0


def blocks(page: str, language: str) -> list[str]:
    """The pieces of code of a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("page", "least"), [("api.md", 30), ("own_bot.md", 6)])
@pytest.mark.slow
def test_the_examples_of_the_pages_for_programs_run(page: str, least: int) -> None:
    text = "\n".join(block for block in blocks(page, "python") if block.startswith(">>>"))
    examples = doctest.DocTestParser().get_doctest(text, {}, page, None, None)
    assert len(examples.examples) >= least
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_plug_in_of_the_page_about_own_bots_is_the_sample() -> None:
    (shown,) = blocks("own_bot.md", "toml")
    sample = (DOCS / "sample_bot" / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(shown)["project"].items() <= tomllib.loads(sample)["project"].items()
    (piece,) = [block for block in blocks("own_bot.md", "python") if not block.startswith(">>>")]
    assert piece in (DOCS / "sample_bot" / "citadels_miser.py").read_text(encoding="utf-8")


def test_the_page_about_the_library_names_everything_public() -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    assert [name for name in engine.__all__ if not re.search(rf"\b{name}\b", page)] == []


def test_every_verb_of_the_code_is_in_the_notation_and_the_other_way_round() -> None:
    documented = {Move.parse(text).verb for text in rows("notation.md", "Verbs")}
    cards = [card for catalogue in (*CHARACTERS.values(), *DISTRICTS.values()) for card in catalogue.values()]
    used = {verb for card in cards for verb in card.verbs}
    for source in SOURCES:
        used |= set(re.findall(r'(?:Move|made|naming)\(\s*"([a-z]+)"', source))
    used |= {"pick", "aside", *(card.verb_ for card in cards if isinstance(card, Raider))}
    assert documented == used - {"nonsense"}


def test_each_file_of_characters_names_all_of_them() -> None:
    for rank in range(1, 10):
        module = f"engine.cards.characters.rank{rank}"
        cards = [card for catalogue in CHARACTERS.values() for card in catalogue.values()]
        names = {card.name for card in cards if type(card).__module__ == module}
        # A compiled module has no docstring.
        source = (DOCS.parent / f"engine/cards/characters/rank{rank}.py").read_text(encoding="utf-8")
        said = ast.get_docstring(ast.parse(source)) or ""
        assert sorted(names) == sorted(said.partition(": ")[2].rstrip(".").split(", "))


def test_a_method_with_the_name_of_a_verb_is_marked_as_one() -> None:
    for path in (DOCS.parent / "engine" / "cards").rglob("*.py"):
        for made in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for part in made.body if isinstance(made, ast.ClassDef) else ():
                if isinstance(part, ast.FunctionDef) and part.name in VERBS:
                    assert [ast.unparse(mark) for mark in part.decorator_list] == ["verb"], part.name


def test_every_move_in_the_notation_parses_and_prints_the_same() -> None:
    for text in rows("notation.md", "Verbs"):
        assert str(Move.parse(text)) == text


def test_the_ruling_in_the_notation_holds() -> None:
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert run(example) == "The Thief gets the gold when the robbed character is called, before its income"


def test_every_key_of_a_ruling_is_in_the_notation() -> None:
    section = (DOCS / "notation.md").read_text(encoding="utf-8").split("## Rulings", 1)[1]
    documented = set(re.findall(r"`([^`]+)`", " ".join(re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE))))
    for path in (DOCS.parent / "engine" / "rulings").rglob("*.toml"):
        ruling = tomllib.loads(path.read_text(encoding="utf-8"))
        players = [ruling[key] for key in ruling if re.fullmatch(r"p\d", key)]
        expected = [re.sub(r"^p\d\.", "pN.", key) for step in ruling["step"] for key in step.get("expect", ())]
        used = {*ruling, *ruling.get("table", ()), *(key for player in players for key in player), *expected}
        assert {key for key in used if not re.fullmatch(r"p\d", key)} <= documented, path.name

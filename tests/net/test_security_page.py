"""What the page about security names is there."""

from __future__ import annotations

import re

import pytest

from tests.support.root import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
SECTIONS = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:]}


def test_every_test_that_is_named_exists() -> None:
    assert [(file, test) for file, test in TESTS if not defined(file, test)] == []


def defined(file: str, test: str) -> bool:
    """Whether a file has a test."""
    return bool(re.search(rf"^(async )?def {test}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE))


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"`((?:engine|net|citadels_tui|tests)/[\w/]+\.py)[`:]", PAGE))
    assert len(named) > 30
    assert [file for file in named if not (ROOT / file).is_file()] == []


def test_every_adversary_has_a_promise_a_mechanism_and_a_test() -> None:
    assert len(SECTIONS) >= 13
    for title, text in SECTIONS.items():
        if title != "Not promised":
            assert all(word in text for word in ("**Promise.**", "**How.**", "**Shown by**")), title
            assert re.search(r"`tests/[\w/]+\.py::test_\w+`", text), title


@pytest.mark.parametrize("page", ["README.md", "docs/fairness.md", "docs/hosting.md"])
def test_the_page_is_found_from_others(page: str) -> None:
    assert "security.md)" in (ROOT / page).read_text(encoding="utf-8")

"""The pictures of the README: whole, self-contained, and without traces of the machine they were made on."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.root import ROOT

PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_needs_nothing_from_elsewhere(path: Path) -> None:
    text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"))
    ElementTree.fromstring(text)
    assert set(re.findall(r"https?://[^\"')\s]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"/(home|root|tmp|work|Users)/", text)


def test_the_film_moves_and_stands_on_its_first_frame_without_animations() -> None:
    (film,) = (path.read_text(encoding="utf-8") for path in PICTURES if path.stem == "film")
    shown = set(re.findall(r'<g class="(t\d+-\d+)">', film))
    timed = dict(re.findall(r"\.(t\d+-\d+)\{visibility:(\w+);animation:\1 [\d.]+s step-end infinite\}", film))
    assert len(shown) > 20
    assert shown <= set(timed)
    assert all((still == "visible") == name.startswith("t0-") for name, still in timed.items())
    # No empty bar of a window above it.
    moved = re.search(r'<g transform="translate\(9, (\d+)\)"', film)
    assert moved
    assert int(moved[1]) < 20

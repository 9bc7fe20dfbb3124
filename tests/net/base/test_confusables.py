"""Which names look alike."""

from __future__ import annotations

import pytest

from net.base.confusables import alike, skeleton

LOOKALIKES = (
    "\u0410da",  # Cyrillic
    "\u0410d\u0430",
    "\u0391da",  # Greek
    "\uff21\uff44\uff41",  # full width
    "\U0001d400\U0001d41d\U0001d41a",  # mathematical
    "\u24b6da",  # in a circle
    "\u1d2cda",  # superscript
    "ADA",
    "A da",
    "Ada.",
    "Ada\u2665",
)
"""Names beside which nobody can tell who "Ada" is."""


@pytest.mark.parametrize("name", LOOKALIKES, ids=ascii)
def test_lookalikes(name: str) -> None:
    assert alike("Ada", name)
    assert alike(name, "Ada")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Iris", "lris"),
        ("iris", "IRIS"),
        ("Bo", "\u0412\u043e"),  # Cyrillic letters that look like it as capitals only
        ("bo", "\u0412O"),
        ("Tom", "Torn"),
        ("OLAF", "0laf"),
        ("p1", "pl"),
        ("host", "\u04bb\u043e\u0455t"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645"),
        ("\u0d2e\u0d4b\u0d39\u0d28\u0d4d\u200d", "\u0d2e\u0d4b\u0d39\u0d28\u0d4d"),
        ("\u05e1\u05d9\u05d5\u05df", "\u05e1\u05d9\u05d5\u05df "),
    ],
    ids=ascii,
)
def test_letters_that_look_alike_as_capitals_or_as_small_ones(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ida"),
        ("Ada", "Ada 2"),
        ("Ada 2", "Ada 3"),
        ("M\u00fcller", "Muller"),
        ("\u5c71\u7530", "\u5c71\u53e3"),
        ("\u0645\u062d\u0645\u062f", "\u0623\u062d\u0645\u062f"),
        ("Iris", "Idis"),
    ],
    ids=ascii,
)
def test_other_names_are_told_apart(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_skeleton_is_that_of_unicode_s_table() -> None:
    """Examples of UTS 39."""
    assert skeleton("\U0001d52d\U0001d4b6\u1eff\U0001d561\U0001d552\u2113") == skeleton("paypal")
    assert skeleton("\u0441\u0441") == skeleton("cc")
    assert skeleton("rn") == skeleton("m") == "rn"

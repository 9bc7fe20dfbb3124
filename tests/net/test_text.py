"""Names and chat: what may pass, and what must not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.text import CHAT_CHARS, NAME_CELLS, TextError, cells, clean_chat, clean_name

HOSTILE = [
    "",
    " ",
    "a\nb",
    "a\tb",
    "a\r",
    "\x1b]0;title\x07",
    "\x1b[2J",
    "\x9b31m",
    "a\x00",
    "abc\u202edef",
    "\u2066abc\u2069",
    "\u200fabc",
    "a\u200bb",
    "a\u200db",
    "\ufeffa",
    "a\u00adb",
    "a\u2028b",
    "a\u3164b",
    "\u2800",
    "\u115f\u1160",
    "\ud800",
    "\ue000",
    "\U000e0041",
    "a" + "\u0301" * 8,
    "\u0301a",
    "x" * 25,
    "\u4e2d" * 13,
    "---",
    "a\u00a0b",
    "\ufe0f",
]


@pytest.mark.parametrize("raw", HOSTILE, ids=ascii)
def test_a_hostile_name_is_refused_in_words(raw: str) -> None:
    with pytest.raises(TextError) as caught:
        clean_name(raw)
    told = str(caught.value)
    assert told.startswith(("it ", "the "))
    assert told.isascii()
    assert told.isprintable()


@pytest.mark.parametrize(
    "raw",
    [
        "Ada",
        "Jürgen",
        "O'Brien-Smith",
        "山田太郎",
        "Łukasz 2",
        "[@click=app.quit]x[/]",
        "[/b]",
        "🂡 Ace",
        "Ñandú",
        "محمد",
    ],
)
def test_a_plain_name_passes_unchanged(raw: str) -> None:
    assert clean_name(raw) == raw


def test_a_name_is_normalised_and_trimmed() -> None:
    assert clean_name("  Jose\u0301  B ") == "José B"
    assert clean_name("x" * NAME_CELLS) == "x" * NAME_CELLS


@given(st.text(max_size=60))
def test_whatever_passes_is_visible_normal_and_fits(raw: str) -> None:
    try:
        name = clean_name(raw)
    except TextError:
        return
    assert 0 < cells(name) <= NAME_CELLS
    assert name == unicodedata.normalize("NFC", name)
    assert name.isprintable()
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert clean_name(name) == name


def test_chat_may_be_longer_but_not_endless() -> None:
    assert clean_chat("well played!   ") == "well played!"
    assert clean_chat("x" * CHAT_CHARS)
    for raw in ("x" * (CHAT_CHARS + 1), "x" * 100_000, "two\nlines", "", "\x1b[31mred"):
        with pytest.raises(TextError):
            clean_chat(raw)

"""Where the screen is touched no sentence of a screen tells anybody to press a key."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import citadels_tui.texts
from citadels_tui.texts import TOUCH, _, help, table, translated
from citadels_tui.texts.touch import TAPS

PRESSED = re.compile(
    r"\b(press|escape|ctrl|shift|click|arrow keys?|up and down|up/down|left/right|this terminal|the key [a-z])\b"
    r"|\benter\b(?! its)|\((\w) copies",
    re.IGNORECASE,
)
ELSEWHERE = {
    *("arena", "backup", "bots", "command_line", "doctor", "folders", "plain", "serve", "simulate", "verify"),
    *("showing", "catalogue"),
}
"""Words of the shell, of the mode without a screen, and of a page for a mouse."""
STILL = re.compile(r"^(Press the new key for: |one click, single click|two clicks, double click|This needs a terminal)")
"""A key is meant, or other words by which something is found."""


def sentences() -> Iterator[str]:
    """The texts of the screens, but for those of `TAPS`."""
    for path in sorted(Path(citadels_tui.texts.__path__[0]).rglob("*.py")):
        if path.stem in ELSEWHERE | {"touch"}:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
                (text,) = node.args
                assert isinstance(text, ast.Constant)
                yield str(text.value)


def test_every_sentence_that_names_a_key_has_one_for_a_finger() -> None:
    replaced = {each for text in TAPS for each in ([text] if isinstance(text, str) else text)}
    wrong = [text for text in sentences() if PRESSED.search(text) and text not in replaced and not STILL.match(text)]
    assert wrong == []


def test_a_sentence_for_a_finger_names_no_key_and_keeps_what_is_filled_in() -> None:
    for text, tapped in TAPS.items():
        pairs = [(text, tapped)] if isinstance(text, str) else zip(text, tapped, strict=True)
        for before, after in pairs:
            assert isinstance(before, str)
            assert isinstance(after, str)
            assert set(re.findall(r"{\w+}", before)) == set(re.findall(r"{\w+}", after)), after
            assert not re.search(r"\b(escape|ctrl|click|terminal)\b", after), after


@pytest.mark.parametrize(("finger", "title", "copied"), [("1", "Help", "browser"), ("", help.TITLE, "terminal")])
def test_wherever_a_sentence_is_said_it_is_the_one_for_a_finger(
    finger: str, title: str, copied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOUCH, finger)
    assert _(help.TITLE) == title
    assert copied in translated(table.MARKED_COPIED, 3)

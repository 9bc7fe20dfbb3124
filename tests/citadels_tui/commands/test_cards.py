from __future__ import annotations

import json
import re

import pytest

from citadels_tui.cli.main import GOOD, USAGE, main
from citadels_tui.texts import speak
from citadels_tui.texts.catalogue import ENGLISH
from engine.editions import EDITIONS


def test_cards_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--json"]) == GOOD
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"characters", "districts", "action_cards", "presets"}
    castle = next(each for each in found["districts"] if each["id"] == "castle")
    assert castle == {
        "id": "castle",
        "names": {"de": "Schloss", "en": "Castle", "nl": "Kasteel"},
        "type": "noble",
        "cost": 4,
        "points": 4,
        "copies": 4,
        "text": "",
    }
    gate = next(each for each in found["districts"] if each["id"] == "dragon_gate")
    assert (gate["cost"], gate["points"]) == (6, 8)
    assert sum(each["copies"] for each in found["districts"] if each["type"] != "unique") == 54
    assert all(each["text"] for each in found["characters"])
    assert all(each["text"] for each in found["districts"] if each["type"] == "unique")
    assert "first_game" in [each["id"] for each in found["presets"]]


def test_cards_as_data_tell_what_they_do_in_the_language_that_is_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        assert main(["cards", "--json", "--lang", "de"]) == GOOD
    finally:
        speak(ENGLISH)
    found = json.loads(capsys.readouterr().out)
    texts = {each["id"]: each["text"] for kind in ("characters", "districts", "action_cards") for each in found[kind]}
    assert texts["king"].startswith("Nimm die Krone")
    assert texts["castle"] == ""
    assert not [id for id, text in texts.items() if " the " in text]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("bishop", ["CHARACTERS", "5 Bishop"]),
        ("bischof", ["CHARACTERS", "5 Bishop"]),
        ("dragon GATE", ["DISTRICTS", "Dragon Gate"]),
        ("dragon_gate", ["DISTRICTS", "Dragon Gate"]),
        ("first_game", ["PRESETS", "First game (first_game)", "  characters Assassin, ", "  uniques "]),
    ],
)
def test_a_card_is_asked_for_by_its_name(words: str, shown: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", *words.split()]) == GOOD
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(shown)
    for line, begin in zip(lines, shown, strict=True):
        assert line.startswith(begin)


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_what_a_preset_has_stands_one_below_the_other(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "first_game", "--lang", language]) == GOOD
    characters, uniques = (line for line in capsys.readouterr().out.splitlines() if line.startswith("  "))
    begin = re.compile(r"  \w+ +")
    assert len(begin.findall(characters)[0]) == len(begin.findall(uniques)[0])


def test_of_an_unknown_card_it_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "bischop", "of", "york"]) == USAGE
    assert capsys.readouterr().err == "citadels: there is no card 'bischop of york' in deluxe\n"
    assert main(["cards", "abbot", "--edition", "classic", "--json"]) == USAGE
    assert main(["cards", "abbot", "--json"]) == GOOD
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [each["id"] for each in found["characters"]] == ["abbot"]
    assert found["districts"] == found["presets"] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_to_read(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--edition", edition]) == GOOD
    out = capsys.readouterr().out
    for word in ("CHARACTERS", "Warlord", "Town Hall", EDITIONS[edition].presets[0].name):
        assert word in out
    assert ("Fortune Teller" in out) == bool(EDITIONS[edition].actions)

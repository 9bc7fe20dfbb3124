"""Golden playthroughs play as they did, and leave no card out.

After an intended change: ``python -m tests.engine.golden --write``, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import EDITIONS
from engine.cards import CHARACTERS, DISTRICTS
from engine.event import KINDS
from tests.engine import golden
from tests.engine.golden import FOLDER, GAMES, read, shown, transcript
from tests.support.engine.documented import rows
from tests.support.engine.games import BOXES

TEXTS = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_plays_as_it_did(name: str) -> None:
    assert transcript(*read(TEXTS[name])).splitlines() == TEXTS[name].splitlines()


def test_every_edition_and_number_of_players_has_a_golden_game() -> None:
    assert [box for box, _ in GAMES.values()] == BOXES
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)


SHOWN = set().union(*(shown(GAMES[name][0].edition, text) for name, text in TEXTS.items()))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_and_every_character_is_in_a_golden_game(
    edition: str,
) -> None:
    assert {word for where, word in SHOWN if where == edition} == {*DISTRICTS[edition], *CHARACTERS[edition]}


def test_every_kind_of_event_is_told() -> None:
    assert {word for where, word in SHOWN if where == "event"} == set(KINDS) - {"undo"}


def test_every_verb_is_played() -> None:
    documented = {text.split()[0] for text in rows("notation.md", "Verbs")}
    assert {word for where, word in SHOWN if where == "verb"} == documented - {"undo"}


def test_a_golden_game_replaces_a_redundant_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twins = {name: GAMES[name] for name in ("deluxe-2", "deluxe-3")}
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "GAMES", twins)
    for name in twins:
        (tmp_path / f"{name}.txt").write_text(TEXTS["deluxe-3"], encoding="utf-8")
    changed = golden.find("wizard")
    assert changed in twins
    assert ("deluxe", "wizard") in shown("deluxe", (tmp_path / f"{changed}.txt").read_text(encoding="utf-8"))
    assert golden.find("no_such_card", most=1) is None

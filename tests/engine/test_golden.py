"""Golden playthroughs play as they did, and leave no card out.

After an intended change: ``python -m tests.engine.golden --write``, and read the difference.
"""

from __future__ import annotations

import re

import pytest

from engine.cards import CHARACTERS, DISTRICTS
from engine.event import KINDS
from tests.engine.games import SEATS
from tests.engine.golden import FOLDER, GAMES, read, transcript
from tests.engine.test_docs import rows

TEXTS = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES}
ALL = "\n".join(TEXTS.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_plays_as_it_did(name: str) -> None:
    assert transcript(*read(TEXTS[name])).splitlines() == TEXTS[name].splitlines()


def test_every_number_of_players_has_a_game_and_every_file_is_one() -> None:
    assert sorted(players for players, _ in GAMES.values()) == list(SEATS)
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)


def test_every_district_comes_into_a_city() -> None:
    assert set(re.findall(r"^  enter .*card=([a-z_]+)", ALL, re.MULTILINE)) == set(DISTRICTS)


def test_every_character_takes_a_turn() -> None:
    met: set[str] = set()
    for text in TEXTS.values():
        characters = re.findall(r"^characters: (.+)$", text, re.MULTILINE)[0].split(", ")
        met |= {characters[int(rank) - 1] for rank in re.findall(r"^  reveal p\d rank=(\d)", text, re.MULTILINE)}
    assert met == set(CHARACTERS)


def test_every_kind_of_event_is_told() -> None:
    assert set(re.findall(r"^  ([a-z_]+)", ALL, re.MULTILINE)) == set(KINDS)


def test_every_verb_is_played() -> None:
    documented = {text.split()[0] for text in rows("notation.md", "Verbs")}
    assert set(re.findall(r"^p\d: ([a-z]+)", ALL, re.MULTILINE)) == documented

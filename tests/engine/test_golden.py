"""Golden playthroughs play as they did, and leave no card out.

After an intended change: ``python -m tests.engine.golden --write``, and read the difference.
"""

from __future__ import annotations

import re

import pytest

from engine import EDITIONS
from engine.cards import CHARACTERS, DISTRICTS
from engine.event import KINDS
from tests.engine.games import BOXES
from tests.engine.golden import FOLDER, GAMES, read, transcript
from tests.engine.test_docs import rows

TEXTS = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in GAMES}
ALL = "\n".join(TEXTS.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_plays_as_it_did(name: str) -> None:
    assert transcript(*read(TEXTS[name])).splitlines() == TEXTS[name].splitlines()


def test_every_edition_and_number_of_players_has_a_game_and_every_file_is_one() -> None:
    assert [box for box, _ in GAMES.values()] == BOXES
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)


def of_edition(edition: str) -> list[str]:
    """The transcripts of an edition's games."""
    return [text for name, text in TEXTS.items() if GAMES[name][0].edition == edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_comes_into_a_city_or_is_played_or_scores_from_a_hand(edition: str) -> None:
    told = "\n".join(of_edition(edition))
    met = set(re.findall(r"^  (?:enter|play) .*card=([a-z_]+)", told, re.MULTILINE))
    met |= set(re.findall(r"^  score .*note=([a-z_]+)", told, re.MULTILINE)) & set(DISTRICTS[edition])
    assert met == set(DISTRICTS[edition])


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_character_takes_a_turn(edition: str) -> None:
    met: set[str] = set()
    for text in of_edition(edition):
        characters = re.findall(r"^characters: (.+)$", text, re.MULTILINE)[0].split(", ")
        met |= {characters[int(rank) - 1] for rank in re.findall(r"^  reveal p\d rank=(\d)", text, re.MULTILINE)}
    assert met == set(CHARACTERS[edition])


def test_every_kind_of_event_is_told() -> None:
    assert set(re.findall(r"^  ([a-z_]+)", ALL, re.MULTILINE)) == set(KINDS) - {"undo"}


def test_every_verb_is_played() -> None:
    documented = {text.split()[0] for text in rows("notation.md", "Verbs")}
    assert set(re.findall(r"^p\d: ([a-z]+)", ALL, re.MULTILINE)) == documented - {"undo"}

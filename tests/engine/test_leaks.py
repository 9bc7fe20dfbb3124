"""Leaks are found wherever one is planted, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from engine import EDITIONS, Rules, State, new_game
from engine.ruleset import ruleset
from tests.support.engine.compiled import replaces_code
from tests.support.engine.games import random_rules
from tests.support.engine.planted_leaks import AGENTS, CLASSIC, EMISSARIES, FIXED, KNOWN, LEAKS, ORIGINALS, Plant, Setup
from tests.support.engine.secrecy import LEARNERS, SHOWN, Leak, deed, watch


def search(setup: Setup, games: int, first: int = 0) -> None:
    """Look for a leak in games of that setup; everybody begins with some more gold, so that much is built."""
    for number in [*range(first, games), *range(first)]:
        g = new_game(Rules.make((3, 5, 7)[number % 3], **setup), Random(number).randbytes(32))
        for p in g.players:
            p.gold += 6
        watch(g, number)


@pytest.fixture
def planting(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Changes cards; tables, which keep hooks, are made anew before and after."""
    ruleset.cache_clear()
    yield monkeypatch
    ruleset.cache_clear()


def marks(number: int, plant: Plant) -> list[pytest.MarkDecorator]:
    """A third of the leaks is planted in every run."""
    return [replaces_code] * (plant in FIXED) + [pytest.mark.thorough] * (number % 3 > 0)


@pytest.mark.parametrize(
    ("plant", "setup"),
    [pytest.param(*leak, marks=marks(number, leak[0])) for number, leak in enumerate(LEAKS)],
    ids=lambda value: getattr(value, "__name__", ""),
)
@pytest.mark.slow
def test_a_planted_leak_is_found(plant: Plant, setup: Setup, planting: pytest.MonkeyPatch) -> None:
    plant(planting)
    with pytest.raises(Leak):
        search(setup, 200, KNOWN.get(plant, 0))


@pytest.mark.slow
@pytest.mark.thorough
def test_without_a_plant_the_same_search_finds_nothing() -> None:
    for setup in (AGENTS, ORIGINALS, EMISSARIES, CLASSIC):
        search(setup, 3)


NEEDED = {
    "theater": ("theater",),
    "offer": ("museum",),
    "end": ("park",),
    "hospital": ("hospital", "library"),
    "search": ("lighthouse",),
}
"""Districts without which an entry is of no use."""


@pytest.mark.parametrize("entry", LEARNERS, ids=" ".join)
@pytest.mark.slow
@pytest.mark.thorough
def test_the_table_of_learners_has_no_entry_too_many(entry: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry too many could hide a leak: without any one of them somebody is found to learn something."""
    monkeypatch.delitem(LEARNERS, entry)
    with pytest.raises(Leak):
        watch_all(entry[1], entry[1])


@pytest.mark.parametrize("entry", sorted(SHOWN), ids=" ".join)
@pytest.mark.slow
@pytest.mark.thorough
def test_no_question_is_said_to_show_what_it_does_not(entry: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.engine.secrecy.SHOWN", SHOWN - {entry})
    with pytest.raises(Leak):
        watch_all(entry[1])


def watch_all(what: str, only: str = "") -> None:
    """Watch games of every kind, where something is done if that is given."""
    needed = NEEDED.get(what, ())
    for number in range(1000):
        chance = Random(f"game {number}")
        rules = random_rules(chance)
        if set(needed) <= set(EDITIONS[rules.edition].uniques):
            uniques = list(dict.fromkeys([*needed, *rules.uniques]))[: EDITIONS[rules.edition].unique_count[1]]
            rules = replace(rules, uniques=tuple(sorted(uniques)))
            g = new_game(rules, chance.randbytes(32))
            bring_up(g, needed)
            watch(g, number, where=lambda g, move: only in ("", deed(g, move)))


def bring_up(g: State, ids: Sequence[str]) -> None:
    """Let the first player begin with districts of the deck in the city, or the Lighthouse in the hand."""
    p = g.players[0]
    for card in map(g.ruleset.district, ids):
        if card in g.deck:
            g.deck.remove(card)
            if card.id == "lighthouse":
                p.hand.append(card)
            else:
                p.settle((*p.city, card))

"""Temperaments: bots with a taste, which shows in what they choose and not in how well they play."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from engine import Rules
from engine.bots.characters import CHARACTERS
from engine.bots.temperaments import Builder, Courtier, Headsman, Rogue
from tests.support.engine.fields import played

TABLE = ("steward", "builder", "rogue", "courtier")
TASTES = {"builder": Builder.liking, "rogue": Rogue.liking, "courtier": Courtier.liking, "headsman": Headsman.liking}


def favourites(chosen: Counter[str], name: str) -> float:
    """The share of a temperament's favourites among what was chosen, in percent."""
    return 100 * sum(chosen[card] for card in TASTES[name]) / chosen.total()


def test_a_taste_is_for_characters_that_there_are() -> None:
    assert {card for liking in TASTES.values() for card in liking} <= set(CHARACTERS)


@pytest.mark.slow
def test_a_taste_shows_in_the_characters_that_are_chosen() -> None:
    for table in (TABLE, ("steward", "headsman", "steward", "steward")):
        chosen, _won = played(table, Rules.make(4), 1, 20)
        for name in {*table} - {"steward"}:
            assert favourites(chosen[name], name) > favourites(chosen["steward"], name) + 5


@pytest.mark.long
def test_tastes_differ_by_ten_points_and_strengths_do_not() -> None:
    """At a table of one of each, where an even share is 25 %.

    They sit in every order, for it counts who sits next after whom (docs/bots.md).
    """
    chosen: dict[str, Counter[str]] = {name: Counter() for name in TABLE}
    won = dict.fromkeys(TABLE, 0.0)
    orders = [(TABLE[0], *others) for others in permutations(TABLE[1:])]
    for number, order in enumerate(orders):
        choices, shares = played(order, Rules.make(4), 9000 + 500 * number, 500)
        for name in TABLE:
            chosen[name] += choices[name]
            won[name] += shares[name] / len(orders)
    print(won)
    for name in {*TABLE} - {"steward"}:
        assert favourites(chosen[name], name) >= favourites(chosen["steward"], name) + 10
    assert all(0.2 <= share <= 0.3 for share in won.values()), won


FIELDS = {
    "four": ("steward",) * 4,
    "six": ("steward",) * 6,
    "over random at four": ("steward", *["random"] * 3),
    "over random at six": ("steward", *["random"] * 5),
    "over novices": ("steward", *["novice"] * 3),
    "over richard at four": ("steward", *["richard"] * 3),
    "over richard at six": ("steward", *["richard"] * 5),
    "mixed": ("steward", "builder", "rogue", "courtier"),
}


@pytest.mark.long
@pytest.mark.parametrize("field", FIELDS)
def test_the_steward_chooses_no_character_in_more_than_30_of_100_rounds(field: str) -> None:
    table = FIELDS[field]
    chosen, _won = played(table, Rules.make(len(table)), 10000, 200)
    ((card, most),) = chosen["steward"].most_common(1)
    print(f"{field}: {card} in {100 * most / chosen['steward'].total():.1f} % of {chosen['steward'].total()}")
    assert most / chosen["steward"].total() <= 0.30

"""The worth of each character in the draft: one short phrase, from what the seat sees and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from citadels_tui.actions.worth import FACTS, character_worth
from citadels_tui.textart.symbols import ASCII
from citadels_tui.widgets.character_cards import LEAST_CELLS
from citadels_tui.wording.voice import Voice
from engine import Rules, View, resample, view
from engine.cards import CHARACTERS
from tests.citadels_tui.actions.test_rows import BOTS
from tests.support.client import tables
from tests.support.engine.games import BOXES, Box, choices, random_game


def phrases(now: View) -> dict[str, str]:
    """What is said of every character of a table."""
    voice = Voice(ASCII, now.rules, BOTS[: now.rules.players], now.seat)
    found = {id: character_worth(now, voice, id) for id in now.rules.characters}
    for id, worth in found.items():
        assert worth.facts, id
        assert 0 < worth.brief.cell_length <= LEAST_CELLS - 2, (id, worth.brief.plain)
    return {id: ", ".join(fact.plain for fact in worth.facts) for id, worth in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("box", [Box("deluxe", 4, True), Box("classic", 3), Box("dark_city", 8)], ids=str)
def test_worlds_that_the_seat_cannot_tell_apart_say_the_same(box: Box) -> None:
    """Whoever saw more than the seat would say something else in one of them."""
    assert box in BOXES
    chance = Random(f"worth {box}")
    for number in range(3):
        game = random_game(number, box)
        for move in choices(game, number):
            if game.kind == "draft":
                assert game.seat is not None
                world = resample(game, game.seat, chance)
                assert phrases(view(world, game.seat)) == phrases(view(game, game.seat))
            game.apply(move)


def test_every_character_of_every_edition_has_a_phrase() -> None:
    assert {id for cards in CHARACTERS.values() for id in cards} - set(FACTS) == {"merchant"}


def test_the_phrases_say_what_is_on_the_table() -> None:
    now = tables.middle()
    said = phrases(now)
    assert said["thief"] == "richest: Elsbeth 7"
    assert said["magician"] == "Cosima holds 6 cards"
    assert said["king"] == "1 gold from nobles, first choice next round"
    assert said["merchant"] == "2 gold from trade"
    assert said["warlord"] == "1 gold from military, 4 districts for 0"
    assert said["bishop"] == "1 gold from religion, safe from the Warlord"
    assert said["architect"] == "2 cards, can pay for 2"
    assert said["assassin"] == "ahead: Dietrich 24"


def test_a_city_is_not_called_safe_from_a_character_that_is_out() -> None:
    now = tables.middle()
    now.faceup = (8,)
    assert phrases(now)["bishop"] == "1 gold from religion, Warlord is out"


def test_tax_and_the_last_cards_of_the_deck_are_counted() -> None:
    now = tables.middle()
    now.deck, now.discards, now.players[now.me.seat].gold = 1, 0, 0
    assert phrases(now)["architect"] == "can pay for 2 districts"
    characters = (*now.rules.characters[:6], "scholar", now.rules.characters[7])
    for last, said in (("queen", "can pay for 2 districts"), ("tax_collector", "can pay for 1 district")):
        now.rules = Rules.make(5, characters=(*characters, last))
        assert phrases(now)["scholar"] == said


@pytest.mark.parametrize(
    ("id", "before", "after"),
    [
        ("warlord", "4 districts for 0", "3 districts for 0"),
        ("marshal", "9 districts", "6 districts"),
        ("diplomat", "14 districts", "10 districts"),
    ],
)
def test_districts_of_a_complete_city_are_out_of_reach(id: str, before: str, after: str) -> None:
    now = tables.middle()
    if id not in now.rules.characters:
        now.rules = Rules.make(5, characters=(*now.rules.characters[:7], id))
    assert before in phrases(now)[id]
    bertram = now.players[1]
    bertram.city = (*bertram.city, "manor", "watchtower")
    assert after in phrases(now)[id]


def test_a_marshal_takes_nothing_that_costs_more_than_three() -> None:
    now = tables.middle()
    now.rules = Rules.make(5, characters=(*now.rules.characters[:7], "marshal"))
    now.players[0].gold = 0
    said = phrases(now)["marshal"]
    now.players[0].gold = 30
    assert phrases(now)["marshal"] == said


def test_the_queen_knows_her_neighbours_and_when_there_is_no_royal() -> None:
    now = tables.middle()
    now.rules = Rules.make(5, characters=(*now.rules.characters, "queen"))
    assert phrases(now)["queen"] == "3 gold if Bertram or Elsbeth is King"
    now.faceup = (4,)
    assert phrases(now)["queen"] == "nobody is King: no gold"

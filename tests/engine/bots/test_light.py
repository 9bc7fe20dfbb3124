"""The light policy by which imagined rounds are played on."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import pytest

from citadels_tui.rulings import position
from engine import Move
from engine.bots.light import STYLES, play_on

THREATENED: dict[str, Any] = tomllib.loads("""
characters = ["assassin", "blackmailer", "magician", "king", "bishop", "merchant", "architect", "warlord"]
table = { calling = 2 }
p1 = { characters = ["blackmailer"] }
p2 = { characters = ["king"], gold = 5 }
p3 = { characters = ["merchant"] }
p4 = { characters = ["bishop"] }
""")


@pytest.mark.parametrize("number", range(5))
def test_refusing_the_rose_loses_all_gold(number: int) -> None:
    """In rounds where refusing cost nothing no searching bot would ever pay."""
    g, random = position(THREATENED), Random(number)
    g.apply(Move("rose", "king"))
    g.apply(Move("threaten", "bishop"))
    while g.seat != 1:
        g.apply(play_on(g, random))
    g.apply(Move("gold"))
    g.apply(Move("refuse"))
    assert g.seat == 0
    g.apply(play_on(g, random))
    assert g.players[1].gold == 0


BUILDING: dict[str, Any] = tomllib.loads("""
characters = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
table = { calling = 8 }
p1 = { characters = ["warlord"], gold = 5, hand = ["tavern", "temple", "palace"], city = ["manor"] }
p2 = { characters = ["king"], city = ["castle", "harbor"] }
p3 = { characters = ["bishop"] }
p4 = { characters = ["merchant"] }
""")


def built(style: str, hand: list[str]) -> list[str]:
    """What the Warlord does in a turn of a style."""
    g = position({**BUILDING, "p1": {**BUILDING["p1"], "hand": hand}})
    done = []
    while g.seat == 0:
        done.append(str(play_on(g, Random(1), STYLES[style])))
        g.apply(Move.parse(done[-1]))
    return done


@pytest.mark.parametrize(
    ("style", "hand", "expected"),
    [
        ("light", ["tavern", "palace", "castle"], "build palace"),
        ("rush", ["tavern", "palace", "castle"], "build tavern"),
        ("hoard", ["palace", "tavern"], "build palace"),
        ("colour", ["castle", "temple"], "build temple"),
    ],
)
def test_styles_differ(style: str, hand: list[str], expected: str) -> None:
    assert expected in built(style, hand)


def test_a_hoarder_builds_nothing_cheap() -> None:
    assert not any(move.startswith("build") for move in built("hoard", ["tavern", "temple"]))

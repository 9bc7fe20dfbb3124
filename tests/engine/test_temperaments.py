"""Temperaments: bots with a taste, which shows in what they choose and not in how well they play."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import Rules, new_game, seen
from engine.arena.simulate import seating
from engine.bots import bot
from engine.bots.characters import CHARACTERS
from engine.bots.seated import SeatedBot
from engine.bots.temperaments import Builder, Courtier, Rogue

TABLE = ("steward", "builder", "rogue", "courtier")
TASTES = {"builder": Builder.liking, "rogue": Rogue.liking, "courtier": Courtier.liking}


def played(first: int, games: int) -> tuple[dict[str, Counter[str]], dict[str, float]]:
    """By bot the characters it chose, and the share of the games that it won, at tables of one of each."""
    rules = Rules.make(4)
    chosen: dict[str, Counter[str]] = {name: Counter() for name in TABLE}
    won = dict.fromkeys(TABLE, 0.0)
    for number in range(first, first + games):
        g = new_game(rules, number)
        names = seating(TABLE, number)
        players = [SeatedBot(bot(name, 4 * number + seat), seat, 4, number) for seat, name in enumerate(names)]
        while g.seat is not None:
            for event in g.drain():
                for seat, player in enumerate(players):
                    player.watch(seen(event, seat))
            move = players[g.seat].choose(g)
            if g.kind == "draft":
                chosen[names[g.seat]][move.card] += 1
            g.apply(move)
        for seat in g.winners:
            won[names[seat]] += 1 / len(g.winners) / games
    return chosen, won


def favourites(chosen: Counter[str], name: str) -> float:
    """The share of a temperament's favourites among what was chosen, in percent."""
    return 100 * sum(chosen[card] for card in TASTES[name]) / chosen.total()


def test_a_taste_is_for_characters_that_there_are() -> None:
    assert {card for liking in TASTES.values() for card in liking} <= set(CHARACTERS)


def test_a_taste_shows_in_the_characters_that_are_chosen() -> None:
    chosen, _won = played(1, 20)
    for name in TASTES:
        assert favourites(chosen[name], name) > favourites(chosen["steward"], name) + 5


@pytest.mark.long
def test_tastes_differ_by_ten_points_and_strengths_do_not() -> None:
    """At a table of one of each, where an even share is 25 %."""
    chosen, won = played(9000, 1000)
    for name in TASTES:
        assert favourites(chosen[name], name) >= favourites(chosen["steward"], name) + 10
    assert all(0.2 <= share <= 0.3 for share in won.values()), won

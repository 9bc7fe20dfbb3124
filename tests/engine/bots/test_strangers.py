"""Strangers: bots that no search imagines, each with a way of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import Rules, new_game, seen, view
from engine.arena.casts import Listed
from engine.arena.simulate import Simulation, seating, simulate
from engine.bots import bot, levels
from engine.bots.registry import BUILT_IN
from engine.bots.strangers import FIELDS, HELD_OUT, TUNED
from tests.support.engine.games import BOXES, Box, decisions, random_game

ALL = FIELDS["strangers"]


def test_half_of_them_are_held_out_and_nobody_is_offered_any() -> None:
    assert not {*TUNED} & {*HELD_OUT}
    assert len(TUNED) == len(HELD_OUT) == 3
    assert not {*ALL} & {level.name for level in levels()}
    assert {*ALL} <= {*BUILT_IN}


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_they_play_every_edition_to_its_end(box: Box) -> None:
    g = random_game(900 + box.players, box)
    table = seating([ALL[i % len(ALL)] for i in range(box.players)], box.players)
    for _ in decisions(g, [bot(name, seat) for seat, name in enumerate(table)]):
        assert g.round < 200
    assert g.over


@pytest.mark.parametrize("name", ALL)
def test_they_know_how_to_play(name: str) -> None:
    """Over three random players each of them wins far more than an even share."""
    simulation = Simulation(Listed((Rules.make(4),)), (name, *["random"] * 3))
    tally = simulate(simulation, 1, 12)
    assert not tally.failures
    assert tally.bot_wins[name] >= 7


def test_each_has_its_own_way() -> None:
    """One builds cheaply, one dearly, one destroys; and the games of the hasty one are short."""
    did: dict[str, Counter[str]] = {name: Counter() for name in ALL}
    spent: dict[str, list[int]] = {name: [] for name in ALL}
    for number in range(12):
        g = new_game(Rules.make(6), number)
        table = seating(ALL, number)
        players = [bot(name, seat) for seat, name in enumerate(table)]
        while g.seat is not None:
            for event in g.drain():
                for seat, player in enumerate(players):
                    player.watch(seen(event, seat))
            move = players[g.seat].choose(view(g, g.seat))
            did[table[g.seat]][move.verb] += 1
            if move.verb == "build":
                spent[table[g.seat]].append(g.ruleset.district(move.card).cost)
            g.apply(move)
    cost = {name: sum(each) / len(each) for name, each in spent.items()}
    assert min(cost, key=lambda name: cost[name]) == "hasty"
    assert max(cost, key=lambda name: cost[name]) == "hoarder"
    assert max(ALL, key=lambda name: did[name]["destroy"]) == "raider"
    assert [name for name in ALL if did[name]["discard"]] == ["upgrader"]


def test_those_that_name_by_chance_name_everybody() -> None:
    named: Counter[str] = Counter()
    for number in range(30):
        g = new_game(Rules.make(4), number)
        for move in decisions(g, [bot("hasty", 4 * number + seat) for seat in range(4)]):
            if move.verb in ("kill", "rob"):
                named[move.card] += 1
    assert len(named) == 7
    assert max(named.values()) < 0.4 * named.total()

"""Causes of a result: together they are the change, no chance leaves 0 to 1, and luck is nothing on average."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from citadels_tui.rulings import position
from engine import Move, Record, Rules, new_game, seen
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot
from engine.review.causes import LUCK, MISTAKE, OTHERS, OWN, STEEP, Explanation, _luck, explain


def played(number: int, players: int = 4, level: str = "steward", cast: bool = False) -> Record:
    """A game that bots have played; ``cast``: with other characters."""
    rules = Rules.random(players, Random(number)) if cast else Rules.make(players)
    seed = Random(f"causes {number}").randbytes(32)
    game, moves = new_game(rules, seed), []
    bots = [SeatedBot(bot(level, 10 * number + seat), seat, players, number) for seat in range(players)]
    while game.seat is not None:
        for event in game.drain():
            for seat, each in enumerate(bots):
                each.watch(seen(event, seat))
        seat = game.seat
        move = bots[seat].choose(game)
        moves.append((seat, move))
        game.apply(move)
    return Record(rules, tuple(f"p{seat}" for seat in range(players)), seed, moves)


def check(found: Explanation, record: Record) -> None:
    """What must be so of every explanation."""
    change = found.end - found.start
    assert sum(cause.change for cause in found.causes) == pytest.approx(change)
    assert sum(map(found.total, (OWN, MISTAKE, OTHERS, LUCK))) == pytest.approx(change)
    at = found.start
    for cause in found.causes:
        # Each begins where the one before ended, and nobody is likelier to win than certainly.
        assert cause.start == at
        assert 0 <= cause.end <= 1
        at = cause.end
        assert 0 <= cause.first < cause.last <= len(record.moves)
        assert cause.seat in {seat for seat, _move in record.moves[cause.first : cause.last]}
        assert cause.kind == LUCK or (cause.kind == OWN) == (cause.seat == found.seat)
    assert at == found.end
    done = [(cause.kind, cause.seat, cause.first) for cause in found.causes]
    assert len(done) == len(set(done))
    check_swings(found, record)


def check_swings(found: Explanation, record: Record) -> None:
    """Each turn is told once, whole, and within what is possible."""
    turns = [(swing.round, swing.rank) for swing in found.swings]
    assert len(turns) == len(set(turns))
    on_the_way = {cause.first: cause.start for cause in reversed(found.causes)} | {len(record.moves): found.end}
    for swing in found.swings:
        assert 0 <= swing.start <= 1
        assert 0 <= swing.end <= 1
        assert abs(swing.change) >= STEEP
        assert record.moves[swing.first][0] == swing.seat
        # What a line tells is part of the sum.
        assert on_the_way[swing.first] == pytest.approx(swing.start)
        assert on_the_way[swing.last] == pytest.approx(swing.end)


def lucks(games: range, playouts: int) -> list[float]:
    """What is called luck, of one seat of each game."""
    found = []
    for number in games:
        record = played(number)
        explanation = explain(record, number % 4, playouts=playouts, games=(), mistakes=False)
        check(explanation, record)
        found.append(explanation.total(LUCK))
    return found


def error(values: list[float]) -> float:
    """The standard error of their mean."""
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def test_the_causes_are_the_change_and_luck_is_nothing_on_average() -> None:
    found = lucks(range(8), 2)
    assert abs(sum(found) / len(found)) < 4 * error(found)


def test_steep_turns_are_told_whole() -> None:
    told = 0
    for number in range(3):
        record = played(number)
        found = explain(record, number, playouts=4, games=(2, 2), mistakes=False)
        check(found, record)
        told += len(found.swings)
    assert told


@pytest.mark.long
def test_the_causes_of_300_games_add_up() -> None:
    """Of every kind of table: other numbers of players, other characters, and bots that play badly."""
    for number in range(300):
        players = 2 + number % 7
        record = played(number, players, ("random", "novice", "steward")[number % 3], number % 2 > 0)
        check(explain(record, number % players, playouts=2, games=(2,), mistakes=False), record)


@pytest.mark.long
def test_the_causes_of_200_games() -> None:
    """Of 200 games luck is 0 within three standard errors, and something in nearly every one."""
    found = lucks(range(100, 300), 8)
    assert abs(sum(found) / len(found)) < 3 * error(found)
    assert sum(abs(luck) > 0.01 for luck in found) > 150


LAST_CARD = """
characters = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
[table]
calling = 8
deck = [DECK]
[p1]
gold = GOLD
city = ["tavern", "market", "docks", "church", "watchtower", "prison"]
characters = ["warlord"]
[p2]
gold = 3
city = ["tavern", "market", "temple", "church", "watchtower", "fortress"]
characters = ["king"]
[p3]
characters = ["bishop"]
[p4]
characters = ["merchant"]
"""
"""A player draws cards, and may complete the city with one of them."""


def test_drawing_the_missing_card_is_luck_and_drawing_a_duplicate_is_bad_luck() -> None:
    lucky = position(tomllib.loads(LAST_CARD.replace("GOLD", "1").replace("DECK", '"temple", "temple"')))
    unlucky = position(tomllib.loads(LAST_CARD.replace("GOLD", "6").replace("DECK", '"tavern", "tavern"')))
    good, bad = (_luck(g, Move("draw"), 0, len(g.deck), Random(1), 40) for g in (lucky, unlucky))
    assert good > 0.05
    assert bad < -0.05


@pytest.mark.slow
def test_a_mistake_is_told_apart_from_the_other_moves() -> None:
    record = played(0)
    plain, judged = (explain(record, 1, playouts=2, games=(), mistakes=told) for told in (False, True))
    check(judged, record)
    assert judged.total(OWN) + judged.total(MISTAKE) == pytest.approx(plain.total(OWN))
    assert judged.mistakes
    assert judged.total(MISTAKE) < 0


def test_a_game_that_is_not_over_has_no_causes() -> None:
    record = played(0)
    with pytest.raises(ValueError, match="not over"):
        explain(replace(record, moves=record.moves[:-1]), 0, playouts=1)


@pytest.mark.slow
def test_what_is_told_before_is_the_same_without_what_takes_longer() -> None:
    record, told = played(1), list[Explanation]()
    whole = explain(record, 2, playouts=4, games=(2, 2), first=told.append)
    causes, turns = told
    assert whole.swings
    assert not causes.swings
    assert turns == explain(record, 2, playouts=4, games=(2, 2), mistakes=False)
    assert turns.mistakes is None
    assert whole.mistakes is not None
    assert whole == turns.with_mistakes(whole.mistakes)
    for each in told:
        check(each, record)

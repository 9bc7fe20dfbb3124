"""A search does nothing against itself: no free income left, no district of its own razed, no useless second copy kept.

It imagines its own next moves as a steward's. Where that steward plays badly, a move that prevents it looks good.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from random import Random

import pytest

from citadels_tui.rulings import position
from engine import Move, Rules, State, new_game, resample, seen, view
from engine.bots.memory import Memory
from engine.bots.playout import play_round
from engine.bots.registry import bot
from engine.bots.search import Mastermind, Schemer
from engine.bots.seated import SeatedBot
from engine.bots.sound import self_defeating
from engine.view import View


def harms(asked: View, move: Move) -> str:
    """The name of the harm that a move does to its own player; empty where it does none."""
    others = [other for other in asked.moves if other != move]
    city = asked.me.city
    if move.verb == "end" and any(other.verb == "collect" for other in others):
        return "free income left"
    if move.verb == "destroy" and move.seat == asked.seat:
        return "own district razed"
    kept = asked.asked is not None and asked.asked.kind == "keep"
    if kept and move.card in city and any(other.card not in city for other in others):
        return "copy kept"
    return ""


def may_copy(g: State, seat: int) -> bool:
    """Whether a second copy can be of use."""
    return g.ruleset.duplicates or any(card.id == "quarry" for card in (*g.players[seat].city, *g.players[seat].hand))


def harmed(level: str, numbers: range, players: int = 4) -> Iterator[str]:
    """Every harm that bots of one level do to themselves in some games."""
    for number in numbers:
        rules = Rules.random(players, Random(number)) if number % 2 else Rules.make(players)
        game = new_game(rules, Random(f"own hands {number}").randbytes(32))
        bots = [SeatedBot(bot(level, 10 * number + seat), seat, players, number) for seat in range(players)]
        while game.seat is not None:
            for event in game.drain():
                for seat, each in enumerate(bots):
                    each.watch(seen(event, seat))
            seat = game.seat
            move = bots[seat].choose(game)
            harm = harms(view(game, seat), move)
            if harm and not (harm == "copy kept" and may_copy(game, seat)):
                yield f"{harm}: game {number}, seat {seat}, round {game.round}"
            game.apply(move)


BEHIND = """
    characters = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
    table = { calling = 8, faceup = ["assassin", "thief"] }
    p1 = { characters = ["warlord"], gold = 2, hand = ["tavern"], city = [
        "temple", "docks", "manor", "church", "watchtower", "market"] }
    p2 = { characters = ["king"], city = ["palace", "castle", "monastery", "harbor", "town_hall", "fortress"] }
    p3 = { characters = ["bishop"] }
    p4 = { characters = ["merchant"] }
"""
"""A Warlord who can complete a city, and loses by it."""


def test_the_imagined_self_does_not_complete_a_city_that_loses() -> None:
    g = position(tomllib.loads(BEHIND))
    for verb in ("gold", "collect"):
        move = next(each for each in g.moves if each.verb == verb)
        assert not play_round(g, 0, move, Random(1), {0: Memory()}).end.finished


def test_the_imagined_self_completes_a_city_that_wins() -> None:
    g = position(tomllib.loads(BEHIND.replace('"palace", "castle", "monastery", ', "")))
    move = next(each for each in g.moves if each.verb == "gold")
    end = play_round(g, 0, move, Random(1), {0: Memory()}).end
    assert end.finished == end.winners == (0,)


@pytest.mark.parametrize("bot", [Schemer, Mastermind])
@pytest.mark.slow
def test_it_neither_destroys_its_own_district_nor_leaves_income(bot: type[Schemer | Mastermind]) -> None:
    for seed in range(3):
        g = position(tomllib.loads(BEHIND))
        player, done = bot(Random(seed)), list[Move]()
        while g.seat == 0 and len(done) < 9:
            player.suppose(resample(g, 0, Random(seed), ("cards",)))
            done.append(player.choose(view(g, 0)))
            g.apply(done[-1])
        assert not any(move.verb == "destroy" and move.seat == 0 for move in done), done
        assert any(move.verb == "collect" for move in done), done


def test_a_second_copy_is_kept_only_where_it_can_be_built() -> None:
    g = position(tomllib.loads(BEHIND.replace("calling = 8,", 'calling = 8, deck = ["temple", "prison"],')))
    g.apply(Move.parse("draw"))
    keeps = view(g, 0)
    temple, prison = Move.parse("keep temple"), Move.parse("keep prison")
    assert {temple, prison} <= set(keeps.moves)
    assert self_defeating(keeps, temple)
    assert not self_defeating(keeps, prison)


@pytest.mark.slow
@pytest.mark.thorough
def test_schemers_do_not_harm_themselves() -> None:
    assert not list(harmed("schemer", range(4)))


@pytest.mark.long
def test_schemers_do_not_harm_themselves_in_500_games() -> None:
    assert not list(harmed("schemer", range(1000, 1500)))


@pytest.mark.long
def test_masterminds_do_not_harm_themselves() -> None:
    assert not list(harmed("mastermind", range(2000, 2020)))

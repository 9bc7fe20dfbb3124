"""The players made of code: what they may know, what they believe, and how well they play."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

from engine import EDITIONS, Move, Rules, State, View, new_game, resample, seen, view
from engine.arena.casts import cast
from engine.arena.simulate import Setup, simulate
from engine.bots import BOTS, Bot, bot
from engine.bots.belief import believe
from engine.bots.memory import Memory
from engine.errors import RulesError
from engine.rulings import position
from engine.table import table
from tests.engine.games import SEATS, random_game

# What a bot is


def decisions(g: State, players: list[Bot]) -> Iterator[Bot]:
    """Play a game to its end; stops at every decision with the bot that must decide."""
    while g.seat is not None:
        for event in g.drain():
            for seat, player in enumerate(players):
                player.watch(seen(event, seat))
        player = players[g.seat]
        yield player
        g.apply(player.choose(view(g, g.seat)))


def test_an_unknown_bot_is_refused_with_a_sentence() -> None:
    with pytest.raises(RulesError, match="there is no bot 'genius'; there are random, steward"):
        bot("genius", 1)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("players", SEATS)
def test_a_bot_depends_on_nothing_but_what_its_seat_has_seen(name: str, players: int) -> None:
    """In a world that looks the same to its seat a bot in the same state of mind does the same."""
    chance = Random(players)
    g = random_game(300 + players, players)
    for player in decisions(g, [bot(name, seat) for seat in range(players)]):
        if chance.random() < 0.3:
            world = resample(g, g.seat, chance)
            here, there = deepcopy(player), deepcopy(player)
            assert here.choose(view(g, g.seat)) == there.choose(view(world, g.seat))


@pytest.mark.parametrize("players", SEATS)
def test_the_steward_never_stalls(players: int) -> None:
    """Whatever the cast, a turn is a handful of moves and the game comes to its end."""
    for number in range(6):
        g = random_game(400 + number, players)
        turn: Counter[tuple[int, int]] = Counter()
        for _ in decisions(g, [bot("steward", seat) for seat in range(players)]):
            turn[g.round, g.called] += 1
            assert turn[g.round, g.called] < 80
            assert g.round < 50


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_the_steward_knows_the_rare_cards(players: int) -> None:
    """Characters change hands after the draft, the Queen looks for the King, the Witch plays on as anybody."""
    cast = ("witch", "blackmailer", "seer", "king", "cardinal", "merchant", "architect", "warlord", "queen")
    uniques = [id for id in EDITIONS["deluxe"].uniques if id not in ("keep", "dragon_gate")]
    asked: Counter[str] = Counter()
    for number in range(10):
        g = new_game(Rules.make(players, characters=cast, uniques=uniques), number.to_bytes(16, "big"))
        for _ in decisions(g, [bot("steward", seat) for seat in range(players)]):
            asked[g.kind] += 1
    assert asked["theater"]
    assert asked["bewitch"]


class Unheard:
    """A question nobody has heard of."""

    def __init__(self, kind: str, *moves: Move) -> None:
        g = new_game(Rules.make(4), bytes(32))
        while g.kind != "menu":
            g.apply(g.moves[0])
        self.view = view(g, g.seat)
        assert self.view.asked is not None
        self.view.asked.kind = kind
        self.view.moves = moves


@pytest.mark.parametrize("quiet", ["end", "done", "pass"])
def test_the_steward_asks_for_nothing_when_it_does_not_know_the_question(quiet: str) -> None:
    strange = Unheard("carnival", Move("juggle"), Move(quiet), Move("parade", "", 2))
    assert bot("steward", 1).choose(strange.view) == Move(quiet)


def test_the_steward_ends_its_turn_rather_than_use_an_unknown_verb() -> None:
    strange = Unheard("menu", Move("juggle"), Move("parade", "", 2), Move("end"))
    assert bot("steward", 1).choose(strange.view) == Move("end")


def test_the_steward_answers_a_question_that_it_can_only_guess_at() -> None:
    strange = Unheard("carnival", Move("juggle"), Move("parade", "", 2))
    assert bot("steward", 1).choose(strange.view) in strange.view.moves


# What it believes


def deals(seen_by: View, wishes: list[list[float]]) -> dict[tuple[tuple[int, int], ...], float]:
    """Every way the characters can have been taken, given what a seat saw of it, with its weight: card by card."""
    board = table(seen_by.rules)
    turns, n = board.schedule.turns, seen_by.rules.players
    found: dict[tuple[tuple[int, int], ...], float] = {}

    def go(i: int, pool: tuple[int, ...], first: int, held: tuple[tuple[int, int], ...], looks: int, p: float) -> None:
        if i == len(turns):
            mine = tuple(sorted(rank for seat, rank in held if seat == seen_by.seat))
            if mine == tuple(sorted(seen_by.roles)):
                key = tuple(sorted(held))
                found[key] = found.get(key, 0.0) + p
            return
        action, offset = turns[i]
        seat = (seen_by.dealer + offset) % n
        if action == "mix":
            go(i + 1, tuple(sorted((*pool, first))), 0, held, looks, p)
            return
        if seat == seen_by.seat and action != "random":
            if pool != seen_by.saw[looks]:
                return
            looks += 1
        weights = [wishes[seat][rank] if action == "pick" else 1.0 for rank in pool]
        for rank, weight in zip(pool, weights, strict=True):
            rest = tuple(r for r in pool if r != rank)
            share = p * weight / sum(weights)
            if action == "pick":
                go(i + 1, rest, first, (*held, (seat, rank)), looks, share)
            elif action == "random":
                go(i + 1, rest, first or rank, held, looks, share)
            elif seat != seen_by.seat or rank in seen_by.aside[:1]:
                go(i + 1, rest, first, held, looks, share)

    go(0, tuple(rank for rank in board.ranks if rank not in seen_by.faceup), 0, (), 0, 1.0)
    killed = seen_by.marks.get("killed")
    dead = {rank for rank in seen_by.silent if rank != killed}
    shown = {(p.seat, rank) for p in seen_by.players for rank in p.shown}
    return {held: p for held, p in found.items() if shown <= set(held) and not dead & {rank for _, rank in held}}


def assert_believes(seen_by: View, wishes: list[list[float]]) -> None:
    """The belief is the share of the deals that fit."""
    belief = believe(seen_by, Memory(), wishes)
    fitting = deals(seen_by, wishes)
    total = sum(fitting.values())
    for seat in range(seen_by.rules.players):
        for rank in table(seen_by.rules).ranks:
            expected = sum(p for held, p in fitting.items() if (seat, rank) in held) / total
            assert belief.holds(seat, rank) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_the_belief_is_exact(players: int) -> None:
    """Compared with every deal, one by one, at some decisions of real rounds."""
    chance = Random(players)
    checked = 0
    for number in range(12):
        g = random_game(500 + number, players)
        wishes = [[chance.uniform(0.05, 1) for _ in range(10)] for _ in range(players)]
        while g.round < 3 and checked <= number * 2:
            if g.called and chance.random() < 0.1 and "traded" not in g.marks:
                assert_believes(view(g, chance.randrange(players)), wishes)
                checked += 1
            g.apply(chance.choice(g.moves))
    assert checked > 6


@pytest.mark.parametrize("players", SEATS)
def test_the_belief_never_contradicts_the_truth(players: int) -> None:
    """What is so is possible, what is known is certain, and nobody holds more or less than he chose."""
    equal = [[1.0] * 10 for _ in range(players)]
    for number in range(4):
        g = random_game(600 + number, players)
        memories = [Memory() for _ in range(players)]
        chance = Random(number)
        while g.seat is not None and g.round < 8:
            for event in g.drain():
                for seat, memory in enumerate(memories):
                    memory.watch(seen(event, seat))
            if g.called and chance.random() < 0.1:
                seat = chance.randrange(players)
                belief = believe(view(g, seat), memories[seat], equal)
                for other, p in enumerate(g.players):
                    assert all(belief.holds(other, rank) > 0 for rank in p.roles)
                    assert all(belief.holds(other, rank) == pytest.approx(1) for rank in p.shown)
                    every = sum(belief.holds(other, rank) for rank in g.table.ranks)
                    assert every == pytest.approx(len(p.roles))
            g.apply(chance.choice([move for move in g.moves if move.verb != "end"] or g.moves))


def test_a_belief_formed_in_the_middle_of_a_round_is_still_a_belief() -> None:
    """Who takes a seat over has not seen the exchange of characters that the round began with."""
    rules = Rules.make(4, uniques=["theater"])
    for number in range(200):
        g = new_game(rules, number.to_bytes(32, "big"))
        chance = Random(number)
        while g.seat is not None and not (g.called > 2 and "traded" in g.marks):
            trades = [move for move in g.moves if move.verb in ("trade", "build")]
            g.apply(chance.choice(trades or g.moves))
        if g.seat is not None:
            belief = believe(view(g, g.seat), Memory(), [[1.0] * 10] * 4)
            assert all(belief.holds(g.seat, rank) == 1 for rank in g.players[g.seat].roles)
            return
    pytest.fail("no game had an exchange")


# How it plays


FIRST_GAME = '["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]'


def answer(text: str, cast: str = FIRST_GAME) -> str:
    """What the steward does in a position, written as a ruling is."""
    g = position(tomllib.loads(f"characters = {cast}\n{text}"))
    assert g.seat is not None
    return str(bot("steward", 1).choose(view(g, g.seat)))


def test_it_does_not_rob_who_has_nothing() -> None:
    loot = """
        table.calling = 2
        table.faceup = ["magician", "merchant"]
        p1 = { characters = ["thief"], hand = ["castle"] }
        p2 = { characters = ["king"], city = ["castle", "manor", "palace"] }
        p3 = { characters = ["bishop"], gold = 9, city = ["temple", "church", "monastery"] }
        p4 = { characters = ["architect"], city = ["tavern"] }
    """
    assert answer(loot) == "rob bishop"


def test_it_kills_who_is_about_to_finish() -> None:
    danger = """
        table.calling = 1
        table.faceup = ["magician", "architect"]
        p1 = { characters = ["assassin"], city = ["castle"] }
        p2 = { characters = ["king"], gold = 1, city = ["tavern"] }
        p3.characters = ["merchant"]
        p3.gold = 6
        p3.hand = ["castle", "manor"]
        p3.city = ["tavern", "market", "church", "docks", "harbor", "temple"]
        p4 = { characters = ["warlord"], gold = 1, city = ["prison"] }
    """
    assert answer(danger) == "kill merchant"


def test_it_destroys_what_would_finish_a_rivals_city() -> None:
    nearly = """
        table.calling = 8
        p1 = { characters = ["warlord"], gold = 2 }
        p2 = { characters = ["king"], city = ["tavern", "market", "palace", "docks", "harbor", "town_hall"] }
        p3 = { characters = ["bishop"], city = ["watchtower", "temple"] }
        p4 = { characters = ["merchant"], city = ["watchtower"] }
    """
    g = position(tomllib.loads(f"characters = {FIRST_GAME}\n{nearly}"))
    steward = bot("steward", 1)
    done = []
    while g.seat == 0:
        done.append(steward.choose(view(g, 0)))
        g.apply(done[-1])
    assert any(move.verb == "destroy" and move.seat == 1 for move in done)


def test_it_leaves_its_own_city_standing() -> None:
    for number in range(8):
        g = random_game(700 + number, 4)
        for player in decisions(g, [bot("steward", seat) for seat in range(len(g.players))]):
            move = deepcopy(player).choose(view(g, g.seat))
            assert move.verb != "destroy" or move.seat != g.seat


def test_it_takes_the_income_first_when_a_building_needs_it() -> None:
    king = """
        table.calling = 4
        p1 = { characters = ["king"], gold = 1, hand = ["palace"], city = ["castle", "manor"] }
        p2 = { characters = ["bishop"] }
        p3 = { characters = ["merchant"] }
        p4 = { characters = ["warlord"] }
    """
    g = position(tomllib.loads(f"characters = {FIRST_GAME}\n{king}"))
    steward = bot("steward", 1)
    while g.seat == 0:
        g.apply(steward.choose(view(g, 0)))
    assert [card.id for card in g.players[0].city] == ["castle", "manor", "palace"]


def test_it_builds_before_the_income_that_counts_the_building() -> None:
    king = """
        table.calling = 4
        p1 = { characters = ["king"], gold = 3, hand = ["palace"], city = ["castle", "manor"] }
        p2 = { characters = ["bishop"] }
        p3 = { characters = ["merchant"] }
        p4 = { characters = ["warlord"] }
    """
    g = position(tomllib.loads(f"characters = {FIRST_GAME}\n{king}"))
    steward = bot("steward", 1)
    while g.seat == 0:
        g.apply(steward.choose(view(g, 0)))
    assert g.players[0].gold == 3


# How well it plays


def share(players: int, preset: str, games: int, jobs: int = 1) -> float:
    """The share of games that one steward wins against only random players, from every seat in turn."""
    setup = Setup(cast(players, "deluxe", preset), ("steward", *["random"] * (players - 1)))
    tally = simulate(setup, 1, games, jobs)
    assert not tally.failures
    assert tally.finished == games
    return tally.bot_wins["steward"] / games


@pytest.mark.parametrize("players", SEATS)
def test_the_steward_beats_random_players(players: int) -> None:
    """It wins about 98 of 100 games at four players and 88 at eight; fewer than 70 is no bad luck."""
    assert share(players, "random", 24) > 0.7


@pytest.mark.long
@pytest.mark.parametrize("preset", ["first_game", "random"])
def test_the_steward_beats_three_random_players_in_95_of_100_games(preset: str) -> None:
    assert share(4, preset, 1000, jobs=2) >= 0.95

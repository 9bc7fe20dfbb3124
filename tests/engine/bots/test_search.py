"""The search: its value, how that is fitted, and what it finds."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from random import Random

import pytest

from bench.fit import Position, fit, loss, positions, solve
from citadels_tui.rulings import position
from engine import Move, Rules, State, new_game, resample, view
from engine.arena.tournament import interval
from engine.bots.knowledge import Weighed
from engine.bots.light import NAMING, STYLES, Style
from engine.bots.memory import Memory
from engine.bots.playout import memories, play_round, preferred, swayed
from engine.bots.search import FlatSearch, Mastermind, Schemer
from engine.bots.steward import Steward
from engine.bots.value import FEATURES, PLACE, SPARING, Weights, chances, count, softmax
from engine.bots.weights import WEIGHTS
from engine.view import View
from tests.support.engine.compiled import replaces_code
from tests.support.engine.games import BOXES, Box, choices, random_game


def test_there_is_a_weight_for_every_feature() -> None:
    g = new_game(Rules.make(4), 1)
    assert {len(row) for row in count(g)} == {len(FEATURES)} == {len(WEIGHTS)}


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_chances_add_up_to_one_in_every_position(box: Box) -> None:
    g = random_game(3, box)
    for move in choices(g, 3):
        assert sum(chances(g)) == pytest.approx(1)
        g.apply(move)
    assert {seat for seat, chance in enumerate(chances(g)) if chance} == set(g.winners)


def test_a_better_position_is_likelier_to_win() -> None:
    g = new_game(Rules.make(4), 1)
    before = chances(g)[2]
    g.players[2].gold += 4
    with_gold = chances(g)[2]
    g.players[2].settle(g.deck[:3])
    assert before < with_gold < chances(g)[2]


def test_a_fit_finds_the_weights_that_made_the_winners() -> None:
    """Two features decide by known weights; the fit finds them again, and a lower loss than even chances have."""
    chance = Random(1)
    true = [0.0] * (2 * len(FEATURES))
    true[0], true[4] = 1.5, -1.0
    some = []
    for _ in range(1500):
        rows = [[chance.gauss(0, 1) if i in (0, 4) else 0.0 for i in range(len(true))] for _ in range(3)]
        odds = softmax([sum(w * x for w, x in zip(true, row, strict=True)) for row in rows])
        winner = chance.choices(range(3), odds)[0]
        some.append(Position(rows, [float(seat == winner) for seat in range(3)]))
    found = fit(some, steps=5)
    assert found[0] == pytest.approx(1.5, abs=0.25)
    assert found[4] == pytest.approx(-1.0, abs=0.25)
    assert loss(found, some) < loss([0.0] * len(true), some)


def test_equations_are_solved() -> None:
    assert solve([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == pytest.approx([3.0, 2.0])


def test_positions_of_a_game_name_its_winner_in_each() -> None:
    found = positions(3, ("novice", "richard"))
    assert len(found) > 4
    assert all(shares == found[0].shares and sum(shares) == pytest.approx(1) for _, shares in found)


def test_an_interval_holds_the_share() -> None:
    assert interval(0, 0) == (0.0, 0.0, 1.0)
    share, least, most = interval(25, 100)
    assert (share, round(least, 2), round(most, 2)) == (0.25, 0.18, 0.34)


@pytest.mark.parametrize("bot", [Schemer, Mastermind])
def test_it_builds_the_district_that_wins(bot: type[Schemer | Mastermind]) -> None:
    """In the last turn of the game it completes its city instead of keeping its gold."""
    g = position(
        tomllib.loads("""
        characters = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
        table = { calling = 8, faceup = ["assassin", "thief"] }
        p1 = { characters = ["warlord"], gold = 6, hand = ["palace"], city = ["tavern", "temple", "docks", "manor"] }
        p2 = { characters = ["king"], city = ["market", "church", "castle", "prison", "harbor", "town_hall", "tavern"] }
        p3 = { characters = ["bishop"] }
        p4 = { characters = ["merchant"] }
        """)
    )
    player = bot(Random(1))
    done = []
    while g.seat == 0:
        player.suppose(resample(g, 0, Random(2), ("cards",)))
        move = player.choose(view(g, 0))
        done.append(str(move))
        g.apply(move)
    assert "build palace" in done


def test_without_a_world_it_plays_as_a_steward() -> None:
    g = new_game(Rules.make(4), 1)
    assert g.seat is not None
    assert Schemer(Random(1)).choose(view(g, g.seat)) in g.moves


@replaces_code
def test_only_a_mastermind_uses_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    g = new_game(Rules.make(4), 1)
    assert g.seat is not None
    worlds: list[Move] = []

    def played(world: State, seat: int, move: Move, *rest: object, **how: bool) -> tuple[Move, int]:
        worlds.append(move)
        return move, 1

    monkeypatch.setattr("engine.bots.search.play_round", played)
    monkeypatch.setattr("engine.bots.search.hopes", lambda move, seat, weights: float(move == g.moves[0]))

    def counted(bot: type[FlatSearch], seconds: float) -> int:
        worlds.clear()
        player = bot(Random(1))
        if seconds:
            player.allow(seconds, lambda: True)
        player.suppose(resample(g, g.seat, Random(2)))
        player.choose(view(g, g.seat))
        return len(worlds)

    assert counted(Mastermind, 0) == counted(Mastermind, 0.3)
    # Of the moves only two are left after some worlds.
    assert counted(Mastermind, 0.6) == counted(Mastermind, 0.3) + 2 * Mastermind.effort.worlds
    assert counted(Mastermind, 0.003) == len(Steward(Random(1)).rank(view(g, g.seat))[: Mastermind.effort.candidates])
    assert counted(Schemer, 3.0) == counted(Schemer, 0)


@replaces_code
def test_a_schemer_drops_moves_that_fall_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    g = new_game(Rules.make(4), 1)
    assert g.seat is not None
    asked = view(g, g.seat)
    usual, better, worse, *_ = Steward(Random(1)).rank(asked)
    tried: list[Move] = []
    length = 1

    def played(world: State, seat: int, move: Move, *rest: object, **how: bool) -> tuple[Move, int]:
        tried.append(move)
        return move, length

    won = {usual: 0.5, better: 0.5 + Schemer.effort.doubt}
    monkeypatch.setattr("engine.bots.search.play_round", played)
    monkeypatch.setattr("engine.bots.search.hopes", lambda move, seat, weights: won.get(move, 0.4))

    def weighed() -> list[Weighed]:
        tried.clear()
        player = Schemer(Random(1))
        player.suppose(resample(g, g.seat, Random(2)))
        return player.weigh(asked)

    found = {each.move: each.worth for each in weighed()}
    assert tried.count(usual) == tried.count(better) == Schemer.effort.worlds
    assert tried.count(worse) == 1
    assert found[better] == pytest.approx(won[better])
    assert found[worse] == pytest.approx(0.4)
    length = Schemer.effort.decisions
    weighed()
    assert tried.count(usual) == tried.count(better) == 1


@replaces_code
@pytest.mark.parametrize(("lead", "overruled"), [(0.9, False), (1.1, True)])
def test_a_schemer_overrules_the_steward_only_beyond_doubt(
    lead: float, overruled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    g = new_game(Rules.make(4), 1)
    assert g.seat is not None
    asked = view(g, g.seat)
    usual, better, *_ = Steward(Random(1)).rank(asked)
    doubt = Schemer.effort.doubt / Schemer.effort.worlds**0.5
    won = {usual: 0.5, better: 0.5 + lead * doubt}
    monkeypatch.setattr("engine.bots.search.play_round", lambda world, seat, move, *rest, **how: (move, 1))
    monkeypatch.setattr("engine.bots.search.hopes", lambda move, seat, weights: won.get(move, 0.4))
    player = Schemer(Random(1))
    player.suppose(resample(g, g.seat, Random(2)))
    assert player.choose(asked) == (better if overruled else usual)


@replaces_code
@pytest.mark.parametrize("players", [6, 7])
def test_a_schemer_begins_no_round_beyond_its_decisions(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    g = new_game(Rules.make(players), 1)
    assert g.seat is not None
    asked = view(g, g.seat)
    first, second, third, *_ = Steward(Random(1)).rank(asked)
    tried: list[Move] = []

    def played(world: State, seat: int, move: Move, *rest: object, **how: bool) -> tuple[Move, int]:
        tried.append(move)
        return move, length

    monkeypatch.setattr("engine.bots.search.play_round", played)
    monkeypatch.setattr("engine.bots.search.hopes", lambda move, seat, weights: float(move == third))
    for part, moves in ((3, [first, second, third]), (2, [first, second]), (1, [first])):
        length = Schemer.full.decisions // part
        tried.clear()
        player = Schemer(Random(1))
        player.suppose(resample(g, g.seat, Random(2)))
        chosen = player.choose(asked)
        assert tried[:3] == (moves if players > 6 else [first, second, third])
        assert chosen == (third if third in tried else first)


@replaces_code
def test_a_lost_game_is_played_for_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    g = new_game(Rules.make(4), 1)
    assert g.seat is not None
    asked = view(g, g.seat)
    usual, better, *_ = Steward(Random(1)).rank(asked)
    monkeypatch.setattr("engine.bots.search.play_round", lambda world, seat, move, *rest, **how: (move, 1))
    for other, chosen in ((PLACE, better), (0.0, usual), (-1.0, usual)):
        monkeypatch.setattr("engine.bots.search.hopes", lambda move, *_, other=other: other * (move == better))
        for bot in (Schemer, Mastermind):
            player = bot(Random(1))
            player.suppose(resample(g, g.seat, Random(2)))
            assert player.choose(asked) == chosen


@replaces_code
@pytest.mark.parametrize("players", [4, 6])
def test_how_everybody_plays_on_in_imagined_worlds(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the bot's own memory of the round; in a mastermind's they draft as stewards, too, and gold is worth less.

    In a schemer's, rivals have whims, and most of them play lightly, each in a style of its own; in a mastermind's some
    do at six players, and at four all are stewards with whims.
    """
    g = new_game(Rules.make(players), 1)
    assert g.seat is not None
    found: list[tuple[bool, bool]] = []
    drawn: list[Style | None] = []

    def played(
        world: State,
        seat: int,
        move: Move,
        random: Random,
        stewards: Mapping[int, Memory],
        *,
        drafting: bool,
        whims: bool,
        styles: Mapping[int, Style],
    ) -> tuple[bool, int]:
        assert stewards[seat] is player._steward.memory
        assert [*stewards] == [*range(players)]
        assert whims is (players == 4 or not drafting)
        assert seat not in styles
        drawn.extend([styles.get(rival) for rival in range(players) if rival != seat])
        return drafting, 1

    def judged(drafting: bool, seat: int, weights: Weights) -> float:
        found.append((drafting, weights is SPARING))
        return 0.5

    monkeypatch.setattr("engine.bots.search.play_round", played)
    monkeypatch.setattr("engine.bots.search.hopes", judged)
    for bot in (Mastermind, Schemer):
        found.clear()
        drawn.clear()
        for seed in range(12):
            player = bot(Random(seed))
            player.suppose(resample(g, g.seat, Random(2)))
            player.choose(view(g, g.seat))
        stewards = drawn.count(None) / len(drawn)
        if bot is Mastermind and players == 4:
            assert stewards == 1
        else:
            assert {*drawn} == {None, *STYLES.values()}
            assert 0.6 < stewards < 0.8 if bot is Mastermind else 0.2 < stewards < 0.5
        assert set(found) == {(bot is Mastermind, bot is Mastermind)}


@replaces_code
def test_whims_sway_only_whom_rivals_choose_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    g = new_game(Rules.make(4), 1)
    seat = g.seat
    assert seat is not None
    asked: list[tuple[int | None, str]] = []

    def noted(g: State, seen_view: View, memory: Memory, random: Random) -> Move:
        move = swayed(g, seen_view, memory, random)
        asked.append((g.seat, g.kind))
        return move

    monkeypatch.setattr("engine.bots.playout.swayed", noted)
    stewards = memories(g, seat, Memory())
    play_round(g, seat, g.moves[0], Random(1), stewards)
    assert not asked
    play_round(g, seat, g.moves[0], Random(1), stewards, whims=True)
    assert {rival for rival, _ in asked} == {other for other in range(4) if other != seat}
    assert {"draft", "menu"} <= {kind for _, kind in asked}

    def swayings(g: State) -> set[Move]:
        assert g.seat is not None
        return {swayed(g, view(g, g.seat), Memory(), Random(seed)) for seed in range(60)}

    assert len(swayings(g)) > 1
    while g.kind != "menu" or any(move.verb in NAMING for move in g.moves):
        if g.kind == "menu":
            assert {move.verb for move in swayings(g)} <= {*NAMING}
            assert len(swayings(g)) > 1
        g.apply(preferred(view(g, g.seat), Memory())[0])
    assert swayings(g) == {preferred(view(g, g.seat), Memory())[0]}

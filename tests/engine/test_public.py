"""The engine as a library: its names, what `print` shows, moves and seeds as people write them."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import blake2b
from random import Random

import pytest

import engine
from engine import (
    IllegalMove,
    Move,
    NotationError,
    Rules,
    RulesError,
    State,
    format_line,
    load,
    new_game,
    save,
    score,
    view,
)
from engine.rng import seed_bytes
from tests.support.engine.games import BOXES, Box, random_game
from tests.support.root import ROOT


@pytest.fixture
def game() -> State:
    return new_game(Rules.make(players=4), seed=42)


def asked_for_income(game: State) -> State:
    while Move("gold") not in game.moves:
        game.apply(game.moves[0])
    return game


def test_the_package_exports_its_public_names_only() -> None:
    code = "import engine, types; print(*(name for name, value in vars(engine).items()"
    code += " if not name.startswith('_') and not isinstance(value, types.ModuleType)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {*done.stdout.split(), "__version__"} - {"annotations"} == set(engine.__all__)


@pytest.mark.parametrize("package", ["engine", "net", "citadels_tui"])
def test_the_packages_are_typed_for_those_who_import_them(package: str) -> None:
    assert (ROOT / package / "py.typed").exists()


# What print shows


def test_a_game_is_printed_as_a_table() -> None:
    game = asked_for_income(new_game(Rules.make(players=4), seed=7))
    game.play("gold")
    lines = str(game).splitlines()
    assert lines[0] == "deluxe, round 1, rank 1 is called (assassin)"
    assert lines[1].split() == ["gold", "hand", "characters", "city"]
    assert [line[:2] for line in lines[2:6]] == ["p1", "p2", "p3", "p4"]
    assert sum(" crown " in line for line in lines[2:6]) == 1
    assert lines[2 + (game.seat or 0)].split()[-4:] == ["4", "4", "assassin", "-"]
    assert lines[-1] == f"p{(game.seat or 0) + 1} is asked (menu)"


def test_a_game_and_a_view_in_a_line(game: State) -> None:
    assert repr(game) == "<State: deluxe, 4 players, round 1, p4 is asked (draft)>"
    assert repr(view(game, 2)) == "<View of p3: deluxe, 4 players, round 1, p4 is asked (draft)>"
    assert repr(view(game, None)) == "<View of a spectator: deluxe, 4 players, round 1, p4 is asked (draft)>"


def test_a_move_is_shown_as_what_makes_it() -> None:
    move = Move("rob", "king")
    assert repr(move) == "Move.parse('rob king')"
    assert eval(repr(move)) == move


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_a_printed_game_tells_no_secret_and_a_printed_view_its_own_alone(box: Box) -> None:
    """The text of a game is that of what a spectator sees; a seat's text has its hand and moves besides."""
    game, chance = random_game(900 + box.players, box), Random(1)
    while game.seat is not None:
        if chance.random() < 0.05:
            assert str(game) == str(view(game, None))
            words = set(re.findall(r"\w+", str(view(game, game.seat))))
            assert {card.id for card in game.players[game.seat].hand} <= words
            assert all(line.isascii() and line.isprintable() for line in str(view(game, game.seat)).splitlines())
        game.apply(chance.choice(game.moves))
    assert "\nthe game is over\nwon by p" in str(game)
    assert repr(game).endswith(", the game is over>")


# Moves by text


def test_a_game_is_played_by_text_with_the_seat_or_without() -> None:
    games = [random_game(5), random_game(5), random_game(5)]
    chance = Random(5)
    while games[0].seat is not None:
        move = chance.choice(games[0].moves)
        line = format_line(games[0].seat, move)
        games[0].apply(move)
        games[1].play(line)
        games[2].play(str(move))
    assert save(games[0]) == save(games[1]) == save(games[2])


@pytest.mark.parametrize(
    ("line", "error", "told"),
    [
        ("golf", IllegalMove, "'p{}: golf' cannot be played now; did you mean 'gold'?"),
        ("Gold", NotationError, "not a move: 'Gold'; did you mean 'gold'?"),
        ("beautify castle", IllegalMove, "'p{}: beautify castle' cannot be played now; "),
        ("build castle", IllegalMove, "'p{}: build castle' cannot be played now; "),
        ("p9: gold", NotationError, "not a move line: 'p9: gold'; did you mean 'gold'?"),
        ("", NotationError, "not a move: ''; the moves are: "),
        ("gold; gold", IllegalMove, "'p{}: gold' cannot be played now; "),
        ("x" * 5000, NotationError, "not a move: "),
    ],
)
def test_a_wrong_move_is_refused_with_what_is_near_and_changes_nothing(
    game: State, line: str, error: type[Exception], told: str
) -> None:
    asked_for_income(game)
    before = save(game)
    assert game.seat is not None
    with pytest.raises(error) as caught:
        game.play(line)
    assert str(caught.value).startswith(told.format(game.seat + 1))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert save(game) == before


def test_a_move_that_a_person_would_try_is_refused_with_the_reason(game: State) -> None:
    asked_for_income(game)
    refusal = game.refusals()[0]
    with pytest.raises(IllegalMove, match=f"cannot be played now: {refusal.code.replace('_', ' ')}"):
        game.play(str(refusal.move))


def test_a_move_of_somebody_else_is_refused_with_who_is_asked(game: State) -> None:
    with pytest.raises(IllegalMove, match=r"^'p1: pick king' cannot be played now: p4 is asked \(draft\)$"):
        game.play("p1: pick king")


def test_nothing_is_played_when_the_game_is_over() -> None:
    game, chance = random_game(6), Random(6)
    while game.seat is not None:
        game.apply(chance.choice(game.moves))
    with pytest.raises(IllegalMove, match=r"^'gold' cannot be played now: the game is over$"):
        game.play("gold")
    assert len(score(game, 0)) > 0


# Seeds


def test_a_number_and_its_text_are_one_seed_by_the_rule_of_the_documents() -> None:
    key = blake2b(b"citadels game 42", digest_size=32).digest()
    assert seed_bytes(42) == seed_bytes("42") == seed_bytes(key) == key
    games = [new_game(Rules.make(players=5), seed) for seed in (42, "42", key)]
    assert save(games[0]) == save(games[1]) == save(games[2])
    assert save(load(save(games[0]))) == save(games[0])


@pytest.mark.parametrize("seed", [0, -1, 10**30, "", "Ann's birthday", "Zürich", b"x" * 16, b"x" * 64])
def test_any_number_text_or_key_deals_a_game_and_another_seed_another_one(seed: int | str | bytes) -> None:
    game = new_game(Rules.make(players=4), seed)
    assert game.seed == seed_bytes(seed)
    assert save(game)["deck"] != save(new_game(Rules.make(players=4), "another"))["deck"]


@pytest.mark.parametrize("seed", [b"", b"x" * 15, b"x" * 65])
def test_a_key_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(RulesError, match=r"^a seed in bytes has 16 to 64 of them$"):
        new_game(Rules.make(players=4), seed)

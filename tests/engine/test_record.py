"""A game record plays the same game again, and says what is wrong when it cannot."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CitadelsError, NotationError, State, save
from engine.record import MAX_BYTES, Record
from tests.support.engine.games import BOXES, Box, choices, random_game

FOUR = Box("deluxe", 4)


def recorded(number: int, box: Box = FOUR) -> tuple[State, Record]:
    """A finished random game and its record."""
    g = random_game(number, box)
    record = Record(g.ruleset.rules, tuple(f"Player {i}" for i in range(box.players)), g.seed)
    for move in choices(g, number):
        assert g.seat is not None
        record.moves.append((g.seat, move))
        g.apply(move)
    return g, record


@pytest.mark.slow
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_a_record_reads_back_and_replays(box: Box) -> None:
    for number in range(2):
        g, record = recorded(number, box)
        text = record.format()
        again = Record.parse(text)
        assert again == record
        assert again.format() == text
        assert save(again.replay()) == save(g)


def test_a_record_tells_the_rounds_and_the_ranks_called() -> None:
    g, record = recorded(1)
    comments = [line for line in record.format().splitlines() if line.startswith("# ")]
    assert [line for line in comments if "round" in line] == [f"# round {n}" for n in range(1, g.round + 1)]
    assert f"# 4 {g.ruleset.char(4).id}" in comments


def test_an_unfinished_game_replays_to_its_last_move() -> None:
    _, record = recorded(1)
    del record.moves[50:]
    assert not Record.parse(record.format()).replay().over


def test_names_stay_on_their_line() -> None:
    _, record = recorded(1)
    record.names = ("Ann\nseed: 00", "B,o", "  ", "Zoë")
    assert Record.parse(record.format()).names == ("Annseed: 00", "Bo", "-", "Zoë")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("citadels: 1", "citadels: 2", "version"),
        ("edition: deluxe\n", "", "edition"),
        ("edition: deluxe", "edition: moon", "no edition"),
        ("edition: deluxe", "edition: deluxe\nedition: deluxe", "header"),
        ("shuffle: 1", "shuffle: 2", "version"),
        ("seed: ", "seed: x", "seed"),
        ("Player 0, Player 1, Player 2, ", "", "fit"),
        ("options:", "options: speed", "option"),
        ("options:", "options: speed=1", "option"),
        ("characters: ", "characters: jester, ", "fit"),
        ("uniques: ", "uniques: castle, ", "fit"),
        ("uniques: ", "uniques: bell_tower, ", "exactly 14 unique districts, not 15"),
        ("p1: ", "p9: ", "move line"),
        (" pick ", " Pick ", "move"),
    ],
)
def test_an_unreadable_line_is_named(old: str, new: str, says: str) -> None:
    _, record = recorded(1)
    text = record.format()
    assert old in text
    with pytest.raises(NotationError, match=says):
        Record.parse(text.replace(old, new, 1))


def test_an_impossible_move_is_named_with_its_round() -> None:
    _, record = recorded(1)
    seat, move = record.moves[60]
    record.moves[60] = (seat, move._replace(card="nonsense"))
    with pytest.raises(NotationError, match=r"nonsense.* round"):
        record.replay()
    with pytest.raises(NotationError, match="nonsense"):
        record.format()


def test_moves_out_of_turn_or_after_the_end_are_refused() -> None:
    _, record = recorded(1)
    seat, move = record.moves[0]
    for moves in ([((seat + 1) % 4, move)], [*record.moves, record.moves[-1]]):
        with pytest.raises(NotationError):
            Record(record.rules, record.names, record.seed, moves).replay()


def test_a_huge_text_is_not_read() -> None:
    with pytest.raises(NotationError, match="long"):
        Record.parse("#" * (MAX_BYTES + 1))


GOOD = recorded(3)[1].format()
CUTS = st.tuples(st.integers(0, len(GOOD)), st.integers(0, 40), st.text(max_size=12))


@given(st.text(max_size=200) | CUTS.map(lambda cut: GOOD[: cut[0]] + cut[2] + GOOD[cut[0] + cut[1] :]))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with suppress(CitadelsError):  # any other error fails the test
        Record.parse(text).replay()

"""Moves have one text: printing and reading are inverse, and anything else is refused with a sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citadels_tui.rulings.words import FORMS
from engine import Move, NotationError
from engine.cards import CHARACTERS, DISTRICTS
from engine.move import format_line, parse_line
from tests.support.root import ROOT

DECK = [id for cards in DISTRICTS.values() for id in cards]
IDS = st.sampled_from([*(id for cards in CHARACTERS.values() for id in cards), *DECK, *(id + "+" for id in DECK)])
VERBS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=12)
PLACES = st.just((-1, "")) | st.tuples(st.integers(0, 7), st.just("") | IDS)
MOVES = st.builds(lambda verb, card, place: Move(verb, card, *place), VERBS, st.just("") | IDS, PLACES)
TEXTS = st.text(max_size=40) | st.text(alphabet="p128.:;+ _abkingbuild", max_size=30) | MOVES.map(str)


def test_every_verb_of_the_notation_is_a_verb_of_rulings() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    table = page.split("## Verbs", 1)[1].split("\n## ", 1)[0]
    verbs = set(re.findall(r"^\| `([a-z]+)[^|]*` \|", table, re.MULTILINE))
    assert verbs - {"undo"} == set(FORMS)  # which takes a move back, and is none itself


@given(MOVES)
def test_every_move_that_can_be_written_reads_back(move: Move) -> None:
    assert Move.parse(str(move)) == move


@given(MOVES, MOVES)
def test_two_moves_are_the_same_when_their_text_is(one: Move, other: Move) -> None:
    assert (one == other) == (str(one) == str(other))


@given(TEXTS)
def test_a_text_is_a_move_in_its_one_form_or_refused(text: str) -> None:
    try:
        move = Move.parse(text)
    except NotationError as error:
        sentence = str(error)
        assert sentence.isprintable()
        assert len(sentence) < 600
    else:
        assert str(move) == text


@given(st.integers(0, 7), st.lists(MOVES, min_size=1, max_size=4))
def test_a_line_reads_back(seat: int, moves: list[Move]) -> None:
    assert parse_line(format_line(seat, *moves)) == (seat, tuple(moves))


@given(TEXTS | TEXTS.map(lambda text: f"p1: {text}") | st.lists(TEXTS).map(lambda some: "p8: " + "; ".join(some)))
def test_a_text_is_a_line_in_its_one_form_or_refused(text: str) -> None:
    try:
        seat, moves = parse_line(text)
    except NotationError:
        return
    assert format_line(seat, *moves) == text


BAD_MOVES = [
    "", " ", "x", "1 2", "Build castle", "build Castle", "bùild castle", "build  castle", "build castle ",
    " build castle", "build castle\n", "build castle p0", "build castle p9", "build castle p10", "build castle++",
    "build castle tavern", "destroy p2.", "destroy .market", "destroy p2.p3.market", "build castle; end",
    "p1: build castle", "build " + "a" * 40,
]  # fmt: skip
BAD_LINES = ["build castle", "p0: end", "p9: end", "p1:end", "p1: ", "p1: end;", "p1: end;end", "P1: end", "p1: end\n"]


@pytest.mark.parametrize("text", BAD_MOVES)
def test_not_a_move(text: str) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)


@pytest.mark.parametrize("text", BAD_LINES)
def test_not_a_line(text: str) -> None:
    with pytest.raises(NotationError):
        parse_line(text)

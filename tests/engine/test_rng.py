"""The stream of chance is a contract: version 1 gives these numbers, everywhere and for ever."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Rules, new_game
from engine.rng import SHUFFLE_V, below, draws, shuffle, words
from tests.support.engine.compiled import replaces_code
from tests.support.engine.games import Box, choices, random_game

ZERO = bytes(32)
COUNT = bytes(range(32))

SEEDS = st.binary(min_size=16, max_size=64)
LABELS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", max_size=12)


def test_the_version_is_one() -> None:
    assert SHUFFLE_V == 1


@pytest.mark.parametrize(
    ("seed", "counter", "label", "block", "first"),
    [
        (ZERO, 1, "deck", 0, [2696569929, 2319004807, 2115210751, 378089556]),
        (ZERO, 1, "deck", 1, [3895954371, 742869847, 3872597451, 3747323565]),
        (ZERO, 2, "deck", 0, [4075100983, 2260223482, 3073505916, 1105859841]),
        (ZERO, 1, "characters", 0, [3897932535, 1658358928, 1974341493, 22281284]),
        (COUNT, 1, "deck", 0, [2611169537, 717223448, 1961372794, 3830185915]),
    ],
)
def test_words(seed: bytes, counter: int, label: str, block: int, first: list[int]) -> None:
    assert words(seed, counter, label, block)[:4] == first


def test_words_are_keyed_blake2b_of_a_labelled_counter() -> None:
    digest = blake2b(b"citadels/1|deck|7|2", key=COUNT, digest_size=64).digest()
    assert b"".join(word.to_bytes(4, "little") for word in words(COUNT, 7, "deck", 2)) == digest


def test_shuffles() -> None:
    items = list(range(10))
    shuffle(items, ZERO, 1, "deck")
    assert items == [0, 3, 1, 6, 4, 2, 5, 8, 7, 9]
    shuffle(items, ZERO, 2, "deck")
    assert items == [8, 5, 3, 0, 2, 9, 1, 7, 4, 6]
    many = list(range(68))
    shuffle(many, COUNT, 1, "deck")
    assert many[:12] == [37, 45, 54, 62, 16, 57, 59, 4, 64, 55, 63, 43]


def test_single_numbers() -> None:
    assert [below(n, ZERO, 1, "crown") for n in (1, 2, 6, 8, 1000)] == [0, 1, 3, 5, 277]
    assert [below(6, COUNT, counter, "aside") for counter in range(1, 13)] == [1, 1, 1, 5, 1, 3, 2, 4, 5, 1, 2, 2]


def test_a_new_game_uses_the_stream_in_a_fixed_order() -> None:
    """First the deck is shuffled, then the crown is drawn, then each round's characters."""
    g = new_game(Rules.make(players=4), COUNT)
    deck = list(g.ruleset.cards)
    shuffle(deck, COUNT, 1, "deck")
    hands = [[deck.pop() for _ in range(4)] for _ in range(4)]
    assert g.deck == deck
    assert [p.hand for p in g.players] == hands
    assert g.crown == below(4, COUNT, 2, "crown")
    assert g.counter == 4


@given(SEEDS, st.integers(0, 10**9), LABELS, st.lists(st.integers(), max_size=80))
def test_a_shuffle_keeps_every_item(seed: bytes, counter: int, label: str, items: list[int]) -> None:
    shuffled = items.copy()
    shuffle(shuffled, seed, counter, label)
    assert Counter(shuffled) == Counter(items)


@given(SEEDS, st.integers(0, 10**9), LABELS, st.integers(1, 2**32))
def test_a_number_is_below_its_bound(seed: bytes, counter: int, label: str, n: int) -> None:
    assert 0 <= below(n, seed, counter, label) < n


@replaces_code
def test_words_that_would_bias_a_number_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a bound of 3 * 2**30, words from there up are thrown away; the next block goes on."""
    blocks = {0: [2**32 - 1] * 16, 1: [5, 6] + [0] * 14}
    monkeypatch.setattr("engine.rng.words", lambda seed, counter, label, block: blocks[block].copy())
    assert draws(ZERO, 1, "x", [3 * 2**30, 4]) == [5, 2]


def test_every_order_of_three_is_as_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for counter in range(6000):
        items = [0, 1, 2]
        shuffle(items, ZERO, counter, "fair")
        orders[tuple(items)] += 1
    assert set(orders) == set(permutations(range(3)))
    assert all(880 < times < 1120 for times in orders.values())  # 1000 expected, 4 standard deviations


def test_labels_and_counters_do_not_run_together() -> None:
    assert words(ZERO, 11, "a", 1) != words(ZERO, 1, "a", 11)
    assert words(ZERO, 1, "a", 11) != words(ZERO, 1, "a|1", 1)


def test_the_theater_takes_either_of_two_cards() -> None:
    """Who has two characters gives up one of them by chance, and the seed decides."""
    for number in range(400):
        g = random_game(number, Box("deluxe", 2))
        if "theater" not in g.rules.uniques:
            continue
        for move in choices(g, number):
            if g.kind == "theater" and move.verb == "trade":
                theirs = set(g.players[move.seat].roles)
                gone = set()
                for seed in range(40):
                    then = g.clone()
                    then.seed = bytes([seed]) * 32
                    then.apply(move)
                    gone |= theirs - set(then.players[move.seat].roles)
                assert gone == theirs
                return
            g.apply(move)
    raise AssertionError("nobody ever traded")

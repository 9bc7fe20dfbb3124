"""A stored game is the same game; a damaged one is refused with a sentence."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import SaveError, State, load, save
from tests.support.engine.games import BOXES, Box, choices, random_game
from tests.support.tiers import tiered

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def test_undrained_events_are_not_stored() -> None:
    g = random_game(2)
    assert g.log
    assert not load(save(g)).log


@given(PLAIN)
@pytest.mark.slow
def test_other_data_is_not_a_stored_game(plain: object) -> None:
    with pytest.raises(SaveError, match=r"\w"):
        load(plain)


def places(plain: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value inside plain data."""
    found = [path] if path else []
    items = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, value in items:
        found += places(value, (*path, key))
    return found


def damage(plain: Any, path: tuple[Any, ...], value: object, chance: Random) -> None:
    """Replace or remove the value at a path."""
    for key in path[:-1]:
        plain = plain[key]
    if chance.random() < 0.2:
        del plain[path[-1]]
    else:
        plain[path[-1]] = value


WRONG: list[object] = [
    None, True, -1, 0, 3, 99, 10**30, 1.5, "", "castle", "castle+", "king", "x" * 99, b"", b"x" * 99,
    [], [[]], [1], ["king"], {}, {"a": 1}, {"card": "castle"}, {"move": "nonsense!"},
]  # fmt: skip


def load_or_refuse(plain: object) -> State | None:
    """The game, or None when it is refused; any other error goes on."""
    try:
        return load(plain)
    except SaveError:
        return None


@pytest.mark.parametrize("box", tiered(BOXES, BOXES[::3]), ids=str)
@pytest.mark.slow
def test_a_damaged_game_is_refused_or_playable_but_never_breaks_the_loader(box: Box) -> None:
    chance = Random(str(box))
    refused = 0
    for number in range(2):
        g = random_game(number, box)
        for move in choices(g, number):
            if chance.random() < 0.05:
                plain = save(g)
                for _ in range(8):
                    broken = deepcopy(plain)
                    damage(broken, chance.choice(places(broken)), chance.choice(WRONG), chance)
                    found = load_or_refuse(broken)
                    refused += found is None
                    assert found is None or found.over or (found.moves and found.seat in range(box.players))
            g.apply(move)
    assert refused > 30


def test_a_bottomless_value_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    g = random_game(1)
    plain = save(g)
    plain["stack"][-1][1]["index"] = deep
    with pytest.raises(SaveError):
        load(plain)

"""Whoever follows the events sees what the game shows."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Event, ViewReducer, seen, view
from engine.event import KINDS, public, tell
from tests.support.engine.games import FIVE, choices, random_game

pytestmark = pytest.mark.slow


def test_a_reducer_may_start_in_the_middle_of_a_game() -> None:
    for number in range(10):
        g = random_game(number, FIVE)
        g.drain()
        reducers: list[ViewReducer] = []
        for n, move in enumerate(choices(g, number)):
            if n == 100:
                reducers = [ViewReducer(view(g, seat)) for seat in range(5)]
            g.apply(move)
            events = g.drain()
            for seat, reducer in enumerate(reducers):
                reducer.feed(seen(event, seat) for event in events)
                assert reducer.view == view(g, seat)


@pytest.mark.parametrize("kind", [kind for kind, about in KINDS.items() if about.secret])
def test_a_row_hides_each_secret_field_also_where_the_others_are_empty(kind: str) -> None:
    about = KINDS[kind]
    fields = [name for name in Event._fields[1:] if name in about.public or name in about.secret]
    for secret in about.secret:
        for shown in ({}, {"seat": 1, "other": 2}):
            values = Event._field_defaults | shown | {secret: 7}
            row: list[Any] = [values[name] for name in fields]
            heard: list[list[Event]] = [[], [], []]
            tell([kind, *row], [each.append for each in heard])
            event = Event(kind)._replace(**dict(zip(fields, row, strict=True)))
            assert heard == [[seen(event, seat)] for seat in range(3)]
            assert [public(event)] in heard

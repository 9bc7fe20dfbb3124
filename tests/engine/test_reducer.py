"""Whoever follows the events sees what the game shows."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Event, ViewReducer, seen, view
from engine.event import KINDS, knowers, public, tell
from tests.support.engine.games import BOXES, FIVE, Box, choices, random_game

pytestmark = pytest.mark.slow


def follow(number: int, box: Box) -> None:
    """Fold every seat's and a spectator's events of a whole game and compare after every move."""
    g = random_game(number, box)
    eyes = (None, *range(box.players))
    reducers = [ViewReducer.start(g.ruleset.rules, seat) for seat in eyes]
    events = g.drain()
    for move in choices(g, number):
        for seat, reducer in zip(eyes, reducers, strict=True):
            reducer.feed(seen(event, seat) for event in events)
            assert reducer.view == view(g, seat), (number, str(box), seat)
        g.apply(move)
        events = g.drain()
    for seat, reducer in zip(eyes, reducers, strict=True):
        reducer.feed(seen(event, seat) for event in events)
        assert reducer.view == view(g, seat)
        assert reducer.view.over


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_folding_the_seen_events_gives_the_view(box: Box) -> None:
    for number in range(3):
        follow(number, box)


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_folding_the_seen_events_gives_the_view_in_many_games(box: Box) -> None:
    for number in range(1000, 1100):
        follow(number, box)


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


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_all_seats_are_told_at_once_what_each_of_them_sees(box: Box) -> None:
    g, twin = random_game(1, box), random_game(1, box)
    heard: list[list[Event]] = [[] for _ in range(box.players)]
    for move in choices(g, 1):
        events = g.drain()
        twin.tell([each.append for each in heard])
        for seat, each in enumerate(heard):
            assert each == [seen(event, seat) for event in events]
            each.clear()
        g.apply(move)
        twin.apply(move)


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


def test_secret_fields_go_only_to_who_may_know() -> None:
    """What an event hides is empty for everybody else, and whole for its knowers."""
    hidden = 0
    for number in range(10):
        g = random_game(number)
        for move in choices(g, number):
            g.apply(move)
            for event in g.drain():
                for seat in (None, *range(len(g.players))):
                    if seat in knowers(event):
                        assert seen(event, seat) == event
                    else:
                        hidden += seen(event, seat) != event
                        assert seen(event, seat) == seen(event, None)
    assert hidden > 1000

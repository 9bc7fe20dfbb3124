"""A murdered character is called: whether anybody plays a Rasputin is asked only where somebody may."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citadels_tui.story.telling import describe_events
from citadels_tui.textart.symbols import ASCII
from citadels_tui.wording.voice import Voice
from engine import Event, Rules, seen, view
from engine.view import PlayerView, View
from tests.citadels_tui.actions.test_rows import BOTS
from tests.support.engine.games import Box, choices, random_game

QUESTION = "does anybody play a Rasputin?"


def told(now: View, *events: Event) -> str:
    voice = Voice(ASCII, now.rules, BOTS[: now.rules.players], now.seat)
    return "\n".join(line.text.plain for line in describe_events(voice, events, now))


@pytest.mark.parametrize(
    ("changes", "asked"),
    [
        ({}, True),
        ({"faceup": (2,)}, False),
        ({"aside": (2,)}, False),
        ({"roles": (2,)}, False),
        ({"roles": (2,), "hand": ("rasputin",)}, True),
        ({"hand": ("rasputin", "rasputin")}, False),
        ({"players": 0}, False),
    ],
)
def test_it_is_asked_where_somebody_may(changes: dict[str, object], asked: bool) -> None:
    rules = Rules.make(players=4, action_cards=True)
    cards = int("players" not in changes)
    players = [PlayerView(seat, hand=cards, roles=1) for seat in range(4)]
    now = View(0, rules, players)
    now = replace(now, **{name: value for name, value in changes.items() if name != "players"})  # type: ignore[arg-type]
    assert (QUESTION in told(now, Event("hear", rank=2))) == asked


@pytest.mark.slow
def test_a_rasputin_is_played_only_when_asked_for() -> None:
    """In whole games, from every seat: a Rasputin never comes out of nothing."""
    played = 0
    for number in range(100):
        game = random_game(number, Box("deluxe", 5, actions=True))
        rank, lines = 0, list[str]()
        for move in choices(game, number):
            for event in game.drain():
                if event.kind == "hear":
                    rank, lines = event.rank, [told(view(game, seat), seen(event, seat)) for seat in range(5)]
                elif event.kind == "shield" and event.rank == rank:
                    played += 1
                    assert all(QUESTION in each for each in lines)
                elif event.kind == "round":
                    rank = 0
            game.apply(move)
    assert played

"""The engine plays like a second, simple-minded implementation, decision by decision."""

from __future__ import annotations

import pytest

from engine import Event, Rules, State, new_game, score
from tests.support.engine.games import choices
from tests.support.engine.naive import CHARACTERS, UNIQUE, Naive
from tests.support.tiers import tiered

pytestmark = pytest.mark.slow

PLAYERS = (2, 4, 5, 6, 7)
VERBS = {
    "pick", "aside", "gold", "draw", "keep", "build", "end", "kill", "rob", "swap",
    "discard", "done", "collect", "destroy", "sell", "forge", "pay",
}  # fmt: skip


class Luck:
    """What chance did in the engine's game, told to the naive one."""

    def __init__(self) -> None:
        self.deals: list[list[str]] = []
        self.faceup: list[str] = []
        self.facedown = ""

    def hear(self, events: list[Event]) -> None:
        for event in events:
            if event.kind == "deal":
                self.deals.append(list(event.cards))
            elif event.kind == "layout":
                self.faceup = [CHARACTERS[rank - 1] for rank in event.ranks]
                self.facedown = ""
            elif event.kind == "aside" and not self.facedown:
                self.facedown = CHARACTERS[event.rank - 1]

    def layout(self) -> tuple[list[str], str]:
        return self.faceup, self.facedown


def start(players: int, seed: int) -> tuple[State, Naive, Luck]:
    g = new_game(Rules.make(players=players), seed.to_bytes(32, "big"))
    luck = Luck()
    luck.hear(g.drain())
    naive = Naive(luck.deals, deck(g), g.crown, luck.layout)
    return g, naive, luck


def deck(g: State) -> list[str]:
    """The engine's deck, top first."""
    return [card.id for card in reversed(g.deck)]


def situation(g: State) -> dict[str, object]:
    return {
        "question": None if g.seat is None else (g.seat, {str(move) for move in g.moves}),
        "gold": [p.gold for p in g.players],
        "hands": [sorted(card.id for card in p.hand) for p in g.players],
        "cities": [sorted(card.id for card in p.city) for p in g.players],
        "crown": g.crown,
        "deck": deck(g),
    }


def naive_situation(naive: Naive) -> dict[str, object]:
    return {
        "question": naive.question,
        "gold": [p.gold for p in naive.people],
        "hands": [sorted(p.hand) for p in naive.people],
        "cities": [sorted(p.city) for p in naive.people],
        "crown": naive.crown,
        "deck": naive.deck,
    }


def compare(players: int, seed: int) -> set[str]:
    """Play one game in both; the moves that were made."""
    g, naive, luck = start(players, seed)
    told: list[str] = []
    met: set[str] = set()
    for move in choices(g, seed):
        assert situation(g) == naive_situation(naive), told
        told.append(f"p{(g.seat or 0) + 1}: {move}")
        met.add(str(move))
        g.apply(move)
        luck.hear(g.drain())
        naive.answer(str(move))
    assert situation(g) == naive_situation(naive), told
    for seat in range(players):
        assert sum(points for _, points in score(g, seat)) == naive.score(seat), told
    assert list(g.winners) == naive.winners, told
    return met


@pytest.mark.parametrize("players", tiered(PLAYERS, (4,)))
def test_the_engine_plays_like_the_naive_game(players: int) -> None:
    met: set[str] = set()
    for seed in range(60):
        met |= compare(players, seed)
    assert {move.split()[0] for move in met} == VERBS - ({"aside"} if players > 2 else set())
    assert met >= {f"build {card}" for card in UNIQUE}


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_the_engine_plays_like_the_naive_game_for_long(players: int) -> None:
    for seed in range(1000, 2000):
        compare(players, seed)

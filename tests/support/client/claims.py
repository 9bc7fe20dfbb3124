"""Claims: sentences that the client shows at the decisions of random games, to be compared with the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from citadels_tui.textart.symbols import ASCII
from citadels_tui.wording.voice import Voice
from engine import State, View, seen
from engine.bots.memory import Memory
from engine.notebook import Page
from tests.citadels_tui.actions.test_rows import BOTS, decision
from tests.support.engine.games import Box, choices, random_game
from tests.support.engine.notebooks import Notebooks, notebooks, tell


class Table:
    """A decision: the game, what its player sees and knows, and how often each kind of sentence was met."""

    def __init__(self, game: State, page: Page, memory: Memory, met: Counter[str]) -> None:
        assert game.seat is not None
        self.game, self.page, self.memory, self.met = game, page, memory, met
        self.seat: int = game.seat
        self.view: View = decision(game)
        self.voice = Voice(ASCII, game.rules, BOTS[: game.rules.players], game.seat)

    def claim(self, kind: str, true: object, *about: object) -> None:
        """Note a sentence; it must be true."""
        self.met[kind] += 1
        assert true, (kind, self.game, self.voice.names[self.seat], *about)


def watched(number: int, box: Box) -> Iterator[tuple[State, Notebooks, list[Memory]]]:
    """A random game at each of its decisions, with what every seat remembers."""
    game = random_game(number, box)
    books, memories = notebooks(game), [Memory() for _ in range(box.players)]
    for move in choices(game, number):
        events = game.drain()
        tell(books, events)
        for seat, memory in enumerate(memories):
            for event in events:
                memory.watch(seen(event, seat))
        yield game, books, memories
        game.apply(move)

"""Bots that search think in processes of their own, within their time, and never see the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine import Move, Rules, State, View, new_game, resample, view
from engine.bots.search import Mastermind, Schemer
from net.base.thinking import Found, Searcher, ThinkingPool
from net.host.game.table_bot import TableBot
from tests.support.net.hosting import WAIT


class Endless:
    """A bot that never answers."""

    def allow(self, seconds: float, going: Callable[[], bool]) -> None:
        pass

    def suppose(self, world: State) -> None:
        while True:
            pass

    def choose(self, view: View) -> Move:
        raise NotImplementedError


class Quitter(Endless):
    """A bot whose process dies."""

    def suppose(self, world: State) -> None:
        raise SystemExit(1)


class Failing(Endless):
    """A bot with a fault."""

    def suppose(self, world: State) -> None:
        raise ValueError("no idea")


class Dice(Schemer):
    """A bot that does whatever its own random numbers say."""

    def __init__(self, level: str, chance: Random) -> None:
        super().__init__(chance)

    def choose(self, view: View) -> Move:
        return view.moves[self._random.randrange(len(view.moves))]


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[ThinkingPool]:
    """One whose processes are waited for, however busy the machine is."""
    monkeypatch.setattr("net.base.thinking.GRACE", WAIT)
    monkeypatch.setattr("net.base.thinking.START", WAIT)
    pool = ThinkingPool(1)
    yield pool
    pool.close()


def position() -> tuple[View, State]:
    g = new_game(Rules.make(4, preset="first_game"), 1)
    assert g.seat is not None
    return view(g, g.seat), resample(g, g.seat, Random(1))


def test_a_mastermind_thinks_in_another_process(pool: ThinkingPool) -> None:
    seen, world = position()
    assert pool.search(Mastermind(Random(1)), seen, world, 0.3) in seen.moves


@pytest.mark.thorough
def test_a_bot_at_a_host_has_other_random_numbers_for_each_decision(
    pool: ThinkingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process has a copy of it, whose random numbers would begin anew."""
    monkeypatch.setattr("net.host.game.table_bot.bot", Dice)
    seen, world = position()

    def chosen(seed: int) -> list[Move]:
        player = TableBot("schemer", 4, pool, 0.1)
        return [player.choice(seen, (), seed + number, lambda random, known: world)() for number in range(20)]

    first = chosen(100)
    assert len({*first}) > 2
    assert chosen(100) == first
    assert chosen(200) != first


class Counting:
    """A pool that only counts, and finds the last move."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, float]] = []

    def search(self, bot: Searcher[Found], view: View, world: State, seconds: float) -> Found | None:
        self.asked.append((len(view.moves), seconds))
        return None


@pytest.mark.parametrize("level", ["schemer", "steward"])
def test_an_only_move_waits_for_a_process_and_searches_as_long_as_a_choice(level: str) -> None:
    """While others keep the pool busy, the time would tell that there was nothing to choose."""
    pool = Counting()
    player = TableBot(level, 4, pool, 0.3)
    seen, world = position()
    forced = seen.copy()
    forced.moves = seen.moves[:1]
    for asked in (seen, forced, forced):
        assert player.choice(asked, (), 1, lambda random, known: world)() in asked.moves
    choice = (len(seen.moves), 0.3)
    assert pool.asked == ([choice] * 3 if level == "schemer" else [])


@pytest.mark.thorough
@pytest.mark.parametrize("bad", [Endless, Quitter, Failing])
def test_a_process_that_does_not_answer_is_replaced(
    pool: ThinkingPool, bad: type[Endless], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.base.thinking.GRACE", 0.1)
    seen, world = position()
    assert pool.search(bad(), seen, world, 0.1) is None
    monkeypatch.setattr("net.base.thinking.GRACE", WAIT)
    assert pool.search(Mastermind(Random(1)), seen, world, 0.3) in seen.moves


def test_a_closed_pool_finds_nothing() -> None:
    pool = ThinkingPool(1)
    pool.close()
    seen, world = position()
    assert pool.search(Mastermind(Random(1)), seen, world, 0.1) is None


def test_a_bot_that_cannot_be_sent_to_a_process_is_given_up(pool: ThinkingPool) -> None:
    class Local(Endless):
        """No process can import it."""

    seen, world = position()
    assert pool.search(Local(), seen, world, 0.1) is None

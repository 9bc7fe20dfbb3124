"""Information in the time of a bot's answer: ``python -m bench.net.bot_times [TABLES] [PAUSE] [ANSWERS]``.

One table of masterminds is watched while so many others, of seven each, keep the thinking pool busy. Of two answers of
its bots, one of which was the only legal move, the slower one should be the choice in half of all cases.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from statistics import median
from time import perf_counter
from typing import Any
from unittest.mock import patch

from bench.net.served import lifted_limits
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Decision
from net.host.game.bot_answers import BotAnswers
from net.host.host import Host
from net.host.opening import Opening
from net.identity.crypto import Identity
from net.protocol.client_messages import Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

Times = dict[bool, list[float]]
"""Whether there was only one move, and for how many seconds each answer was waited for."""


@contextlib.asynccontextmanager
async def table(host: Host, bots: int, pause: float) -> AsyncIterator[Any]:
    """A table of one player, who takes the first move at once, and of bots that search: game after game."""
    setup, options = Setup(players=bots + 1), TableOptions(bot_pause=pause)
    opened = host.open_table(setup, options, Opening(bots=("mastermind",) * bots, owned=True))
    client = await connect(host.invite(opened, "127.0.0.1", owner=True), Identity.new(), "Ann")
    playing = asyncio.create_task(_play(client))
    try:
        yield opened
    finally:
        playing.cancel()
        await client.leave()


async def _play(client: Client) -> None:
    await client.request(Start)
    async for update in client.updates():
        if isinstance(update, Decision) and not update.auto:
            await client.move(update.moves[0])


@contextlib.contextmanager
def timed(watched: list[Any], times: Times) -> Any:
    """Take the time of each answer at the watched table."""
    think, answer = BotAnswers.think, BotAnswers._answer
    asked: dict[int, tuple[float, bool]] = {}

    def is_watched(match: Any) -> bool:
        # A table that all have left has none any more.
        return bool(watched and watched[0].match) and match.game is watched[0].match.game

    def begin(self: Any, seat: int, cause: Any) -> None:
        if is_watched(self._match):
            asked[self._question] = perf_counter(), len(self._match.game.view(seat).moves) == 1
        think(self, seat, cause)

    def end(self: Any, question: int, move: Any, cause: Any) -> None:
        if is_watched(self._match) and question in asked:
            begun, only = asked.pop(question)
            times[only].append(perf_counter() - begun)
        answer(self, question, move, cause)

    with patch.object(BotAnswers, "think", begin), patch.object(BotAnswers, "_answer", end):
        yield


async def measured(tables: int, pause: float, answers: int, told: Callable[[Times], None]) -> Times:
    """The times of so many answers of each kind."""
    times: Times = {True: [], False: []}
    watched: list[Any] = []
    limits = replace(lifted_limits(), between_games=0.0)
    with timed(watched, times):
        serving = Host.open(Identity.new(), bind="127.0.0.1", port=0, limits=limits)
        async with serving as host, contextlib.AsyncExitStack() as others:
            for _ in range(tables):
                await others.enter_async_context(table(host, 7, 0.0))
            while min(map(len, times.values())) < answers:
                async with table(host, 3, pause) as opened:
                    watched[:] = [opened]
                    while opened.match is None or not opened.match.game.over:
                        await asyncio.sleep(0.5)
                        if min(map(len, times.values())) >= answers:
                            break
                watched.clear()
                told(times)
    return times


def slower(times: Times) -> float:
    """The probability that a choice is slower than an only move."""
    pairs = [(choice > only) + (choice == only) / 2 for choice in times[False] for only in times[True]]
    return sum(pairs) / len(pairs)


def main() -> None:
    """Measure, and print what the times tell."""
    tables, pause, answers = (float(word) for word in (*sys.argv[1:], *("8", "0", "60")[len(sys.argv) - 1 :]))
    found = asyncio.run(measured(int(tables), pause, int(answers), lambda times: print(end=".", flush=True)))
    for only, name in ((True, "only move"), (False, "choice")):
        print(f"\n{name:10} n = {len(found[only])}, median {median(found[only]):.3f} s", end="")
    print(f"\nP(choice slower) = {slower(found):.2f}")


if __name__ == "__main__":
    main()

"""Lengths of games and of their moves, for the simulation of many hosts: ``python -m tests.bench.net.recorded_games``.

Bots play whole games in the arena. Kept are, for each number of players, how many moves a game has, and how many
answers there are to each question. How long somebody thinks is made from that (`think`); where there is one answer, a
client gives it at once.
"""

from __future__ import annotations

import json
import sys
from math import log2
from pathlib import Path
from random import Random
from typing import Any

from engine import new_game
from engine.arena.casts import cast
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot

KEPT = Path(__file__).parent / "data" / "recorded_games.json"
_GAMES = 60
_LEVEL = "steward"
_PARTS = 20
"""Values that stand for a distribution."""
_LEAST, _DOUBLING, _SHARE = 2.0, 2.0, 0.6
"""Seconds: for any question, for each doubling of its answers; and how much times differ (sigma of a lognormal)."""


def think(chance: Random, answers: int) -> float:
    """Seconds somebody thinks who has so many answers: assumed, for nobody's thinking has been recorded."""
    if answers == 1:
        return 0.1
    return (_LEAST + _DOUBLING * log2(answers)) * chance.lognormvariate(-_SHARE * _SHARE / 2, _SHARE)


def recorded_games(games: int = _GAMES) -> dict[str, Any]:
    """For each number of players: ``moves``, equally likely lengths of games, and ``answers``, likewise."""
    found: dict[str, Any] = {}
    for players in range(2, 9):
        setups = cast(players, "deluxe", "random")
        lengths: list[int] = []
        answers: list[int] = []
        for number in range(games):
            game = new_game(setups(number), seed=number)
            seated = [
                SeatedBot(bot(_LEVEL, number * 8 + seat), seat, players, number * 8 + seat) for seat in range(players)
            ]
            asked: list[int] = []
            while game.seat is not None:
                game.tell([each.watch for each in seated])
                asked.append(len(game.moves))
                game.apply(seated[game.seat].choose(game))
            lengths.append(len(asked))
            answers += asked
        found[str(players)] = {"moves": _parts(lengths), "answers": _parts(answers)}
    return found


def _parts(values: list[int]) -> list[int]:
    values.sort()
    return [values[int(len(values) * (part + 0.5) / _PARTS)] for part in range(_PARTS)]


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else KEPT).write_text(json.dumps(recorded_games()) + "\n")

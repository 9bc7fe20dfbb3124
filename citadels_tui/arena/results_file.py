"""The results of a tournament on disk: a line that says what is played, then a line for each chunk of games.

A line that was not written to its end is as if it had never been begun: its chunk is played again.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from citadels_tui.wording.errors import UsageError
from engine.arena.tournament import Chunk, Game, Played, Tournament


def setup_of(tournament: Tournament) -> dict[str, Any]:
    """The setup of a file, but for the number of games: more of them may be added."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(tournament)))
    del plain["games"]
    return plain


def read(file: Path, tournament: Tournament) -> Played:
    """The games in a file, whose last line may be torn; a file that is not there has none.

    Raises:
        UsageError: when it holds something else, or results of another tournament.
    """
    if not file.exists():
        return {}
    played: Played = {}
    *lines, torn = file.read_bytes().split(b"\n")
    try:
        if json.loads(lines[0]) != setup_of(tournament):
            raise ValueError
        for line in lines[1:]:
            plain = json.loads(line)
            numbers = [int(number) for number in plain["numbers"]]
            played.update(zip([(int(plain["table"]), n) for n in numbers], _games(plain["games"]), strict=True))
    except (ValueError, LookupError, TypeError, RecursionError):
        raise UsageError("{file} does not hold results of this tournament", file=str(file)) from None
    if torn:
        file.write_bytes(b"\n".join([*lines, b""]))
    tables = range(len(tournament.tables()))
    wanted = range(tournament.seed, tournament.seed + tournament.games)
    return {key: game for key, game in played.items() if key[0] in tables and key[1] in wanted}


def append(file: Path, tournament: Tournament, chunk: Chunk, games: list[Game]) -> None:
    """Add a chunk to a file."""
    with file.open("a", encoding="utf-8") as out:
        if not out.tell():
            out.write(json.dumps(setup_of(tournament)) + "\n")
        out.write(json.dumps({"table": chunk.table, "numbers": chunk.numbers, "games": games}) + "\n")


def _games(plain: list[Any]) -> list[Game]:
    games = [
        Game(tuple(map(str, bots)), tuple(map(int, winners)), tuple(map(int, scores)), str(failure))
        for bots, winners, scores, failure in plain
    ]
    if any(game.winners and len(game.bots) != len(game.scores) for game in games):
        raise ValueError
    return games

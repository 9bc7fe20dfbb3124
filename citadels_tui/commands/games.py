"""`citadels games`: the games played on this machine, and statistics of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

from cyclopts import Parameter

from citadels_tui.commands.parameters import Json
from citadels_tui.drawing.symbols import ASCII, usual_symbols
from citadels_tui.games.game_list import charts, heads, of_other_keys, row, statistics_page, unread
from citadels_tui.games.played_games import Figures, PlayedGame, Statistics, own_keys, played_games, statistics
from citadels_tui.texts import _
from citadels_tui.texts import games as texts
from net.gamelog.archive import Archive

INDENT = "    "
_WIDTH, _CHART_LINES = 80, 12


def games(
    *,
    stats: Annotated[bool, Parameter(name="--stats")] = False,
    files: Annotated[bool, Parameter(name="--files")] = False,
    json_: Json = False,
) -> int:
    """List the games that were played on this machine, the newest first.

    Args:
        stats: Show statistics instead: games, wins and points by edition, players, character and opponent.
        files: Show the file with the log of each game, too, for citadels replay and citadels verify.
        json_: Print one JSON object.

    Returns:
        0.
    """
    archive = Archive()
    archive.load()
    archive.refresh()
    played = played_games(archive.games, own_keys())
    found = statistics(played)
    if json_:
        print(json.dumps(_figures(found) if stats else {"games": [_facts(archive, game) for game in played]}))
        return 0
    pages = (*statistics_page(found, ASCII), *charts(played, usual_symbols(), _WIDTH, _CHART_LINES))
    lines = (line.plain for line in pages) if stats else _listed(archive, played, files)
    print("\n".join(line.rstrip() for line in lines))
    for line in (*of_other_keys(played), *unread(archive)):
        print(line.plain, file=sys.stderr)
    return 0


def _listed(archive: Archive, played: list[PlayedGame], files: bool) -> Iterator[str]:
    if not played:
        yield _(texts.NONE)
        return
    yield heads(ASCII).plain
    for game in played:
        yield row(game, ASCII).plain
        if files:
            yield f"{INDENT}{archive.folder / game.facts.file}" if game.facts.kept else f"{INDENT}{_(texts.GONE)}"


def _facts(archive: Archive, game: PlayedGame) -> dict[str, Any]:
    """A game as plain values."""
    facts = game.facts
    return {
        "file": str(archive.folder / facts.file) if facts.kept else None,
        "game": facts.game,
        "when": facts.when.isoformat(),
        "edition": facts.edition,
        "reason": facts.reason,
        "rounds": facts.rounds,
        "moves": facts.moves,
        "you": game.you,
        "winners": list(facts.winners),
        "seats": [seat.model_dump() for seat in facts.seats],
    }


def _figures(found: Statistics) -> dict[str, Any]:
    """Statistics as plain values."""
    opponents = [
        {"name": found.names.get(key, "") if key else "", "key": key, "level": level} | asdict(tally)
        for (key, level), tally in found.opponents.items()
    ]
    return {
        "total": asdict(found.total),
        "editions": _by_name(found.editions),
        "players": _by_name(found.players),
        "characters": _by_name(found.characters),
        "opponents": opponents,
    }


def _by_name(tallies: dict[str, Figures] | dict[int, Figures]) -> dict[str, Any]:
    return {str(name): asdict(tally) for name, tally in tallies.items()}

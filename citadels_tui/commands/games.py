"""`citadels games`: the games played on this machine, and statistics of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from citadels_tui.cli.options import Json, Option
from citadels_tui.history.game_list import charts, heads, of_other_keys, row, statistics_page, unread
from citadels_tui.history.played_games import Figures, PlayedGame, Statistics, played_games, statistics
from citadels_tui.textart.symbols import ASCII, usual_symbols
from citadels_tui.texts import _, why
from citadels_tui.texts import games as texts
from citadels_tui.wording.errors import CommandError, UsageError
from net.base.errors import NetError
from net.base.paths import games_path
from net.gamelog.proof import Proof
from net.identity.own_keys import own_hosts, own_keys

INDENT = "    "
_WIDTH, _CHART_LINES = 80, 12
_LONGEST = 1000
"""Cells of a line in which no player is left out."""


@dataclass(frozen=True)
class GamesCommand:
    """List the games that were played on this machine, the newest first."""

    stats: Annotated[
        bool, Option("Show statistics instead: games, wins and points by edition, players, character and opponent.")
    ] = False
    files: Annotated[
        bool, Option("Show the place of the log of each game, too, for citadels replay, verify and review.")
    ] = False
    add: Annotated[
        Path | None, Option("First take in the log of a game from this file, for example from another machine.")
    ] = None
    remove: Annotated[
        str, Option("First remove the game whose log has this place or name, and all that is known of it.")
    ] = ""
    json: Json = False

    def run(self) -> int:
        """Print them; returns 0."""
        from net.gamelog.archive import keep_own, own_games, remove_own

        try:
            if self.add:
                keep_own(Proof.read(self.add))
            if self.remove and not remove_own(Path(self.remove).stem):
                raise UsageError("there is no game {name!r}", name=self.remove[:80])
            facts = own_games()
        except NetError as error:
            raise CommandError(why(error)) from None
        played = played_games(facts, own_keys(), own_hosts())
        found = statistics(played)
        if self.json:
            print(json.dumps(_figures(found) if self.stats else {"games": [_facts(game) for game in played]}))
            return 0
        pages = (*statistics_page(found, played, ASCII), *charts(played, usual_symbols(), _WIDTH, _CHART_LINES))
        lines = (line.plain for line in pages) if self.stats else _listed(played, self.files)
        print("\n".join(line.rstrip() for line in lines))
        for line in (*of_other_keys(played), *unread(facts)):
            print(line.plain, file=sys.stderr)
        return 0


def _listed(played: list[PlayedGame], files: bool) -> Iterator[str]:
    if not played:
        yield _(texts.NONE)
        return
    yield heads(ASCII, _LONGEST).plain
    for game in played:
        yield row(game, ASCII, _LONGEST).plain
        if files:
            yield f"{INDENT}{games_path() / game.facts.file}" if game.facts.kept else f"{INDENT}{_(texts.GONE)}"


def _facts(game: PlayedGame) -> dict[str, Any]:
    """A game as plain values."""
    facts = game.facts
    return {
        "file": str(games_path() / facts.file) if facts.kept else None,
        "game": facts.game,
        "when": facts.when.isoformat(),
        "edition": facts.edition,
        "reason": facts.reason,
        "rounds": facts.rounds,
        "moves": facts.moves,
        "given": facts.given,
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
        "practice": asdict(found.practice),
    }


def _by_name(tallies: dict[str, Figures] | dict[int, Figures]) -> dict[str, Any]:
    return {str(name): asdict(tally) for name, tally in tallies.items()}

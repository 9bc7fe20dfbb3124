"""`citadels arena`: who wins against whom."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from citadels_tui.arena.chart import chart as drawn
from citadels_tui.arena.ratings import ratings
from citadels_tui.arena.results_file import append, read, setup_of
from citadels_tui.arena.workers import Done, check_address, in_turn, on_cluster, on_processors
from citadels_tui.cli.checks import check_counts, check_level
from citadels_tui.cli.options import Json, Option
from citadels_tui.terminal.progress import watched
from citadels_tui.texts import _, decimal, why
from citadels_tui.texts import arena as texts
from citadels_tui.wording.errors import UsageError
from engine.arena.tournament import MIXED, Played, Tournament, report
from engine.bots.strangers import FIELDS
from engine.errors import RulesError


@dataclass(frozen=True)
class ArenaCommand:
    """Let bots play each other on the same deals, and say who wins against whom."""

    bots: Annotated[
        str,
        Option(
            "Names of the bots, separated by commas. At each table one bot of one kind plays against bots of another "
            "kind; every kind meets every other."
        ),
    ] = "steward,schemer"
    over: Annotated[str, Option("Let them play only against these kinds.")] = ""
    field: Annotated[
        Literal["", "strangers", "tuned", "held_out"],
        Option(
            'Let them play against bots that none of them imagines: "strangers", or the half of these that is "tuned" '
            'against or the half that is "held_out".'
        ),
    ] = ""
    mixed: Annotated[bool, Option("Draw the bots of every game from all of them instead.")] = False
    players: Annotated[int, Option("Number of players.")] = 4
    sets: Annotated[
        str,
        Option(
            'Editions and presets, as in deluxe/first_game,classic/classic. A preset may be "all" for each in turn, or '
            '"random" for other characters in every game.'
        ),
    ] = "deluxe/first_game"
    games: Annotated[int, Option("Number of games of each table.")] = 400
    seed: Annotated[int, Option("Number of the first game; the next ones have the next numbers.")] = 1
    jobs: Annotated[int, Option('Number of processes; more than one needs the extra "arena".')] = 1
    dask: Annotated[
        str,
        Option(
            "Play on the workers of the Dask scheduler at this address of this machine, or at one that begins with "
            "tls://."
        ),
    ] = ""
    file: Annotated[
        Path | None, Option("Keep the results in this file, and continue from the games that it holds.")
    ] = None
    chart: Annotated[Path | None, Option("Draw the shares into this file, as SVG.")] = None
    json: Json = False

    def run(self) -> int:
        """Play and print; returns 0 when every game was finished, 1 otherwise."""
        check_counts(self.games, self.jobs, self.seed)
        names, others = _names(self.bots), tuple(dict.fromkeys((*_names(self.over), *FIELDS.get(self.field, ()))))
        for name in (*names, *others):
            check_level(name)
        tournament = Tournament(names, self.players, _sets(self.sets), self.games, self.seed, self.mixed, others)
        if len({*names, *others}) < 2 or (self.mixed and (others or len(names) < 2)):
            raise UsageError(
                "--bots must name two bots at least; --over or --field, others for tables that are not mixed"
            )
        try:
            tournament.casts()
        except RulesError as error:
            raise UsageError(why(error)) from None
        if self.dask:
            check_address(self.dask)
        if self.chart and not self.chart.absolute().parent.is_dir():
            # Now, not when all games have been played.
            raise UsageError("there is no folder {path}", path=self.chart.parent)
        played = read(self.file, tournament) if self.file else {}
        total = self.games * len(tournament.tables())
        done = _play(tournament, played, self.jobs, self.dask)
        for chunk, found in watched(done, _(texts.PLAYING), total, done=len(played), size=lambda each: len(each[1])):
            if self.file:
                append(self.file, tournament, chunk, found)
            played.update(zip([(chunk.table, number) for number in chunk.numbers], found, strict=True))
        came = {
            "setup": {**setup_of(tournament), "games": self.games},
            **report(tournament, played),
            "ratings": ratings(played[key] for key in sorted(played)),
        }
        print(json.dumps(came) if self.json else _text(came))
        if self.chart:
            self.chart.write_text(drawn(came, self.players), encoding="utf-8")
        return 1 if came["failures"] else 0


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.split(","))) if text else ()


def _sets(text: str) -> tuple[tuple[str, str], ...]:
    """Editions and presets from what was typed.

    Raises:
        UsageError: when it is written in another way.
    """
    pairs = [tuple(part.strip().split("/")) for part in text.split(",")]
    found = tuple(dict.fromkeys((pair[0], pair[1]) for pair in pairs if len(pair) == 2))
    if len(found) != len(pairs):
        raise UsageError("--sets takes editions and presets, as in deluxe/first_game,classic/classic")
    return found


def _play(tournament: Tournament, played: Played, jobs: int, dask: str) -> Iterator[Done]:
    chunks = list(tournament.chunks(played))
    if dask:
        return on_cluster(tournament, chunks, dask)
    return on_processors(tournament, chunks, jobs) if jobs > 1 else in_turn(tournament, chunks)


def _text(came: dict[str, Any]) -> str:
    several = len(came["setup"]["sets"]) > 1
    blocks = [
        [
            (
                (f"{row['edition']}/{row['preset']}: " if several else "")
                + (f"{row['bot']} ({MIXED})" if row["others"] == MIXED else f"{row['bot']} over {row['others']}"),
                row,
            )
            for row in came["tables"]
        ],
        [(f"{row['bot']} ahead of {row['other']}", row) for row in came["ahead"]],
    ]
    lines = [line for rows in blocks if rows for line in (*_lines(rows), "")]
    for rating in came["ratings"] or ():
        mu, sigma = decimal(rating["mu"]), decimal(rating["sigma"])
        lines.append(_(texts.RATING).format(bot=rating["bot"], mu=mu, sigma=sigma))
    return "\n".join([*lines, *came["failures"]]).rstrip()


def _lines(rows: Sequence[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    width = max(len(name) for name, row in rows)
    for name, row in rows:
        share, least, most = (decimal(round(100 * row[key], 1)) for key in ("share", "least", "most"))
        yield f"{name:{width}}  " + _(texts.WON).format(share=share, least=least, most=most, games=row["games"])

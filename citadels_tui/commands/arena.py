"""`citadels arena`: who wins against whom."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from citadels_tui.arena.chart import chart as drawn
from citadels_tui.arena.ratings import ratings
from citadels_tui.arena.results_file import append, read, setup_of
from citadels_tui.arena.workers import Done, check_address, in_turn, on_cluster, on_processors
from citadels_tui.commands.options import check_counts, check_level
from citadels_tui.commands.parameters import Json
from citadels_tui.terminal.progress import watched
from citadels_tui.texts import _, decimal, why
from citadels_tui.texts import arena as texts
from citadels_tui.wording.errors import UsageError
from engine.arena.tournament import MIXED, Played, Tournament, report
from engine.bots.strangers import FIELDS
from engine.errors import RulesError


def arena(
    *,
    bots: str = "steward,schemer",
    over: str = "",
    field: Annotated[Literal["", "strangers", "tuned", "held_out"], Parameter(show_choices=False)] = "",
    mixed: bool = False,
    players: int = 4,
    sets: str = "deluxe/first_game",
    games: int = 400,
    seed: int = 1,
    jobs: int = 1,
    dask: str = "",
    file: Path | None = None,
    chart: Path | None = None,
    json_: Json = False,
) -> int:
    """Let bots play each other on the same deals, and say who wins against whom.

    Args:
        bots: Names of the bots, separated by commas. At each table one bot of one kind plays against bots of another
            kind; every kind meets every other.
        over: Let them play only against these kinds.
        field: Let them play against bots that none of them imagines: "strangers", or the half of these that is "tuned"
            against or the half that is "held_out".
        mixed: Draw the bots of every game from all of them instead.
        players: Number of players.
        sets: Editions and presets, as in deluxe/first_game,classic/classic. A preset may be "all" for each in turn, or
            "random" for other characters in every game.
        games: Number of games of each table.
        seed: Number of the first game; the next ones have the next numbers.
        jobs: Number of processes; more than one needs the extra "arena".
        dask: Play on the workers of the Dask scheduler at this address of this machine, or at one that begins with
            tls://.
        file: Keep the results in this file, and continue from the games that it holds.
        chart: Draw the shares into this file, as SVG.
        json_: Print one JSON object.

    Returns:
        0 when every game was finished, 1 otherwise.
    """
    check_counts(games, jobs, seed)
    names, others = _names(bots), tuple(dict.fromkeys((*_names(over), *FIELDS.get(field, ()))))
    for name in (*names, *others):
        check_level(name)
    tournament = Tournament(names, players, _sets(sets), games, seed, mixed, others)
    if len({*names, *others}) < 2 or (mixed and (others or len(names) < 2)):
        raise UsageError("--bots must name two bots at least; --over or --field, others for tables that are not mixed")
    try:
        tournament.casts()
    except RulesError as error:
        raise UsageError(why(error)) from None
    if dask:
        check_address(dask)
    if chart and not chart.absolute().parent.is_dir():
        # Now, not when all games have been played.
        raise UsageError("there is no folder {path}", path=chart.parent)
    played = read(file, tournament) if file else {}
    total = games * len(tournament.tables())
    done = _play(tournament, played, jobs, dask)
    for chunk, found in watched(done, _(texts.PLAYING), total, done=len(played), size=lambda each: len(each[1])):
        if file:
            append(file, tournament, chunk, found)
        played.update(zip([(chunk.table, number) for number in chunk.numbers], found, strict=True))
    came = {
        "setup": {**setup_of(tournament), "games": games},
        **report(tournament, played),
        "ratings": ratings(played[key] for key in sorted(played)),
    }
    print(json.dumps(came) if json_ else _text(came))
    if chart:
        chart.write_text(drawn(came, players), encoding="utf-8")
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

"""`citadels arena`: each bot over each other kind, and the fit of the value that the searching ones use."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from citadels_tui.commands.options import check_level
from citadels_tui.commands.parameters import Edition, Json
from citadels_tui.errors import UsageError
from citadels_tui.texts import _, decimal, why
from citadels_tui.texts import arena as texts
from engine.arena.casts import cast
from engine.arena.fit import fit, loss, positions, written
from engine.arena.simulate import results
from engine.arena.tournament import Tournament
from engine.errors import RulesError


def arena(
    action: Annotated[Literal["play", "fit"], Parameter(show_choices=False)] = "play",
    *,
    bots: str = "steward,schemer",
    players: int = 4,
    edition: Edition = "deluxe",
    preset: str = "first_game",
    games: int = 400,
    seed: int = 1,
    jobs: int = 1,
    file: Path | None = None,
    json_: Json = False,
) -> int:
    """Let each bot play over each other kind on the same deals, or fit the value that the searching bots use.

    Args:
        action: "play", or "fit": play games at mixed tables and print the weights that follow from them.
        bots: Names of the bots, separated by commas: at each table one of a kind sits with others of one other kind.
        players: Number of players.
        edition: Edition of the game.
        preset: A preset of the edition, "all" for each in turn, or "random" for other characters in every game.
        games: Number of games of each pairing.
        seed: Number of the first game; the next ones have the next numbers.
        jobs: Number of processes.
        file: Keep the results in this file, and go on from what it holds.
        json_: Print one JSON object.

    Returns:
        0 when every game was finished, 1 otherwise.
    """
    if games < 1 or jobs < 1 or seed < 0:
        raise UsageError("--games and --jobs must be at least 1, --seed at least 0")
    if action == "fit":
        print(_weights(games, seed, jobs))
        return 0
    names = tuple(dict.fromkeys(name.strip() for name in bots.split(",")))
    for name in names:
        check_level(name)
    try:
        cast(players, edition, preset)
    except RulesError as error:
        raise UsageError(why(error)) from None
    tournament = Tournament(names, players, edition, preset, games, seed)
    setup = {**asdict(tournament), "bots": list(names), "games": 0}
    kept = _kept(file, setup)
    for found in tournament.play(kept, jobs):
        if file:
            _store(file, {"setup": setup, "results": found})
    print(json.dumps({"setup": setup, "results": kept}) if json_ else _text(kept))
    return 1 if any(row["failed"] for row in kept.values()) else 0


def _kept(file: Path | None, setup: dict[str, Any]) -> dict[str, Any]:
    """The results that a file holds.

    Raises:
        UsageError: when it holds something else, or results of another tournament.
    """
    if file is None or not file.exists():
        return {}
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        if stored["setup"] == setup:
            found: dict[str, Any] = stored["results"]
            return found
    except (ValueError, KeyError, TypeError):
        pass
    raise UsageError("{file} does not hold results of this tournament", file=str(file))


def _store(file: Path, plain: dict[str, Any]) -> None:
    """Replace the file as a whole, so that it is never half written."""
    new = file.with_name(file.name + ".new")
    new.write_text(json.dumps(plain), encoding="utf-8")
    new.replace(file)


def _text(results: dict[str, Any]) -> str:
    width = max(len(name) for name in results)
    return "\n".join(
        f"{name:{width}}  "
        + _(texts.WON).format(
            share=decimal(round(100 * row["share"], 1)),
            least=decimal(round(100 * row["least"], 1)),
            most=decimal(round(100 * row["most"], 1)),
            games=row["games"] - row["failed"],
        )
        for name, row in results.items()
    )


def _weights(games: int, seed: int, jobs: int) -> str:
    """The weights as the text of their module; every sixth game is kept out to judge them by."""
    played = list(results(positions, range(seed, seed + games), jobs))
    learned = [position for i, game in enumerate(played) if i % 6 for position in game]
    held = [position for game in played[::6] for position in game]
    weights = fit(learned)
    return written(weights, games, seed, loss(weights, held))

"""`citadels simulate`: bots play whole games, and what happened is reported."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

from citadels_tui.commands.options import check_level
from citadels_tui.commands.parameters import ActionCards, Edition, Json
from citadels_tui.errors import UsageError
from citadels_tui.texts import why
from engine.arena.casts import cast
from engine.arena.simulate import Simulation
from engine.arena.simulate import simulate as play
from engine.errors import RulesError


def simulate(
    *,
    players: int = 4,
    edition: Edition = "deluxe",
    preset: str = "random",
    action_cards: ActionCards = False,
    games: int = 100,
    seed: int = 1,
    bots: str = "random",
    jobs: int = 1,
    json_: Json = False,
) -> int:
    """Let bots play whole games and report what happened.

    Args:
        players: Number of players.
        edition: Edition of the game.
        preset: A preset of the edition, "all" for each in turn, or "random" for other characters in every game.
        action_cards: Shuffle the action cards in.
        games: Number of games.
        seed: Number of the first game; the next ones have the next numbers.
        bots: Names of bots (random, steward, or others that citadels bots lists), separated by commas; the last
            takes the seats left. Seats rotate.
        jobs: Number of processes.
        json_: Print one JSON object.

    Returns:
        0 when every game was finished, 1 otherwise.
    """
    if games < 1 or jobs < 1 or seed < 0:
        raise UsageError("--games and --jobs must be at least 1, --seed at least 0")
    try:
        rules = cast(players, edition, preset, action_cards)
    except RulesError as error:
        raise UsageError(why(error)) from None
    simulation = Simulation(rules, seats(bots, players))
    start = perf_counter()
    tally = play(simulation, seed, games, jobs)
    report = tally.report(perf_counter() - start)
    print(json.dumps(report) if json_ else _text(report))
    return 0 if tally.finished == tally.games else 1


def seats(names: str, players: int) -> tuple[str, ...]:
    """One bot a seat from names separated by commas; the last name fills up.

    Raises:
        UsageError: when a bot does not exist or there are more bots than players.
    """
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        check_level(name)
    if len(chosen) > players:
        raise UsageError(f"{len(chosen)} bots are too many for {players} players")
    return (*chosen, *[chosen[-1]] * (players - len(chosen)))


def _text(report: dict[str, Any]) -> str:
    finished = report["finished"]
    lines = [
        f"games      {report['games']}, {finished} finished, {len(report['failures'])} failed",
        f"time       {report['seconds']:.1f} s, {report['games_per_second']:.0f} games/s",
        f"length     {report['rounds_mean']:.1f} rounds, {report['decisions'] / max(1, finished):.0f} decisions a game",
        f"score      {report['score_mean']:.1f} on average",
        f"illegal    {report['illegal_rejected']} attempts, all refused without a trace",
        "wins       " + ", ".join(f"p{seat} {wins}" for seat, wins in enumerate(report["wins"]["seats"], 1)),
        "           "
        + ", ".join(f"{name} {wins} ({wins / max(1, finished):.1%})" for name, wins in report["wins"]["bots"].items()),
    ]
    lines += [f"failed     seed {failure['seed']}: {failure['error']}" for failure in report["failures"][:20]]
    return "\n".join(lines)

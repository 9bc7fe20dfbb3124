"""`citadels bench`: the speed of the rules engine on this machine."""

from __future__ import annotations

import json
from typing import Any

from citadels_tui.commands.parameters import Json
from engine.arena.bench import Load
from engine.arena.bench import bench as measure
from engine.arena.casts import cast

PLAYERS = 6


def bench(
    *,
    games: int = 40,
    json_: Json = False,
) -> int:
    """Measure the speed of the rules engine: random games of six, the first-game set and random casts.

    Times are also given in loop turns (one turn of "for i in range(n): x += i", measured in the
    same run), which compare between machines.

    Args:
        games: Games in each of the batches, of which the fastest counts.
        json_: Print one JSON object.

    Returns:
        0.
    """
    casts = {"first_game": cast(PLAYERS, "deluxe", "first_game"), "random": cast(PLAYERS, "deluxe", "random")}
    report = measure(casts, Load(games=max(1, games)))
    print(json.dumps(report) if json_ else _text(report))
    return 0


def _text(report: dict[str, Any]) -> str:
    lines = [f"Python {report['python']}, one loop turn is {report['loop_turn_ns']} ns; {PLAYERS} random players"]
    for name, figures in report["sets"].items():
        rates = f"{figures['games_per_second']:.0f} games/s, {figures['decisions_per_second']:,} decisions/s"
        lines += ["", f"{name}: {rates}"]
        for work in ("decision", "clone", "resample", "view"):
            time = figures[work]
            lines.append(f"  {work:<9} {time['us']:>8.2f} us {time['loop_turns']:>8.1f} loop turns")
    return "\n".join(lines)

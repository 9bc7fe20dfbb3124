"""`citadels simulate`: bots play whole games, and what happened is reported."""

from __future__ import annotations

import json
from dataclasses import dataclass
from time import perf_counter
from typing import Annotated, Any

from citadels_tui.cli.checks import check_counts, check_level
from citadels_tui.cli.options import ActionCards, Edition, Json, Option
from citadels_tui.terminal.progress import pace, progress
from citadels_tui.textart.histogram import histogram
from citadels_tui.textart.symbols import usual_symbols
from citadels_tui.texts import _, decimal, why
from citadels_tui.texts import simulate as texts
from citadels_tui.wording.errors import UsageError
from engine.arena.casts import cast
from engine.arena.simulate import Simulation
from engine.arena.simulate import simulate as play
from engine.errors import RulesError


@dataclass(frozen=True)
class SimulateCommand:
    """Let bots play whole games and report what happened."""

    players: Annotated[int, Option("Number of players.")] = 4
    edition: Edition = "deluxe"
    preset: Annotated[
        str, Option('A preset of the edition, "all" for each in turn, or "random" for other characters in every game.')
    ] = "random"
    action_cards: ActionCards = False
    games: Annotated[int, Option("Number of games.")] = 100
    seed: Annotated[int, Option("Number of the first game; the next ones have the next numbers.")] = 1
    bots: Annotated[
        str,
        Option(
            "Names of bots (random, novice, richard, steward, builder, rogue, headsman, courtier, schemer, mastermind, "
            "or others that citadels bots lists), separated by commas; the last takes the seats left. Seats rotate."
        ),
    ] = "random"
    jobs: Annotated[int, Option("Number of processes.")] = 1
    json: Json = False

    def run(self) -> int:
        """Play and print the report; returns 0 when every game was finished, 1 otherwise."""
        check_counts(self.games, self.jobs, self.seed)
        try:
            rules = cast(self.players, self.edition, self.preset, self.action_cards)
        except RulesError as error:
            raise UsageError(why(error)) from None
        simulation = Simulation(rules, seats(self.bots, self.players))
        start = perf_counter()
        with progress(_(texts.PLAYING)) as told:
            tally = play(simulation, self.seed, self.games, self.jobs, told)
        report = tally.report(perf_counter() - start)
        print(json.dumps(report) if self.json else _text(report))
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
        raise UsageError("{bots} bots are too many for {players} players", bots=len(chosen), players=players)
    return (*chosen, *[chosen[-1]] * (players - len(chosen)))


def _text(report: dict[str, Any]) -> str:
    finished, failures, wins = report["finished"], report["failures"], report["wins"]
    seats = (_(texts.SEAT_WINS).format(seat=seat, wins=decimal(won)) for seat, won in enumerate(wins["seats"], 1))
    bots = (
        _(texts.BOT_WINS).format(bot=name, wins=decimal(won), share=decimal(100 * won / max(1, finished), 1))
        for name, won in wins["bots"].items()
    )
    decisions = f"{report['decisions'] / max(1, finished):.0f}"
    played = _(texts.PLAYED).format(games=report["games"], finished=finished, failed=len(failures))
    speed = _(texts.SPEED).format(
        seconds=decimal(report["seconds"], 1), rate=pace(report["finished"] / max(report["seconds"], 0.001))
    )
    lines = [
        (texts.GAMES, played),
        (texts.TIME, speed),
        (texts.LENGTH, _(texts.LONG).format(rounds=decimal(report["rounds_mean"], 1), decisions=decisions)),
        (texts.SCORE, _(texts.AVERAGE).format(points=decimal(report["score_mean"], 1))),
        (texts.ILLEGAL, _(texts.REFUSED).format(attempts=report["illegal_rejected"])),
        (texts.WINS, ", ".join(seats)),
        ("", ", ".join(bots)),
        *((texts.FAILED, _(texts.FAULT).format(**failure)) for failure in failures[:20]),
    ]
    told = [f"{_(head) if head else '':<{texts.HEAD_CELLS}}{said}" for head, said in lines]
    symbols = usual_symbols()
    for title, counts in ((texts.ROUNDS_SPREAD, report["rounds"]), (texts.SCORES_SPREAD, report["scores"])):
        if counts:
            told += ["", _(title), *histogram(counts, symbols)]
    return "\n".join(told)

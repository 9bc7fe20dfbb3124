"""The ladder's order holds: nobody wins clearly less at mixed tables than somebody further down."""

from __future__ import annotations

import pytest

from citadels_tui.history.ladder import LADDER, PLAYERS
from engine.arena.tournament import Tournament, report

pytestmark = pytest.mark.long
GAMES = 600


def test_nobody_wins_clearly_less_than_somebody_further_down() -> None:
    # A mastermind's games take a hundred times as long; docs/bots.md has its share.
    bots = tuple(step.level for step in LADDER[:-1])
    tournament = Tournament(bots, PLAYERS, (("deluxe", "first_game"),), GAMES, 91_000, mixed=True)
    chunks = list(tournament.chunks({}))
    played = {
        (chunk.table, number): game
        for chunk in chunks
        for number, game in zip(chunk.numbers, tournament.play(chunk), strict=True)
    }
    shares = {row["bot"]: row for row in report(tournament, played)["tables"]}
    print({bot: (shares[bot]["games"], round(shares[bot]["share"], 3)) for bot in bots})
    wrong = [
        (higher, lower)
        for place, higher in enumerate(bots)
        for lower in bots[:place]
        if shares[higher]["most"] < shares[lower]["least"]
    ]
    assert wrong == []
    assert shares[bots[-1]]["least"] > shares[bots[0]]["most"]

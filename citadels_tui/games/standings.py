"""Standings: what the people and bots of a host have won, from the games whose logs are verified."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from citadels_tui.arena.ratings import ratings
from engine.arena.tournament import Game
from net.gamelog.game_facts import GameFacts
from net.identity.fingerprint import fingerprint


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One person, or one kind of bot."""

    name: str
    """As it was at the last game."""
    bot: bool
    key: str
    """The six words of a person's key; the level of a bot."""
    games: int
    won: float
    """A shared victory counts as its share."""
    points: float
    """On average."""
    rating: float | None
    """Of OpenSkill's Plackett-Luce model, 25 at first; None when the package for it is not installed."""
    uncertainty: float | None


def standings(games: Iterable[GameFacts], edition: str = "", players: int = 0) -> list[StandingRow]:
    """Count games, wins and points, and rate everybody; the best rating first.

    Games count that were played to their end and whose logs are sound; a seat counts for whoever had it then.

    Args:
        games: In any order.
        edition: Of this edition only.
        players: With so many players only.
    """
    counted = [
        game
        # As they began: hosts that share their games have not had them in the same order.
        for game in sorted(games, key=lambda game: game.game)
        if game.sound and game.reason == "finished" and edition in ("", game.edition)
        if players in (0, len(game.seats))
    ]
    names: dict[str, str] = {}
    results: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    rated: list[Game] = []
    for game in counted:
        ids = tuple(seat.key or seat.level for seat in game.seats)
        for place, seat in enumerate(game.seats):
            names[ids[place]] = seat.name if seat.key else seat.level
            share = 1 / len(game.winners) if place in game.winners else 0.0
            results[ids[place]].append((share, seat.score))
        rated.append(Game(ids, game.winners, tuple(seat.score for seat in game.seats)))
    ratings_by_id = {str(row["bot"]): row for row in ratings(rated) or ()}
    people = {seat.key for game in counted for seat in game.seats if seat.key}
    found = [
        StandingRow(
            name=names[id],
            bot=id not in people,
            key=fingerprint(bytes.fromhex(id)) if id in people else id,
            games=len(mine),
            won=sum(share for share, _ in mine),
            points=sum(points for _, points in mine) / len(mine),
            rating=ratings_by_id[id]["mu"] if ratings_by_id else None,
            uncertainty=ratings_by_id[id]["sigma"] if ratings_by_id else None,
        )
        for id, mine in results.items()
    ]
    return sorted(found, key=lambda each: (-(each.rating or 0.0), -each.won / each.games, each.key))

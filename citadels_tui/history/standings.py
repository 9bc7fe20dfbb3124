"""Standings: what the people and bots of a host have won, from the games whose logs are verified."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citadels_tui.arena.ratings import AT_FIRST, Rated, rated_after_each, ratings
from engine.arena.tournament import Game
from net.gamelog.game_facts import GameFacts
from net.identity.fingerprint import fingerprint

CHARTED = 60
"""Places of a line at most."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One person, or one kind of bot."""

    name: str
    """The name at the last game."""
    bot: bool
    key: str
    """The six words of a person's key; the level of a bot."""
    games: int
    won: float
    """A shared victory counts as its share."""
    points: float
    """On average."""
    rating: float | None
    """Rating by OpenSkill's Plackett-Luce model, 25 at first; None when the package for it is not installed."""
    uncertainty: float | None


@dataclass(frozen=True, slots=True)
class FigureHistory:
    """Ratings or average points from game to game."""

    rated: bool
    """Whether they are ratings; otherwise average points."""
    numbers: tuple[int, ...]
    """The numbers of the games after which they are told."""
    lines: tuple[tuple[int, ...], ...]
    """By row of the standings the figure after each of these games."""


def standings(games: Iterable[GameFacts], edition: str = "", players: int = 0) -> list[StandingRow]:
    """Count games, wins and points, and rate everybody; the best rating first.

    Games count that were played to their end and whose logs are sound. A seat counts for the player who had it at the
    deal, unless this is a person who has made no move in it.

    Args:
        games: In any order.
        edition: Of this edition only.
        players: With so many players only.
    """
    counted = _counted(games, edition, players)
    names: dict[str, str] = {}
    results: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    rated: list[Game] = []
    for game in counted:
        for place in game.counted:
            seat, id = game.seats[place], _id(game, place)
            names[id] = seat.name if seat.key else seat.level
            share = 1 / len(game.winners) if place in game.winners else 0.0
            results[id].append((share, seat.score))
        rated.append(_rated(game))
    ratings_by_id = {str(row["bot"]): row for row in ratings(rated) or ()}
    people = _people(counted)
    found = [
        StandingRow(
            name=names[id],
            bot=id not in people,
            key=_shown(id, people),
            games=len(mine),
            won=sum(share for share, _ in mine),
            points=sum(points for _, points in mine) / len(mine),
            rating=ratings_by_id[id]["mu"] if ratings_by_id else None,
            uncertainty=ratings_by_id[id]["sigma"] if ratings_by_id else None,
        )
        for id, mine in results.items()
    ]
    return sorted(found, key=lambda each: (-(each.rating or 0.0), -each.won / each.games, each.key))


def history(
    games: Iterable[GameFacts], who: Sequence[StandingRow], edition: str = "", players: int = 0
) -> FigureHistory:
    """How ratings went from game to game; average points where there are no ratings.

    Args:
        games: In any order.
        who: Rows of `standings` for the same games.
        edition: Of this edition only.
        players: With so many players only.
    """
    counted = _counted(games, edition, players)
    people = _people(counted)
    by_row = {_shown(id, people): id for game in counted for id in _ids(game)}
    wanted = [by_row[row.key] for row in who]
    rated = bool(who) and who[0].rating is not None
    after = rated_after_each(map(_rated, counted)) if rated else _averages(counted)
    lines: list[list[int]] = [[] for _ in wanted]
    for now in after:
        for line, id in zip(lines, wanted, strict=True):
            line.append(round((now or {}).get(id, (AT_FIRST if rated else 0, 0))[0]))
    # A line has a place for each of so many games, and the last one is one of them.
    step = -(-len(counted) // CHARTED)
    kept = range((len(counted) - 1) % step, len(counted), step) if counted else range(0)
    return FigureHistory(
        rated, tuple(place + 1 for place in kept), tuple(tuple(line[place] for place in kept) for line in lines)
    )


def _averages(games: Iterable[GameFacts]) -> Iterator[Rated]:
    """The average points of everybody after each game, each with how many games these are."""
    found: Rated = {}
    for game in games:
        for place in game.counted:
            average, count = found.get(_id(game, place), (0.0, 0.0))
            found[_id(game, place)] = ((average * count + game.seats[place].score) / (count + 1), count + 1)
        yield found


def _counted(games: Iterable[GameFacts], edition: str, players: int) -> list[GameFacts]:
    return [
        game
        # As they began: hosts that share their games have not had them in the same order.
        for game in sorted(games, key=lambda game: game.game)
        if game.sound and game.reason == "finished" and not game.given and edition in ("", game.edition)
        if players in (0, len(game.seats))
    ]


def _id(game: GameFacts, place: int) -> str:
    """The key of the person who had a seat, or the level of the bot."""
    return game.seats[place].key or game.seats[place].level


def _ids(game: GameFacts) -> tuple[str, ...]:
    """The keys and levels of the seats that count."""
    return tuple(_id(game, place) for place in game.counted)


def _people(games: Iterable[GameFacts]) -> set[str]:
    return {seat.key for game in games for seat in game.seats if seat.key}


def _shown(id: str, people: set[str]) -> str:
    """The key as it is told: six words for a person."""
    return fingerprint(bytes.fromhex(id)) if id in people else id


def _rated(game: GameFacts) -> Game:
    """The game as ratings see it: among the seats that count."""
    counted = game.counted
    winners = tuple(place for place, seat in enumerate(counted) if seat in game.winners)
    return Game(_ids(game), winners, tuple(game.seats[seat].score for seat in counted))

"""Ratings of bots from the games of a tournament, by OpenSkill's Plackett-Luce model."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from engine.arena.tournament import Game

Rated = dict[str, tuple[float, float]]
"""Mu and sigma by bot."""
AT_FIRST = 25
"""Everybody's mu before their first game."""


def ratings(games: Iterable[Game]) -> list[dict[str, Any]] | None:
    """The rating of each bot, the best first; None when the package for it is not installed.

    Every game orders its players: the winners, then the others by their scores. Where a bot sits in several seats, it
    takes the mean of what these earn.

    Args:
        games: The games, in a fixed order.

    Returns:
        ``bot``, ``mu`` (25 at first), ``sigma`` (how uncertain that is).
    """
    last = deque(rated_after_each(games), maxlen=1)
    rated = last[0] if last else {}
    if rated is None:
        return None
    best = sorted(rated.items(), key=lambda item: (-item[1][0], item[0]))
    return [{"bot": bot, "mu": round(mu, 2), "sigma": round(sigma, 2)} for bot, (mu, sigma) in best]


def rated_after_each(games: Iterable[Game]) -> Iterator[Rated | None]:
    """Everybody's rating after each game, as in `ratings`; None once when the package for it is not installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        yield None
        return
    model: Any = PlackettLuce()
    rated: Rated = {}
    for game in games:
        if game.winners:
            _rate(model, rated, game)
        yield rated


def _rate(model: Any, rated: Rated, game: Game) -> None:
    """Count a game."""
    teams = []
    for bot in game.bots:
        mu, sigma = rated.setdefault(bot, (model.mu, model.sigma))
        teams.append([model.rating(mu=mu, sigma=sigma)])
    ranks = [0 if seat in game.winners else 1000 - score for seat, score in enumerate(game.scores)]
    after: dict[str, list[tuple[float, float]]] = {}
    for bot, (rating,) in zip(game.bots, model.rate(teams, ranks=ranks), strict=True):
        after.setdefault(bot, []).append((rating.mu, rating.sigma))
    for bot, found in after.items():
        mus, sigmas = zip(*found, strict=True)
        rated[bot] = (sum(mus) / len(mus), sum(sigmas) / len(sigmas))

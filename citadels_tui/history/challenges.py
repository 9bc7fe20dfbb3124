"""Challenges: things to have done once in a won game, as quiet marks in the statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from citadels_tui.history.played_games import PlayedGame
from citadels_tui.texts import names
from net.gamelog.game_facts import SeatFacts

MANY_POINTS, CLEAR, CROWD, LARGE = 35, 10, 6, 8
"""Points, points ahead, players and districts of a challenge."""
RAIDERS = frozenset({"warlord", "diplomat", "marshal"})
TYPES = 5


def _types(game: PlayedGame, own: SeatFacts) -> set[str]:
    return {names.district(id, game.facts.edition).type for id in own.city}


def _others(game: PlayedGame) -> list[SeatFacts]:
    return [seat for place, seat in enumerate(game.facts.seats) if place != game.you]


def _shown(game: PlayedGame, characters: Iterable[str]) -> bool:
    """Whether another player has shown one of some characters."""
    return any(character in seat.played for seat in _others(game) for character in characters)


Test = Callable[[PlayedGame, SeatFacts], bool]

CHALLENGES: Mapping[str, Test] = {
    "architect": lambda game, own: own.last == "architect",
    "types": lambda game, own: len(_types(game, own)) == TYPES,
    "not_robbed": lambda game, own: not own.robbed and _shown(game, ["thief"]),
    "nothing_lost": lambda game, own: not own.lost and _shown(game, RAIDERS),
    "no_unique": lambda game, own: bool(own.city) and "unique" not in _types(game, own),
    "large": lambda game, own: len(own.city) >= LARGE,
    "points": lambda game, own: own.score >= MANY_POINTS,
    "clear": lambda game, own: own.score >= CLEAR + max((seat.score for seat in _others(game)), default=0),
    "crowd": lambda game, own: len(game.facts.seats) >= CROWD,
    "mastermind": lambda game, own: any(seat.level == "mastermind" for seat in _others(game)),
}
"""By id, whether a game that was won has met it."""


def met(games: Iterable[PlayedGame]) -> dict[str, int]:
    """In how many won games each challenge was met; games for practice do not count."""
    won = [(game, game.facts.seats[game.you]) for game in games if game.counts and game.won and game.you is not None]
    return {id: sum(test(game, own) for game, own in won) for id, test in CHALLENGES.items()}

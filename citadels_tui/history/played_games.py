"""Played games: the player's finished games, with their own seat in each, and statistics of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from net.gamelog.game_facts import GameFacts

LESSON = "lesson"
"""The level of the bots of the guided game."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One finished game."""

    facts: GameFacts
    you: int | None
    """The player's own seat, at the deal or at the end; None: they watched, or had to go."""
    late: bool = False
    """Whether that was somebody else's at the deal."""
    home: bool = False
    """Whether the host was the player's own."""

    @property
    def whole(self) -> bool:
        """Whether it was played to its end with the player in a seat."""
        return self.you is not None and self.facts.reason == "finished"

    @property
    def played(self) -> bool:
        """Whether the player had the seat at the deal, and has made a move."""
        return self.you in self.facts.counted and not self.late

    @property
    def practice(self) -> bool:
        """Whether it went on from another game, or was the guided one."""
        return self.facts.given > 0 or any(seat.level == LESSON for seat in self.facts.seats)

    @property
    def counts(self) -> bool:
        """Whether it is part of the statistics: it was played to its end, from its beginning, and by the player."""
        return self.whole and self.played and not self.practice

    @property
    def won(self) -> bool:
        """Whether the player has won it."""
        return self.you in self.facts.winners

    @property
    def points(self) -> int:
        """The player's points; 0 for a spectator."""
        return self.facts.seats[self.you].score if self.you is not None else 0

    @property
    def place(self) -> int:
        """The player's place, from 1; who has as many points and has not won shares it."""
        better = sum(seat.score > self.points for seat in self.facts.seats)
        return 1 if self.won else max(better + 1, 2)


def played_games(games: Iterable[GameFacts], own: frozenset[str], hosts: frozenset[str]) -> list[PlayedGame]:
    """The games whose logs could be read, with the player's seat in each.

    Args:
        games: All of them.
        own: The player's keys.
        hosts: Those of the player's hosts.
    """
    return [_played(facts, own, home=facts.host in hosts) for facts in games if not facts.fault]


def _played(facts: GameFacts, own: frozenset[str], *, home: bool) -> PlayedGame:
    dealt = next((seat for seat, info in enumerate(facts.seats) if info.key in own), None)
    later = next((seat for seat, info in enumerate(facts.seats) if info.later_key in own), None)
    return PlayedGame(facts, later if dealt is None else dealt, late=dealt is None and later is not None, home=home)


@dataclass(slots=True)
class Figures:
    """Figures of some games."""

    games: int = 0
    won: int = 0
    points: int = 0
    """All points together."""
    best: int = 0
    rounds: int = 0
    """Rounds as a character."""
    ahead: int = 0
    """Games in which the player had more points than an opponent."""

    def count(self, game: PlayedGame) -> None:
        """Add a game."""
        self.games += 1
        self.won += game.won
        self.points += game.points
        self.best = max(self.best, game.points)

    @property
    def average(self) -> float:
        """Points in a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def share(self) -> int:
        """Games won, in percent."""
        return round(100 * self.won / self.games) if self.games else 0


@dataclass(slots=True)
class Statistics:
    """Figures of all games that the player has played to their end."""

    total: Figures = field(default_factory=Figures)
    editions: dict[str, Figures] = field(default_factory=dict)
    """By id."""
    players: dict[int, Figures] = field(default_factory=dict)
    """By number of players."""
    characters: dict[str, Figures] = field(default_factory=dict)
    """By id; a game counts for each character that the player has shown in it."""
    opponents: dict[tuple[str, str], Figures] = field(default_factory=dict)
    """By key and level: one of the two is empty."""
    names: dict[str, str] = field(default_factory=dict)
    """The last name of each opponent, by key."""
    practice: Figures = field(default_factory=Figures)
    """Games for practice, which no other figure counts."""


def statistics(games: Sequence[PlayedGame]) -> Statistics:
    """Count games.

    Args:
        games: The newest first.
    """
    found = Statistics()
    for game in games:
        if game.counts:
            _count(found, game)
        elif game.whole and game.practice:
            found.practice.count(game)
    return found


def _count(found: Statistics, game: PlayedGame) -> None:
    facts = game.facts
    found.total.count(game)
    found.editions.setdefault(facts.edition, Figures()).count(game)
    found.players.setdefault(len(facts.seats), Figures()).count(game)
    assert game.you is not None
    for character, rounds in facts.seats[game.you].played.items():
        tally = found.characters.setdefault(character, Figures())
        tally.count(game)
        tally.rounds += rounds
    others = [info for seat, info in enumerate(facts.seats) if seat != game.you]
    for key, level in dict.fromkeys((info.key, info.level) for info in others):
        tally = found.opponents.setdefault((key, level), Figures())
        tally.count(game)
        same = [info.score for info in others if (info.key, info.level) == (key, level)]
        tally.ahead += all(game.points > score for score in same)
    for info in others:
        found.names.setdefault(info.key, info.name)

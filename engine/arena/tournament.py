"""Tournament: bots against each other on the same deals, and who won how much of it, with intervals.

A tournament has tables. At a table of pairs one bot sits with others of one other kind; at a mixed table bots of
several kinds are drawn anew for every game. Seats rotate, and all tables of one set of rules play the same numbered
games, so that bots that are compared are dealt the same. Tables are played in chunks of games: plain values that can
be played anywhere and in any order, stored, and gone on from. What is reported depends on the games alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from engine.arena.casts import Cast, cast
from engine.arena.simulate import Simulation, attempt, seating

CHUNK = 20
"""Games in a chunk."""
MIXED = "mixed"
"""The others at a mixed table."""


class ArenaTable(NamedTuple):
    """One kind of table: its rules and who sits there."""

    edition: str
    preset: str
    bot: str
    """The bot that sits with the others; ``""`` at a mixed table."""
    others: str
    """The bot in all other seats, or `MIXED`."""


class Chunk(NamedTuple):
    """Some games of a table."""

    table: int
    numbers: tuple[int, ...]


class Game(NamedTuple):
    """The facts of one game."""

    bots: tuple[str, ...]
    """Names by seat."""
    winners: tuple[int, ...]
    """Seats; none when the game failed."""
    scores: tuple[int, ...]
    """Points by seat; none when the game failed."""
    failure: str = ""

    def share(self, seat: int) -> Fraction:
        """The share of the victory of a seat: a victory of two players is worth a half to each."""
        return Fraction(seat in self.winners, len(self.winners))


Played = dict[tuple[int, int], Game]
"""The games that have been played, by table and number."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The games of a tournament."""

    bots: tuple[str, ...]
    players: int
    sets: tuple[tuple[str, str], ...]
    """Editions and presets."""
    games: int
    """Games of each table."""
    seed: int
    """Number of the first game."""
    mixed: bool = False
    """Whether bots of several kinds sit at one table."""
    over: tuple[str, ...] = ()
    """The kinds that fill the other seats; all kinds of `bots` when there are none."""

    def tables(self) -> list[ArenaTable]:
        """All tables, of each set of rules: each bot over each other one, or the mixed one."""
        found = []
        for edition, preset in self.sets:
            if self.mixed:
                found.append(ArenaTable(edition, preset, "", MIXED))
            else:
                pairs = [(one, other) for one in self.bots for other in self.over or self.bots if one != other]
                found += [ArenaTable(edition, preset, one, other) for one, other in pairs]
        return found

    def chunks(self, played: Played) -> Iterator[Chunk]:
        """The games that have not been played, a little of every table at a time."""
        for first in range(self.seed, self.seed + self.games, CHUNK):
            numbers = range(first, min(first + CHUNK, self.seed + self.games))
            for table in range(len(self.tables())):
                left = [number for number in numbers if (table, number) not in played]
                if left:
                    yield Chunk(table, tuple(left))

    def casts(self) -> list[Cast]:
        """The rules of each set.

        Raises:
            RulesError: when there is no such edition or preset, or it cannot be played by so many.
        """
        return [cast(self.players, edition, preset) for edition, preset in self.sets]

    def seats(self, table: ArenaTable, number: int) -> tuple[str, ...]:
        """The players of game ``number`` of a table, before seats are rotated."""
        if not table.bot:
            chance = Random(f"table {number}")
            drawn: list[str] = []
            while len(drawn) < self.players:
                drawn += chance.sample(self.bots, len(self.bots))
            return tuple(drawn[: self.players])
        return (table.bot, *[table.others] * (self.players - 1))

    def play(self, chunk: Chunk) -> list[Game]:
        """Play the games of a chunk."""
        table = self.tables()[chunk.table]
        rules = cast(self.players, table.edition, table.preset)
        played = []
        for number in chunk.numbers:
            bots = self.seats(table, number)
            result = attempt(Simulation(rules, bots), number)
            seated = tuple(seating(bots, number))
            if isinstance(result, str):
                played.append(Game(seated, (), (), result))
            else:
                played.append(Game(seated, result.winners, result.scores))
        return played


def report(tournament: Tournament, played: Played) -> dict[str, Any]:
    """The results of the games played so far, as plain values; the order of the games does not matter.

    Returns:
        ``tables``: of each table, and of all sets of rules together where there are several, ``edition``, ``preset``,
        ``bot``, ``others``, ``games`` (seats, where several of a kind may sit at a table), ``failed``, ``won`` and
        ``share``, ``least``, ``most``: what was won, and its 95 % interval. ``ahead``: at mixed tables, how often a bot
        came out ahead of another one. ``failures``: the first sentences that say what failed.
    """
    tables = tournament.tables()
    ordered = [(tables[table], played[table, number]) for table, number in sorted(played)]
    rows: dict[tuple[str, str, str, str], list[Game]] = {}
    several = len(tournament.sets) > 1
    for table, game in ordered:
        bots = [table.bot] if table.bot else sorted(set(game.bots))
        for bot in bots:
            rows.setdefault((table.edition, table.preset, bot, table.others), []).append(game)
            if several:
                rows.setdefault(("all", "all", bot, table.others), []).append(game)
    return {
        "tables": [
            {"edition": edition, "preset": preset, "bot": bot, "others": others, **_won(bot, games)}
            for (edition, preset, bot, others), games in sorted(rows.items())
        ],
        "ahead": _ahead([game for _, game in ordered]) if tournament.mixed else [],
        "failures": sorted({game.failure for _, game in ordered if game.failure})[:10],
    }


def _won(bot: str, games: Sequence[Game]) -> dict[str, Any]:
    seats = [(game, seat) for game in games if game.winners for seat, name in enumerate(game.bots) if name == bot]
    won = sum([game.share(seat) for game, seat in seats], Fraction())
    failed = sum([not game.winners for game in games])
    return {"games": len(seats), "failed": failed, "won": round(float(won), 4), **_interval(float(won), len(seats))}


def _ahead(games: Iterable[Game]) -> list[dict[str, Any]]:
    """How often each bot scored more than each other one at the same table; a tie is worth a half."""
    pairs: dict[tuple[str, str], list[float]] = {}
    for game in games:
        for seat, score in enumerate(game.scores):
            for other, second in enumerate(game.scores):
                if game.bots[seat] != game.bots[other]:
                    worth = 0.5 if score == second else float(score > second)
                    pairs.setdefault((game.bots[seat], game.bots[other]), []).append(worth)
    return [
        {"bot": one, "other": other, "games": len(found), **_interval(sum(found), len(found))}
        for (one, other), found in sorted(pairs.items())
    ]


def _interval(won: float, games: int) -> dict[str, float]:
    return dict(zip(("share", "least", "most"), interval(won, games), strict=True))


def interval(won: float, games: int) -> Sequence[float]:
    """The share that was won, and Wilson's interval which holds the true share 19 times of 20."""
    if not games:
        return 0.0, 0.0, 1.0
    share, z = won / games, 1.96
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / 4 / games / games) / (1 + z * z / games)
    return round(share, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)

"""Deal of the day: one deal and one set of bots for everybody, from the date and the version of the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, timedelta
from functools import lru_cache
from random import Random
from typing import NamedTuple

from textual.content import Content

from citadels_tui.history.day_notes import DayNotes
from citadels_tui.history.played_games import PlayedGame
from citadels_tui.session.day import Day
from citadels_tui.session.start import PlayGame
from citadels_tui.texts import daily, say
from engine.editions import EDITIONS
from net.host.opening import Opening
from net.identity.crypto import digest
from net.local.order import Order
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.version import RULES

PLAYERS = 4
LEVELS = ("steward", "builder", "rogue", "courtier", "richard", "novice")
"""Bots that may sit there: those that play the same game against the same moves on every machine."""
_DAY = timedelta(days=1)

Results = Mapping[date, PlayedGame]
"""By day what counts of it."""


class Deal(NamedTuple):
    """One day's deal."""

    day: date
    setup: Setup
    bots: tuple[str, ...]
    seed: bytes


def today() -> date:
    """The day at this place."""
    return datetime.now().astimezone().date()


@lru_cache(maxsize=4096)
def deal_of(day: date, rules: bytes = RULES) -> Deal:
    """The deal of a day.

    Args:
        day: The day, at the player's place.
        rules: Version of the rules (`net.protocol.version.RULES`).
    """
    seed = digest("daily", rules, day.isoformat())
    chance = Random(seed)
    preset = chance.choice([preset.id for preset in EDITIONS["deluxe"].presets])
    return Deal(day, Setup(players=PLAYERS, preset=preset), tuple(chance.sample(LEVELS, PLAYERS - 1)), seed)


def daily_game(name: str, day: date, pause: float | None = None, *, practice: bool = False) -> PlayGame:
    """The game of a day.

    Args:
        name: The player's name; empty: chosen when the client starts.
        day: The day.
        pause: Seconds bots wait between moves; None: chosen when the client starts.
        practice: Whether it does not count any more.
    """
    deal, title = deal_of(day), Day(day, practice).title
    options = TableOptions(title=title) if pause is None else TableOptions(title=title, bot_pause=pause)
    return PlayGame(name, Order(setup=deal.setup, options=options, opening=Opening(bots=deal.bots, seed=deal.seed)))


def day_of(game: PlayedGame) -> date | None:
    """The day whose deal a game was; None when it was another one, does not count, or was played at another's host.

    Anybody can deal a day's cards, with a player's own bots among them, and know what comes.
    """
    facts = game.facts
    if not game.counts or not game.home or not facts.seed:
        return None
    begun = facts.when.astimezone().date()
    rules = bytes.fromhex(facts.version)
    # A clock may have been set, and the game begun at another place.
    near = (deal_of(begun + days * _DAY, rules) for days in (0, -1, 1))
    found = next((deal for deal in near if deal.seed.hex() == facts.seed), None)
    seated = (game.you, *(seat.level for seat in facts.seats[1:]))
    return found.day if found is not None and seated == (0, *found.bots) else None


def results(games: Iterable[PlayedGame], practiced: Collection[date] = ()) -> Results:
    """The game that counts for each day: the first game of its deal that was finished.

    Args:
        games: The newest first.
        practiced: Days whose deal the player knew when it was begun.
    """
    return {day: game for game in games if (day := day_of(game)) is not None and day not in practiced}


def own_results(games: Iterable[PlayedGame]) -> Results:
    """The results of this account's own games, the newest first, as far as its notes let them count."""
    return results(games, DayNotes().practiced)


def streak(days: Mapping[date, object], now: date) -> int:
    """Days in a row, up to today; up to yesterday as long as today is not played."""
    day, found = now if now in days else now - _DAY, 0
    while day in days:
        day, found = day - _DAY, found + 1
    return found


def longest(days: Mapping[date, object]) -> int:
    """Most days in a row."""
    return max((streak(days, day) for day in days), default=0)


def streak_line(text: str, found: Results, now: date) -> Content:
    """Days in a row, and how many were played and won.

    Args:
        text: What names all of them.
        found: What was played.
        now: Today.
    """
    return say(
        text,
        streak=say(daily.STREAK, amount=streak(found, now)),
        most=longest(found),
        played=len(found),
        won=sum(game.won for game in found.values()),
    )

"""Daily page: the deal of the day, what came of those before, and a city to paste into a chat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from textual.content import Content

from citadels_tui.history.daily import Results, deal_of, streak, streak_line
from citadels_tui.history.played_games import PlayedGame
from citadels_tui.table_list.setup_choices import preset_of
from citadels_tui.textart.city_picture import city_picture
from citadels_tui.texts import _, daily, names, say
from citadels_tui.wording.voice import EMPTY, listed
from engine.editions import EDITIONS

SHOWN = 10
"""Days of which the result is listed."""


def daily_lines(found: Results, now: date, hinted: Collection[date] = (), *, ascii: bool) -> Iterator[Content]:
    """The page of the daily deal, in lines.

    Args:
        found: What was played.
        now: Today.
        hinted: The days in whose deal hints were turned on.
        ascii: Whether only ASCII can be written.
    """
    yield Content.styled(_(daily.ABOUT), "$muted")
    yield EMPTY
    yield deal_line(now).stylize("bold")
    yield result_line(found[now]) if now in found else Content(_(daily.NOT_PLAYED))
    if found:
        last = max(found)
        yield from (EMPTY, *map(Content, shared(found, last, hinted, ascii=ascii)))
        yield from (EMPTY, streak_line(daily.LONGEST, found, now))
        yield from (EMPTY, Content.styled(_(daily.HISTORY), "bold $accent"))
        yield from (day_line(day, found, now) for day in days(now))


def days(now: date) -> list[date]:
    """The days that are listed, today first."""
    return [now - timedelta(days=number) for number in range(SHOWN)]


def deal_line(day: date) -> Content:
    """The deal of a day: its cards and its bots."""
    deal = deal_of(day)
    preset = _(preset_of(EDITIONS[deal.setup.edition], deal.setup.preset or "").name)
    return say(daily.TODAY, day=f"{day}", preset=preset, bots=listed(map(Content, deal.bots)))


def day_line(day: date, found: Results, now: date) -> Content:
    """A day, and what came of it."""
    if day in found:
        return Content.assemble(f"{day}  ", result_line(found[day]))
    return Content.assemble(f"{day}  ", Content.styled(_(daily.NOT_PLAYED if day == now else daily.MISSED), "$muted"))


def day_details(day: date, found: Results, now: date, hinted: Collection[date], *, ascii: bool) -> Iterator[Content]:
    """A day's deal, the city to paste, and what its keys do; the parameters are those of `daily_lines`."""
    yield deal_line(day).stylize("bold")
    if day in found:
        yield from map(Content, shared(found, day, hinted, ascii=ascii))
    if day in found or day != now:
        yield Content.styled(_(daily.AGAIN if day == now else daily.PAST), "$muted")


def result_line(game: PlayedGame) -> Content:
    """The result of a day."""
    facts = game.facts
    players = len(facts.seats)
    said = say(daily.PLAYED, points=game.points, place=game.place, players=players, rounds=facts.rounds)
    return said.stylize("$success") if game.won else said


def shared(found: Results, day: date, hinted: Collection[date] = (), *, ascii: bool) -> list[str]:
    """A day's city in three lines, to be pasted: beside it the day, the result, and the days in a row up to it."""
    game = found[day]
    facts = game.facts
    assert game.you is not None
    reached = Reached(game.points, game.place, len(facts.seats), facts.rounds)
    row = say(daily.STREAK, amount=streak(found, day))
    return pictured(day, facts.seats[game.you].city, facts.edition, reached, row, hinted=day in hinted, ascii=ascii)


class Reached(NamedTuple):
    """The result of a day's deal."""

    points: int
    place: int
    players: int
    rounds: int


def pictured(
    day: date, city: Sequence[str], edition: str, reached: Reached, last: Content, *, hinted: bool, ascii: bool
) -> list[str]:
    """A city in three lines, with the day and the result beside it.

    Args:
        day: Whose deal it was.
        city: Ids of its districts.
        edition: The edition of these.
        reached: The result.
        last: What stands in the last line, as the days in a row.
        hinted: Whether hints were turned on.
        ascii: Whether only ASCII can be written.
    """
    cards = [names.district(id, edition) for id in city]
    picture = city_picture([(card.type, card.cost) for card in cards], ascii=ascii)
    third = say(daily.WITH_HINTS, said=last) if hinted else last
    beside = (daily.SHARED[0].format(day=day), _(daily.SHARED[1]).format(**reached._asdict()), third.plain)
    return [f"{line}  {words}".strip() for line, words in zip(picture, beside, strict=True)]

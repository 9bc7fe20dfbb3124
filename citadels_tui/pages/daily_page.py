"""Daily page: the deal of the day, what came of those before, and a city to paste into a chat."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

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


def daily_lines(found: Results, now: date, *, ascii: bool) -> Iterator[Content]:
    """The page of the daily deal, in lines.

    Args:
        found: What was played.
        now: Today.
        ascii: Whether only ASCII can be written.
    """
    deal = deal_of(now)
    yield Content.styled(_(daily.ABOUT), "$muted")
    yield EMPTY
    bots = listed(map(Content, deal.bots))
    yield say(
        daily.TODAY,
        day=f"{now}",
        preset=_(preset_of(EDITIONS[deal.setup.edition], deal.setup.preset or "").name),
        bots=bots,
    ).stylize("bold")
    yield result_line(found[now]) if now in found else Content(_(daily.NOT_PLAYED))
    if found:
        last = max(found)
        yield from (EMPTY, *map(Content, shared(found, last, ascii=ascii)))
        yield from (EMPTY, streak_line(daily.LONGEST, found, now))
        yield from (EMPTY, Content.styled(_(daily.HISTORY), "bold $accent"))
        for number in range(SHOWN):
            day = now - timedelta(days=number)
            said = result_line(found[day]) if day in found else Content.styled(_(daily.MISSED), "$muted")
            yield Content.assemble(f"{day}  ", said)


def result_line(game: PlayedGame) -> Content:
    """The result of a day."""
    facts = game.facts
    players = len(facts.seats)
    said = say(daily.PLAYED, points=game.points, place=game.place, players=players, rounds=facts.rounds)
    return said.stylize("$success") if game.won else said


def shared(found: Results, day: date, *, ascii: bool) -> list[str]:
    """A day's city in three lines, to be pasted: beside it the day, the result, and the days in a row up to it."""
    game = found[day]
    facts = game.facts
    assert game.you is not None
    cards = [names.district(id, facts.edition) for id in facts.seats[game.you].city]
    picture = city_picture([(card.type, card.cost) for card in cards], ascii=ascii)
    result = _(daily.SHARED[1]).format(
        points=game.points, place=game.place, players=len(facts.seats), rounds=facts.rounds
    )
    beside = (daily.SHARED[0].format(day=day), result, say(daily.STREAK, amount=streak(found, day)).plain)
    return [f"{line}  {words}" for line, words in zip(picture, beside, strict=True)]

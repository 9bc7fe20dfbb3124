"""Ending: a game that is over in words and pictures: the winner, the skylines, and who did what to whom."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.pages.chronicle import Chronicle, Deed, Turning
from citadels_tui.pages.score_table import ranking, score_table, verdict, winner
from citadels_tui.session.board import city_target, counted, is_complete
from citadels_tui.session.endings import GameEnding
from citadels_tui.textart.cells import fit, flow
from citadels_tui.textart.line_chart import Series
from citadels_tui.textart.skyline import Lot, letters, lines_of_names, skyline, unnamed
from citadels_tui.texts import _, ending, names, say, table
from citadels_tui.texts import evening as texts
from citadels_tui.texts.forms import Told
from citadels_tui.wording.spelling import harmless
from citadels_tui.wording.voice import EMPTY, TYPE_STYLES, Voice, listed
from net.client.updates import Ended, Evening

CITY_CELLS = 19
"""Cells of a city among others, at least: two for each of eight districts, and the gaps."""
STYLES = ("$religious", "$military", "$trade", "$unique", "$noble", "$primary", "$error", "$success")
"""The colours of the players' lines; your own has another one."""
TEXT_CELLS = 78
"""Cells of the result as a text."""


def headline(ended: Ended, told: Chronicle, voice: Voice) -> Iterator[Content]:
    """The winner, the reason among equal points, and the round."""
    yield from winner(ended, voice)
    if told.turning:
        yield decided(told.turning, voice)


def evening_lines(evening: Evening) -> Iterator[Content]:
    """Everybody's points in the last games at a table, and their rating after these, where it can be found.

    Args:
        evening: The games.
    """
    from citadels_tui.arena.ratings import ratings
    from engine.arena.tournament import Game

    games = [
        Game(
            tuple(str(score.player) for score in game),
            tuple(place for place, score in enumerate(game) if score.won),
            tuple(score.points for score in game),
        )
        for game in evening.scores
    ]
    rated = {row["bot"]: row["mu"] for row in ratings(games) or ()}
    yield Content.styled(_(texts.TITLE), "bold")
    for place, name in enumerate(evening.players):
        reached = ((score.points for score in game if score.player == place) for game in evening.scores)
        line = say(texts.POINTS, who=name, points=" ".join(str(next(points, "-")) for points in reached))
        yield say(texts.RATED, line=line, rating=round(rated[str(place)])) if rated else line


def decided(turning: Turning, voice: Voice) -> Content:
    """The round that decided."""
    form = ending.AHEAD if turning.other < 0 else ending.DECIDED_LAST if turning.last else ending.DECIDED
    return _told(form, voice, turning.winner, turning.other, round=turning.round)


def deed_lines(told: Chronicle, voice: Voice) -> list[Content]:
    """The deeds of the players against each other, a line each."""
    lines = [_deed(deed, voice) for deed in told.deeds]
    return lines or [Content(_(ending.NO_DEEDS))]


def _deed(deed: Deed, voice: Voice) -> Content:
    cards = listed(voice.district(id) for id in deed.cards)
    form = ending.DEEDS[deed.kind]
    return _told(form, voice, deed.seat, deed.other, amount=deed.times, gold=deed.gold, cards=cards)


def _told(form: Told, voice: Voice, seat: int, other: int, **values: Content | int) -> Content:
    """A sentence about two players, one of whom may be you."""
    text = form.they
    if seat == voice.you:
        text = form.you or text
    elif other == voice.you:
        text = form.at_you or text
    return say(text, who=voice.player(seat), other=voice.player(other), **values)


def city_columns(ended: Ended, width: int) -> list[int]:
    """The numbers of columns in which the cities may stand, the most first; all rows but the last are full."""
    players = len(ended.scores)
    most = max((width + 2) // (CITY_CELLS + 2), 1)
    return [
        columns for columns in range(min(most, players), 0, -1) if -(-players // city_rows(ended, columns)) == columns
    ]


def city_rows(ended: Ended, columns: int) -> int:
    """In how many rows the cities stand, in so many columns."""
    return -(-len(ended.scores) // columns)


def city_letters(ended: Ended, voice: Voice, width: int, height: int, columns: int) -> int:
    """How many letters of the districts' names can be read; the parameters are those of `skylines`."""
    cells = _city_cells(width, columns)
    return sum(letters(*_lots(ended, voice, seat), cells, height, voice.symbols) for seat in ranking(ended))


def lines_of_words(ended: Ended, voice: Voice, width: int, height: int, columns: int) -> int:
    """In how many of its lines each city has the names in words that have no room under its buildings.

    Returns:
        0 where all names can be read; more than there are where not all can. The parameters are those of `skylines`.
    """
    cells = _city_cells(width, columns)
    for words in range(height + 1):
        if all(len(_in_words(ended, voice, seat, cells, height - words)) <= words for seat in ranking(ended)):
            return words
    return max(len(_in_words(ended, voice, seat, cells, 0)) for seat in ranking(ended))


def _in_words(ended: Ended, voice: Voice, seat: int, cells: int, height: int) -> list[Content]:
    """The districts of a city that have not their whole names under a picture of so many lines; 0: all of them."""
    city = ended.view.players[seat].city
    lots, plots = _lots(ended, voice, seat)
    nameless = unnamed(lots, plots, cells, height, voice.symbols) if height else range(len(city))
    return flow([voice.district(city[place]) for place in nameless], cells, "  ")


def skylines(ended: Ended, voice: Voice, width: int, height: int, columns: int, words: int = 0) -> list[Content]:
    """The cities side by side, the winner's first, each with so many lines below its player's name.

    Args:
        ended: The end of the game.
        voice: How names are written.
        width: Cells of all of it.
        height: Lines of a city.
        columns: How many cities stand beside each other.
        words: How many of a city's lines have its districts in words (`lines_of_words`).
    """
    order, cells = ranking(ended), _city_cells(width, columns)
    lines: list[Content] = []
    for start in range(0, len(order), columns):
        beside = order[start : start + columns]
        # All of them stand on the same ground.
        named = max(lines_of_names(*_lots(ended, voice, seat), cells, height - words, voice.symbols) for seat in beside)
        cities = [_city(ended, voice, seat, cells, height, named, words) for seat in beside]
        lines += [Content("  ").join(parts) for parts in zip(*cities, strict=True)]
    return lines


def _city_cells(width: int, columns: int) -> int:
    return (width + 2) // columns - 2


def _city(ended: Ended, voice: Voice, seat: int, cells: int, height: int, named: int, words: int) -> list[Content]:
    """One city under its player's name, all lines of the same width."""
    lots, plots = _lots(ended, voice, seat)
    symbols = voice.symbols
    sky, complete = height - words, is_complete(ended.view, seat)
    drawn = skyline(lots, symbols, cells, sky, plots=plots, complete=complete, named=named) if sky else []
    drawn += _in_words(ended, voice, seat, cells, sky) if words else []
    drawn += [EMPTY] * (height - len(drawn))
    total = f" {ended.totals[seat]}"
    title = Content.styled(voice.name(seat), "bold $accent" if seat == voice.you else "bold")
    head = Content.assemble(fit(title, cells - len(total), symbols), (total, "bold"))
    return [head, *(line.truncate(cells, pad=True) for line in drawn)]


def _lots(ended: Ended, voice: Voice, seat: int) -> tuple[list[Lot], int]:
    """A player's districts, and how many plots are empty."""
    view = ended.view
    city = view.players[seat].city
    lots = []
    for id in city:
        facts = names.district(id, view.rules.edition)
        type = "" if facts.action else facts.type
        lots.append(Lot(voice.code(id).plain, facts.name, type, facts.cost, TYPE_STYLES.get(facts.type, "")))
    return lots, max(city_target(view) - counted(city), 0)


def chart_series(told: Chronicle, voice: Voice, figure: str) -> list[Series]:
    """The lines of a chart: those of the others, and then your own."""
    seats = range(len(told.figures[0].points))
    styles = {seat: "bold $accent" if seat == voice.you else STYLES[seat % len(STYLES)] for seat in seats}
    return [
        Series(voice.name(seat), tuple(getattr(each, figure)[seat] for each in told.figures), styles[seat])
        for seat in sorted(seats, key=lambda seat: seat == voice.you)
    ]


def check_line(end: GameEnding) -> Content:
    """The result of checking the game, in one line."""
    found = end.verified
    if found is None:
        return Content.styled(_(table.CHECKING), "$muted")
    if not found.ok:
        return Content.styled(_(ending.WRONG), "bold $error")
    said = Content.styled(_(ending.VERIFIED), "$success")
    if len(end.attested) < 2:
        return said
    return Content.assemble(said, "  ", say(ending.SIGNED, amount=len(end.attested)).stylize("$muted"))


def result_text(end: GameEnding, ended: Ended, told: Chronicle, voice: Voice, score: Content) -> str:
    """The whole result as plain text, to be shown to others: where files are on this machine is not in it.

    Args:
        end: Whether the game was checked, and what that has shown.
        ended: The result.
        told: How it came about.
        voice: How names are written.
        score: That of several games; empty: there was one.
    """
    parts = [say(table.RESULT_TITLE, amount=ended.view.round), Content("")]
    parts += score_table(ended, voice, TEXT_CELLS)
    parts += [Content(""), *([decided(told.turning, voice)] if told.turning else []), *deed_lines(told, voice)]
    parts += [Content(""), score] if score else []
    parts += [Content(""), *verdict(end, voice)]
    return harmless("\n".join(part.plain.rstrip() for part in parts) + "\n")

"""Ending: a game that is over in words: the winner, who did what to whom, and the result as a text."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.pages.chronicle import Chronicle, Deed, Turning
from citadels_tui.pages.score_table import score_table, verdict, winner
from citadels_tui.session.endings import GameEnding
from citadels_tui.textart.line_chart import Series
from citadels_tui.texts import _, ending, say, table
from citadels_tui.texts import evening as texts
from citadels_tui.texts.forms import Told
from citadels_tui.wording.spelling import harmless
from citadels_tui.wording.voice import Voice, listed
from net.client.updates import Ended, Evening

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

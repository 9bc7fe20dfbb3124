"""Review page: what a review has found, player by player: a chart with its band, and the turns that cost most."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.history.recording import Recording
from citadels_tui.story.timeline import Timeline
from citadels_tui.textart.cells import wrap
from citadels_tui.textart.line_chart import Series, line_chart
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, say
from citadels_tui.texts import review as texts
from citadels_tui.wording.moves import offered
from citadels_tui.wording.reason_text import quoted, reason_told
from citadels_tui.wording.voice import EMPTY, Voice
from engine.review.review import CostlyTurn, Review

CHART_LINES = 8
DASH = " - "
"""Before each turn that is named."""
MOST_TURNS = 3
"""Turns that are named of each player, at most."""


def named_turns(found: Review, seat: int) -> list[CostlyTurn]:
    """The turns of a player that are named."""
    return [turn for turn in found.turns if turn.seat == seat][:MOST_TURNS]


def costly(found: Review, seat: int | None = None) -> list[CostlyTurn]:
    """The turns of a seat that are named, or without one those of all, in the order they were played in."""
    seats = range(len(found.standings)) if seat is None else (seat,)
    return sorted((turn for one in seats for turn in named_turns(found, one)), key=lambda turn: turn.choice.moment)


def review_lines(
    found: Review, recording: Recording, symbols: Symbols, width: int, *, whole: bool = True
) -> Iterator[Content]:
    """A review, in lines.

    Args:
        found: The review.
        recording: The game.
        symbols: What to draw with.
        width: Cells of a line; longer ones are left to be wrapped.
        whole: Whether all of it is found: before, there is no word of what is not known yet.
    """
    for seat in range(recording.rules.players):
        yield from [EMPTY] if seat else []
        yield from player_lines(found, recording, symbols, width, seat, whole=whole)


def method_lines() -> Iterator[Content]:
    """How a review is made, for those who want to know."""
    yield Content(_(texts.ABOUT))
    yield EMPTY
    yield Content(_(texts.ASSUMED))


def turn_told(turn: CostlyTurn, recording: Recording, symbols: Symbols) -> Content:
    """A turn in a sentence, with its player."""
    timeline = recording.session(turn.seat, symbols).story.timeline
    assert timeline is not None
    voice = _everybody(recording, symbols)
    return Content.assemble(voice.player(turn.seat), ": ", turn_line(turn, timeline, voice))


def _everybody(recording: Recording, symbols: Symbols) -> Voice:
    """The voice that calls all by their names."""
    return Voice(symbols, recording.rules, tuple(each.name for each in recording.seats), None)


def player_lines(
    found: Review, recording: Recording, symbols: Symbols, width: int, seat: int, *, whole: bool = True
) -> Iterator[Content]:
    """The part about one player."""
    session = recording.session(seat, symbols)
    assert session.story.timeline is not None
    voice = _everybody(recording, symbols)
    standings = found.standings[seat]
    yield say(texts.CHANCE, who=voice.player(seat))

    def line(name: str, values: Iterator[float], style: str) -> Series:
        return Series(name, tuple(round(100 * value) for value in values), style)

    series = [
        line(_(texts.AT_WORST), (each.least for each in standings), "$muted"),
        line(_(texts.AT_BEST), (each.most for each in standings), "$muted"),
        line(voice.name(seat), (each.chance for each in standings), "bold $accent"),
    ]
    yield line_chart(series, [each.round for each in standings], width, CHART_LINES, symbols)
    for band in wrap(say(texts.BAND, who=voice.player(seat)), width):
        yield band.stylize("$muted")
    kept = found.accuracy[seat] if whole else None
    if kept is not None:
        yield say(texts.ACCURACY, amount=round(kept), error=round(found.errors[seat]) or 1)
    turns = named_turns(found, seat)
    if turns or whole:
        yield Content(_(texts.COST) if turns else _(texts.NO_TURNS))
    for turn in turns:
        first, *rest = wrap(turn_line(turn, session.story.timeline, voice), width - len(DASH))
        yield Content.assemble(DASH, first)
        yield from (Content.assemble(" " * len(DASH), line) for line in rest)


def turn_line(turn: CostlyTurn, timeline: Timeline, voice: Voice) -> Content:
    """One turn in a sentence.

    Args:
        turn: The turn.
        timeline: The game as its player has seen it.
        voice: How names are written.
    """
    choice, view = turn.choice, timeline.view(turn.choice.moment)
    return say(
        texts.TURN if turn.rank else texts.DRAFT,
        round=turn.round,
        character=voice.character(turn.rank),
        played=quoted(offered(view, voice, choice.played)),
        better=quoted(offered(view, voice, choice.better)),
        points=round(100 * turn.cost),
        error=round(100 * turn.error) or 1,
        reason=reason_told(turn.choice.reason, voice, turn.seat),
    )

"""Result page: why, the cities, and how it went, as one page of lines for a window of any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from citadels_tui.pages.causes_page import MOST, CauseLine, wrapped
from citadels_tui.pages.chronicle import Chronicle
from citadels_tui.pages.cities import Cities
from citadels_tui.pages.ending import chart_series, deed_lines
from citadels_tui.textart.cells import fit
from citadels_tui.textart.line_chart import line_chart
from citadels_tui.texts import _, causes, ending
from citadels_tui.wording.voice import EMPTY, Voice
from net.client.updates import Ended

WHY, SENTENCE = 5, 90
"""Sentences that say why, and cells of one, for which room is kept."""
LOW_CHART, HIGH_CHART = 9, 16
"""Lines of the chart, under its title."""
BESIDE = 100
"""Cells from which on the chart stands beside the deeds."""
GUTTER = 3


class Story(NamedTuple):
    """A finished game, as its page tells it."""

    ended: Ended
    told: Chronicle
    voice: Voice
    said: Sequence[Content] = ()
    """The words of the bots, and of an evening."""
    causes: Sequence[CauseLine] = ()
    """Why you won or lost, once that is known."""
    working: Content | None = None
    """How far looking for it has come; None: it is known, or will never be."""
    waited: bool = False
    """Whether it was looked for in sight of the player: the lines that were kept free stay, so that nothing jumps."""


class ResultLines(NamedTuple):
    """The page, and where its causes stand."""

    lines: list[Content]
    causes: dict[int, int]
    """By line the place of the cause that stands there."""


def result_lines(story: Story, width: int, height: int) -> ResultLines:
    """Lay the page out.

    Where all cities have room below it, the lines that say why are kept free while that is looked for, so that nothing
    jumps when it is known; elsewhere why stands below everything else, and one line says so.

    Args:
        story: The game.
        width: Cells of a line.
        height: Lines that can be seen at once.
    """
    explains = bool(story.causes) or story.working is not None
    cities = Cities(story.ended, story.voice, width)
    room = height - len(cities.lines(cities.least)) - 1
    above = explains and room >= WHY
    most = min(room, WHY * -(-SENTENCE // width)) if above else 0
    why = _why(story, width, most)
    waits = story.waited or story.working is not None
    high = most if waits else len(why)
    kept = ((high if above else 0) or 1) + 1 if explains else 0
    bottom = len(_rest(story, width, 0)) + 1 if width >= BESIDE else 0
    drawn = cities.lines(cities.best(height - kept, bottom))
    lines: list[Content] = []
    rows: dict[int, int] = {}
    if above:
        rows = {line: place for line, (place, _row) in enumerate(why) if place >= 0}
        free = [EMPTY] * (high - len(why))
        # Where so many are named, another may have mattered, too.
        whole = len({place for place, _row in why}) == len(story.causes) < MOST
        if free and whole and story.working is None:
            free[0] = Content.styled(_(causes.NO_MORE[len(story.causes) > 1]), "$muted")
        lines = [*(row for _place, row in why), *free, EMPTY]
    elif explains:
        pointer = story.working or Content.styled(_(causes.BELOW), "$muted")
        lines = [fit(pointer, width, story.voice.symbols), EMPTY]
    lines += drawn
    lines += [EMPTY, *_rest(story, width, height - len(lines) - 1)]
    if explains and not above and story.working is None:
        lines += [EMPTY, Content.styled(_(causes.WHY), "bold")]
        rows = {len(lines) + line: place for line, (place, _row) in enumerate(why) if place >= 0}
        lines += [row for _place, row in why]
    return ResultLines(lines, rows)


def _why(story: Story, width: int, most: int) -> list[tuple[int, Content]]:
    """The lines that say why, each with its place among the causes; -1: none, while it is being looked for."""
    if story.working is not None:
        return [(-1, story.working), *[(-1, Content.styled(story.voice.symbols.more, "$muted"))] * (WHY - 1)]
    return wrapped(story.causes, width, most or len(story.causes) * width)


def _rest(story: Story, width: int, height: int) -> list[Content]:
    """How it went, round by round, and who did what to whom: beside each other where there is room."""
    deeds = [Content.styled(_(ending.DEEDS_TITLE), "bold"), *deed_lines(story.told, story.voice)]
    deeds += [EMPTY, *story.said] if story.said else []
    rounds = [each.round for each in story.told.figures]
    series = chart_series(story.told, story.voice, "points")
    title = Content.styled(_(ending.POINTS), "bold")
    symbols = story.voice.symbols
    if width < BESIDE:
        return [*deeds, EMPTY, title, *line_chart(series, rounds, width, LOW_CHART, symbols).split("\n")]
    half = (width - GUTTER) // 2
    high = min(max(height - 1, LOW_CHART), HIGH_CHART)
    chart = [title, *line_chart(series, rounds, half, high, symbols).split("\n")]
    deeds = [row for line in deeds for row in (line.wrap(half) or [EMPTY])]
    rows = max(len(chart), len(deeds))
    left, right = ([*part, *[EMPTY] * (rows - len(part))] for part in (chart, deeds))
    return [
        Content.assemble(one.truncate(half, pad=True), " " * GUTTER, other)
        for one, other in zip(left, right, strict=True)
    ]

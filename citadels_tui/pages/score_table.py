"""Score table: the winner, the points by source, and what came of checking the game."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator

from textual.content import Content

from citadels_tui.session.endings import GameEnding
from citadels_tui.textart.cells import below, fit, hanging
from citadels_tui.texts import _, names, retold, say, table
from citadels_tui.wording.own_command import own_command
from citadels_tui.wording.voice import EMPTY, Voice, listed
from engine.editions import EDITIONS
from net.client.updates import Ended

SOURCE_CELLS = 18
POINT_CELLS = range(7, 11)
"""Width of a player's column: the least and the most."""
BAR_CELLS = 30


def checked(end: GameEnding, voice: Voice) -> Content:
    """The result of checking the game, and where its log is."""
    lines, found = verdict(end, voice), end.verified
    if found and found.proof:
        path = shlex.quote(str(found.proof))
        lines.append(say(table.PROOF, command=own_command(), path=path).stylize("$muted"))
    return Content("\n").join(lines)


def verdict(end: GameEnding, voice: Voice) -> list[Content]:
    """The result of checking the game, and the players who have signed its end."""
    found = end.verified
    if found is None:
        return [Content.styled(_(table.CHECKING), "$muted")]
    said = Content.styled(retold(found.sentence), "$success" if found.ok else "bold $error")
    lines = [said]
    if len(end.attested) > 1:
        names = listed(voice.player(seat) for seat in sorted(end.attested))
        lines.append(say(table.ALL_ATTESTED, players=names))
    return lines


def score_table(ended: Ended, voice: Voice, width: int) -> Iterator[Content]:
    """The winner, points by source for every player, and the totals as bars, in so many cells."""
    totals, order = ended.totals, ranking(ended)
    best = totals[order[0]]
    yield from winner(ended, voice)
    yield Content("")
    yield from sources(ended, voice, width)
    yield Content("")
    for seat in order:
        bar = voice.symbols.bar * round(BAR_CELLS * totals[seat] / max(best, 1))
        style = "$accent" if seat in ended.winners else "$primary"
        name = fit(voice.player(seat), SOURCE_CELLS, voice.symbols)
        yield Content.assemble(name, " ", (bar, style), f" {totals[seat]}")


def ranking(ended: Ended) -> list[int]:
    """The seats by their points; of equal ones the winners first."""
    totals = ended.totals
    return sorted(range(len(totals)), key=lambda seat: (-totals[seat], seat not in ended.winners, seat))


def winner(ended: Ended, voice: Voice) -> Iterator[Content]:
    """The winner, and the reason among equal points."""
    best = max(ended.totals)
    yield _winner(ended, voice, best)
    if ended.totals.count(best) > len(ended.winners):
        yield Content(_(table.TIE_BREAK[EDITIONS[voice.rules.edition].tie]))


def sources(ended: Ended, voice: Voice, width: int) -> Iterator[Content]:
    """Points by source for every player, in so many cells."""
    totals, order = ended.totals, ranking(ended)
    if SOURCE_CELLS + POINT_CELLS.start * len(totals) > width:
        yield from _one_by_one(ended, voice, width)
        return
    cells = min(max((width - SOURCE_CELLS) // len(totals), POINT_CELLS.start), POINT_CELLS.stop - 1)
    yield from _heads(order, cells, voice)
    for source, points in by_source(ended, voice):
        worth = [Content("-" if points[seat] is None else str(points[seat])) for seat in order]
        yield _row(source_name(voice, source), worth, cells, voice)
    sums = [Content(str(totals[seat])) for seat in order]
    yield _row(Content(_(table.TOTAL)), sums, cells, voice).stylize("bold")


def by_source(ended: Ended, voice: Voice) -> Iterator[tuple[str, list[int | None]]]:
    """Where points come from, in the rulebook's order, and what each seat has of them; None where that is none."""
    points = [_together(row, voice) for row in ended.scores]
    for source in sorted({source for row in points for source in row}, key=_place):
        yield source, [row.get(source) for row in points]


def _one_by_one(ended: Ended, voice: Voice, width: int) -> Iterator[Content]:
    """The table without columns: a player's total, and below it where it comes from."""
    for seat in ranking(ended):
        style = "bold $accent" if seat == voice.you else "bold"
        yield below(Content(voice.name(seat)), Content(str(ended.totals[seat])), width, 0)[0].stylize(style)
        parts = [
            Content.assemble(source_name(voice, source), f" {amount}")
            for source, amount in scored(ended.scores[seat], voice)
        ]
        yield from hanging(Content("  "), listed(parts).stylize("$muted"), width)


def scored(row: Iterable[tuple[str, int]], voice: Voice) -> list[tuple[str, int]]:
    """The points of one player by source, in the rulebook's order, without those that are none."""
    points = _together(row, voice).items()
    return sorted(((source, amount) for source, amount in points if amount), key=lambda each: _place(each[0]))


def _together(row: Iterable[tuple[str, int]], voice: Voice) -> dict[str, int]:
    """Points by source, those of action cards in one: each that was not played is worth the same."""
    points: dict[str, int] = {}
    for source, amount in row:
        known = source not in table.SOURCES and names.is_district(source, voice.rules.edition)
        place = table.UNPLAYED if known and names.district(source, voice.rules.edition).action else source
        points[place] = points.get(place, 0) + amount
    return points


def _row(head: Content, cells: list[Content], width: int, voice: Voice) -> Content:
    """A line of the table: the figures stand under each other at the right of their columns."""
    return Content.assemble(
        fit(head, SOURCE_CELLS, voice.symbols), *(cell.pad_left(width - cell.cell_length) for cell in cells)
    )


def _heads(order: list[int], width: int, voice: Voice) -> Iterator[Content]:
    """The names over their columns, none cut: where one is too wide they stand in steps, on several lines."""
    heads = [Content.styled(voice.name(seat), "bold $accent" if seat == voice.you else "bold") for seat in order]
    steps = max(-(-(head.cell_length + 1) // width) for head in heads)
    for step in range(min(steps, len(heads))):
        line = EMPTY
        for place in range(step, len(heads), steps):
            head, end = heads[place], SOURCE_CELLS + (place + 1) * width
            line = Content.assemble(line, head.pad_left(end - line.cell_length - head.cell_length))
        yield line


def _place(source: str) -> tuple[int, str]:
    """Sources in the rulebook's order, then the cards by name."""
    known = list(table.SOURCES)
    return (known.index(source), "") if source in known else (len(known), source)


def source_name(voice: Voice, source: str) -> Content:
    """Where points come from."""
    if source in table.SOURCES:
        return Content(_(table.SOURCES[source]))
    return Content(names.district(source, voice.rules.edition).name)


def _winner(ended: Ended, voice: Voice, best: int) -> Content:
    if len(ended.winners) > 1:
        return say(table.SHARED, players=listed(voice.player(seat) for seat in ended.winners), amount=best)
    seat = ended.winners[0]
    if seat == voice.you:
        return say(table.YOU_WON, amount=best).stylize("bold $accent")
    return say(table.WON, who=voice.player(seat), amount=best)

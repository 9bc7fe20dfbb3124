"""Cities at the end of a game, beside each other: each drawn where all its names have room, and else in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textual.content import Content

from citadels_tui.pages.score_table import ranking, scored, source_name
from citadels_tui.session.board import city_target, counted, is_complete
from citadels_tui.textart.cells import below, flow, wrap
from citadels_tui.textart.skyline import Lot, lines_of_names, skyline, unnamed
from citadels_tui.texts import names
from citadels_tui.wording.voice import EMPTY, TYPE_STYLES, Voice, listed
from net.client.updates import Ended

CITY_CELLS = 19
"""Cells of a city among others, at least: two for each of eight districts, and the gaps."""
LEAST_SKY, MOST_SKY = 5, 14
"""Lines of a drawn city with the names below it: less is no picture, and more is only empty sky."""
GAP = "  "
"""Between two cities."""


class Form(NamedTuple):
    """How the cities stand."""

    columns: int
    sky: int
    """Lines of each drawn city; 0: they are in words."""


class Cities:
    """The cities of one game, the winner's first.

    Args:
        ended: The end of the game.
        voice: How names are written.
        width: Cells of all of it.
    """

    def __init__(self, ended: Ended, voice: Voice, width: int) -> None:
        self._ended, self._voice, self._width = ended, voice, width
        self._order = ranking(ended)

    @property
    def columns(self) -> list[int]:
        """The numbers of columns in which they may stand, two first; all rows but the last are full."""
        players = len(self._order)
        most = min(max((self._width + len(GAP)) // (CITY_CELLS + len(GAP)), 1), players)
        full = [columns for columns in range(1, most + 1) if -(-players // -(-players // columns)) == columns]
        return sorted(full, key=lambda columns: (columns < 2, columns))

    def lines(self, form: Form) -> list[Content]:
        """The lines of all cities; the cities of a row stand on the same ground."""
        lines: list[Content] = []
        for seats in self._rows(form.columns):
            cities = [self._city(seat, form) for seat in seats]
            high = max(map(len, cities))
            cells = self._cells(form.columns)
            padded = [[*city, *[EMPTY] * (high - len(city))] for city in cities]
            lines += [
                Content(GAP).join(line.truncate(cells, pad=True) for line in parts)
                for parts in zip(*padded, strict=True)
            ]
        return lines

    def best(self, height: int, below: int) -> Form:
        """How they stand in so many lines: drawn, if that leaves so many ``below`` them, or if it fits at all."""
        # Where not all that is below has room, more of it is seen under low cities.
        for free, most in ((below, MOST_SKY), (0, LEAST_SKY if below else MOST_SKY)):
            for columns in self.columns:
                rows = len(self._rows(columns))
                heads = sum(max(len(self._head(seat, columns)) for seat in seats) for seats in self._rows(columns))
                sky = min((height - free - heads) // rows, most)
                if sky >= LEAST_SKY and all(self._all_named(seat, columns, sky) for seat in self._order):
                    return Form(columns, sky)
        return self.least

    @property
    def least(self) -> Form:
        """How they take the least room."""
        return min((Form(columns, 0) for columns in self.columns), key=lambda form: len(self.lines(form)))

    def _rows(self, columns: int) -> list[list[int]]:
        return [self._order[start : start + columns] for start in range(0, len(self._order), columns)]

    def _cells(self, columns: int) -> int:
        return (self._width + len(GAP)) // columns - len(GAP)

    def _city(self, seat: int, form: Form) -> list[Content]:
        cells = self._cells(form.columns)
        head = self._head(seat, form.columns)
        if not form.sky:
            districts = [self._voice.district(id) for id in self._ended.view.players[seat].city]
            return [*head, *flow(districts, cells, "  ")]
        seats = next(row for row in self._rows(form.columns) if seat in row)
        high = max(len(self._head(each, form.columns)) for each in seats)
        named = max(lines_of_names(*self._lots(each), cells, form.sky, self._voice.symbols) for each in seats)
        lots, plots = self._lots(seat)
        complete = is_complete(self._ended.view, seat)
        drawn = skyline(lots, self._voice.symbols, cells, form.sky, plots=plots, complete=complete, named=named)
        return [*head, *[EMPTY] * (high - len(head)), *drawn]

    def _head(self, seat: int, columns: int) -> list[Content]:
        """Name and points, and below them where the points come from."""
        voice, cells = self._voice, self._cells(columns)
        style = "bold $accent" if seat == voice.you else "bold"
        total = Content.styled(f"{self._ended.totals[seat]}", "bold")
        parts = [
            Content.assemble(source_name(voice, source), f" {amount}")
            for source, amount in scored(self._ended.scores[seat], voice)
        ]
        name = below(Content.styled(voice.name(seat), style), total, cells, 0)
        return [*name, *wrap(listed(parts).stylize("$muted"), cells)]

    def _all_named(self, seat: int, columns: int, sky: int) -> bool:
        return not unnamed(*self._lots(seat), self._cells(columns), sky, self._voice.symbols)

    def _lots(self, seat: int) -> tuple[list[Lot], int]:
        """A player's districts, and how many plots are empty."""
        view = self._ended.view
        city = view.players[seat].city
        return [*self._districts(city)], max(city_target(view) - counted(city), 0)

    def _districts(self, city: tuple[str, ...]) -> Iterator[Lot]:
        for id in city:
            facts = names.district(id, self._ended.view.rules.edition)
            type = "" if facts.action else facts.type
            yield Lot(self._voice.code(id).plain, facts.name, type, facts.cost, TYPE_STYLES.get(facts.type, ""))

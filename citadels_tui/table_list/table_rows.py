"""Table rows: the tables of a host as lines, for the screen, the plain mode and `citadels tables`."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.history.game_list import edition_name
from citadels_tui.table_list.table_names import title_of
from citadels_tui.textart.cells import NARROW, fit
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, say, tables
from citadels_tui.wording.durations import clock, in_short
from engine.editions import EDITIONS
from net.protocol.visitor_notes import ListedTable

WIDE = 108
"""Cells from which on a row has more columns."""
STATE_CELLS = 16
"""Cells of a table's state, where little more than its title has room beside it."""


def preset_name(listed: ListedTable) -> str:
    """The name of the cards that are played with; empty when there are no others, or it is not known here."""
    presets = EDITIONS[listed.edition].presets if listed.edition in EDITIONS else ()
    return next((_(preset.name) for preset in presets if preset.id == listed.preset and len(presets) > 1), "")


def asked(listed: ListedTable) -> bool:
    """Whether it is the visitor's own turn."""
    return listed.you is not None and listed.you == listed.asked


def heads(symbols: Symbols, width: int) -> Content:
    """The heads of the columns."""
    words = [fit(Content(_(text)), cells, symbols) for text, cells in _columns(width)]
    return Content.assemble(*words).stylize("bold")


def row(listed: ListedTable, symbols: Symbols, width: int) -> Content:
    """A table as a line of so many cells."""
    parts = {
        tables.TITLE: Content.styled(title_of(listed), "bold" if listed.you is not None else ""),
        tables.EDITION: Content(edition_name(listed.edition)),
        tables.PRESET: Content(preset_name(listed)),
        tables.OWNER: Content(listed.owner),
        tables.SEATS: _seats(listed),
        tables.CLOCK: Content(in_short(listed.turn_time) if listed.turn_time else "-"),
        tables.SPECTATORS: Content(str(listed.spectators) if listed.spectators else ""),
        tables.STATE: state(listed),
    }
    return Content.assemble(*(fit(parts[text], cells, symbols) for text, cells in _columns(width)))


def state(listed: ListedTable) -> Content:
    """Whether it is one's turn, or one has a seat; else whether others can join, in a few words."""
    if asked(listed):
        return Content.styled(_(tables.ASKED_SHORT), "bold $accent")
    if listed.you is not None:
        return Content.styled(_(tables.SEAT_SHORT), "$accent")
    if listed.takeable:
        return Content.styled(_(tables.TAKEABLE), "$success")
    return Content.styled(_(tables.PHASES[listed.phase]), "$success" if listed.phase == "open" else "$muted")


def sentence(listed: ListedTable) -> Content:
    """A table as a sentence."""
    return say(
        tables.TABLE,
        title=title_of(listed),
        edition=edition_name(listed.edition),
        phase=_(tables.PHASES[listed.phase]),
        taken=listed.people + listed.bots,
        seats=listed.seats,
        bots=listed.bots,
        spectators=listed.spectators,
    )


def details(listed: ListedTable) -> Iterator[Content]:
    """Everything that is to be known of a table."""
    yield Content.assemble(Content.styled(title_of(listed), "bold"), "  ", state(listed))
    cards = ", ".join(filter(None, (edition_name(listed.edition), preset_name(listed))))
    yield say(tables.CARDS_OWNED, cards=cards, owner=listed.owner) if listed.owner else Content(cards)
    yield say(
        tables.PEOPLE,
        people=listed.people,
        bots=listed.bots,
        free=max(listed.seats - listed.people - listed.bots, 0),
        spectators=listed.spectators,
    )
    if listed.takeable and listed.you is None:
        yield say(tables.TAKEABLE_SEATS, amount=listed.takeable)
    yield from clock(listed.turn_time, listed.reserve)


def _columns(width: int) -> tuple[tuple[str, int], ...]:
    """The columns, each with its cells."""
    if width < NARROW:
        return (tables.TITLE, width - STATE_CELLS), (tables.STATE, STATE_CELLS)
    wide = width >= WIDE
    brief = width < 2 * STATE_CELLS + 22 + 14
    columns = [
        (tables.TITLE, 36 if wide else 22),
        *([] if brief else [(tables.EDITION, 18 if wide else 16)]),
        *([(tables.PRESET, 20), (tables.OWNER, 16)] if width >= 2 * 80 else []),
        (tables.SEATS, 14),
        *([] if brief else [(tables.CLOCK, 8)]),
        *([(tables.SPECTATORS, 11)] if wide else []),
    ]
    return (*columns, (tables.STATE, max(width - sum(cells for _text, cells in columns), 0)))


def _seats(listed: ListedTable) -> Content:
    taken = listed.people + listed.bots
    if listed.bots:
        return say(tables.TAKEN_WITH_BOTS, taken=taken, seats=listed.seats, amount=listed.bots)
    return say(tables.TAKEN, taken=taken, seats=listed.seats)

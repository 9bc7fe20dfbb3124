"""Notebook page: who may be who, who was who, and what you saw while choosing, as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from citadels_tui.session.holders import CERTAIN, MAYBE, NEVER, choosing_order, gone_before, grid, passed_on
from citadels_tui.session.notes import LIKELY, UNLIKELY
from citadels_tui.textart.cells import NARROW, fit, wrap
from citadels_tui.texts import _, board, names, notebook, say
from citadels_tui.texts.effects import brief_effect, effect
from citadels_tui.wording.voice import EMPTY, Voice, listed
from engine.notebook import ASIDE, FACE_UP, Notebook, Page
from engine.view import View

CHARACTER_CELLS, LAST_CELLS = 16, 12
"""The columns of the characters, at least, and of the last round."""
NARROW_CHARACTER = 9
"""The first of them in a narrow window, which has none for the last round: that stands with those before it."""
RANK_CELLS = 2
"""Cells of the first column where the ranks alone stand in it."""
LEAST_CELLS, MOST_CELLS = 4, 14
"""How wide the column of a player is, and one cell less in a narrow window."""
MOST_STEPS = 3
"""Lines over which names that are too wide for their columns are spread, at most."""
MARK_SIGNS = {LIKELY: Content.styled("!", "bold $warning"), UNLIKELY: Content.styled("-", "bold $warning")}
"""The marks of one's own in the place of what is possible."""
EFFECT_CELLS = 40
"""From so many cells on that the table leaves, it says what each character does."""


class Marks(NamedTuple):
    """A player's own marks by rank and seat, and the place of the one that is about to be changed."""

    of: Mapping[tuple[int, int], str] = {}
    at: tuple[int, int] | None = None


NO_MARKS = Marks()


def written(
    view: View, voice: Voice, book: Notebook, width: int, rounds: Mapping[int, Page], marks: Marks = NO_MARKS
) -> list[Content]:
    """The page: the table of players and characters, and below it what else there is to know.

    Args:
        view: What the seat sees.
        voice: How names are written.
        book: Its notes.
        width: Cells of a line.
        rounds: The rounds before by their numbers, of which the last one stands in the table.
        marks: The player's own.
    """
    legend = [_legend(voice), *([Content.styled(_(notebook.MARKS), "$muted")] if marks.of or marks.at else [])]
    lines = [*_table(view, voice, book, width, marks), EMPTY, *legend, EMPTY, *_remarked(view, voice, book, width)]
    earlier = {number: rounds[number] for number in sorted(rounds, reverse=True) if number < view.round}
    told = len(earlier) > (width >= NARROW)
    return [*lines, EMPTY, *_earlier(view, voice, earlier, width)] if told else lines


def in_column(view: View, voice: Voice, book: Notebook, width: int, marks: Marks) -> list[Content]:
    """The table alone, with a heading, below the characters; nothing where there are too many players for its width.

    Args:
        view: What the seat sees.
        voice: How names are written.
        book: Its notes.
        width: Cells of a line.
        marks: The player's own.
    """
    if RANK_CELLS + (view.rules.players + 1) * (LEAST_CELLS - 1) > width:
        return []
    return [Content.styled(_(board.NOTES), "$muted"), *_table(view, voice, book, width, marks, named=False)]


def _earlier(view: View, voice: Voice, rounds: Mapping[int, Page], width: int) -> Iterator[Content]:
    """A line for each round, the latest first: the characters that everybody had, as far as that has come out."""
    seats = range(view.rules.players)
    labels = [say(board.ROUND, amount=number) for number in rounds]
    first = max(label.cell_length for label in labels) + 2
    players = [voice.player(seat) for seat in seats]
    for brief in (False, True):
        held = [[_held(view, voice, page, seat, brief=brief) for seat in seats] for page in rounds.values()]
        wanted = [max(each.cell_length for each in column) + 2 for column in zip(players, *held, strict=True)]
        cells = _columns(wanted, width - first, width) if brief else wanted
        if first + sum(cells) <= width:
            break
    yield from wrap(Content.styled(_(notebook.EARLIER), "$muted"), width)
    for heads in _heads(players, cells, voice):
        yield Content.assemble(" " * first, heads).rstrip().stylize("bold")
    for label, row in zip(labels, held, strict=True):
        columns = [fit(each, wide, voice.symbols) for each, wide in zip(row, cells, strict=True)]
        yield Content.assemble(label.pad_right(first - label.cell_length), *columns).rstrip()


def _held(view: View, voice: Voice, page: Page, seat: int, *, brief: bool) -> Content:
    """The characters that a player is known to have had, and a sign for what is not known."""
    ranks = page.certain(seat)
    known = [Content(f"{rank}" if brief else f"{rank} {voice.character(rank)}") for rank in ranks]
    hidden = len(ranks) < choosing_order(view).count(seat)
    return listed([*known, *([Content.styled(voice.symbols.maybe, "$muted")] if hidden else [])])


def _remarked(view: View, voice: Voice, book: Notebook, width: int) -> Iterator[Content]:
    """The remarks in lines."""
    for remark in remarks(view, voice, book):
        yield from wrap(remark, width)


def _table(
    view: View, voice: Voice, book: Notebook, width: int, marks: Marks, *, named: bool = True
) -> Iterator[Content]:
    """Players across, characters down: by name, or by rank alone."""
    page, players = book.page(), view.rules.players
    columns = [voice.player(seat) for seat in range(players)] + [Content(_(notebook.NONE_COLUMN))]
    least, last_cells = (CHARACTER_CELLS, LAST_CELLS) if width >= NARROW else (NARROW_CHARACTER, 0)
    least = least if named else RANK_CELLS
    cells = _columns([name.cell_length + 1 for name in columns], width - least - last_cells, width)
    left = width - last_cells - sum(cells)
    ranks = range(1, len(view.rules.characters) + 1)
    first = max(min(max(cell_len(voice.character(rank)) for rank in ranks) + 4, left), least) if named else least
    characters = [_character(voice, rank, first - 1) if named else Content(f"{rank}") for rank in ranks]
    does = left - first if left - first >= EFFECT_CELLS else 0
    *above, heads = _heads(columns, cells, voice)
    before = book.last if last_cells else None
    last = Content(_(notebook.LAST_COLUMN) if before else "")
    for line in above:
        yield Content.assemble(" " * first, line).stylize("bold")
    yield Content.assemble(" " * first, heads.pad_right(sum(cells) - heads.cell_length), last).stylize("bold")
    signs = {
        CERTAIN: Content.styled(voice.symbols.certain, "bold $success"),
        MAYBE: Content(voice.symbols.maybe),
        NEVER: Content.styled(voice.symbols.never, "$muted"),
    }
    for rank, sureness in enumerate(grid(view, page), start=1):
        name = fit(characters[rank - 1], first - 1, voice.symbols)
        row = []
        for seat, (sure, wide) in enumerate(zip(sureness, cells, strict=True)):
            sign = signs[sure]
            if sure == MAYBE and (rank, seat) in marks.of:
                sign = MARK_SIGNS[marks.of[rank, seat]]
            if (rank, seat) == marks.at:
                sign = sign.stylize("reverse")
            row.append(Content.assemble("  ", sign).pad_right(wide - 3))
        held = _before(voice, before, rank) if before else EMPTY
        line = Content.assemble(name, " ", *row, held)
        if does:
            id = voice.character_id(rank)
            whole = Content(effect(id, voice.rules))
            text = whole if whole.cell_length <= does else Content(brief_effect(id, voice.rules))
            there = LAST_CELLS - held.cell_length
            line = Content.assemble(line, " " * there, fit(text, does, voice.symbols).rstrip().stylize("$muted"))
        yield line


def _character(voice: Voice, rank: int, cells: int) -> Content:
    """A character's name behind its rank, or a short one where that does not fit."""
    name = voice.character(rank)
    if cell_len(name) > cells - 2:
        name = names.short_character(voice.character_id(rank), voice.rules.edition)
    return Content(f"{rank} {name if cell_len(name) <= cells - 2 else f'{name[: cells - 3].rstrip()}.'}")


def _heads(columns: list[Content], cells: list[int], voice: Voice) -> Iterator[Content]:
    """The names over their columns: where one is too wide for its own they stand in two or three lines by turns."""

    def room(place: int, steps: int) -> int:
        return sum(cells[place : place + steps]) - 1

    def fits(steps: int) -> bool:
        return all(name.cell_length <= room(place, steps) for place, name in enumerate(columns[:-1]))

    steps = next((steps for steps in range(1, MOST_STEPS) if fits(steps)), MOST_STEPS)
    for step in range(steps):
        line = EMPTY
        for place in range(step, len(columns), steps):
            name = columns[place]
            if place < len(columns) - 1 and name.cell_length > room(place, steps):
                name = fit(name, room(place, steps), voice.symbols)
            # The last one ends with its column.
            start = min(sum(cells[:place]), max(sum(cells) - name.cell_length, line.cell_length))
            line = Content.assemble(line.pad_right(start - line.cell_length), name)
        yield line


def _columns(wanted: list[int], room: int, width: int) -> list[int]:
    """The cells of each column: all alike where every name has room so, else the longest names are cut.

    Args:
        wanted: What each would have.
        room: Cells for all.
        width: Cells of the line.
    """
    least = LEAST_CELLS - (width < NARROW)
    alike = min(room // len(wanted), MOST_CELLS)
    if alike >= max(wanted):
        return [alike] * len(wanted)
    cells = [min(max(each, least), MOST_CELLS) for each in wanted]
    while sum(cells) > room and max(cells) > least:
        cells[cells.index(max(cells))] -= 1
    return cells


def _before(voice: Voice, last: Page, rank: int) -> Content:
    """The player who had a character in the last round."""
    place = last.place(rank)
    if place is None:
        return Content.styled(voice.symbols.maybe, "$muted")
    if place in (ASIDE, FACE_UP):
        return Content.styled(_(notebook.OUT), "$muted")
    return voice.player(place).truncate(LAST_CELLS - 1)


def _legend(voice: Voice) -> Content:
    symbols = voice.symbols
    return say(notebook.LEGEND, certain=symbols.certain, maybe=symbols.maybe, never=symbols.never).stylize("$muted")


def remarks(view: View, voice: Voice, book: Notebook) -> Iterator[Content]:
    """The order of choosing, and the cards that you saw."""
    page = book.page()
    order = list(dict.fromkeys(choosing_order(view)))
    named = [say(notebook.ORDER_CROWN, who=voice.player(order[0])), *map(voice.player, order[1:])]
    yield say(notebook.ORDER, who=listed(named))
    # Before the first player only the card that lies face down is gone.
    first = order[0] == view.seat
    laid = dict.fromkeys((*view.aside, *(gone_before(view) if first else ())))
    for text, ranks in (
        (notebook.GONE_BEFORE, () if first else gone_before(view)),
        (notebook.PASSED, passed_on(view, book.picked)),
        (notebook.LAID, [rank for rank in laid if page.place(rank) == ASIDE]),
    ):
        if ranks:
            yield say(text, characters=voice.characters(ranks))

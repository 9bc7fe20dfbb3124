"""Characters to choose from, laid out as framed cards: rank, name, effect, and what each would bring now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from citadels_tui.actions.make_action_list import ActionList
from citadels_tui.actions.rows import Row
from citadels_tui.textart.cells import fit
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import names
from citadels_tui.texts.effects import brief_effect, effect
from citadels_tui.wording.voice import EMPTY, TYPE_STYLES, Voice

LEAST_CELLS, MOST_CELLS = 20, 26
"""How wide a card is: at least so that a brief effect has room, on the lowest, too."""
LEAST_LINES, MOST_LINES = 4, 7
"""How high a card is."""
BESIDE = 3
"""Cells of a card that are not for its effect: the frame's, and a blank."""


class CardGrid(NamedTuple):
    """The layout of the cards."""

    across: int
    """How many stand side by side."""
    cells: int
    """Width of one card."""
    lines: int
    """Height of one card."""

    def fits(self, text: str) -> bool:
        """Whether an effect has room on a card."""
        return _lines(text, self.cells - BESIDE) <= self.lines - 2


def best_grid(action_list: ActionList, voice: Voice, width: int, heights: Sequence[int]) -> CardGrid | None:
    """How the characters to choose from are laid out: with few effects in brief; None where there is no room.

    Args:
        action_list: The characters.
        voice: How they are written.
        width: Cells there are.
        heights: The lines that they may take, the best first.
    """
    forms = [form for height in heights if (form := grid(len(action_list.rows), width, height)) is not None]
    return min(forms, key=lambda form: effects_in_brief(action_list, voice, form), default=None)


def effects_in_brief(action_list: ActionList, voice: Voice, form: CardGrid) -> int:
    """How many of the effects have no room on their cards but in brief."""
    return sum(not form.fits(effect(row.card, voice.rules)) for row in action_list.rows)


@lru_cache(maxsize=1024)
def _lines(text: str, cells: int) -> int:
    """In how many lines of so many cells a text stands."""
    return len(Content(text).wrap(cells))


def grid(cards: int, width: int, height: int) -> CardGrid | None:
    """How so many cards are laid out, in as few rows as can be; None when there is no room for them."""
    for rows in range(1, cards + 1):
        across = -(-cards // rows)
        cells = min(width // across, MOST_CELLS)
        if height < rows * LEAST_LINES:
            return None
        if cells >= LEAST_CELLS:
            return CardGrid(across, cells, min(height // rows, MOST_LINES))
    return None


def laid_out(action_list: ActionList, cursor: int, voice: Voice, form: CardGrid) -> list[Content]:
    """The cards in lines."""
    cards = [
        _card(row, index == cursor, index == action_list.lit, voice, form) for index, row in enumerate(action_list.rows)
    ]
    lines = []
    for first in range(0, len(cards), form.across):
        lines += [Content.assemble(*parts) for parts in zip(*cards[first : first + form.across], strict=True)]
    return lines


def _card(row: Row, marked: bool, lit: bool, voice: Voice, form: CardGrid) -> list[Content]:
    """One card that can be chosen."""
    facts = names.character(row.card, voice.rules.edition)
    style = TYPE_STYLES.get(facts.type, "")
    mark = voice.symbols.acting if marked else ""
    name = Content.assemble(
        (mark, "bold"),
        (row.key, "bold reverse $accent" if lit else "bold $accent"),
        " ",
        (_name(row.card, voice, form, cell_len(f"{voice.symbols.acting}{row.key} ")), f"bold {style}"),
    )
    if facts.type:
        signed = Content.assemble(name, (f" {voice.type_sign(facts.type)}", style))
        # A sign is not worth a letter of the name, whose colour says the same.
        name = signed if signed.cell_length <= form.cells - BESIDE else name
    line = "bold $accent" if marked else "$border"
    said = row.fitting(form.cells - 2).stylize_before("$warning" if row.blunder else "bold $gold")
    return _framed(name, _told(row.card, voice, form), said, line, form, voice.symbols)


def _name(id: str, voice: Voice, form: CardGrid, before: int) -> str:
    """A character's name behind so many cells, or a short one where that does not fit."""
    name = voice.character_of(id)
    fits = before + cell_len(name) <= form.cells - BESIDE
    return name if fits else names.short_character(id, voice.rules.edition)


def _told(id: str, voice: Voice, form: CardGrid) -> str:
    """The effect of a character, as its card has room for it."""
    whole = effect(id, voice.rules)
    return whole if form.fits(whole) else brief_effect(id, voice.rules)


def _framed(name: Content, text: str, said: Content, line: str, form: CardGrid, symbols: Symbols) -> list[Content]:
    """A frame with a name in its upper edge, a text inside, and a fact in its lower edge."""
    corners, across, side = ("+" * 4, "-", "|") if symbols.ascii else ("╭╮╰╯", "─", "│")
    inner = form.cells - 2
    upper = Content.assemble((corners[0] + across, line), name)
    upper = Content.assemble(upper, (across * (form.cells - 1 - upper.cell_length) + corners[1], line))
    rows = Content(text).wrap(form.cells - BESIDE)[: form.lines - 2]
    rows += [EMPTY] * (form.lines - 2 - len(rows))
    inside = [Content.assemble((side, line), " ", fit(row, inner - 1, symbols), (side, line)) for row in rows]
    said = said.truncate(inner)
    left = inner - said.cell_length
    lower = Content.assemble(
        (corners[2] + across * (left - (left > 0)), line), said, (across * (left > 0) + corners[3], line)
    )
    return [upper, *inside, lower]

"""Titles of the desk: what is asked, and what hangs over whoever is asked."""

from __future__ import annotations

from textual.content import Content

from citadels_tui.desk.hazards import hazards
from citadels_tui.table.holders import choosing_order, chosen
from citadels_tui.texts import _, board, names, questions, say
from citadels_tui.wording.voice import Voice, listed
from engine.view import View

TITLES = {"keep": board.KEEP_TITLE, "aside": board.ASIDE_TITLE, "threaten": board.THREATEN_TITLE}
"""Questions that no card asks, or that follow another of the same card."""
OLDER = {"cemetery": "graveyard"}
"""Cards that ask the same under another name in older editions."""


def warned(view: View, title: str) -> Content:
    """A title, and behind it what threatens whoever sits here."""
    warnings = hazards(view)
    if not warnings:
        return Content(title)
    return say(board.WARNED, title=title, warnings=listed(Content(_(each.word)) for each in warnings))


def asking(voice: Voice, kind: str) -> str:
    """The subject of a question: the card because of which it is asked."""
    if kind in TITLES:
        return _(TITLES[kind])
    card, edition = questions.ASKING.get(kind, ""), voice.rules.edition
    for id in (card, OLDER.get(card, "")):
        if names.is_character(id, edition):
            return names.character(id, edition).name
        if names.is_district(id, edition):
            return names.district(id, edition).name
    return _(board.ANSWER_TITLE)


def draft_title(view: View, voice: Voice) -> Content:
    """That you choose a character, and who gets the cards then."""
    order = choosing_order(view)[chosen(view) + 1 :]
    if not order:
        return Content(_(board.DRAFT_LAST_TITLE))
    return say(board.DRAFT_TITLE, who=voice.player(order[0]))

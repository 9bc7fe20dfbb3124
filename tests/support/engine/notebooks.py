"""Games with the notebooks of everybody."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Event, State, ViewReducer, seen
from engine.notebook import ASIDE, FACE_UP, POOL, Notebook, Page
from tests.support.engine.games import Box, choices, random_game

Notebooks = dict[int | None, Notebook]
"""A notebook for each seat, and one for a spectator (None)."""

Places = dict[int, int]
"""Rank -> where that character is."""


def notebooks(g: State) -> Notebooks:
    """Notebooks opened before anything was told."""
    return {seat: Notebook(ViewReducer.start(g.rules, seat).view) for seat in (None, *range(g.rules.players))}


def tell(books: Notebooks, events: list[Event]) -> None:
    for seat, book in books.items():
        book.feed([seen(event, seat) for event in events])


def truth(g: State) -> Places:
    """Where each character is."""
    places = dict.fromkeys(g.faceup, FACE_UP)
    places.update({rank: ASIDE for _, rank in g.aside})
    places.update(dict.fromkeys(g.pool, POOL))
    places.update({rank: seat for seat, p in enumerate(g.players) for rank in p.roles})
    return places


def check(g: State, page: Page) -> None:
    """What is so is possible, and what is certain is so."""
    for rank, place in truth(g).items():
        assert place in page.places[rank], (rank, place, page)
        assert page.place(rank) in (None, place)


def noted_game(number: int, box: Box) -> Iterator[tuple[State, Notebooks]]:
    """A game at each of its decisions, with the notebooks of everybody."""
    g = random_game(number, box)
    books = notebooks(g)
    for move in choices(g, number):
        tell(books, g.drain())
        yield g, books
        g.apply(move)
    tell(books, g.drain())
    yield g, books

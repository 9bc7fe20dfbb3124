"""A notebook is never wrong, misses nothing, and knows only what its seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine import Event, Rules, State, ViewReducer, new_game, view
from engine.notebook import ASIDE, FACE_UP, POOL, Notebook
from tests.support.engine.games import BOXES, Box, choices, random_rules
from tests.support.engine.notebooks import Notebooks, Places, check, notebooks, noted_game, tell, truth
from tests.support.tiers import tiered

# Nothing that follows is missed


def possible_deals(g: State, seat: int) -> Iterator[Places]:
    """Every way in which the characters may have gone, for one seat: the selection played out card by card."""
    seen_by = g.players[seat]
    turns, n = g.ruleset.schedule.turns, len(g.players)
    drafting = g.kind in ("draft", "aside")
    at = g.stack[-1].values()["index"] if drafting else len(turns)
    killed = g.marks.get("killed")
    shown = {rank: who for who, p in enumerate(g.players) for rank in p.shown}
    silent = [rank for rank in g.silent if rank != killed and rank not in g.faceup]

    def play(index: int, pool: frozenset[int], first: int, places: Places, looks: int, laid: int) -> Iterator[Places]:
        if index < len(turns) and turns[index][0] in ("pick", "aside") and (g.dealer + turns[index][1]) % n == seat:
            if looks < len(seen_by.saw) and tuple(sorted(pool)) != seen_by.saw[looks]:
                return
            looks += 1
        if index == at:
            last = (g.dealer + turns[-1][1]) % n
            if not drafting and last == seat and tuple(sorted(pool)) != tuple(sorted(seen_by.aside[laid:])):
                return
            yield {**places, **dict.fromkeys(pool, POOL if drafting else ASIDE)}
            return
        action, offset = turns[index]
        who = (g.dealer + offset) % n
        if action == "mix":
            rest = {rank: place for rank, place in places.items() if rank != first}
            yield from play(index + 1, pool | {first}, first, rest, looks, laid)
            return
        known: tuple[int, ...] = ()
        if action == "pick" and who == seat:
            known = (seen_by.roles[sum(place == seat for place in places.values())],)
        elif (action == "aside" and who == seat) or (action == "random" and not index and knows_first):
            known, laid = (seen_by.aside[laid],), laid + 1
        for rank in known or sorted(pool):
            place = who if action == "pick" else ASIDE
            if rank not in pool or (rank in silent and place != ASIDE):
                continue
            if rank in shown and shown[rank] != place and not (action == "random" and g.ruleset.plan.mixed):
                continue
            yield from play(index + 1, pool - {rank}, first or rank, {**places, rank: place}, looks, laid)

    knows_first = g.ruleset.edition.peek and g.dealer == seat
    for places in play(0, frozenset(g.ruleset.ranks) - set(g.faceup), 0, dict.fromkeys(g.faceup, FACE_UP), 0, 0):
        if all(places[rank] == who for rank, who in shown.items()) and all(places[rank] == ASIDE for rank in silent):
            yield places


@pytest.mark.parametrize("box", tiered((box for box in BOXES if not box.actions), BOXES[::3]), ids=str)
@pytest.mark.slow
def test_a_notebook_rules_out_the_impossible(box: Box) -> None:
    chance, compared = Random(str(box)), 0
    for g, books in noted_game(5, box):
        if g.over or "traded" in g.marks or chance.random() > 0.04:
            continue
        seat = chance.randrange(box.players)
        if books[seat].memory.treated:
            continue
        found: list[set[int]] = [set() for _ in g.ruleset.roster]
        for places in possible_deals(g, seat):
            for rank, place in places.items():
                found[rank].add(place)
        assert books[seat].page().places == tuple(map(frozenset, found)), (g, seat)
        compared += 1
    assert compared


# What becomes known, and how


def told(kind: str, players: int) -> Iterator[tuple[Event, State, Notebooks]]:
    """Every event of a kind in games with a Theater and a Hospital, with the notebooks after the move that caused it.

    Both stand from the start; the games are left after a few rounds.
    """
    for number in range(150):
        chance = Random(number)
        rules = random_rules(chance, Box("deluxe", players))
        others = [id for id in rules.uniques if id not in ("hospital", "theater")]
        rules = replace(rules, uniques=tuple(sorted(["hospital", "theater", *others[: len(rules.uniques) - 2]])))
        g = new_game(rules, chance.randbytes(32))
        g.players[0].settle((g.ruleset.district("hospital"), g.ruleset.district("theater")))
        books = notebooks(g)
        for move in choices(g, number):
            if g.round > 4:
                break
            events = g.drain()
            tell(books, events)
            if all(event.kind != "round" for event in events):
                yield from ((event, g, books) for event in events if event.kind == kind)
            g.apply(move)


@pytest.mark.parametrize("players", [3, 5])
def test_an_exchanger_knows_where_the_character_went(players: int) -> None:
    for event, _, books in islice(told("trade_role", players), 20):
        page = books[event.seat].page()
        assert page.place(event.rank) == event.other
        assert page.place(event.ranks[0]) == event.seat


def test_others_remember_that_characters_were_exchanged() -> None:
    learned = 0
    for event, g, books in islice(told("trade", 5), 10):
        for seat in set(range(5)) - {event.seat, event.other}:
            check(g, books[seat].page())
            learned += books[seat].page() != Notebook(view(g, seat)).page()
    assert learned


@pytest.mark.slow
def test_a_hospital_reveals_who_was_killed() -> None:
    for event, _, books in islice(told("treated", 6), 3):
        assert {book.page().place(event.rank) for book in books.values()} == {event.seat}


def test_the_murdered_one_is_found_when_nobody_else_can_have_been_it() -> None:
    found = 0
    for number in range(4):
        for g, books in noted_game(number, Box("classic", 7)):
            dead = g.marks.get("killed", 0)
            if dead in g.silent and g.called == 8:
                found += (books[None].page().place(dead) or ASIDE) >= 0
    assert found


@pytest.mark.parametrize("box", [Box("deluxe", 2), Box("deluxe", 5, True), Box("dark_city", 7)], ids=str)
def test_the_round_before_is_kept_as_it_ended(box: Box) -> None:
    rounds: dict[int, Places] = {}
    for g, books in noted_game(11, box):
        if g.called:
            rounds[g.round] = truth(g)
        for book in books.values():
            assert (book.last is None) == (g.round == 1)
            assert sorted(book.rounds) == list(range(1, g.round))
            for rank, place in rounds.get(g.round - 1, {}).items():
                assert book.last is not None
                assert place in book.last.places[rank]
    shown = {rank for rank, seat in rounds[g.round].items() if seat >= 0 and rank in g.players[seat].shown}
    assert shown
    assert all(book.page().place(rank) == rounds[g.round][rank] for book in books.values() for rank in shown)


def test_a_murder_that_was_taken_back_is_forgotten() -> None:
    ask = Event("ask", 1, note="menu")
    told = [Event("round", 0, amount=1), Event("reveal", 1, rank=1), ask, Event("kill", 1, rank=3), ask]
    pages = []
    for undone in ((), (Event("undo", 1), ask)):
        book = Notebook(ViewReducer.start(Rules.make(5), None).view)
        book.feed([*told, *undone, Event("call", rank=2), Event("call", rank=3)])
        pages.append(book.page())
    assert pages[0].place(3) is None
    assert pages[1].place(3) == ASIDE

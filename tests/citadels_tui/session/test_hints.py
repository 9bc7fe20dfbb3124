"""Hints: `h` points out what a bot would do, and says why."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from citadels_tui.screens.table import TableScreen
from citadels_tui.session.hint import hint, hint_told
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.texts import hints
from citadels_tui.wording.voice import Voice
from engine import Event, Rules, new_game, seen, view
from engine.bots.advice import REASONS, Advice, advise
from engine.bots.memory import Memory
from engine.move import Move
from engine.notebook import Page
from engine.review.reasons import Reason
from engine.view import Asked
from net.client.updates import Decision, Happened, Hinted
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of
from tests.support.client.fake import NAMES, FakeFeed


def test_every_reason_has_a_sentence() -> None:
    assert set(hints.HINTS) == REASONS


@pytest.mark.parametrize("edition", ["deluxe", "classic", "dark_city"])
def test_a_hint_is_a_whole_sentence_in_every_question(edition: str) -> None:
    rules = Rules.random(5, Random(3), edition, edition == "deluxe")
    game = new_game(rules, seed=bytes(31) + b"\1")
    memories = [Memory() for _ in range(rules.players)]
    while game.seat is not None:
        for event in game.drain():
            for seat, memory in enumerate(memories):
                memory.watch(seen(event, seat))
        now = view(game, game.seat)
        advice = advise(now, memories[game.seat])
        said = hint(now, Voice(UNICODE, rules, NAMES[:5], game.seat), advice).plain
        assert said.endswith(".")
        assert not any(sign in said for sign in ("_", "{", "  ", "nobody,")), said
        assert "cards can be" not in said.replace("cards can be built", "")
        game.apply(advice.move)


def asked(screen: TableScreen) -> Decision:
    """The open question."""
    assert screen.session.question.decision is not None
    return screen.session.question.decision


@pytest.mark.asyncio
async def test_h_asks_the_host_marks_the_row_and_says_why_until_you_answer() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        await pilot.press("down", "down", "h")
        await settle(pilot)
        did = asked(screen).did
        assert feed.sent == [f"ask_hint {did}"]
        advice = screen.session.notes.advice(screen.view)
        assert advice is not None
        # The rule of thumb is there at once, and says that it is one.
        told = hint(screen.view, screen.voice, advice).plain
        assert screen.detail.said.plain == f"At a glance: {told}"
        assert screen.action_list.actions.lit == screen.action_list.cursor
        # Of another question nothing is shown.
        feed.tell(Hinted(did + 1, advice.move, advice.move))
        await settle(pilot)
        assert screen.detail.said.plain == f"At a glance: {told}"
        feed.tell(Hinted(did, advice.move, advice.move))
        await settle(pilot)
        row = screen.action_list.row
        assert row is not None
        assert advice.move in row.moves
        assert screen.action_list.actions.rows[screen.action_list.actions.lit] is row
        assert screen.detail.said.plain == f"Tried out: {told}"
        told = f"Tried out: {told}"
        assert told.split(",")[0].split(".")[0] in text_frame(pilot.app)
        await pilot.press("up" if screen.action_list.cursor else "down")
        await settle(pilot)
        assert screen.detail.said.plain != told
        # The same question is not asked about twice.
        await pilot.press("h")
        await settle(pilot)
        assert screen.detail.said.plain == told
        await pilot.press("enter")
        await settle(pilot)
        assert feed.sent[1:] == [str(row.moves[0])]
        await pilot.press("h")
        await settle(pilot)
        assert screen.detail.said.plain == hints.NO_HINT_NOW


@pytest.mark.asyncio
async def test_a_hint_compares_its_move_with_the_usual_one() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        gold, draw = (next(move for move in asked(screen).moves if move.verb == verb) for verb in ("gold", "draw"))
        found = Hinted(asked(screen).did, draw, gold, 0.034, Reason("cards", -1, 1.5))
        screen.session.apply_update(found)
        said = hint_told(screen.session, found).plain
        assert said == (
            'Draw cards: of 100 imagined games it wins 3 more than "Take gold"; '
            "your hand is of more use at the end of the round than with that."
        )
        more = hint_told(screen.session, found._replace(reason=Reason("gold", -1, 1.2))).plain
        assert more.endswith('"Take gold"; you have 1.2 gold more at the end of the round than with that.')
        # A reason of a later version is told as well as it can be.
        other = hint_told(screen.session, found._replace(reason=Reason("luck"))).plain
        assert "all in all it leaves you more" in other


@pytest.mark.asyncio
async def test_nothing_is_said_of_a_hint_when_others_go_on_after_your_choice() -> None:
    """Where a hint is still thought about when you choose."""
    feed = FakeFeed()
    tables.drafting(feed, 8)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        await pilot.press("h", "enter")
        await settle(pilot)
        for seat in (1, 2):
            now = replace(screen.view, moves=(), roles=(1,), asked=Asked(seat, "draft"))
            feed.tell(Happened(seat + 1, seat - 1, "player", (Event("pick", seat - 1),), now))
            await settle(pilot)
            assert "At a glance" not in text_frame(pilot.app)
            assert screen.prompt.said.plain == f"{NAMES[seat]} is choosing a character."


@pytest.mark.asyncio
async def test_a_hint_among_people_is_refused_with_a_reason() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        session = screen.session
        session.alone = False
        session.people.seats = tuple(info._replace(kind="human") for info in session.people.seats)
        await pilot.press("h")
        await settle(pilot)
        assert feed.sent == []
        assert hints.NO_HINT_TABLE in " ".join(screen.detail.said.plain.split())
        # With bots alone there are, wherever the host is.
        session.people.seats = tuple(info._replace(kind="bot") for info in session.people.seats)
        await pilot.press("h")
        await settle(pilot)
        assert feed.sent == [f"ask_hint {asked(screen).did}"]


@pytest.mark.parametrize("reason", ["kill", "rob"])
def test_a_hint_says_so_when_it_is_certain_who_has_the_character(reason: str) -> None:
    now = tables.middle()
    voice = Voice(UNICODE, now.rules, NAMES[:5], now.seat)
    advice = Advice(Move(reason, voice.character_id(3)), reason, seat=2, amount=4)
    places = [frozenset({2, 3})] * 9
    assert "may well have it" in hint(now, voice, advice, Page(tuple(places))).plain
    places[3] = frozenset({2})
    assert f"{NAMES[2]} has it for certain" in hint(now, voice, advice, Page(tuple(places))).plain
    places[3] = frozenset({3})
    assert "may well have it" in hint(now, voice, advice, Page(tuple(places))).plain

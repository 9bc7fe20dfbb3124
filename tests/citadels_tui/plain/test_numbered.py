"""Numbered answers: what an empty line means."""

from __future__ import annotations

from citadels_tui.plain.numbered import BACK, NumberedActions
from citadels_tui.session.session import Session
from citadels_tui.textart.symbols import ASCII
from engine.move import Move
from tests.support.client import tables
from tests.support.client.fake import FakeFeed

DOUBTED = Move.parse("end")


def doubting() -> NumberedActions:
    """The choices of a turn whose end is asked about: something could still be built."""
    feed = FakeFeed()
    session = Session(feed, ASCII)
    view = tables.middle()
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves("build tavern", "kill architect", "end"))
    while not feed.queue.empty():
        session.apply_update(feed.queue.get_nowait())
    return NumberedActions(session, confirm=True)


def test_after_a_doubted_move_an_empty_line_means_no() -> None:
    actions = doubting()
    usual = actions.default
    assert usual
    assert actions.choose(actions.number_of(DOUBTED)) == ()
    assert actions.question.plain
    assert actions.default == BACK
    assert actions.choose(actions.default) == ()
    assert actions.default == usual


def test_a_doubted_move_is_made_by_yes_alone() -> None:
    actions = doubting()
    actions.choose(actions.number_of(DOUBTED))
    assert actions.last == 1
    assert actions.choose(1) == (DOUBTED,)


def test_an_answer_may_be_typed_in_words() -> None:
    actions = doubting()
    assert actions.labelled("end your turn") == actions.number_of(DOUBTED)
    assert actions.labelled("yes") is None
    actions.choose(actions.number_of(DOUBTED))
    assert (actions.labelled("No"), actions.labelled("yes")) == (BACK, 1)

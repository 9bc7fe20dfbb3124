"""The table in progress, without a screen: opening, following and leaving it, and the way back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from citadels_tui.session.active_table import ActiveTable, being_opened
from citadels_tui.session.session import Session
from citadels_tui.session.start import HostTable, JoinTable, OwnHost, PlayGame, ResumeTable, ShowHome, Start, VisitHost
from citadels_tui.textart.symbols import ASCII, UNICODE
from engine.move import Move
from net.client.updates import Chat, Closed, Ended, LobbyView, Started
from net.host.opening import Opening
from net.local.order import Order
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.client.tables import begin, middle

LEFT = Closed("left", "You have left the table.", "now")
KEPT = Path("journal.db")
PLAY = PlayGame("Ann", Order(opening=Opening(seed=bytes(32))))
HOST = HostTable("Ann", Order())
JOIN = JoinTable("Ann", "192.168.1.5")


async def sure(address: str, words: str) -> bool:
    return True


def at(start: Start, *, dealt: bool = True, watching: bool = False) -> tuple[ActiveTable, FakeFeed]:
    """A table that was gone to, in its lobby or in a game."""
    feed = FakeFeed()
    table = ActiveTable(UNICODE, FakeConnector(feed))

    async def follow() -> None:
        session = await table.open(start, sure)
        if dealt:
            begin(feed, replace(middle(), seat=None) if watching else middle())
        feed.tell(LEFT)
        async for _ in table.updates():
            pass
        # As if it had not ended yet.
        session.link.closed = None

    asyncio.run(follow())
    return table, feed


@pytest.mark.parametrize(
    ("start", "alone"),
    [
        (PLAY, True),
        (ResumeTable("Ann", KEPT), True),
        (ResumeTable("Ann", KEPT, hosted=True), False),
        (HOST, False),
        (JOIN, False),
    ],
)
def test_only_a_game_of_ones_own_is_played_alone(start: Start, alone: bool) -> None:
    table, _ = at(start)
    assert table.alone == alone
    assert table.session is not None
    assert table.session.alone == alone


@pytest.mark.parametrize(
    ("start", "dealt", "watching", "question"),
    [
        (PLAY, True, False, "Leave this game? It is kept: the home screen resumes it."),
        (HOST, True, False, "Leave this table? It closes for everybody, and is kept: the home screen opens it again."),
        (HOST, False, False, "Leave this table?"),
        (JOIN, True, False, "Leave this game? Bots answer for you until you join again."),
        (JOIN, True, True, "Stop watching this game? It goes on without you."),
    ],
)
def test_the_question_says_what_leaving_means(start: Start, dealt: bool, watching: bool, question: str) -> None:
    table, _ = at(start, dealt=dealt, watching=watching)
    if table.session is not None and dealt:
        asyncio.run(table.session.move(Move("gold")))
    assert table.before_leaving() == question
    assert (table.lasts, table.in_play) == (True, dealt)


@pytest.mark.parametrize(("hours", "question"), [(0, "Bots answer for you until"), (24, "It waits for you: no bot")])
def test_leaving_a_correspondence_game_says_nothing_of_bots(hours: int, question: str) -> None:
    table, _ = at(JOIN)
    assert table.session is not None
    setup = Setup()
    table.session.people.lobby = LobbyView(
        table="0" * 26,
        seats=(),
        setup=setup,
        rules=setup.rules(),
        you=0,
        owner=0,
        options=TableOptions(turn_time=3600.0 * hours),
    )
    assert question in table.before_leaving()


@pytest.mark.parametrize(
    ("start", "dealt", "clause"),
    [
        (PLAY, True, "the game is kept, and citadels play --resume goes on with it"),
        (PLAY, False, "no game was in progress"),
        (HOST, False, "the table is kept: the same command with --resume brings it back"),
        (JOIN, False, "your seat is kept: join again as before"),
        (
            JOIN._replace(chosen_at=VisitHost("Ann", "127.0.0.1", serves=OwnHost(7447, 2222, ""))),
            False,
            "the table is kept: it is in the list when you host by SSH again",
        ),
    ],
)
def test_the_way_back(start: Start, dealt: bool, clause: str) -> None:
    table, _ = at(start, dealt=dealt)
    if table.session is not None and dealt:
        asyncio.run(table.session.move(Move("gold")))
    assert table.way_back(start) == clause
    elsewhere = clause.replace(
        "the table is kept: the same command with --resume brings it back",
        "the game is kept, and citadels host --resume goes on with it",
    )
    assert table.way_back(ShowHome()) == elsewhere


def test_a_game_without_a_move_is_not_said_to_be_kept() -> None:
    table, _ = at(PLAY)
    assert table.before_leaving() == "Leave this game? Nobody has made a move yet, so it is not kept."
    assert table.way_back(PLAY) == "nobody had made a move, so there is nothing to keep"


def test_a_move_that_was_sent_is_kept_before_its_answer_is_here() -> None:
    table, _ = at(PLAY)
    session = table.session
    assert session is not None
    asyncio.run(session.move(Move("gold")))
    assert table.way_back(PLAY) == "the game is kept, and citadels play --resume goes on with it"


def test_the_end_of_the_last_game_does_not_count_for_the_next() -> None:
    table, _ = at(PLAY)
    [first] = table.sessions
    # The second person at this keyboard has not been told of the next game yet.
    second, middle_of_it = Session(FakeFeed(), UNICODE, alone=True, shared=True, moved=True), middle()
    over = replace(middle_of_it, over=True, asked=None, turn=None, winners=(1,))
    second.apply_update(Ended((1,), tuple((("districts", seat),) for seat in range(4)), over))
    table.sessions = (first, second)
    assert table.way_back(PLAY) == "nobody had made a move, so there is nothing to keep"


def test_a_spectator_has_no_seat_to_come_back_to() -> None:
    table, _ = at(JOIN, watching=True)
    assert table.way_back(JOIN) == "the game goes on without you"


def test_a_table_that_was_left_tells_nothing_more() -> None:
    async def follow() -> list[type]:
        feed, told = FakeFeed(), []
        table = ActiveTable(ASCII, FakeConnector(feed))
        session = await table.open(PLAY, sure)
        begin(feed, middle())
        feed.tell(Chat(0, "Ann", "Zażółć"))
        async for session, update, lines in table.updates():
            told.append(type(update))
            if isinstance(update, Chat):
                # Whatever cannot be shown with ASCII is spelled before anybody sees it.
                assert update.text.isascii()
                assert lines == session.story.lines[-1:]
                await table.leave()
        assert feed.sent == ["leave"]
        assert table.session is None
        assert not table.lasts
        return told

    told = asyncio.run(follow())
    assert told[:2] == [LobbyView, Started]
    assert told[-1] is Chat


def test_the_home_screen_is_no_table() -> None:
    with pytest.raises(ValueError, match="no table"):
        asyncio.run(ActiveTable(UNICODE, FakeConnector(FakeFeed())).open(ShowHome(), sure))


def test_an_opening_table_is_named_by_its_address() -> None:
    id = "01J8Z3Q5M7V9X1B2C3D4E5F6G7"
    assert being_opened(JoinTable("Ada", f"192.0.2.1/{id}")) == "Going to 192.0.2.1..."
    assert being_opened(JoinTable("Ada", f"citadels://192.0.2.1:7448/{id}#ai7q")) == "Going to 192.0.2.1:7448..."
    # A guest of a host has typed no more than a name, and knows no address.
    assert being_opened(JoinTable("Ada", id, called="friday")) == "On the way: friday..."
    assert being_opened(VisitHost("Ada", "")) == "The list is on its way..."

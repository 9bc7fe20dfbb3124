"""The session: what each of its parts makes of the updates of a table, and what is left of them in the next game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citadels_tui.session.endings import GameEnding, TableLink, Votes
from citadels_tui.session.people import People
from citadels_tui.session.question import OpenQuestion
from citadels_tui.session.session import Session
from citadels_tui.session.table_clock import TableClock
from citadels_tui.textart.symbols import UNICODE
from engine import Event, Move
from net.client.updates import (
    Attested,
    Chat,
    Closed,
    Decision,
    Ended,
    Happened,
    Held,
    Hinted,
    Invitations,
    Issued,
    Link,
    LobbyView,
    SeatChanged,
    SeatInfo,
    Started,
    Stopped,
    Verified,
    Voted,
)
from net.identity.invitations import Address, Invite
from net.protocol.host_messages import ClockNote, OptionsNote, PresenceNote, WishesNote
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.client.fake import NAMES, FakeFeed, seats
from tests.support.client.tables import middle

PLAYERS = 5
VIEW = middle(PLAYERS)


def lobby(*, you: int | None = 0, owner: int | None = 0, pause: float = 0.8, playing: bool = False) -> LobbyView:
    setup = Setup(players=PLAYERS)
    return LobbyView(
        table="0" * 26,
        seats=seats(PLAYERS),
        setup=setup,
        rules=setup.rules(),
        you=you,
        owner=owner,
        playing=playing,
        options=TableOptions(bot_pause=pause),
    )


def started() -> Started:
    return Started(VIEW.rules, seats(PLAYERS), NAMES[:PLAYERS], 0, VIEW)


def playing() -> Session:
    """A session in the middle of a game."""
    session = Session(FakeFeed(), UNICODE)
    for update in (lobby(), started()):
        session.apply_update(update)
    return session


def invitation(number: int, fault: str = "") -> Issued:
    return Issued(number, Invite(Address("192.0.2.1"), bytes(20), bytes([number] * 8)), 1, 0, 0, "", fault)


def test_seats_follow_arrivals_and_departures() -> None:
    people = People()
    people.apply_update(lobby(owner=1))
    assert not people.own_table
    assert people.owner_present
    people.apply_update(PresenceNote(seat=1, connected=False))
    assert not people.owner_present
    people.apply_update(SeatChanged(SeatInfo(2, "Zoe", "human"), "taken"))
    assert [info.name for info in people.seats] == ["Ann", "Bo", "Zoe", "Dan", "Eve"]
    before = people.seats
    people.apply_update(Stopped("voted"))
    people.apply_update(lobby(owner=0, playing=True))
    assert people.seats == before
    assert people.own_table
    people.apply_update(started())
    assert people.seats == seats(PLAYERS)


def test_the_clock_runs_for_the_seat_that_is_asked_and_stands_in_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_tui.session.table_clock.monotonic", lambda: 1000.0)
    clock = TableClock()
    asked = VIEW.asked
    assert asked is not None
    assert clock.seconds_left(VIEW, 1000.0) is None
    clock.apply_update(ClockNote(seat=asked.seat, ms=90_000, reserve=30_000))
    assert clock.seconds_left(VIEW, 1030.0) == 90.0
    assert clock.seconds_left(VIEW, 2000.0) == 0.0
    assert clock.seconds_left(replace(VIEW, asked=replace(asked, seat=asked.seat + 1)), 1000.0) is None
    clock.apply_update(Held(True))
    assert clock.seconds_left(VIEW, 1000.0) is None
    clock.apply_update(Held(False))
    assert clock.seconds_left(VIEW, 1000.0) is not None
    clock.apply_update(lobby(pause=0.8))
    assert clock.pause == 0.8
    clock.apply_update(OptionsNote(options=TableOptions(bot_pause=0.3)))
    assert clock.pause == 0.3
    # Of what another connection goes on with, nothing is known here.
    clock.apply_update(Closed("superseded", "", "never"))
    assert clock.seconds_left(VIEW, 1000.0) is None


def test_bots_answer_at_once_for_who_is_asleep_while_somebody_is_awake() -> None:
    people = People()
    people.apply_update(started())
    people.seats = tuple(info._replace(asleep=info.seat == 1) for info in people.seats)
    assert people.awake
    people.seats = tuple(info._replace(kind="human", connected=info.seat == 1) for info in people.seats)
    assert not people.awake


def test_a_hint_and_its_question_end_with_the_next_event() -> None:
    question, move = OpenQuestion(), Move("end")
    question.apply_update(Decision(7, "menu", (move,), (), VIEW, undo=""))
    assert question.choosing
    question.apply_update(Hinted(6, move, move))
    assert question.hinted is None
    question.apply_update(Hinted(7, move, move))
    assert question.hinted is not None
    question.apply_update(Happened(1, 0, "player", (Event("end", 0),), VIEW))
    assert (question.decision, question.hinted, question.undo) == (None, None, "turn")
    question.apply_update(Decision(8, "menu", (move,), (), VIEW, auto=True))
    assert not question.choosing
    for last in (Stopped("voted"), Closed("superseded", "", "never")):
        question.apply_update(Decision(9, "menu", (move,), (), VIEW))
        question.apply_update(last)
        assert question.decision is None


def test_votes_count_seats_and_can_be_taken_back() -> None:
    votes = Votes()
    votes.apply_update(Voted(2, True, 1, 3))
    votes.apply_update(Voted(0, True, 2, 3))
    votes.apply_update(Voted(2, False, 1, 3))
    assert votes.end == {0}
    votes.apply_update(WishesNote(seats=[1, 3]))
    assert votes.again == {1, 3}


def test_a_check_that_comes_before_the_end_is_of_another_game() -> None:
    ending, check = GameEnding(), Verified(True, "All is well.", None)
    ending.apply_update(check)
    ending.apply_update(Attested(1))
    assert (ending.verified, ending.attested, ending.over) == (None, frozenset(), False)
    ending.apply_update(Ended((0,), ((),) * PLAYERS, VIEW))
    ending.apply_update(check)
    ending.apply_update(Attested(1))
    assert (ending.verified, ending.attested, ending.over) == (check, frozenset({1}), True)


def test_a_link_in_trouble_comes_back_or_is_closed() -> None:
    link = TableLink()
    link.apply_update(Link("stale", "The host is silent."))
    assert link.trouble is not None
    link.apply_update(Link("live"))
    assert link.trouble is None
    link.apply_update(Closed("left", "You have left the table.", "now"))
    assert link.closed is not None


def test_the_next_game_keeps_only_muted_players_pace_and_lobby() -> None:
    session = playing()
    session.apply_update(Chat(1, "Bo", "hello"))
    session.talk.mute("Bo", on=True)
    told = (
        Invitations((invitation(1),)),
        OptionsNote(options=TableOptions(bot_pause=0.3)),
        Held(True),
        Voted(0, True, 1, 3),
        Link("stale", "?"),
    )
    for update in (*told, Happened(1, 0, "player", (Event("end", 0),), VIEW), Stopped("voted"), WishesNote(seats=[0])):
        session.apply_update(update)
    after = session.next()
    assert after.apply_update(Chat(1, "Bo", "again?")) == []
    assert after.people.lobby == session.people.lobby
    assert after.people.invitations == session.people.invitations
    assert after.clock.pause == 0.3
    assert after.link.trouble is session.link.trouble
    assert [line.text.plain for line in after.story.lines] == ["p2 Bo: hello", "Another game begins."]
    assert (after.view, after.story.timeline, after.notes.notebook) == (None, None, None)
    assert (after.votes.end, after.votes.again) == (frozenset(), frozenset())
    assert not after.clock.held
    assert not after.ending.over
    # Whatever still shows the game that is over keeps it.
    after.apply_update(Closed("left", "You have left the table.", "now"))
    assert session.link.closed is None
    assert session.may_play_again


def test_your_seat_is_that_of_the_game_and_before_it_that_of_the_lobby() -> None:
    session = Session(FakeFeed(), UNICODE)
    assert session.you is None
    session.apply_update(lobby(you=2))
    assert session.you == 2
    session.apply_update(started())
    assert session.you == 0


def test_a_table_goes_on_with_the_lobby_after_its_game_or_with_another_game() -> None:
    session = Session(FakeFeed(), UNICODE)
    assert not session.ends_with(lobby())
    assert not session.ends_with(started())
    session.apply_update(lobby())
    session.apply_update(started())
    # In a game the lobby is told, too, and the game when the connection comes back.
    assert not session.ends_with(lobby(playing=True))
    assert not session.ends_with(started())
    assert not session.ends_with(Stopped("voted"))
    assert session.ends_with(lobby())
    session.apply_update(Ended((0,), ((),) * PLAYERS, VIEW))
    assert session.ends_with(started())
    assert not session.ends_with(lobby(playing=True))


def test_an_invitation_that_admits_nobody_any_more_is_not_given() -> None:
    session = playing()
    assert session.invite == session.feed.invite
    session.apply_update(Invitations((invitation(1, "invite_used"), invitation(2), invitation(3))))
    assert session.invite == invitation(2).invite
    session.apply_update(Invitations((invitation(1, "invite_used"),)))
    assert session.invite is None


def test_anybody_may_end_a_rest_while_the_owner_is_away() -> None:
    session = playing()
    assert session.may_hold
    session.apply_update(lobby(owner=1, playing=True))
    assert not session.may_hold
    session.apply_update(Held(True))
    assert not session.may_hold
    session.apply_update(PresenceNote(seat=1, connected=False))
    assert session.may_hold

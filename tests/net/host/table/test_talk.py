"""Phrases in everybody's own language, and reminders for whoever is asked."""

from __future__ import annotations

from typing import get_args

import pytest

from net.base.limits import DEFAULT
from net.protocol.client_messages import Hold, Nudge, SayPhrase
from net.protocol.host_messages import Ack, ChatNote, DecisionNote, NudgeNote
from net.protocol.schema import PhraseCode
from tests.support.net.fakes import FakePeer, Room, asked, started

WAIT = DEFAULT.nudge


def waiting(people: int = 3) -> tuple[Room, list[FakePeer], int]:
    """A game in which a person is asked: the room, the people by seat, and who is asked."""
    room, peers = started(4, people)
    peer, _ = asked(room, peers)
    return room, peers, peers.index(peer)


@pytest.mark.parametrize("phrase", get_args(PhraseCode))
def test_a_phrase_reaches_everybody_as_a_code(phrase: PhraseCode) -> None:
    room, (one, two) = started(4, 2)
    spectator = room.join("W", role="spectator")
    assert isinstance(room.ask(two, SayPhrase, phrase=phrase), Ack)
    for peer in (one, two, spectator):
        assert peer.last(ChatNote) == ChatNote(seat=1, name="N1", phrase=phrase)
    assert isinstance(room.ask(spectator, SayPhrase, phrase=phrase), Ack)
    assert one.last(ChatNote).seat is None


def test_a_player_is_reminded_once_a_question() -> None:
    room, peers, seat = waiting()
    mine, third = (other for other in range(3) if other != seat)
    assert room.ask(peers[mine], Nudge).code == "nudge_early"
    spectator = room.join("W", role="spectator")
    room.tick(WAIT)
    assert isinstance(room.ask(peers[mine], Nudge), Ack)
    for player in peers:
        assert player.last(NudgeNote) == NudgeNote(seat=mine, asked=seat)
    # A spectator may not see yet who is asked.
    assert spectator.count(NudgeNote) == 0
    room.tick(WAIT)
    assert room.ask(peers[third], Nudge).code == "nudge_early"
    assert peers[seat].count(NudgeNote) == 1
    # The next question is another one.
    room.act(peers[seat], peers[seat].last(DecisionNote).moves[0])
    after, _ = asked(room, peers)
    room.tick(WAIT)
    assert isinstance(room.ask(next(player for player in peers if player is not after), Nudge), Ack)
    assert peers[seat].count(NudgeNote) == 2


def test_only_waiting_players_remind_somebody_present() -> None:
    room, peers, seat = waiting()
    other = peers[(seat + 1) % 3]
    room.tick(WAIT)
    assert room.ask(peers[seat], Nudge).code == "nudge_early"
    assert room.ask(room.join("W", role="spectator"), Nudge).code == "spectator"
    room.gone(peers[seat])
    assert room.ask(other, Nudge).code == "nudge_early"
    assert other.count(NudgeNote) == 0


def test_nobody_is_reminded_while_the_game_rests() -> None:
    room, peers, seat = waiting()
    room.tick(WAIT)
    assert isinstance(room.ask(peers[0], Hold, on=True), Ack)
    assert room.ask(peers[(seat + 1) % 3], Nudge).code in ("on_hold", "nudge_early")
    assert not any(player.count(NudgeNote) for player in peers)

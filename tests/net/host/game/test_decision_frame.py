"""The question is packed as it is, and yet what comes of it is the message that the protocol knows."""

from __future__ import annotations

from random import Random

import pytest

from engine import History, Rules, new_game
from net.base.limits import DEFAULT
from net.host.game.decision_note import decision_frame
from net.protocol.frames import HEADER, unpack
from net.protocol.host_messages import DecisionNote, from_host

GAMES = [("classic", 2), ("classic", 7), ("dark_city", 8), ("deluxe", 3), ("deluxe", 8)]


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_a_question_is_packed_as_its_message_would_be(edition: str, players: int) -> None:
    chance, seen = Random(7), set[str]()
    history = History(new_game(Rules.make(players, edition), bytes(32)))
    history.state.drain()
    while history.state.seat is not None:
        auto = chance.choice((None, 1.2345))
        frame = decision_frame(history, 12, auto)
        note = from_host(unpack(frame[HEADER:], DEFAULT.answer))
        assert isinstance(note, DecisionNote)
        assert note.frame() == frame
        assert note.moves == [str(move) for move in history.state.moves]
        assert note.auto == (None if auto is None else 1234)
        seen.update(name for name in ("refusals", "prices", "outcomes", "undo") if getattr(note, name))
        history.play(chance.choice(history.state.moves))
        history.state.drain()
    assert seen >= {"refusals", "outcomes", "undo"}

"""A game at a table: the engine, and the log that tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine import Event, Move, Rules, View, new_game, seen, view
from engine.errors import NotationError
from engine.rng import SHUFFLE_V
from net.crypto import Identity, Place
from net.envelopes import seal_event
from net.errors import NetError
from net.ids import new_id
from net.log import GameEntry, LogWriter, PlayEntry, SeatEntry
from net.messages import DecisionNote, RefusalNote

Cause = Literal["start", "player", "bot", "absent"]

EPOCH = 0
"""Restarts of the host within a game."""


class Play:
    """One game from its first entry to its last."""

    def __init__(self, rules: Rules, seats: Sequence[SeatEntry], host: Identity, seed: bytes) -> None:
        self.log = LogWriter(new_id(), host)
        self._keys = [seat.seal for seat in seats]
        self._game = new_game(rules, seed)
        self.log.append(
            GameEntry(game=self.log.game, epoch=EPOCH, shuffle_v=SHUFFLE_V, rules=rules.to_plain(), seats=tuple(seats))
        )
        self._events: list[Event] = []
        self._tell(-1, "start")

    @property
    def seat(self) -> int | None:
        """Who must decide; None when the game is over."""
        return self._game.seat

    @property
    def did(self) -> int:
        """Id of the open decision: the entry that asks it."""
        return self.log.seq

    @property
    def single(self) -> bool:
        """Whether the open decision has one answer only."""
        return len(self._game.moves) == 1

    def view(self, seat: int) -> View:
        """What a seat sees, with its legal moves when it is asked."""
        return view(self._game, seat)

    def events(self, seat: int, since: int) -> list[Event]:
        """What a seat has seen happen, without the first ``since`` events."""
        return [seen(event, seat) for event in self._events[since:]]

    def only_move(self) -> Move:
        """The one answer of a decision that has no other."""
        return self._game.moves[0]

    def apply(self, seat: int, text: str, cause: Cause) -> bytes:
        """Play a move and return the frame that tells everybody.

        Raises:
            NetError: ``not_your_turn`` or ``illegal``; nothing has changed then.
        """
        if seat != self._game.seat:
            raise NetError("not_your_turn")
        try:
            move = Move.parse(text)
        except NotationError:
            raise NetError("illegal") from None
        if move not in self._game.moves:
            raise NetError("illegal", text)
        self._game.apply(move)
        return self._tell(seat, cause)

    def decision(self) -> bytes:
        """The frame that gives the asked seat its moves."""
        refusals = [
            RefusalNote(move=str(refusal.move), code=refusal.code, amount=refusal.amount, card=refusal.card)
            for refusal in self._game.refusals()
        ]
        moves = [str(move) for move in self._game.moves]
        return DecisionNote(did=self.did, moves=moves, refusals=refusals, auto=self.single).frame()

    def _tell(self, seat: int, cause: Cause) -> bytes:
        seq, head = self.log.seq + 1, self.log.head
        events = self._game.drain()
        self._events += events
        notes = tuple(
            seal_event(event, self._keys, Place(self.log.game, EPOCH, seq, index, -1, event.kind), head)
            for index, event in enumerate(events)
        )
        return self.log.append(PlayEntry(seat=seat, cause=cause, events=notes))

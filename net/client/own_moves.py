"""Own moves: a client's answers to decisions, signed and sent; the only possible move is made without the player."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial

from net.client.follower import Follower
from net.client.updates import Decision
from net.identity.commitments import move_commitment, move_parts
from net.identity.crypto import Identity
from net.protocol.client_messages import Act, RequestMaker

_TOO_LATE = ("stale_decision", "not_your_turn", "game_over")


class OwnMoves:
    """The moves of one client.

    Args:
        ask: Sends a request, which is called so, and returns its ``cid``.
    """

    def __init__(self, follower: Follower, player: Identity, ask: Callable[[RequestMaker, str], int]) -> None:
        self._follower = follower
        self._player = player
        self._ask = ask
        self._loop = asyncio.get_running_loop()
        self._open: Decision | None = None
        """The open question, when it is yours."""
        self._answered = 0
        """The last decision that was answered."""
        self._last = 0
        """The request that answered it last."""
        self._auto: asyncio.TimerHandle | None = None
        self._raced: set[int] = set()
        """Automatic answers that the player may have overtaken: the refusal of such an answer is not reported."""

    def send(self, text: str, did: int, *, auto: bool = False) -> None:
        """Sign a move that answers a question, and send it."""
        raced = auto or (self._auto is not None and did == self._follower.did)
        self._answered = did
        self._last = self._ask(partial(self._signed, text, did), text)
        if raced:
            self._raced.add(self._last)

    def _signed(self, text: str, did: int, *, cid: int) -> Act:
        follower, salt = self._follower, os.urandom(16)
        head, seat = follower.head or bytes(32), follower.seat or 0
        commitment = move_commitment(head, seat, did, salt, text)
        sig = self._player.sign("move", *move_parts(head, seat, did, cid, commitment))
        return Act(cid=cid, did=did, head=head, move=text, salt=salt, sig=sig)

    # The open question

    def opened(self, decision: Decision, auto: int | None) -> None:
        """You are asked; the only move is made after so many milliseconds, unless there is a choice."""
        self._open = decision
        if auto is not None and self._answered != decision.did:
            self._cancel()
            self._auto = self._loop.call_later(auto / 1000, self._send_alone, decision)

    def closed(self) -> None:
        """The question is answered, or gone with its game."""
        self._open = None
        self._cancel()

    def _cancel(self) -> None:
        if self._auto:
            self._auto.cancel()
            self._auto = None

    def _send_alone(self, decision: Decision) -> None:
        """Make the only move, unless the player has."""
        self._auto = None
        if self._open is decision and self._answered != decision.did:
            self.send(str(decision.moves[0]), decision.did, auto=True)

    # The host's answers

    def accepted(self, cid: int) -> None:
        """The host has taken a request."""
        self._raced.discard(cid)

    def refused(self, cid: int, code: str) -> bool:
        """A move was refused, and the question may be answered again. Whether there is something to tell the player."""
        self._answered = 0
        raced = cid in self._raced
        self._raced.discard(cid)
        return not (raced and code in _TOO_LATE)

    def repeat(self, act: Act) -> None:
        """Send a move that the host had no time for, when the question still waits for it."""
        if act.cid == self._last and act.did == self._follower.did:
            self.send(act.move, act.did, auto=act.cid in self._raced)
        self._raced.discard(act.cid)

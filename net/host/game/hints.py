"""Hints: what a bot would do in a player's place, found in the thinking pool, for that player alone.

It is given what a bot in the seat would be given: the seat's view, its events, and a world that the seat cannot tell
from the real game. There are none where they would be help against other people.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from engine.review.reasons import Reason
from net.base.errors import NetError
from net.host.game.match_state import MatchState
from net.host.seats.lobby import BotSeat, Member
from net.protocol.client_messages import AskHint
from net.protocol.host_messages import HintNote

if TYPE_CHECKING:
    from engine.review.adviser import Counsel

Tell = Callable[[Member, HintNote], None]
"""Sends somebody a hint."""


class Hints:
    """The hints in one game: one for each question, however often it is asked for."""

    def __init__(self, match: MatchState) -> None:
        self._match = match
        self._did = 0
        """The question that was asked about last."""
        self._found: Counsel | None = None
        """The answer to that, once there is one."""

    def find_hint(self, seat: int, request: AskHint, tell: Tell) -> None:
        """Somebody would like a hint; it is told when it is found, if the question is open still.

        Raises:
            NetError: ``no_hints``, ``stale_decision`` or ``not_your_turn``.
        """
        others = [who for place, who in enumerate(self._match.lobby.seats) if place != seat]
        if not self._match.opening.hints and any(isinstance(who, Member) for who in others):
            raise NetError("no_hints")
        if request.did != self._match.game.did:
            raise NetError("stale_decision")
        if seat != self._match.game.seat:
            raise NetError("not_your_turn")
        if self._did == request.did:
            if self._found:
                self._tell(seat, request.did, self._found, tell)
            return
        self._did, self._found = request.did, None
        self._search(seat, request.did, tell)

    def _search(self, seat: int, did: int, tell: Tell) -> None:
        # The bots are loaded for the first hint.
        from engine.review.adviser import Adviser

        game, seconds, thinkers = self._match.game, self._match.limits.hint, self._match.inbox.clock.thinkers
        players = len(self._match.lobby.seats)
        # The same for everybody who could stand here: neither depends on what the seat does not know.
        random = Random(f"hint {game.bot_seed(seat)} {did}")
        levels = [who.level if isinstance(who, BotSeat) else "" for who in self._match.lobby.seats]
        adviser = Adviser(random, players, levels)
        for event in game.events(seat, 0):
            adviser.watch(event)
        view, world = game.view(seat), game.world(seat, random, adviser.known)

        def found(counsel: Counsel | None) -> None:
            if counsel:
                self._match.inbox.post(partial(self._found_it, seat, did, counsel, tell))

        self._match.inbox.clock.think(
            lambda: thinkers.search(adviser, view, world, seconds) or adviser.choose(view), found
        )

    def _found_it(self, seat: int, did: int, counsel: Counsel, tell: Tell) -> None:
        if did == self._did:
            self._found = counsel
            self._tell(seat, did, counsel, tell)

    def _tell(self, seat: int, did: int, counsel: Counsel, tell: Tell) -> None:
        who = self._match.lobby.seats[seat]
        if did != self._match.game.did or not isinstance(who, Member):
            return
        why = counsel.reason or Reason("")
        note = HintNote(
            did=did,
            move=str(counsel.move),
            usual=str(counsel.usual),
            gain=round(1000 * counsel.gain),
            reason=why.code,
            seat=None if why.seat < 0 else why.seat,
            amount=round(10 * why.amount),
        )
        tell(who, note)

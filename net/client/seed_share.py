"""Seed share: a player's part of the seed of a deal, committed to first, and revealed once everybody has committed."""

from __future__ import annotations

import os
from functools import partial

from net.client.follower import Follower
from net.identity.commitments import commit_parts, share_commitment
from net.identity.crypto import Identity, digest
from net.protocol.client_messages import Commit, RequestMaker, Reveal


class SeedShare:
    """One player's share, in one game after another."""

    def __init__(self, follower: Follower, player: Identity) -> None:
        self._follower = follower
        self._player = player
        self._source = os.urandom(32)
        """It dies with this process, by design."""
        self._given: set[tuple[str, str]] = set()
        """The games, and what was given to the deal of each."""

    def due(self) -> RequestMaker | None:
        """The request with which the player gives what the deal waits for, to be sent now; None when it is not due."""
        validator, seat = self._follower.validator, self._follower.seat
        # What the log says next may be that it is given: perhaps by this player's former process, with another share.
        if validator.game is None or self._follower.behind or seat is None or seat not in validator.missing:
            return None
        game = validator.game.game
        # Of this very beginning, and never the same again: a host that has seen a share must not be able to begin
        # anew with what it knows.
        share = digest("share", self._source, validator.heads[0])
        if seat in validator.uncommitted:
            if (game, "commit") in self._given:
                return None
            self._given.add((game, "commit"))
            commitment = share_commitment(game, seat, share)
            sig = self._player.sign("commit", *commit_parts(validator.heads[0], seat, commitment))
            return partial(Commit, commitment=commitment, sig=sig)
        # Only what this process has committed to fits.
        if (game, "reveal") in self._given or (game, "commit") not in self._given:
            return None
        self._given.add((game, "reveal"))
        return partial(Reveal, share=share)

    def refused(self, request: Commit | Reveal) -> None:
        """The host had no time for what was given: it is due again."""
        self._given.discard((self._follower.game, request.t))

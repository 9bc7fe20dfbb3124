"""Seed share: a player's part of the seed of a deal, committed to first, and revealed once everybody has committed.

None is given to a game that the player has not wished for. To sit down is a wish for one game, or for a series; after
two deals in a row that were given up, and for every other game, the player is asked. So nobody who refuses deals until
they like one gets more than two without a person having read of it.
"""

from __future__ import annotations

import os
from functools import partial

from net.client.follower import Follower
from net.client.updates import DealAsked, LobbyView, Started, Stopped, Update
from net.identity.commitments import commit_parts, share_commitment
from net.identity.crypto import Identity, digest
from net.protocol.client_messages import Commit, RequestMaker, Reveal

_REFUSED = 2
"""Deals in a row that may be given up before the player is asked."""


class SeedShare:
    """One player's share, in one game after another."""

    def __init__(self, follower: Follower, player: Identity) -> None:
        self._follower = follower
        self._player = player
        self._source = os.urandom(32)
        """It dies with this process, by design."""
        self._given: set[tuple[str, str]] = set()
        """The games, and what was given to the deal of each."""
        self._wishes: int | None = None
        """Games that the player would still like to play; None: those of the table, which is not known yet."""
        self._begun = ""
        """The last game to which a share was given, until it is dealt."""
        self._dealt = ""
        """The last game that was dealt."""
        self._refused = 0
        """Deals in a row to which a share was given, and that were given up."""
        self._owing: tuple[str, ...] = ()
        """The players whose share was missing in the last of them."""
        self._asked = ""
        """The game about which the player was asked last."""
        self._allowed = False
        """Whether the player wants another deal, refused ones or not."""

    def due(self) -> RequestMaker | DealAsked | None:
        """The request with which the player gives what the deal waits for, to be sent now; None when it is not due.

        `DealAsked` when the player has to be asked before, once for each game.
        """
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
            if not self._wanted(game):
                asked, self._asked = self._asked, game
                return None if asked == game else DealAsked(self._refused, self._owing)
            self._given.add((game, "commit"))
            self._begun, self._allowed = game, False
            self._follower.committed()
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
        self._allowed = True

    def learn(self, update: Update) -> None:
        """Take note of what became of the games."""
        match update:
            case LobbyView(options=options) if self._wishes is None:
                self._wishes = max(1, options.series)
            case Started() if self._follower.game != self._dealt:
                self._dealt, self._begun, self._refused, self._allowed = self._follower.game, "", 0, False
                self._wishes = max((self._wishes or 1) - 1, 0)
            case Stopped(owing=owing) if self._begun == self._follower.game:
                self._owing = owing

    def wish(self, *, on: bool = True) -> None:
        """The player would like to play another game, or not after all."""
        self._wishes, self._allowed = max(self._wishes or 0, 1) if on else 0, on

    def allow(self) -> bool:
        """The player wants to take part in the deal about which they were asked; whether there is one."""
        waits = self._asked == self._follower.game != self._begun and not self._follower.validator.did
        if waits:
            self.wish()
        return waits

    def _wanted(self, game: str) -> bool:
        """Whether the player wants to take part in a game."""
        if self._begun not in ("", game):
            # Also when the host has not told its end.
            self._begun, self._refused = "", self._refused + 1
        return self._allowed or (self._wishes != 0 and self._refused < _REFUSED)

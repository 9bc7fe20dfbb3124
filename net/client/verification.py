"""After a game: its whole log is verified, its end signed, and the log kept as a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from net.base.errors import NetError, sentence
from net.base.limits import Limits
from net.client.follower import Follower
from net.client.updates import Attested, Notice, Update, Verified
from net.gamelog.validation import LogValidator
from net.identity.commitments import end_parts
from net.identity.crypto import Identity

if TYPE_CHECKING:
    # Loaded when a game has ended.
    from net.gamelog.proof import Proof

_LAST = 5.0
"""Seconds a client that has ended gives the checking of its last game."""


class Verification:
    """Takes care of the logs of one client's games. What it does goes on beside the client, see `finish`.

    Args:
        player: Signs its end.
        archive: The archive that keeps them; None: the player's own.
        tell: Told what the player should know.
        attest: Sends the player's signature of the end to the host.
        keep: Whether logs are kept at all.
    """

    def __init__(
        self,
        follower: Follower,
        host: bytes,
        player: Identity,
        limits: Limits,
        archive: Path | None,
        tell: Callable[[Update], None],
        attest: Callable[[bytes], None],
        *,
        keep: bool = True,
    ) -> None:
        self.tasks: set[asyncio.Task[object]] = set()
        """Work that is still being done."""
        self._follower = follower
        self._host = host
        self._player = player
        self._limits = limits
        self._archive = archive
        self._tell = tell
        self._attest = attest
        self._keeps = keep
        self._filing = asyncio.Lock()

    def check(self) -> None:
        """Once the log has ended: go through all of it again, and keep it."""
        if self._follower.validator.end:
            self._later(self._verify(self._proof(), self._follower.validator, self._follower.offered))

    def keep_broken_off(self) -> None:
        """The game is gone from the table: its log may be the only one, or show that somebody lies about it."""
        if self._follower.validator.seq and not self._follower.validator.end:
            self._later(self._keep_and_tell(self._proof()))

    def keep_again(self) -> None:
        """Another player has signed the end: keep the log with the signature."""
        self._later(self._keep(self._proof()))

    async def keep_evidence(self) -> None:
        """Keep the log as far as it has come, to show what the host did."""
        await self._keep_and_tell(self._proof())

    async def finish(self, patience: float | None = _LAST) -> None:
        """Wait until all is done, for so many seconds; None: for as long as it takes."""
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=patience)

    def _later(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _verify(self, proof: Proof, validator: LogValidator, offered: Mapping[int, frozenset[str]]) -> None:
        from net.gamelog.verify import verify

        loop = asyncio.get_running_loop()
        check = partial(verify, proof.host, proof.notes, self._limits, offered=offered)
        report = await loop.run_in_executor(None, check)
        kept = await self._keep(proof)
        # Another log of this game may be kept: nobody signs two.
        if report.ok and (kept is None or kept.stem == report.game) and self._sign(validator):
            kept = await self._keep(replace(proof, attested=tuple(validator.attested.items())))
        self._tell(Verified(report.ok, report.verdict, kept))

    def _sign(self, validator: LogValidator) -> bool:
        """Sign the end of a game that is verified, if this player has played to it and not signed yet."""
        me = self._player
        assert validator.game
        seat = next((seat for seat in validator.people if validator.seats[seat].pub == me.public), None)
        if self._follower.seat is None or seat is None or seat in validator.attested or not validator.did:
            return False
        sig = me.sign("end", *end_parts(validator.game.game, validator.heads[-1]))
        validator.attest(seat, sig)
        self._tell(Attested(seat))
        self._attest(sig)
        return True

    def _proof(self) -> Proof:
        """The log of the game as it is now: the table may begin another one."""
        from net.gamelog.proof import Proof

        follower = self._follower
        return Proof(self._host, tuple(follower.notes), tuple(follower.validator.attested.items()))

    async def _keep_and_tell(self, proof: Proof) -> None:
        path = await self._keep(proof)
        if path:
            self._tell(Notice("log_kept", sentence("log_kept", f"{path}")))

    async def _keep(self, proof: Proof) -> Path | None:
        """Keep the log of a game; its place in the archive, and None when it is not kept."""
        if not self._keeps:
            return None
        from net.gamelog.archive import keep_own

        async with self._filing:
            try:
                return await asyncio.get_running_loop().run_in_executor(None, keep_own, proof, self._archive)
            except NetError as error:
                self._tell(Notice("log_lost", sentence("log_lost", error.detail or f"{error}")))
                return None

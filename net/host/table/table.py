"""A table: one actor with an inbox, that seats people and bots and lets them play game after game.

Everything that players do goes through its inbox and is handled one at a time. What comes of it is first made
durable and then told. `membership` admits players and spectators, `requests` carries out their requests,
`owner_rights` those of the owner, and `broadcast` tells everybody. What a table needs of the world comes in from
outside: connections as `net.host.table.lobby.Peer`, time and thinking as `net.base.clock.Clock`, memory as
`net.host.store.store.Store`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from net.base.errors import NetError, traced
from net.host.store.damage import OUTDATED, Damaged, lost
from net.host.store.store import Change, StoredEntry
from net.host.store.stored_table import TableRecord
from net.host.store.watermark import Watermark
from net.host.table.away_notices import AwayNotices
from net.host.table.broadcast import Broadcast
from net.host.table.finished_games import FinishedGames
from net.host.table.host_services import HostServices
from net.host.table.lobby import BotSeat, Member, Peer
from net.host.table.logged_game import LoggedGame
from net.host.table.membership import Membership
from net.host.table.owner_rights import OwnerRights
from net.host.table.readiness import Readiness
from net.host.table.rematch import Rematch
from net.host.table.requests import Requests
from net.host.table.table_state import Phase, TableState
from net.host.table.vacancy import Vacancy
from net.host.table_options import TableOptions
from net.protocol.client_messages import (
    Join,
    TableRequest,
)
from net.protocol.host_messages import Err, NoticeNote
from net.protocol.setup import Setup

_log = logging.getLogger(__name__)

_RETRY = {"disk_full": 5.0, "database": 0.5}
"""Seconds after which a table tries again to store what could not be stored, by the reason."""
_WAITING = 256
"""Requests that may wait for it."""


class Table(TableState):
    """One table of a host."""

    def __init__(
        self,
        services: HostServices,
        setup: Setup,
        options: TableOptions = TableOptions(),
        *,
        id: str = "",
    ) -> None:
        """Open a table.

        Args:
            services: What it needs of its host.
            setup: What will be played, unless the owner changes it.
            options: How the table is run.
            id: Of a table that was there before.

        Raises:
            NetError: ``setup_bad``.
        """
        super().__init__(services, setup, options, id)
        self.evicted = False
        """Whether it makes room for the table of somebody else."""
        self.sound: tuple[StoredEntry, ...] = ()
        """The beginning of a damaged game's log, up to the first entry that is changed or missing."""
        self._broadcast = Broadcast(self)
        self._membership = Membership(self, self._broadcast)
        self._rematch = Rematch(self, self._broadcast)
        self._readiness = Readiness(self, self._broadcast)
        self._vacancy = Vacancy(self)
        self._away_notices = AwayNotices(self)
        self._finished_games = FinishedGames(self)
        self._owner_rights = OwnerRights(self, self._membership, self._rematch, self._broadcast)
        self._requests = Requests(self, self._owner_rights, self._readiness, self._rematch, self._broadcast)
        self._retry = asyncio.Event()
        """Set when it is time to try again."""
        self._ended = asyncio.Event()
        """Set when everybody has been told that the table is closed, or has failed."""
        self._fault: Exception | None = None

    @classmethod
    def recover(cls, services: HostServices, id: str, record: bytes) -> Table:
        """Bring a table back as it was stored; its players will come back by themselves.

        When its game is damaged the table is a lobby again, and says so (see `damage`): to go on from the last sound
        entry would be another game than its players have seen.

        Raises:
            NetError: ``stored``, ``journal`` or ``setup_bad``, when it cannot be.
        """
        kept, mark = TableRecord.read(id, record), services.store.mark(id)
        table = cls(services, kept.setup, kept.options, id=id)
        table.access.ban(*kept.banned)
        if kept.issued:
            table.access.invitations.recover(kept.invitations, kept.issued)
        table.damage = kept.damage
        table._membership.former_owner = kept.owner
        table.deserted = False
        table._owner_rights.granted.extend(kept.granted)
        table._away_notices.told.update(kept.told)
        table._away_notices.told_end.update(kept.told_end)
        table.pending.revision = max(kept.revision, mark.revision if mark else 0)
        try:
            game = table._stored_game(kept, mark)
        except Damaged as error:
            game = None
            table.damage, table.sound = error.detail, error.sound
            table.pending.forget(kept.game)
        if game:
            table._bring_back(game, kept)
        else:
            for seat, bot in enumerate(kept.bots):
                # A plug-in that is missing by now leaves its seat open.
                with contextlib.suppress(NetError):
                    if bot:
                        table.lobby.add_bot(bot.level, seat, bot.name)
            table._membership.recover(kept.people)
            table.ready.update(kept.ready)
        table._vacancy.recover(kept.left)
        return table

    def _stored_game(self, kept: TableRecord, mark: Watermark | None) -> LoggedGame | None:
        """The game that was played when the table was stored.

        Raises:
            Damaged: when it is not all there.
            NetError: ``stored`` or ``journal``.
        """
        if mark and mark.revision > kept.revision:
            if mark.game != kept.game:
                raise Damaged(lost(0, mark.seq) if mark.game else OUTDATED)
            self.damage = OUTDATED
        if not kept.game:
            return None
        return LoggedGame.recover(kept.game, self.services.store.game(kept.game), self.services.identity, mark)

    def _bring_back(self, game: LoggedGame, kept: TableRecord) -> None:
        """Seat everybody as they sat when the host stopped."""
        self.lobby.reseat(game.validator.seats, kept.owner, self.clock.now())
        if not game.over:
            game.restart()
        for seat, sig in kept.attested:
            game.attest(seat, sig)
        self.wishes.update(kept.wishes)
        self.attend(game)
        assert self.match
        if kept.clock:
            self.match.turn_clock.recover(kept.clock)

    # What comes from outside

    def arrive(self, peer: Peer, join: Join) -> None:
        """Somebody wants to join."""
        self.post(partial(self._arrive, peer, join))

    def request(self, peer: Peer, request: TableRequest) -> None:
        """Somebody at the table asks for something."""
        if self.stalled and self.inbox.qsize() >= _WAITING:
            peer.send(Err(code=self.stalled.code, cid=request.cid).frame())
        else:
            self.post(partial(self._requests.handle, peer, request))

    def depart(self, peer: Peer, *, for_good: bool) -> None:
        """Somebody's connection has ended; ``for_good`` when they said goodbye."""
        self.post(partial(self._depart, peer, for_good))

    def expect(self, pub: bytes) -> None:
        """Somebody has opened the table and will come soon: the owner."""
        self._membership.expect(pub)
        self._vacancy.expect()

    def abandon(self) -> None:
        """Nobody will come back to a table at which no game is played: it is not kept."""
        self.deserted = True

    def evict(self) -> None:
        """End the table for good, with its game: its place at the host is another's."""
        self.evicted = True
        self.post(self._evict)

    async def close(self, code: str) -> None:
        """Send everybody away. A game that has not ended stays stored, and can be brought back."""
        if not self.ended:
            self.enter(Phase.CLOSING, NetError(code))
        self.post(partial(self._close, code))
        self._retry.set()
        await self._ended.wait()

    async def wait_ended(self) -> Exception | None:
        """Wait until nobody can play here any more; returns the fault of ours that was the cause, if one was."""
        await self._ended.wait()
        return self._fault

    def tell_hosts(self) -> None:
        """Which hosts share the table's store has changed: tell everybody here."""
        self.post(lambda: self._broadcast.hosts(*(peer for peer, _ in self.outbox)))

    def lose(self) -> None:
        """Another host may have the table now: send everybody there, and keep nothing."""
        self.post(partial(self._lose, NetError("elsewhere")))

    # The actor

    async def run(self) -> None:
        """Handle what comes, until the table is closed and everybody knows."""
        await self.handle(lambda: None)
        while self.phase is not Phase.CLOSED or not self.inbox.empty():
            await self.handle(await self.inbox.get())
        # What table and match refer to in a circle stays until somebody looks for garbage; so it should be little.
        self.match = None

    async def handle(self, action: Callable[[], None]) -> None:
        """Handle one thing that came, make durable what comes of it, and tell it."""
        over = self.over
        try:
            action()
            self._readiness.review()
            self._vacancy.review()
            self._broadcast.log()
            before = self.outbox.unsaid
            if self.match and not self.ended:
                self.match.ask()
            if self.over and not over:
                self._membership.ended()
            self._away_notices.review()
            change = self.pending.change(self.game, self.record_fields())
            if change:
                await self._save(change, before)
            self.services.tally.finished += self.over and not over
        except NetError as error:
            if error.code == "elsewhere":
                _log.info("table %s is another host's now", self.id)
                self._lose(error)
            else:
                _log.error("table %s is not stored: %s", self.id, error)
                self._fail(error)
        except Exception as error:
            # One table's fault must not become the others'.
            _log.error("table %s failed: %s", self.id, traced(error))
            self._fail(NetError("internal"))
            self._fault = error
        self.outbox.tell()
        self._finished_games.review()
        self.services.touch(self.id)
        if self.ended:
            self._ended.set()

    async def _save(self, change: Change, before: int) -> None:
        """Make a change durable; when there is no room for it, as soon as there is.

        Args:
            change: What has happened.
            before: How many messages waited before anybody was asked: if the change has to wait, only they are kept,
                and the question is asked again afterwards.

        Raises:
            NetError: ``journal``, or why the table is closed meanwhile.
        """
        begun = self.clock.now()
        self.services.tally.saving += 1
        try:
            await self._store_it(change, before)
        finally:
            self.services.tally.saving -= 1
        self.services.tally.saved(change, self.clock.now() - begun)

    async def _store_it(self, change: Change, before: int) -> None:
        while True:
            try:
                if change.forget:
                    await self._finished_games.handed_over()
                await self.services.store.save(change)
                break
            except NetError as error:
                if error.code not in _RETRY:
                    raise
                wait = _RETRY[error.code]
                if self.phase is Phase.CLOSING and self.reason:
                    raise self.reason from None
                if self.phase is Phase.OPEN:
                    self._stall(error)
                    self.outbox.take_back(before)
            self.clock.later(wait, self._retry.set)
            await self._retry.wait()
            self._retry.clear()
        if self.stalled:
            self.enter(Phase.OPEN)
            if self.match:
                self.match.ask()

    def _stall(self, error: NetError) -> None:
        """Nothing can be stored for now: say so, and let nobody's time run."""
        self.enter(Phase.STALLED, error)
        _log.error("table %s waits: %s", self.id, error)
        self.stop()
        self.outbox.tell_now(NoticeNote(code=error.code, detail=error.detail[:200]))

    def _fail(self, error: NetError) -> None:
        """Go no further, and tell nothing that cannot be made durable."""
        self.stop()
        self.match = None
        self.pending.give_up()
        self.enter(Phase.FAILED, error)
        self._away_notices.review()
        self.outbox.disband(error.code, error.detail)

    def _lose(self, error: NetError) -> None:
        self._fail(error)
        self.enter(Phase.CLOSED, error)

    def _evict(self) -> None:
        if self.ended:
            return
        self.stop()
        if self.match:
            self.pending.forget(self.match.game.log.game)
        self.pending.end()
        self.enter(Phase.CLOSED, NetError("table_evicted"))
        self.outbox.disband("table_evicted")

    def _close(self, code: str) -> None:
        self.stop()
        # What failed is stored as it was before.
        over = self.match.game.over if self.match else not self.awaited
        if over and not self.ended:
            if self.match:
                self.pending.forget(self.match.game.log.game)
            self.pending.end()
        self.enter(Phase.CLOSED, NetError(code))
        self.outbox.disband(code)

    def record_fields(self) -> dict[str, Any]:
        """The fields of the table's record as it should be stored, but its revision: values that change no more."""
        match, seats, owner = self.match, self.lobby.seats, self.lobby.owner
        return {
            "setup": self.lobby.setup,
            "options": self.options,
            "game": match.game.log.game if match else "",
            "attested": tuple(match.game.validator.attested.items()) if match else (),
            "bots": tuple({"level": w.level, "name": w.name} if isinstance(w, BotSeat) else None for w in seats),
            "people": ()
            if match
            else tuple(
                {"name": w.name, "pub": w.pub, "seal": w.seal, "via": w.via} if isinstance(w, Member) else None
                for w in seats
            ),
            "ready": tuple(sorted(self.ready)),
            "owner": self._membership.former_owner or (owner.pub if owner else b""),
            "wishes": tuple(sorted(self.wishes)),
            "granted": tuple(self._owner_rights.granted),
            "invitations": self.access.invitations.rows,
            "issued": self.access.invitations.issued,
            "banned": self.access.banned,
            "clock": match.turn_clock.clock_record() if match else None,
            "port": self.services.port,
            "left": self._vacancy.left,
            "told": tuple(self._away_notices.told.items()),
            "told_end": tuple(sorted(self._away_notices.told_end)),
            "damage": self.damage,
        }

    # Coming and going

    def _arrive(self, peer: Peer, join: Join) -> None:
        now = True

        def go() -> None:
            let_in = partial(self._let_in, peer, join)
            if now:
                let_in()
            else:
                self.post(let_in)

        try:
            self._membership.ask(peer, join, go)
        except NetError as error:
            self.outbox.dismiss(peer, error.code, error.detail)
        now = False

    def _let_in(self, peer: Peer, join: Join) -> None:
        try:
            member = self._membership.admit(peer, join)
        except NetError as error:
            self.outbox.dismiss(peer, error.code, error.detail)
            return
        self._vacancy.visited()
        self._owner_rights.answer_again(member)
        # Those who are here already hear of it now; the newcomer gets the whole log.
        self._broadcast.log()
        self.outbox.admit(peer, member, watching=join.role == "spectator", rates=self._membership.rates(member))
        self._broadcast.welcome(peer, member, join)
        if self.wishes:
            self.outbox.send(peer, self._rematch.note)
            self._rematch.review()

    def _depart(self, peer: Peer, for_good: bool) -> None:
        self._membership.depart(peer, for_good)
        self._rematch.review()

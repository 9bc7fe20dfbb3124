"""A table: one actor with an inbox, that seats people and bots and lets them play game after game.

Everything that players do goes through its inbox and is handled one at a time. What comes of it is first made
durable and then told. `admission` admits players and spectators, `requests` carries out their requests,
`owner_rights` those of the owner, and `broadcast` tells everybody. `HostServices` is what a table needs of its host.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from net.base.errors import NetError, traced
from net.base.ids import new_id
from net.host.game.evening_score import EveningScore
from net.host.game.game_series import GameSeries
from net.host.game.kept_table import KeptTable, seats_record
from net.host.game.logged_game import LoggedGame
from net.host.game.match import Match
from net.host.opening import Opening
from net.host.seats.access import Access
from net.host.seats.host_services import HostServices
from net.host.seats.inbox import Action, Inbox
from net.host.seats.lifecycle import Lifecycle, Stage
from net.host.seats.lobby import Lobby, Peer
from net.host.seats.outbox import Outbox
from net.host.table.absence import Absence
from net.host.table.admission import Admission
from net.host.table.away_notices import AwayNotices
from net.host.table.back_to_lobby import BackToLobby
from net.host.table.broadcast import Broadcast
from net.host.table.finished_games import FinishedGames
from net.host.table.owner_rights import OwnerRights
from net.host.table.ownership import Ownership
from net.host.table.pending import PendingWrites
from net.host.table.readiness import Readiness
from net.host.table.rematch import Rematch
from net.host.table.requests import Requests
from net.host.table.saving import Saving
from net.host.table.succession import Succession
from net.host.table.table_state import TableState
from net.host.table.vacancy import Vacancy
from net.protocol.client_messages import Join, TableRequest
from net.protocol.host_messages import Err
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

_log = logging.getLogger(__name__)

_WAITING = 256
"""Requests that may wait while nothing can be stored."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A step that follows each input of a table."""

    name: str
    run: Callable[[], Awaitable[None] | None]
    at_end: bool = False
    """Whether it runs at a table that has ended, too."""


class Table:
    """One table of a host."""

    def __init__(
        self,
        services: HostServices,
        setup: Setup,
        options: TableOptions = TableOptions(),
        opening: Opening = Opening(),
        *,
        id: str = "",
        kept: KeptTable | None = None,
    ) -> None:
        """Open a table, or bring one back: its players will come back by themselves.

        Args:
            services: What it needs of its host.
            setup: What will be played, unless the owner changes it.
            options: How the table is run.
            opening: How it is opened.
            id: Of a table that was there before.
            kept: That table, as it was stored with all these.

        Raises:
            NetError: ``setup_bad``; ``seat_bad`` or ``bot_bad``, when its bots cannot be seated;
                ``stored``, when what was stored does not fit together.
        """
        if opening.seed is not None and not 16 <= len(opening.seed) <= 64:
            raise NetError("setup_bad", "a seed has 16 to 64 bytes.")
        self.id = id or new_id()
        self.services = services
        self.evicted = False
        """Whether it makes room for the table of somebody else."""
        self.sound = kept.sound if kept else ()
        """The beginning of a damaged game's log, up to the first entry that is changed or missing."""
        record = kept.record if kept else None
        self.inbox = Inbox(services.clock)
        self.outbox = Outbox()
        self.lifecycle = Lifecycle()
        self.access = Access(services, self.id, record, private=options.private, owned=opening.owned)
        self.lobby = Lobby(setup, owned=opening.owned)
        if kept:
            kept.seat(self.lobby, services.clock.now())
        else:
            self.lobby.seat_bots(opening)
        self.series = GameSeries(services, self.lobby, options, opening, self.inbox, self.outbox.send, kept)
        self._pending = PendingWrites(self.id, kept)
        self._ownership = Ownership(self.lobby, self.access, kept)
        state = TableState(
            id=self.id,
            services=services,
            lifecycle=self.lifecycle,
            access=self.access,
            lobby=self.lobby,
            ownership=self._ownership,
            series=self.series,
            inbox=self.inbox,
            outbox=self.outbox,
            patience=options.absence(services.limits),
        )
        self._broadcast = Broadcast(state)
        self._admission = Admission(state)
        self._absence = Absence(state, self._broadcast)
        self._evening = EveningScore(options.series, record)
        self._back_to_lobby = BackToLobby(state, self._evening, self._absence, self._broadcast)
        self._rematch = Rematch(state, self._evening, self._broadcast)
        self._succession = Succession(state, self._broadcast)
        self._readiness = Readiness(state, self._broadcast)
        self._vacancy = Vacancy(state, record.left if record else None)
        self._away_notices = AwayNotices(state, record)
        self._finished_games = FinishedGames(state)
        self._saving = Saving(state, self._finished_games)
        granted = record.granted if record else ()
        self._owner_rights = OwnerRights(state, self._absence, self._rematch, self._broadcast, granted)
        self._requests = Requests(state, self._owner_rights, self._readiness, self._rematch, self._broadcast)
        self.phases: tuple[Phase, ...] = (
            Phase("log", self._broadcast.log),
            Phase("failed deal", self._back_to_lobby.after_failed_deal),
            Phase("score", self._count_game),
            Phase("start", self._readiness.begin_if_ready),
            Phase("vacancy", self._end_if_vacant),
            Phase("succession", self._succession.watch_owner),
            Phase("question", self._ask_players),
            Phase("away notices", self._away_notices.schedule, at_end=True),
            Phase("save", self._save, at_end=True),
            Phase("send", self.outbox.flush, at_end=True),
            Phase("archive", self._finished_games.hand_over, at_end=True),
            Phase("list", partial(services.touch, self.id), at_end=True),
            Phase("farewell", self._note_end, at_end=True),
        )
        """The consequences of each input, in this order; then what makes them durable, and then what tells of them. To
        run all phases again changes nothing and tells nobody anything."""
        self._ended = asyncio.Event()
        """Set when everybody has been told that the table is closed, or has failed."""
        self._fault: Exception | None = None

    @classmethod
    def recover(cls, services: HostServices, id: str, record: bytes) -> Table:
        """Bring a table back as it was stored.

        When its game is damaged the table is a lobby again, and says so (see `damage`): to go on from the last sound
        entry would be another game than its players have seen.

        Raises:
            NetError: ``stored``, ``journal`` or ``setup_bad``, when it cannot be.
        """
        kept = KeptTable.read(services, id, record)
        stored = kept.record
        return cls(services, stored.setup, stored.options, stored.opening, id=id, kept=kept)

    # What is to be seen from outside

    @property
    def options(self) -> TableOptions:
        """How the table is run."""
        return self.series.options

    @property
    def opening(self) -> Opening:
        """How it was opened."""
        return self.series.opening

    @property
    def match(self) -> Match | None:
        """The match of the game that is played, or was the last one."""
        return self.series.match

    @property
    def game(self) -> LoggedGame | None:
        """The game that is played, or was the last one."""
        return self.series.game

    @property
    def over(self) -> bool:
        """Whether there is a game, and it has ended."""
        return self.series.over

    @property
    def left(self) -> int:
        """When the last one left a table that a visitor opened, in seconds since 1970; 0 while somebody is there."""
        return self._vacancy.left

    @property
    def deserted(self) -> bool:
        """Whether nobody is at it: a game waits a while for those who lost the connection, or have time to decide."""
        if self.outbox:
            return False
        away = self.inbox.clock.date() - self.left if self.left else 0
        return self.match is None or self.over or away > self.options.absence(self.services.limits)

    @property
    def damage(self) -> str:
        """The damage that the disk has done to the game that was played last."""
        return self.series.damage

    @property
    def stalled(self) -> NetError | None:
        """Why nothing goes on for now."""
        return self.lifecycle.stalled

    @property
    def ended(self) -> NetError | None:
        """Why nobody can play here any more."""
        return self.lifecycle.ended

    # What comes from outside

    def arrive(self, peer: Peer, join: Join) -> None:
        """Somebody wants to join."""
        self.inbox.post(partial(self._arrive, peer, join))

    def request(self, peer: Peer, request: TableRequest) -> None:
        """Somebody at the table asks for something."""
        if self.stalled and self.inbox.qsize() >= _WAITING:
            peer.send(Err(code=self.stalled.code, cid=request.cid).frame())
        else:
            self.inbox.post(partial(self._request, peer, request))

    def depart(self, peer: Peer, *, for_good: bool) -> None:
        """Somebody's connection has ended; ``for_good`` when they said goodbye."""
        self.inbox.post(partial(self._depart, peer, for_good))

    def expect(self, pub: bytes) -> None:
        """Somebody has opened the table and will come soon: the owner."""
        self._ownership.expect(pub)
        self._vacancy.expect()

    def abandon(self) -> None:
        """Nobody will come back to a table at which no game is played: it is not kept."""
        self._ownership.abandon()

    def evict(self) -> None:
        """End the table for good, with its game: its place at the host is another's."""
        self.evicted = True
        self.inbox.post(self._evict)

    async def close(self, code: str) -> None:
        """Send everybody away. A game that has not ended stays stored, and can be brought back."""
        if not self.ended:
            self.lifecycle.enter(Stage.CLOSING, NetError(code))
        self.inbox.post(partial(self._close, code))
        self._saving.hurry()
        await self._ended.wait()

    async def wait_ended(self) -> Exception | None:
        """Wait until nobody can play here any more; returns the fault of ours that was the cause, if one was."""
        await self._ended.wait()
        return self._fault

    def tell_hosts(self) -> None:
        """Which hosts share the table's store has changed: tell everybody here."""
        self.inbox.post(lambda: self._broadcast.hosts(*(peer for peer, _ in self.outbox)))

    def lose(self) -> None:
        """Another host may have the table now: send everybody there, and keep nothing."""
        self.inbox.post(partial(self._lose, NetError("elsewhere")))

    # The actor

    async def run(self) -> None:
        """Handle what comes, until the table is closed and everybody knows."""
        await self.handle(lambda: None)
        while self.lifecycle.stage is not Stage.CLOSED or not self.inbox.empty():
            await self.handle(await self.inbox.get())
        # What refers to itself in a circle stays until somebody looks for garbage.
        self.series.clear()
        self.phases = ()

    async def handle(self, action: Action) -> None:
        """Handle one input: carry it out, then run all phases."""
        for phase in (Phase("input", action, at_end=True), *self.phases):
            if not phase.at_end and self.lifecycle.ended:
                continue
            try:
                waiting = phase.run()
                if waiting is not None:
                    await waiting
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

    # Phases

    def _count_game(self) -> None:
        """Count a game that has just ended."""
        match = self.match
        if match is None or not self.over or match.counted:
            return
        match.counted = True
        self.services.tally.finished += 1
        self._absence.game_ended()
        self._rematch.game_ended()

    def _end_if_vacant(self) -> None:
        if self._vacancy.is_due() and self.lifecycle.stage is Stage.OPEN:
            self._end("table_left", NetError("table_unknown"), keep=False)

    def _ask_players(self) -> None:
        self.outbox.mark_questions()
        if self.match:
            self.match.ask_players()

    async def _save(self) -> None:
        change = self._pending.change(self.game, self.record_fields())
        if change:
            await self._saving.save(change)

    def _note_end(self) -> None:
        if self.ended:
            self._ended.set()
        if self.lifecycle.stage is Stage.CLOSED:
            self.inbox.close()

    # Ends

    def _fail(self, error: NetError) -> None:
        """Go no further, and tell nothing that cannot be made durable."""
        self.series.clear()
        self._pending.give_up()
        self._vacancy.end()
        self.lifecycle.enter(Stage.FAILED, error)
        self._away_notices.schedule()
        self.outbox.fail(error.code, error.detail)

    def _lose(self, error: NetError) -> None:
        self._fail(error)
        self.lifecycle.enter(Stage.CLOSED, error)

    def _evict(self) -> None:
        if not self.ended:
            self._end("table_evicted", NetError("table_evicted"), keep=False)

    def _close(self, code: str) -> None:
        goes_on = not self.series.over or self._evening.goes_on
        self._end(code, NetError(code), keep=goes_on if self.match else self._ownership.awaited)

    def _end(self, said: str, reason: NetError, *, keep: bool) -> None:
        """Send everybody away for good.

        Args:
            said: The code they are told.
            reason: What others are told who ask for the table.
            keep: Whether the stored table stays, to be recovered. A table that failed stays as it was last stored.
        """
        self.series.stop()
        if not keep:
            self._pending.end()
        self._vacancy.end()
        self.lifecycle.enter(Stage.CLOSED, reason)
        self.outbox.disband(said)

    def record_fields(self) -> dict[str, Any]:
        """The fields of the table's record as it should be stored, but its revision: values that change no more."""
        match = self.series.match
        return {
            "setup": self.lobby.setup,
            "options": self.series.options,
            "opening": self.series.opening,
            "game": match.game.log.game if match else "",
            "attested": tuple(match.game.validator.attested.items()) if match else (),
            **seats_record(self.lobby, playing=match is not None),
            "owner": self._ownership.record,
            "refused": self.series.refused,
            "wishes": tuple(sorted(match.wishes)) if match else (),
            "granted": tuple(self._owner_rights.granted),
            "invitations": self.access.invitations.rows,
            "banned": self.access.banned,
            "origins": match.origins if match else (),
            "clock": match.turn_clock.clock_record() if match else None,
            "port": self.services.port,
            "left": self._vacancy.left,
            "evening": self._evening.record,
            "told": tuple(self._away_notices.told.items()),
            "reminded": self._away_notices.reminded,
            "told_end": tuple(sorted(self._away_notices.told_end)),
            "damage": self.series.damage,
        }

    # Coming, asking and going

    def _arrive(self, peer: Peer, join: Join) -> None:
        now = True

        def go() -> None:
            let_in = partial(self._let_in, peer, join)
            if now:
                let_in()
            else:
                self.inbox.post(let_in)

        try:
            if self.ended:
                raise self.ended
            self._admission.queue_join(peer, join, go)
        except NetError as error:
            self.outbox.dismiss(peer, error.code, error.detail)
        now = False

    def _let_in(self, peer: Peer, join: Join) -> None:
        try:
            if self.ended:
                raise self.ended
            member = self._admission.admit(peer, join)
        except NetError as error:
            if error.code == "fork" and self.services.hosts():
                # Another host may have played on: that shows when something is stored, and nothing is told before.
                self._pending.confirm()
            self.outbox.dismiss(peer, error.code, error.detail)
            return
        self._vacancy.visited()
        self._owner_rights.answer_again(member)
        # Those who are here already hear of it now; the newcomer gets the whole log.
        self._broadcast.log()
        self.outbox.admit(peer, member, watching=join.role == "spectator", rates=self._admission.rates(member.pub))
        self._broadcast.welcome(peer, member, join)
        self._rematch.tell_newcomer(member)

    def _request(self, peer: Peer, request: TableRequest) -> None:
        if not self.ended:
            self._requests.handle(peer, request)

    def _depart(self, peer: Peer, for_good: bool) -> None:
        self._admission.leave_queue(peer)
        member = self.outbox.gone(peer)
        if member:
            self._absence.begin(member, for_good=for_good)
            self._back_to_lobby.after_departure()
        self._rematch.begin_if_wished()

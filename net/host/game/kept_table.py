"""The kept table: a table loaded from the store: its checked record, and its game replayed from the log."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

from net.base.errors import NetError
from net.host.game.logged_game import LoggedGame
from net.host.seats.host_services import HostServices
from net.host.seats.lobby import BotSeat, Lobby, Member
from net.host.store.damage import OUTDATED, Damaged, lost
from net.host.store.store import StoredEntry
from net.host.store.stored_table import TableRecord


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as it was stored."""

    id: str
    record: TableRecord
    revision: int
    """How often the record was stored, at least."""
    game: LoggedGame | None
    """The game that was played, ready to go on; None in the lobby, and when the game is damaged."""
    damage: str = ""
    """The damage that the disk has done to the game that was played last."""
    sound: tuple[StoredEntry, ...] = ()
    """The beginning of a damaged game's log, up to the first entry that is changed or missing."""

    @classmethod
    def read(cls, services: HostServices, id: str, stored: bytes) -> KeptTable:
        """Read a table.

        Args:
            services: Of the host that has it now.
            id: Of the table.
            stored: Its record.

        Raises:
            NetError: ``stored`` or ``journal``, when it cannot be read.
        """
        record, mark = TableRecord.read(id, stored), services.store.mark(id)
        revision = max(record.revision, mark.revision if mark else 0)
        damage, game = record.damage, None
        try:
            if mark and mark.revision > record.revision:
                if mark.game != record.game:
                    raise Damaged(lost(0, mark.seq) if mark.game else OUTDATED)
                damage = OUTDATED
            if record.game:
                found = services.store.game(record.game)
                game = LoggedGame.recover(record.game, found, services.identity, mark)
        except Damaged as error:
            return cls(id, record, revision, None, error.detail, error.sound)
        if game:
            if not game.over:
                game.restart()
            for seat, sig in record.attested:
                game.attest(seat, sig)
        return cls(id, record, revision, game, damage)

    def seat(self, lobby: Lobby, now: float) -> None:
        """Seat everybody as they sat when the host stopped; the people are not connected yet."""
        record = self.record
        if self.game:
            lobby.reseat(self.game.validator.seats, record.owner, now)
            return
        for seat, bot in enumerate(record.bots):
            # A plug-in that is missing by now leaves its seat open.
            with contextlib.suppress(NetError):
                if bot:
                    lobby.add_bot(bot.level, seat, bot.name)
        for seat, who in enumerate(record.people):
            if who and seat < len(lobby.seats) and lobby.seats[seat] is None:
                ready = who.pub in record.ready
                lobby.seat(seat, Member(who.name, who.pub, who.seal, None, who.via, ready=ready))
        lobby.own(lobby.player(record.owner))


def seats_record(lobby: Lobby, *, playing: bool) -> dict[str, Any]:
    """The fields of a table's record that `KeptTable.seat` seats everybody from.

    Args:
        lobby: Of the table.
        playing: Whether there is a game, whose log says which people play.
    """
    bots = tuple({"level": who.level, "name": who.name} if isinstance(who, BotSeat) else None for who in lobby.seats)
    if playing:
        return {"bots": bots, "people": (), "ready": ()}
    people = tuple(
        {"name": who.name, "pub": who.pub, "seal": who.seal, "via": who.via} if isinstance(who, Member) else None
        for who in lobby.seats
    )
    return {"bots": bots, "people": people, "ready": tuple(sorted(member.pub for member in lobby.ready))}

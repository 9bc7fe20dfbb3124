"""People of a table: its lobby, the players in its seats, and the invitations by which more of them come."""

from __future__ import annotations

from engine.rules import Rules
from net.client.updates import (
    Ended,
    Happened,
    Invitations,
    Issued,
    LobbyView,
    SeatChanged,
    SeatInfo,
    Started,
    Stopped,
    Update,
    Woke,
)
from net.protocol.host_messages import KnockNote, PresenceNote


class People:
    """The lobby as it was told last, and everybody's seat."""

    def __init__(self) -> None:
        self.lobby: LobbyView | None = None
        self.invitations: tuple[Issued, ...] = ()
        """The invitations to a table of one's own."""
        self.knocks: dict[bytes, str] = {}
        """People who wait for the owner's yes to a seat in this game: their names by their keys."""
        self.seats: tuple[SeatInfo, ...] = ()
        self.rules: Rules | None = None
        """The rules of the game, or of the one that the lobby would begin; None while nothing is known."""
        self._over = False
        """Whether the game is over: its seats stay as they were until the next one is dealt."""

    def apply_update(self, update: Update) -> None:
        """Fold one update."""
        match update:
            case LobbyView():
                self.lobby = update
                if not self._over:
                    self.seats, self.rules = update.seats, update.rules
            case Started():
                self.seats, self.rules = update.seats, update.rules
            case PresenceNote(seat=seat, connected=connected):
                self.seats = tuple(
                    info._replace(connected=connected) if info.seat == seat else info for info in self.seats
                )
            case Happened(seat=seat, cause="timeout"):
                self._sleeps(seat, True)
            case Happened(seat=seat, cause="player") | Woke(seat=seat):
                self._sleeps(seat, False)
            case KnockNote(name=name, pub=pub):
                self.knocks[pub] = name
            case SeatChanged():
                self.knocks.pop(update.seat.key, None)
                self.seats = tuple(update.seat if info.seat == update.seat.seat else info for info in self.seats)
            case Stopped() | Ended():
                self._over = True
            case Invitations(rows=rows):
                self.invitations = rows

    def _sleeps(self, seat: int, on: bool) -> None:
        if any(info.seat == seat and info.asleep != on for info in self.seats):
            self.seats = tuple(info._replace(asleep=on) if info.seat == seat else info for info in self.seats)

    def next(self) -> People:
        """The people between two games: seats and rules are told anew."""
        after = People()
        after.lobby, after.invitations = self.lobby, self.invitations
        return after

    @property
    def own_table(self) -> bool:
        """Whether you own this table, or stand in for its owner."""
        return self.lobby is not None and self.lobby.mine

    @property
    def all_rights(self) -> bool:
        """Whether you own this table."""
        return self.lobby is not None and self.lobby.mine and not self.lobby.stands_in

    @property
    def owner_present(self) -> bool:
        """Whether the owner of the table is there."""
        owner = self.lobby.owner if self.lobby else None
        return owner is not None and any(info.seat == owner and info.connected for info in self.seats)

    @property
    def asleep(self) -> frozenset[int]:
        """Seats for which bots answer since the time of their players was up."""
        return frozenset(info.seat for info in self.seats if info.asleep)

    @property
    def awake(self) -> bool:
        """Whether a player who is awake plays here: for nobody else do bots answer at once where a player is asleep."""
        return any(
            info.kind == "human" and not info.asleep and (info.connected or self.correspondence) for info in self.seats
        )

    @property
    def series(self) -> int:
        """Games of the table's series; 0: as many as its players like."""
        return self.lobby.options.series if self.lobby is not None else 0

    @property
    def correspondence(self) -> bool:
        """Whether players come and go, and no bot answers for them before their time is up."""
        return self.lobby is not None and self.lobby.options.correspondence

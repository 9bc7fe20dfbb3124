"""The lobby: seats, members and the setup of a table. Pure bookkeeping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Protocol

from engine import Rules, RulesError
from engine.bots import bot
from engine.bots.registry import NEUTRAL
from net.base.confusables import alike
from net.base.errors import NetError
from net.gamelog.entries import SeatEntry
from net.host.opening import Opening
from net.host.seats.host_services import Entrances
from net.host.seats.naming import admit_name, free_name
from net.host.seats.reply_cache import ReplyCache
from net.identity.crypto import SealKey
from net.protocol.host_messages import LobbyNote, SeatNote
from net.protocol.rate_limits import Rates
from net.protocol.schema import Via
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

BOT_NAMES = ("Agnes", "Bertram", "Cosima", "Dietrich", "Elsbeth", "Florian", "Gisela", "Hubert")
"""The name of the bot in each seat, unless somebody is called like it."""


class Peer(Protocol):
    """A connection, as a table sees it. Nothing here waits."""

    origin: bytes
    """The key it takes turns by: a hash of its address (`net.host.seats.access.origin_of`)."""
    guest: bool
    """Whether it is run by a host of this identity: for a guest whom its SSH or web server has let in and counted."""

    @property
    def opened(self) -> float:
        """When it was accepted, by the clock of the loop."""

    def send(self, frame: bytes) -> None:
        """Send a frame; a peer that does not read is dropped instead."""

    def queue(self, frame: bytes) -> None:
        """Send a frame with the next `flush`, which the caller owes."""

    def flush(self) -> None:
        """Send what is queued."""

    def replay(self, frames: list[bytes]) -> None:
        """Send many frames at the peer's own speed; later ones come after them."""

    def admit(self, *, watching: bool, rates: Rates) -> None:
        """The peer is at the table now, as a player or to watch, and may ask as often as its member's rates say."""

    def close(self, code: str, detail: str = "") -> None:
        """Tell why, and hang up."""


@dataclass(slots=True, eq=False)
class Member:
    """A person at the table: a player or a spectator."""

    name: str
    pub: bytes
    """Identity."""
    seal: bytes
    """Public key for envelopes."""
    peer: Peer | None
    """The connection, while there is one."""
    via: Via = ""
    """How they play, if not by a client of their own."""
    replies: ReplyCache = field(default_factory=ReplyCache)
    """Answers to requests, for when they are repeated."""
    shown: int = 0
    """Entries of the log that a spectator has been sent."""
    gone: float = 0.0
    """When the connection was lost; long ago for a member who left for good."""
    ready: bool = False
    """In the lobby: whether they are ready for the start."""


@dataclass(slots=True, eq=False)
class BotSeat:
    """A seat played by code."""

    name: str
    level: str


class Lobby:
    """The seats of a table and its setup."""

    def __init__(self, setup: Setup, *, owned: bool = False) -> None:
        self.setup = setup
        self.owned = owned
        """Whether an owner who goes away stays the owner."""
        self.rules: Rules = _rules(setup)
        self.seats: list[Member | BotSeat | None] = [None] * setup.players
        self.owner: Member | None = None
        """The member who may change the setup and start."""
        self.spectators: list[Member] = []

    @property
    def players(self) -> list[Member]:
        """The people in seats."""
        return [seat for seat in self.seats if isinstance(seat, Member)]

    @property
    def people(self) -> list[Member]:
        """Everybody at the table."""
        return [*self.players, *self.spectators]

    def seat_of(self, member: Member) -> int | None:
        """Where somebody sits."""
        return self.seats.index(member) if member in self.seats else None

    @property
    def unattended(self) -> bool:
        """Whether the owner is away."""
        return self.owner is None or self.owner.peer is None

    def bot_name(self, seat: int) -> str:
        """The name of a seat's bot: its own, or another bot's when somebody has one that looks like it."""
        names = BOT_NAMES[seat:] + BOT_NAMES[:seat]
        return next((name for name in names if self._like(name) is None), self.free_name(names[0]))

    def player(self, pub: bytes) -> Member | None:
        """The player of an identity."""
        return next((member for member in self.players if member.pub == pub), None)

    def spectator(self, pub: bytes) -> Member | None:
        """The spectator of an identity."""
        return next((member for member in self.spectators if member.pub == pub), None)

    def sit(self, member: Member, *, owns: bool = False) -> int:
        """Take the first open seat; for one who ``owns`` the table a bot makes room.

        Raises:
            NetError: ``table_full``.
        """
        bots = [seat for seat, who in enumerate(self.seats) if isinstance(who, BotSeat)]
        if None not in self.seats and owns and bots:
            self.remove_bot(bots[-1])
        if None not in self.seats:
            raise NetError("table_full")
        seat = self.seats.index(None)
        self.seats[seat] = member
        return seat

    def seat(self, seat: int, who: Member | BotSeat) -> None:
        """Let somebody else play a seat from now on."""
        self.seats[seat] = who

    def watch(self, member: Member) -> None:
        """Become a spectator."""
        self.spectators.append(member)

    def own(self, member: Member | None) -> None:
        """Give somebody the rights of the owner; None: nobody has them."""
        self.owner = member

    def stand(self, member: Member) -> None:
        """Remove a player or a spectator; the rights of an owner pass to the next player, if they may pass."""
        if member in self.seats:
            self.seats[self.seats.index(member)] = None
        else:
            self.spectators.remove(member)
        if self.owner is member:
            self.owner = None if self.owned else next(iter(self.players), None)

    def add_bot(self, level: str, seat: int | None, name: str = "") -> None:
        """Seat a bot on an open seat, perhaps by the name it had before.

        Raises:
            NetError: ``bot_bad``, saying why, ``seat_bad`` or ``table_full``.
        """
        try:
            bot(level, seed=0)
        except RulesError as error:
            raise NetError("bot_bad", f"{error}."[:200]) from None
        if seat is None:
            if None not in self.seats:
                raise NetError("table_full")
            seat = self.seats.index(None)
        elif seat >= len(self.seats) or self.seats[seat] is not None:
            raise NetError("seat_bad")
        self.seats[seat] = BotSeat(name or self.bot_name(seat), level)

    def seat_bots(self, opening: Opening) -> None:
        """Seat the bots that the table is opened with, in the last seats; the first one is its player's.

        Raises:
            NetError: ``seat_bad`` or ``bot_bad``.
        """
        places = sorted(range(len(self.seats)), key=lambda place: place != opening.seat)
        named = zip(opening.bots, chain(opening.names, repeat(None)), strict=False)
        for number, (level, name) in enumerate(named, len(self.seats) - len(opening.bots)):
            self.add_bot(level, places[number], name or "")

    def remove_bot(self, seat: int) -> None:
        """Open a bot's seat again.

        Raises:
            NetError: ``seat_bad``.
        """
        if seat >= len(self.seats) or not isinstance(self.seats[seat], BotSeat):
            raise NetError("seat_bad")
        self.seats[seat] = None

    def configure(self, setup: Setup) -> None:
        """Choose another setup. With fewer seats everybody moves up.

        Raises:
            NetError: ``setup_bad``, saying why.
        """
        rules = _rules(setup)
        taken = [seat for seat in self.seats if seat is not None]
        if len(taken) > setup.players:
            raise NetError("setup_bad", f"{len(taken)} seats are taken.")
        if setup.players < len(self.seats):
            self.seats = [*taken, *[None] * (setup.players - len(taken))]
        else:
            self.seats += [None] * (setup.players - len(self.seats))
        self.setup, self.rules = setup, rules
        # Nobody was ready for this.
        self.unready()

    @property
    def ready(self) -> list[Member]:
        """The players who are ready for the start."""
        return [player for player in self.players if player.ready]

    def unready(self) -> None:
        """Nobody is ready any more."""
        for player in self.players:
            player.ready = False

    def entries(self) -> list[SeatEntry]:
        """The players, for the log of a game that starts now.

        Raises:
            NetError: ``seats_open``, or ``player_away`` when somebody has lost the connection a moment ago.
        """
        found: list[SeatEntry] = []
        if None in self.seats:
            raise NetError("seats_open")
        for who in self.seats:
            if isinstance(who, Member) and who.peer is None:
                raise NetError("player_away", who.name)
            assert who
            if isinstance(who, Member):
                found.append(SeatEntry(name=who.name, pub=who.pub, seal=who.seal, via=who.via))
            else:
                found.append(SeatEntry(name=who.name, level=who.level, seal=SealKey().public))
        return found

    def reseat(self, entries: Sequence[SeatEntry], owner: bytes, now: float) -> None:
        """Seat everybody as a game's log tells; the people are not connected yet."""
        for seat, who in enumerate(entries):
            if who.pub:
                self.seats[seat] = Member(who.name, who.pub, who.seal, None, who.via, gone=now)
            else:
                self.seats[seat] = BotSeat(who.name, who.level)
        self.owner = self.player(owner)

    def sit_again(self, order: Sequence[int]) -> None:
        """Seat everybody for another game; a bot replaces each player who is not there.

        Args:
            order: The seats of the last game, in the order in which their players sit in the next one.
        """
        for seat, who in enumerate(self.seats):
            if isinstance(who, Member) and who.peer is None:
                self.stand(who)
                self.seats[seat] = BotSeat(self.bot_name(seat), NEUTRAL)
        self.seats = [self.seats[seat] for seat in order]

    def admit_name(self, name: str, *, by_option: bool) -> str:
        """The name of a newcomer: their own, with a number behind it when somebody has the very same.

        Args:
            name: A clean name.
            by_option: Whether it is the account's where none is typed.

        Raises:
            NetError: ``name_bad``, when it could be taken for somebody else's, or for what the table says of people.
        """
        others = {who.name: self._place(who) for who in (*self.seats, *self.spectators) if who}
        return admit_name(name, others, by_option=by_option)

    def free_name(self, name: str) -> str:
        """The name, with a number behind it when it looks like somebody's."""
        return free_name(name, [who.name for who in (*self.seats, *self.spectators) if who])

    def _like(self, name: str) -> Member | BotSeat | None:
        """The member whose name looks like this one."""
        return next((who for who in (*self.seats, *self.spectators) if who and alike(who.name, name)), None)

    def _place(self, who: Member | BotSeat) -> str:
        """Where somebody is, in words."""
        if who not in self.seats:
            return "a spectator"
        seat = f"p{self.seats.index(who) + 1}"
        return f"{seat}, a bot" if isinstance(who, BotSeat) else seat

    def note(
        self,
        member: Member,
        options: TableOptions,
        entrances: Entrances,
        *,
        playing: bool,
        stands_in: bool = False,
        fills: float = 0.0,
    ) -> LobbyNote:
        """The message that tells a member about the table."""
        return LobbyNote(
            seats=[_seat_note(seat) for seat in self.seats],
            setup=self.setup,
            you=self.seat_of(member),
            owner=self.seat_of(self.owner) if self.owner else None,
            stands_in=self.owner is not None and stands_in,
            options=options,
            spectators=len(self.spectators),
            playing=playing,
            ready=[seat for seat, who in enumerate(self.seats) if isinstance(who, Member) and who.ready],
            ssh=entrances.ssh,
            web=entrances.web,
            fills=round(fills * 1000),
        )


def _rules(setup: Setup) -> Rules:
    try:
        return setup.rules()
    except RulesError as error:
        raise NetError("setup_bad", f"{error}."[:200]) from None


def _seat_note(seat: Member | BotSeat | None) -> SeatNote:
    if seat is None:
        return SeatNote(kind="open")
    if isinstance(seat, BotSeat):
        return SeatNote(kind="bot", name=seat.name, level=seat.level)
    return SeatNote(kind="human", name=seat.name, connected=seat.peer is not None, via=seat.via)

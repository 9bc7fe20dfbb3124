"""Match: one game at a table, with its log, its questions and its players' requests."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Literal

from engine.bots.registry import NEUTRAL
from net.base.clock import Timer
from net.base.errors import NetError
from net.gamelog.entries import ChangeEntry, SeatEntry
from net.host.game.hints import Hints
from net.host.game.match_state import MatchState
from net.host.game.turn_clock import TurnClock
from net.host.seats.lobby import BotSeat, Member
from net.host.store.stored_table import TableRecord
from net.identity.crypto import SealKey
from net.protocol.client_messages import Act, AskHint, Commit, Reveal, Vote
from net.protocol.host_messages import HintNote

OWNER = -1
BotPlays = Literal["bot", "open", "banned", "away"]
"""Reasons for which a bot plays a seat from now on, as the log has them."""
_ORIGINS = 256
"""Addresses of players that a game remembers."""
_KNOCKS = 2
"""People of an address for whom the owner is asked."""


class Match:
    """A game that is being played by the seats of a lobby. Nothing here waits."""

    def __init__(self, state: MatchState, kept: TableRecord | None = None) -> None:
        """Take over a game.

        Args:
            state: Of the match.
            kept: The table as it was stored, if the game goes on.

        Raises:
            NetError: ``stored``, when a clock that was stored does not fit the game.
        """
        for spectator in state.lobby.spectators:
            spectator.shown = 0

        self.game = state.game
        self._state = state
        self._asides: Counter[int] = Counter()
        """How much people added to the log beside their moves: by seat, and -1 for the owner."""
        self.told = 0
        """Entries of the log that everybody at the table has been sent, but spectators where they see them later."""
        self.shown = 0
        """Entries of the log that spectators may see."""
        self.undealt: set[int] = set()
        """Seats because of which the game could not be dealt."""
        self.wishes = frozenset(kept.wishes) if kept else frozenset[int]()
        """When the game is over: the seats whose players would like to play again."""
        self.counted = kept is not None and state.game.over
        """When the game is over: whether its score has been counted."""
        self.rested = False
        """When the game is over: whether its players had the time to look at the result."""
        self.read = False
        """And whether those who look at it long have had theirs."""
        here = [player.peer for player in state.lobby.players if player.peer]
        self.origins: tuple[bytes, ...] = kept.origins if kept else ()
        """The addresses from which people with a seat in this game have come, hashed; stored with the table."""
        for peer in here:
            self.came_from(peer.origin)
        self.knocks: dict[bytes, tuple[str, bytes]] = {}
        """People who wait for the owner's yes, with their names and addresses."""
        self._admitted: set[bytes] = set()
        """Those who have it."""
        self._sharing: Timer | None = None
        self._half = 0
        """Counts how often the players were given time for their shares."""
        self._asked: tuple[object, ...] | None = None
        """The question when somebody was asked last, see `_due`; None: nobody was asked, or time was stopped since."""
        self._nudged = 0
        """The last question of which its player was reminded."""
        self._hints = Hints(state)
        self.turn_clock = TurnClock(state, kept.clock if kept else None)

    @property
    def running(self) -> bool:
        """Whether the game is dealt and not over."""
        return self.game.dealt and not self.game.over

    @property
    def open_seats(self) -> set[int]:
        """Seats that somebody may take now."""
        return self.game.validator.open_seats if self._has_room else set()

    def may_return(self, pub: bytes) -> bool:
        """Whether somebody may have the seat back that a bot plays while they are away."""
        validator = self.game.validator
        seat = validator.sat.get(pub)
        return seat is not None and validator.lent.get(seat) == pub and self._has_room

    @property
    def _has_room(self) -> bool:
        """Whether people may sit down: not where the log would become so long that nobody could keep it."""
        return self.running and self.game.log.size <= self._state.limits.log // 2

    def ask_players(self) -> None:
        """Ask for what is due: the players' shares of the seed, or the open decision; again only if that has changed.

        To be called when everything that has happened was told.
        """
        due = self._due()
        if due == self._asked:
            return
        self._asked = due
        if self._sharing:
            self._sharing.cancel()
            self._sharing = None
        if self.game.validator.missing:
            self._half += 1
            give_up = partial(self._give_up, self._half)
            self._sharing = self._state.inbox.later(self._state.limits.shares, give_up)
        else:
            self.turn_clock.ask_player()

    def _due(self) -> tuple[object, ...]:
        """The question that the table waits for, the player asked, whether they sleep, and whether anybody is here.

        It asks again when this changes. Each half of the deal has its own time-out, which a repeated message does not
        restart.
        """
        game = self.game
        seat = game.seat
        who = None if seat is None else self._state.lobby.seats[seat]
        peer = who.peer if isinstance(who, Member) else None
        halves = bool(game.validator.missing), bool(game.validator.uncommitted)
        here = self._state.options.correspondence or any(member.peer for member in self._state.lobby.people)
        sleeps = seat is not None and self.turn_clock.sleeps(seat)
        return halves, game.did, game.over, game.validator.held, who, peer, here, sleeps

    def seat_for(self, pub: bytes) -> int | None:
        """The seat that an identity may take now: the one they have had in this game, if they have had one."""
        seats, validator = self.open_seats, self.game.validator
        if pub in validator.sat:
            seat = validator.sat[pub]
            return seat if seat in seats or self.may_return(pub) else None
        # A seat that its owner has opened comes before that of a bot.
        return min(seats, key=lambda seat: (seat not in validator.opened, seat), default=None)

    def stop(self) -> None:
        """Cancel what waits for players."""
        self._asked = None
        if self._sharing:
            self._sharing.cancel()
        self.turn_clock.stop()

    # What players do

    def act(self, seat: int, act: Act) -> None:
        """A player's move.

        Raises:
            NetError: when it is refused.
        """
        game = self.game
        if not game.dealt:
            raise NetError("not_started")
        if game.over:
            raise NetError("game_over")
        if game.validator.held:
            raise NetError("on_hold")
        if act.did != game.did:
            raise NetError("stale_decision")
        game.act(seat, act)
        self.turn_clock.charge(seat)

    def hint(self, seat: int, request: AskHint) -> None:
        """A player would like to know what a bot would do; they are told when it is found.

        Raises:
            NetError: ``no_hints``, ``stale_decision``, ``not_your_turn``, ``not_started`` or ``game_over``.
        """
        self._check_running()
        self._hints.find_hint(seat, request, self._tell_hint)

    def _tell_hint(self, who: Member, note: HintNote) -> None:
        if who.peer:
            self._state.send(who.peer, note.frame())

    def share(self, seat: int, request: Commit | Reveal) -> None:
        """A player's part in the deal.

        Raises:
            NetError: ``bad_signature``.
        """
        if isinstance(request, Commit):
            self.game.commit(seat, request)
        else:
            self.game.reveal(seat, request)

    def vote(self, seat: int, request: Vote) -> None:
        """A player wants the game to end, or not any more.

        Raises:
            NetError: ``not_started``, ``game_over`` or ``rate_limited``.
        """
        if self.game.dealt and (seat in self.game.validator.votes) == request.end:
            # It counts already: perhaps it has even ended the game, and its player was not told.
            return
        self._check_running()
        self._aside(seat)
        self.game.vote(seat, request.end)

    def nudge(self, seat: int) -> int:
        """A player reminds the one who is asked.

        Returns:
            The seat that is asked.

        Raises:
            NetError: ``nudge_early``, ``not_started`` or ``game_over``.
        """
        self._check_running()
        asked, did = self.game.seat, self.game.did
        who = None if asked is None else self._state.lobby.seats[asked]
        late = self.turn_clock.asked >= self._state.limits.nudge and did != self._nudged
        if asked is None or asked == seat or not isinstance(who, Member) or who.peer is None or not late:
            raise NetError("nudge_early")
        self._nudged = did
        return asked

    def wake(self, seat: int) -> None:
        """A player is there again; one who was not asleep, or whose game is over, is told nothing else."""
        if self.running:
            self.game.wake(seat)

    def wish(self, seat: int, *, on: bool) -> bool:
        """A player would like to play again, or not after all; returns whether that is new."""
        if (seat in self.wishes) == on:
            return False
        self.wishes ^= {seat}
        return True

    # What the owner does

    def hold(self, on: bool) -> None:
        """Let the game rest, or go on.

        Raises:
            NetError: ``not_started``, ``game_over`` or ``rate_limited``.
        """
        self._check_running()
        self._aside(OWNER)
        self.game.hold(on)

    def hand_over(self, seat: int, reason: BotPlays) -> Member | None:
        """Let a bot play a seat from now on.

        Returns:
            The player who sat there.

        Raises:
            NetError: ``seat_bad``, ``not_started``, ``game_over`` or ``rate_limited``.
        """
        self._check_running()
        if seat >= len(self._state.lobby.seats):
            raise NetError("seat_bad")
        self._aside(OWNER)
        sitter = self._state.lobby.seats[seat]
        self._give_to_bot(seat, sitter.name if isinstance(sitter, BotSeat) else "", reason)
        return sitter if isinstance(sitter, Member) else None

    def _give_to_bot(self, seat: int, name: str, reason: BotPlays) -> None:
        name = name or self._state.lobby.bot_name(seat)
        # A key nobody has: what the seat learns from now on, its former player does not.
        who = SeatEntry(name=name, level=NEUTRAL, seal=SealKey().public)
        self.game.change(ChangeEntry(seat=seat, who=who, reason=reason))
        self._state.lobby.seat(seat, BotSeat(name, NEUTRAL))

    def admit(self, pub: bytes) -> None:
        """Let somebody sit down who was told to wait for the owner's yes.

        Raises:
            NetError: ``seat_bad``, ``not_started`` or ``game_over``.
        """
        self._check_running()
        if pub not in self.knocks:
            raise NetError("seat_bad")
        self._admitted.add(pub)
        del self.knocks[pub]

    # Those who come and go

    def came_from(self, origin: bytes) -> None:
        """Somebody with a seat has come from an address."""
        if origin and origin not in self.origins:
            self.origins = (*self.origins, origin)[-_ORIGINS:]

    def is_first_of(self, origin: bytes, pub: bytes) -> bool:
        """Whether somebody may sit down without the owner's yes: nobody of their address has a seat, or had one.

        Who has had a seat takes no other. Keys cost nothing, so that one person could see all the bots' hands.
        """
        return origin not in self.origins or pub in self.game.validator.sat or pub in self._admitted

    def knock(self, pub: bytes, name: str, origin: bytes) -> bool:
        """Somebody needs the owner's yes; returns whether the owner is to be told, as of few of each address."""
        asking = [asked for _, asked in self.knocks.values()]
        if pub in self.knocks or asking.count(origin) >= _KNOCKS:
            return False
        self.knocks[pub] = name, origin
        return True

    def take_seat(self, seat: int, member: Member) -> None:
        """Somebody sits down in the middle of the game, and learns what the seat knows.

        Raises:
            NetError: ``rate_limited``.
        """
        self._aside(seat)
        self._state.lobby.seat(seat, member)
        who = SeatEntry(name=member.name, pub=member.pub, seal=member.seal, via=member.via)
        self.game.change(ChangeEntry(seat=seat, who=who, reason="taken"))

    def gone(self, seat: int) -> None:
        """A player is gone: a bot has the seat again if they took it in the middle of the game, and they may come back.

        Else spare keys would sit down and leave, and read on with what they were given.
        """
        if self.running and self.game.validator.was_taken(seat):
            self._give_to_bot(seat, "", "away")

    # What happens by itself

    def _give_up(self, half: int) -> None:
        """Somebody has not given a share of the seed: the game is not dealt."""
        if half == self._half and self.game.validator.missing:
            self.undealt = self.game.validator.missing
            self.game.finish("undealt")

    def _aside(self, who: int) -> None:
        """Count what somebody adds to the log beside moves: only so much is allowed.

        Raises:
            NetError: ``rate_limited``.
        """
        if self._asides[who] >= self._state.limits.asides:
            raise NetError("rate_limited")
        self._asides[who] += 1

    def _check_running(self) -> None:
        if self.game.over:
            raise NetError("game_over")
        if not self.game.dealt:
            raise NetError("not_started")

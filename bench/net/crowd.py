"""Load generator: many players in one process, who all play in one thread."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from selectors import EVENT_READ, DefaultSelector
from ssl import SSLSocket
from time import perf_counter

from bench.net.guest import Guest, at_once
from net.base.limits import DEFAULT
from net.identity.invitations import Invite, parse_target
from net.identity.tls import client_context

_PATIENCE = 30.0
"""Seconds a deal may take."""


class Party:
    """Everybody at one table."""

    def __init__(self, crowd: Crowd, invite: Invite, size: int, source: str) -> None:
        self.crowd = crowd
        self.rate = crowd.rate
        """Moves a second, on average."""
        self.invite = invite
        self.where = (invite.address.host, invite.address.port)
        self.source = (source, 0) if source else None
        self.errors = crowd.errors
        self.guests = [Guest(self, f"Guest {i + 1}") for i in range(size)]
        self.due: float | None = None
        """When the next move is to be made, if it is not made yet."""
        self.dealt = False
        """Whether a game has got as far as the first question."""
        self.games = 0
        """Games that have ended."""
        self.moves = 0
        self._sent = 0.0
        self._expected = 0
        self._heads: dict[int, bytes] = {}

    def asked(self, guest: Guest) -> None:
        """Somebody is asked: the move is made when it is due."""
        self.dealt = True
        if self.due is not None and self.due <= perf_counter():
            self.move(guest)

    def move(self, guest: Guest) -> None:
        """Make the move that is due."""
        assert self.due is not None
        self._sent, self.due = self.due, None
        self._expected = guest.seq + 1
        guest.act(self.crowd.rng)
        self.crowd.plan(self, self._sent)

    def heard(self, guest: Guest) -> None:
        """Somebody's log has grown; everybody's must be the same."""
        if self._heads.setdefault(guest.seq, guest.head) != guest.head:
            raise RuntimeError(f"two histories at entry {guest.seq}")
        if (
            guest.seq == self._expected
            and not guest.watch
            and all(each.seq >= guest.seq for each in self.guests if each.sock and not each.deaf)
        ):
            self.moves += 1
            self.crowd.times.append(perf_counter() - self._sent)

    def ended(self) -> None:
        """Somebody's game is over: the last to learn it counts."""
        if all(each.over for each in self.guests):
            self.games += 1


class Crowd:
    """Parties that play, all in one thread."""

    def __init__(self, rate: float = 1.0, seed: int = 1) -> None:
        """Prepare a crowd.

        Args:
            rate: Moves a second of each table, on average: the next is due after a random time, whatever the last took.
            seed: Of what is random.
        """
        self.parties: list[Party] = []
        self.rng = random.Random(seed)
        self.errors: Counter[str] = Counter()
        """Codes the host refused something with."""
        self.times: list[float] = []
        """Seconds from when each move was due until the last guest of its table had it."""
        self.lost: list[Guest] = []
        """Who was hung up on."""
        self.rate = rate
        self.context = client_context()
        self._selector = DefaultSelector()
        self._plans: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def invited(self, invite: str, size: int = 8, source: str = "") -> Party:
        """Somebody else's table; nobody has come yet.

        Args:
            invite: To the table.
            size: How many people play.
            source: Address to call from, of this machine.
        """
        target = parse_target(invite)
        assert isinstance(target, Invite)
        party = Party(self, target, size, source)
        self.parties.append(party)
        return party

    def arrive(self, guest: Guest) -> None:
        """Let somebody join, or come back.

        Raises:
            OSError: when the host does not take the call.
        """
        at_once(guest.calling(self.context))
        self.listen_to(guest)

    def seat(self, parties: Sequence[Party]) -> None:
        """Let everybody who is not there yet come to their table."""
        for party in parties:
            for guest in party.guests:
                if guest.sock is None:
                    self.arrive(guest)
            # The others go on breathing meanwhile.
            self.run(0)

    def deal(self, parties: Sequence[Party]) -> None:
        """Begin a game at each of these full tables.

        Raises:
            RuntimeError: when one is not dealt in time.
        """
        if not all(self.start(party) for party in parties):
            raise RuntimeError("the games could not be dealt in time")

    def listen_to(self, guest: Guest) -> None:
        """Read what somebody is told from now on, and let them ping."""
        assert guest.sock
        self._selector.register(guest.sock, EVENT_READ, guest)
        self.after(self.rng.uniform(0, DEFAULT.heartbeat), partial(self._breathe, guest, guest.sock))

    def cut(self, guest: Guest) -> None:
        """Somebody's connection breaks."""
        self.deafen(guest)
        guest.cut()

    def leave(self, guest: Guest) -> None:
        """Somebody goes home."""
        self.deafen(guest)
        guest.leave()

    def deafen(self, guest: Guest) -> None:
        """Somebody reads no more, and keeps the connection."""
        if guest.sock and not guest.deaf:
            self._selector.unregister(guest.sock)
        guest.deaf = True

    def start(self, party: Party) -> bool:
        """Begin a game at a full table; returns whether it is dealt in time."""
        party.guests[0].start()
        return self.run(_PATIENCE, lambda: party.dealt)

    def go(self) -> None:
        """From now on moves are made, everywhere."""
        for party in self.parties:
            self.plan(party, perf_counter())

    def plan(self, party: Party, last: float) -> None:
        """Plan a table's next move, a random time after the last one."""
        due = last + self.rng.expovariate(party.rate)
        party.due = due
        self._at(due, partial(self._due, party, due))

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        """Do something later."""
        self._at(perf_counter() + seconds, action)

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Play for a while, or until something is so; returns whether it is. In no time, what is due is done."""
        end = perf_counter() + seconds
        while not until():
            now = perf_counter()
            while self._plans and self._plans[0][0] <= now:
                heapq.heappop(self._plans)[2]()
            wake = min(end, self._plans[0][0]) if self._plans else end
            for key, _ in self._selector.select(max(0.0, wake - perf_counter())):
                sock, guest = key.fileobj, key.data
                if not guest.read():
                    self._selector.unregister(sock)
                    self.lost.append(guest)
            if now >= end:
                return False
        return True

    def close(self) -> None:
        """Everybody goes, without a word."""
        for party in self.parties:
            for guest in party.guests:
                self.cut(guest)
        self._selector.close()

    def _at(self, when: float, action: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._plans, (when, self._count, action))

    def _due(self, party: Party, due: float) -> None:
        guest = next((each for each in party.guests if each.asked), None)
        if guest and party.due == due:
            party.move(guest)

    def _breathe(self, guest: Guest, sock: SSLSocket) -> None:
        """Let somebody ping as clients do (`net.client.following`), for as long as the connection lasts."""
        if guest.sock is not sock:
            return
        now = perf_counter()
        if guest.next_ping <= now:
            guest.ping()
        self._at(guest.next_ping, partial(self._breathe, guest, sock))

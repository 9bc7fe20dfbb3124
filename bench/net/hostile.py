"""Attacks: each against a host with the limits people play with, measured by everybody else's game.

Everybody calls from an address of their own on loopback: each table's players from one, attackers from theirs, but for
those who are their victims' neighbours.
"""

from __future__ import annotations

import socket
import sys
from collections import Counter, deque
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import perf_counter, sleep
from typing import Any

from bench.net.capacity import load, pace
from bench.net.crowd import Crowd, Party
from bench.net.guest import Guest, at_once, client_hello, securing
from bench.net.served import Served
from net.protocol.client_messages import Act, Say
from net.protocol.frames import encode

POSSIBLE = sys.platform == "linux"
"""Elsewhere, loopback has one address, and an attacker could not be told from the players."""
_TURN = 0.02
"""Seconds between two turns of an attacker."""
_HELD = 1000
"""Connections an attacker keeps."""
_CALL = 1.0
"""Seconds a connection may take."""
_PATIENCE = 240.0
"""Seconds it may take a host, at most, to be done with one, on any machine."""


class Attack:
    """Somebody who means ill, in a thread of their own: a call may take its time."""

    people = 8
    """How many people sit at the table that is attacked; bots have the other seats."""

    def __init__(self, crowd: Crowd, party: Party, rate: float) -> None:
        """Prepare an attack.

        Args:
            crowd: The players.
            party: A table of theirs.
            rate: How often a second.
        """
        self.crowd = crowd
        self.party = party
        self.fates: Counter[str] = Counter()
        """Counts of the outcomes for the attacker."""
        self.doors: dict[str, int] = {}
        """Ports of the host's further doors."""
        self.on = True
        self.count = 0
        """How often it was done."""
        self._rate = rate
        self._socks: deque[socket.socket] = deque()
        self._guests: list[Guest] = []
        self._thread = Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Strike, from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Strike no more; the others play on meanwhile."""
        self.on = False
        self.crowd.run(_PATIENCE, lambda: not self._thread.is_alive())
        self._thread.join()

    def _run(self) -> None:
        start = perf_counter()
        while self.on:
            if self.count < self._rate * (perf_counter() - start):
                self.count += 1
                self.strike()
            else:
                sleep(_TURN)

    def strike(self) -> None:
        """Do it once."""

    def settled(self) -> bool:
        """Whether what must become of it has come."""
        return True

    def end(self) -> None:
        """See what has become of it."""
        for sock in self._socks:
            sock.close()
        for guest in self._guests:
            guest.cut()

    def call(self, address: str, says: bytes = b"") -> None:
        """Connect without more, and keep the connection."""
        sock = socket.socket()
        self._socks.append(sock)
        with suppress(OSError):
            sock.settimeout(_CALL)
            sock.bind((address, 0))
            sock.connect(self.party.where)
            sock.send(says)
        sock.setblocking(False)
        if len(self._socks) > _HELD:
            oldest = self._socks.popleft()
            self.fates["closed"] += _closed(oldest)
            oldest.close()

    def visitor(self, address: str, room: int = 0, token: bytes | None = None, *, watch: bool = True) -> Guest | None:
        """Somebody who joins, with a key of their own, to watch or for a seat; None when that is refused."""
        guest = Guest(self.party, f"Visitor {self.count}", watch=watch)
        guest.source, guest.room, guest.token = (address, 0), room, token
        self._guests.append(guest)
        try:
            at_once(guest.calling(self.crowd.context))
        except OSError:
            self.fates[guest.last or "turned away"] += 1
            guest.cut()
            return None
        self.fates["joined"] += 1
        return guest


class Deaf(Attack):
    """A spectator of a fast table that shows that it is there, and reads nothing."""

    _guest: Guest | None = None

    def strike(self) -> None:
        """Come, and show that one is there."""
        if self._guest is None:
            self.party.rate = 60.0
            self._guest = self.visitor("127.0.2.1", room=1)
        else:
            self._guest.ping()

    def end(self) -> None:
        """See whether the host has hung up."""
        self.fates["dropped" if self.settled() else "kept"] += 1
        super().end()

    def settled(self) -> bool:
        """Whether the host has hung up."""
        if self._guest is None:
            return False
        with suppress(OSError):
            if self._guest.sock:
                self._guest.sock.getpeername()
                return False
        return True


class Idle(Attack):
    """Connections of many addresses that say nothing."""

    says = b""

    def strike(self) -> None:
        """Connect."""
        self.call(_from(self.count), self.says)

    def settled(self) -> bool:
        """Whether there were more than the host has room for."""
        return self.fates["closed"] > 0

    def end(self) -> None:
        """See which connections the host has closed."""
        for sock in self._socks:
            self.fates["closed" if _closed(sock) else "open"] += 1
        super().end()


class Foreign(Idle):
    """Connections of many addresses that speak something else."""

    says = b"GET / HTTP/1.1\r\n\r\n"


class Stalled(Idle):
    """Connections of many addresses that begin a handshake, and leave it at that."""

    says = client_hello()


class Neighbour(Attack):
    """Wrong tokens, and connections that say nothing, from an address of people who play, or want to watch."""

    _slowest = 0.0

    def strike(self) -> None:
        """Do all of it."""
        assert self.party.source
        address = self.party.source[0]
        self.call(address)
        self.visitor(address, token=bytes(8))
        if self.count % 10 == 0:
            start = perf_counter()
            guest = self.visitor(address)
            self._slowest = max(self._slowest, perf_counter() - start)
            if guest:
                guest.cut()

    def settled(self) -> bool:
        """Whether somebody has come in, or tried to."""
        return self.count > 10

    def end(self) -> None:
        """Tell how long the people had to wait."""
        self.fates["ms, at most, to get in"] = round(1000 * self._slowest)
        super().end()


class SpareKeys(Attack):
    """One key after another asks for a bot's seat, from the address of people who play; the owner never answers."""

    people = 7

    def strike(self) -> None:
        """Ask, and go when refused."""
        assert self.party.source
        guest = self.visitor(self.party.source[0], watch=False)
        if guest:
            self.fates[_last_word(guest) or "waits"] += 1
            guest.cut()

    def settled(self) -> bool:
        """Whether some have asked."""
        return self.count > 10


class Flood(Attack):
    """Connections that make the host do the work of a secure one, and go."""

    def strike(self) -> None:
        """Connect, securely."""
        try:
            at_once(securing(self.party.where, self.crowd.context, (_from(self.count), 0))).close()
            self.fates["accepted"] += 1
        except OSError:
            self.fates["turned away"] += 1


class Garbage(Attack):
    """A spectator that sends frames which are none, and comes back as often as it is thrown out."""

    def strike(self) -> None:
        """Come, and send what is no frame."""
        guest = self.visitor("127.0.2.1")
        if guest:
            # A byte msgpack does not know.
            guest.send(encode(b"\xc1"))
            self.fates[_last_word(guest)] += 1

    def settled(self) -> bool:
        """Whether it has been thrown out."""
        return self.fates["bad_frame"] > 0


class Noise(Attack):
    """A spectator that asks for more than anybody may."""

    _guest: Guest | None = None

    def strike(self) -> None:
        """Come, and ask."""
        if self._guest is None:
            self._guest = self.visitor("127.0.2.1")
            return
        guest = self._guest
        guest.cid += 1
        if self.count % 2:
            guest.send(Say(cid=guest.cid, text="!" * 280).frame())
        else:
            wrong = Act(cid=guest.cid, did=0, head=bytes(32), move="end", salt=bytes(16), sig=bytes(64))
            guest.send(wrong.frame())
        if guest.last:
            self.fates[_last_word(guest)] += 1
            self._guest = None

    def settled(self) -> bool:
        """Whether it has been let go."""
        return self.fates["rate_limited"] > 0


Attacks = dict[str, tuple[type[Attack], float]]
ATTACKS: Attacks = {
    "deaf": (Deaf, 1.0),
    "idle": (Idle, 1000.0),
    "foreign": (Foreign, 1000.0),
    "stalled": (Stalled, 1000.0),
    "flood": (Flood, 200.0),
    "neighbour": (Neighbour, 20.0),
    "spare keys": (SpareKeys, 20.0),
    "garbage": (Garbage, 200.0),
    "noise": (Noise, 200.0),
}
"""Name -> what it is, and how often a second."""


def under(
    name: str,
    folder: Path,
    *,
    tables: int = 20,
    rate: float = 1.0,
    seconds: float = 10.0,
    rest: float = 0.0,
    attacks: Attacks = ATTACKS,
    serve: type[Served] = Served,
) -> dict[str, Any]:
    """Let tables of eight play, and then attack their host.

    Args:
        name: One of the attacks.
        folder: For the host's journal.
        tables: How many tables play.
        rate: Moves a second of each.
        seconds: How long they play alone, and then under attack.
        rest: How long they play on after it, until its host's memory is looked at once more.
        attacks: Those there are.
        serve: The host.

    Returns:
        ``attack``; ``alone`` and ``attacked``, each with the `pace` and the `load`; ``rss_alone_mib``, how much more
        memory the games take after that; ``rss_growth_mib``, how much more at the end of the attack, and
        ``rss_left_mib``, after the rest; ``fates``, how often what happened to the attackers; ``lost``, players who
        lost their connection, and ``moves``, both of all other tables.
    """
    kind, often = attacks[name]
    with serve(folder) as host:
        crowd = Crowd(rate)
        try:
            invites = host.open(tables) + host.open(1, bots=["novice"] * (8 - kind.people))
            parties = [
                crowd.invited(invite, source=f"127.0.1.{number + 1}", size=8 if number < tables else kind.people)
                for number, invite in enumerate(invites)
            ]
            for party in parties:
                for guest in party.guests:
                    crowd.arrive(guest)
                crowd.start(party)
            crowd.go()
            crowd.run(1)
            crowd.times.clear()

            before, start = host.stats(), perf_counter()
            crowd.run(seconds)
            calm = host.stats()
            alone = pace(crowd.times) | load(before, calm, perf_counter() - start, len(crowd.times))

            # Its table is fast in one of the attacks, and none of the others.
            attack = kind(crowd, parties.pop(), often)
            attack.doors = host.doors
            moves = [party.moves for party in parties]
            crowd.times.clear()
            start = perf_counter()
            attack.begin()
            crowd.run(seconds)
            before_it = list(zip(parties, moves, strict=True))
            crowd.run(_PATIENCE, lambda: attack.settled() and all(party.moves > was for party, was in before_it))
            after = host.stats()
            attacked = pace(crowd.times) | load(calm, after, perf_counter() - start, len(crowd.times))
            attack.stop()
            attack.end()
            crowd.run(rest)
            return {
                "attack": name,
                "alone": alone,
                "attacked": attacked,
                "rss_alone_mib": round((calm.rss - before.rss) / 1024, 1),
                "rss_growth_mib": round((after.rss - calm.rss) / 1024, 1),
                "rss_left_mib": round((host.stats().rss - calm.rss) / 1024, 1),
                "fates": dict(attack.fates),
                "lost": len(crowd.lost),
                "moves": [party.moves - was for party, was in zip(parties, moves, strict=True)],
            }
        finally:
            crowd.close()


def _from(number: int) -> str:
    """One of a network of 250 addresses."""
    return f"127.0.3.{1 + number % 250}"


def _closed(sock: socket.socket) -> bool:
    try:
        while sock.recv(4096):
            pass
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


def _last_word(guest: Guest) -> str:
    """Why the host hung up on somebody; that they come to know it takes a moment."""
    if guest.sock:
        with suppress(OSError):
            guest.sock.settimeout(_PATIENCE)
            while guest.read():
                pass
    guest.cut()
    return guest.last or "dropped"

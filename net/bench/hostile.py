"""What hostile peers can do to everybody else's game: each attack against a host with the limits people play with.

Everybody calls from an address of their own on loopback: each table's players from one, attackers from theirs.
"""

from __future__ import annotations

import socket
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from net.bench.capacity import load, pace
from net.bench.crowd import Crowd, Party
from net.bench.guest import Guest, secured
from net.bench.served import Served
from net.frames import encode
from net.messages import Act, Say

POSSIBLE = sys.platform == "linux"
"""Elsewhere, loopback has one address, and an attacker could not be told from the players."""
_TURN = 0.02
"""Seconds between two turns of an attacker."""
_PATIENCE = 60.0
"""Seconds it may take a host, at most, to be done with one."""


class Attack:
    """Somebody who means ill, in turns between the others' moves."""

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
        """What has become of it: how often what happened to the attacker."""
        self.on = True
        self._each = rate * _TURN
        self._owed = 0.0
        self.count = 0
        """How often it was done."""
        self._socks: list[socket.socket] = []
        self._guests: list[Guest] = []

    def turn(self) -> None:
        """Do what is due, and come back."""
        if not self.on:
            return
        self._owed += self._each
        while self._owed >= 1:
            self._owed -= 1
            self.count += 1
            self.strike()
        self.crowd.after(_TURN, self.turn)

    def strike(self) -> None:
        """Do it once."""

    def settled(self) -> bool:
        """Whether what must become of it has come."""
        return True

    def end(self) -> None:
        """Stop, and see what has become of it."""
        self.on = False
        for sock in self._socks:
            sock.close()
        for guest in self._guests:
            guest.cut()

    def visitor(self, address: str, room: int = 0) -> Guest | None:
        """Somebody who joins to watch, from an own address; None when that is refused."""
        guest = Guest(self.party, f"Visitor {self.count}", watch=True)
        guest.source, guest.room = (address, 0), room
        self._guests.append(guest)
        try:
            guest.call(self.crowd.context)
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
    """Connections that say nothing."""

    def strike(self) -> None:
        """Connect."""
        sock = socket.create_connection(self.party.where, source_address=(_from(self.count), 0))
        sock.setblocking(False)
        self._socks.append(sock)

    def end(self) -> None:
        """See which connections the host has closed."""
        for sock in self._socks:
            self.fates["closed" if _closed(sock) else "open"] += 1
        super().end()


class Flood(Attack):
    """Connections that make the host do the work of a secure one, and go."""

    def strike(self) -> None:
        """Connect, securely."""
        try:
            secured(self.party.where, self.crowd.context, (_from(self.count), 0)).close()
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


ATTACKS: dict[str, tuple[type[Attack], float]] = {
    "deaf": (Deaf, 1.0),
    "idle": (Idle, 400.0),
    "flood": (Flood, 200.0),
    "garbage": (Garbage, 200.0),
    "noise": (Noise, 200.0),
}
"""Name -> what it is, and how often a second."""


def under(
    name: str, folder: Path, *, tables: int = 20, rate: float = 1.0, seconds: float = 10.0, strikes: int = 2000
) -> dict[str, Any]:
    """Let tables of eight play, and then attack their host.

    Args:
        name: One of `ATTACKS`.
        folder: For the host's journal.
        tables: How many tables play.
        rate: Moves a second of each.
        seconds: How long they play alone, and then under attack.
        strikes: The attack ends after so many.

    Returns:
        ``attack``; ``alone`` and ``attacked``, each with the `pace` and the `load`; ``rss_growth_mib``; ``fates``, how
        often what happened to the attackers; ``lost``, players who lost their connection, and ``moves``, both
        of all other tables.
    """
    kind, often = ATTACKS[name]
    with Served(folder, strict=True) as host:
        crowd = Crowd(rate)
        try:
            parties = [
                crowd.invited(invite, source=f"127.0.1.{number + 1}")
                for number, invite in enumerate(host.open(tables + 1))
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
            moves = [party.moves for party in parties]
            crowd.times.clear()
            start = perf_counter()
            attack.turn()
            crowd.run(seconds, lambda: attack.count >= strikes)
            crowd.run(max(0.0, start + seconds - perf_counter()))
            crowd.run(_PATIENCE, attack.settled)
            after = host.stats()
            attack.end()
            return {
                "attack": name,
                "alone": alone,
                "attacked": pace(crowd.times) | load(calm, after, perf_counter() - start, len(crowd.times)),
                "rss_growth_mib": round((after.rss - calm.rss) / 1024, 1),
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
        return not sock.recv(1)
    except BlockingIOError:
        return False
    except OSError:
        return True


def _last_word(guest: Guest) -> str:
    """Why the host hung up on somebody; that they come to know it takes a moment."""
    if guest.sock:
        with suppress(OSError):
            guest.sock.settimeout(5)
            while guest.read():
                pass
    guest.cut()
    return guest.last or "dropped"

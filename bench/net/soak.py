"""Soak test: tables of people and bots play game after game over breaking connections, and nothing may pile up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.net.crowd import Crowd, Party
from bench.net.guest import Guest
from bench.net.served import Served

_PEOPLE = 2
_BOTS = ("steward", "random")
_RATE = 4.0
"""Moves a second of each table's people."""
_PAUSE = 0.1
"""Seconds between the moves of bots."""
_SAMPLE = 5.0
"""Seconds between two looks at the host."""
_PATIENCE = 240.0
"""Seconds a short soak may go on, on a busy machine, until anybody has moved."""


class _Unrest:
    """Cuts connections, brings people back, and has them play at another table when a game is over."""

    def __init__(self, host: Served, crowd: Crowd, cuts: float) -> None:
        self.host = host
        self.crowd = crowd
        self.cuts = 0
        self.games = 0
        self.moves = 0
        """Of people, at the tables that are over."""
        self._pause = 1 / cuts

    def begin(self) -> None:
        """From now on."""
        self.crowd.after(self._pause, self._cut)
        self.crowd.after(1, self._look)

    def _cut(self) -> None:
        guest = self.crowd.rng.choice([guest for party in self.crowd.parties for guest in party.guests])
        if guest.sock:
            self.crowd.cut(guest)
            self.cuts += 1
            self.crowd.after(self.crowd.rng.uniform(0, 3), partial(self._back, guest))
        self.crowd.after(self.crowd.rng.expovariate(1 / self._pause), self._cut)

    def _back(self, guest: Guest) -> None:
        if guest.sock is None and guest.party in self.crowd.parties:
            try:
                self.crowd.arrive(guest)
            except OSError:
                # The host is too busy for one more, and a client would try again.
                self.crowd.after(1, partial(self._back, guest))

    def _look(self) -> None:
        for party in list(self.crowd.parties):
            if all(guest.over and guest.sock for guest in party.guests):
                self.games += 1
                self.moves += party.moves
                for guest in party.guests:
                    self.crowd.leave(guest)
                self.crowd.parties.remove(party)
                self._again()
        for guest in self.crowd.lost:
            self.crowd.after(1, partial(self._back, guest))
        self.crowd.lost.clear()
        self.crowd.after(1, self._look)

    def _again(self) -> None:
        """Have others play at another table: a finished one goes with its people."""
        (invite,) = self.host.open(1, _PEOPLE + len(_BOTS), _BOTS, _PAUSE)
        party = self.crowd.invited(invite, _PEOPLE)
        for guest in party.guests:
            self._back(guest)
        self.crowd.after(1, partial(self._start, party))

    def _start(self, party: Party) -> None:
        """Begin the game as soon as everybody has come."""
        if all(guest.sock for guest in party.guests):
            party.guests[0].start()
            self.crowd.plan(party, perf_counter())
        else:
            self.crowd.after(1, partial(self._start, party))


def soak(minutes: float, folder: Path, tables: int = 50, cuts: float = 5.0) -> dict[str, Any]:
    """Let tables of two people and two bots play for long.

    Args:
        minutes: How long.
        folder: For the host's journal.
        tables: How many.
        cuts: Connections that break, a second; each comes back within three.

    Returns:
        ``minutes``, ``games`` that were played to their end, ``moves`` of people, ``cuts``, ``rss_mib`` at the
        beginning, in the middle and at the end, ``rss_slope_mib``, how much it grew per ten minutes in the second half
        (a straight line through it), ``tasks`` of the host at the end, ``errors`` it logged and ``refused``, the codes
        of its refusals.
    """
    with Served(folder) as host:
        crowd = Crowd(_RATE)
        try:
            for invite in host.open(tables, _PEOPLE + len(_BOTS), _BOTS, _PAUSE):
                party = crowd.invited(invite, _PEOPLE)
                for guest in party.guests:
                    crowd.arrive(guest)
                crowd.start(party)
            crowd.go()
            unrest = _Unrest(host, crowd, cuts)
            unrest.begin()
            samples: list[tuple[float, float]] = []
            start = perf_counter()
            while (spent := perf_counter() - start) < 60 * minutes or (
                spent < _PATIENCE and not any(party.moves for party in crowd.parties)
            ):
                crowd.run(min(_SAMPLE, max(1.0, 60 * minutes - spent)))
                samples.append(((perf_counter() - start) / 60, host.stats().rss / 1024))
            last = host.stats()
            return {
                "minutes": minutes,
                "tables": tables,
                "games": unrest.games,
                "moves": unrest.moves + sum(party.moves for party in crowd.parties),
                "cuts": unrest.cuts,
                "rss_mib": [round(samples[at][1], 1) for at in (0, len(samples) // 2, -1)],
                "rss_slope_mib": round(10 * slope(samples[len(samples) // 2 :]), 2),
                "tasks": last.tasks,
                "errors": list(last.errors),
                "refused": dict(crowd.errors),
            }
        finally:
            crowd.close()


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the straight line that fits points best."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    spread = sum((point[0] - x) ** 2 for point in points)
    return sum((point[0] - x) * (point[1] - y) for point in points) / spread if spread else 0.0

"""Restart of a host that is killed in the middle of its games, until everybody is back at their tables."""

from __future__ import annotations

import heapq
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from selectors import DefaultSelector
from time import perf_counter, process_time
from typing import Any

from bench.net.capacity import PLAYERS, quantile
from bench.net.crowd import Crowd
from bench.net.guest import Guest, Steps
from bench.net.served import Served
from net.base.backoff import backoff
from net.base.limits import DEFAULT

_LOOK = 0.05
"""Seconds between two looks at who is back."""
_PATIENCE = 600.0
"""Seconds until the measurement is given up."""


def restart(tables: int, seconds: float, folder: Path, *, lifted: bool = False) -> dict[str, Any]:
    """Kill a host where tables of eight play, start it again at once, and let every player come back.

    A lost player tries again after the waits of a real client (`net.base.backoff`), all of them at the same time.

    Args:
        tables: How many.
        seconds: How long they play before, at one move a second each.
        folder: For the host's journal.
        lifted: Whether the host has `lifted_limits`.

    Returns:
        ``tables`` and ``players``; ``entries``, the average length of a game's log; seconds after the kill:
        ``listens_s``, until the new host has its tables, ``half_back_s`` and ``back_s``, until half of the players and
        all are welcomed; ``host_cpu_s`` and ``players_cpu_s``, what host and players have worked in between;
        ``back``, how many are; ``lost``, how many lost the connection again; ``played_on``, at how many tables a move
        was made then; ``errors`` of the new host.
    """
    with Served(folder, lifted=lifted) as host:
        crowd = Crowd()
        try:
            parties = [crowd.invited(invite) for invite in host.open(tables, PLAYERS)]
            crowd.seat(parties)
            crowd.deal(parties)
            crowd.go()
            crowd.run(seconds)
            guests = [guest for party in parties for guest in party.guests]
            host.kill()
            killed = perf_counter()
            for party in parties:
                party.due = None
                for guest in party.guests:
                    crowd.cut(guest)
            returned: deque[tuple[Guest, float]] = deque()
            threading.Thread(target=_Homecoming(crowd, guests, returned).run, daemon=True).start()
            host.start_again()
            listens = perf_counter() - killed
            host_cpu, players_cpu = host.stats().cpu, process_time()
            times: list[float] = []
            while len(times) < len(guests) and perf_counter() < killed + _PATIENCE:
                # Those who are back show that they are there, or the host would let them go again.
                crowd.run(_LOOK)
                while returned:
                    guest, at = returned.popleft()
                    times.append(at - killed)
                    crowd.listen_to(guest)
            host_cpu, players_cpu = host.stats().cpu - host_cpu, process_time() - players_cpu
            moves = [party.moves for party in parties]
            crowd.go()
            crowd.run(_PATIENCE, lambda: all(party.moves > was for party, was in zip(parties, moves, strict=True)))
            times.sort()
            return {
                "tables": tables,
                "players": len(guests),
                "entries": round(sum(guest.seq for guest in guests) / len(guests)),
                "listens_s": round(listens, 2),
                "half_back_s": round(quantile(times, 0.5), 1),
                "back_s": round(quantile(times, 1.0), 1),
                "host_cpu_s": round(host_cpu, 1),
                "players_cpu_s": round(players_cpu, 1),
                "back": len(times),
                "lost": len(crowd.lost),
                "played_on": sum(party.moves > was for party, was in zip(parties, moves, strict=True)),
                "errors": list(host.stats().errors),
            }
        finally:
            crowd.close()


class _Homecoming:
    """Lets everybody try to come back, each in their own time, all of them in one thread beside the crowd's."""

    def __init__(self, crowd: Crowd, guests: list[Guest], returned: deque[tuple[Guest, float]]) -> None:
        self._context = crowd.context
        self._returned = returned
        self._away = len(guests)
        self._selector = DefaultSelector()
        self._plans: list[tuple[float, int, Callable[[], None]]] = []
        """Times and deeds; the number keeps those of one time in order."""
        self._numbers = count()
        self._waits_for: dict[Steps[None], socket.socket] = {}
        for guest in guests:
            self._retry(guest, backoff(*DEFAULT.backoff))

    def run(self) -> None:
        """Go on until everybody is back, or it is given up."""
        end = perf_counter() + _PATIENCE
        with self._selector:
            while self._away and perf_counter() < end:
                while self._plans and self._plans[0][0] <= perf_counter():
                    heapq.heappop(self._plans)[2]()
                wake = self._plans[0][0] if self._plans else end
                for key, _ in self._selector.select(max(0.0, wake - perf_counter())):
                    self._selector.unregister(key.fileobj)
                    self._go_on(*key.data)

    def _at(self, when: float, does: Callable[[], None]) -> None:
        heapq.heappush(self._plans, (when, next(self._numbers), does))

    def _retry(self, guest: Guest, waits: Iterator[float]) -> None:
        self._at(perf_counter() + next(waits), partial(self._call, guest, waits))

    def _call(self, guest: Guest, waits: Iterator[float]) -> None:
        steps = guest.calling(self._context)
        self._at(perf_counter() + DEFAULT.connect_timeout, partial(self._give_up, guest, waits, steps))
        self._go_on(guest, waits, steps)

    def _go_on(self, guest: Guest, waits: Iterator[float], steps: Steps[None]) -> None:
        self._waits_for.pop(steps, None)
        try:
            sock, event = next(steps)
        except StopIteration:
            self._away -= 1
            self._returned.append((guest, perf_counter()))
        except OSError:
            guest.cut()
            self._retry(guest, waits)
        else:
            self._waits_for[steps] = sock
            self._selector.register(sock, event, (guest, waits, steps))

    def _give_up(self, guest: Guest, waits: Iterator[float], steps: Steps[None]) -> None:
        """An attempt has taken as long as a client has patience, if it is not over."""
        if sock := self._waits_for.pop(steps, None):
            self._selector.unregister(sock)
            steps.close()
            guest.cut()
            self._retry(guest, waits)

"""Restart of a host that is killed in the middle of its games, until everybody is back at their tables."""

from __future__ import annotations

import threading
from collections import deque
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any

from net.base.backoff import backoff
from net.base.limits import DEFAULT
from tests.bench.net.capacity import PLAYERS, quantile
from tests.bench.net.crowd import Crowd
from tests.bench.net.guest import Guest
from tests.bench.net.served import Served

_STACK = 256 * 1024
"""Bytes of stack for each of thousands of threads."""
_LOOK = 0.05
"""Seconds between two looks at who is back."""
_PATIENCE = 600.0
"""Seconds until the measurement is given up."""


def restart(tables: int, seconds: float, folder: Path, *, lifted: bool = False) -> dict[str, Any]:
    """Kill a host where tables of eight play, start it again at once, and let every player come back.

    A lost player tries again after the waits of a real client (`net.base.backoff`), in a thread of their own, so that
    all of them knock at the same time.

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
            _begin(crowd, guests, killed, returned)
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


def _begin(crowd: Crowd, guests: list[Guest], killed: float, returned: deque[tuple[Guest, float]]) -> None:
    """Let everybody try to come back; ``returned`` is told who is welcomed, and when."""

    def come_back(guest: Guest) -> None:
        for wait in backoff(*DEFAULT.backoff):
            sleep(wait)
            if perf_counter() > killed + _PATIENCE:
                return
            try:
                guest.call(crowd.context)
            except OSError:
                guest.cut()
            else:
                returned.append((guest, perf_counter()))
                return

    before = threading.stack_size(_STACK)
    try:
        for guest in guests:
            threading.Thread(target=come_back, args=(guest,), daemon=True).start()
    finally:
        threading.stack_size(before)

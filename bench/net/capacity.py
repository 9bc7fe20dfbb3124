"""Capacity: the number of tables one core carries."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.net.crowd import Crowd
from bench.net.onlooker import LobbyCrowd
from bench.net.served import Served, Stats

PLAYERS = 8
_PATIENCE = 10.0
"""Seconds in which visitors have to see what is new, at the end."""


def capacity(tables: int, seconds: float, folder: Path, *, visitors: int = 0, lifted: bool = False) -> dict[str, Any]:
    """Let tables of eight play at one move a second each, and see how long moves take to reach all eight.

    Visitors look at the list of tables meanwhile, in which there is a new one each second.

    Args:
        tables: How many.
        seconds: How long, once all of them play.
        folder: For the host's journal.
        visitors: How many.
        lifted: Whether the host has `lifted_limits` instead of the product's.

    Returns:
        ``tables``, ``visitors``, ``lifted``, ``moves_per_second``, the `pace` of the moves, the `load` of the host;
        ``check_us``, how long it takes the host to check a signature, before and after; ``checks_per_move``, the work
        for a move in checks, which compares between machines; ``kib_per_connection``: memory of each joined connection
        after the first. With visitors ``kib_per_visitor``; ``seen_p50_ms`` and ``seen_p99_ms``, until one sees a new
        table; and ``unseen``, how often somebody did not.
    """
    with Served(folder, lifted=lifted) as host:
        crowd = Crowd()
        try:
            parties = [crowd.invited(invite) for invite in host.open(tables, PLAYERS)]
            crowd.arrive(parties[0].guests[0])
            first = host.stats()
            crowd.seat(parties)
            seated = host.stats()
            lobby = LobbyCrowd(crowd, parties[0], visitors)
            lobby.arrive()
            visited = host.stats()
            crowd.deal(parties)
            # Before anybody moves: the host does nothing else meanwhile.
            checks = [host.check()]
            crowd.go()
            crowd.run(2)
            crowd.times.clear()
            before, start = host.stats(), perf_counter()
            for second in range(int(seconds) if visitors else 0):
                crowd.after(second, partial(lobby.show, host))
            crowd.run(seconds)
            after, spent, times = host.stats(), perf_counter() - start, list(crowd.times)
            crowd.run(_PATIENCE, lambda: not lobby.unseen)
            lobby.leave()
            checks.append(host.check())
            check = sum(checks) / len(checks)
            return {
                "tables": tables,
                "visitors": visitors,
                "lifted": lifted,
                "moves_per_second": round(len(times) / spent, 1),
                **pace(times),
                **load(before, after, spent, len(times)),
                "check_us": round(check, 1),
                "checks_per_move": round(1e6 * (after.cpu - before.cpu) / max(1, len(times)) / check, 1),
                "kib_per_connection": round((seated.rss - first.rss) / (seated.connections - first.connections), 1),
                **(_seen(lobby, visited.rss - seated.rss) if visitors else {}),
                "lost": len(crowd.lost),
                "refused": dict(+crowd.errors),
            }
        finally:
            crowd.close()


def _seen(lobby: LobbyCrowd, kib: int) -> dict[str, float]:
    """The figures of visitors who take so much memory."""
    found = {f"seen_{name}": value for name, value in pace(lobby.times).items()}
    return {**found, "unseen": lobby.unseen, "kib_per_visitor": round(kib / len(lobby.visitors), 1)}


def pace(times: Sequence[float]) -> dict[str, float]:
    """Milliseconds from when moves were due until everybody had them: ``p50_ms``, ``p99_ms`` and ``worst_ms``."""
    found = sorted(times)
    return {
        "p50_ms": round(1000 * quantile(found, 0.5), 1),
        "p99_ms": round(1000 * quantile(found, 0.99), 1),
        "worst_ms": round(1000 * quantile(found, 1.0), 1),
    }


def load(before: Stats, after: Stats, seconds: float, moves: int) -> dict[str, Any]:
    """The load of a host meanwhile.

    Returns:
        ``cpu``, the share of a core it used; ``cpu_us_per_move``; ``waited``, the share of the time it had to
        wait for its core; ``lag_p99_ms``, how late its loop was; ``rss_mib``; ``errors``.
    """
    return {
        "cpu": round((after.cpu - before.cpu) / seconds, 2),
        "cpu_us_per_move": round(1e6 * (after.cpu - before.cpu) / max(1, moves)),
        "waited": round((after.waited - before.waited) / seconds, 2),
        "lag_p99_ms": round(quantile(after.lags, 0.99), 1),
        "rss_mib": round(after.rss / 1024),
        "errors": list(after.errors),
    }


def quantile(ascending: Sequence[float], part: float) -> float:
    """The value below which a part of the values lies; 0 of none."""
    return ascending[min(len(ascending) - 1, int(len(ascending) * part))] if ascending else 0.0

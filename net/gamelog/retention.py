"""Retention: which logs of an archive go to make room; what is known of their games stays."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass

from net.gamelog.game_facts import GameFacts

_LEAVING = 8
"""Logs that make room for one that comes, at most: a clock that is wrong for an hour costs no years of games."""
_ALONE, _BROKEN = "alone ", "broken "
"""Beginnings of a log's bound."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Bounds of the logs that are kept; of each, the oldest make room."""

    seconds: int = 0
    """Seconds after which a log is removed; 0: never."""
    bytes: int = 16 << 30
    """Bytes of all logs together."""
    alone_games: int = 200
    """Logs of one person's games against bots alone."""
    alone_bytes: int = 100 << 20
    """Bytes of these logs."""
    broken_games: int = 64
    """Logs without an end, of games that were broken off or of hosts that are not to be trusted."""
    broken_bytes: int = 64 << 20
    """Bytes of these logs."""
    facts: int = 1_000_000
    """Games that are counted, just under a kilobyte each; the oldest are forgotten."""
    own: bool = False
    """Whether these are one player's own games: with the characters that were shown, for statistics, and with every
    other log of a game, which shows that somebody lies."""

    def bound(self, facts: GameFacts) -> str:
        """The bound of a log: that of a host's logs without an end, or of the games that a person has played alone."""
        if not facts.reason:
            return _BROKEN + facts.host
        person = next((seat.key for seat in facts.seats if seat.key), "")
        return _ALONE + ("" if self.own else person) if facts.alone else ""

    def leaving(self, base: sqlite3.Connection, bound: str) -> list[int]:
        """The numbers of the logs that have to go.

        Args:
            base: The archive.
            bound: Of the log that has come.
        """
        logs = "SELECT number, size FROM games WHERE size > 0"
        oldest = f"ORDER BY stored, number LIMIT {_LEAVING}"
        until = int(time.time()) - self.seconds if self.seconds else -1
        leaving = dict(base.execute(f"{logs} AND stored < ? {oldest}", (until,)).fetchall())
        if bound.startswith(_ALONE):
            # Numbers grow with time.
            mine = base.execute(f"{logs} AND bound != '' AND bound = ? ORDER BY number DESC", (bound,))
            total = 0
            for place, (number, size) in enumerate(mine):
                total += size
                if place >= self.alone_games or total > self.alone_bytes:
                    leaving[number] = size
        elif bound.startswith(_BROKEN):
            leaving |= self._broken(base)
        (total,) = base.execute("SELECT bytes FROM total").fetchone()
        excess = total - sum(leaving.values()) - self.bytes
        for number, size in base.execute(f"{logs} {oldest}") if excess > 0 else ():
            if excess > 0 and number not in leaving:
                leaving[number] = size
                excess -= size
        return sorted(leaving)[:_LEAVING]

    def _broken(self, base: sqlite3.Connection) -> dict[int, int]:
        """The logs without an end that are too many: of the host that takes most room with them the oldest.

        So a host that makes many of them pushes out none but its own.
        """
        look = "SELECT bound, number, size FROM games WHERE size > 0 AND bound != '' AND bound >= ? AND bound < ?"
        hosts: dict[str, list[tuple[int, int]]] = {}
        for bound, number, size in base.execute(f"{look} ORDER BY bound, number", (_BROKEN, _BROKEN + "~")):
            hosts.setdefault(bound, []).append((number, size))
        leaving: dict[int, int] = {}
        while (
            sum(map(len, hosts.values())) > self.broken_games
            or sum(size for logs in hosts.values() for _, size in logs) > self.broken_bytes
        ):
            most = max(hosts.values(), key=lambda logs: (sum(size for _, size in logs), len(logs)))
            number, size = most.pop(0)
            leaving[number] = size
        return leaving


FOR_EVER = Retention()
"""A host's logs are not removed while there is room."""
OWN = Retention(bytes=1 << 62, facts=10_000, own=True)
"""A player's logs of games with other people are never removed."""

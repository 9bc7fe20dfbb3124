"""Retention: which logs of an archive go to make room; what is known of their games stays."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from net.gamelog.game_facts import GameFacts
from net.identity.own_keys import own_hosts

_LEAVING = 8
"""Logs that make room for one that comes, at most: a clock that is wrong for an hour costs no years of games."""
_ALONE, _BROKEN, _HOST = "alone ", "broken ", "host "
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
    """Logs of games that were not dealt, broken off, or of hosts that are not to be trusted."""
    broken_bytes: int = 64 << 20
    """Bytes of these logs."""
    host_games: int = 1000
    """Among a player's own: logs of one host that is not theirs."""
    host_bytes: int = 200 << 20
    """Bytes of these logs."""
    facts: int = 1_000_000
    """Games that are counted, just under a kilobyte each; the oldest are forgotten. Of a player's own so many without a
    log are counted of each bound, so that other hosts' games push out nothing that is known of theirs."""
    own: bool = False
    """Whether these are one player's own games: with the characters that were shown, for statistics, and with every
    other log of a game, which shows that somebody lies."""

    def bound(self, facts: GameFacts) -> str:
        """The logs with which one shares its room.

        They are a host's without a game, all of another's host among a player's own, or those of games that a person
        has played alone.
        """
        if facts.reason in ("", "undealt"):
            return _BROKEN + facts.host
        if self.own and facts.host not in own_hosts():
            return _HOST + facts.host
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
        if bound.startswith((_ALONE, _HOST)):
            alone = bound.startswith(_ALONE)
            games, size_of_all = (self.alone_games, self.alone_bytes) if alone else (self.host_games, self.host_bytes)
            # Numbers grow with time.
            mine = base.execute(f"{logs} AND bound != '' AND bound = ? ORDER BY number DESC", (bound,))
            total = 0
            for place, (number, size) in enumerate(mine):
                total += size
                if place >= games or total > size_of_all:
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

    def forgotten(self, base: sqlite3.Connection, leaving: Sequence[int], bound: str) -> None:
        """Forget the games that are not counted any more.

        Args:
            base: The archive.
            leaving: The numbers of the logs that had to go; of games that were none nothing is kept without them.
            bound: Of the log that has come.
        """
        gone = "DELETE FROM games WHERE size = 0 AND"
        for number in leaving:
            base.execute(f"{gone} number = ? AND bound >= ? AND bound < ?", (number, _BROKEN, _BROKEN + "~"))
        if self.own:
            oldest = "SELECT number FROM games WHERE size = 0 AND bound = ? ORDER BY number DESC LIMIT 1 OFFSET ?"
            base.execute(f"{gone} bound = ? AND number <= ({oldest})", (bound, bound, self.facts))
        else:
            (last,) = base.execute("SELECT max(number) FROM games").fetchone()
            base.execute(f"{gone} number <= ?", (last - self.facts,))

    def _broken(self, base: sqlite3.Connection) -> dict[int, int]:
        """The logs without a game that are too many: of the host that takes most room with them the oldest.

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
"""A player's logs of games with other people at hosts of their own are never removed."""

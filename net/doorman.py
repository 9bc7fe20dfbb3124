"""How many connections an address may have, and how often it may come: decided before anything is spent on it."""

from __future__ import annotations

from collections import Counter
from ipaddress import IPv6Address, ip_address

from net.limits import Bucket, Limits


class Doorman:
    """Counts connections by address; an IPv6 network of 64 bits is one address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._accepts: dict[str, Bucket] = {}
        self._failures: dict[str, Bucket] = {}
        self._greeting: Counter[str] = Counter()
        self._inside: Counter[str] = Counter()

    @staticmethod
    def place(address: str) -> str:
        """What an address is counted as."""
        ip = ip_address(address.partition("%")[0])
        if isinstance(ip, IPv6Address):
            return str(ip.ipv4_mapped) if ip.ipv4_mapped else ip.exploded[:19]
        return str(ip)

    def knock(self, place: str, now: float) -> bool:
        """Whether a connection may come in, which is then counted."""
        self._forget(now)
        limits = self._limits
        if self._greeting.total() >= limits.greeters or self._greeting[place] >= limits.greeters_per_address:
            return False
        if self._inside[place] >= limits.per_address:
            return False
        failures = self._failures.get(place)
        if failures and failures.level(now) < 1:
            return False
        if not self._accepts.setdefault(place, Bucket(self._limits.accepts, now)).take(now):
            return False
        self._greeting[place] += 1
        return True

    def admit(self, place: str) -> None:
        """A connection has joined."""
        _less(self._greeting, place)
        self._inside[place] += 1

    def failed(self, place: str, now: float) -> None:
        """A join was refused."""
        self._failures.setdefault(place, Bucket(self._limits.failures, now)).take(now)

    def leave(self, place: str, *, admitted: bool = False) -> None:
        """A connection has gone."""
        _less(self._inside if admitted else self._greeting, place)

    def _forget(self, now: float) -> None:
        # An address that has not come for a while is like a new one; keeping it would only cost memory.
        for buckets in (self._accepts, self._failures):
            if len(buckets) > 1024:
                for place in [place for place, bucket in buckets.items() if bucket.full(now)]:
                    del buckets[place]


def _less(counted: Counter[str], place: str) -> None:
    counted[place] -= 1
    if not counted[place]:
        del counted[place]

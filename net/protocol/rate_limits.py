"""Rate limits: how often a member may ask for something, over all of their connections."""

from __future__ import annotations

from net.base.limits import Bucket, Limits
from net.protocol.client_messages import Act, ClientMessage, Nudge, Say, SayPhrase

_FEW = 64
"""Members whose rates are kept before those that are full again are dropped."""


class Rates:
    """The rates of one member."""

    __slots__ = ("_chats", "_frames", "_moves", "joins", "new_tables")

    def __init__(self, limits: Limits, now: float) -> None:
        self._frames = Bucket(limits.frames, now)
        self._moves = Bucket(limits.moves, now)
        self._chats = Bucket(limits.chats, now)
        self.joins = Bucket(limits.joins, now)
        """How often an owner, or somebody with a seat in a game, may join."""
        self.new_tables = Bucket(limits.new_tables, now)
        """How often a visitor may open a table."""

    def allow(self, message: ClientMessage, now: float) -> bool:
        """Whether a message may come now, which is then counted."""
        said = isinstance(message, Say | SayPhrase | Nudge)
        special = self._moves if isinstance(message, Act) else self._chats if said else None
        return self._frames.take_token(now) and (special is None or special.take_token(now))

    def full(self, now: float) -> bool:
        """Whether every bucket is full again, so that nothing is lost if the rates are dropped."""
        return all(bucket.full(now) for bucket in (self._frames, self._moves, self._chats, self.joins, self.new_tables))


class RatesBook:
    """The rates of everybody who is or was at a table, by identity."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._rates: dict[bytes, Rates] = {}
        self._enough = _FEW

    def of(self, pub: bytes, now: float) -> Rates:
        """The rates of an identity, as they were left."""
        if len(self._rates) >= self._enough:
            self._rates = {who: rates for who, rates in self._rates.items() if not rates.full(now)}
            self._enough = max(_FEW, 2 * len(self._rates))
        return self._rates.setdefault(pub, Rates(self._limits, now))

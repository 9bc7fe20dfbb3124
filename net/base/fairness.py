"""Fairness: a scarce thing is shared out among addresses, however much each of them asks for.

Wherever others come to a host or a relay, it uses these three: places (`FairQueue`), a rate (`Turns`), and a rate that
each address has for itself (`AddressRates`). An address is what `net.base.sockets.address_of` says, or stands for it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from net.base.limits import Bucket

if TYPE_CHECKING:
    from net.base.clock import Timer

_ADDRESSES = 4096
"""Addresses that are remembered; those of which nothing was heard for longest are forgotten first."""
_SOON = 0.001
"""Seconds of the shortest wait: a smaller one may be lost in the sum with the time."""

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items by address, served in turns, so that many of one address do not delay the one of another."""

    def __init__(self) -> None:
        self._addresses: dict[object, dict[Item, None]] = {}
        self._address_of: dict[Item, object] = {}

    def __len__(self) -> int:
        return len(self._address_of)

    def __contains__(self, item: Item) -> bool:
        return item in self._address_of

    @property
    def addresses(self) -> Iterable[object]:
        """Addresses with waiting items, in turn order."""
        return self._addresses.keys()

    def add(self, item: Item, address: object) -> None:
        """Add an item of an address."""
        self._addresses.setdefault(address, {})[item] = None
        self._address_of[item] = address

    def discard(self, item: Item) -> None:
        """Forget something that has gone."""
        if item not in self._address_of:
            return
        address = self._address_of.pop(item)
        items = self._addresses[address]
        del items[item]
        if not items:
            del self._addresses[address]

    def count(self, address: object) -> int:
        """How many are of an address."""
        return len(self._addresses.get(address, ()))

    def serve(self, address: object = None, *, in_order: bool = False) -> Item:
        """Take out one, whose address then has its next turn after all others.

        Args:
            address: Whose it is; None: whose turn it is.
            in_order: Whether it is the oldest of that address; else the newest: in a flood, the oldest have given up.
        """
        address = next(iter(self._addresses)) if address is None else address
        items = self._addresses[address]
        item = next(iter(items) if in_order else reversed(items))
        self.discard(item)
        if items:
            self._addresses[address] = self._addresses.pop(address)
        return item

    def evict(self, first: Callable[[object], float] = lambda _: 0.0) -> Item:
        """Take out the oldest of the address that has most, or of that with the largest of a figure among several."""
        address = max(self._addresses, key=lambda each: (len(self._addresses[each]), first(each)))
        item = next(iter(self._addresses[address]))
        self.discard(item)
        return item

    def to_evict(self, address: object) -> Item | None:
        """The connection to drop so that this address may have one more, where places are kept for long.

        It is the oldest of the address that has most; None when even that has no more than this address would have
        then: to put one in the place of another would be no fairer.
        """
        crowd = max(self._addresses.values(), key=lambda items: len(items)) if self._addresses else {}
        return next(iter(crowd)) if len(crowd) > self.count(address) + 1 else None


class _Wish(NamedTuple):
    address: object
    go: Callable[[], None]
    refuse: Callable[[], None]


class Turns:
    """A rate that addresses share by taking turns: each request waits for the turn of its address.

    Every other turn is that of the address whose last one is longest ago: one that comes for the first time does not
    stand behind all those that keep coming.

    Args:
        rate: Per second, burst; of all addresses together.
        waiting: How many may wait.
        now: Seconds since some beginning.
        later: Does something after so many seconds.
        in_order: Whether the oldest wish of an address is first; else the newest is.
        singly: Whether everything else in the event loop has its turn after each of them.
    """

    def __init__(
        self,
        rate: tuple[float, int],
        waiting: int,
        now: Callable[[], float],
        later: Callable[[float, Callable[[], None]], Timer],
        *,
        in_order: bool = False,
        singly: bool = False,
    ) -> None:
        self._bucket = Bucket(rate, now())
        self._most, self._in_order, self._singly = waiting, in_order, singly
        self._now, self._later = now, later
        self._waiting: FairQueue[object] = FairQueue()
        self._wishes: dict[object, _Wish] = {}
        """Waiting requests, by who made them."""
        self._served: OrderedDict[object, float] = OrderedDict()
        """Time of the last turn of each address, the latest at the end."""
        self._round = False
        """Whether the next turn goes round; else it is that of the longest wait."""
        self._timer: Timer | None = None

    def __len__(self) -> int:
        return len(self._wishes)

    def enqueue(
        self, who: object, address: object, go: Callable[[], None], refuse: Callable[[], None] = lambda: None
    ) -> None:
        """Queue a request until it is its address's turn, which may be at once.

        Args:
            who: Has one wish at a time.
            address: Takes turns with others.
            go: Called when it is their turn.
            refuse: Called instead when too many wait, and this is the oldest wish of the address that has most, or of
                that which had its turn last.
        """
        self._wishes[who] = _Wish(address, go, refuse)
        self._waiting.add(who, address)
        self._serve()
        if len(self._wishes) > self._most:
            self._refuse()

    async def wait(self, address: object) -> bool:
        """Wait for the turn of an address; False when too many wait."""
        served: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def tell(so: bool) -> None:
            if not served.done():
                served.set_result(so)

        try:
            self.enqueue(served, address, partial(tell, True), partial(tell, False))
            return await served
        finally:
            self.forget(served)

    def __contains__(self, who: object) -> bool:
        return who in self._wishes

    def count(self, address: object) -> int:
        """How many of an address wait."""
        return self._waiting.count(address)

    def forget(self, who: object) -> None:
        """Drop the request of somebody who no longer waits."""
        self._wishes.pop(who, None)
        self._waiting.discard(who)

    def charge(self, count: int) -> None:
        """Count a turn as so many more than one: the next one comes later."""
        self._bucket.delay(count, self._now())

    def close(self) -> None:
        """Serve nobody any more, and refuse all who wait."""
        if self._timer:
            self._timer.cancel()
        while self._wishes:
            self._refuse()

    def _refuse(self) -> None:
        self._wishes.pop(self._waiting.evict(self._last_turn)).refuse()

    def _serve(self) -> None:
        if self._timer:
            return
        while self._wishes and self._bucket.take_token(self._now()):
            self._round = not self._round
            address = None if self._round else min(self._waiting.addresses, key=self._last_turn)
            wish = self._wishes.pop(self._waiting.serve(address, in_order=self._in_order))
            self._served[wish.address] = self._now()
            self._served.move_to_end(wish.address)
            if len(self._served) > _ADDRESSES:
                self._served.popitem(last=False)
            if self._singly:
                self._timer = self._later(0.0, self._serve_later)
            wish.go()
            if self._singly:
                return
        if self._wishes:
            self._timer = self._later(max(_SOON, self._bucket.wait(self._now())), self._serve_later)

    def _last_turn(self, address: object) -> float:
        return self._served.get(address, -inf)

    def _serve_later(self) -> None:
        self._timer = None
        self._serve()


class AddressRates:
    """A rate of each address for itself."""

    def __init__(self, rate: tuple[float, int]) -> None:
        self._rate = rate
        self._buckets: OrderedDict[object, Bucket] = OrderedDict()

    def take_token(self, address: object, now: float) -> bool:
        """Take one token of an address; False when it has none."""
        return self.of(address, now).take_token(now)

    def of(self, address: object, now: float) -> Bucket:
        """The rate of an address, as it was left."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, now)
        self._buckets[address] = bucket
        if len(self._buckets) > _ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket

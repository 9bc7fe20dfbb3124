"""Back-off: the time between one attempt to connect and the next."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator


def backoff(least: float, most: float, uniform: Callable[[float, float], float] = random.uniform) -> Iterator[float]:
    """Seconds to wait before one attempt after another, for ever.

    Full jitter: each is a random part of a bound that doubles from ``least`` to ``most``, so that the players of a
    host that comes back do not all knock at once.
    """
    bound = least
    while True:
        yield uniform(0, bound)
        bound = min(2 * bound, most)

"""Reply cache: a request that arrives twice is carried out once, and gets the first answer as long as that is kept."""

from __future__ import annotations

from collections import deque

from net.base.limits import DEFAULT
from net.protocol.host_messages import Err


class ReplyCache:
    """The answers one member got, by the member's own request numbers, which rise."""

    def __init__(self, most: int = DEFAULT.answers) -> None:
        self.last = 0
        """The highest request number so far."""
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=most)

    def find(self, cid: int) -> bytes | None:
        """The answer to a request that was made before, an error if it is not kept any more; None for a new one."""
        if cid > self.last:
            return None
        for number, frame in self._kept:
            if number == cid:
                return frame
        return Err(code="stale_decision", cid=cid).frame()

    def store(self, cid: int, frame: bytes) -> None:
        """Keep an answer."""
        self.last = cid
        self._kept.append((cid, frame))

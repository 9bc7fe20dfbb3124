"""Tally: the counts of a host since its start, for its operator."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from net.host.store.store import Change


@dataclass(slots=True)
class HostTally:
    """Counts that only rise, but `saving`."""

    finished: int = 0
    """Games that have ended."""
    decisions: int = 0
    """Moves that were made, by people and bots, and are stored."""
    saves: int = 0
    saving: int = 0
    """Tables that wait for what they have handed to the store."""
    save_time: float = 0.0
    """Seconds that tables have waited for the store, all together."""
    received: int = 0
    """Bytes of messages, without TLS and what lies below."""
    sent: int = 0

    def saved(self, change: Change, seconds: float) -> None:
        """A change is durable, after so long."""
        self.saves += 1
        self.save_time += seconds
        # Every move has a secret, which opens it at the end; number 0 is the host's own.
        self.decisions += sum(secret.seq > 0 for secret in change.secrets)


@dataclass(frozen=True, slots=True)
class GuestFigures:
    """The guests of a host: open sessions by SSH and in browsers, and how many were turned away."""

    ssh: int = 0
    web: int = 0
    turned: int = 0


def resident_memory() -> int:
    """Bytes of memory this process has now; where the system does not tell, the most it ever had."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError, AttributeError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    # macOS has bytes, all others KiB.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

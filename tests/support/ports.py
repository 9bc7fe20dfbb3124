"""Ports of loopback for programs that are told theirs before they begin."""

from __future__ import annotations

import os
import random
import socket
from itertools import count

_FIRST, _EACH = 10_000, 2_000
"""Below the ports that a system gives to those who ask for any: no other test and no connection takes one meanwhile."""
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 10
_numbers = count(random.randrange(_EACH))


def free_port() -> int:
    """A port at which nobody listens, and which nobody else is given."""
    while True:
        port = _FIRST + _EACH * _worker + next(_numbers) % _EACH
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port

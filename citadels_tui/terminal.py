"""Terminal: signals that end the client, letting go of a terminal that has gone away, and notifications."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable

PATIENCE = 3.0
"""Seconds to end properly after the terminal has gone."""


def on_signals(hang_up: Callable[[], None], end: Callable[[], None]) -> None:
    """Call ``hang_up`` when the terminal has gone away, and ``end`` when the system asks the client to end.

    Only in the main thread, and where there are such signals: elsewhere whoever runs the loop handles them.
    """
    if hasattr(signal, "SIGHUP"):
        with contextlib.suppress(RuntimeError, ValueError):
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGHUP, hang_up)
            loop.add_signal_handler(signal.SIGTERM, end)


def let_go() -> None:
    """Write to the lost terminal no more, and end the process after a while, whatever else happens."""
    # A write to the lost terminal would end Textual's writing thread, and the next ones wait for it for ever.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    last_resort = threading.Timer(PATIENCE, os._exit, (0,))
    last_resort.daemon = True
    last_resort.start()


def notification(words: str) -> str:
    """What makes a terminal show a notification: the sequences of iTerm2 and others, and of urxvt and others.

    Terminals that know neither show nothing.
    """
    return f"\x1b]9;{words}\x07\x1b]777;notify;Citadels;{words}\x07"

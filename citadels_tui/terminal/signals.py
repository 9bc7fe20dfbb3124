"""Terminal: signals that end the client, a terminal that has gone away, and notifications."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from queue import Full, Queue
from typing import Any

PATIENCE = 3.0
"""Seconds to end properly after the terminal has gone, or to begin to end when the system asks for it."""
LAST_PATIENCE = 10.0
"""Seconds to end properly once that has begun: a terminal that reads nothing can still stop it."""
_ENDING = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGXCPU")
    if hasattr(signal, name)
]
"""Signals that would end the client at once, and leave the terminal as it is. SIGINT would cancel the main task, and
the wait that it is in may swallow that."""
_STEP = 0.5
"""Seconds the main thread waits in one go."""


def on_signals(hang_up: Callable[[], None], end: Callable[[], None]) -> None:
    """Call ``hang_up`` when the terminal has gone away, and ``end`` when somebody or the system ends the client.

    The process ends even when the loop does not run any more: a terminal that reads nothing stops Textual's writing
    thread, and that the loop. So these are handlers of the process and not of the loop, which would never call them.

    Only in the main thread, and where there are such signals: elsewhere the program that runs the loop handles them.
    See `stay_awake`, too.
    """
    if not hasattr(signal, "SIGHUP"):
        return
    loop = asyncio.get_running_loop()

    def soon(call: Callable[[], None]) -> None:
        # It may be closed: then the client is ending already.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(call)

    def hung_up(number: int, _frame: object) -> None:
        if _is_there():
            # It was only said so.
            asked_to_end(number, _frame)
            return
        _last_resort(0)
        _let_go()
        soon(hang_up)

    def asked_to_end(number: int, _frame: object) -> None:
        last_resort = _last_resort(128 + number)

        def in_time() -> None:
            last_resort.cancel()
            _last_resort(128 + number, LAST_PATIENCE)
            end()

        soon(in_time)

    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGHUP, hung_up)
        for number in _ENDING:
            signal.signal(number, asked_to_end)


def stay_awake(driver: Any) -> None:
    """Let signals be handled while Textual waits for its writing thread.

    The system may give a signal to any thread, and Python handles it in the main one, which does not wake up for that
    from a wait without an end. Textual lacks a bound of this wait. Never switched off, so that nothing is left running.
    """
    # Drivers that write without a thread do not wait for one.
    writer = getattr(driver, "_writer_thread", None)
    if writer is not None:
        writer._queue.put = partial(_put, writer._queue)


def _put(queue: Queue[str | None], text: str | None) -> None:
    while True:
        with contextlib.suppress(Full):
            Queue.put(queue, text, timeout=_STEP)
            return


def _is_there() -> bool:
    """Whether there still is a terminal."""
    import termios

    try:
        termios.tcgetattr(0)
    except (termios.error, OSError):
        return False
    return True


def _let_go() -> None:
    """Write to the lost terminal no more."""
    # A write to the lost terminal would end Textual's writing thread, and the next ones wait for it for ever.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def _last_resort(code: int, patience: float = PATIENCE) -> threading.Timer:
    """End the process after a while, in any case."""
    timer = threading.Timer(patience, os._exit, (code,))
    timer.daemon = True
    timer.start()
    return timer


def title(words: str) -> str:
    """The sequence that gives the terminal's window a title."""
    return f"\x1b]2;{words}\x07"


def notification(words: str) -> str:
    """The sequences that make a terminal show a notification: of iTerm2 and others, and of urxvt and others.

    Terminals that know neither show nothing.
    """
    return f"\x1b]9;{words}\x07\x1b]777;notify;Citadels;{words}\x07"

"""Thinking pool: bots that search think in processes of their own, each within its time.

A process is given a bot, what its seat sees, and a world that the seat cannot tell from the real game; the game itself
never leaves the host. One that does not answer in time is ended, and another one takes its place.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from engine import State, View

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

_log = logging.getLogger(__name__)

GRACE = 2.0
"""Seconds beyond its time after which a process is ended: a busy machine may hold it up."""
START = 30.0
"""Seconds a new process may take until it is ready."""


Found = TypeVar("Found")
Found_co = TypeVar("Found_co", covariant=True)


class Searcher(Protocol[Found_co]):
    """A bot that tries its moves in imagined worlds, or what advises a person in the same way."""

    def allow(self, seconds: float, going: Callable[[], bool]) -> None:
        """Set the time for the next choice; ``going`` says whether there is any left."""

    def suppose(self, world: State) -> None:
        """Take the world in which the next choice is tried."""

    def choose(self, view: View) -> Found_co:
        """Its choice."""


class Thinkers(Protocol):
    """The protocol of a pool that lets a bot search."""

    def search(self, bot: Searcher[Found], view: View, world: State, seconds: float) -> Found | None:
        """Its choice; None when there was none in time."""


class ThinkingPool:
    """A few processes that search, started when they are first needed.

    Args:
        size: How many processes may think at once.
    """

    def __init__(self, size: int) -> None:
        self._free = BoundedSemaphore(size)
        self._lock = Lock()
        self._idle: list[_Thinker] = []
        self._busy: set[_Thinker] = set()
        self._closed = False

    def search(self, bot: Searcher[Found], view: View, world: State, seconds: float) -> Found | None:
        """Let a bot search in one of the processes; to be called in a thread that may wait.

        Returns:
            Its choice; None when no process was free soon enough, or the bot failed or did not answer in time.
        """
        if not self._free.acquire(timeout=max(0.5, 2 * seconds)):
            return None
        thinker: _Thinker | None = None
        try:
            thinker = self._take()
            found = thinker.search(bot, view, world, seconds)
            with self._lock:
                self._busy.discard(thinker)
                if not self._closed:
                    self._idle.append(thinker)
                    thinker = None
            return found
        except (OSError, EOFError, TimeoutError, pickle.PickleError, TypeError, AttributeError) as error:
            _log.warning("a bot that searches was given up: %s", type(error).__name__)
            return None
        finally:
            if thinker:
                thinker.end()
                with self._lock:
                    self._busy.discard(thinker)
            self._free.release()

    def close(self) -> None:
        """End all processes, those that think included."""
        with self._lock:
            self._closed = True
            for thinker in (*self._idle, *self._busy):
                thinker.end()
            self._idle.clear()

    def _take(self) -> _Thinker:
        with self._lock:
            if self._closed:
                raise OSError("closed")
            thinker = self._idle.pop() if self._idle else _Thinker()
            self._busy.add(thinker)
        return thinker


class _Thinker:
    """One process, and the line to it."""

    def __init__(self) -> None:
        # A spawned process shares no threads, files or secrets with this one.
        context = get_context("spawn")
        self._line, other = context.Pipe()
        self._process: BaseProcess = context.Process(target=think, args=(other,), daemon=True, name="thinker")
        self._process.start()
        other.close()
        self._ready = False

    def search(self, bot: Searcher[Found], view: View, world: State, seconds: float) -> Found | None:
        """Let it search.

        Raises:
            TimeoutError: when it does not answer in time.
            OSError, EOFError: when it has died.
        """
        task = pickle.dumps((bot, view, world, seconds))
        if not self._ready:
            self._wait(START)
            self._ready = True
        self._line.send_bytes(task)
        self._wait(seconds + GRACE)
        found: Found | None = self._line.recv()
        return found

    def _wait(self, seconds: float) -> None:
        if not self._line.poll(seconds):
            raise TimeoutError
        if not self._ready:
            self._line.recv()

    def end(self) -> None:
        """End the process, even in the midst of a search."""
        self._process.kill()
        self._process.join(5)
        self._line.close()


def think(line: Connection) -> None:
    """Answer what comes over a line until it is closed: the life of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-c is for the host, which ends its processes
    if hasattr(os, "nice"):
        os.nice(10)  # the host answers people first
    line.send(None)
    while True:
        try:
            task = line.recv_bytes()
        except (EOFError, OSError):
            return
        line.send(_answer(*pickle.loads(task)))


def _answer(bot: Searcher[Any], view: View, world: State, seconds: float) -> Any:
    deadline = monotonic() + seconds
    try:
        bot.allow(seconds, lambda: monotonic() < deadline)
        bot.suppose(world)
        return bot.choose(view)
    except Exception:
        _log.exception("a bot that searches failed")
        return None

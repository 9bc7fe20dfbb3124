"""Worker process: the host's process as its parent has it, started early so that both sides load at the same time.

Where it can be it is a copy of its parent: what both need is loaded once, and is in memory once. Else it is a Python of
its own, as it always is when the parent has more than one thread already. It waits for its order, and ends when its
input does.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, NoReturn, Protocol

from net.base.own_python import start_own

_TICK = 0.01
_FILES = 256
"""More than a process ever has open that has only begun."""
_SHARED = ("net.client.connect", "net.local.order")
"""The modules that load what a client and the worker both need."""
_ready: list[WorkerProcess] = []


class Child(Protocol):
    """A process that a `WorkerProcess` has started; a `subprocess.Popen` is one."""

    @property
    def pid(self) -> int:
        """Its number."""

    @property
    def stdin(self) -> IO[bytes] | None:
        """Its input."""

    @property
    def stdout(self) -> IO[bytes] | None:
        """Its output."""

    def poll(self) -> int | None:
        """How it has ended; None while it runs."""

    def kill(self) -> None:
        """End it at once."""


def spawn() -> Child:
    """Start a Python of its own.

    Raises:
        OSError: when it cannot be started.
    """
    return start_own("net.local.worker", bufsize=0)


class Fork:
    """A copy of this process that goes on as the worker.

    Raises:
        OSError: when it cannot be made.
    """

    def __init__(self) -> None:
        # What both need is loaded before, and not looked through for garbage: that would write to it, and so copy it.
        for module in _SHARED:
            importlib.import_module(module)
        gc.freeze()
        heard, write = os.pipe()
        read, told = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _become_worker(heard, told)
        os.close(heard)
        os.close(told)
        self.stdin = os.fdopen(write, "wb", 0)
        self.stdout = os.fdopen(read, "rb", 0)
        self._code: int | None = None

    def poll(self) -> int | None:
        """How it has ended; None while it runs."""
        if self._code is None:
            try:
                ended, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                # The program that started this one lets the system forget how its children end.
                ended, status = self.pid, 0
            self._code = os.waitstatus_to_exitcode(status) if ended else None
        return self._code

    def kill(self) -> None:
        """End it at once."""
        if self.poll() is None:
            # Not waited for yet, so the number is still its own.
            os.kill(self.pid, signal.SIGKILL)


def _become_worker(heard: int, told: int) -> NoReturn:
    """The copy: leave the terminal and all files behind, and be what ``python -m net.local.worker`` is."""
    code = 1
    try:
        # The terminal's signals are for the client, and a traceback must not be painted over the player's screen.
        os.setsid()
        for file, stream in ((heard, 0), (told, 1), (os.open(os.devnull, os.O_WRONLY), 2)):
            os.dup2(file, stream)
        os.closerange(3, _FILES)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        from net.local import worker

        # Bots that search think in processes which begin with this module, not with the client.
        sys.modules["__main__"] = worker
        gc.enable()
        code = worker.main()
        sys.stdout.flush()
    finally:
        # Nothing that the parent began is to end here, too; what goes wrong nobody could be told.
        os._exit(code)


def can_fork() -> bool:
    """Whether a copy of this process can go on: on Linux, before it has a second thread or an event loop."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return False
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return True
    return False


class WorkerProcess:
    """A process of `net.local.worker`; it dies with this one.

    Raises:
        OSError: when it cannot be started.
    """

    def __init__(self, start: Callable[[], Child] = spawn) -> None:
        self._process = start()
        self._reading: asyncio.Future[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it has ended; None while it runs."""
        return self._process.poll()

    def send(self, line: bytes) -> None:
        """Tell it something.

        Raises:
            OSError: when it has ended.
        """
        assert self._process.stdin
        self._process.stdin.write(line)

    async def line(self) -> bytes:
        """The next line of its answer; empty when it has ended."""
        assert self._process.stdout
        return await self._read(self._process.stdout.readline)

    async def rest(self) -> bytes:
        """All that it still says, when it has ended; nothing after `end`."""
        assert self._process.stdout
        return b"" if self._process.stdout.closed else await self._read(self._process.stdout.read)

    async def _read(self, read: Callable[[], bytes]) -> bytes:
        # In a thread: no event loop of Windows can wait for such a pipe.
        self._reading = asyncio.get_running_loop().run_in_executor(None, read)
        return await asyncio.shield(self._reading)

    async def end(self, patience: float) -> None:
        """End it, in good order if that takes no longer than so many seconds."""
        assert self._process.stdin
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        last = time.monotonic() + patience
        while self._process.poll() is None:
            if time.monotonic() > last:
                self._process.kill()
            await asyncio.sleep(_TICK)
        if self._reading is not None:
            # It is over with the process, and must not find another file in the place of this one.
            await asyncio.wait([self._reading])
        if self._process.stdout:
            self._process.stdout.close()


def prepare() -> None:
    """Start a process for the table that will be opened, when it can be done; who opens it would see why not."""
    if not _ready:
        with contextlib.suppress(OSError):
            _ready.append(WorkerProcess(Fork if can_fork() else spawn))


def prepared() -> WorkerProcess:
    """The process that was prepared, or else a new one.

    Raises:
        OSError: when it cannot be started.
    """
    return _ready.pop() if _ready else WorkerProcess()

"""Worker process: the host's process as its parent has it, started early so that both sides load at the same time.

Only the standard library is needed here: who starts a table from the command line can start the process before
anything else is loaded. It waits for its order, and ends when its input does.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

_TICK = 0.01
_ready: list[WorkerProcess] = []


class WorkerProcess:
    """A process of `net.local.worker`; it dies with this one."""

    def __init__(self) -> None:
        """Start it.

        Raises:
            OSError: when it cannot be started.
        """
        # It finds what this process finds: the packages, and the bots installed beside them.
        path = (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "net.local.worker"],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A traceback must not be painted over the player's screen.
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))},
            # Not in the terminal's process group: its signals are for the client.
            start_new_session=True,
        )
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
        """All that it still says, when it has ended."""
        assert self._process.stdout
        return await self._read(self._process.stdout.read)

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
            _ready.append(WorkerProcess())


def prepared() -> WorkerProcess:
    """The process that was prepared, or else a new one.

    Raises:
        OSError: when it cannot be started.
    """
    return _ready.pop() if _ready else WorkerProcess()

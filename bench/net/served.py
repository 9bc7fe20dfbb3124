"""The measured host, in a process of its own: ``python -m bench.net.served FOLDER``.

It is told what to do through its standard input, one line of JSON each, and answers each with one line.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter, process_time
from types import TracebackType
from typing import Any

from bench.net.unit import check_us
from net.base.errors import NetError
from net.base.limits import DEFAULT, Limits
from net.base.own_python import own_environment, own_python
from net.base.sockets import many_files
from net.host.host import Host
from net.host.lines.gc_policy import keep_tidy
from net.host.opening import Opening
from net.host.store.journal import Journal
from net.identity.crypto import load_identity
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

_TICK = 0.5
"""Seconds between two looks at how late the loop is. Each wakes the host, and is measured, too: ten times as many cost
a host of twenty tables more than a check a move."""


def lifted_limits() -> Limits:
    """The product's limits without its bounds on tables, visitors, and the rates of joins and moves."""
    return replace(
        DEFAULT,
        handshakes=(1e5, 100_000),
        joins=(1e5, 100_000),
        shared_joins=(1e5, 100_000),
        tables=100_000,
        visitors=100_000,
        moves=(1e3, 2_000),
    )


def limits_for(words: Sequence[str]) -> Limits:
    """The limits of a host that is told these words after its folder: the product's, unless they are lifted."""
    return lifted_limits() if "lifted" in words else DEFAULT


@dataclass(frozen=True, slots=True)
class Stats:
    """A host's account of itself."""

    cpu: float
    """Seconds its process has used, all threads, since it started."""
    rss: int
    """KiB of memory."""
    connections: int
    tasks: int
    waited: float
    """Seconds it was ready to run but its core was not, on account of other processes and its own other threads."""
    lags: Sequence[float]
    """Milliseconds the loop was late, each time it looked since the last account; ascending."""
    errors: Sequence[str]
    """Everything logged as an error, unhandled ones of tasks included."""


class Served:
    """A host's process, seen from outside.

    with Served(folder) as host:
        invites = host.open(5, players=8)
    """

    module = "bench.net.served"
    """The program of its process."""

    def __init__(self, folder: Path, *, lifted: bool = False) -> None:
        """Prepare a host.

        Args:
            folder: For its journal, key and port. The tables that are stored there are brought back.
            lifted: Whether it has `lifted_limits` instead of the product's.
        """
        self._folder = folder
        self._lifted = lifted
        self.doors: dict[str, int] = {}
        """Ports of its further doors."""

    def __enter__(self) -> Served:
        self._process = subprocess.Popen(
            own_python("-m", self.module, str(self._folder), *["lifted"] * self._lifted),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=own_environment(),
        )
        self.doors = self._answer()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin
        assert self._process.stdout
        # Its input ends, and so does it.
        self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def kill(self) -> None:
        """End the host as a crash does. Started again, it has the same key, port and tables."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def start_again(self) -> None:
        """Start a killed host."""
        self.__enter__()

    def open(
        self, count: int, players: int = 8, bots: Sequence[str] = (), pause: float = 1.0, title: str = ""
    ) -> list[str]:
        """Open tables; returns their invitations."""
        order = {"open": count, "players": players, "bots": list(bots), "pause": pause, "title": title}
        invites: list[str] = self._ask(order)
        return invites

    def stats(self) -> Stats:
        """The host's own statistics."""
        return Stats(**self._ask({}))

    def check(self) -> float:
        """Microseconds it takes to check a signature, on its core, while it does nothing else."""
        found: float = self._ask({"check": True})
        return found

    def _ask(self, order: dict[str, Any]) -> Any:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the host's process has ended")
        return json.loads(line)


def own_core(first: bool) -> None:
    """Keep this process on the machine's first core, or off it, where that can be done."""
    if hasattr(os, "sched_setaffinity"):
        # A process starts on its parent's cores, and its parent has chosen already.
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) > 1:
            os.sched_setaffinity(0, cores[:1] if first else cores[1:])


def resident() -> int:
    """KiB of memory this process holds; the most it ever held, where the system does not tell more."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _waited() -> float:
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    return 0.0


class _Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(self.format(record)[:2000])


Doors = Callable[[Host, Path], AbstractAsyncContextManager[dict[str, int]]]
"""Opens further doors of a host whose files are in a folder, and names their ports."""


@contextlib.asynccontextmanager
async def no_doors(_host: Host, _folder: Path) -> AsyncIterator[dict[str, int]]:
    """None but its own port."""
    yield {}


async def serve(folder: Path, limits: Limits, doors: Doors = no_doors) -> None:
    """Run the host in this process, and do what is asked by the standard input until that ends."""
    errors = _Errors()
    logging.getLogger().addHandler(errors)
    lags: list[float] = []
    loop = asyncio.get_running_loop()
    unix, port = folder / "host.sock" if doors is not no_doors else None, folder / "port"
    async with (
        Host.open(
            load_identity(folder / "host_ed25519"),
            port=int(port.read_text()) if port.exists() else 0,
            unix=unix,
            limits=limits,
            store=Journal(folder / "journal.db"),
        ) as host,
        doors(host, folder) as ports,
    ):
        port.write_text(str(host.port))
        with contextlib.suppress(NetError):
            host.recover()
        beside = [loop.create_task(_watch(lags)), loop.create_task(keep_tidy(lambda: len(host.connections)))]
        _say(ports)
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            order = json.loads(line)
            if "open" in order:
                setup = Setup(players=order["players"])
                options = TableOptions(private=False, bot_pause=order["pause"], title=order["title"])
                opening = Opening(bots=order["bots"])
                tables = [host.open_table(setup, options, opening) for _ in range(order["open"])]
                _say([str(host.invite(table, "127.0.0.1")) for table in tables])
            elif "check" in order:
                _say(check_us())
            else:
                found = sorted(lags)
                lags.clear()
                _say(
                    {
                        "cpu": process_time(),
                        "rss": resident(),
                        "connections": len(host.connections),
                        "tasks": len(asyncio.all_tasks()),
                        "waited": _waited(),
                        "lags": found,
                        "errors": errors.seen,
                    }
                )
        for task in beside:
            task.cancel()


async def _watch(lags: list[float]) -> None:
    while True:
        before = perf_counter()
        await asyncio.sleep(_TICK)
        lags.append(1000 * (perf_counter() - before - _TICK))


def _say(answer: object) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    own_core(True)
    many_files()
    asyncio.run(serve(Path(sys.argv[1]), limits_for(sys.argv[2:])))

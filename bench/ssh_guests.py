"""Benchmark of a host's guests by SSH: how soon they are there, and what each of them costs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import asyncssh

from bench.net.capacity import quantile
from bench.ui.process_costs import family, processor, proportional
from bench.ui.pseudo_terminal import PREFACE
from net.local.service import DataFolder
from tests.support.ports import free_port
from tests.support.root import ROOT

_READY = "with Citadels installed"
_DRAWN = b"Tables of this host"
_KEY = b"?"
"""Opens the help."""
_PER_ADDRESS = 4
_PATIENCE = 120.0
"""Seconds for a guest to be there, or to be shown something."""


class _Guest:
    """One guest: a key of their own, and a terminal of 80x24."""

    def __init__(self, number: int, port: int) -> None:
        self._number, self._port = number, port
        self._terminal: asyncssh.SSHClientProcess[bytes]
        self._connection: asyncssh.SSHClientConnection | None = None

    async def come(self) -> float | None:
        """Log in; returns the seconds until the list of tables is drawn, or None when the host sends them away."""
        began, shown = perf_counter(), b""
        source = f"127.0.0.{1 + self._number // _PER_ADDRESS}"
        key = asyncssh.generate_private_key("ssh-ed25519")
        try:
            self._connection = await asyncssh.connect(
                "127.0.0.1", self._port, known_hosts=None, config=None, client_keys=[key], local_addr=(source, 0)
            )
            self._terminal = await self._connection.create_process(
                term_type="xterm-256color", term_size=(80, 24), encoding=None
            )
            while _DRAWN not in shown:
                if not (chunk := await self._terminal.stdout.read(1 << 16)):
                    return None
                shown += chunk
        except (OSError, asyncssh.Error):
            return None
        return perf_counter() - began

    async def press(self) -> float:
        """Press a key; returns the seconds until the screen that it opens is painted."""
        # What was still being painted is not the answer.
        with contextlib.suppress(asyncio.TimeoutError):
            while await asyncio.wait_for(self._terminal.stdout.read(1 << 16), 0.3):
                pass
        began = perf_counter()
        self._terminal.stdin.write(_KEY)
        size = 0
        while size <= PREFACE and (chunk := await self._terminal.stdout.read(1 << 16)):
            size += len(chunk)
        return perf_counter() - began

    def leave(self) -> None:
        """Hang up."""
        if self._connection:
            self._connection.abort()


def ssh_guests(count: int, at_once: int, folder: Path, rest: float = 5.0) -> dict[str, Any]:
    """Let guests come to a host by SSH, four from each address, who look at its list of tables.

    Args:
        count: How many.
        at_once: How many of them come at a time.
        folder: For the host.
        rest: Seconds for which they then do nothing.

    Returns:
        ``guests`` that came and ``lost``, those who were sent away; ``all_s``, until the last was there; ``came_s``, of
        one guest: median and longest; ``mb_each`` (PSS) and ``cpu_s_each`` until then, or None where the system does
        not tell; ``rest_cores``, processor of all at rest; and ``key_ms``, from a key to the help: median and longest,
        while all press one within a second.
    """
    port = free_port()
    with _serving(folder / "serve", port) as host:
        return asyncio.run(_measure(count, at_once, port, host, rest))


async def _measure(count: int, at_once: int, port: int, host: int, rest: float) -> dict[str, Any]:
    guests = [_Guest(number, port) for number in range(count)]
    places = asyncio.Semaphore(at_once)

    async def come(guest: _Guest) -> float | None:
        async with places:
            try:
                return await asyncio.wait_for(guest.come(), _PATIENCE)
            except TimeoutError:
                return None

    try:
        before, began = _costs(host), perf_counter()
        times = await asyncio.gather(*map(come, guests))
        spent = perf_counter() - began
        inside = [guest for guest, seconds in zip(guests, times, strict=True) if seconds is not None]
        came = sorted(seconds for seconds in times if seconds is not None)
        if not inside:
            raise TimeoutError("no guest was let in")
        await asyncio.sleep(2.0)
        after = _costs(host)
        await asyncio.sleep(rest)
        rested = _costs(host)
        answers = sorted(await asyncio.gather(*map(_pressed_soon, inside)))
        return {
            "guests": len(inside),
            "lost": count - len(inside),
            "all_s": round(spent, 1),
            "came_s": [round(quantile(came, part), 2) for part in (0.5, 1.0)],
            "mb_each": _each(before[0], after[0], len(inside), 1),
            "cpu_s_each": _each(before[1], after[1], len(inside), 2),
            "rest_cores": _each(after[1], rested[1], rest, 2),
            "key_ms": [round(1000 * quantile(answers, part)) for part in (0.5, 1.0)],
        }
    finally:
        for guest in guests:
            guest.leave()


async def _pressed_soon(guest: _Guest) -> float:
    await asyncio.sleep(random.random())
    return await asyncio.wait_for(guest.press(), _PATIENCE)


def _costs(host: int) -> tuple[float | None, float | None]:
    """Memory in MB (PSS) and processor seconds of a host and all that it has started."""
    pids = family(host)
    return proportional(pids), processor(pids)


def _each(before: float | None, after: float | None, parts: float, digits: int) -> float | None:
    return None if before is None or after is None else round((after - before) / parts, digits)


@contextlib.contextmanager
def _serving(folder: Path, port: int) -> Iterator[int]:
    """A host that lets guests in by SSH, at a port; its process id."""
    arguments = ["--data", str(folder), "--bind", "127.0.0.1", "--port", str(free_port()), "--ssh", str(port)]
    command = [sys.executable, "-m", "citadels_tui", "serve", *arguments, "--unannounced"]
    environ = os.environ | {"CITADELS_CONFIG": str(folder), "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    root = ROOT
    # Nobody is new to it, and asked whether they know the game.
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    DataFolder(folder).guests.mkdir(exist_ok=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ, cwd=root) as host:
        try:
            assert host.stdout
            if not any(_READY in line for line in host.stdout):
                raise TimeoutError("the host does not listen")
            yield host.pid
        finally:
            host.terminate()

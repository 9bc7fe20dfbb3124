"""Own host: a headless host on this machine for guests by SSH, which runs while this program does."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import subprocess
from threading import Thread
from typing import IO

from net.base.errors import NetError
from net.base.own_python import start_own
from net.identity.crypto import load_identity
from net.identity.known_hosts import KnownHosts
from net.local.service import ask_status, data_folder

_START = 20.0
"""Seconds it may take to start."""


async def start_own_host(authority: str, port: int, ssh: int, address: str) -> None:
    """Start it and wait until it answers, unless one runs on the usual folder; it is known at once, as it is ours.

    Args:
        authority: Where this program will reach it.
        port: TCP port for clients.
        ssh: Port for guests by SSH.
        address: Where they reach it from outside this network; empty: as from within.

    Raises:
        NetError: ``local_host``, with what it has said.
    """
    folder = data_folder()
    with contextlib.suppress(NetError):
        await ask_status(folder)
        return
    options = ["--port", str(port), "--ssh", str(ssh), "--ssh-guests", *(["--address", address] if address else [])]
    process = _spawn(options)
    atexit.register(process.terminate)
    try:
        async with asyncio.timeout(_START):
            fault = await asyncio.to_thread(_fault, process)
    except BaseException as error:
        process.terminate()
        if not isinstance(error, TimeoutError):
            raise
        fault = "its host did not start."
    if fault:
        raise NetError("local_host", fault)
    known, key = KnownHosts(), load_identity(folder.key).public
    if not known.check(authority, key):
        known.remember(authority, key)


def _spawn(options: list[str]) -> subprocess.Popen[bytes]:
    """The process of the host."""
    return start_own("citadels_tui", "serve", *options, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT)


def _fault(process: subprocess.Popen[bytes]) -> str:
    """Read what a host says until every door is open: then it tells how clients come; the last line if it ends before.

    Returns:
        Why it has not started; empty when it has.
    """
    assert process.stdout
    said = "its host did not start."
    for line in process.stdout:
        said = line.decode(errors="replace").strip() or said
        if "citadels join " in said:
            # It goes on telling, and would wait for ever once nobody reads.
            Thread(target=_read_on, args=[process.stdout], daemon=True).start()
            return ""
    process.stdout.close()
    return said


def _read_on(output: IO[bytes]) -> None:
    """Read to the end what nobody has to know."""
    with output:
        for _line in output:
            pass

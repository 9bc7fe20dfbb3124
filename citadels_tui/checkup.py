"""Check-up: what works on this machine, and what to do where something does not. It changes nothing."""

from __future__ import annotations

import errno
import os
import platform
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from rich.color import ColorSystem

import engine
from citadels_tui.own_command import own_command
from citadels_tui.symbols import needs_ascii
from citadels_tui.terminal_colours import colour_system
from citadels_tui.texts import _, doctor, nearby, say, why
from net.base.errors import NetError
from net.base.paths import config_path, state_path
from net.client.discovery import obstacle

State = Literal["good", "limited", "bad"]

COLUMNS, ROWS = 80, 24
"""The smallest window the client draws in."""
_ROOM = 20
"""Megabytes that a host should have."""
_MB = 1_000_000
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class MachineCheck:
    """The finding about one thing."""

    name: str
    state: State
    found: str
    advice: str = ""
    """What to do; empty where there is nothing to do."""


def findings(port: int) -> Iterator[MachineCheck]:
    """Look at everything, one after another.

    Args:
        port: The TCP port a host would listen on.
    """
    yield MachineCheck(
        "python", "good", _fill(doctor.PYTHON, version=platform.python_version(), citadels=engine.__version__)
    )
    yield _terminal()
    yield _colours()
    yield _clock()
    yield _port(port)
    yield _ipv6()
    fault = obstacle()
    if fault:
        yield MachineCheck("mdns", "limited", _(nearby.SILENCE[fault]), _(doctor.MDNS_TO_DO))
    else:
        yield MachineCheck("mdns", "good", _(doctor.MDNS))
    yield _store()
    yield _keys()


_COLOURS = {
    None: doctor.NO_COLOUR,
    ColorSystem.STANDARD: doctor.COLOURS_16,
    ColorSystem.WINDOWS: doctor.COLOURS_16,
    ColorSystem.EIGHT_BIT: doctor.COLOURS_256,
    ColorSystem.TRUECOLOR: doctor.TRUECOLOUR,
}


def _fill(text: str, **values: object) -> str:
    return _(text).format(**values)


def _terminal() -> MachineCheck:
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return MachineCheck("terminal", "limited", _(doctor.NO_TERMINAL), _(doctor.NO_TERMINAL_TO_DO))
    size, term = shutil.get_terminal_size(), os.environ.get("TERM", "") or "?"
    found = _fill(doctor.TERMINAL, term=term[:40], columns=size.columns, rows=size.lines)
    if term == "dumb":
        return MachineCheck("terminal", "limited", found, _(doctor.DUMB_TO_DO))
    if size.columns < COLUMNS or size.lines < ROWS:
        return MachineCheck("terminal", "limited", found, _fill(doctor.SMALL_TO_DO, columns=COLUMNS, rows=ROWS))
    return MachineCheck("terminal", "good", found)


def _colours() -> MachineCheck:
    colours = _COLOURS[colour_system(os.environ)]
    if needs_ascii(os.environ, sys.stdout.encoding):
        return MachineCheck(
            "colours", "limited", _fill(doctor.COLOURS_ASCII, colours=_(colours)), _(doctor.ASCII_TO_DO)
        )
    return MachineCheck("colours", "good", _fill(doctor.COLOURS, colours=_(colours)))


def _clock() -> MachineCheck:
    """A clock that is behind the files of this program cannot be right."""
    now = time.time()
    found = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M} UTC"
    made = Path(engine.__file__).stat().st_mtime
    return (
        MachineCheck("clock", "bad", found, _(doctor.CLOCK_TO_DO))
        if now < made - _DAY
        else MachineCheck("clock", "good", found)
    )


def _port(port: int) -> MachineCheck:
    try:
        with socket.create_server(("", port)):
            return MachineCheck("port", "good", _fill(doctor.PORT_FREE, port=port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            advice = _fill(doctor.PORT_USED_TO_DO, command=own_command(), other=port % 65535 + 1)
            return MachineCheck("port", "limited", _fill(doctor.PORT_USED, port=port), advice)
        found = _fill(doctor.PORT_REFUSED, port=port, reason=error.strerror)
        return MachineCheck("port", "bad", found, _(doctor.PORT_REFUSED_TO_DO))


def _ipv6() -> MachineCheck:
    with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
        probe.bind(("::1", 0))
        return MachineCheck("ipv6", "good", _(doctor.IPV6))
    return MachineCheck("ipv6", "limited", _(doctor.NO_IPV6), _(doctor.NO_IPV6_TO_DO))


def _store() -> MachineCheck:
    folder = state_path()
    there = _there(folder)
    if not os.access(there, os.W_OK | os.X_OK) or not there.is_dir():
        return MachineCheck("store", "bad", _fill(doctor.STORE_REFUSED, folder=there), _(doctor.STORE_REFUSED_TO_DO))
    free = shutil.disk_usage(there).free // _MB
    found = _fill(doctor.STORE, folder=folder, free=free)
    return (
        MachineCheck("store", "good", found)
        if free >= _ROOM
        else MachineCheck("store", "bad", found, _(doctor.STORE_FULL_TO_DO))
    )


def _keys() -> MachineCheck:
    from net.identity.crypto import load_identity

    folder = config_path()
    there = _there(folder)
    try:
        # A key that is not there is not made.
        keys = [load_identity(path) for path in sorted(folder.glob("*_ed25519*")) if path.is_file()]
    except NetError as error:
        return MachineCheck("keys", "bad", why(error))
    if keys:
        return MachineCheck("keys", "good", say(doctor.KEYS, amount=len(keys), folder=str(folder)).plain)
    if not os.access(there, os.W_OK | os.X_OK) or not there.is_dir():
        return MachineCheck("keys", "bad", _fill(doctor.STORE_REFUSED, folder=there), _(doctor.KEYS_REFUSED_TO_DO))
    return MachineCheck("keys", "good", _fill(doctor.NO_KEYS, folder=folder))


def _there(folder: Path) -> Path:
    """The folder, or the nearest above it that there is."""
    return next((each for each in (folder, *folder.parents) if each.exists()), folder)

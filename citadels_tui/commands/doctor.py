"""`citadels doctor`: what works on this machine, and what to do where something does not.

It tries what the game will do, where the game will do it, and leaves nothing behind.
"""

from __future__ import annotations

import errno
import json
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Annotated, Literal

import engine
from citadels_tui.cli.checks import check_port
from citadels_tui.cli.options import Json, Option
from citadels_tui.settings.folders import CONFIG, STATE, fault_of, see_usable, there, trial_folder, usual, warning
from citadels_tui.textart.symbols import needs_ascii
from citadels_tui.texts import _, command_line, doctor, say, why
from citadels_tui.wording.errors import CommandError
from citadels_tui.wording.own_command import own_command
from net.base.errors import NetError
from net.base.limits import PORT
from net.base.paths import config_path, state_path
from net.base.program import program_version

State = Literal["good", "limited", "bad"]

COLUMNS, ROWS = 40, 20
"""The smallest window the client draws in."""
_ROOM = 20
"""Megabytes that a host should have."""
_MB = 1_000_000
_DAY = 86_400
_LOADED = ("net.local.worker", "net.local.process", "citadels_tui.app.app", "citadels_tui.plain.playing")
"""Modules that the two processes of a game load."""
_SECONDS = 60.0
"""Seconds in which a game that was started asks its first question, on a busy machine too."""


@dataclass(frozen=True)
class DoctorCommand:
    """Check what the game needs of this machine, and show how to mend problems."""

    port: Annotated[int, Option("TCP port that a host would listen on.")] = PORT
    json: Json = False

    def run(self) -> int:
        """Look at everything and tell it; returns 0 when nothing is bad, 1 otherwise."""
        check_port(self.port)
        found = list(findings(self.port))
        states = {finding.state for finding in found}
        if self.json:
            print(json.dumps({"good": "bad" not in states, "checks": [asdict(finding) for finding in found]}))
            return 1 if "bad" in states else 0
        for finding in found:
            name, state = _(doctor.NAMES[finding.name]), _(doctor.STATES[finding.state])
            print(_(doctor.LINE).format(state=state, name=name, found=finding.found))
            if finding.advice:
                print(f"    {finding.advice}")
        print(_(doctor.BAD if "bad" in states else doctor.LIMITED if "limited" in states else doctor.ALL_GOOD))
        return 1 if "bad" in states else 0


@dataclass(frozen=True, slots=True)
class MachineCheck:
    """The finding about one thing."""

    name: str
    state: State
    found: str
    advice: str = ""
    """The advice; empty where there is nothing to do."""


def findings(port: int) -> Iterator[MachineCheck]:
    """Look at everything, one after another.

    Args:
        port: The TCP port a host would listen on.
    """
    checks = (_python, _terminal, _colours, _clock, lambda: _port(port), _ipv6, _mdns, _store, _keys, _game)
    yield from (found for check in checks if (found := _carried_out(check)))


def _carried_out(check: Callable[[], MachineCheck]) -> MachineCheck | None:
    """The finding of a check; None where a module is missing, which was told of Python."""
    try:
        return check()
    except ImportError:
        return None


def _python() -> MachineCheck:
    """Load what a game on this machine loads: a Python may have been made without a part of its library."""
    for module in _LOADED:
        try:
            import_module(module)
        except ImportError as error:
            found = _fill(command_line.NO_MODULE, python=sys.executable, reason=error)
            return MachineCheck("python", "bad", found, _(doctor.NO_MODULE_TO_DO))
    found = _fill(doctor.PYTHON, version=platform.python_version(), citadels=program_version())
    return MachineCheck("python", "good", found)


_COLOURS = {
    "STANDARD": doctor.COLOURS_16,
    "WINDOWS": doctor.COLOURS_16,
    "EIGHT_BIT": doctor.COLOURS_256,
    "TRUECOLOR": doctor.TRUECOLOUR,
}


def _fill(text: str, **values: object) -> str:
    return _(text).format(**values)


def _terminal() -> MachineCheck:
    try:
        # Its modules are loaded when the screen is drawn.
        import_module("textual.drivers.windows_driver" if sys.platform == "win32" else "textual.drivers.linux_driver")
    except ImportError as error:
        found = _fill(command_line.NO_MODULE, python=sys.executable, reason=error)
        return MachineCheck("terminal", "limited", found, _(doctor.NO_SCREEN_TO_DO))
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
    # It loads modules that this Python may lack.
    from citadels_tui.terminal.terminal_colours import colour_system
    from citadels_tui.terminal.wide_signs import wide_signs

    found = colour_system(os.environ)
    colours = _COLOURS[found.name] if found else doctor.NO_COLOUR
    if needs_ascii(os.environ, sys.stdout.encoding):
        return MachineCheck(
            "colours", "limited", _fill(doctor.COLOURS_ASCII, colours=_(colours)), _(doctor.ASCII_TO_DO)
        )
    if wide_signs():
        found_signs = _fill(doctor.COLOURS_ASCII, colours=_(colours))
        return MachineCheck("colours", "limited", found_signs, _(doctor.WIDE_TO_DO))
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
    import socket

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
    import socket

    with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
        probe.bind(("::1", 0))
        return MachineCheck("ipv6", "good", _(doctor.IPV6))
    return MachineCheck("ipv6", "limited", _(doctor.NO_IPV6), _(doctor.NO_IPV6_TO_DO))


def _mdns() -> MachineCheck:
    from citadels_tui.table_list.nearby import why_none
    from net.client.discovery import obstacle

    fault = obstacle()
    if fault:
        return MachineCheck("mdns", "limited", why_none(fault), _(doctor.MDNS_TO_DO))
    return MachineCheck("mdns", "good", _(doctor.MDNS))


def _store() -> MachineCheck:
    folder = state_path()
    fault, advice = fault_of(folder, STATE)
    if fault:
        return MachineCheck("store", "bad", fault, advice)
    free = shutil.disk_usage(there(folder)).free // _MB
    found = _fill(doctor.STORE, folder=folder, free=free)
    if free < _ROOM:
        return MachineCheck("store", "bad", found, _(doctor.STORE_FULL_TO_DO))
    return _private("store", found, folder, STATE)


def _keys() -> MachineCheck:
    from net.identity.crypto import load_identity

    folder = config_path()
    try:
        # A key that is not there is not made.
        keys = [load_identity(path) for path in sorted(folder.glob("*_ed25519*")) if os.path.lexists(path)]
    except NetError as error:
        return MachineCheck("keys", "bad", why(error))
    if keys:
        return _private("keys", say(doctor.KEYS, amount=len(keys), folder=str(folder)).plain, folder, CONFIG)
    fault, advice = fault_of(folder, CONFIG)
    if fault:
        return MachineCheck("keys", "bad", fault, advice)
    return _private("keys", _fill(doctor.NO_KEYS, folder=folder), folder, CONFIG)


def _private(name: str, found: str, folder: Path, variable: str) -> MachineCheck:
    """The finding about a folder that can be used: perhaps others can look into it."""
    seen = warning([(folder, variable)])
    return MachineCheck(name, "limited" if seen else "good", found, seen)


def _game() -> MachineCheck:
    """Start a game as `citadels play` does, on the disks it would use, and leave it."""
    import asyncio

    from net.local.worker_process import prepare

    try:
        see_usable(usual())
        # Before there is a loop, as at the start of a game.
        prepare()
        with trial_folder(config_path()) as keys, trial_folder(state_path()) as games:
            reason = asyncio.run(_play(keys, games))
    except NetError as error:
        reason = why(error)
    except CommandError as error:
        reason = str(error)
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}"
    if reason:
        return MachineCheck("game", "bad", _fill(doctor.NO_GAME, reason=reason))
    return MachineCheck("game", "good", _(doctor.GAME))


async def _play(keys: Path, games: Path) -> str:
    """Play a game until its first question; why that did not come, if it did not."""
    import asyncio

    from net.client.updates import Decision
    from net.host.opening import Opening
    from net.identity.crypto import load_identity
    from net.local.order import Order
    from net.local.process import start_local
    from net.protocol.setup import Setup
    from net.protocol.table_options import TableOptions

    order = Order(
        setup=Setup(players=2),
        options=TableOptions(bot_pause=0),
        opening=Opening(bots=("random",)),
        key=str(keys / "host_ed25519"),
        journal=str(games / "game.db"),
    )
    client = await start_local("Doctor", order, identity=load_identity(keys / "id_ed25519"))
    try:
        async with asyncio.timeout(_SECONDS):
            async for update in client.updates():
                if isinstance(update, Decision):
                    return ""
    except TimeoutError:
        pass
    finally:
        await client.leave()
    return _fill(doctor.NO_DECISION, seconds=round(_SECONDS))

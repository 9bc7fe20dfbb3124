"""The forkserver: a process that has loaded the client once, and becomes a guest's client as often as it is asked.

Once the client was rehearsed it has one thread, no event loop, no key and no connection but that to its launcher.
What it is sent: a line of JSON, with a terminal for a new client. What it answers: one line when it is warm, one for
every client that was started, and one for every client that has ended.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import random
import select
import signal
import socket
import sys
import termios
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Literal, NoReturn

from citadels_tui.guests.ticket import FAILED, Ticket

LINE = 16 * 1024
"""Bytes of a line."""
ENDING = (signal.SIGTERM, signal.SIGINT)
"""Signals that a whole group of processes may be sent when the host is to end."""
FILES = 256
"""More than the forkserver ever has open."""


def main() -> None:
    """Serve the launcher at the other end of the socket whose number is the only argument."""
    launcher = socket.socket(fileno=int(sys.argv[1]))
    _warm()
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    # It ends with its launcher, which first has to leave the guests in order.
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    forkserver = Forkserver(launcher, (heard, told))
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        forkserver.send_facts({"warm": os.getpid()})
        while forkserver.step():
            pass
    forkserver.kill_all()


def _warm() -> None:
    """Load and work out everything a client may need, and keep it out of what is looked through for garbage."""
    import citadels_tui.app.palette
    import citadels_tui.guests.guest_client
    import citadels_tui.screens
    import citadels_tui.widgets
    import engine.bots.playout  # noqa: F401

    for package in (citadels_tui.screens, citadels_tui.widgets):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    importlib.import_module("textual.drivers.linux_driver")
    from citadels_tui.guests.rehearsal import rehearse

    # Clients do without it what it would have done for them.
    with contextlib.suppress(Exception):
        rehearse()
    gc.collect()
    gc.freeze()


class Forkserver:
    """Starts clients, and tells of their ends.

    Args:
        launcher: Who asks for them.
        pipe: Wakes this process when a client has ended.
    """

    def __init__(self, launcher: socket.socket, pipe: tuple[int, int]) -> None:
        self._launcher = launcher
        self._pipe = pipe
        self._running: dict[int, int] = {}
        """Process -> number of the session."""
        self._lines = b""
        self._terminals: list[int] = []
        """Terminals that came with requests which have been read in part."""

    def send_facts(self, facts: Mapping[str, int]) -> None:
        """Tell the launcher something."""
        self._launcher.sendall(json.dumps(facts).encode() + b"\n")

    def step(self) -> bool:
        """Wait for what comes next, and see to it; False when the launcher is gone."""
        asked, woken = self._launcher.fileno(), self._pipe[0]
        ready, _, _ = select.select([asked, woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
        self._reap()
        return asked not in ready or self._obey()

    def kill_all(self) -> None:
        """End all clients at once."""
        for process in self._running:
            os.kill(process, signal.SIGKILL)

    def _reap(self) -> None:
        while self._running:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                return
            session = self._running.pop(process)
            self.send_facts({"ended": session, "code": os.waitstatus_to_exitcode(status)})

    def _obey(self) -> bool:
        """Do what the launcher asks for; False when it is gone."""
        data, files, _, _ = socket.recv_fds(self._launcher, LINE, 8)
        if not data:
            return False
        self._terminals += files
        *lines, self._lines = (self._lines + data).split(b"\n")
        for request in map(json.loads, lines):
            if "ticket" in request:
                self._start(request["session"], request["ticket"])
            else:
                self._kill(request["kill"])
        return True

    def _start(self, session: int, ticket: dict[str, Any]) -> None:
        terminal = self._terminals.pop(0)
        process = os.fork()
        if process == 0:
            _become_client(ticket, terminal, [self._launcher.detach(), *self._pipe])
        os.close(terminal)
        self._running[process] = session
        self.send_facts({"session": session, "process": process})

    def _kill(self, session: int) -> None:
        for process, number in self._running.items():
            if number == session:
                # Not waited for yet, so the number is still this client's.
                os.kill(process, signal.SIGKILL)


def _become_client(ticket: dict[str, Any], terminal: int, ours: Sequence[int]) -> NoReturn:
    """The new process: leave everything of the forkserver's behind, and run the client."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for file in ours:
            os.close(file)
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for stream in range(3):
            os.dup2(terminal, stream)
        # Those of the forkserver know what was there before.
        sys.stdin = sys.__stdin__ = _opened(0, "r")  # type: ignore[misc]
        sys.stdout = sys.__stdout__ = _opened(1, "w")  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = _opened(2, "w")  # type: ignore[misc]
        os.closerange(3, FILES)
        os.umask(0o077)
        with contextlib.suppress(OSError):
            # Where there is no memory left, a guest's client goes, and not the host.
            Path("/proc/self/oom_score_adj").write_text("1000")
        os.chdir("/")
        random.seed()
        guest = Ticket(**ticket)
        os.environ.clear()
        os.environ.update(guest.environ)
        from citadels_tui.guests.guest_client import run_guest

        code = run_guest(guest)
    except KeyboardInterrupt:
        code = 130
    except BaseException as error:
        # What has gone wrong where the client could not say so: nobody is shown a traceback.
        code = FAILED
        # There may be no memory left for a report.
        with contextlib.suppress(BaseException):
            from citadels_tui.guests.guest_client import report_fault

            report_fault(error)
    finally:
        try:
            for written in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError, ValueError):
                    written.flush()
        finally:
            # Not even an end without memory goes on as if it were the forkserver.
            os._exit(code)


def _opened(stream: int, mode: Literal["r", "w"]) -> TextIOWrapper:
    return os.fdopen(stream, mode, encoding="utf-8", errors="replace", closefd=False)


if __name__ == "__main__":
    main()

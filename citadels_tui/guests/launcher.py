"""The launcher: gives every guest a terminal and a process of their own, and lets none of them stay behind.

A session ends with the guest's connection: its terminal is taken away, which every client is told by SIGHUP, and what
is still there five seconds later is killed. The server that carries a session to its guest then leaves them with
`GuestSession.farewell`.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import itertools
import json
import logging
import os
import pty
import signal
import socket
import struct
import termios
import tty
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from citadels_tui.guests.forkserver import LINE
from citadels_tui.guests.guest_screen import GuestScreen
from citadels_tui.guests.ticket import FAILED, Ticket, bounded
from citadels_tui.terminal import switch
from citadels_tui.texts import guests
from net.base.crash import guest_crashes_path, reported
from net.base.errors import NetError
from net.base.limits import Bucket
from net.base.own_python import ROOT, own_python

_log = logging.getLogger("net.guests")

PATIENCE = 5.0
"""Seconds a client has to end after its guest has gone."""
_WARM = 120.0
"""Seconds the forkserver has to load the client on a busy machine."""
_FAILURES = (0.1, 10)
"""Failures of clients that are written into the log: per second, burst."""
_CHUNK = 32 * 1024


@dataclass(eq=False)
class GuestSession:
    """One guest's terminal, and the client in it."""

    number: int
    show: Callable[[bytes], None]
    """Told what the client writes."""
    ended: asyncio.Future[int]
    """The client's exit code, once it has ended and all it has written was told."""
    _terminal: int
    _kill: Callable[[], None]
    process: int = 0
    """Id of the client's process, for tests and logs."""
    screen: GuestScreen = field(default_factory=GuestScreen)
    """The state of the guest's terminal."""
    _why: str = ""
    """Why it was ended from here, as a sentence for the guest."""
    killed: bool = False
    """Whether it was killed because its client did not end."""
    _reading: bool = False
    _code: int | None = None
    _timer: asyncio.TimerHandle | None = None
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    @property
    def closing(self) -> bool:
        """Whether it has ended, or was told to."""
        return self._terminal < 0

    def type(self, data: bytes) -> None:
        """Pass on the guest's keys. Those that the client has no room for are lost, as on every terminal."""
        if self._terminal >= 0:
            with contextlib.suppress(OSError):
                os.write(self._terminal, data)

    def resize(self, columns: int, lines: int) -> None:
        """The guest's window has another size."""
        if self._terminal >= 0:
            columns, lines = bounded(columns, lines)
            fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read(self, on: bool = True) -> None:
        """Read what the client writes, or let it wait: a guest who does not read fills nobody's memory."""
        if self._terminal < 0 or on == self._reading:
            return
        self._reading = on
        if on:
            self._loop.add_reader(self._terminal, self._readable)
        else:
            self._loop.remove_reader(self._terminal)

    @property
    def why(self) -> str:
        """The sentence for the guest about an end of which the client could not tell them, as it stands in the texts.

        Empty when the client has ended in order, and has said itself what there was to say.
        """
        fault = self.screen.taken or (self._code or 0) < 0 or (self._code and not self.screen.said)
        return self._why or (guests.BROKEN if fault else "")

    def close(self, why: str = "") -> None:
        """End the session: the guest has gone, or has to, for a reason that they are told."""
        self._why = self._why or why
        if self._terminal < 0:
            return
        self.read(False)
        os.close(self._terminal)
        self._terminal = -1
        if self._code is None:
            self._timer = self._loop.call_later(PATIENCE, self._kill)
        self._review()

    def kill_now(self) -> None:
        """Kill a returning guest's old client while it is still ending: it could take the seat from the new one."""
        if self.closing and self._code is None:
            self._kill()

    def _readable(self) -> None:
        try:
            data = os.read(self._terminal, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.screen.follow(data)
            self.show(data)
        else:
            self.close()

    def over(self, code: int) -> None:
        """The process has ended."""
        self._code = code
        if self._timer:
            self._timer.cancel()
        if self._terminal >= 0 and not self._reading:
            # Nobody reads, so what is left to be told is told to nobody.
            self.close()
        self._review()

    def _review(self) -> None:
        if self._code is not None and self._terminal < 0 and not self.ended.done():
            self.ended.set_result(self._code)


class Launcher:
    """The forkserver, and the sessions that came from it.

    Args:
        state: Folder in which the program reports its faults.
    """

    def __init__(self, state: Path) -> None:
        self.sessions: dict[int, GuestSession] = {}
        self._state = state
        self._numbers = itertools.count(1)
        self._asking = asyncio.Lock()
        self._socket: socket.socket | None = None
        self._forkserver: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answers: asyncio.Queue[dict[str, int]] = asyncio.Queue()
        self._failures: Bucket | None = None
        self._untold = 0
        """Failures since the last one that was written into the log."""

    async def __aenter__(self) -> Launcher:
        async with self._asking:
            await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _start(self) -> None:
        """Start the forkserver, and wait until it is warm."""
        mine, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        environ = {"PATH": "/usr/bin:/bin", "HOME": "/", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
        environ |= {"CITADELS_STATE": str(self._state), "CITADELS_CONFIG": str(self._state), **switch()}
        with its:
            self._forkserver = await asyncio.create_subprocess_exec(
                *own_python("-m", "citadels_tui.guests.forkserver", str(its.fileno())),
                pass_fds=[its.fileno()],
                env=environ,
                stdin=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        mine.setblocking(False)
        self._socket = mine
        self._answers = asyncio.Queue()
        self._reader = asyncio.create_task(self._read(mine))
        try:
            async with asyncio.timeout(_WARM):
                answer = await self._answers.get()
        except TimeoutError:
            answer = {}
        if "warm" not in answer:
            await self._stop()
            raise NetError("local_host", "the process for guests could not be started.")
        _log.info("guests can come", extra={"about": {"process": answer["warm"]}})

    async def open(self, ticket: Ticket, columns: int, lines: int, show: Callable[[bytes], None]) -> GuestSession:
        """Start a client for a guest; it is not read before `GuestSession.read`.

        Args:
            ticket: Who comes.
            columns: Of their window; a size that cannot be drawn is bounded.
            lines: Of their window.
            show: Told what the client writes.

        Raises:
            NetError: ``busy``, when no process can be had.
        """
        async with self._asking:
            if self._socket is None:
                await self._start()
            assert self._socket
            number = next(self._numbers)
            try:
                mine, its = pty.openpty()
            except OSError:
                raise NetError("busy") from None
            os.set_blocking(mine, False)
            tty.setraw(its, termios.TCSANOW)
            _cook_output(its)
            ended = asyncio.get_running_loop().create_future()
            session = GuestSession(number, show, ended, mine, lambda: self._kill(number))
            session.resize(columns, lines)
            self.sessions[number] = session
            ended.add_done_callback(lambda _: self.sessions.pop(number, None))
            request = json.dumps({"session": number, "ticket": asdict(ticket)}).encode() + b"\n"
            try:
                socket.send_fds(self._socket, [request], [its])
            except OSError:
                session.over(-1)
                session.close()
                raise NetError("busy") from None
            finally:
                os.close(its)
            answer = await self._answers.get()
            if "process" not in answer:
                raise NetError("busy")
            session.process = answer["process"]
            return session

    def _kill(self, number: int) -> None:
        """End a client that has not ended by itself."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.send(json.dumps({"kill": number}).encode() + b"\n")
            if session := self.sessions.get(number):
                session.killed = True
            _log.info("killed a client that had not ended", extra={"about": {"session": number}})

    async def _read(self, launcher: socket.socket) -> None:
        """Read what the forkserver reports, until it ends."""
        loop, rest = asyncio.get_running_loop(), b""
        try:
            while data := await loop.sock_recv(launcher, LINE):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._hear(json.loads(line))
        except OSError:
            pass
        self._socket = None
        launcher.close()
        self._answers.put_nowait({})
        # Without it nobody tells of their ends: their terminals go, and with them the clients.
        for session in list(self.sessions.values()):
            session.over(-1)
            session.close()

    def _hear(self, facts: dict[str, int]) -> None:
        if "ended" not in facts:
            self._answers.put_nowait(facts)
        elif session := self.sessions.get(facts["ended"]):
            self._tell_failure(session, facts["code"])
            session.over(facts["code"])

    def _tell_failure(self, session: GuestSession, code: int) -> None:
        """Write into the log that a client has failed, if it has; one guest alone cannot fill it with that."""
        if session.killed or (code >= 0 and code != FAILED):
            return
        now = asyncio.get_running_loop().time()
        self._failures = self._failures or Bucket(_FAILURES, now)
        if not self._failures.take_token(now):
            self._untold += 1
            return
        about: dict[str, object] = {"session": session.number, "process": session.process}
        if code == FAILED:
            about |= reported(guest_crashes_path(self._state), session.process)
        else:
            about["signal"] = signal.Signals(-code).name
        if self._untold:
            about["untold"], self._untold = self._untold, 0
        _log.warning("a guest's client has failed", extra={"about": about})

    async def close(self) -> None:
        """End all sessions, and the forkserver."""
        sessions = list(self.sessions.values())
        for session in sessions:
            session.close()
        if sessions:
            await asyncio.wait([session.ended for session in sessions], timeout=PATIENCE + 1)
        async with self._asking:
            await self._stop()

    async def _stop(self) -> None:
        forkserver, self._forkserver = self._forkserver, None
        if self._reader:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
            self._reader = None
        if self._socket:
            self._socket.close()
            self._socket = None
        if forkserver:
            # It has read the end of the socket, and kills what is left.
            try:
                await asyncio.wait_for(forkserver.wait(), PATIENCE)
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    forkserver.kill()
                await forkserver.wait()


def _cook_output(terminal: int) -> None:
    """Set the terminal's line ends (ONLCR), for the sentence a client may say before or after it draws."""
    attributes = termios.tcgetattr(terminal)
    attributes[1] |= termios.OPOST | termios.ONLCR
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)

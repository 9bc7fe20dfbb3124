"""Notifier: runs a command of the host's owner for somebody who is away: they are asked, or the game is over."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Sequence
from datetime import UTC, datetime

from net.base.limits import DEFAULT, Bucket, Limits
from net.host.seats.host_services import AwayNotice
from net.identity.fingerprint import fingerprint

_log = logging.getLogger(__name__)

_KEPT = ("PATH", "HOME", "LANG")
"""Variables of the host's own environment that the command is given."""


class Notifier:
    """Runs the command, a few times at once, and no longer nor more often than the limits say.

    What it is about is in the environment of the command, never among its arguments: `CITADELS_PLAYER`, `CITADELS_KEY`
    (six words), `CITADELS_TABLE`, `CITADELS_TABLE_ID`, `CITADELS_HOST`, `CITADELS_EVENT` (`turn`, `reminder` or `end`)
    and `CITADELS_UNTIL` (a date, or empty).
    Names are other people's: letters and signs that can be seen, and nothing more is promised.
    """

    def __init__(self, command: Sequence[str], host: str, limits: Limits = DEFAULT) -> None:
        """Prepare for notices.

        Args:
            command: A program and its arguments.
            host: The name that the host shows.
            limits: Bounds of everything.
        """
        self._command = tuple(command)
        self._host = host
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._rate = Bucket(limits.notices, self._loop.time())
        self._running: set[asyncio.Task[None]] = set()
        self._ended = asyncio.Event()
        """Set when nothing may run any more. A task that is starting a program must not be cancelled."""

    def tell(self, notice: AwayNotice) -> None:
        """Run the command for a notice, unless there are too many."""
        # The log of a host names nobody.
        about = {"table": notice.table}
        if len(self._running) >= self._limits.notifying or not self._rate.take_token(self._loop.time()):
            _log.warning("a player is not notified: too many are", extra={"about": about})
            return
        _log.info("a player is notified", extra={"about": about})
        task = self._loop.create_task(self._run(notice, about))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def __aenter__(self) -> Notifier:
        return self

    async def __aexit__(self, *_: object) -> None:
        """End what runs."""
        self._ended.set()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _environment(self, notice: AwayNotice) -> dict[str, str]:
        until = datetime.fromtimestamp(notice.until, UTC).strftime("%Y-%m-%dT%H:%MZ") if notice.until else ""
        return {name: os.environ[name] for name in _KEPT if name in os.environ} | {
            "CITADELS_PLAYER": notice.player,
            "CITADELS_KEY": fingerprint(notice.key),
            "CITADELS_TABLE": notice.title,
            "CITADELS_TABLE_ID": notice.table,
            "CITADELS_HOST": self._host,
            "CITADELS_EVENT": "end" if notice.over else "reminder" if notice.last else "turn",
            "CITADELS_UNTIL": until,
        }

    async def _run(self, notice: AwayNotice, about: dict[str, str]) -> None:
        nothing = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=nothing,
                stdout=nothing,
                stderr=nothing,
                env=self._environment(notice),
                start_new_session=True,
            )
        except OSError as error:
            _log.warning("the command cannot be run: %s", error.strerror, extra={"about": about})
            return
        done, ended = (asyncio.ensure_future(wait) for wait in (process.wait(), self._ended.wait()))
        await asyncio.wait({done, ended}, timeout=self._limits.notified, return_when=asyncio.FIRST_COMPLETED)
        if done.done() and done.result():
            _log.warning("the command has failed with %d", done.result(), extra={"about": about})
        elif not done.done() and not self._ended.is_set():
            _log.warning("the command took too long and was ended", extra={"about": about})
        # With all that it has started.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        ended.cancel()
        await done

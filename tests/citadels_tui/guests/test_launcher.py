"""A client that fails is in the host's log, with its cause, and one that fails again and again does not fill it."""

from __future__ import annotations

import asyncio
import logging
import os
import pty
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from citadels_tui.guests.launcher import GuestSession, Launcher
from citadels_tui.guests.ticket import FAILED
from citadels_tui.texts.guests import FAULT
from net.base.crash import guest_crashes_path, report
from tests.support.faulty import SECRET
from tests.support.guests.servers import serving
from tests.support.terminal import USUAL, Terminal

pytestmark = pytest.mark.asyncio


def session_of(launcher: Launcher, process: int) -> GuestSession:

    mine, its = pty.openpty()
    os.close(its)
    number = len(launcher.sessions) + 1
    session = GuestSession(number, lambda _: None, asyncio.get_running_loop().create_future(), mine, lambda: None)
    session.process = process
    launcher.sessions[number] = session
    return session


def told(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [vars(record)["about"] for record in caplog.records]


async def test_the_log_says_what_has_failed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    launcher = Launcher(tmp_path)
    try:
        raise LookupError(SECRET)
    except LookupError as error:
        report(error, "Citadels", guest_crashes_path(tmp_path))
    for code, process in ((FAILED, os.getpid()), (-signal.SIGSEGV, 2), (FAILED, 3), (0, 4), (1, 5), (130, 6)):
        session = session_of(launcher, process)
        launcher._hear({"ended": session.number, "code": code})
        session.close()
        await session.ended
    first, second, third = told(caplog)
    assert (first["session"], first["process"]) == (1, os.getpid())
    assert first["fault"].startswith("builtins.LookupError at guests/test_launcher.py:")
    assert (guest_crashes_path(tmp_path) / first["report"]).exists()
    assert second == {"session": 2, "process": 2, "signal": "SIGSEGV"}
    assert third == {"session": 3, "process": 3}
    assert SECRET not in str(told(caplog))


async def test_repeated_failures_are_logged_at_a_rate(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    launcher = Launcher(tmp_path)
    for _ in range(500):
        session = session_of(launcher, 2)
        launcher._hear({"ended": session.number, "code": -signal.SIGKILL})
        session.close()
    assert 10 <= len(told(caplog)) < 50
    # Ended by the launcher, because its guest had gone.
    session = session_of(launcher, 2)
    launcher._kill(session.number)
    before = len(caplog.records)
    launcher._hear({"ended": session.number, "code": -signal.SIGKILL})
    session.close()
    assert len(caplog.records) == before


@pytest.mark.terminal
@pytest.mark.skipif(sys.platform != "linux", reason="reads a terminal as Linux gives it")
@pytest.mark.thorough
async def test_a_fault_of_ours_is_reported_to_the_host_alone() -> None:
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        folder = Path(name) / "data"
        words = ("attach", "--data", str(folder), "--key", f"SHA256:{'A' * 43}")
        with serving(folder), Terminal(["-m", "tests.support.faulty", "input", *words], Path(name)) as guest:
            guest.until("Tables of this host")
            guest.press("!")
            assert guest.ended() == FAILED
            assert guest.said() == f"{FAULT}\n"
            assert guest.modes() == USUAL
            assert guest.attributes() == guest.before
        (path,) = guest_crashes_path(folder).iterdir()
        text = path.read_text("utf-8")
        assert "builtins.LookupError\n  support/faulty.py:" in text
        assert SECRET not in text
        assert not (folder / "crashes").exists()

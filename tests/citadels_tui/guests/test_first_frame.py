"""The first frame of a guest's client: one that is forked by the launcher, against one that is started."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import pytest

from citadels_tui.guests.guest_book import Arrival, GuestBook
from citadels_tui.guests.launcher import Launcher
from net.identity.crypto import load_identity
from net.local.service import DataFolder
from tests.support.guests.servers import KEYGEN, make_key, serving
from tests.support.terminal import SECONDS, Terminal

pytestmark = [
    pytest.mark.long,
    pytest.mark.slow,
    pytest.mark.skipif(not KEYGEN or not sys.platform.startswith("linux"), reason="needs Linux and ssh-keygen"),
]
PAIRS = 8
DRAWN = "Tables of this host"


def processor_time(process: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def forked(book: GuestBook, number: int) -> tuple[float, float]:
    """Seconds until a forked client has drawn, on the clock and of a processor."""
    began, shown, drawn = time.monotonic(), bytearray(), asyncio.Event()

    def show(data: bytes) -> None:
        shown.extend(data)
        if DRAWN.encode() in shown:
            drawn.set()

    arrival = Arrival("ssh", f"SHA256:{number:043d}", f"127.0.9.{number}", "Ada", "", "xterm-256color", {})
    session = await book.enter(arrival, 80, 24, show)
    session.read()
    async with asyncio.timeout(SECONDS):
        await drawn.wait()
    found = time.monotonic() - began, processor_time(session.process)
    session.close()
    await session.ended
    return found


def started(home: Path, folder: Path) -> tuple[float, float]:
    """The same for a process that is started."""
    began = time.monotonic()
    with Terminal(["-m", "citadels_tui", "attach", "--data", folder], home) as guest:
        guest.until(DRAWN)
        return time.monotonic() - began, processor_time(guest.program.pid)


@pytest.mark.asyncio
async def test_a_forked_client_needs_at_most_half_of_what_a_started_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the processor: how long it takes on the clock is for people to read."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        home = Path(name)
        (home / "auth").write_text(f"publickey {make_key(home / 'one').rpartition(' ')[0]}\n")
        monkeypatch.setenv("SSH_USER_AUTH", str(home / "auth"))
        data = DataFolder(home / "data")
        with serving(data.path):
            async with Launcher(home) as launcher:
                book = GuestBook(load_identity(data.key), data, launcher)
                pairs = [
                    (await forked(book, number), await asyncio.to_thread(started, home, data.path))
                    for number in range(PAIRS)
                ]
    for at, what in enumerate(("on the clock", "of a processor")):
        ours, theirs = (median(pair[side][at] for pair in pairs) for side in (0, 1))
        print(f"first frame {what}: forked {ours:.2f} s, started {theirs:.2f} s")
    assert median(fork[1] / start[1] for fork, start in pairs) < 0.5

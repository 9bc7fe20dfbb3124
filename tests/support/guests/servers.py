"""What the tests of guests share: a host with a table that waits, programs of OpenSSH, and a look at the processes."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Self

import pytest

from net.base.paths import private_folder
from net.client.client import Client
from net.client.connect import connect, visit
from net.client.updates import LobbyView
from net.client.visitor import TableOpened, Visitor
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.local.service import DataFolder
from net.protocol.client_messages import OpenTable, Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.support.ports import free_port
from tests.support.root import ROOT
from tests.support.terminal import SECONDS, Terminal


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@contextmanager
def serving(
    folder: Path,
    *options: str,
    port: int = 0,
    until: str = "Ctrl+C or SIGTERM ends it.",
    asking: bool = False,
) -> Iterator[subprocess.Popen[bytes]]:
    """A host, once it has said something; on any free port unless one is named.

    Unless it is ``asking``, no guest is new to it, and is asked whether they know the game.
    """
    if not asking:
        private_folder(folder)
        DataFolder(folder).guests.mkdir(exist_ok=True)
    log = folder.with_name("serve.out")
    command = [
        sys.executable,
        "-m",
        "citadels_tui",
        "serve",
        "--data",
        str(folder),
        "--port",
        str(port or free_port()),
        *options,
    ]
    with log.open("wb") as out:
        host = subprocess.Popen(command, stdout=out, stderr=out, cwd=ROOT)
    try:

        def listens() -> bool:
            assert host.poll() is None, log.read_text()
            return until in log.read_text()

        wait_for(listens, "the host does not listen")
        yield host
    finally:
        host.terminate()
        try:
            host.wait(SECONDS)
        except subprocess.TimeoutExpired:
            host.kill()
            host.wait()


class Opener:
    """Somebody who opens a table, in a thread of their own, and sits there while others come."""

    def __init__(self) -> None:
        self._client: Client
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._sit(),), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        wait_for(self.seen, "no table was opened")
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join(SECONDS)
        self._loop.close()

    def start(self) -> None:
        """Begin the game."""
        asyncio.run_coroutine_threadsafe(self._client.request(Start), self._loop).result(SECONDS)

    def seen(self) -> bool:
        """Whether they have seen their table."""
        raise NotImplementedError

    async def _open(self) -> Client:
        """Open the table, and come to it."""
        raise NotImplementedError

    async def _follow(self) -> None:
        """Take what comes, to the end."""
        raise NotImplementedError

    async def _sit(self) -> None:
        self._client = await self._open()
        follower = asyncio.create_task(self._follow())
        await self._ended.wait()
        await self._client.leave()
        await follower


async def opened(visitor: Visitor) -> TableOpened:
    """The table that a visitor has asked for."""
    return await anext(update async for update in visitor.updates() if isinstance(update, TableOpened))


class Keeper(Opener):
    """Comes by the Unix socket, and does not play."""

    def __init__(self, folder: Path, title: str, setup: Setup) -> None:
        super().__init__()
        self._folder, self._title, self._setup = folder, title, setup
        self.seated: list[str | None] = []
        """Who sits at the table; nobody on open seats, and what a seat is when its player is away."""
        self.via: list[str] = []
        """How they have come."""

    def seen(self) -> bool:
        """Whether they have seen their table."""
        return bool(self.via)

    async def _open(self) -> Client:
        socket, key = self._folder / "host.sock", load_identity(self._folder / "host_ed25519")
        pin, ada = pin_of(key.public), Identity.new()
        visitor = await visit(Invite(Address("", unix=str(socket)), pin, b""), ada, "Ada")
        await visitor.request(
            partial(OpenTable, setup=self._setup, options=TableOptions(private=False, title=self._title))
        )
        invite = (await opened(visitor)).invite
        address = Address("", table=invite.address.table, unix=str(socket))
        client = await connect(Invite(address, pin, invite.token), ada, "Ada", keep_logs=False)
        await visitor.leave()
        return client

    async def _follow(self) -> None:
        async for update in self._client.updates():
            if isinstance(update, LobbyView):
                self.seated = [f"{seat.name}{'' if seat.connected else ' (away)'}" or None for seat in update.seats]
                self.via = [seat.via for seat in update.seats]


# Processes


def children(process: int) -> list[int]:
    """The processes that a process has started, and theirs, and those that ended and nobody has waited for."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                parents[int(folder.name)] = int(fields[1])
    found, fresh = [], [process]
    while fresh:
        fresh = [child for child, parent in parents.items() if parent in fresh]
        found += fresh
    return found


def clients_of(folder: Path) -> list[int]:
    """The processes of `citadels attach` for the host of a folder."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                if b"attach" in words and str(folder).encode() in words:
                    found.append(int(process.name))
    return found


# OpenSSH


SSH, SSHD, KEYGEN = (
    shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") or "" for name in ("ssh", "sshd", "ssh-keygen")
)


def make_key(path: Path) -> str:
    """Make an SSH key; returns its public line."""
    subprocess.run([KEYGEN, "-q", "-t", "ed25519", "-N", "", "-C", path.name, "-f", str(path)], check=True)
    return path.with_suffix(".pub").read_text().strip()


PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The one block of a kind on the page about hosting."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def ssh_options(home: Path, port: int, *keys: Path) -> list[str]:
    """What `ssh` is told, without the name of the host."""
    settings = [
        *("IdentitiesOnly=yes", "StrictHostKeyChecking=accept-new", f"UserKnownHostsFile={home / 'known'}"),
        *("IdentityAgent=none", "SendEnv=COLORTERM", "LogLevel=ERROR"),
    ]
    found = ["-F", "none", "-p", str(port)]
    for setting in settings:
        found += ["-o", setting]
    for key in keys:
        found += ["-i", str(key)]
    # Without one it would offer those of whoever runs the tests.
    return found if keys else [*found, "-o", "IdentityFile=none"]


def ssh(
    home: Path,
    port: int,
    *words: str,
    key: Path | None = None,
    term: str = "xterm-256color",
    page: str = "ssh",
    source: str = "127.0.0.1",
) -> Terminal:
    """The real `ssh` in a terminal, as a block of the page says; the words take the place of the table's name."""
    program, *told = shlex.split(block(page))
    assert (program, told.pop()) == ("ssh", "friday")
    told[-1] = "127.0.0.1" if page == "ssh" else "ada@127.0.0.1"
    options = [*ssh_options(home, port, *([key] if key else [])), "-o", f"BindAddress={source}"]
    return Terminal([*options, *told, *words], home, term=term, program=SSH)


def check_colours(enter: Callable[..., Terminal], monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest's terminal is drawn on with the colours and the characters it has."""
    monkeypatch.delenv("COLORTERM", raising=False)
    with enter("friday", term="xterm-256color") as guest:
        guest.until("Before the game")
        assert b"8;5;" in guest.shown
        assert b"8;2;" not in guest.shown
    monkeypatch.setenv("COLORTERM", "truecolor")
    with enter("friday", term="xterm-256color") as guest:
        guest.until("Before the game")
        assert b"8;2;" in guest.shown
    with enter("friday", term="linux") as guest:
        guest.until("Before the game")
        assert guest.shown.isascii()


def ssh_says(
    home: Path, port: int, options: Sequence[str], *words: str, key: Path | None = None, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """The real `ssh` without a terminal, to its end."""
    command = [
        SSH,
        *ssh_options(home, port, *([key] if key else [])),
        "-o",
        "BatchMode=yes",
        *options,
        "127.0.0.1",
        *words,
    ]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=SECONDS, cwd=ROOT)


@contextmanager
def sshd(home: Path, forced: str = "") -> Iterator[int]:
    """The real `sshd` for the keys in ``home / "keys"``. Gives its port.

    Args:
        home: Folder for its files.
        forced: The command it runs for whoever comes, as the page sets it up; empty: it is as it comes.
    """
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    make_key(home / "host")
    port, log = free_port(), home / "sshd.log"
    settings = {
        "Port": port,
        "ListenAddress": "127.0.0.1",
        "HostKey": home / "host",
        "PidFile": "none",
        "UsePAM": "no",
        "StrictModes": "no",
        "PasswordAuthentication": "no",
        "KbdInteractiveAuthentication": "no",
        "PermitRootLogin": "prohibit-password",
    }
    page = f"AuthorizedKeysFile {home / 'keys'}"
    if forced:
        page = block("sshd_config").replace("Match User citadels", f"Match User {getpass.getuser()}")
        page = page.replace("/etc/ssh/citadels_keys", str(home / "keys")).replace("citadels attach", forced)
    lines = [f"{name} {value}" for name, value in settings.items()]
    (home / "sshd_config").write_text("\n".join([*lines, page]))
    with log.open("wb") as out:
        server = subprocess.Popen([SSHD, "-D", "-e", "-f", str(home / "sshd_config")], stdout=out, stderr=out)
    try:

        def listens() -> bool:
            assert server.poll() is None, log.read_text()
            return "Server listening" in log.read_text()

        wait_for(listens, "sshd does not listen")
        yield port
    finally:
        server.terminate()
        server.wait(SECONDS)

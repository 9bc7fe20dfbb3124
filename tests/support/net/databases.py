"""A PostgreSQL server of the tests' own, in a folder that is removed again."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.support.net.hosting import WAIT
from tests.support.ports import free_port

_numbers = count(1)


@cache
def programs() -> Path | None:
    """The folder with PostgreSQL's programs, which Debian does not put on the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    if found:
        folders.append(Path(found).resolve().parent)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def why_not() -> str:
    """Why there can be no server here; empty when there can be one."""
    if sys.platform != "linux":
        return "this server is for Linux"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "the extra postgres is missing"
    if programs() is None:
        return "PostgreSQL is not installed (scripts/packages)"
    if os.geteuid() == 0 and _account() is None:
        return "PostgreSQL refuses to run as root, and there is no account postgres or nobody"
    return ""


def _account() -> pwd.struct_passwd | None:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    return None


class Server:
    """A server on a Unix socket and a free port of loopback."""

    def __init__(self) -> None:
        # The path of a socket has at most 107 bytes, and pytest's own folders nobody else may enter.
        self.folder = Path(tempfile.mkdtemp(prefix="citadels-pg-", dir="/tmp"))
        self.folder.chmod(0o755)
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            account = _account()
            assert account
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        options = "-U tests -A trust --auth-host=scram-sha-256 -N --no-instructions -E UTF8 --locale=C"
        self._run(["initdb", "-D", f"{self.folder}/data", *options.split()])

    def _run(self, command: Sequence[str]) -> None:
        found = programs()
        assert found
        done = subprocess.run(
            [str(found / command[0]), *command[1:]], cwd="/", capture_output=True, text=True, check=False, **self._as
        )
        assert done.returncode == 0, done.stderr

    def url(self, database: str) -> str:
        """Of a database, by the Unix socket."""
        return f"postgresql://tests@/{database}?host={self.folder}&port={self.port}"

    def start(self, *, durable: bool = False) -> None:
        """Start it, and wait until it answers."""
        found = programs()
        assert found
        settings = [f"unix_socket_directories={self.folder}", "listen_addresses=127.0.0.1", f"port={self.port}"]
        settings += [] if durable else ["fsync=off", "full_page_writes=off"]
        command = [str(found / "postgres"), "-D", f"{self.folder}/data"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *(part for setting in settings for part in ("-c", setting))],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self._as,
            )
        import psycopg

        give_up = time.monotonic() + WAIT
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < give_up
                time.sleep(0.05)

    def kill(self) -> None:
        """End it with kill -9, with all its processes: as if its machine had lost its power."""
        assert self._process
        pid = self._process.pid
        # It must begin no process after they have been counted: that would hold the memory that the next server needs.
        self._process.send_signal(signal.SIGSTOP)
        os.waitpid(pid, os.WUNTRACED)
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        self._process.kill()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self._process.wait()
        give_up = time.monotonic() + WAIT
        while any(map(_runs, children)):
            assert time.monotonic() < give_up
            time.sleep(0.01)

    def stop(self) -> None:
        """End it, and remove all it has."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
        shutil.rmtree(self.folder)

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"tables{next(_numbers)}"
        self.ask("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def ask(self, database: str, statement: str) -> list[tuple[Any, ...]]:
        """What a statement finds."""
        import psycopg

        with psycopg.connect(self.url(database) if "/" not in database else database, autocommit=True) as base:
            found: Any = base.execute(statement)  # type: ignore[arg-type, unused-ignore]
            return list(found.fetchall()) if found.description else []


def _runs(pid: str) -> bool:
    """Whether a process has not ended, or is still ending."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextlib.contextmanager
def serving(*, durable: bool = False) -> Iterator[Server]:
    """A server for a while; the test is skipped where there can be none."""
    reason = why_not()
    if reason:
        pytest.skip(reason)
    server = Server()
    try:
        server.start(durable=durable)
        yield server
    finally:
        server.stop()

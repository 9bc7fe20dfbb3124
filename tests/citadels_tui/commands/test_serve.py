"""`citadels serve`: a host of many tables, from its start to its end."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from citadels_tui.cli.main import main
from net.client.connect import connect, visit
from net.client.updates import Decision, LobbyView
from net.client.visitor import TableOpened, Visitor
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.local.service import _logging
from net.protocol.client_messages import OpenTable, Start
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.version import PROTO
from tests.support.client.commands import run_here
from tests.support.net.hosting import WAIT, until
from tests.support.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="has Unix sockets and signals")]
Serve = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder whose path is short enough for a socket."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        yield Path(name) / "data"


@contextmanager
def serving(folder: Path, port: int, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A host that listens."""
    command = [sys.executable, "-m", "citadels_tui", "serve", "--data", str(folder), "--port", str(port), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        first = process.stdout.readline()
        if not first:
            assert process.stderr
            raise AssertionError(process.stderr.read())
        assert re.fullmatch(r"Listening at \S+:\d+\.\n", first), first
        second = process.stdout.readline()
        assert re.fullmatch(r"The host's key:( \w+){6}\.\n", second), second
        process.stdout.readline()
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "citadels_tui", "serve", *arguments], capture_output=True, text=True, timeout=WAIT
    )


def target(folder: Path, port: int) -> Invite:
    """The host, and no table."""
    return Invite(Address("127.0.0.1", port), pin_of(load_identity(folder / "host_ed25519").public), b"")


async def play_a_little(folder: Path, port: int, ada: Identity) -> Invite:
    """Open a table as a visitor, start a game at it, and leave without a word."""
    async with asyncio.timeout(WAIT):
        visitor = await visit(target(folder, port), ada, "Ada")
        await visitor.request(
            partial(OpenTable, setup=Setup(players=2), bots=["random"], options=TableOptions(title="Friday"))
        )
        invite = await opened(visitor)
        client = await connect(invite, ada, "Ada")
        await client.chat("nobody else may read this")
        await client.request(Start)
        await until(client, Decision)
        await client.leave(for_good=False)
        await visitor.leave()
        return invite


async def opened(visitor: Visitor) -> Invite:
    """The way to the table that the visitor has asked for."""
    async for update in visitor.updates():
        if isinstance(update, TableOpened):
            return update.invite
    raise AssertionError("the updates ended")


async def come_back(invite: Invite, ada: Identity) -> None:
    async with asyncio.timeout(WAIT):
        client = await connect(invite, ada, "Ada")
        assert (await until(client, LobbyView)).options.title == "Friday"
        await until(client, Decision)
        await client.leave(for_good=False)


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.thorough)])
@pytest.mark.thorough
def test_a_host_ends_in_good_order_and_its_games_go_on_with_the_next(folder: Path, number: signal.Signals) -> None:
    port, ada = free_port(), Identity.new()
    with serving(folder, port, "--name", "The Green Dragon") as process:
        invite = asyncio.run(play_a_little(folder, port, ada))
        status = run("--data", str(folder), "--status", "--json")
        assert status.returncode == 0, status.stderr
        told = json.loads(status.stdout)
        assert (told["tables"], told["games"], told["visitors"], told["protocol"]) == (1, 1, 1, PROTO)
        # One host at a time.
        other = run("--data", str(folder), "--port", str(free_port()))
        assert (other.returncode, other.stdout) == (1, "")
        assert re.fullmatch(r"citadels: Another host is using the journal \S+\n", other.stderr)
        process.send_signal(number)
        assert process.wait(WAIT) == 0
    assert not (folder / "host.sock").exists()
    with serving(folder, port):
        asyncio.run(come_back(invite, ada))
    log = (folder / "serve.log").read_text()
    events = [json.loads(line)["event"] for line in log.splitlines()]
    assert events[:4] == ["started", "table opened", "stopping", "stopped"]
    for secret in ("nobody else", "Ada", "Friday", invite.token.hex(), str(invite)):
        assert secret not in log
    assert {path.stat().st_mode & 0o077 for path in [folder, *folder.iterdir()]} == {0}


def test_a_second_signal_ends_it_at_once(folder: Path) -> None:
    with serving(folder, free_port()) as process:
        # While it is stopped both arrive; the first is handled, and nobody catches the second.
        process.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGCONT)
        for _ in range(1000):
            if process.poll() is not None:
                break
            process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT) in (0, -signal.SIGTERM)


def test_without_a_host_there_is_no_status(folder: Path) -> None:
    found = run_here("serve", "--data", str(folder), "--status")
    assert (found.returncode, found.stderr) == (1, f"citadels: no host is running on {folder}\n")
    assert not folder.exists()


def test_a_folder_whose_path_is_too_long_for_a_socket_is_refused(folder: Path) -> None:
    found = run_here("serve", "--data", str(folder / ("x" * 120)), "--port", str(free_port()))
    assert (found.returncode, found.stdout) == (1, "")
    assert "the path of a socket may have 103 bytes" in found.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--name", "x" * 41), "This title cannot be used: it is longer than 40 cells."),
        (("--bind", "192.0.2.77"), "cannot be listened on"),
        (("--store", "postgresql://a@127.0.0.1:1/c"), "Connection refused"),
    ],
)
def test_impossible_options_are_told_in_a_sentence(options: tuple[str, ...], told: str, folder: Path) -> None:
    if told == "Connection refused":
        pytest.importorskip("psycopg", reason="of the extra postgres")
    found = run_here("serve", "--data", str(folder), *options)
    assert (found.returncode, found.stdout) == (1, "")
    assert told in found.stderr
    assert found.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_log_file_on_a_full_disk_is_left_out(capfd: pytest.CaptureFixture[str]) -> None:
    with _logging(Path("/dev/full")):
        logging.getLogger("net").info("started")
    assert capfd.readouterr() == ("", "")


PASSWORD = (
    "everybody on this machine can read a password that stands in a command: "
    "put it into ~/.pgpass, or a file that PGPASSFILE names"
)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--port", "0"), "a port is a number from 1 to 65535, not 0"),
        (("--json",), "--json belongs to --status"),
        (
            ("--notify", "no-such-program here"),
            "--notify is a program that can be run, with its arguments, not 'no-such-program here'",
        ),
        (
            ("--notify", "sh 'never closed"),
            '--notify is a program that can be run, with its arguments, not "sh \'never closed"',
        ),
        (("--address", "two words"), "--address is HOST or HOST:PORT"),
        (("--store", "postgresql://a@b/c", "--address", "two words"), "--address is HOST or HOST:PORT"),
        (("--store", "mysql://a@b/c"), "--store is a database like postgresql://USER@HOST/NAME"),
        (("--store", "postgresql:/a:hunter2@b/c"), "--store is a database like postgresql://USER@HOST/NAME"),
        (("--store", "postgresql://[a@b/c"), "--store is a database like postgresql://USER@HOST/NAME"),
        (("--store", "postgresql://a:hunter2@b/c"), PASSWORD),
        (("--store", "postgresql://a@b/c?password=hunter2"), PASSWORD),
        (("--ssh", "70000"), "a port is a number from 1 to 65535, not 70000"),
        *(
            (
                ("--guests-per-address", *rest),
                "--guests-per-address is a number from 1 to 64, and belongs to --ssh or --web",
            )
            for rest in (("8",), ("65", "--ssh", "2222"), ("-1", "--web", "8080"))
        ),
        *(
            (
                ("--proxies", text),
                "--proxies is up to 16 addresses or networks with commas, such as 10.0.0.2,10.1.0.0/16",
            )
            for text in ("proxy.example.org", "10.0.0.1/8", "0.0.0.0/0")
        ),
        (("--ssh-guests",), "--ssh-guests belongs to --ssh"),
        (("--web", "70000"), "a port is a number from 1 to 65535, not 70000"),
        (("--web-origin", "https://play.example.org"), "--web-origin belongs to --web"),
        (
            ("--web", "8080", "--web-origin", "http://play.example.org"),
            "--web-origin is the page's address without its path, such as https://play.example.org",
        ),
    ],
)
def test_wrong_use_gets_one_sentence(
    options: tuple[str, ...], told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--data", str(folder), *options]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"citadels: {told}\n")


def test_the_host_prints_a_text_that_tells_players_how_to_come(folder: Path) -> None:
    port = free_port()
    options = ("--unannounced", "--name", "The Dragon", "--address", "play.example.org")
    with serving(folder, port, *options) as process:
        assert process.stdout
        said = [process.stdout.readline().strip() for _ in range(6)]
    way = f"with Citadels installed: citadels join play.example.org:{port}"
    assert said[:5] == ["", "This text tells players how to join:", "", "Citadels at The Dragon", way]
    assert re.fullmatch(r"the host's key, to compare:( \w+){6}", said[5])

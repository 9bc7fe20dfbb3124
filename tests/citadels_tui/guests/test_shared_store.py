"""Guests by SSH at hosts that share a database: with their key they have their seat at whichever host has the table."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from citadels_tui.guests import guest_client
from citadels_tui.guests.guest_client import GuestConnector
from citadels_tui.guests.ticket import Ticket
from citadels_tui.session.start import JoinTable
from net.base.errors import NetError
from net.identity.crypto import load_identity
from net.protocol.setup import Setup
from tests.support.guests.processes import own_name
from tests.support.guests.servers import SSH, Keeper, make_key, serving, ssh, wait_for
from tests.support.net import databases
from tests.support.net.databases import Server
from tests.support.ports import free_port
from tests.support.terminal import Terminal

pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
pytestmark = pytest.mark.skipif(not SSH, reason="needs an SSH client (on Debian: openssh-client)")


@pytest.fixture
def server() -> Iterator[Server]:
    with databases.serving() as found:
        yield found


@contextmanager
def two_hosts(server: Server) -> Iterator[tuple[Callable[..., Terminal], subprocess.Popen[bytes], Keeper]]:
    """Two hosts of a database: how a guest comes to one by SSH, the process of the first, and somebody at its table."""
    url = server.database()
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name, ExitStack() as stack:
        home = Path(name)
        make_key(home / "one")
        folders = [home / letter / "data" for letter in "ab"]
        folders[0].mkdir(parents=True, mode=0o700)
        load_identity(folders[0] / "host_ed25519")
        shutil.copytree(folders[0].parent, folders[1].parent)
        ports, doors = [free_port(), free_port()], [free_port(), free_port()]
        first, _second = [
            stack.enter_context(
                serving(folder, "--store", url, "--address", f"127.0.0.1:{port}", "--ssh", f"{door}", port=port,
                        until="with Citadels installed")
            )
            for folder, port, door in zip(folders, ports, doors, strict=True)
        ]  # fmt: skip

        def guest(host: int, *words: str) -> Terminal:
            return ssh(home, doors[host], *words, key=home / "one", page="ssh-server")

        with Keeper(folders[0], "Friday", Setup(players=2)) as keeper:
            yield guest, first, keeper


def begin(guest: Terminal, keeper: Keeper) -> str:
    """Begin the game as soon as a guest has sat down; the guest's name."""
    guest.until("Before the game")
    name = own_name(guest)
    wait_for(lambda: name in keeper.seated, "nobody has sat down")
    keeper.start()
    guest.until("round 1")
    return name


@pytest.mark.long
def test_a_guest_goes_on_at_the_host_that_has_taken_the_table(server: Server) -> None:
    with two_hosts(server) as (guest, first, keeper):
        with guest(0, "friday") as ada:
            name = begin(ada, keeper)
            first.kill()
            assert ada.ended() == 255
        with guest(1, "friday") as ada:
            ada.until("round 1")
            assert name in ada.said()


@pytest.mark.long
def test_a_guest_plays_on_when_the_host_of_the_table_is_gone(server: Server) -> None:
    with two_hosts(server) as (guest, first, keeper), guest(1) as ada:
        # A host shows its tables to the others with its heartbeat.
        ada.until("Friday")
        ada.press("p")
        begin(ada, keeper)
        first.kill()
        ada.until("The connection to the host was lost.")
        # What is asked stands there at once, in the place of what was said last: that is read in the log.
        ada.until("Choose your character")
        ada.press("l")
        ada.until("The connection is back.")


def test_a_guest_reads_which_host_has_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect(*_: object, **__: object) -> None:
        raise NetError("elsewhere", "b.example.org:7447")

    monkeypatch.setattr(guest_client, "connect", connect)
    ticket = Ticket(
        socket="/tmp/s", pin="00" * 20, seed="00" * 32, name="Ada", table="", via="ssh", vouch="", origin="", environ={}
    )
    with pytest.raises(NetError, match=r"now at another host, b\.example\.org:7447\."):
        asyncio.run(GuestConnector(ticket).open(JoinTable("Ada", "0" * 26), refuse))


async def refuse(_where: str, _words: str) -> bool:
    """Trust nobody."""
    return False

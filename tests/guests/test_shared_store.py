"""Guests by SSH at hosts that share a database: with their key they have their seat at whichever host has the table."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from net.identity.crypto import load_identity
from net.protocol.setup import Setup
from tests.guests.processes import own_name
from tests.guests.servers import SSH, Keeper, make_key, serving, ssh, wait_for
from tests.net import databases
from tests.net.databases import Server
from tests.ports import free_port
from tests.terminal import Terminal

pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
pytestmark = pytest.mark.skipif(not SSH, reason="needs an SSH client (on Debian: openssh-client)")


@pytest.fixture
def server() -> Iterator[Server]:
    with databases.serving() as found:
        yield found


def test_a_guest_goes_on_at_the_host_that_has_taken_the_table(server: Server) -> None:
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
                        until="Players come by SSH")
            )
            for folder, port, door in zip(folders, ports, doors, strict=True)
        ]  # fmt: skip

        def guest(host: int, *words: str) -> Terminal:
            return ssh(home, doors[host], *words, key=home / "one", page="ssh-server")

        with Keeper(folders[0], "Friday", Setup(players=2)) as keeper:
            with guest(0, "friday") as ada:
                ada.until("Before the game")
                name = own_name(ada)
                wait_for(lambda: name in keeper.seated, "nobody has sat down")
                # The other host lists the table a moment later, and says where it is.
                while "at another host now" not in (said := _told(guest(1, "friday"))):
                    assert "friday" in said
                assert f"127.0.0.1:{ports[0]}" in said
                keeper.start()
                ada.until("Round 1")
                first.kill()
                assert ada.ended() == 255
            with guest(1, "friday") as ada:
                ada.until("Round 1")
                assert name in ada.said()


def _told(guest: Terminal) -> str:
    """The sentence with which a guest is turned away."""
    with guest:
        guest.ended()
        return guest.said()

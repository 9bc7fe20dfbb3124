"""A game through an SSH tunnel, as the page about hosting says, with the real OpenSSH client and server."""

from __future__ import annotations

import asyncio
import shlex
import socket
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from net.client.connect import connect
from net.identity.crypto import Identity
from net.identity.invitations import Address
from net.protocol.client_messages import Start
from tests.support.guests.servers import SSH, SSHD, block, make_key, ssh_options, sshd
from tests.support.net.hosting import FAST, hosting, invite, open_table, play, soon
from tests.support.ports import free_port
from tests.support.terminal import SECONDS

pytestmark = pytest.mark.skipif(not (SSH and SSHD), reason="needs OpenSSH (on Debian: openssh-client, openssh-server)")


def listens(port: int) -> bool:
    """Whether somebody accepts connections at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.asyncio
@pytest.mark.slow
async def test_a_whole_game_is_played_through_a_tunnel() -> None:
    """The host is checked from end to end, and sees a player with a key of their own."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        home, local = Path(name), free_port()
        (home / "keys").write_text(make_key(home / "one"))
        async with hosting() as host:
            table = open_table(host, 2, bots=["random"], seed=None, private=True)
            program, *told = shlex.split(block("ssh-tunnel"))
            assert (program, told.pop()) == ("ssh", "host.example.org")
            told[told.index("7447:127.0.0.1:7447")] = f"{local}:127.0.0.1:{host.port}"
            with sshd(home) as port:
                command = [SSH, *ssh_options(home, port, home / "one"), "-o", "BatchMode=yes", *told, "127.0.0.1"]
                tunnel = await asyncio.create_subprocess_exec(*command, stdin=subprocess.DEVNULL)
                try:
                    async with asyncio.timeout(SECONDS):
                        await soon(lambda: listens(local))
                        # The invitation, with its address replaced.
                        mine = invite(host, table).at("127.0.0.1", local)
                        client = await connect(mine, Identity.new(), "Ada", limits=FAST, keep_logs=False)
                        assert client._reconnector.route
                        assert client._reconnector.route.address == Address("127.0.0.1", local)
                        await client.request(Start)
                        story = await play(client)
                finally:
                    # Told to end in the wrong moment, ssh goes on.
                    tunnel.kill()
                    await tunnel.wait()
        assert story.verified
        assert story.verified.ok
        assert story.verified.sentence.startswith("Verified: nobody alone could choose the seed")
        assert "has the keys" not in story.verified.sentence

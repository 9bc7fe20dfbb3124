"""The addresses a host listens on: IPv4, IPv6 where there is one, and a Unix socket for this account's own guests."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from net.base.errors import NetError
from net.base.sockets import listen_tcp
from net.client.connect import connect, visit
from net.host.host import Host
from net.host.lines import unix_socket
from net.identity.crypto import Identity
from net.identity.fingerprint import fingerprint
from net.identity.invitations import Address, Invite, parse_target
from net.identity.tls import pin_of
from net.protocol.client_messages import Start
from tests.support.net.hosting import FAST, WAIT, open_table, play


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for a socket on every system."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        yield Path(name)


def six() -> bool:
    """Whether this machine has a loopback address of IPv6."""
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
    return True


@asynccontextmanager
async def reached(path: Path | None = None, **options: Any) -> AsyncIterator[tuple[Host, Invite]]:
    """A host on every address, and the invitation to its table."""
    limits = options.pop("limits", FAST)
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), bind="", unix=path, limits=limits) as host:
        yield host, host.invite(open_table(host, 8, **options))


@pytest.mark.asyncio
@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
async def test_a_host_on_every_address_is_reached_by_either_kind(address: str) -> None:
    if ":" in address and not (socket.has_ipv6 and six()):
        pytest.skip("this machine has no IPv6")
    async with reached() as (_, invite):
        client = await connect(invite.at(address), Identity.new(), "Ada", limits=FAST)
        assert client.seat == 0
        await client.leave()


@pytest.mark.asyncio
async def test_a_game_is_played_where_there_is_nothing_but_ipv6() -> None:
    if not (socket.has_ipv6 and six()):
        pytest.skip("this machine has no ::1, the loopback address of IPv6")
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), bind="::1", limits=FAST) as host:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", host.port)).close()
        typed = f"[::1]:{host.port}"
        assert host.invite(open_table(host, 2, bots=["random"])).address.authority == typed
        ada = Identity.new()

        async def sure(address: str, words: str) -> bool:
            return address == typed and words == fingerprint(host.identity.public)

        visitor = await visit(parse_target(typed), ada, "Ada", trust=sure, limits=FAST)
        (table,) = (await visitor.first_view()).tables
        client = await connect(visitor.invite(table.table), ada, "Ada", limits=FAST)
        await visitor.leave()
        await client.request(Start)
        story = await play(client)
        assert story.ended
        assert story.verified
        assert story.verified.ok


@pytest.mark.parametrize("missing", ["no dual sockets", "no addresses"])
def test_a_host_without_ipv6_listens_on_ipv4(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if missing == "no dual sockets":
        monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    else:
        create = socket.create_server

        def refused(address: tuple[str, int], **options: Any) -> socket.socket:
            if ":" in address[0]:
                raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address")
            return create(address, **options)

        monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: True)
        monkeypatch.setattr(socket, "create_server", refused)
    with listen_tcp("", 0) as listener:
        assert listener.family is socket.AF_INET
        assert listener.getsockname()[0] == "0.0.0.0"


def test_an_address_of_others_is_refused_in_words_of_the_system() -> None:
    with pytest.raises(OSError, match="assign") as caught:
        listen_tcp("192.0.2.77", 0)
    assert caught.value.strerror == os.strerror(errno.EADDRNOTAVAIL)


# The Unix socket


def by(path: Path, invite: Invite) -> Invite:
    """The invitation by way of a Unix socket."""
    return replace(invite, address=Address("", table=invite.address.table, unix=str(path)))


@pytest.mark.asyncio
async def test_guests_by_the_unix_socket_play_like_others(folder: Path) -> None:
    path = folder / "run" / "host.sock"
    async with reached(path) as (host, invite):
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        guests = [await connect(by(path, invite), Identity.new(), f"Guest {i}", limits=FAST) for i in range(7)]
        other = await connect(invite.at("127.0.0.1"), Identity.new(), "Ada", limits=FAST)
        assert [client.seat for client in (*guests, other)] == list(range(8))
        assert {client.fingerprint for client in guests} == {other.fingerprint}
        with pytest.raises(NetError) as caught:
            await connect(replace(by(path, invite), pin=pin_of(bytes(32))), Identity.new(), "Eve", limits=FAST)
        assert caught.value.code == "pin"
        assert len(host.tables) == 1
    assert not path.exists()


@pytest.mark.asyncio
async def test_a_crowd_at_the_tcp_port_takes_no_room_from_the_unix_socket(folder: Path) -> None:
    path = folder / "run" / "host.sock"
    few = replace(FAST, waiting=2, joining=2)
    async with reached(path, limits=few) as (host, invite):
        crowd = [socket.create_connection(("127.0.0.1", host.port)) for _ in range(8)]
        guests = [await connect(by(path, invite), Identity.new(), f"Guest {i}", limits=FAST) for i in range(4)]
        assert [client.seat for client in guests] == [0, 1, 2, 3]
        for sock in crowd:
            sock.close()


class Stranger:
    """What the system says of a process of another account."""

    size = 12

    def unpack(self, _: bytes) -> tuple[int, int, int]:
        return 1, os.getuid() + 4711, 1


@pytest.mark.asyncio
async def test_another_account_does_not_get_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "run" / "host.sock"
    async with reached(path) as (_, invite):
        monkeypatch.setattr(
            unix_socket, "_PEER", type("Peer", (), {"size": 12, "unpack": lambda _, __: (1, 4711, 1)})()
        )
        with pytest.raises(NetError) as caught:
            await connect(by(path, invite), Identity.new(), "Eve", limits=FAST)
        assert caught.value.code == "tls"


@pytest.mark.asyncio
async def test_a_socket_that_was_left_behind_is_replaced_and_one_in_use_is_not(folder: Path) -> None:
    path = folder / "run" / "host.sock"
    path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(os.fspath(path))
    assert path.is_socket()
    async with reached(path) as (_, invite):
        await connect(by(path, invite), Identity.new(), "Ada", limits=FAST)
        with pytest.raises(NetError, match="is in use by another program"):
            async with reached(path):
                pass
        await connect(by(path, invite), Identity.new(), "Bob", limits=FAST)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ("long", "the path of a socket may have 103 bytes"),
        ("open", "others may look into"),
        ("file", "is there, and is no socket"),
        ("folder", "this is not a folder"),
    ],
)
async def test_a_path_that_cannot_be_a_socket_is_refused_in_words(folder: Path, spoilt: str, told: str) -> None:
    path = folder / "run" / "host.sock"
    if spoilt == "long":
        path = folder / ("x" * 100) / "host.sock"
    elif spoilt == "folder":
        path.parent.touch()
    else:
        path.parent.mkdir(mode=0o700)
        if spoilt == "open":
            path.parent.chmod(0o755)
        else:
            path.touch(mode=0o600)
    with pytest.raises(NetError, match=told) as caught:
        async with reached(path):
            pass
    assert caught.value.code == "local_host"
    assert str(caught.value).count("\n") == 0
    # The port was let go of, and the next host has it.
    async with reached() as (_, invite):
        assert invite.address.port

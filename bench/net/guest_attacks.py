"""Attacks on the doors for guests, as those in `bench.net.hostile`, on a host with an SSH and a web server.

``python -m bench.net.guest_attacks NAME ...`` measures some of them, or all. An attacker is a process that is as
fast as it can be; meanwhile somebody from elsewhere logs in again and again.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import asyncssh
from asyncssh.packet import Boolean, String

from bench.net.crowd import Crowd, Party
from bench.net.hostile import Attack, Attacks, under
from bench.net.served import Served, own_core, serve
from citadels_tui.guests.guest_book import GuestBook
from citadels_tui.guests.launcher import Launcher
from citadels_tui.guests.ssh_server import SshServer, load_host_key
from citadels_tui.guests.web_server import WebServer
from net.base.limits import DEFAULT, KIB
from net.base.own_python import own_environment, own_python
from net.base.sockets import many_files
from net.host.host import Host
from net.local.service import DataFolder

_PLACE = "127.0.0.1"
_EVE, _ADA = "127.0.2.1", "127.0.9.9"
"""Where an attacker calls from, and somebody who would like to come in."""
_GLOBAL_REQUEST = 80
"""The number of such a packet."""
_BUFFER = 1024 * KIB
"""Bytes that an attacker has on the way."""
_LOGIN = 60.0
"""Seconds a login may take."""

Flood = Callable[[int], Awaitable[None]]


class GuestHost(Served):
    """A host with doors for guests."""

    module = "bench.net.guest_attacks"


@asynccontextmanager
async def guest_doors(host: Host, folder: Path) -> AsyncIterator[dict[str, int]]:
    """An SSH server that takes guests without a key, and a web server, each on any free port."""
    data = DataFolder(folder)
    async with Launcher(folder) as launcher, AsyncExitStack() as stack:
        book = GuestBook(host.identity, data, launcher)
        ssh, web = SshServer(book, load_host_key(data.ssh_key), keyless=True), WebServer(book)
        await ssh.open(_PLACE, 0)
        stack.push_async_callback(ssh.close)
        await web.open(_PLACE, 0)
        stack.push_async_callback(web.close)
        yield {"ssh": ssh.port, "web": web.port}


class Flooded(Attack):
    """Somebody floods a door in a process of their own, while an honest guest logs in by SSH once a second."""

    flood = ""
    """One of `FLOODS`."""

    def __init__(self, crowd: Crowd, party: Party, rate: float) -> None:
        super().__init__(crowd, party, rate)
        self._started: list[subprocess.Popen[str]] = []

    def strike(self) -> None:
        """Begin, the first time."""
        if not self._started:
            door = self.doors["web" if self.flood.startswith("web") else "ssh"]
            self._started = [_process("flood", self.flood, door), _process("visit", self.flood, self.doors["ssh"])]

    def end(self) -> None:
        """Stop, and tell how often somebody came in, and how long they had to wait."""
        for process in self._started:
            process.kill()
            said, _ = process.communicate()
            waits = [float(line) for line in said.splitlines()]
            if waits:
                self.fates["came in"] = sum(wait < _LOGIN for wait in waits)
                self.fates["kept out"] = len(waits) - self.fates["came in"]
                self.fates["ms, at most, to log in"] = round(1000 * max(waits))
        super().end()


def _process(*words: object) -> subprocess.Popen[str]:
    """This module in another process."""
    command = own_python("-m", "bench.net.guest_attacks", *map(str, words))
    return subprocess.Popen(
        command, env=own_environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )


async def _visit(port: int) -> None:
    """Log in once a second from an address of one's own, and tell how many seconds it took."""
    while True:
        start = perf_counter()
        try:
            (await asyncio.wait_for(_connected(port, _ADA), _LOGIN)).abort()
            took = perf_counter() - start
        except (OSError, asyncssh.Error, TimeoutError):
            took = _LOGIN
        _tell(f"{took:.3f}")
        await asyncio.sleep(1)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def _connected(port: int, place: str = _EVE, **options: Any) -> asyncssh.SSHClientConnection:
    """A connection of somebody new."""
    return await asyncssh.connect(
        _PLACE,
        port,
        local_addr=(place, 0),
        config=None,
        known_hosts=None,
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        agent_path=None,
        username="eve",
        **options,
    )


class _Quiet(asyncssh.SSHClientSession[bytes]):
    """A session that shows nothing."""


# Floods


async def _requests(port: int) -> None:
    """Global requests, whose answers are not read."""
    line = await _connected(port)
    transport: Any = line._transport
    transport.pause_reading()
    while not transport.is_closing():
        for _ in range(200):
            line.send_packet(_GLOBAL_REQUEST, String(b"keepalive@openssh.com"), Boolean(True))
        await _sent(transport)


async def _env(port: int) -> None:
    """Values for the environment, before there is a session."""
    line = await _connected(port)
    with suppress(asyncssh.Error):
        await line.create_session(_Quiet, env={f"V{number}": "x" * 30_000 for number in range(8000)}, encoding=None)


async def _env_inside(port: int) -> None:
    """Values for the environment, within a session."""
    line = await _connected(port)
    channel, _ = await line.create_session(_Quiet, term_type="xterm", term_size=(80, 24), encoding=None)
    transport: Any = line._transport
    number = 0
    while not transport.is_closing():
        number += 1
        channel._send_request(b"env", String(f"V{number}"), String("x" * 30_000))
        await _sent(transport)


async def _windows(port: int) -> None:
    """A window that has another size all the time."""
    line = await _connected(port)
    channel, _ = await line.create_session(_Quiet, term_type="xterm", term_size=(80, 24), encoding=None)
    transport: Any = line._transport
    while not transport.is_closing():
        for number in range(200):
            channel.change_terminal_size(80 + number, 24)
        await _sent(transport)


async def _channels(port: int) -> None:
    """Channels, all but one of which are refused."""
    line = await _connected(port)
    while True:
        asked = [line.create_session(_Quiet, encoding=None) for _ in range(50)]
        await asyncio.gather(*asked, return_exceptions=True)


async def _rekeys(port: int) -> None:
    """Keys that are exchanged anew with every packet."""
    line = await _connected(port, rekey_bytes=1)
    transport: Any = line._transport
    while not transport.is_closing():
        line.send_packet(2, String(b"x"))
        await asyncio.sleep(0.0005)


async def _logins(port: int) -> None:
    """Connections of thirteen addresses that name their program, and do not log in."""
    await _calls(port, b"SSH-2.0-Silent\r\n")


async def _headers(port: int) -> None:
    """Requests of thirteen addresses that come to no end."""
    await _calls(
        port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"x" * 3000) for n in range(9))
    )


async def _bodies(port: int) -> None:
    """Bodies without an end."""
    while True:
        sock = _call(port, _EVE)
        with suppress(OSError):
            await _send(sock, b"POST /-/player HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % port)
            await _send(sock, b"Origin: http://127.0.0.1:%d\r\nContent-Length: 999999999\r\n\r\n" % port)
            while True:
                await _send(sock, b"x" * 65536)
        sock.close()


async def _pings(port: int) -> None:
    """Pings to a page that is played on, the shortest there are."""
    frame = json.dumps({"name": "Eve", "table": "", "columns": 80, "lines": 24}).encode()
    while True:
        sock = _call(port, _EVE)
        with suppress(OSError):
            await _send(
                sock,
                b"GET /-/play HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                b"Cookie: citadels=%s\r\n\r\n" % (port, port, b"e" * 32),
            )
            await _send(sock, bytes([0x81, 0x80 | len(frame), 0, 0, 0, 0]) + frame)
            while True:
                await _send(sock, bytes([0x89, 0x80, 0, 0, 0, 0]) * 2000)
        sock.close()
        await asyncio.sleep(1)


FLOODS: dict[str, Flood] = {
    "ssh requests": _requests,
    "ssh env": _env,
    "ssh env inside": _env_inside,
    "ssh windows": _windows,
    "ssh channels": _channels,
    "ssh rekeys": _rekeys,
    "ssh logins": _logins,
    "web headers": _headers,
    "web bodies": _bodies,
    "web pings": _pings,
}
"""Name -> what is done to a port without end."""


async def _sent(transport: Any) -> None:
    await asyncio.sleep(0)
    while transport.get_write_buffer_size() > _BUFFER and not transport.is_closing():  # noqa: ASYNC110
        await asyncio.sleep(0.001)


def _call(port: int, place: str) -> socket.socket:
    sock = socket.socket()
    sock.bind((place, 0))
    sock.connect((_PLACE, port))
    sock.setblocking(False)
    return sock


async def _send(sock: socket.socket, data: bytes) -> None:
    await asyncio.get_running_loop().sock_sendall(sock, data)


async def _calls(port: int, says: bytes) -> None:
    """Keep twenty connections of each of thirteen addresses, as far as they are let."""
    held: dict[str, list[socket.socket]] = {f"127.0.6.{number}": [] for number in range(1, 14)}
    while True:
        for place, socks in held.items():
            for sock in [each for each in socks if _gone(each)]:
                sock.close()
                socks.remove(sock)
            if len(socks) < 20:
                with suppress(OSError):
                    sock = _call(port, place)
                    socks.append(sock)
                    await _send(sock, says)
        await asyncio.sleep(0.05)


def _gone(sock: socket.socket) -> bool:
    try:
        return any(not sock.recv(65536) for _ in range(2))
    except BlockingIOError:
        return False
    except OSError:
        return True


def _attack(name: str) -> type[Flooded]:
    return type("Flood", (Flooded,), {"flood": name, "__doc__": FLOODS[name].__doc__})


GUEST_ATTACKS: Attacks = {name: (_attack(name), 1.0) for name in FLOODS}


@contextmanager
def _folders() -> Iterator[Callable[[], Path]]:
    with ExitStack() as stack:
        # The path of a socket has few bytes.
        yield lambda: Path(stack.enter_context(TemporaryDirectory(dir="/tmp", prefix="citadels-")))


def main(words: list[str]) -> None:
    """Measure attacks by name, or all; be one; or be the host."""
    if words[:1] in (["flood"], ["visit"]):
        own_core(False)
        asyncio.run((FLOODS[words[1]] if words[0] == "flood" else _visit)(int(words[2])))  # type: ignore[arg-type]
    elif words and Path(words[0]).is_dir():
        own_core(True)
        many_files()
        asyncio.run(serve(Path(words[0]), DEFAULT, guest_doors))
    else:
        own_core(False)
        many_files()
        with _folders() as folder:
            for name in words or GUEST_ATTACKS:
                found = under(name, folder(), seconds=20.0, rest=20.0, attacks=GUEST_ATTACKS, serve=GuestHost)
                _tell(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])

"""The doors: whoever comes from many addresses, as often as they may, keeps nobody from elsewhere out."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from net.host.opening import Opening
from net.protocol.table_options import TableOptions

asyncssh = pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
pytest.importorskip("aiohttp", reason="the extra web is not installed")

from bench.net import hostile
from citadels_tui.guests import metered
from citadels_tui.guests.guest_book import Arrival, GuestBook, GuestLimits, Turned
from citadels_tui.guests.launcher import GuestSession
from citadels_tui.guests.metered import GuestListener
from citadels_tui.guests.ssh_server import SshServer
from citadels_tui.guests.ticket import Ticket
from citadels_tui.texts.guests import FULL, FULL_FOR_ADDRESS
from net.base.errors import NetError
from net.base.limits import DEFAULT, Limits
from net.base.proxies import read_proxies
from net.host.seats.host_services import HostServices
from net.host.table.table import Table
from net.host.table_list import TableList
from net.local.service import DataFolder
from net.protocol.client_messages import OpenTable, Say
from net.protocol.host_messages import ChatNote
from net.protocol.relaying import RELAY_PROTO, OpenLine
from net.protocol.setup import Setup
from net.protocol.visitor_notes import OpenedNote
from net.relay.relay import Relay
from tests.support.guests.web_servers import HOST, FakeLauncher, opened, until
from tests.support.net.fakes import FakeClock, FakePeer, Room, look_in
from tests.support.net.relays import PATIENT, call
from tests.support.terminal import SECONDS

pytestmark = pytest.mark.asyncio
loopback = pytest.mark.skipif(not hostile.POSSIBLE, reason="loopback has one address only")
HONEST = b"honest"


class Lists:
    """A list of tables, on a clock that is moved by hand."""

    def __init__(self, limits: Limits = DEFAULT) -> None:
        self.clock, self.tables = FakeClock(), dict[str, Table]()
        self.list = TableList(self.tables, self._open, lambda _: pytest.fail("nobody asks"), self.clock, limits)

    def _open(self, setup: Setup, options: TableOptions, opening: Opening) -> Table:
        table = Table(HostServices(HOST, self.clock), setup, options, opening)
        self.tables[table.id] = table
        return table

    def come(self, origin: bytes, name: str = "Eve", *, guest: bool = False) -> FakePeer:
        """Somebody would like to see the list."""
        peer = FakePeer(origin=origin, guest=guest)
        self.list.arrive(peer, look_in(peer, name))
        return peer

    def ask(self, peer: FakePeer, kind: Any, **fields: Any) -> None:
        """A visitor asks for something."""
        peer.cid += 1
        self.list.request(peer, kind(cid=peer.cid, **fields), same_machine=False)

    def tick(self, seconds: float) -> None:
        """Let time go by."""
        end = self.clock.time + seconds
        self.clock.timers = self.clock.due
        while self.clock.due and self.clock.due[0].when <= end:
            timer = self.clock.due[0]
            timer.cancel()
            self.clock.time = max(self.clock.time, timer.when)
            timer.action()
        self.clock.time = end


def address(number: int) -> bytes:
    """One of the attackers'."""
    return b"%d" % number


async def the_list(attackers: int) -> bool:
    lists = Lists()
    for _ in range(attackers // 10 + 4):
        for number in range(attackers):
            lists.come(address(number))
        lists.tick(1)
    honest = lists.come(HONEST)
    for number in range(attackers):
        lists.come(address(number))
    lists.tick(2)
    return honest.admitted


async def a_table(attackers: int) -> bool:
    room = Room()
    for _ in range(attackers // 10 + 4):
        for number in range(attackers):
            room.join(role="spectator", origin=address(number))
        room.tick(1)
    honest = room.join(role="spectator", origin=HONEST)
    room.tick(2)
    return honest.admitted


async def places_of_visitors(attackers: int) -> bool:
    lists = Lists(replace(DEFAULT, visitors=2 * attackers + 2, shared_joins=(1e6, 10**6)))
    honest = lists.come(HONEST)
    for _ in range(3):
        for number in range(attackers):
            lists.come(address(number))
    return honest.admitted and not honest.closed


async def chat(attackers: int) -> bool:
    lists = Lists(replace(DEFAULT, shared_joins=(1e6, 10**6)))
    honest = lists.come(HONEST, "Ada")
    crowd = [lists.come(address(number)) for number in range(attackers)]
    for _ in range(attackers // 4 + 4):
        for eve in crowd:
            lists.ask(eve, Say, text="spam")
        lists.tick(1)
    lists.ask(honest, Say, text="hello")
    for eve in crowd:
        lists.ask(eve, Say, text="spam")
    lists.tick(3)
    return any(isinstance(note, ChatNote) and note.text == "hello" for note in honest.got)


async def new_tables(attackers: int) -> bool:
    """The rate, and the places."""
    lists = Lists(replace(DEFAULT, shared_joins=(1e6, 10**6), tables=2 * attackers))
    for _ in range(3):
        for number in range(attackers):
            lists.ask(lists.come(address(number)), OpenTable, setup=Setup(), options=TableOptions(private=False))
        lists.tick(attackers)
    honest = lists.come(HONEST)
    lists.ask(honest, OpenTable, setup=Setup(), options=TableOptions(private=False))
    for number in range(attackers):
        lists.ask(lists.come(address(number)), OpenTable, setup=Setup(), options=TableOptions(private=False))
    lists.tick(3)
    return isinstance(honest.got[-1], OpenedNote)


async def sessions(attackers: int) -> bool:
    launcher = FakeLauncher()
    limits = GuestLimits(sessions=2 * attackers, per_address=3)
    book = GuestBook(HOST, DataFolder(Path("/nowhere")), launcher, limits)  # type: ignore[arg-type]

    async def come(where: str, who: str) -> bool:
        with suppress(Turned):
            await book.enter(Arrival("ssh", who, where, "Eve", "", "xterm", {}), 80, 24, lambda _: None)
            return True
        return False

    for visit in range(3):
        for number in range(attackers):
            await come(f"127.0.6.{number}", f"{number} {visit}")
    found = await come("127.0.9.9", "honest")
    for client in launcher.clients:
        client.session.close()
        client.end()
    return found


async def ssh_logins(attackers: int) -> bool:
    tried = min(attackers, 13)
    async with ssh_server(connections=2 * tried + 1) as server:
        held = [silent(server.port, number) for _ in range(3) for number in range(tried)]
        await until(lambda: len(server.listener.waiting) == 2 * tried + 1)
        conn = await connected(server.port, "127.0.9.9")
        conn.abort()
        for sock in held:
            sock.close()
        return True


async def web_requests(attackers: int) -> bool:
    tried = min(attackers, 13)
    async with opened(connections=2 * tried + 1, login_time=SECONDS) as site:
        held = [silent(site.server.port, number) for _ in range(3) for number in range(tried)]
        await until(lambda: len(site.server.listener.waiting) == 2 * tried + 1)
        found = await site.status("/") == 200
        for sock in held:
            sock.close()
        return found


async def relay_lines(attackers: int) -> bool:
    """Places of hosts at a relay, and of those who say nothing."""
    tried = min(attackers, 13)
    limits = replace(PATIENT, hosts=2 * tried, callers=2 * tried, address_hosts=3)
    async with Relay(bind="127.0.0.1", limits=limits) as relay:
        held = []
        for number in [number for _ in range(3) for number in range(tried)]:
            sock = silent(relay.port, number)
            sock.send(OpenLine(proto=RELAY_PROTO).frame())
            held.append(sock)
        await until(lambda: len(relay._hosts) == 2 * tried)
        held += [silent(relay.port, number) for _ in range(3) for number in range(tried)]
        sock = await call(relay, OpenLine(proto=RELAY_PROTO))
        # It is told how to begin TLS by not being refused.
        await until(lambda: relay._hosts.count("127.0.0.1") == 1)
        for each in (*held, sock):
            each.close()
        return True


DOORS: dict[str, Callable[[int], Awaitable[bool]]] = {
    "the list of tables": the_list,
    "a table": a_table,
    "places of visitors": places_of_visitors,
    "chat": chat,
    "new tables": new_tables,
    "sessions of guests": sessions,
    "logins by SSH": ssh_logins,
    "requests of browsers": web_requests,
    "a relay": relay_lines,
}


@pytest.mark.thorough
@loopback
@pytest.mark.parametrize("attackers", [1, 13, 25])
@pytest.mark.parametrize("door", DOORS)
async def test_nobody_is_kept_out_by_others_from_many_addresses(door: str, attackers: int) -> None:
    async with asyncio.timeout(SECONDS):
        assert await DOORS[door](attackers)


async def test_guests_of_the_hosts_own_doors_do_not_wait_for_strangers() -> None:
    lists = Lists()
    strangers = [lists.come(address(number)) for number in range(200)]
    assert not all(stranger.admitted for stranger in strangers)
    assert all(lists.come(address(number % 16), guest=True).admitted for number in range(64))


# What a library is given


@asynccontextmanager
async def ssh_server(proxies: str = "", **limits: Any) -> AsyncIterator[SshServer]:
    launcher = FakeLauncher()
    bounds = replace(GuestLimits(logins=(1000.0, 1000), login_time=SECONDS), **limits)
    book = GuestBook(HOST, DataFolder(Path("/nowhere")), launcher, bounds)  # type: ignore[arg-type]
    server = SshServer(book, asyncssh.generate_private_key("ssh-ed25519"), proxies=read_proxies(proxies))
    await server.open("127.0.0.1", 0)
    try:
        yield server
    finally:
        await server.close()
        for client in launcher.clients:
            client.session.close()
            client.end()


def silent(port: int, number: int) -> socket.socket:
    """A connection that says nothing, of one of the attackers'."""
    sock = socket.socket()
    sock.bind((f"127.0.6.{number + 1}", 0))
    sock.connect(("127.0.0.1", port))
    return sock


async def connected(port: int, place: str = "127.0.0.1") -> Any:
    """Somebody who has logged in."""
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        local_addr=(place, 0),
        config=None,
        known_hosts=None,
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        agent_path=None,
        username="ada",
    )


async def test_a_guests_environment_is_reduced() -> None:
    async with ssh_server() as server, await connected(server.port) as conn:
        told = {"COLORTERM": "truecolor", "LANG": "x" * 65, "PATH": "/x"} | {f"V{n}": "x" * 500 for n in range(50)}
        process = await conn.create_process(term_type="xterm", term_size=(80, 24), env=told, encoding=None)
        await until(lambda: len(server.book) == 1)
        (terminal,) = server.terminals
        assert dict(terminal._channel.get_environment()) == {"COLORTERM": "truecolor"}
        for number in range(50):
            process.channel._send_request(
                b"env", asyncssh.packet.String(f"W{number}"), asyncssh.packet.String("x" * 500)
            )
        process.channel._send_request(b"env", asyncssh.packet.String("LANG"), asyncssh.packet.String("nl"))
        await until(lambda: b"LANG" in terminal._channel._env)
        assert len(terminal._channel._env) == 2


async def test_a_guest_by_a_proxy_is_counted_by_their_own_address() -> None:
    async with ssh_server("127.0.0.1") as server:
        sock = socket.create_connection(("127.0.0.1", server.port))
        for byte in b"PROXY TCP4 192.0.2.1 127.0.0.1 4711 22\r\n":
            sock.send(bytes([byte]))
            await asyncio.sleep(0.001)
        sock.setblocking(False)
        key = asyncssh.generate_private_key("ssh-ed25519")
        options: dict[str, Any] = {"config": None, "known_hosts": None, "client_keys": [key], "agent_path": None}
        conn = await asyncssh.connect(sock=sock, username="ada", **options)
        await conn.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        await until(lambda: len(server.book) == 1)
        assert [address for address, _ in server.book._inside.values()] == ["192.0.2.1"]
        conn.abort()
        # One that does not say who comes, or nonsense, is not spoken with.
        for says in (b"SSH-2.0-OpenSSH\r\n", b"PROXY TCP4 a b c d\r\n", b"\r\n\r\n\0\r\nQUIT\n\xff\xff\xff\xff"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(says)
            async with asyncio.timeout(SECONDS):
                with suppress(ConnectionError):
                    assert await reader.read() == b""
            writer.close()
        await until(lambda: not server.listener.waiting)


async def test_a_header_of_somebody_who_is_no_proxy_is_no_ssh() -> None:
    async with ssh_server("127.0.0.2") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"PROXY TCP4 192.0.2.1 127.0.0.1 4711 22\r\nSSH-2.0-x\r\n")
        async with asyncio.timeout(SECONDS):
            with suppress(ConnectionError):
                while await reader.read(1000):
                    pass
        assert len(server.book) == 0
        writer.close()


async def test_a_login_has_so_many_bytes() -> None:
    async with ssh_server() as server:
        conn = await connected(server.port)
        env = {f"V{number}": "x" * 10_000 for number in range(10)}
        with pytest.raises((asyncssh.Error, OSError)):
            await conn.create_process(term_type="xterm", term_size=(80, 24), env=env, encoding=None)
        await until(lambda: not server.listener.waiting)
        assert len(server.book) == 0


async def test_a_client_that_reads_nothing_is_not_read_from() -> None:
    async with ssh_server() as server:
        conn = await connected(server.port)
        await conn.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        await until(lambda: len(server.book) == 1)
        (terminal,) = server.terminals
        line, handed = terminal._login._line, 0

        def count(data: bytes) -> None:
            nonlocal handed
            handed += len(data)
            assert len(data) <= 1024

        line._library = FakeLibrary(count)
        conn._transport.pause_reading()
        start = asyncio.get_running_loop().time()
        for _ in range(100):
            conn._transport.write(bytes(10_000))
        await until(lambda: handed > 70_000)
        # After the burst it is 8 KiB a second.
        assert asyncio.get_running_loop().time() - start > 0.5
        line.pause_writing()
        assert not line._transport.is_reading()
        assert terminal._full == {"line"}
        line.resume_writing()
        assert terminal._full == frozenset()
        conn.abort()


class FakeLibrary(asyncio.Protocol):
    """What takes the place of a library."""

    def __init__(self, data_received: Callable[[bytes], None]) -> None:
        self.data_received = data_received  # type: ignore[assignment, method-assign]


async def test_a_library_pauses_what_comes_as_on_any_connection() -> None:
    heard: list[bytes] = []
    door = GuestListener(lambda _: FakeLibrary(heard.append), waiting=9, patience=SECONDS, first=100)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        server = await door.listen(listening)
        _reader, writer = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
        await until(lambda: door.waiting)
        line = door.waiting.serve()
        door.enter(line)
        line.pause_reading()
        writer.write(b"x" * 60)
        await asyncio.sleep(0.05)
        assert not heard
        assert not line.is_reading()
        line.resume_reading()
        await until(lambda: heard == [b"x" * 60])
        # More than somebody may send who has no session.
        writer.write(b"x" * 60)
        await until(lambda: not door.waiting)
        assert line.is_closing()
        writer.close()
        server.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere an end is seen behind what was not read")
@pytest.mark.parametrize("end", ["reset", "close"])
async def test_an_end_is_seen_before_what_was_not_read(end: str) -> None:
    """Of 400 kB, at 8 KiB a second; a session that writes nothing by itself."""
    door = GuestListener(lambda _: FakeLibrary(lambda _: None), waiting=9, patience=SECONDS, first=10**6)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        server = await door.listen(listening)
        _reader, writer = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
        await until(lambda: door.waiting)
        line, gone = door.waiting.serve(), asyncio.Event()
        line.ask = lambda: line.write(b"?")
        line.settle(gone.set)
        writer.write(bytes(400_000))
        await asyncio.sleep(0.5)
        begun = asyncio.get_running_loop().time()
        if end == "reset":
            sock = writer.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
        else:
            writer.close()
        async with asyncio.timeout(SECONDS):
            await gone.wait()
        assert asyncio.get_running_loop().time() - begun < 8
        server.close()


async def test_all_connections_at_a_port_share_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, a library has only so many bytes a second to work on."""
    monkeypatch.setattr(metered, "_IN_ALL", (16 * 1024.0, 4 * 1024))
    monkeypatch.setattr(metered, "_RATE", (1e9, 10**9))
    heard: list[bytes] = []
    door = GuestListener(lambda _: FakeLibrary(heard.append), waiting=9, patience=SECONDS, first=10**6)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        server = await door.listen(listening)
        writers = [(await asyncio.open_connection("127.0.0.1", listening.getsockname()[1]))[1] for _ in range(4)]
        begun = asyncio.get_running_loop().time()
        for writer in writers:
            writer.write(bytes(2 * 1024))
        await until(lambda: sum(map(len, heard)) == 8 * 1024)
        # Four of the eight come at once, and each of the others has its sixteenth of a second; the last need not wait.
        assert asyncio.get_running_loop().time() - begun > 2.5 / 16
        door.close()
        for writer in writers:
            writer.close()
        server.close()


async def test_one_address_has_all_places_that_are_free_and_the_log_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    launcher = FakeLauncher()
    book = GuestBook(HOST, DataFolder(Path("/nowhere")), launcher, GuestLimits(sessions=12))  # type: ignore[arg-type]

    async def come(where: str, who: str) -> GuestSession:
        return await book.enter(Arrival("ssh", who, where, "Ada", "", "xterm", {}), 80, 24, lambda _: None)

    school = [await come("172.17.0.1", f"{number}") for number in range(12)]
    told = [record for record in caplog.records if "one address" in record.message]
    assert [vars(record)["about"] for record in told] == [{"guests": 4, "address": "172.17.0.1"}]
    # One more of the same address would be no fairer; from elsewhere, the oldest of the address that has most goes.
    with pytest.raises(Turned, match=re.escape(FULL)):
        await come("172.17.0.1", "late")
    await come("192.0.2.1", "else")
    assert [session.closing for session in school] == [True, *[False] * 11]
    for client in launcher.clients:
        client.session.close()
        client.end()


async def test_an_address_of_the_internet_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    launcher = FakeLauncher()
    book = GuestBook(HOST, DataFolder(Path("/nowhere")), launcher)  # type: ignore[arg-type]
    for number in range(4):
        await book.enter(Arrival("web", f"{number}", "8.8.8.8", "Ada", "", "xterm", {}), 80, 24, lambda _: None)
    assert [vars(record)["about"] for record in caplog.records] == [{"guests": 4}]
    for client in launcher.clients:
        client.session.close()
        client.end()


class SlowLauncher(FakeLauncher):
    """One whose clients take their time, and may not come at all."""

    def __init__(self) -> None:
        super().__init__()
        self.go: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, ticket: Ticket, columns: int, lines: int, show: Callable[[bytes], None]) -> GuestSession:
        await self.go
        return await super().open(ticket, columns, lines, show)


async def test_an_ending_client_takes_no_seat_from_its_returned_guest() -> None:
    """As when a page is loaded again: what the first one has started might reach the host last."""
    launcher = FakeLauncher()
    book = GuestBook(HOST, DataFolder(Path("/nowhere")), launcher)  # type: ignore[arg-type]
    arrival = Arrival("web", "a", "192.0.2.1", "Ada", "", "xterm", {})
    first = await book.enter(arrival, 80, 24, lambda _: None)
    other = await book.enter(replace(arrival, who="b"), 80, 24, lambda _: None)
    await book.enter(arrival, 80, 24, lambda _: None)
    assert not launcher.clients[0].killed
    first.close()
    other.close()
    await book.enter(arrival, 80, 24, lambda _: None)
    assert [client.killed for client in launcher.clients] == [True, False, False, False]
    for client in launcher.clients:
        client.end()


async def test_a_session_that_fails_to_open_gives_its_place_back() -> None:
    launcher = SlowLauncher()
    book = GuestBook(HOST, DataFolder(Path("/nowhere")), launcher, GuestLimits(sessions=2, per_address=1))  # type: ignore[arg-type]

    def enter(who: str, address: str) -> asyncio.Task[GuestSession]:
        return asyncio.create_task(
            book.enter(Arrival("ssh", who, address, "Ada", "", "xterm", {}), 80, 24, lambda _: None)
        )

    async def told(coming: asyncio.Task[GuestSession]) -> str:
        with pytest.raises(Turned) as caught:
            async with asyncio.timeout(SECONDS):
                await coming
        return str(caught.value)

    first, second = enter("a", "192.0.2.1"), enter("b", "192.0.2.2")
    assert await told(enter("c", "192.0.2.1")) == FULL_FOR_ADDRESS
    assert await told(enter("c", "192.0.2.3")) == FULL
    launcher.go.set_exception(NetError("busy"))
    assert [await told(coming) for coming in (first, second)] == [FULL] * 2
    launcher.go = asyncio.get_running_loop().create_future()
    launcher.go.set_result(None)
    sessions = [await enter("a", "192.0.2.1"), await enter("b", "192.0.2.2")]
    assert (len(book), book.figures().ssh, book.figures().turned) == (2, 2, 4)
    for client in launcher.clients:
        client.end()
    await asyncio.gather(*(session.ended for session in sessions))

"""Who is listened to before they have joined."""

from __future__ import annotations

import asyncio
import gc
import socket
import ssl
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from time import perf_counter

import pytest

from bench.net.guest import client_hello
from net.base.errors import NetError
from net.base.limits import DEFAULT, Limits
from net.base.proxies import NO_PROXIES, Proxies, read_proxies
from net.base.sockets import address_of, listen_tcp
from net.client.connect import connect
from net.client.updates import Happened
from net.host.lines import gc_policy
from net.host.lines.gc_policy import keep_tidy
from net.host.lines.listener import Caller, Listener
from net.identity.crypto import Identity
from net.identity.invitations import Invite
from net.protocol.client_messages import Start
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, play, play_of, seat_players, soon, until

pytestmark = pytest.mark.slow

HELLO = client_hello()


# The listener


def test_what_counts_as_one_address() -> None:
    assert address_of("10.0.0.1") == "10.0.0.1"
    assert address_of("::ffff:10.0.0.1") == "10.0.0.1"
    assert address_of("2001:db8:1:2::7") == address_of("2001:db8:1:2:ffff::1")
    assert address_of("2001:db8:1:2::7") != address_of("2001:db8:1:3::7")
    assert address_of("fe80::1%eth0") == address_of("fe80::2")


class Served:
    """A listener, and those who are served, for as long as nobody cancels that."""

    def __init__(self, limits: Limits, proxies: Proxies = NO_PROXIES) -> None:
        self.callers: list[Caller] = []
        self.over = asyncio.Event()
        listening = listen_tcp("127.0.0.1", 0)
        self.port = listening.getsockname()[1]
        self.listener = Listener(listening, limits, self.serve, proxies=proxies)
        self.listener.start()

    @property
    def heard(self) -> int:
        """How many are served, or wait for it."""
        return len(self.callers) + len(self.listener._ready)

    def serve(self, caller: Caller) -> asyncio.Task[None]:
        self.callers.append(caller)
        return asyncio.get_running_loop().create_task(self.stay())

    async def stay(self) -> None:
        await self.over.wait()


@asynccontextmanager
async def served(limits: Limits, proxies: Proxies = NO_PROXIES) -> AsyncIterator[Served]:
    found = Served(limits, proxies)
    try:
        yield found
    finally:
        found.over.set()
        found.listener.close()


@asynccontextmanager
async def calling(port: int) -> AsyncIterator[Callable[[bytes], socket.socket]]:
    """Makes connections that say something, and goes away in the end."""
    with ExitStack() as held:

        def call(says: bytes) -> socket.socket:
            sock = held.enter_context(socket.create_connection(("127.0.0.1", port), WAIT))
            sock.setblocking(False)
            sock.sendall(says)
            return sock

        yield call


async def hung_up(sock: socket.socket) -> bool:
    """Wait until the host has gone."""
    with suppress(ConnectionResetError):
        async with asyncio.timeout(WAIT):
            while await asyncio.get_running_loop().sock_recv(sock, 1000):
                pass
    return True


PROXY = read_proxies("127.0.0.1")


@pytest.mark.asyncio
async def test_who_comes_by_a_proxy_is_counted_by_their_own_address() -> None:
    header = b"PROXY TCP4 192.0.2.%d 127.0.0.1 4711 7447\r\n"
    async with served(DEFAULT, PROXY) as found, calling(found.port) as call:
        call(header % 1 + HELLO)
        slow = call(b"")
        for byte in header % 2 + HELLO:
            slow.send(bytes([byte]))
            await asyncio.sleep(0)
        await soon(lambda: len(found.callers) == 2)
        assert {caller.address for caller in found.callers} == {"192.0.2.1", "192.0.2.2"}
        # What comes after the header is left for TLS.
        assert found.callers[0].sock.recv(2 * len(HELLO)) == HELLO
        # The proxy itself, which looks whether the host is there.
        call(b"PROXY UNKNOWN\r\n" + HELLO)
        await soon(lambda: len(found.callers) == 3)
        assert found.callers[-1].address == "127.0.0.1"


@pytest.mark.asyncio
async def test_a_proxy_has_to_say_who_comes_and_nobody_else_may() -> None:
    header = b"PROXY TCP4 192.0.2.1 127.0.0.1 4711 7447\r\n"
    async with served(DEFAULT, PROXY) as found, calling(found.port) as call:
        for says in (HELLO, b"PROXY TCP4 nowhere at all 1 2\r\n" + HELLO, header[:20]):
            sock = call(says)
            sock.shutdown(socket.SHUT_WR)
            assert await hung_up(sock)
        assert (found.callers, found.listener.refused) == ([], 3)
    async with served(DEFAULT, read_proxies("127.0.0.2")) as found, calling(found.port) as call:
        assert await hung_up(call(header + HELLO))
        assert found.callers == []


@pytest.mark.asyncio
@pytest.mark.parametrize("says", [b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-OpenSSH\r\n", bytes(500)])
async def test_connections_without_tls_are_not_served(says: bytes) -> None:
    async with served(DEFAULT) as found, calling(found.port) as call:
        assert await hung_up(call(says))
        assert found.callers == []


@pytest.mark.asyncio
async def test_a_silent_connection_makes_room_after_its_time() -> None:
    patient = replace(DEFAULT, waiting=2, tls_timeout=WAIT)
    async with served(patient) as found, calling(found.port) as call:
        first, *_ = [call(b"") for _ in range(3)]
        assert await hung_up(first)
        call(HELLO)
        await soon(lambda: len(found.callers) == 1)
    async with served(replace(DEFAULT, tls_timeout=0.01)) as found, calling(found.port) as call:
        assert await hung_up(call(b""))


@pytest.mark.asyncio
async def test_no_more_handshakes_begin_than_may() -> None:
    few = replace(DEFAULT, handshakes=(1e-6, 2), waiting=3, tls_timeout=WAIT)
    async with served(few) as found, calling(found.port) as call:
        callers = [call(HELLO)]
        for heard in (1, 2, 3, 4, 5):
            await soon(lambda heard=heard: found.heard == heard)  # type: ignore[misc]
            callers.append(call(HELLO))
        # Beyond those who may wait, the oldest has to go.
        assert await hung_up(callers[2])
        assert len(found.callers) == 2


@pytest.mark.asyncio
async def test_connections_that_do_not_join_make_room() -> None:
    async with served(replace(DEFAULT, joining=2)) as found, calling(found.port) as call:
        callers = []
        for heard in (1, 2, 3, 4):
            callers.append(call(HELLO))
            await soon(lambda heard=heard: found.heard == heard)  # type: ignore[misc]
            if heard == 1:
                found.listener.joined(found.callers[0])
        assert await hung_up(callers[1])
        assert [bool(caller.task) for caller in found.callers] == [True, False, True, True]


@pytest.mark.asyncio
async def test_while_many_join_handshakes_begin_more_slowly() -> None:
    few = replace(DEFAULT, handshakes=(1e-6, 8), joining=2, tls_timeout=WAIT)
    async with served(few) as found, calling(found.port) as call:
        for _ in range(5):
            call(HELLO)
        await soon(lambda: found.heard == 5)
        # The first takes one of eight; those who come when half of the places are taken, four each.
        assert len(found.callers) == 3


# People


@pytest.mark.asyncio
async def test_more_than_may_come_at_once_wait_for_each_other() -> None:
    async with hosting(replace(FAST, handshakes=(50.0, 1))) as host:
        table = open_table(host, 8)
        clients = await asyncio.gather(*(seat_players(host, table, 1) for _ in range(8)))
        assert {client.seat for (client,) in clients} == set(range(8))
        for (client,) in clients:
            await client.leave()


async def molest(target: Invite, refused: list[str]) -> None:
    """Wrong tokens, handshakes that go no further, and connections that say nothing, at most 20 of each a second.

    All of one address. Together these are fewer handshakes than a host begins in a second: of more, everybody at that
    address has a share only.
    """
    async with calling(target.address.port) as call:
        while True:
            await asyncio.sleep(0.05)
            try:
                await connect(Invite(target.address, target.pin, bytes(8)), Identity.new(), "Eve", limits=FAST)
            except NetError as error:
                refused.append(error.code)
            call(HELLO)
            call(b"")


@pytest.mark.asyncio
async def test_nobody_is_shut_out_for_what_others_at_their_address_do() -> None:
    # The usual rates and counts, and patience with a machine that stops for a while.
    patient = replace(DEFAULT, idle_pause=(0.0, 0.0), tls_timeout=WAIT, join_timeout=WAIT, silence=WAIT)
    async with hosting(patient) as host:
        table = open_table(host, 3, private=True, bots=["random"])
        target = invite(host, table)
        come = partial(connect, limits=FAST)
        seated = Identity.new()
        owner, player = await come(target, Identity.new(), "Ada"), await come(target, seated, "Bo")
        await owner.request(Start)
        await until(owner, Happened)
        refused: list[str] = []
        attack = asyncio.get_running_loop().create_task(molest(target, refused))
        await soon(lambda: len(refused) > 20)
        # Both get in at every attempt, and without a second one. Who has a seat needs no token.
        for _ in range(10):
            player = await come(Invite(target.address, target.pin, b""), seated, "Bo")
            guest = await come(target, Identity.new(), "Cy", watch=True)
            await guest.leave()
        assert not attack.done()
        attack.cancel()
        await asyncio.gather(attack, return_exceptions=True)
        await player.leave()
        await owner.leave()


@pytest.mark.asyncio
async def test_a_full_house_at_an_address_shuts_nobody_out() -> None:
    async with hosting() as host:
        table = open_table(host, 2, private=True)
        crowd = await seat_players(host, table, FAST.spectators, watch=True)
        players = await seat_players(host, table, 2)
        for client in (*crowd, *players):
            await client.leave()


# What is left of them


def at_the_host() -> int:
    """TLS connections of the host that are in memory."""
    return sum(isinstance(thing, ssl.SSLSocket) and thing.server_side for thing in gc.get_objects())


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("says", [HELLO, HELLO[:40], b"\x16" * 60], ids=["stalled", "half", "no TLS"])
@pytest.mark.parametrize("joining", [2, 99], ids=["in others' way", "in nobody's way"])
async def test_a_handshake_that_fails_leaves_nothing_behind(says: bytes, joining: int) -> None:
    async with hosting(replace(FAST, joining=joining, tls_timeout=0.5)) as host, calling(host.port) as call:
        open_table(host, 2)
        gc.collect()
        gc.disable()
        try:
            before = at_the_host()
            for sock in [call(says) for _ in range(20)]:
                await hung_up(sock)
            await soon(lambda: len(host._tasks) == 1)
            await soon(lambda: at_the_host() == before)
        finally:
            gc.enable()


@pytest.mark.asyncio
async def test_a_table_is_gone_with_all_of_it_before_anybody_looks_for_garbage() -> None:
    async with hosting() as host:
        # Bots that wait are called by the clock.
        table = open_table(host, 4, bots=("random",), bot_pause=0.01)
        *stay, goes = await seat_players(host, table, 3)
        await stay[0].request(Start)
        await until(goes, Happened)
        parts = [table, table.lobby, play_of(table), *host.connections]
        assert len(parts) == 6
        left = [weakref.ref(part) for part in parts]
        del table, parts
        gc.disable()
        try:
            # A connection that breaks has taken no leave.
            goes._runner.cancel()
            goes._connection.abort()
            await asyncio.gather(*(play(client, number) for number, client in enumerate(stay)))
            await soon(lambda: not host.tables)
            await soon(lambda: not any(part() for part in left))
        finally:
            gc.enable()


class Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.me = self


@asynccontextmanager
async def tidied(
    monkeypatch: pytest.MonkeyPatch, processor: Callable[[], float], connections: Callable[[], int] = lambda: 0
) -> AsyncIterator[weakref.ref[Ring]]:
    """A piece of garbage that has grown old, in a process that is kept tidy."""
    monkeypatch.setattr(gc_policy, "_LEAST", 0.01)
    monkeypatch.setattr(gc_policy, "_SHARE", 0)
    monkeypatch.setattr(gc_policy, "process_time", processor)
    thresholds = gc.get_threshold()
    tidy = asyncio.get_running_loop().create_task(keep_tidy(connections))
    await asyncio.sleep(0)
    ring = Ring()
    gone = weakref.ref(ring)
    gc.collect(0)
    gc.collect(1)
    del ring
    yield gone
    tidy.cancel()
    await asyncio.gather(tidy, return_exceptions=True)
    assert gc.get_threshold() == thresholds


@pytest.mark.asyncio
async def test_old_garbage_goes_while_a_process_has_little_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tidied(monkeypatch, lambda: 0.0) as gone:
        await soon(lambda: gone() is None)


@pytest.mark.asyncio
async def test_a_busy_host_collects_old_garbage_only_when_much_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks, connections = 2000, 2
    monkeypatch.setattr(gc_policy, "getallocatedblocks", lambda: blocks)
    monkeypatch.setattr(gc_policy, "_SPARE", 500)
    monkeypatch.setattr(gc_policy, "_EACH", 100)
    async with tidied(monkeypatch, perf_counter, lambda: connections) as gone:
        await asyncio.sleep(0.2)
        assert gone()
        blocks = 2499
        await asyncio.sleep(0.2)
        assert gone()
        connections, blocks = 5, 2799
        await asyncio.sleep(0.2)
        assert gone()
        blocks = 2800
        await soon(lambda: gone() is None)

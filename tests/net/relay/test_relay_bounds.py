"""A relay's bounds: how many may call it, how long, and how fast bytes pass."""

from __future__ import annotations

import asyncio
import random
import socket
from dataclasses import replace

import pytest

from net.base.errors import NetError
from net.base.limits import KIB, Bucket
from net.client.connect import connect
from net.identity.crypto import Identity
from net.identity.tls import pin_of
from net.protocol.relaying import (
    RELAY_PROTO,
    LineHeartbeat,
    OpenLine,
    ReachHost,
    TakeClient,
)
from net.relay.relay import Splice
from tests.support.net.hosting import FAST, WAIT, open_table, soon
from tests.support.net.relays import (
    PATIENT,
    answer,
    asked,
    call,
    far,
    hosting_by,
    relaying,
)


@pytest.mark.asyncio
async def test_clients_are_bounded_by_host_and_by_address() -> None:
    for limits, other_fits in ((replace(PATIENT, host_clients=2), True), (replace(PATIENT, address_clients=2), False)):
        async with relaying(limits) as relay, hosting_by(relay) as host, hosting_by(relay) as other:
            await soon(lambda relay=relay: relay.hosts == 2)  # type: ignore[misc]
            table, away = open_table(host), far(other, open_table(other))
            clients = [await connect(far(host, table), Identity.new(), f"Ada {n}", limits=FAST) for n in range(2)]
            with pytest.raises(NetError) as caught:
                await connect(far(host, table), Identity.new(), "Ben", limits=FAST)
            assert caught.value.code == "busy"
            if other_fits:
                clients.append(await connect(away, Identity.new(), "Ben", limits=FAST))
            else:
                with pytest.raises(NetError, match="busy"):
                    await connect(away, Identity.new(), "Ben", limits=FAST)
            here = relay.clients
            await clients.pop(0).leave()
            await soon(lambda relay=relay, here=here: relay.clients < here)  # type: ignore[misc]
            clients.append(await connect(far(host, table), Identity.new(), "Ben", limits=FAST))
            for client in clients:
                await client.leave()


@pytest.mark.asyncio
async def test_hosts_are_bounded_by_address() -> None:
    async with relaying(replace(PATIENT, address_hosts=1)) as relay, hosting_by(relay):
        assert await asked(relay, OpenLine(proto=RELAY_PROTO)) == {"t": "refused", "code": "busy"}


@pytest.mark.asyncio
async def test_those_who_call_and_say_nothing_are_bounded_and_do_not_stay() -> None:
    async with relaying(replace(PATIENT, address_callers=3)) as relay:
        silent = [await call(relay, b"\0") for _ in range(3)]
        await soon(lambda: len(relay._callers) == 3)
        assert await asked(relay, b"") == {}
        for sock in silent:
            sock.close()
        await soon(lambda: not relay._callers)
    async with relaying(replace(PATIENT, first_frame=0.01)) as relay:
        assert await asked(relay, b"\0") == {}
        await soon(lambda: not relay._callers)


@pytest.mark.asyncio
async def test_an_address_that_calls_too_often_is_hung_up_on() -> None:
    async with relaying(replace(PATIENT, calls=(1e-9, 2))) as relay:
        reach = ReachHost(proto=RELAY_PROTO, pin=bytes(20))
        assert await asked(relay, reach) == {"t": "refused", "code": "relay_absent"}
        assert await asked(relay, reach) == {"t": "refused", "code": "relay_absent"}
        assert await asked(relay, reach) == {}


@pytest.mark.asyncio
async def test_a_client_and_a_host_that_are_silent_are_parted() -> None:
    async with relaying(replace(PATIENT, idle=0.05)) as relay, hosting_by(relay) as host:
        sock = await call(relay, ReachHost(proto=RELAY_PROTO, pin=pin_of(host.identity.public)))
        assert await answer(sock) == {"t": "reached"}
        assert await answer(sock) == {}
        sock.close()
        await soon(lambda: relay.clients == 0)


@pytest.mark.asyncio
async def test_a_host_that_does_not_take_its_client_is_not_waited_for() -> None:
    async with relaying(replace(PATIENT, taking=0.05)) as relay, hosting_by(relay, replace(FAST, taking=0)) as host:
        reach = ReachHost(proto=RELAY_PROTO, pin=pin_of(host.identity.public))
        assert await asked(relay, reach) == {"t": "refused", "code": "relay_absent"}
        assert not relay._waiting


@pytest.mark.asyncio
async def test_a_line_that_is_silent_is_given_up() -> None:
    async with relaying(replace(PATIENT, silence=0.05)) as relay, hosting_by(relay, replace(FAST, heartbeat=WAIT)):
        await soon(lambda: relay.hosts == 0)


def test_bytes_are_paced() -> None:
    pace = Bucket((100.0, 1000), 0.0)
    assert pace.delay(1000, 0.0) == 0.0
    assert pace.delay(50, 0.0) == 0.5
    assert pace.delay(50, 0.0) == 1.0
    assert pace.delay(50, 100.0) == 0.0


@pytest.mark.asyncio
async def test_a_splice_passes_bytes_no_faster_than_the_slower_of_its_paces(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr("net.relay.relay.asyncio.sleep", pause)
    loop = asyncio.get_running_loop()
    (client, to_client), (host, to_host) = socket.socketpair(), socket.socketpair()
    for each in (client, to_client, host, to_host):
        each.setblocking(False)
    said, burst, rate = bytes(64 * KIB), 16 * KIB, 4.0 * KIB
    paces = [Bucket((rate, burst), loop.time()), Bucket((1024.0 * KIB, 8 * 1024 * KIB), loop.time())]
    async with asyncio.timeout(WAIT):
        splice = loop.create_task(Splice(to_client, to_host, paces, PATIENT).run())
        begun = loop.time()
        await loop.sock_sendall(client, said)
        client.shutdown(socket.SHUT_WR)
        heard = b""
        while chunk := await loop.sock_recv(host, len(said)):
            heard += chunk
        passed = loop.time() - begun
        host.close()
        await splice
    assert heard == said
    # No time goes by in these pauses, so each is as long as all that has passed beyond the burst takes at that rate.
    assert max(pauses, default=0.0) == pytest.approx((len(said) - burst) / rate, abs=passed + 0.01)
    for each in (client, to_client, to_host):
        each.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("said", "code"),
    [
        (OpenLine(proto=RELAY_PROTO + 1), "relay_version"),
        (ReachHost(proto=0, pin=bytes(20)), "relay_version"),
        (TakeClient(ticket=bytes(16)), "relay_absent"),
        (LineHeartbeat(), "bad_schema"),
        (b"\0\0\x02\x01" + bytes(0x201), "bad_frame"),
        (b"\0\0\0\x01\xc1", "bad_frame"),
        (b"\0\0\0\0", "bad_frame"),
    ],
)
async def test_callers_who_make_no_sense_are_told_so(said: OpenLine | bytes, code: str) -> None:
    async with relaying() as relay:
        assert await asked(relay, said) == {"t": "refused", "code": code}
        await soon(lambda: not relay._callers)


@pytest.mark.asyncio
async def test_a_relay_survives_every_message() -> None:
    chance = random.Random("callers")
    async with relaying(replace(PATIENT, first_frame=0.2)) as relay, hosting_by(relay) as host:
        calls = [
            OpenLine(proto=1),
            ReachHost(proto=1, pin=pin_of(host.identity.public)),
            TakeClient(ticket=bytes(16)),
        ]
        socks = []
        for _ in range(300):
            frame = bytearray(chance.choice(calls).frame() + chance.randbytes(chance.randrange(40)))
            for _ in range(chance.randrange(4)):
                frame[chance.randrange(len(frame))] = chance.randrange(256)
            socks.append(await call(relay, bytes(frame[: chance.randrange(1, len(frame) + 1)])))
            if len(socks) > 10:
                socks.pop(0).close()
        for sock in socks:
            sock.close()
        await soon(lambda: relay.clients == 0 and not relay._callers and len(relay._hosts) == 1)
        relay._limits = PATIENT
        client = await connect(far(host, open_table(host)), Identity.new(), "Ada", limits=FAST)
        await client.leave()

"""The local network: what a host announces, what a client makes of it, and of what others say there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing, contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from net.base.program import program_version
from net.base.text import TITLE_CELLS, ZWNJ, cells
from net.client.discovery import FoundHost, described, discover
from net.host.announcer import SWITCH, announcing
from net.identity.invitations import Address
from net.protocol.announcement import LONGEST, read, written
from net.protocol.version import PROTO, RULES
from tests.support.corpus import EVERYTHING
from tests.support.net.hosting import WAIT, hosting, open_table
from tests.support.net.networks import run
from tests.support.root import ROOT

KEYS = {"v", "proto", "rules", "pin", "name", "tables", "open"}
PIN = bytes(range(20))
LOOPBACK = ("127.0.0.1",)
GOOD = {key.encode(): value.encode() for key, value in written("1.2.3", PIN, "The Green Dragon", 3, 2).items()}


def changed(**fields: bytes | None) -> dict[bytes, bytes | None]:
    """A record with something else in it."""
    return GOOD | {key.encode(): value for key, value in fields.items()}


HOSTILE: list[dict[bytes, bytes | None]] = [
    {},
    {b"": b""},
    {key: value for key, value in GOOD.items() if key != b"pin"},
    changed(v=None),
    changed(v=b"\x1b[2J"),
    changed(v=b"1" * 41),
    changed(proto=b"-1"),
    changed(proto=b"2.0"),
    changed(proto="٣".encode()),
    changed(rules=b"00"),
    changed(rules=b"G" * 32),
    changed(pin=b"A" * 32),
    changed(pin=b"a" * 33),
    changed(tables=b"99999"),
    changed(tables=b""),
    changed(open=b"1e3"),
    changed(name=b"x" * LONGEST),
    changed(more=b"y" * LONGEST),
]


def test_an_announcement_holds_seven_things_and_nothing_else() -> None:
    record = written(program_version(), PIN, "n" * 40, 500, 500)
    assert set(record) == KEYS
    assert sum(len(key) + len(value) + 2 for key, value in record.items()) < LONGEST
    about = read({key.encode(): value.encode() for key, value in record.items()})
    assert about
    assert (about.version, about.proto, about.rules, about.tables, about.open) == (
        program_version(),
        PROTO,
        RULES.hex(),
        500,
        500,
    )
    assert about.fits


@pytest.mark.parametrize("record", HOSTILE, ids=range(len(HOSTILE)))
def test_a_record_that_is_not_as_it_must_be_is_nobody(record: dict[bytes, bytes | None]) -> None:
    assert read(record) is None


@given(st.dictionaries(st.binary(max_size=8) | st.sampled_from([*GOOD]), st.none() | st.binary(max_size=60)))
def test_every_announcement_is_read_or_ignored(record: dict[bytes, bytes | None]) -> None:
    for each in (record, GOOD | record):
        about = read(each)
        assert about is None or (about.name.isprintable() and about.version.isascii() and 0 <= about.tables <= 9999)


def test_a_name_is_shown_as_harmless_letters(subtests: pytest.Subtests) -> None:
    for name in EVERYTHING:
        with subtests.test(ascii(name)):
            about = read(changed(name=name.encode(errors="replace")[:200]))
            # Joiners stand in some scripts, and are no letters.
            joined = about.name.replace(ZWNJ, "") if about else ""
            assert about is None or (joined.isprintable() and cells(about.name) <= TITLE_CELLS)


def test_another_version_does_not_fit() -> None:
    for fields in ({"proto": b"2"}, {"rules": b"0" * 32}):
        about = read(changed(**fields))
        assert about
        assert not about.fits


def test_only_an_address_that_a_host_can_have_is_taken() -> None:
    for wrong in ("", "0.0.0.0", "224.0.0.251", "255.255.255.255", "ff02::fb", "::", "localhost", "1.2.3"):
        assert described([wrong], 7447, GOOD) is None
    found = described(["224.0.0.1", "192.168.1.7"], 7447, GOOD)
    assert found
    assert found.address == Address("192.168.1.7", 7447)
    assert described(["192.168.1.7"], 0, GOOD) is None
    assert described(["192.168.1.7"], None, GOOD) is None


async def first(seconds: float = WAIT) -> FoundHost | str:
    """What is heard first on loopback."""
    async with aclosing(discover(seconds, interfaces=LOOPBACK)) as answers:
        async for answer in answers:
            return answer
    raise AssertionError("it says nothing")


SERVICE = f"_test{os.getpid()}._tcp.local."
"""Of these tests alone: there may be real hosts on this network."""


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.client.discovery.SERVICE", SERVICE)
    monkeypatch.setattr("net.host.announcer.SERVICE", SERVICE)


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)


@pytest.mark.asyncio
@pytest.mark.usefixtures("announced")
async def test_a_host_is_found_by_what_it_announces() -> None:
    async with hosting() as host:
        open_table(host, 3)
        open_table(host, 3, private=True)
        open_table(host, 3, listed=False)
        async with announcing(host, "127.0.0.1", "The Green Dragon", interfaces=LOOPBACK):
            found = await first()
        assert isinstance(found, FoundHost)
        assert found.address == Address("127.0.0.1", host.port)
        assert (found.about.name, found.about.tables, found.about.open) == ("The Green Dragon", 2, 1)
        assert found.about.version == program_version()


@pytest.mark.asyncio
@pytest.mark.usefixtures("announced")
async def test_announcements_follow_the_tables() -> None:
    async with hosting() as host, announcing(host, "127.0.0.1", interfaces=LOOPBACK, every=0.05):
        found = await first()
        assert isinstance(found, FoundHost)
        assert found.about.tables == 0
        open_table(host, 3)
        while found.about.tables == 0:
            found = await first()
            assert isinstance(found, FoundHost)
        assert (found.about.tables, found.about.open) == (1, 1)


@pytest.mark.asyncio
@pytest.mark.usefixtures("announced")
async def test_false_announcements_are_left_out() -> None:
    async with hosting() as host:
        zeroconf = AsyncZeroconf(interfaces=list(LOOPBACK))
        liars = [
            AsyncServiceInfo(
                SERVICE,
                f"liar {n}.{SERVICE}",
                port=1,
                parsed_addresses=["127.0.0.1"],
                properties=record,
                server="l.local.",
            )
            for n, record in enumerate(HOSTILE[4:8])
        ]
        try:
            for liar in liars:
                await zeroconf.async_register_service(liar, cooperating_responders=True)
            async with announcing(host, "127.0.0.1", interfaces=LOOPBACK):
                found = await first()
            assert isinstance(found, FoundHost)
            assert found.address.port == host.port
        finally:
            await zeroconf.async_unregister_all_services()
            await zeroconf.async_close()


@pytest.mark.asyncio
@pytest.mark.parametrize(("bind", "switch"), [("127.0.0.1", ""), ("", "no")])
async def test_a_host_that_is_not_to_be_announced_is_not(
    bind: str, switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SWITCH, switch)
    async with hosting() as host, announcing(host, bind) as announcer:
        # It would go on as long as the host does.
        await announcer


@pytest.mark.asyncio
async def test_an_empty_network_is_reported_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await first(0.1) == "quiet"


@contextmanager
def two_networks() -> Iterator[tuple[str, str]]:
    """Two machines, as far as the network is concerned, with a cable between them; their names."""
    one, two = (f"citadels-{side}-{os.getpid()}" for side in "ab")
    run(f"ip netns add {one}", skip="no network namespace can be made here")
    try:
        run(f"ip netns add {two}")
        run(f"ip link add va{os.getpid()} netns {one} type veth peer name vb{os.getpid()} netns {two}", skip="no veth")
        for side, name, address in ((one, f"va{os.getpid()}", "10.66.0.1"), (two, f"vb{os.getpid()}", "10.66.0.2")):
            run(f"ip -n {side} addr add {address}/24 dev {name}")
            run(f"ip -n {side} link set lo up")
            run(f"ip -n {side} link set {name} up")
            run(f"ip -n {side} route add default dev {name}")
        yield one, two
    finally:
        for name in (one, two):
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


HOSTING = """
import asyncio, sys
from net.host.announcer import announcing
from net.host.host import Host
from net.identity.crypto import Identity
from net.protocol.setup import Setup

async def main():
    async with Host.open(Identity.new(), bind="", port=7447) as host:
        host.open_table(Setup(players=3))
        async with announcing(host, "", "Across"):
            print("ready", flush=True)
            await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""
FINDING = """
import asyncio
from net.client.discovery import FoundHost, discover

async def main():
    async for answer in discover(60.0):
        if isinstance(answer, FoundHost):
            print(answer.address, answer.about.name, answer.about.tables)
            return

asyncio.run(main())
"""


@pytest.mark.thorough
def test_a_host_is_found_across_two_networks() -> None:
    environ = {key: value for key, value in os.environ.items() if key != SWITCH}
    with two_networks() as (one, two):
        host = subprocess.Popen(
            ["ip", "netns", "exec", one, sys.executable, "-c", HOSTING],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environ,
            cwd=ROOT,
        )
        try:
            assert host.stdout
            assert host.stdout.readline() == "ready\n"
            found = subprocess.run(
                ["ip", "netns", "exec", two, sys.executable, "-c", FINDING],
                capture_output=True,
                text=True,
                env=environ,
                cwd=ROOT,
                check=True,
                timeout=WAIT,
            )
            assert found.stdout == "10.66.0.1:7447 Across 1\n"
        finally:
            host.communicate()

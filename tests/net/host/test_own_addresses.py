"""The addresses of an invitation: those by which others reach the host, whatever networks its machine is in."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import ifaddr
import pytest

from net.base.own_addresses import is_loopback, own_addresses
from net.host.host import Host
from net.identity.crypto import Identity
from net.identity.invitations import parse_target
from tests.support.net.hosting import open_table
from tests.support.net.networks import run
from tests.support.root import ROOT

LOOPBACK = ("lo", "127.0.0.1", "::1")


def machine(monkeypatch: pytest.MonkeyPatch, *interfaces: Sequence[str]) -> None:
    """This machine has these interfaces: each a name and its addresses."""
    found = []
    for name, *addresses in interfaces:
        ips = [ifaddr.IP((text, 0, 0) if ":" in text else text, 24, name) for text in addresses]
        found.append(ifaddr.Adapter(name, name, ips))
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)


@pytest.mark.parametrize(
    ("interfaces", "expected"),
    [
        pytest.param([("eth0", "192.168.77.5")], ["192.168.77.5"], id="one network"),
        pytest.param([("tun0", "10.8.0.2"), ("eth0", "192.168.77.5")], ["192.168.77.5", "10.8.0.2"], id="a VPN, too"),
        pytest.param([("x1", "10.8.0.2"), ("x2", "192.168.7.5")], ["192.168.7.5", "10.8.0.2"], id="of unknown names"),
        pytest.param([("ts", "100.101.1.2"), ("eth0", "10.0.0.5")], ["10.0.0.5", "100.101.1.2"], id="a VPN's numbers"),
        pytest.param([("eth0", "10.0.0.5"), ("eth1", "8.8.4.4")], ["8.8.4.4", "10.0.0.5"], id="the world first"),
        pytest.param([("docker0", "172.17.0.1"), ("wlan0", "192.168.1.9")], ["192.168.1.9"], id="containers inside"),
        pytest.param([("eth0", "169.254.3.4"), ("wlan0", "10.1.1.1")], ["10.1.1.1"], id="a cable beside a network"),
        pytest.param([("eth0", "169.254.3.4")], ["169.254.3.4"], id="a cable alone"),
        pytest.param([("docker0", "172.17.0.1")], ["172.17.0.1"], id="containers alone"),
        pytest.param([("eth0", "192.168.1.9", "fd00::9", "fe80::9")], ["192.168.1.9"], id="IPv4 and IPv6"),
        pytest.param([("eth0", "fd00::9", "fe80::9")], ["fd00::9"], id="IPv6 alone"),
        pytest.param([("eth0", "192.168.1.9", "192.168.1.9")], ["192.168.1.9"], id="an address twice"),
        pytest.param([], ["127.0.0.1"], id="no network"),
    ],
)
def test_the_addresses_that_others_can_reach_come_first(
    interfaces: list[tuple[str, ...]], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine(monkeypatch, LOOPBACK, *interfaces)
    assert [own_addresses(bind) for bind in ("", "0.0.0.0", "::")] == [expected] * 3


def test_a_single_bound_address_is_named_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, LOOPBACK, ("eth0", "192.168.77.5"))
    assert own_addresses("10.0.0.1") == ["10.0.0.1"]
    assert own_addresses("127.0.0.1") == ["127.0.0.1"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost", "LOCALHOST"])
def test_loopback_by_any_name(host: str) -> None:
    assert is_loopback(host)
    assert not any(map(is_loopback, ("192.168.1.1", "play.example.org", "", "fe80::1%eth0")))


@pytest.mark.asyncio
async def test_an_invitation_has_up_to_four_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine(monkeypatch, LOOPBACK, *((f"eth{n}", f"192.168.{n}.5") for n in range(6)))
    async with Host.open(Identity.new(), bind="") as host:
        table = open_table(host, 2)
        invite = host.invite(table)
        assert [invite.address.host, *(other.host for other in invite.others)] == [f"192.168.{n}.5" for n in range(4)]
        assert {place.port for place in (invite.address, *invite.others)} == {host.port}
        assert parse_target(str(invite)) == invite
        assert not invite.local
        machine(monkeypatch, LOOPBACK)
        assert host.invite(table).local


@contextmanager
def a_machine(*interfaces: tuple[str, str]) -> Iterator[str]:
    """A network namespace with cables by these names and addresses, and no way to the world; its name."""
    name = f"citadels-own-{os.getpid()}"
    run(f"ip netns add {name}", skip="no network namespace can be made here")
    try:
        run(f"ip -n {name} link set lo up")
        for number, (interface, address) in enumerate(interfaces):
            run(f"ip -n {name} link add {interface} type veth peer name far{number}", skip="no veth")
            run(f"ip -n {name} addr add {address}/24 dev {interface}")
            run(f"ip -n {name} link set {interface} up")
            run(f"ip -n {name} link set far{number} up")
        yield name
    finally:
        subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


HOSTING = """
import asyncio
from net.host.host import Host
from net.identity.crypto import Identity
from net.protocol.setup import Setup

async def main():
    async with Host.open(Identity.new(), bind="", port=7447) as host:
        print(host.invite(host.open_table(Setup(players=3))), flush=True)

asyncio.run(main())
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("interfaces", "default", "expected"),
    [
        pytest.param([("lan0", "192.168.77.5")], "", "192.168.77.5", id="a network without a way to the world"),
        pytest.param(
            [("tun7", "10.8.0.2"), ("lan0", "192.168.77.5")], "tun7", "192.168.77.5,10.8.0.2", id="the world by a VPN"
        ),
        pytest.param([], "", "127.0.0.1", id="no network"),
    ],
)
def test_the_invitation_of_a_host_in_a_network_of_its_own(
    interfaces: list[tuple[str, str]], default: str, expected: str
) -> None:
    with a_machine(*interfaces) as name:
        if default:
            run(f"ip -n {name} route add default dev {default}")
        command = ["ip", "netns", "exec", name, sys.executable, "-c", HOSTING]
        told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert told.partition("#")[0] == f"citadels://{expected}"

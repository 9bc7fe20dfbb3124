"""`citadels relay` and `--relay`: processes of their own, on loopback and in networks that meet at the relay alone."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from net.identity.crypto import Identity, load_identity
from net.identity.invitations import Address, Invite, pin_text
from net.identity.tls import pin_of
from tests.support.client.commands import run_here
from tests.support.net.hosting import WAIT
from tests.support.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="has Unix sockets and signals")]


@dataclass(frozen=True)
class Place:
    """Where relay, host and guest are."""

    relay: str
    """The relay's address, for both of the others."""
    host: str
    """The host's address, in a network that the guest cannot reach; or one at which nobody listens."""
    inside: dict[str, list[str]]
    """How a command is run at each of the three."""


@contextmanager
def loopback() -> Iterator[Place]:
    """All on this machine; the guest is told a port at which nobody listens."""
    yield Place("127.0.0.1", "127.0.0.1", {"relay": [], "host": [], "guest": []})


@contextmanager
def namespaces() -> Iterator[Place]:
    """Three networks: the host's, the guest's, and the relay's, which both can reach and which passes nothing on."""
    ip = shutil.which("ip")
    if not ip or os.geteuid() != 0:
        pytest.skip("networks of their own need the ip command and the rights of root")
    names = {who: f"citadels-{who}-{os.getpid()}" for who in ("relay", "host", "guest")}

    def run(*arguments: str) -> None:
        done = subprocess.run([ip, *arguments], capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"networks of their own cannot be made here: {done.stderr.strip()}")

    with ExitStack() as stack:
        for name in names.values():
            run("netns", "add", name)
            stack.callback(subprocess.run, [ip, "netns", "del", name], capture_output=True)
            run("-n", name, "link", "set", "lo", "up")
        run("-n", names["relay"], "addr", "add", "10.77.0.1/32", "dev", "lo")
        for number, who in enumerate(("host", "guest"), start=1):
            here, there = f"cit{os.getpid() % 100000}{who[0]}", f"cit{os.getpid() % 100000}{who[0]}r"
            run(
                "link", "add", here, "netns", names[who], "type", "veth", "peer", "name", there, "netns", names["relay"]
            )
            run("-n", names[who], "addr", "add", f"10.77.{number}.2/24", "dev", here)
            run("-n", names[who], "link", "set", here, "up")
            run("-n", names["relay"], "addr", "add", f"10.77.{number}.1/24", "dev", there)
            run("-n", names["relay"], "link", "set", there, "up")
            run("-n", names[who], "route", "add", "default", "via", f"10.77.{number}.1")
        forwards = "/proc/sys/net/ipv4/ip_forward"
        found = subprocess.run([ip, "netns", "exec", names["relay"], "cat", forwards], capture_output=True, text=True)
        if found.stdout.strip() != "0":
            pytest.skip("the network in the middle passes packets on")
        yield Place("10.77.0.1", "10.77.1.2", {who: [ip, "netns", "exec", name] for who, name in names.items()})


@contextmanager
def running(prefix: list[str], *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process, ended at the end."""
    process = subprocess.Popen(
        [*prefix, sys.executable, "-m", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def line(process: subprocess.Popen[str]) -> str:
    """The next line it says."""
    assert process.stdout
    found = process.stdout.readline()
    if not found:
        assert process.stderr
        raise AssertionError(process.stderr.read())
    return found


Where = Callable[[], AbstractContextManager[Place]]
everywhere = pytest.mark.parametrize(
    "where", [loopback, pytest.param(namespaces, marks=pytest.mark.thorough)], ids=lambda where: where.__name__
)


@pytest.mark.thorough
@everywhere
def test_a_game_goes_on_when_the_relay_is_killed(where: Where) -> None:
    assert play_by_relay(where) == "played on\n"


@pytest.mark.long
@everywhere
def test_a_whole_game_by_a_relay_that_is_killed_is_verified(where: Where) -> None:
    assert play_by_relay(where, "whole") == "verified\n"


def play_by_relay(where: Where, *how: str) -> str:
    """Play a game whose relay is killed and started again; what the guest says in the end."""
    with ExitStack() as stack:
        place = stack.enter_context(where())
        data = Path(stack.enter_context(TemporaryDirectory(dir="/tmp", prefix="citadels-"))) / "data"
        port, hosted = free_port(), free_port()
        relaying = ("citadels_tui", "relay", "--port", str(port))
        relay = stack.enter_context(running(place.inside["relay"], *relaying))
        assert f":{port}" in line(relay)
        assert line(relay) == "It serves all hosts.\n"
        way = f"{place.relay}:{port}"
        serving = ("citadels_tui", "serve", "--data", str(data), "--port", str(hosted), "--relay", way)
        host = stack.enter_context(running(place.inside["host"], *serving))
        assert line(host).startswith("Listening")
        line(host), line(host)
        assert line(host) == f"Players can join by the relay at {way}, too; invitations say so.\n"
        pin = pin_of(load_identity(data / "host_ed25519").public)
        unreachable = Address(place.host, hosted if place.inside["host"] else free_port(), relay=way)
        invitation = str(Invite(unreachable, pin, bytes(8)))
        guest = stack.enter_context(running(place.inside["guest"], "tests.support.net.far_guest", invitation, *how))
        assert line(guest) == "asked\n"
        relay.kill()
        relay.wait(WAIT)
        again = stack.enter_context(running(place.inside["relay"], *relaying))
        said = line(guest)
        again.send_signal(signal.SIGTERM)
        assert again.wait(WAIT) == 0
        host.send_signal(signal.SIGTERM)
        assert host.wait(WAIT) == 0
        return said


@pytest.mark.thorough
def test_a_relay_of_chosen_hosts_says_so_and_the_others_are_told_their_pin(tmp_path: Path) -> None:
    hosts, port = tmp_path / "hosts", free_port()
    hosts.write_text(f"{pin_text(pin_of(Identity.new().public))} a friend's\n")
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as short:
        data = Path(short) / "data"
        relaying = ("citadels_tui", "relay", "--bind", "127.0.0.1", "--port", str(port), "--hosts", str(hosts))
        with running([], *relaying) as relay:
            assert line(relay) == (
                f"Listening at 127.0.0.1:{port}. Hosts name it with --relay 127.0.0.1:{port}. "
                "Ctrl+C or SIGTERM ends it.\n"
            )
            assert line(relay) == "It serves 1 host, by its pin.\n"
            serving = ("serve", "--bind", "127.0.0.1", "--data", str(data), "--port", str(free_port()))
            with running([], "citadels_tui", *serving, "--relay", f"127.0.0.1:{port}") as host:
                line(host), line(host), line(host)
                pin = pin_text(pin_of(load_identity(data / "host_ed25519").public))
                assert line(host) == f"This relay serves certain hosts only. Give its owner this host's pin: {pin}\n"
            with running([], "citadels_tui", *serving, "--relay", f"127.0.0.1:{free_port()}") as host:
                line(host), line(host), line(host)
                assert re.match(r"The relay at 127\.0\.0\.1:\d+ does not answer", line(host))


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("relay", "--port", "0"), 2, "a port is a number from 1 to 65535, not 0"),
        (("relay", "--hosts", "/nowhere"), 1, "The list of hosts cannot be used: /nowhere: No such file or directory."),
        (("relay", "--bind", "192.0.2.1"), 1, "could not be started on this machine: 192.0.2.1:7448"),
        (("serve", "--relay", "a b/c"), 2, "This is not an address or an invitation"),
        (("host", "--relay", "x:0"), 2, "0 is not a port."),
    ],
)
def test_wrong_use_gets_one_sentence(arguments: tuple[str, ...], status: int, said: str) -> None:
    done = run_here(*arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1

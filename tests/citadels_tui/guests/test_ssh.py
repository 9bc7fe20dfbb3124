"""`citadels serve --ssh`, played at with the real OpenSSH client."""

from __future__ import annotations

import itertools
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from citadels_tui.texts.guests import (
    BAD_TABLE,
    BROKEN,
    COME_BACK,
    ELSEWHERE,
    ENDED_THERE,
    FAULT,
    NO_SEAT,
    NO_TERMINAL,
    STOPPED,
    TOO_MUCH,
    WATCHING,
)
from citadels_tui.texts.options import PRIVATE
from citadels_tui.texts.table import ENTRANCE
from net.base.own_addresses import own_addresses
from net.protocol.setup import Setup
from tests.support.guests.processes import memory_of, own_memory_of, own_name, size_of, written_by
from tests.support.guests.servers import (
    KEYGEN,
    SSH,
    Keeper,
    block,
    check_colours,
    children,
    make_key,
    serving,
    ssh,
    ssh_says,
    wait_for,
)
from tests.support.ports import free_port
from tests.support.terminal import SECONDS, USUAL, Terminal

pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SSH, reason="needs an SSH client (on Debian: openssh-client)")]

MIB = 1024 * 1024


@dataclass
class Site:
    """a host with an SSH server."""

    home: Path
    folder: Path
    port: int
    keeper: Keeper
    host: subprocess.Popen[bytes]
    forkserver: tuple[int, ...]
    tests: int = 0
    """How many tests have begun: each has an address of its own, so that none uses up the logins of the next."""

    @property
    def address(self) -> str:
        return f"127.0.1.{self.tests}"

    def ssh(self, *words: str, key: str = "one", term: str = "xterm-256color", source: str = "") -> Terminal:
        chosen = self.home / key if key else None
        source = source or self.address
        return ssh(self.home, self.port, *words, key=chosen, term=term, page="ssh-server", source=source)

    def says(self, options: list[str], *words: str) -> subprocess.CompletedProcess[str]:
        options = ["-o", f"BindAddress={self.address}", *options]
        return ssh_says(self.home, self.port, options, *words, key=self.home / "one")

    def log(self) -> list[dict[str, Any]]:
        """What the host has written of what it does."""
        return [json.loads(line) for line in (self.folder / "serve.log").read_text("utf-8").splitlines()]

    def clients(self) -> list[int]:
        """The processes of guests: all that the host has begun but the forkserver."""
        return [process for process in children(self.host.pid) if process not in self.forkserver]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A table called Friday that waits for guests."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        home = Path(name)
        folder, port = home / "data", free_port()
        for each in ("one", "two"):
            make_key(home / each)
        words = shlex.split(block("serve"))
        assert words == ["citadels", "serve", "--ssh", "2222", "--ssh-guests"]
        words[words.index("2222")] = str(port)
        started = serving(folder, *words[2:], until="with Citadels installed")
        with started as host, Keeper(folder, "Friday", Setup(players=8)) as keeper:
            yield Site(home, folder, port, keeper, host, tuple(children(host.pid)))


@pytest.fixture(autouse=True)
def _nobody_is_left(site: Site) -> Iterator[None]:
    """After every test no client is left."""
    site.tests += 1
    yield
    wait_for(lambda: not site.clients(), "a client is still there")


def test_a_guest_sits_at_the_table_they_name(site: Site) -> None:
    with site.ssh("friday") as guest:
        guest.until("This host's key, as words")
        assert "Before the game" in guest.said()
        # How others come there.
        line = rf"ssh -t -p {site.port} {re.escape(own_addresses()[0])}"
        assert re.search(ENTRANCE[:20] + rf".*{line} friday ", guest.said(), re.DOTALL)
        (client,) = site.clients()
        assert size_of(client) == (80, 24)
        guest.resize(100, 30)
        wait_for(lambda: size_of(client) == (100, 30), "the window's size has not come through")
        # The bar of keys is as wide as the window now.
        guest.until(" " * 30 + "^p palette")
        assert written_by(client) == []
        # Everybody at the table is told that the host has this guest's key.
        wait_for(lambda: "ssh" in site.keeper.via, "nobody is told that they come by SSH")
        environ = {line.partition(b"=")[0] for line in Path(f"/proc/{client}/environ").read_bytes().split(b"\0")}
        assert environ <= {b"", b"PATH", b"HOME", b"PYTHONUTF8", b"PYTHONPATH", b"CITADELS_STATE", b"CITADELS_CONFIG"}
        # A click on the first entry of the bar of keys.
        guest.press("\x1b[<0;3;30M\x1b[<0;3;30m")
        guest.until("How it is played")
        guest.press("\x11")
        assert guest.ended() == 0


def test_a_guest_without_a_table_chooses_or_opens_one(site: Site) -> None:
    with site.ssh() as guest:
        guest.until_all("Tables of this host", "Friday")
        # Nobody else can be invited from here, so that is not asked.
        guest.press("o")
        guest.until("Open a table")
        guest.press("s")
        guest.until("This host's key, as words")
        assert PRIVATE[0] not in guest.said()
        assert str(site.folder) not in guest.said()
        # The table has no title, so its room has no name but its id.
        assert re.search(ENTRANCE[:20] + rf".*ssh -t -p {site.port} .* table-[0-9a-z]{{5}} ", guest.said(), re.DOTALL)
        assert "citadels://" not in guest.said()
        guest.press("q")
        guest.until("Leave this table?")
        guest.press("y")
        guest.until("Tables of this host")
        assert guest.ended("q") == 0


def test_colours_are_those_of_the_terminal(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    check_colours(site.ssh, monkeypatch)


def test_the_command_is_the_name_of_a_table_and_nothing_else(site: Site) -> None:
    with site.ssh("friday;", "cat", "/etc/passwd") as guest:
        assert guest.ended() == 1
    assert guest.said() == f"{BAD_TABLE}\n"
    with site.ssh("monday") as guest:
        guest.until_all("There is no table called monday.", "Friday")


def test_without_a_terminal_there_is_one_sentence(site: Site) -> None:
    found = site.says(["-T"], "friday")
    assert (found.returncode, found.stdout, found.stderr) == (1, "", f"{NO_TERMINAL}\n")
    with site.ssh("friday", term="") as guest:
        guest.until("Before the game")
        guest.press("\x11")
        assert guest.ended() == 0
    with site.ssh("friday", term="dumb") as guest:
        assert guest.ended() == 1
    assert "A terminal of the type 'dumb' cannot be drawn on." in guest.said()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-W", "127.0.0.1:22"], "stdio forwarding failed"),
        (["-N", "-R", "0:127.0.0.1:22", "-o", "ExitOnForwardFailure=yes"], "remote port forwarding failed"),
        (["-s"], "subsystem request failed"),
    ],
)
def test_there_are_no_tunnels_and_no_files(site: Site, options: list[str], said: str) -> None:
    found = site.says(options, *(["sftp"] if options == ["-s"] else []))
    assert found.returncode == 255
    assert said in found.stderr


def test_a_key_that_was_only_offered_is_nobodys(site: Site) -> None:
    with site.ssh("friday", key="two") as guest:
        name = own_name(guest)
        (site.home / "lone").mkdir()
        # Its other half is not there, so after the offer the login goes on without a key.
        (site.home / "lone" / "two").write_text((site.home / "two.pub").read_text())
        (site.home / "lone" / "two").chmod(0o600)
        (site.home / "lone" / "two.pub").write_text((site.home / "two.pub").read_text())
        with site.ssh("friday", key="lone/two") as other:
            assert own_name(other) != name
            wait_for(lambda: name in site.keeper.seated, "the first one has lost the seat")


@pytest.mark.parametrize("stopped", [pytest.param(False, marks=pytest.mark.thorough), True])
def test_a_lost_line_drops_the_connection_and_the_seat_is_there_again(site: Site, stopped: bool) -> None:
    with site.ssh("friday", key="two") as guest:
        name = own_name(guest)
        wait_for(lambda: name in site.keeper.seated, "nobody has sat down")
        (client,) = site.clients()
        if stopped:
            before = own_memory_of(site.host.pid)
            guest.program.send_signal(signal.SIGSTOP)
            for _ in range(400):
                # Each is an answer that is drawn, and read by nobody.
                os.kill(client, signal.SIGWINCH)
            assert own_memory_of(site.host.pid) - before < 2 * MIB
        guest.program.kill()
        wait_for(lambda: not site.clients(), "the client is still there")
        wait_for(lambda: f"{name} (away)" in site.keeper.seated, "the seat is not kept")
    with site.ssh("friday", key="two") as guest:
        assert own_name(guest) == name
        wait_for(lambda: name in site.keeper.seated, "nobody has come back")


@pytest.mark.thorough
def test_ten_sessions_need_little_memory(site: Site) -> None:
    with ExitStack() as stack:
        began = time.monotonic()
        # Some sit down, and the others look at the list.
        tables: list[tuple[str, ...]] = [*2 * [("friday",)], *8 * [()]]
        guests = [stack.enter_context(site.ssh(*table, key="")) for table in tables]
        shown = []
        for guest, table in zip(guests, tables, strict=True):
            guest.until("Before the game" if table else "Tables of this host")
            shown.append(time.monotonic() - began)
        sizes = [memory_of(client) / MIB for client in site.clients()]
        # Figures for people: how long it takes is nothing that a test can demand.
        print(f"ten sessions: all drawn after {max(shown):.1f} s, at most {max(sizes):.0f} MiB each")
        assert len(sizes) == 10
        assert max(sizes) < 40


def test_the_newest_sessions_of_a_player_count(site: Site) -> None:
    with site.ssh("friday") as first:
        first.until("Before the game")
        with site.ssh("friday") as second:
            second.until("Before the game")
            with site.ssh("friday") as third:
                third.until("Before the game")
                first.ended()
                check_left(first, ELSEWHERE)
                wait_for(lambda: len(site.clients()) == 2, "the first one's client is still there")


def check_left(guest: Terminal, sentence: str, *, way_back: bool = False) -> None:
    """A guest was left with one sentence, and with their terminal as it was."""
    said, line, rest = guest.said().partition(COME_BACK[:30])
    assert said == f"{sentence}\n"
    assert (bool(line), rest.count("\n")) == (way_back, int(way_back))
    assert guest.modes() == USUAL
    assert guest.shown.count(b"\x1b[>25u") == guest.shown.count(b"\x1b[<u") == 1
    # The keyboard of the alternate screen is its own.
    assert guest.shown.rfind(b"\x1b[<u") < guest.shown.rfind(b"\x1b[?1049l")


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (signal.SIGKILL, BROKEN),
        pytest.param(signal.SIGSEGV, BROKEN, marks=pytest.mark.thorough),
        (signal.SIGTERM, ENDED_THERE),
    ],
)
def test_a_client_that_is_killed_leaves_the_terminal_as_it_was(site: Site, end: int, sentence: str) -> None:
    with site.ssh("friday") as guest:
        guest.until("Before the game")
        (client,) = site.clients()
        os.kill(client, end)
        assert guest.ended() not in (0, 255)
    check_left(guest, sentence)
    told = [line for line in site.log() if line["event"] == "a guest's client has failed" and line["process"] == client]
    assert [line["signal"] for line in told] == ([signal.Signals(end).name] if sentence == BROKEN else [])


def test_a_client_out_of_memory_restores_the_terminal(site: Site) -> None:
    with site.ssh("friday") as guest:
        guest.until("Before the game")
        (client,) = site.clients()
        # The bound that a guest has. With one of the address space beside it, both passed, Linux lets a process write
        # into what its threads have reserved.
        resource.prlimit(client, resource.RLIMIT_DATA, (MIB, MIB))
        wider = itertools.cycle(((400, 190), (80, 24)))

        def ended() -> bool:
            guest.resize(*next(wider))
            guest.glance()
            return guest.program.poll() is not None

        wait_for(ended, "it goes on")
        guest.ended()
    # It may have had enough for the sentence about that, or for a report.
    check_left(guest, next((said for said in (TOO_MUCH, FAULT) if said in guest.said()), BROKEN))
    wait_for(
        lambda: any(line.get("process") == client and line["level"] == "warning" for line in site.log()),
        "the log has nothing of it",
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    "end", ["TERM", *(pytest.param(end, marks=pytest.mark.thorough) for end in ("INT", "all", "forkserver"))]
)
def test_a_host_that_stops_says_goodbye_first(end: str) -> None:
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name, ExitStack() as stack:
        home, port = Path(name), free_port()
        started = serving(home / "data", "--ssh", str(port), "--ssh-guests", until="with Citadels installed")
        host = stack.enter_context(started)
        (forkserver,) = children(host.pid)
        stack.enter_context(Keeper(home / "data", "Friday", Setup(players=4)))
        guests = [stack.enter_context(ssh(home, port, *table, page="ssh-server")) for table in (("friday",), (), ())]
        for guest, shown in zip(guests, ("Before the game", "Tables of this host", "Tables of this host"), strict=True):
            guest.until(shown)
        if end == "forkserver":
            os.kill(forkserver, signal.SIGKILL)
        else:
            # Nobody waits for one who does not read.
            guests.pop().program.send_signal(signal.SIGSTOP)
            # As a service manager may end a service.
            for process in children(host.pid) if end == "all" else ():
                os.kill(process, signal.SIGTERM)
            host.send_signal(signal.SIGINT if end == "INT" else signal.SIGTERM)
            assert host.wait(SECONDS) == 0
        for number, guest in enumerate(guests):
            guest.ended()
            # Who was ended by the signal itself may have said so before the host could.
            told = ENDED_THERE if end == "all" and ENDED_THERE in guest.said() else STOPPED
            # The first one has a seat, and no key.
            check_left(guest, BROKEN if end == "forkserver" else told, way_back=number == 0)


def test_a_guest_without_a_key_gets_the_seat_back() -> None:
    """After a lost line, and after the host has stopped: by the line they were shown, and by nothing else."""
    shape = re.fullmatch(r"(ssh -t -p )2222 (ada@)play\.example\.org (ada-)[a-z2-9]{10}\n", block("ssh-back"))
    assert shape
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name, ExitStack() as stack:
        home, port, own = Path(name), free_port(), free_port()
        options = ("--ssh", str(port), "--ssh-guests", "--address", "127.0.0.1")
        line = re.compile(rf"{shape[1]}{port} {shape[2]}127\.0\.0\.1 {shape[3]}(\w{{10}})")

        def come(word: str) -> Terminal:
            return stack.enter_context(ssh(home, port, word, page="ssh-server"))

        with serving(home / "data", *options, port=own, until="with Citadels installed") as host:
            keeper = stack.enter_context(Keeper(home / "data", "Friday", Setup(players=2)))
            guest = come("friday")
            guest.until("Before the game")
            wait_for(lambda: None not in keeper.seated, "nobody has sat down")
            keeper.start()
            # At the first board.
            guest.until("This line leads back to")
            codes: set[str] = set()

            def shown() -> bool:
                guest.glance()
                codes.update(re.findall(r"ada-(\w{10})", guest.said()))
                return bool(codes)

            wait_for(shown, "the line is not shown")
            (code,) = codes
            guest.program.kill()
            back = come(f"ada-{code}")
            back.until("Citadels  round 1")
            assert WATCHING not in back.said()
            stranger = come(f"ada-{code[:-1]}{'b' if code[-1] == 'a' else 'a'}")
            stranger.until(NO_SEAT)
            host.terminate()
            back.ended()
            assert STOPPED in back.said()
            found = line.search(" ".join(back.said().split()))
            assert found
            assert found[1] == code
            assert "leads back" not in (stranger.ended(), stranger.said())[1]
        with serving(home / "data", *options, port=own, until="with Citadels installed"):
            back = come(f"ada-{code}")
            back.until("Citadels  round 1")
            assert not any(said in back.said() for said in (NO_SEAT, WATCHING))


def test_the_screen_says_by_which_key_a_guest_is_known(site: Site) -> None:
    # With keys of their own: those of other tests may have a seat, and come back to it.
    for key in ("three", "four"):
        make_key(site.home / key)
        words = [KEYGEN, "-lf", str(site.home / f"{key}.pub")]
        shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[1]
        with site.ssh(key=key) as guest:
            guest.until("You are known here by your SSH key")
            guest.until(shown[:20])
            assert guest.ended("q") == 0


@pytest.mark.thorough
def test_the_host_ends_with_everybody_in_it(tmp_path: Path) -> None:
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        folder, port = Path(name) / "data", free_port()
        make_key(Path(name) / "one")
        with serving(folder, "--ssh", str(port), until="with Citadels installed") as host:
            key = Path(name) / "one"
            with Keeper(folder, "Friday", Setup(players=4)), ssh(Path(name), port, "friday", key=key) as guest:
                guest.until("Before the game")
                ours = children(host.pid)
                assert len(ours) >= 2, ours
                host.kill()
                host.wait()
                wait_for(lambda: not any(Path(f"/proc/{each}").exists() for each in ours), "a process is left")

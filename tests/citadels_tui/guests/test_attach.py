"""`citadels attach`, run by the real OpenSSH server for the real OpenSSH client."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from citadels_tui.commands.attach import sole_key
from citadels_tui.texts.guests import BAD_TABLE, BROKEN, ENDED_THERE, NO_TERMINAL
from citadels_tui.wording.errors import CommandError
from net.protocol.setup import Setup
from tests.support.guests.processes import own_name, size_of, written_by
from tests.support.guests.servers import (
    KEYGEN,
    SSH,
    SSHD,
    Keeper,
    block,
    check_colours,
    clients_of,
    make_key,
    serving,
    ssh,
    ssh_says,
    sshd,
    wait_for,
)
from tests.support.root import ROOT
from tests.support.terminal import SECONDS, USUAL, Terminal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (SSH and SSHD), reason="needs OpenSSH (on Debian: openssh-client, openssh-server)"),
]


@dataclass
class Site:
    """OpenSSH, and a host behind it."""

    home: Path
    folder: Path
    port: int
    keeper: Keeper

    def ssh(self, *words: str, key: str = "one", term: str = "xterm-256color") -> Terminal:
        return ssh(self.home, self.port, *words, key=self.home / key, term=term)

    def says(self, options: list[str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return ssh_says(self.home, self.port, options, *words, key=self.home / "one", typed=typed)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A table called Friday that waits for guests."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        home = Path(name)
        folder = home / "data"
        (home / "keys").write_text("".join(f"{make_key(home / each)}\n" for each in ("one", "two")))
        attach = [f"PYTHONPATH={ROOT}", sys.executable, "-m", "citadels_tui", "attach", "--data", str(folder)]
        forced = f"exec env {shlex.join(attach)}"
        with serving(folder), Keeper(folder, "Friday", Setup(players=8)) as keeper, sshd(home, forced) as port:
            yield Site(home, folder, port, keeper)


@pytest.fixture(autouse=True)
def _nobody_is_left(site: Site) -> Iterator[None]:
    """After every test no client is left."""
    yield
    wait_for(lambda: not clients_of(site.folder), "a client is still there")


def test_a_guest_sits_at_the_table_they_name(site: Site) -> None:
    with site.ssh("friday") as guest:
        guest.until("Before the game")
        guest.until(" (you)")
        (client,) = clients_of(site.folder)
        # A window that changes, and one that nobody has.
        guest.resize(100, 30)
        wait_for(lambda: size_of(client) == (100, 30), "the window's size has not come through")
        # The bar of keys is as wide as the window now.
        guest.until(" " * 45 + "^p palette")
        assert written_by(client) == []
        # A click on the first entry of the bar of keys.
        guest.press("\x1b[<0;3;30M\x1b[<0;3;30m")
        guest.until("How it is played")
        guest.press("\x11")
        assert guest.ended() == 0


def test_colours_are_those_of_the_terminal(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    check_colours(site.ssh, monkeypatch)


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        (signal.SIGKILL, BROKEN),
        pytest.param(signal.SIGSEGV, BROKEN, marks=pytest.mark.thorough),
        pytest.param(signal.SIGTERM, ENDED_THERE, marks=pytest.mark.thorough),
    ],
)
def test_a_client_that_is_killed_leaves_the_terminal_as_it_was(site: Site, end: int, sentence: str) -> None:
    with site.ssh("friday") as guest:
        guest.until("Before the game")
        guest.until(" (you)")
        (client,) = clients_of(site.folder)
        os.kill(client, end)
        assert guest.ended() not in (0, 255)
        assert guest.said() == f"{sentence}\n"
        assert guest.modes() == USUAL
        assert guest.shown.count(b"\x1b[>25u") == guest.shown.count(b"\x1b[<u") == 1


def test_a_client_that_does_not_end_with_its_terminal_is_killed(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys, time\n"
        "from citadels_tui.guests import terminal_keeper as keeper\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    time.sleep(600)\n"
        "keeper.PATIENCE = 1\n"
        "print('begun', flush=True)\n"
        "sys.exit(keeper.wait(child, b'', b'') % 256)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=ROOT) as keeper:
        assert keeper.stdout
        assert keeper.stdout.readline() == b"begun\n"
        deadline = time.monotonic() + SECONDS
        while keeper.poll() is None:
            # Until it listens.
            keeper.send_signal(signal.SIGHUP)
            time.sleep(1.5)
            assert time.monotonic() < deadline
        assert keeper.returncode == (128 + signal.SIGKILL) % 256


@pytest.mark.parametrize(
    "words",
    [
        ("friday;", "cat", "/etc/passwd"),
        *(
            pytest.param(words, marks=pytest.mark.thorough)
            for words in (("../friday",), ("x" * 33,), ("friday night",))
        ),
    ],
)
def test_the_command_is_the_name_of_a_table_and_nothing_else(site: Site, words: tuple[str, ...]) -> None:
    with site.ssh(*words) as guest:
        assert guest.ended() == 1
    assert guest.said() == f"{BAD_TABLE}\n"


def test_an_unknown_table_lists_the_known_ones(site: Site) -> None:
    with site.ssh("monday") as guest:
        guest.until_all("There is no table called monday.", "owner: Ada")


@pytest.mark.parametrize("options", [["-T"], ["-s"]])
def test_without_a_terminal_there_is_one_sentence(site: Site, options: list[str]) -> None:
    # The second is how sftp and scp ask for their subsystem.
    found = site.says(options, "sftp" if options == ["-s"] else "friday")
    assert found.returncode in (1, 255)
    assert found.stdout == ""
    assert options == ["-s"] or found.stderr == f"{NO_TERMINAL}\n"


def test_a_terminal_that_cannot_be_drawn_on_is_told_so(site: Site) -> None:
    with site.ssh("friday", term="dumb") as guest:
        assert guest.ended() == 1
    assert "A terminal of the type 'dumb' cannot be drawn on." in guest.said()


def test_there_are_no_tunnels(site: Site) -> None:
    found = site.says(["-W", "127.0.0.1:22"])
    assert found.returncode == 255
    assert found.stderr == "stdio forwarding failed\n"


def test_somebody_elses_public_key_is_nobodys(site: Site) -> None:
    lone = site.home / "lone"
    lone.mkdir()
    # The key that is offered is allowed, and its other half is not there.
    (lone / "two").write_text((site.home / "two.pub").read_text())
    (lone / "two.pub").write_text((site.home / "two.pub").read_text())
    found = ssh_says(site.home, site.port, ["-T"], key=lone / "two")
    assert found.returncode == 255


@pytest.mark.parametrize("stopped", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_a_lost_line_drops_the_connection_and_the_seat_is_there_again(site: Site, stopped: bool) -> None:
    with site.ssh("friday", key="two") as guest:
        name = own_name(guest)
        wait_for(lambda: name in site.keeper.seated, "nobody has sat down")
        (client,) = clients_of(site.folder)
        if stopped:
            guest.program.send_signal(signal.SIGSTOP)
            for columns in range(60, 160):
                # More than fits into all buffers between the client and its reader.
                resize_of(client, columns)
        guest.program.kill()
        wait_for(lambda: not clients_of(site.folder), "the client is still there")
        wait_for(lambda: f"{name} (away)" in site.keeper.seated, "the seat is not kept")
    with site.ssh("friday", key="two") as guest:
        assert own_name(guest) == name
        wait_for(lambda: name in site.keeper.seated, "nobody has come back")


def resize_of(process: int, columns: int) -> None:
    with contextlib.suppress(OSError):
        handle = os.open(f"/proc/{process}/fd/0", os.O_RDWR | os.O_NOCTTY)
        fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.close(handle)
        time.sleep(0.03)


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"publickey ssh-ed25519 !!!!\n",
        b"password\n",
        b"publickey ssh-ed25519 AAAA\npublickey ssh-ed25519 AAAA\n",
        b"publickey ssh-ed25519 AAAA\npassword\n",
        b"\xff\xfe\n" * 10_000,
    ],
)
def test_a_guest_unknown_to_sshd_does_not_play(tmp_path: Path, told: bytes) -> None:
    (tmp_path / "auth").write_bytes(told)
    with pytest.raises(CommandError):
        sole_key(str(tmp_path / "auth"))


def test_the_fingerprint_is_that_of_ssh_keygen(tmp_path: Path) -> None:
    kind, blob, _name = make_key(tmp_path / "key").split()
    (tmp_path / "auth").write_text(f"publickey {kind} {blob}\n")
    told = subprocess.run([KEYGEN, "-lf", str(tmp_path / "key.pub")], capture_output=True, text=True, check=True)
    assert sole_key(str(tmp_path / "auth")) == told.stdout.split()[1]


@pytest.mark.thorough
def test_a_line_of_a_key_gives_its_player_a_name(site: Site) -> None:
    """As the page says: in the place of ForceCommand."""
    line = block("authorized_keys")
    assert line.startswith('restrict,pty,command="citadels attach --name Ada" ssh-ed25519 ')
    command = [sys.executable, "-m", "citadels_tui", "attach", "--name", "Ada", "--data", str(site.folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=SECONDS)
    assert (done.returncode, done.stderr) == (1, f"{NO_TERMINAL}\n")

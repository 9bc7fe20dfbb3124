"""One game with every kind of client at once, with real programs, and with the host killed in the middle of it."""

from __future__ import annotations

import json
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from net.protocol.table_options import TableOptions

pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
pytest.importorskip("aiohttp", reason="the extra web is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect

from citadels_tui.texts.ending import VERIFIED
from net.client.client import Client
from net.client.connect import connect, visit
from net.client.updates import Closed, Decision, Happened, Link, LobbyView, Verified
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.identity.known_hosts import KnownHosts
from net.protocol.client_messages import OpenTable
from net.protocol.host_messages import PresenceNote
from net.protocol.setup import Setup
from tests.citadels_tui.guests.test_tunnel import listens
from tests.support.guests.servers import (
    SSH,
    SSHD,
    Opener,
    block,
    make_key,
    opened,
    serving,
    ssh,
    ssh_options,
    sshd,
    wait_for,
)
from tests.support.guests.web_servers import CHROMIUM, SWITCHES, needs_browser
from tests.support.net.kept_logs import kept as kept_logs
from tests.support.ports import free_port
from tests.support.root import ROOT
from tests.support.terminal import SECONDS, Terminal

pytestmark = [
    pytest.mark.long,
    pytest.mark.slow,
    needs_browser,
    pytest.mark.skipif(not (SSH and SSHD), reason="needs OpenSSH (on Debian: openssh-client, openssh-server)"),
]

LONGEST = 900.0
"""Seconds after which a game that does not end has failed."""
KEYS = [*4 * ["\r"], *"gg1234ey", *2 * ["\x1b[A"], "\x1b[B"]
"""What somebody types who takes what is marked or numbered, gold above all, and goes up and down."""


class TcpPlayer(Opener):
    """Comes by plain TCP, opens the table for all others, and plays by chance."""

    def __init__(self, port: int, home: Path) -> None:
        super().__init__()
        self.invite = ""
        self.via: dict[int, str] = {}
        """How those play who are at the table and connected, by their seats."""
        self._via_of: list[str] = []
        self.round = 0
        self.lost = 0
        """How often the connection was lost."""
        self.verified: Verified | None = None
        self._port, self._home = port, home

    def seen(self) -> bool:
        """Whether they have seen their table."""
        return bool(self.via)

    async def _open(self) -> Client:
        async def trust(_where: str, _words: str) -> bool:
            return True

        tess, known = Identity.new(), KnownHosts(self._home / "known_hosts")
        visitor = await visit(Address("127.0.0.1", self._port), tess, "Tess", trust=trust, known_hosts=known)
        await visitor.request(
            partial(
                OpenTable, setup=Setup(players=6), options=TableOptions(private=False, title="Friday"), bots=["random"]
            )
        )
        invite = (await opened(visitor)).invite
        client = await connect(invite, tess, "Tess", archive=self._home / "tess.db")
        self.invite = str(Invite(Address("127.0.0.1", self._port), invite.pin, invite.token))
        await visitor.leave()
        return client

    async def _follow(self) -> None:
        chance = random.Random(1)
        async for update in self._client.updates():
            match update:
                case LobbyView():
                    self._via_of = [seat.via for seat in update.seats]
                    self.via = {i: seat.via for i, seat in enumerate(update.seats) if seat.name and seat.connected}
                case PresenceNote(connected=True):
                    self.via[update.seat] = self._via_of[update.seat]
                case PresenceNote():
                    self.via.pop(update.seat, None)
                case Decision() if not update.auto:
                    await self._client.move(chance.choice(update.moves))
                case Happened():
                    self.round = update.view.round
                case Link() if update.state == "reconnecting":
                    self.lost += 1
                    self.via.clear()
                case Verified():
                    self.verified = update
                case Closed():
                    return


class Hand:
    """Types for somebody until their client has verified the game."""

    def __init__(self, seed: int) -> None:
        self.done = False
        self._random = random.Random(seed)

    def go_on(self) -> None:
        self.done = self.has_verified() or self.done
        if not self.done:
            self.press(self._random.choice(KEYS))

    def has_verified(self) -> bool:
        raise NotImplementedError

    def press(self, key: str) -> None:
        raise NotImplementedError


class TerminalHand(Hand):
    def __init__(self, terminal: Terminal, seed: int) -> None:
        super().__init__(seed)
        self.terminal = terminal

    def __str__(self) -> str:
        return self.terminal.said()[-1500:]

    def has_verified(self) -> bool:
        self.terminal.glance()
        return self.terminal.has_just_shown(VERIFIED)

    def press(self, key: str) -> None:
        self.terminal.press(key)


class BrowserHand(Hand):
    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(seed)
        self.page = page

    def __str__(self) -> str:
        return self.page.locator(".xterm-rows").inner_text()

    def has_verified(self) -> bool:
        return VERIFIED in str(self)

    def press(self, key: str) -> None:
        self.page.keyboard.press({"\r": "Enter", "\x1b[A": "ArrowUp", "\x1b[B": "ArrowDown"}.get(key, key))


@contextmanager
def tunnelled(home: Path, sshd_port: int, port: int) -> Iterator[int]:
    """A tunnel to a port of this machine, as the page says; gives its near end."""
    local = free_port()
    program, *told = shlex.split(block("ssh-tunnel"))
    assert (program, told.pop()) == ("ssh", "host.example.org")
    told[told.index("7447:127.0.0.1:7447")] = f"{local}:127.0.0.1:{port}"
    command = [SSH, *ssh_options(home, sshd_port, home / "one"), "-o", "BatchMode=yes", *told, "127.0.0.1"]
    tunnel = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        wait_for(lambda: listens(local), "the tunnel does not listen")
        yield local
    finally:
        tunnel.kill()
        tunnel.wait()


def verify(proof: Path) -> dict[str, object]:
    """What `citadels verify` says, once as people read it and once as programs do."""
    command = [sys.executable, "-m", "citadels_tui", "verify", str(proof)]
    said = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=SECONDS)
    assert said.returncode == 0, said.stdout + said.stderr
    for sentence in ("(by SSH)", "(in a browser)", "the host has the keys of"):
        assert sentence in " ".join(said.stdout.split())
    told = subprocess.run([*command, "--json"], capture_output=True, text=True, cwd=ROOT, timeout=SECONDS)
    found: dict[str, object] = json.loads(told.stdout)
    return found


def places(archive: Path) -> list[Path]:
    """Where the logs in an archive are."""
    return [archive / file for file in kept_logs(archive)]


def kept_game(folder: Path) -> Path:
    """Where `citadels standings` says that the log of the one game of a host is."""
    command = [sys.executable, "-m", "citadels_tui", "standings", "--data", str(folder), "--files"]
    said = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=SECONDS)
    (found,) = re.findall(r"\S+/games\.db/\S+\.proof", said.stdout)
    return Path(found)


def test_a_game_by_every_kind_of_client_outlives_its_host() -> None:
    """Guests by OpenSSH, by the host's SSH server and in a browser, players by a tunnel and by TCP, and a bot."""
    began = time.monotonic()
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name, ExitStack() as stack:
        home = Path(name)
        folder, port, ssh_port, web_port = home / "data", free_port(), free_port(), free_port()
        for each in ("forced", "open", "attach", "server", "tunnel"):
            (home / each).mkdir()
        # The key is the player, so each has their own.
        forced_key, server_key = home / "attach" / "one", home / "server" / "one"
        (home / "forced" / "keys").write_text(make_key(forced_key))
        (home / "open" / "keys").write_text(make_key(home / "open" / "one"))
        make_key(server_key)
        ports = ["--ssh", str(ssh_port), "--web", str(web_port)]
        attach = [f"PYTHONPATH={ROOT}", sys.executable, "-m", "citadels_tui", "attach", "--data", str(folder)]
        forced_port = stack.enter_context(sshd(home / "forced", f"exec env {shlex.join(attach)}"))
        open_port = stack.enter_context(sshd(home / "open"))

        def server_guest() -> Terminal:
            return stack.enter_context(ssh(home / "server", ssh_port, "friday", key=server_key, page="ssh-server"))

        playwright = stack.enter_context(sync_api.sync_playwright())
        with serving(folder, *ports, port=port, until="with Citadels installed") as host:
            tcp = stack.enter_context(TcpPlayer(port, home))
            attached = TerminalHand(stack.enter_context(ssh(home / "attach", forced_port, "friday", key=forced_key)), 2)
            by_server = TerminalHand(server_guest(), 3)
            near = stack.enter_context(tunnelled(home / "open", open_port, port))
            (home / "invitation").write_text(tcp.invite.replace(f":{port}", f":{near}"))
            joining = ["-m", "citadels_tui", "join", "--from", str(home / "invitation"), "--name", "Tunnel"]
            tunnel = TerminalHand(stack.enter_context(Terminal(joining, home / "tunnel")), 4)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=SECONDS * 1000)
            stack.callback(browser.close)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{web_port}/friday")
            page.fill("#name", "Webster")
            page.keyboard.press("Enter")
            in_browser = BrowserHand(page, 5)
            for hand in (attached, by_server, tunnel):
                hand.terminal.until("Before the game")
            expect(page.locator(".xterm-rows")).to_contain_text("Webster (you)", timeout=SECONDS * 1000)
            wait_for(lambda: len(tcp.via) == 6, "somebody is missing")
            assert sorted(tcp.via.values()) == ["", "", "", "ssh", "ssh", "web"]
            print(f"all six at the table after {time.monotonic() - began:.0f} s")
            tcp.start()

            hands: list[Hand] = [attached, by_server, tunnel, in_browser]

            def play(until: str) -> None:
                end = time.monotonic() + LONGEST
                while tcp.round < 3 if until == "round 3" else not (tcp.verified and all(h.done for h in hands)):
                    assert time.monotonic() < end, "\n\n".join(map(str, hands))
                    for hand in hands:
                        hand.go_on()
                    time.sleep(0.05)

            play("round 3")
            print(f"round 3 after {time.monotonic() - began:.0f} s")
            host.kill()
            host.wait()
            # That SSH server is the host's own, so this line is cut; all others stay and dial again.
            by_server.terminal.ended()
        wait_for(lambda: tcp.lost > 0, "nobody has noticed")
        expect(page.locator("body")).to_have_attribute("data-state", "lost", timeout=SECONDS * 1000)
        with serving(folder, *ports, port=port, until="with Citadels installed"):
            by_server.terminal = server_guest()
            by_server.terminal.until("round ")
            expect(page.locator("body")).to_have_attribute("data-state", "playing", timeout=SECONDS * 1000)
            wait_for(lambda: len(tcp.via) == 6, "somebody has not come back")
            print(f"everybody is back after {time.monotonic() - began:.0f} s")
            play("the end")
            print(f"the end after {time.monotonic() - began:.0f} s, in round {tcp.round}")
            kept = kept_game(folder)
            found = [verify(proof) for proof in (kept, *places(home / "tess.db"))]
        own = places(home / "tunnel" / "state" / "games.db")
        found += [verify(proof) for proof in own]
    assert len(found) == 3
    assert len({str(each["head"]) for each in found}) == 1
    report = found[0]
    assert (report["ok"], report["complete"], report["reason"], report["restarts"]) == (True, True, "finished", 1)
    seats = report["seats"]
    assert isinstance(seats, list)
    assert sorted(seat["via"][0] for seat in seats) == ["", "", "", "ssh", "ssh", "web"]
    played = {seat["names"][0]: seat["moves"] for seat in seats}
    print(f"moves by seat: {played}")
    # Each of the five people has decided themselves, in a place of their own.
    people = [seat for seat in seats if any(seat["keys"][0])]
    assert len(people) == 5
    assert all(seat["moves"].get("player", 0) > 10 for seat in people)

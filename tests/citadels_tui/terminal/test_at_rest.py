"""Programs at rest: while nothing happens, next to nothing wakes a client and its host. Counted, in real programs."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bench.ui.process_costs import family, wakes
from net.protocol.setup import Setup
from tests.support.client.scripted import Player
from tests.support.guests.servers import SSH, Keeper, children, make_key, serving, ssh
from tests.support.ports import free_port
from tests.support.terminal import SECONDS, Terminal, improvement

pytestmark = [pytest.mark.slow, improvement]

MOST = 1.0
"""How often a second a client and its host may wake together."""
WATCHED = 22.0
"""Seconds: four heartbeats, and much that is seldomer."""


def at_rest(processes: Callable[[], list[int]], glance: Callable[[], None] = lambda: None, most: float = MOST) -> float:
    """How often a second processes wake; on a busy machine they may take their time until they are at rest."""
    end, found = time.monotonic() + SECONDS, most
    while found >= most and time.monotonic() < end:
        pids = processes()
        before = wakes(pids)
        if before is None:
            pytest.skip("the system does not tell")
        begun = time.monotonic()
        while time.monotonic() < begun + WATCHED:
            glance()
            time.sleep(0.2)
        found = ((wakes(pids) or 0) - before) / (time.monotonic() - begun)
    return found


def test_the_home_screen_and_a_game_that_waits(tmp_path: Path) -> None:
    """Textual alone wakes ten times a second."""
    home = Terminal(["-m", "citadels_tui", "home"], tmp_path)
    table = Terminal(["-m", "citadels_tui", "play", "--seed", "1"], tmp_path)
    with home, table:
        home.until("New game")
        table.until("Leave")

        def glance() -> None:
            home.glance()
            table.glance()

        assert at_rest(lambda: [*family(home.program.pid), *family(table.program.pid)], glance) < MOST


@pytest.mark.thorough
def test_the_result(tmp_path: Path) -> None:
    words = ["play", "--level", "novice", "--players", "2", "--edition", "classic", "--seed", "1"]
    (tmp_path / "settings.json").write_text('{"confirm": false, "pause": "0.0", "name": "Ada"}')
    with Terminal(["-m", "citadels_tui", *words], tmp_path) as program:
        program.until("Leave")
        while not program.has_just_shown("Play on"):
            program.press("\r")
            program.glance()
            time.sleep(0.2)
        assert at_rest(lambda: family(program.program.pid), program.glance) < MOST


@pytest.mark.thorough
def test_a_game_and_its_end_line_by_line(tmp_path: Path) -> None:
    words = ["play", "--plain", "--name", "Ada", "--level", "novice", "--players", "2", "--edition", "classic"]
    with Player(words, tmp_path) as ada:
        ada.until("Ada: ")
        assert at_rest(lambda: family(ada.program.pid)) < MOST
        ada.play(["Ada"])
        assert at_rest(lambda: family(ada.program.pid)) < MOST


@pytest.mark.thorough
def test_a_game_on_the_network(tmp_path: Path) -> None:
    """The host tells the network every 5 s that it is there. A clock that is shown would tick."""
    setup = ["--players", "2", "--edition", "classic", "--turn-time", "0", "--port", str(free_port())]
    with Player(["host", "--plain", "--name", "Ada", *setup], tmp_path / "ada") as ada:
        invitation = ada.until("citadels://")
        place = invitation.removeprefix("citadels://").partition(":")[0]
        with Terminal(["-m", "citadels_tui", "join", invitation.replace(place, "127.0.0.1", 1)], tmp_path) as ben:
            ben.until("Before the game")
            ada.type("start")
            ben.until("Leave")
            its_host = at_rest(lambda: family(ada.program.pid), ben.glance, 1.5 * MOST)
            assert its_host < 1.5 * MOST
            assert at_rest(lambda: family(ben.program.pid), ben.glance, MOST / 2) < MOST / 2


@pytest.mark.thorough
@pytest.mark.skipif(not SSH, reason="needs an SSH client (on Debian: openssh-client)")
def test_a_guest_by_ssh() -> None:
    pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name, ExitStack() as stack:
        home, port = Path(name), free_port()
        make_key(home / "one")
        words = ["--ssh", str(port), "--ssh-guests"]
        host = stack.enter_context(serving(home / "data", *words, until="with Citadels installed"))
        stack.enter_context(Keeper(home / "data", "Friday", Setup(players=8)))
        alone = at_rest(lambda: [host.pid, *children(host.pid)])
        assert alone < MOST
        guest = stack.enter_context(ssh(home, port, "friday", key=home / "one", page="ssh-server"))
        guest.until("Before the game")
        both = at_rest(lambda: [host.pid, *children(host.pid)], guest.glance, alone + MOST)
        assert both - alone < MOST

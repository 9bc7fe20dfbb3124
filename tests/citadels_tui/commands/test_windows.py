"""Windows: nothing on the way of `play`, `host` and `join` needs what only other systems have.

No Windows is needed, and none is seen: the programs run without what Windows lacks (`tests/support/as_windows`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.citadels_tui.plain.test_plain import play_both, verified
from tests.support.client.scripted import Player
from tests.support.ports import free_port
from tests.support.root import ROOT
from tests.support.terminal import Terminal

pytestmark = pytest.mark.slow

FOLDER = ROOT / "tests" / "support" / "as_windows"
PATH = os.pathsep.join([str(FOLDER), str(ROOT)])
LEAD = f"""
import os, runpy, sys
os.environ["PYTHONPATH"] += os.pathsep + {str(FOLDER)!r}
sys.path.insert(0, {str(FOLDER)!r})
# Some systems have one of their own.
sys.modules.pop("sitecustomize", None)
import sitecustomize
assert "as_windows" in sitecustomize.__file__
runpy.run_module("citadels_tui", run_name="__main__", alter_sys=True)
"""


@pytest.mark.thorough
def test_a_game_alone(tmp_path: Path) -> None:
    arguments = ["play", "--plain", "--name", "Ada", "--level", "novice", "--players", "2"]
    with Player(arguments, tmp_path, PYTHONPATH=PATH) as ada:
        ada.play(["Ada"])
        ada.type("quit")
        assert ada.ended() == (0, "")
    assert verified(tmp_path) == 1


@pytest.mark.thorough
def test_a_game_of_host_and_guest(tmp_path: Path) -> None:
    setup = ["--players", "2", "--edition", "classic", "--turn-time", "0", "--port", str(free_port())]
    with Player(["host", "--plain", "--name", "Ada", *setup], tmp_path / "ada", PYTHONPATH=PATH) as ada:
        invitation = ada.until("citadels://")
        place = invitation.removeprefix("citadels://").partition(":")[0]
        with Player(["join", "--plain", "--name", "Ben"], tmp_path / "ben", seed=2, PYTHONPATH=PATH) as ben:
            ben.type(invitation.replace(place, "127.0.0.1", 1))
            ben.until("Waiting for Ada")
            ada.type("start")
            play_both(ada, ben)
            for player in (ben, ada):
                player.type("quit")
                assert player.ended() == (0, "")
    for home in ("ada", "ben"):
        assert verified(tmp_path / home) == 1


@pytest.mark.terminal
@pytest.mark.skipif(sys.platform != "linux", reason="reads a terminal as Linux gives it")
@pytest.mark.thorough
def test_the_screens_of_a_game_alone(tmp_path: Path) -> None:
    with Terminal(["-c", LEAD, "play", "--players", "2", "--name", "Ada"], tmp_path) as terminal:
        terminal.until("Choose your character")
        terminal.press("q")
        terminal.until("Leave this game?")
        terminal.press("y")
        terminal.until("Host a table")
        terminal.press("q")
        assert terminal.ended() == 0


@pytest.mark.parametrize(
    "tried",
    [
        *("import fcntl", "from os import fork", "import signal; signal.SIGKILL", "import socket; socket.AF_UNIX"),
        "import asyncio\nasync def f(): asyncio.get_running_loop().add_reader(0, print)\nasyncio.run(f())",
        "import asyncio\nasync def f(): asyncio.get_running_loop().add_signal_handler(2, print)\nasyncio.run(f())",
    ],
)
def test_the_windows_tests_remove_what_windows_lacks(tried: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", tried],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(FOLDER)},
    )
    assert done.returncode == 1
    assert any(error in done.stderr for error in ("ImportError", "AttributeError", "NotImplementedError"))

"""A host is updated in the middle of a game by correspondence, to a build with every number raised once; and not back.

Both builds are real programs: the other one is this one, copied, with higher numbers.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from engine import __version__
from net.base.program import program_version
from tests.project.formats import FORMATS
from tests.support.ports import free_port
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(os.name != "posix", reason="has Unix sockets and signals")]

NEXT = "9.1.0"
LADDER = (r"UPGRADES: (.*) = \(\)", r"UPGRADES: \1 = (lambda found: found,)")
SQLITE = (r"FORMAT = SqliteFormat\(", "FORMAT = SqliteFormat(upgrades=(lambda base: None,), ")
RAISED: dict[str, tuple[str, str]] = {
    "citadels_tui/settings/player_notes": LADDER,
    "citadels_tui/settings/settings": LADDER,
    "engine/__init__": (r'__version__ = ".*"', f'__version__ = "{NEXT}"'),
    "engine/bots/registry": (r"BOTS_V = (\d+)", r"BOTS_V = \1 + 1"),
    "engine/record": LADDER,
    "engine/save": LADDER,
    "net/gamelog/archive": SQLITE,
    "net/gamelog/proof": LADDER,
    "net/host/postgres/postgres_format": LADDER,
    "net/host/store/journal_rows": SQLITE,
    "net/local/backup": LADDER,
    "net/protocol/relaying": (r"RELAY_PROTO = (\d+)", r"RELAY_PROTO = \1 + 1"),
    "net/protocol/version": (r"PROTO = (\d+)", r"PROTO = \1 + 1"),
}
"""Module -> what stands there, and what stands there in the later build."""
KEPT = {"invitation"}
"""What 1.x never raises."""


class Build:
    """A version of the program."""

    def __init__(self, path: Path) -> None:
        self._environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(path), str(ROOT)]),
            "PYTHONSAFEPATH": "1",
        }

    def python(self, *words: str | Path, code: int = 0) -> str:
        """Run Python, and return what it has printed."""
        command = [sys.executable, *map(str, words)]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=SECONDS)
        assert done.returncode == code, done.stdout + done.stderr
        return " ".join((done.stdout or done.stderr).split())

    def citadels(self, *words: str | Path, code: int = 0) -> str:
        """Run a command, and return what it has printed."""
        return self.python("-m", "citadels_tui", *words, code=code)

    def play(self, *words: str | Path) -> dict[str, Any]:
        """Let the player play, or look at the finished game: `tests.project.correspondent`."""
        found: dict[str, Any] = json.loads(self.python("-m", "tests.project.correspondent", *words))
        return found

    @contextmanager
    def serving(self, folder: Path) -> Iterator[str]:
        """Host; yields the port."""
        port = str(free_port())
        options = ["--data", str(folder), "--port", port, "--bind", "127.0.0.1", "--unannounced"]
        host = subprocess.Popen(
            [sys.executable, "-m", "citadels_tui", "serve", *options],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            assert host.stdout
            first = host.stdout.readline()
            assert first.startswith("Listening at "), first + host.stdout.read()
            yield port
            host.terminate()
            assert host.wait(SECONDS) == 0
        finally:
            host.kill()
            host.communicate()


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The build with every number raised."""
    folder = tmp_path_factory.mktemp("later")
    for package in ("engine", "net", "citadels_tui"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for module, (before, after) in RAISED.items():
        file = folder / f"{module}.py"
        text, count = re.subn(f"(?m)^{before}", after, file.read_text(encoding="utf-8"))
        assert count == 1, module
        file.write_text(text, encoding="utf-8")
    return Build(folder)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder whose path is short enough for a socket."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        yield Path(name) / "data"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "serve.log"}


def test_every_number_is_raised_once(later: Build) -> None:
    """One that is new has its place in `RAISED`, or among those that are kept."""
    script = "import json; from tests.project.formats import FORMATS\n"
    script += "print(json.dumps({name: each.number for name, each in FORMATS.items()}))"
    found = json.loads(later.python("-c", script))
    assert found == {name: each.number + (name not in KEPT) for name, each in FORMATS.items()}


def test_a_game_by_correspondence_goes_on_after_an_update_and_not_back(later: Build, folder: Path) -> None:
    this, backup = Build(ROOT), folder.with_name("backup")
    with this.serving(folder) as port:
        begun = this.play(folder, port, "", "4")
        assert begun["version"] == __version__
        this.citadels("backup", backup, "--data", folder)
    table = begun["table"]

    # The update.
    with later.serving(folder) as port:
        refused = this.python("-m", "tests.project.correspondent", folder, port, table, "1", code=1)
        assert f"The host has citadels {NEXT}, you have {program_version()}: update citadels" in refused
        assert later.play(folder, port, table, "3") == {"moves": 3, "table": table, "version": NEXT}

    # The step back, which changes nothing and says what to do.
    before = contents(folder)
    said = this.citadels("serve", "--data", folder, "--port", str(free_port()), code=1)
    assert said == f"citadels: Update citadels: there is 1 game of version {NEXT} in {folder / 'host.db'}."
    assert contents(folder) == before

    # The way back is the backup, which both read.
    for build, name in ((this, "old"), (later, "new")):
        restored = folder.with_name(name)
        build.citadels("restore", backup, "--data", restored)
        with build.serving(restored) as port:
            assert build.play(restored, port, table, "2")["moves"] == 2

    # Who has updated plays to the end, and the log names both versions.
    with later.serving(folder) as port:
        assert later.play(folder, port, table, "0")["verified"]
    found = later.play(folder)
    assert (found["ok"], found["restarts"]) == (True, 2)
    assert [version.partition("+")[0] for version in found["programs"]] == [__version__, NEXT]

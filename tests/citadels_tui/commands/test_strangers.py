"""Strangers: nothing is run of the folder one stands in, and a package that stands in for one of ours is named."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.ports import free_port
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

pytestmark = pytest.mark.slow

PACKAGES = ("engine", "net", "citadels_tui", "textual", "msgpack", "cryptography", "pydantic", "yaml", "aiohttp")
POISON = """
import os
with open(os.environ["RAN"], "a") as file:
    file.write(__name__ + "\\n")
raise SystemExit("a stranger was run: " + __name__)
"""
INSTALLED = f"""
import sys
sys.path.append({str(ROOT)!r})
from citadels_tui.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""
"""The command as pip installs it: beside it in the path is the folder of commands, not that one stands in."""

ENDED = "- ended -"
EVERY = f"""
import json, sys
sys.path.append({str(ROOT)!r})
from citadels_tui.__main__ import main
if __name__ == "__main__":
    for arguments in json.loads(sys.argv[1]):
        sys.argv[1:] = arguments
        main()
        print({ENDED!r}, flush=True)
"""
"""Several commands, one after the other."""

GAMES = ("--games", "2", "--bots", "random")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module of every name that is loaded from a file."""
    poisoned = tmp_path / "poisoned"
    poisoned.mkdir()
    for name in sorted(sys.stdlib_module_names | {"sitecustomize", "usercustomize"}):
        (poisoned / f"{name}.py").write_text(POISON)
    for name in PACKAGES:
        (poisoned / name).mkdir()
        (poisoned / name / "__init__.py").write_text(POISON)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "citadels").write_text(INSTALLED)
    (tmp_path / "bin" / "every").write_text(EVERY)
    return poisoned


def environ(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    files = {"CITADELS_CONFIG": str(home / "config"), "CITADELS_STATE": str(home / "state")}
    return kept | files | {"RAN": str(home / "ran"), "PYTHONDONTWRITEBYTECODE": "1"} | more


def installed(home: Path) -> list[str]:
    return [sys.executable, str(home / "bin" / "citadels")]


def run(command: list[str], folder: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=environ(folder.parent, **more),
        input=typed,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_the_folder_is_poisoned(folder: Path) -> None:
    """Python itself takes from it whatever it can."""
    done = run([sys.executable, "-c", "import random"], folder)
    assert "a stranger was run" in done.stderr
    assert (folder.parent / "ran").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("simulate", *GAMES, "--jobs", "2"), id="simulate", marks=pytest.mark.thorough),
        pytest.param(
            ("arena", "--bots", "random,novice", "--games", "2", "--jobs", "2"), id="arena", marks=pytest.mark.thorough
        ),
        ("play", "--plain", "--players", "2", "--level", "mastermind", "--name", "Ada"),
    ],
    ids=lambda words: words[0],
)
@pytest.mark.thorough
def test_a_command_that_starts_processes_runs_nothing_of_the_folder(arguments: tuple[str, ...], folder: Path) -> None:
    if arguments[0] == "arena":
        pytest.importorskip("joblib", reason="of the extra arena")
        pytest.importorskip("openskill", reason="of the extra arena")
    done = run([*installed(folder.parent), *arguments], folder, "1\n" * 40)
    assert "stranger" not in done.stderr + done.stdout
    assert not (folder.parent / "ran").exists()
    assert done.returncode == 0, done.stderr


COMMANDS = (
    *(("--version",), ("--help",), ("cards",), ("bots",), ("doctor",), ("games",), ("games", "--stats")),
    *(("rulings", "thief"), ("standings",), ("verify", "nothing"), ("replay", "nothing"), ("review", "nothing")),
    *(("backup", "nothing"), ("restore", "nothing"), ("tables",), ("attach",), ("serve", "--status")),
    ("join", "--plain", "127.0.0.1:1"),
)


@pytest.mark.thorough
def test_no_other_command_does(folder: Path) -> None:
    """One program runs them all: whatever one of them loads that none before it did would come from the folder."""
    commands = json.dumps([list(arguments) for arguments in COMMANDS])
    done = run([sys.executable, str(folder.parent / "bin" / "every"), commands], folder)
    assert "stranger" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert "went wrong" not in done.stderr
    assert done.stdout.count(f"{ENDED}\n") == len(COMMANDS), done.stderr
    assert not (folder.parent / "ran").exists()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [*installed(folder.parent), "serve", "--unannounced", "--port", str(free_port()), *options]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environ(folder.parent),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(SECONDS)


@pytest.mark.skipif(sys.platform != "linux", reason="guests need Linux or macOS")
@pytest.mark.thorough
def test_a_host_with_guests_runs_nothing_of_the_folder(folder: Path) -> None:
    pytest.importorskip("aiohttp")
    with serving(folder, "--web", str(free_port())) as process:
        assert process.stdout
        said = ""
        while "http://" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
    assert not (folder.parent / "ran").exists(), said


def test_a_checkout_started_from_the_folder_runs_nothing_of_it(folder: Path) -> None:
    project = folder.parent / "checkout"
    shutil.copytree(ROOT / "scripts", project / "scripts")
    for package in ("engine", "net", "citadels_tui", "tests"):
        (project / package).symlink_to(ROOT / package)
    shutil.copy(ROOT / "pyproject.toml", project)
    # A link, so that the checkout is not installed into it.
    (project / ".venv").symlink_to(folder.parent / "environment")
    bin = folder.parent / "environment" / "bin"
    bin.mkdir(parents=True)
    (bin / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (bin / "python").chmod(0o755)
    (bin / "pip").touch(0o755)
    for name in (project / "requirements.txt", project / ".venv" / "requirements.txt"):
        name.write_text("")
    for script in ("play", "bench"):
        done = run([str(project / "scripts" / script), "--help"], folder)
        assert (done.returncode, done.stderr) == (0, "")
    assert not (folder.parent / "ran").exists()


@pytest.mark.parametrize(
    ("package", "module"),
    [
        ("engine", True),
        ("net", False),
        *(pytest.param(*stranger, marks=pytest.mark.thorough) for stranger in (("engine", False), ("net", True))),
    ],
)
def test_a_stranger_on_the_path_is_named(package: str, module: bool, tmp_path: Path, folder: Path) -> None:
    place = tmp_path / "elsewhere"
    stranger = place / (f"{package}.py" if module else package)
    file = stranger if module else stranger / "__init__.py"
    file.parent.mkdir(parents=True)
    file.write_text(POISON)
    done = run([*installed(tmp_path), "cards"], folder, PYTHONPATH=str(place))
    assert done.returncode == 1
    assert done.stderr.startswith(
        f"citadels: {stranger} is in the way: it has the same name as {package}, a part of Citadels"
    )
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "ran").exists()


@pytest.mark.thorough
def test_every_started_python_ignores_the_working_folder() -> None:
    """Whatever else begins a command line with the interpreter would look into the working folder."""
    for package in ("engine", "net", "citadels_tui"):
        for path in (ROOT / package).rglob("*.py"):
            if path.name == "own_python.py":
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                parts = node.elts if isinstance(node, ast.List | ast.Tuple) else getattr(node, "args", ())
                parts = parts if isinstance(parts, list) else ()
                assert not any(ast.unparse(part) == "sys.executable" for part in parts), path

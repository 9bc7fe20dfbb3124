"""The scripts set up what they need, say what they do meanwhile, and refuse a Python that will not do in a sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal import SECONDS

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "scripts"

FAKE = f"""#!/bin/sh
{{fault}}
case "$1 $2" in
    "-m venv") mkdir -p "$4/bin"; cp "$0" "$4/bin/python"; cp "$0" "$4/bin/pip" ;;
    "-m pip") echo "Collecting one"; echo "Collecting two" ;;
    "-m citadels_tui") shift 2; echo "citadels $*" ;;
    *) exec "{sys.executable}" "$@" ;;
esac
"""
"""A Python that makes environments and installs packages in no time, and needs no network for it."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The scripts in a project that was never started."""
    root = tmp_path / "a project"
    shutil.copytree(SCRIPTS, root / "scripts")
    (root / "requirements.txt").write_text("one==1\ntwo==2\n")
    return root


@pytest.fixture
def python(tmp_path: Path) -> Callable[[str], Path]:
    """Make a Python with a fault, which is a line of its shell."""

    def make(fault: str = "") -> Path:
        path = tmp_path / "its python"
        path.write_text(FAKE.format(fault=fault))
        path.chmod(0o755)
        return path

    return make


def run(script: Path, *arguments: str, **environment: str | Path) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTHON")}
    environ |= {name: str(value) for name, value in environment.items()}
    return subprocess.run(
        [script, *arguments],
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_the_first_start_says_what_it_does(project: Path, python: Callable[[str], Path]) -> None:
    chosen, version = python(""), ".".join(map(str, sys.version_info[:3]))
    first = run(project / "scripts" / "play", PYTHON=chosen)
    assert (first.returncode, first.stdout) == (0, "citadels play\n")
    told, making, installing = first.stderr.splitlines()
    assert told.startswith(f"Setting up for the first time, with Python {version} ({chosen})")
    assert making.startswith("  making .venv ... ")
    assert installing.startswith("  installing packages ... ")
    for arguments, typed in (("--lang nl", "play --lang nl"), ("--version", "--version"), ("home", "home")):
        done = run(project / "scripts" / "play", *arguments.split(), PYTHON="/no/python")
        assert done.stdout == f"citadels {typed}\n"
    again = run(project / "scripts" / "play", "cards", PYTHON="/no/python")
    assert (again.returncode, again.stdout, again.stderr) == (0, "citadels cards\n", "")


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("exit 1", "does not run."),
        ("kill -SEGV $$", "does not run."),
        ('[ "$1" != -c ] || { echo 3.10.4; exit 1; }', "does not run."),
        (
            'case "$2" in *"(3, 11)"*) exit 1 ;; *version_info*) echo 3.10.4; exit ;; esac',
            "is Python 3.10.4, and 3.11 or newer is needed.",
        ),
        (
            'case "$2" in *ensurepip*) exit 1 ;; esac',
            "has no module for virtual environments (on Debian and Ubuntu: apt install python3-venv).",
        ),
    ],
    ids=["broken", "crashing", "half broken", "too old", "without venv"],
)
def test_a_python_that_will_not_do(fault: str, sentence: str, project: Path, python: Callable[[str], Path]) -> None:
    chosen = python(fault)
    done = run(project / "scripts" / "play", PYTHON=chosen)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"PYTHON is set to {chosen}, which {sentence}\n"


def test_a_python_that_is_not_there(project: Path) -> None:
    done = run(project / "scripts" / "play", PYTHON="/no/python")
    assert (done.returncode, done.stderr) == (1, "PYTHON is set to /no/python, which is not there.\n")


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ('[ "$2" != venv ] || { echo "Error: no room"; exit 1; }', "is the folder writable? (Error: no room)"),
        ('[ "$2" != pip ] || exit 1', "The packages could not be installed: is there a network?"),
    ],
)
def test_a_first_start_that_fails(fault: str, sentence: str, project: Path, python: Callable[[str], Path]) -> None:
    done = run(project / "scripts" / "play", PYTHON=python(fault))
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr.splitlines()[-1]


FAKE_UV = """#!/bin/sh
echo "$*" >> "$(dirname "$0")/asked"
case "$1" in
    venv) mkdir -p "$7/bin"; cp "$6" "$7/bin/python"; cp "$6" "$7/bin/pip" ;;
esac
exit {code}
"""


@pytest.mark.parametrize("code", [0, 2])
def test_uv_sets_up_where_it_is_installed_and_python_where_it_fails(
    code: int, project: Path, python: Callable[[str], Path], tmp_path: Path
) -> None:
    (tmp_path / "tools").mkdir()
    uv = tmp_path / "tools" / "uv"
    uv.write_text(FAKE_UV.format(code=code))
    uv.chmod(0o755)
    broken = 'case "$1 $2" in "-m venv"|"-m pip") exit 1 ;; esac'
    chosen, path = python("" if code else broken), f"{uv.parent}:{os.environ['PATH']}"
    found = run(project / "scripts" / "play", PYTHON=chosen, PATH=path)
    assert (found.returncode, found.stdout) == (0, "citadels play\n"), found.stderr
    made, installed = (uv.parent / "asked").read_text().splitlines()
    assert made.startswith("venv ")
    assert installed.startswith("pip install ")
    assert "--require-hashes" in installed


def test_by_way_of_a_symbolic_link(project: Path, python: Callable[[str], Path], tmp_path: Path) -> None:
    links = tmp_path / "bin"
    links.mkdir()
    (links / "citadels").symlink_to(Path("..") / "a project" / "scripts" / "play")
    (links / "again").symlink_to("citadels")
    done = run(links / "again", "--version", PYTHON=python(""))
    assert (done.returncode, done.stdout) == (0, "citadels --version\n")


def test_every_script_finds_its_folder_behind_a_link() -> None:
    for script in (*filter(Path.is_file, SCRIPTS.iterdir()), ROOT / ".ci" / "run"):
        text = script.read_text("utf-8")
        # The one that installs the system's packages touches nothing here.
        if text.startswith("#!/usr/bin/env bash") and script.name != "packages":
            assert '"$(dirname "$(readlink -f "$0")")' in text, script
            assert 'dirname "$0"' not in text, script


def test_the_pythons_that_are_there(project: Path, python: Callable[[str], Path], tmp_path: Path) -> None:
    """Those that run: a version manager has names for more."""
    there = tmp_path / "pyenv" / "versions" / "3.13.9" / "bin" / "python3"
    there.parent.mkdir(parents=True)
    shutil.copy(python(""), there)
    names = tmp_path / "names"
    names.mkdir()
    for name, fault in (("python3.12", ""), ("python3.13", "exit 127")):
        shutil.copy(python(fault), names / name)

    def found(arguments: str = "") -> list[str]:
        return run(
            Path("/usr/bin/env"),
            *("-C", str(project), "bash", "-c", f"root=$PWD; source scripts/venv.sh; find_pythons {arguments}"),
            PYENV_ROOT=tmp_path / "pyenv",
            PATH=f"{names}:{os.environ['PATH']}",
        ).stdout.splitlines()

    assert {str(names / "python3.12"), str(there)} <= set(found())
    assert str(names / "python3.13") not in found()

    another = tmp_path / "pyenv" / "versions" / "3.12.99" / "bin" / "python3"
    another.parent.mkdir(parents=True)
    shutil.copy(python('[ "$2" != "import platform; print(platform.python_version())" ] || exec echo 3.12.99'), another)
    same = tmp_path / "pyenv" / "versions" / "3.12.100" / "bin" / "python3"
    same.parent.mkdir(parents=True)
    shutil.copy(names / "python3.12", same)
    assert str(another) not in found()
    assert str(another) in found("--releases")
    assert str(same) not in found("--releases")

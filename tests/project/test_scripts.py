"""The scripts set up what they need, say what they do meanwhile, and refuse a Python that will not do in a sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.root import ROOT
from tests.support.terminal import SECONDS

SCRIPTS = ROOT / "scripts"

FAKE = f"""#!/bin/sh
{{fault}}
case "$1 $2" in
    "-m venv") mkdir -p "$4/bin"; cp "$0" "$4/bin/python"; cp "$0" "$4/bin/pip" ;;
    "-m pip")
        [ "$3" = install ] || exec "{sys.executable}" "$@"
        env > "$(dirname "$0")/environment"
        echo "Collecting one"
        ;;
    "-c "*"importlib.metadata"*) ;;
    "-c import"*"citadels_tui.app.app"*) [ -e "$(dirname "$0")/environment" ] ;;
    "-m citadels_tui") shift 2; echo "citadels $*" ;;
    *) exec "{sys.executable}" "$@" ;;
esac
"""
"""A Python that makes environments and installs packages in no time, and needs no network for it."""


@pytest.fixture(autouse=True)
def no_uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether this machine has uv shall not matter: one that fails stands before it."""
    (tmp_path / "no uv").mkdir()
    uv = tmp_path / "no uv" / "uv"
    uv.write_text("#!/bin/sh\nexit 1\n")
    uv.chmod(0o755)
    monkeypatch.setenv("PATH", f"{uv.parent}:{os.environ['PATH']}")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The scripts in a project that was never started."""
    root = tmp_path / "a project"
    shutil.copytree(SCRIPTS, root / "scripts")
    (root / "requirements.txt").write_text("# 2 packages, 7 MB for most machines\none==1 \\\ntwo==2 \\\n")
    (root / "requirements-host.txt").write_text("one==1 \\\ntwo==2 \\\nguests==1 \\\n")
    (root / "pyproject.toml").write_text("[project]\n")
    (root / "engine").mkdir()
    (root / "engine" / "__init__.py").write_text('__version__ = "1.0.0"\n')
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


def steps(done: subprocess.CompletedProcess[str]) -> set[str]:
    """The steps that were told; one that takes long is told again and again."""
    return {line.partition(" ... ")[0] for line in done.stderr.splitlines() if " ... " in line}


@pytest.mark.thorough
def test_the_first_start_says_what_it_does(project: Path, python: Callable[[str], Path]) -> None:
    chosen, version = python(""), ".".join(map(str, sys.version_info[:3]))
    first = run(project / "scripts" / "play", PYTHON=chosen)
    assert (first.returncode, first.stdout) == (0, "citadels play\n")
    assert first.stderr.startswith(f"Setting up for the first time, with Python {version} ({chosen})")
    assert steps(first) == {"  making .venv", "  installing packages", "  installing the command"}
    for arguments, typed in (("--lang nl", "play --lang nl"), ("--version", "--version"), ("home", "home")):
        done = run(project / "scripts" / "play", *arguments.split(), PYTHON="/no/python")
        assert done.stdout == f"citadels {typed}\n"
    again = run(project / "scripts" / "play", "cards", PYTHON="/no/python")
    assert (again.returncode, again.stdout, again.stderr) == (0, "citadels cards\n", "")


def test_set_up_compiles_what_it_installs(project: Path, python: Callable[[str], Path]) -> None:
    """Or else who has Python write no bytecode would wait half a second at every start."""
    for package in ("net", "citadels_tui"):
        (project / package).mkdir()
    module = project / "net" / "new.py"
    play, chosen = project / "scripts" / "play", python("")
    done = run(play, PYTHON=chosen, PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode == 0
    assert list((project / "engine" / "__pycache__").glob("__init__.*.pyc"))
    module.write_text("")
    later = module.stat().st_mtime + 10
    os.utime(module, (later, later))
    done = run(play, PYTHON="/no/python", PYTHONDONTWRITEBYTECODE="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert list((project / "net" / "__pycache__").glob("new.*.pyc"))
    words = (SCRIPTS / "venv.sh").read_text(encoding="utf-8")
    assert "uv pip install --compile-bytecode " in words
    assert "pip install --compile " in words
    for recipe in ("Containerfile", "recipes/citadels-tui.rb"):
        told = (ROOT / "deploy" / recipe).read_text(encoding="utf-8")
        assert told.count("--compile") == 2, recipe


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


def sourced(project: Path, words: str, **environment: str | Path) -> subprocess.CompletedProcess[str]:
    """Run something with the functions of the scripts."""
    return run(
        Path("/usr/bin/env"),
        "-C",
        str(project),
        "bash",
        "-c",
        f"root=$PWD; source scripts/venv.sh; {words}",
        **environment,
    )


def test_it_is_told_how_many_packages_and_megabytes_are_there(project: Path) -> None:
    log = project / "log"
    lines = ["Collecting one", "  Downloading one.whl.metadata (9.0 MB)", "  Downloading one-1.whl (3.1 MB)"]
    said = []
    for more in ([], ["Collecting two", "  Using cached two.whl (2000 kB)"], ["Installing collected packages: one"]):
        lines += more
        log.write_text("\n".join([*lines, ""]))
        said.append(sourced(project, "fetched log requirements.txt").stdout)
    assert said == [f", {packages} of 2 packages, {fetched} of 7 MB" for packages, fetched in ((1, 0), (2, 3), (2, 5))]
    log.write_text("Looking for links\n")
    assert sourced(project, "fetched log requirements.txt").stdout == ""


def test_a_slow_step_says_so_once(project: Path) -> None:
    words = "promised=$((SECONDS - 1)); watch working log requirements.txt sleep 0.7"
    assert [line for line in sourced(project, words).stderr.splitlines() if "longer" in line] == [
        "  It takes longer than said: the packages come slowly. It ends as soon as all are here."
    ]


@pytest.mark.thorough
def test_only_package_sources_of_the_users_settings_count(
    project: Path, python: Callable[[str], Path], tmp_path: Path
) -> None:
    """Others would install them somewhere else, or something else."""
    pytest.importorskip("pip", reason="pip reads its settings")
    settings = tmp_path / "pip.conf"
    settings.write_text(
        "[global]\nindex-url = https://mirror.example/simple\nproxy = http://proxy.example\nuser = true\n"
        "target = /elsewhere\n[install]\nextra-index-url =\n    https://one.example\n    https://two.example\n"
        "no-deps = true\n"
    )
    done = run(
        project / "scripts" / "play",
        PYTHON=python(""),
        PIP_CONFIG_FILE=settings,
        PIP_CERT="/own/cert.pem",
        PIP_USER="1",
        PIP_PREFIX="/elsewhere",
        UV_TARGET="/elsewhere",
        UV_INDEX_URL="https://mirror.example/simple",
    )
    assert done.returncode == 0, done.stderr
    lines = (project / ".venv" / "bin" / "environment").read_text().splitlines()
    asked = {name: value for name, _, value in (line.partition("=") for line in lines)}
    found = {name: value for name, value in asked.items() if name.startswith(("PIP_", "UV_"))}
    for name in ("PIP_FIND_LINKS", "PIP_DEFAULT_TIMEOUT"):
        # This machine's own.
        found.pop(name, None)
    assert found == {
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_INDEX_URL": "https://mirror.example/simple",
        "PIP_EXTRA_INDEX_URL": "https://one.example https://two.example",
        "PIP_PROXY": "http://proxy.example",
        "PIP_CERT": "/own/cert.pem",
        "UV_INDEX_URL": "https://mirror.example/simple",
    }


@pytest.mark.thorough
@pytest.mark.parametrize("file", ["pyproject.toml", "engine/__init__.py"])
def test_the_checkout_is_installed_again_after_a_change_of_it(
    file: str, project: Path, python: Callable[[str], Path]
) -> None:
    """With its extras, its command and its version; also where it was moved."""
    play = project / "scripts" / "play"
    assert run(play, PYTHON=python("")).returncode == 0
    for change in ("a line", "a place", ""):
        if change == "a line":
            with (project / file).open("a") as written:
                written.write("# another line\n")
        elif change:
            play = project.rename(project.with_name("moved")) / "scripts" / "play"
        done = run(play, PYTHON="/no/python")
        assert (done.returncode, done.stdout) == (0, "citadels play\n")
        assert steps(done) == ({"  installing the command"} if change else set())


@pytest.mark.thorough
def test_a_checkout_that_cannot_be_installed_plays_all_the_same(project: Path, python: Callable[[str], Path]) -> None:
    fault = 'case "$*" in *--editable*) echo "ERROR: no room"; exit 1 ;; esac'
    done = run(project / "scripts" / "play", PYTHON=python(fault))
    assert (done.returncode, done.stdout) == (0, "citadels play\n")
    assert "The command could not be installed: ERROR: no room. (All that was said:" in done.stderr


def test_an_incomplete_copy_of_the_sources_is_told(project: Path, python: Callable[[str], Path]) -> None:
    """And not that there is no network."""
    (project / "requirements.txt").unlink()
    done = run(project / "scripts" / "play", PYTHON=python(""))
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{project}/requirements.txt is missing: this folder is no complete copy of the sources." in done.stderr


@pytest.mark.parametrize("works", [True, False], ids=["old packages do", "old packages do not"])
@pytest.mark.thorough
def test_an_update_without_a_network_plays_with_what_is_there(
    works: bool, project: Path, python: Callable[[str], Path]
) -> None:
    play, chosen = project / "scripts" / "play", python("")
    assert run(play, PYTHON=chosen).returncode == 0
    before = (project / "requirements.txt").read_text()
    (project / "requirements.txt").write_text(before.replace("two==2", "two==3"))
    fault = '[ "$2 $3" != "pip install" ] || { echo "ERROR: offline"; exit 1; }'
    if not works:
        fault += '\ncase "$*" in *citadels_tui.app.app*) exit 1 ;; esac'
    for name in ("python", "pip"):
        shutil.copy(python(fault), project / ".venv" / "bin" / name)
    for _ in range(2):
        done = run(play)
        said = done.stderr.splitlines()
        assert said[0] == "Updating the installed packages:"
        assert "could not be installed: ERROR: offline" in done.stderr
        assert (done.returncode, done.stdout) == ((0, "citadels play\n") if works else (1, ""))
        assert (said[-1] == "The game starts with the packages that are here.") is works
    # Nothing was changed, so what was pinned before is still there.
    (project / "requirements.txt").write_text(before)
    done = run(play)
    assert (done.returncode, done.stdout, done.stderr) == (0, "citadels play\n", "")


@pytest.mark.thorough
def test_an_interrupted_update_is_noticed(project: Path, python: Callable[[str], Path]) -> None:
    play = project / "scripts" / "play"
    assert run(play, PYTHON=python("")).returncode == 0
    before = (project / "requirements.txt").read_text()
    (project / "requirements.txt").write_text(before.replace("two==2", "two==3"))
    fault = '[ "$2 $3" != "pip install" ] || { echo "Installing collected packages: two"; exit 1; }'
    for name in ("python", "pip"):
        shutil.copy(python(fault), project / ".venv" / "bin" / name)
    run(play)
    (project / "requirements.txt").write_text(before)
    assert run(play).stderr.startswith("Updating the installed packages:")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        ("serve", ["requirements.txt"]),
        ("cards --web", ["requirements.txt"]),
        ("serve --web 8080", ["requirements-host.txt", "requirements.txt"]),
        ("--lang de serve --port 7447 --ssh=22", ["requirements-host.txt", "requirements.txt"]),
    ],
)
def test_packages_of_hosts_are_fetched_on_first_use(
    arguments: str, files: list[str], project: Path, python: Callable[[str], Path]
) -> None:
    done = run(project / "scripts" / "play", *arguments.split(), PYTHON=python(""))
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (project / ".venv").glob("*.txt")) == files


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ('[ "$2" != venv ] || { echo "Error: no room"; exit 1; }', "is the folder writable? (Error: no room)"),
        (
            '[ "$2 $3" != "pip install" ] || { echo "ERROR: no such package"; echo "[notice] a new pip"; exit 1; }',
            "The packages could not be installed: ERROR: no such package. (All that was said:",
        ),
        (
            '[ "$2 $3" != "pip install" ] || { echo "WARNING: NewConnectionError"; echo "ERROR: no one"; exit 1; }',
            "The packages could not be installed: ERROR: no one. Is there a network? (All that was said:",
        ),
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


@pytest.mark.thorough
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
    made, installed, itself = (uv.parent / "asked").read_text().splitlines()
    assert made.startswith("venv ")
    assert installed.startswith("pip install ")
    assert "--require-hashes" in installed
    assert itself.endswith("--no-build-isolation --no-index --editable .")


@pytest.mark.thorough
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


@pytest.mark.thorough
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
        path = f"{names}:{os.environ['PATH']}"
        found = sourced(project, f"find_pythons {arguments}", PYENV_ROOT=tmp_path / "pyenv", PATH=path)
        return found.stdout.splitlines()

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

"""`citadels doctor`: each finding, its advice, and the exit code."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from citadels_tui.cli.main import main
from citadels_tui.commands.doctor import MachineCheck, findings
from citadels_tui.settings import folders
from net.client import discovery
from net.identity.crypto import load_identity
from tests.support.client.commands import run_here
from tests.support.ports import free_port
from tests.support.terminal import SECONDS

CHECKS = ["python", "terminal", "colours", "clock", "port", "ipv6", "mdns", "store", "keys", "game"]


def found(name: str, port: int = 0) -> MachineCheck:
    """One of the findings."""
    return next(finding for finding in findings(port or free_port()) if finding.name == name)


@pytest.mark.slow
def test_every_part_is_looked_at_and_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("CITADELS_CONFIG", "CITADELS_STATE"):
        monkeypatch.setenv(variable, str(tmp_path / variable / "new"))
    found = list(findings(free_port()))
    assert [finding.name for finding in found] == CHECKS
    assert (found[-1].state, found[-1].found) == ("good", "one was started in these folders, and left")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--port", str(free_port())]) == 0
    out = capsys.readouterr().out
    assert "Python 3." in out
    assert "this is not a terminal" in out
    assert out.splitlines()[-1].startswith("The game works")


@pytest.mark.thorough
def test_the_same_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["doctor", "--json", "--port", str(free_port())]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["good"] is True
    assert [check["name"] for check in told["checks"]] == CHECKS
    assert {*told["checks"][0]} == {"name", "state", "found", "advice"}
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert main(["doctor", "--json", "--port", str(free_port())]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["good"] is False
    assert next(check for check in told["checks"] if check["name"] == "clock")["state"] == "bad"


def test_a_port_that_is_no_port(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--port", "70000"]) == 2
    assert "65535" in capsys.readouterr().err


def test_a_port_in_use() -> None:
    with socket.create_server(("", 0)) as server:
        port = server.getsockname()[1]
        finding = found("port", port)
    assert (finding.state, str(port) in finding.found) == ("limited", True)
    assert "--port" in finding.advice


@pytest.mark.parametrize(
    ("term", "size", "state"),
    [
        ("xterm", (40, 20), "good"),
        ("xterm", (39, 20), "limited"),
        ("xterm", (40, 19), "limited"),
        ("dumb", (80, 24), "limited"),
        # It does not say what it is, and is believed.
        ("", (80, 24), "good"),
    ],
)
def test_a_terminal(term: str, size: tuple[int, int], state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda **_: os.terminal_size(size))
    finding = found("terminal")
    assert finding.state == state
    assert bool(finding.advice) == (state != "good")


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, "16 million"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm-kitty"}, "16 million"),
        ({"TERM": "linux"}, "16 colours"),
        ({"TERM": "xterm", "NO_COLOR": ""}, "16 colours"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "NO_COLOR"),
    ],
)
def test_colours(environ: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLORTERM", "TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert said in found("colours").found


@pytest.mark.parametrize("fault", ["port", "multicast"])
def test_a_network_on_which_nobody_is_found(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "obstacle", lambda: fault)
    finding = found("mdns")
    assert finding.state == "limited"
    assert finding.advice


def test_a_store_without_room(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = SimpleNamespace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    assert found("store").state == "bad"


def test_a_store_that_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "file"))
    assert found("store").state == "bad"


def test_keys_are_read_and_a_spoilt_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    assert "none yet" in found("keys").found
    load_identity(tmp_path / "id_ed25519")
    assert found("keys").found.startswith("1 key ")
    (tmp_path / "host_ed25519").write_text("nonsense")
    (tmp_path / "host_ed25519").chmod(0o600)
    finding = found("keys")
    assert finding.state == "bad"
    assert "host_ed25519" in finding.found


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
"""
"""A Python that was made without a module of its standard library, and whatever it starts."""


def run(home: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    files = {"CITADELS_CONFIG": str(home / "config"), "CITADELS_STATE": str(home / "state")}
    return subprocess.run(
        [sys.executable, "-m", "citadels_tui", *arguments],
        env=os.environ | files | environ,
        input="",
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "_ssl",
        *(
            pytest.param(name, marks=pytest.mark.thorough)
            for name in ("_sqlite3", "_ctypes", "select", "_socket", "zlib")
        ),
    ],
)
def test_a_python_without_a_module_is_told_by_doctor_and_by_play(name: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT.format(name=name))
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    done = run(tmp_path, "doctor", "--port", str(free_port()), PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (1, "")
    assert (
        f"bad: Python: this Python ({sys.executable}) cannot load what the game needs: No module named" in done.stdout
    )
    assert "The game works" not in done.stdout
    done = run(tmp_path, "play", "--plain", PYTHONPATH=path)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert f"No module named '{name}'" in done.stderr
    assert "went wrong" not in done.stderr


@pytest.mark.parametrize(
    "name",
    [
        "textual",
        *(
            pytest.param(name, marks=pytest.mark.thorough)
            for name in ("platformdirs", "pydantic", "msgpack", "cryptography")
        ),
    ],
)
def test_a_package_that_is_missing_is_told(name: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT.format(name=name))
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    done = run(tmp_path, "play", "--plain", PYTHONPATH=path)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert f"({sys.executable}) cannot load what the game needs: No module named '{name}" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the settings of OpenSSL are another file")
@pytest.mark.thorough
def test_an_openssl_that_does_not_allow_what_is_needed_is_told(tmp_path: Path) -> None:
    settings = tmp_path / "openssl.cnf"
    settings.write_text("openssl_conf=d\n[d]\nssl_conf=s\n[s]\nsystem_default=t\n[t]\nMaxProtocol=TLSv1.2\n")
    for command in (("play", "--plain"), ("join", "--plain", "127.0.0.1:9"), ("doctor", "--port", str(free_port()))):
        done = run(tmp_path, *command, OPENSSL_CONF=str(settings))
        assert done.returncode == 1
        assert "This machine does not allow TLS 1.3, which the game needs" in done.stderr + done.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="has no networks of its own for a process")
def test_a_machine_without_a_loopback_interface_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rn", "true"], capture_output=True, check=False).returncode:
        pytest.skip("no network of its own may be made")
    files = {"CITADELS_CONFIG": str(tmp_path / "config"), "CITADELS_STATE": str(tmp_path / "state")}
    command = [unshare, "-rn", sys.executable, "-m", "citadels_tui", "play", "--plain"]
    done = subprocess.run(command, env=os.environ | files, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "this machine cannot reach itself at 127.0.0.1 (Network is unreachable)" in done.stderr


# Folders


def no_unicode(folder: Path) -> Path:
    return Path(os.fsdecode(os.fsencode(folder / "st") + b"\xe9"))


def here(home: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, with these folders."""
    files = {"CITADELS_CONFIG": str(home / "config"), "CITADELS_STATE": str(home / "state")}
    with patch.dict(os.environ, files | environ):
        return run_here(*arguments)


@pytest.mark.skipif(sys.platform != "linux", reason="has names of other bytes")
@pytest.mark.parametrize("variable", ["CITADELS_CONFIG", "CITADELS_STATE"])
def test_a_folder_whose_name_is_no_unicode_is_told(variable: str, tmp_path: Path) -> None:
    done = here(tmp_path, "play", "--plain", **{variable: str(no_unicode(tmp_path))})
    assert done.returncode == 1
    assert done.stderr.endswith(f"is not UTF-8. Name another folder with {variable}.\n")
    done = here(tmp_path, "doctor", "--port", str(free_port()), **{variable: str(no_unicode(tmp_path))})
    assert done.returncode == 1
    assert "is not UTF-8\n" in done.stdout
    assert "bad: game: none could be started: the name of" in done.stdout
    assert here(tmp_path, "cards", **{variable: str(no_unicode(tmp_path))}).returncode == 0


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_folders_that_cannot_be_written_are_told_by_play_as_by_doctor(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    place = str(tmp_path / "closed" / "citadels")
    done = here(tmp_path, "play", "--plain", CITADELS_CONFIG=place, CITADELS_STATE=place)
    advice = "Let this account write there, or name another folder with CITADELS_CONFIG."
    assert done.stderr == f"citadels: {place} cannot be written to (Permission denied). {advice}\n"
    assert advice in here(tmp_path, "doctor", CITADELS_CONFIG=place, CITADELS_STATE=place).stdout


@pytest.mark.parametrize("variable", ["CITADELS_CONFIG", "CITADELS_STATE"])
def test_a_file_in_the_way_of_a_folder_is_told_by_play_as_by_doctor(variable: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = str(tmp_path / "file" / "citadels")
    said = f"{place} cannot be written to (Not a directory)"
    advice = f"Let this account write there, or name another folder with {variable}."
    assert here(tmp_path, "play", "--plain", **{variable: place}).stderr == f"citadels: {said}. {advice}\n"
    told = here(tmp_path, "doctor", **{variable: place}).stdout
    assert f": {said}\n    {advice}\n" in told


def test_keys_that_are_there_need_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    names = ("id_ed25519", "host_ed25519")
    assert [folder for folder, _ in folders.needed(*names, games=False)] == [tmp_path]
    for name in names:
        load_identity(tmp_path / name)
    assert folders.needed(*names, games=False) == []


def test_a_disk_that_keeps_nobody_out_is_told_once_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    assert folders.warning(folders.usual()) == ""
    monkeypatch.setattr(folders, "keeps_modes", lambda folder: False)
    monkeypatch.setattr("citadels_tui.plain.playing.play_lines", lambda *_, **__: 0)
    for _ in range(2):
        assert main(["play", "--plain"]) == 0
        both = f"{tmp_path / 'config'} and {tmp_path / 'state'}"
        assert capsys.readouterr().err == (
            f"citadels: Other users of this machine may read {both}: that disk has no permissions. CITADELS_CONFIG and "
            "CITADELS_STATE can name another folder.\n"
        )
    assert (found("keys").state, found("store").state) == ("limited", "limited")
    assert "CITADELS_STATE" in found("store").advice
    assert "CITADELS_CONFIG" not in found("store").advice

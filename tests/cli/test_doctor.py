"""`citadels doctor`: each finding, its advice, and the exit code."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from citadels_tui import checkup
from citadels_tui.checkup import MachineCheck, findings
from citadels_tui.cli import main
from net.identity.crypto import load_identity
from tests.ports import free_port

CHECKS = ["python", "terminal", "colours", "clock", "port", "ipv6", "mdns", "store", "keys"]


def found(name: str, port: int = 0) -> MachineCheck:
    """One of the findings."""
    return next(finding for finding in findings(port or free_port()) if finding.name == name)


def test_every_part_is_looked_at_and_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path / "new"))
    assert [finding.name for finding in findings(free_port())] == CHECKS
    assert not (tmp_path / "new").exists()


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--port", str(free_port())]) == 0
    out = capsys.readouterr().out
    assert "Python 3." in out
    assert "this is no terminal" in out
    assert out.splitlines()[-1].startswith("The game works")


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
        ("xterm", (80, 24), "good"),
        ("xterm", (79, 24), "limited"),
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
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size(size))
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


@pytest.mark.parametrize("fault", ["package", "port", "multicast"])
def test_a_network_on_which_nobody_is_found(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "obstacle", lambda: fault)
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

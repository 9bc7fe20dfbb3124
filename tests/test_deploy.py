"""The systemd units: they are as systemd wants them, hardened, and what they start starts."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.net.relays import closed_port
from tests.terminal import SECONDS

UNITS = sorted((Path(__file__).parent.parent / "deploy").glob("*.service"))
PROGRAM = "/opt/citadels/bin/citadels"
EXPOSURE = 2.0
"""The most that `systemd-analyze security` may say, of 10."""

every_unit = pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)


def analyzed(*arguments: str | Path) -> str:
    """What `systemd-analyze` says; the test is skipped where it is missing or cannot do it."""
    program = shutil.which("systemd-analyze")
    if not program:
        pytest.skip("there is no systemd-analyze")
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if "unrecognized option" in done.stderr or "Unknown" in done.stderr:
        pytest.skip(f"this systemd-analyze is too old: {done.stderr.strip()}")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def with_program(unit: Path, folder: Path) -> Path:
    """The unit with a program that is there."""
    program = folder / "citadels"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m citadels_tui "$@"\n')
    program.chmod(0o755)
    copy = folder / unit.name
    copy.write_text(unit.read_text().replace(PROGRAM, str(program)))
    return copy


def test_there_is_a_unit_for_host_and_relay() -> None:
    assert [unit.stem for unit in UNITS] == ["citadels-relay", "citadels"]


@every_unit
def test_systemd_finds_nothing_wrong(unit: Path, tmp_path: Path) -> None:
    assert analyzed("verify", "--man=no", with_program(unit, tmp_path)) == ""


@every_unit
def test_the_unit_is_hardened(unit: Path, tmp_path: Path) -> None:
    said = analyzed("security", "--offline=true", with_program(unit, tmp_path))
    (exposure,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert float(exposure) <= EXPOSURE


@pytest.mark.skipif(os.name != "posix", reason="has signals")
@every_unit
def test_what_the_unit_starts_listens_and_ends_by_a_signal(unit: Path, tmp_path: Path) -> None:
    (command,) = re.findall(r"^ExecStart=(.*)$", with_program(unit, tmp_path).read_text(), re.MULTILINE)
    port = closed_port()
    process = subprocess.Popen(
        [*shlex.split(command), "--bind", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ
        | {"HOME": str(tmp_path), "CITADELS_STATE": str(tmp_path / "s"), "CITADELS_CONFIG": str(tmp_path)},
    )
    try:
        assert process.stdout
        assert process.stdout.readline().startswith(f"Listening at 127.0.0.1:{port}.")
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.communicate()


# Scripts that tell players who are away

TOLD = {
    "CITADELS_PLAYER": "Ada $(id)",
    "CITADELS_KEY": "amberabbey ashwell birchyard blackgate blueford brighthill",
    "CITADELS_TABLE": "Friday",
    "CITADELS_TABLE_ID": "0" * 26,
    "CITADELS_HOST": "Club",
    "CITADELS_UNTIL": "2026-11-22T20:00Z",
}


def run_script(name: str, file: Path, **environment: str) -> None:
    path = f"{file.parent}:{os.environ['PATH']}"
    script = UNITS[0].parent / name
    subprocess.run([script, file], env=TOLD | {"PATH": path} | environment, check=True, timeout=SECONDS)


def test_a_player_is_told_by_mail(tmp_path: Path) -> None:
    """The program that takes the mail is one that keeps it."""
    mailer = tmp_path / "sendmail"
    mailer.write_text(f'#!/bin/sh\n{{ echo "$@"; cat; }} > {tmp_path}/mail\n')
    mailer.chmod(0o755)
    addresses = tmp_path / "addresses"
    addresses.write_text(f"somebody else: bo@example.org\n{TOLD['CITADELS_KEY']} : ada@example.org\n")
    run_script("notify-by-mail", addresses, CITADELS_KEY="unknown")
    assert not (tmp_path / "mail").exists()
    run_script("notify-by-mail", addresses)
    said = (tmp_path / "mail").read_text().splitlines()
    assert said[:3] == ["-- ada@example.org", "To: ada@example.org", "Subject: Citadels: it is your turn"]
    assert said[-2:] == [
        'Ada $(id), it is your turn at the table "Friday" of Club.',
        "You have until 2026-11-22T20:00Z.",
    ]


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_a_player_is_told_by_a_push_service(tmp_path: Path) -> None:
    posted: list[tuple[str, str]] = []

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append((self.path, self.rfile.read(int(self.headers["Content-Length"])).decode()))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    topics = tmp_path / "topics"
    with HTTPServer(("127.0.0.1", 0), Service) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        topics.write_text(f"{TOLD['CITADELS_KEY']} http://127.0.0.1:{server.server_port}/ada-8f3a\n")
        run_script("notify-by-push", topics)
        run_script("notify-by-push", topics, CITADELS_KEY="unknown")
        server.shutdown()
    assert posted == [("/ada-8f3a", "Ada $(id), it is your turn at Friday (until 2026-11-22T20:00Z).")]

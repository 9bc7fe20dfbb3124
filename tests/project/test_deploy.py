"""The systemd units: they are as systemd wants them, hardened, and what they start starts. So does the container."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pytest
import yaml

from citadels_tui.cli.parser import understand
from citadels_tui.commands.serve import ServeCommand
from tests.project.install.built import build
from tests.support.ports import free_port
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

UNITS = sorted((ROOT / "deploy").glob("*.service"))
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


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="has signals")
@every_unit
def test_the_unit_starts_a_host_that_ends_by_a_signal(unit: Path, tmp_path: Path) -> None:
    (command,) = re.findall(r"^ExecStart=(.*)$", with_program(unit, tmp_path).read_text(), re.MULTILINE)
    port = free_port()
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


# The container


def instructions() -> list[tuple[str, str]]:
    """What the file of the container says, by instruction, without comments and ends of lines."""
    lines = (UNITS[0].parent / "Containerfile").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", " ")
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in text.splitlines() if line)]


def of_kind(kind: str) -> list[str]:
    return [rest for word, rest in instructions() if word == kind]


def test_all_that_the_container_is_made_of_is_there() -> None:
    root = UNITS[0].parent.parent
    for rest in of_kind("COPY"):
        *sources, goal = rest.split()
        if not sources[0].startswith("--from"):
            assert all((root / source).exists() for source in sources), rest
            assert goal.startswith("/src/")
    assert len(of_kind("FROM")) == 2
    assert of_kind("USER") == ["10001:10001"]
    assert of_kind("EXPOSE") == ["7447/tcp"]


def test_the_image_tells_what_it_is_of() -> None:
    labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', " ".join(of_kind("LABEL"))))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert labels["licenses"] == project["license"]
    given = re.findall(r"(\w+)=", of_kind("ARG")[-1])
    assert [labels[name] for name in ("source", "version", "revision")] == [f"${{{name}}}" for name in given]
    publish = (ROOT / ".github" / "workflows" / "publish.yml").read_text(encoding="utf-8")
    assert re.findall(r"^            ([A-Z]+)=", publish, re.MULTILINE) == given


def test_the_builder_is_given_what_it_copies_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    copied = [source for rest in of_kind("COPY") if not rest.startswith("--") for source in rest.split()[:-1]]
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == {source.rstrip("/") for source in copied}
    assert not [rule for rule in rules[1:] if not rule.startswith(("!", "**/"))]


# The compose file


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return found


def test_one_command_brings_up_ssh_browser_and_metrics_behind_tls() -> None:
    host, tls, figures = (services()[name] for name in ("host", "tls", "metrics"))
    (health,) = (rest.partition(" CMD ")[2] for rest in of_kind("HEALTHCHECK"))
    assert host["healthcheck"]["test"] == ["CMD", *json.loads(health)]
    assert (ROOT / "deploy" / host["build"]["context"]).resolve() == ROOT
    assert (ROOT / host["build"]["dockerfile"]).is_file()
    assert tls["network_mode"] == figures["network_mode"] == "service:host"
    options = dict(option.removeprefix("--").partition("=")[::2] for option in host["command"])
    caddy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert f"reverse_proxy 127.0.0.1:{options['web']}\n" in caddy
    asked = yaml.safe_load((ROOT / "deploy" / "prometheus.yaml").read_text(encoding="utf-8"))
    assert asked["scrape_configs"][0]["static_configs"] == [{"targets": [f"127.0.0.1:{options['metrics']}"]}]
    published = {port.rpartition(":")[2] for port in host["ports"]}
    assert published == {"7447", options["ssh"], "80", "443", "9090"}
    for service in (tls, figures):
        for volume in service["volumes"]:
            if volume.startswith("./"):
                assert (ROOT / "deploy" / volume.split(":")[0]).is_file()


def test_the_command_of_the_compose_file_is_understood() -> None:
    given = {"CITADELS_NAME": "play.example.org", "CITADELS_TITLE": "Club"}
    words = [re.sub(r"\$\{(\w+)[^}]*\}", lambda name: given[name[1]], word) for word in services()["host"]["command"]]
    command = understand(["serve", *words])
    assert isinstance(command, ServeCommand)
    assert command.web_origin == "https://play.example.org"


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="has signals")
@pytest.mark.thorough
def test_the_container_starts_healthy_and_ends_by_its_signal() -> None:
    """With the program of these tests in the place of its own, and another folder in that of its volume."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        folder, port = Path(name), free_port()
        (volume,) = of_kind("VOLUME")
        given = dict(pair.split("=") for line in of_kind("ENV") for pair in line.split())
        assert {given["CITADELS_STATE"], given["CITADELS_CONFIG"], given["HOME"]} == {volume}
        environ = os.environ | {key: value.replace(volume, str(folder)) for key, value in given.items()}
        start = words_of(of_kind("ENTRYPOINT")[0], folder)
        health = words_of(of_kind("HEALTHCHECK")[0].partition(" CMD ")[2], folder)
        assert subprocess.run(health, env=environ, capture_output=True, timeout=SECONDS).returncode == 1
        options = ["--bind", "127.0.0.1", "--port", str(port), "--unannounced"]
        host = subprocess.Popen([*start, *options], stdout=subprocess.PIPE, text=True, env=environ)
        try:
            assert host.stdout
            assert host.stdout.readline().startswith(f"Listening at 127.0.0.1:{port}.")
            assert subprocess.run(health, env=environ, capture_output=True, timeout=SECONDS).returncode == 0
            host.send_signal(signal.Signals[of_kind("STOPSIGNAL")[0]])
            assert host.wait(SECONDS) == 0
        finally:
            host.kill()
            host.communicate()


def words_of(told: str, folder: Path) -> list[str]:
    """A command in the form of JSON, with a program that is there."""
    words: list[str] = json.loads(told)
    unit = with_program(UNITS[1], folder)
    assert words[0] == PROGRAM
    return [str(unit.with_name("citadels")), *words[1:]]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="runs a shell")
def test_the_steps_that_build_the_container_can_be_carried_out(tmp_path: Path) -> None:
    """In a folder, and by the account of the tests: what belongs to root alone is left out. Needs a network."""
    root = UNITS[0].parent.parent
    (tmp_path / "src").mkdir()
    for word, rest in instructions():
        if word == "COPY" and not rest.startswith("--from"):
            *sources, goal = rest.split()
            for source in sources:
                to = tmp_path / goal.strip("/")
                if goal.endswith("/"):
                    to.mkdir(parents=True, exist_ok=True)
                if (root / source).is_dir():
                    shutil.copytree(root / source, to, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(root / source, to)
        elif word == "RUN" and "chown" not in rest:
            step = rest.replace("/opt/", f"{tmp_path}/opt/").replace("/src", f"{tmp_path}/src")
            subprocess.run(["sh", "-ec", step], check=True, capture_output=True, cwd=tmp_path)
    program = tmp_path / "opt" / "citadels" / "bin" / "citadels"
    environ = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    said = subprocess.run([program, "--version"], capture_output=True, text=True, env=environ, cwd=tmp_path)
    assert said.returncode == 0, said.stderr


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="has the folders of Unix")
def test_the_program_of_the_unit_is_installed_as_the_page_says(tmp_path: Path) -> None:
    """With what is built here in the place of the release."""
    released = tmp_path / "released"
    released.mkdir()
    build("wheel", released)
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    lines = re.findall(r"^(python3 -m venv /opt/.*|/opt/citadels/bin/pip .*)$", page, re.MULTILINE)
    assert len(lines) == 2
    found = " ".join(filter(None, (str(released), os.environ.get("PIP_FIND_LINKS"))))
    environ = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"PIP_FIND_LINKS": found}
    for line in lines:
        words = shlex.split(line.replace("/opt/", f"{tmp_path}/").replace("python3 ", f"{sys.executable} ", 1))
        subprocess.run(words, check=True, capture_output=True, env=environ, cwd=tmp_path)
    said = subprocess.run([tmp_path / "citadels/bin/citadels", "--version"], capture_output=True, env=environ)
    assert said.returncode == 0


# Scripts that tell players who are away

TOLD = {
    "CITADELS_PLAYER": "Ada $(id)",
    "CITADELS_KEY": "amberabbey ashwell birchyard blackgate blueford brighthill",
    "CITADELS_TABLE": "Friday",
    "CITADELS_TABLE_ID": "0" * 26,
    "CITADELS_HOST": "Club",
    "CITADELS_EVENT": "turn",
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
    run_script("notify-by-mail", addresses, CITADELS_EVENT="end", CITADELS_UNTIL="")
    said = (tmp_path / "mail").read_text().splitlines()
    assert said[2] == "Subject: Citadels: the game is over"
    assert said[-2:] == ['Ada $(id), the game is over at the table "Friday" of Club.', ""]
    # Neither needs to have a name.
    run_script("notify-by-mail", addresses, CITADELS_TABLE="", CITADELS_HOST="")
    assert (tmp_path / "mail").read_text().splitlines()[-2] == "Ada $(id), it is your turn at a table."


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
        run_script("notify-by-push", topics, CITADELS_EVENT="end", CITADELS_UNTIL="")
        run_script("notify-by-push", topics, CITADELS_TABLE="", CITADELS_UNTIL="")
        run_script("notify-by-push", topics, CITADELS_PLAYER="@ada", CITADELS_UNTIL="")
        server.shutdown()
    assert posted == [
        ("/ada-8f3a", "Ada $(id), it is your turn at Friday (until 2026-11-22T20:00Z)."),
        ("/ada-8f3a", "Ada $(id), the game is over at Friday."),
        ("/ada-8f3a", "Ada $(id), it is your turn at your table."),
        ("/ada-8f3a", "@ada, it is your turn at Friday."),
    ]

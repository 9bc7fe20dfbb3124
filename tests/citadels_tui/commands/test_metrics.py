"""`citadels serve --metrics`: figures for programs of this machine, and for nobody else."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import pytest

pytest.importorskip("prometheus_client", reason="the extra metrics is not installed")
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from net.base.errors import NetError
from net.client.connect import connect
from net.host.host import Host
from net.identity.crypto import Identity
from net.local.metrics import _AT_ONCE, COUNTERS, GAUGES, MetricsServer
from net.protocol.client_messages import Start
from net.protocol.visitor_notes import StatusNote
from tests.citadels_tui.commands.test_serve import play_a_little, run, serving
from tests.support.client.commands import run_here
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, play, seat_players, soon
from tests.support.ports import free_port
from tests.support.root import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`(?:citadels|process)_.*?) \| (.*?) \|", PAGE, re.MULTILINE)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A data folder whose path is short enough for a socket."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        yield Path(name) / "data"


def parsed(text: str) -> dict[str, float]:
    """Sample -> value, as a reader of OpenMetrics understands it."""
    found = {}
    for family in text_string_to_metric_families(text):  # type: ignore[no-untyped-call]
        for sample in family.samples:
            via = sample.labels.get("via")
            found[f"{sample.name} {via}" if via else sample.name] = sample.value
    return found


def told(host: Host) -> dict[str, float]:
    return parsed(MetricsServer(lambda: host.status(1))._told().decode())


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="has Unix sockets")
def test_a_host_tells_its_figures_by_http_and_as_its_status(folder: Path) -> None:
    port, metrics = free_port(), free_port()
    with serving(folder, port, "--metrics", str(metrics)) as host:
        assert host.stdout
        assert host.stdout.readline() == f"Figures for monitoring: http://127.0.0.1:{metrics}/metrics\n"
        asyncio.run(play_a_little(folder, port, Identity.new()))
        with urlopen(f"http://127.0.0.1:{metrics}/metrics", timeout=WAIT) as answer:
            assert answer.headers["Content-Type"].startswith("application/openmetrics-text")
            text = answer.read().decode()
        status = json.loads(run("--data", str(folder), "--status", "--json").stdout)
    found = parsed(text)
    assert (found["citadels_tables"], found["citadels_games"]) == (status["tables"], status["games"]) == (1, 1)
    assert status["memory"] > 1_000_000
    for name in ("Ada", "Friday", "127.0.0.1", str(folder)):
        assert name not in text


def test_every_figure_is_on_the_page_and_told_in_both_ways() -> None:
    """The page names all samples and all fields, and nothing that is not there."""
    samples: set[str] = set()
    fields: set[str] = set()
    for names, keys in ROWS:
        for name in re.findall(r"`(\w+)`", names):
            samples.add(f"citadels_save_seconds{name}" if name.startswith("_") else name)
        fields |= set(re.findall(r"`(\w+)`", keys))
    assert fields == {*StatusNote.model_fields, "protocol"} - {"t", "cid"}

    async def told_by_a_host() -> set[str]:
        async with hosting() as host:
            return {name.partition(" ")[0] for name in told(host)}

    found = {name for name in asyncio.run(told_by_a_host()) if not name.startswith("process_")}
    assert found == {name for name in samples if not name.startswith("process_")} - {"citadels_relay_up"}
    assert {f"{name}_total" for name in COUNTERS} | set(GAUGES) < samples


@pytest.mark.asyncio
async def test_what_happens_is_counted() -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        (client,) = await seat_players(host, table, 1)
        before = told(host)
        assert (before["citadels_players"], before["citadels_games"], before["citadels_decisions_total"]) == (1, 0, 0)
        await client.request(Start)
        story = await play(client, leave=False)
        after = told(host)
        moved = [cause for _seat, cause in story.moved if cause != "start"]
        assert after["citadels_decisions_total"] == len(moved)
        assert (after["citadels_games_finished_total"], after["citadels_games"]) == (1, 0)
        assert after["citadels_save_seconds_count"] >= len(moved)
        assert after["citadels_received_bytes_total"] > before["citadels_received_bytes_total"]
        assert after["citadels_sent_bytes_total"] > before["citadels_sent_bytes_total"]
        # Somebody who does not speak the protocol, and somebody who comes for a table that is not there.
        assert after["citadels_connections_refused_total"] == 0
        with socket.create_connection(("127.0.0.1", host.port)) as stranger:
            stranger.sendall(b"GET / HTTP/1.0\r\n\r\n")
            await soon(lambda: told(host)["citadels_connections_refused_total"] == 1)
        with pytest.raises(NetError):
            await connect(replace(invite(host, table), token=bytes(8)), Identity.new(), "Eve", limits=FAST)
        await soon(lambda: told(host)["citadels_connections_refused_total"] == 2)
        await client.leave()


async def ask(port: int, request: bytes) -> bytes:
    async with asyncio.timeout(WAIT):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        return answer


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:9447\r\n\r\n", b"200"),
        (b"GET /metrics HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", b"200"),
        (b"GET /metrics?a HTTP/1.0\r\n\r\n", b"200"),
        # A page of another site that has this machine's address as its own.
        (b"GET /metrics HTTP/1.1\r\nHost: evil.example:9447\r\n\r\n", b"403"),
        (b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"404"),
        (b"POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", b"405"),
        (b"\xff\xfe\r\n\r\n", b"400"),
        (b"GET /metrics\r\n\r\n", b"400"),
        (b"GET /" + b"x" * 70_000, b""),
    ],
)
async def test_only_what_asks_for_the_figures_is_told_them(request_: bytes, status: bytes) -> None:
    port = free_port()
    async with hosting() as host, MetricsServer(lambda: host.status(1)).listening(port):
        answer = await ask(port, request_)
        assert answer[:13].removeprefix(b"HTTP/1.1 ")[:3] == status
        assert (b"citadels_tables" in answer) == (status == b"200")


@pytest.mark.asyncio
async def test_many_who_say_nothing_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.local.metrics._PATIENCE", WAIT)
    port = free_port()
    async with hosting() as host, MetricsServer(lambda: host.status(1)).listening(port):
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(_AT_ONCE)]
        # The oldest of them makes room.
        await soon_answered(port)
        assert await silent[0][0].read() == b""
        for _reader, writer in silent:
            writer.close()


async def soon_answered(port: int) -> None:
    async with asyncio.timeout(WAIT):
        while True:
            try:
                if b"citadels_tables" in await ask(port, b"GET /metrics HTTP/1.0\r\n\r\n"):
                    return
            except ConnectionError:
                pass


@pytest.mark.skipif(os.name != "posix", reason="serve needs Unix sockets")
def test_impossible_options_are_told_in_a_sentence(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        found = run_here("serve", "--data", str(folder), "--port", str(free_port()), "--metrics", str(taken))
    assert found.returncode == 1
    assert f"127.0.0.1:{taken} is in use by another program." in found.stderr
    found = run_here("serve", "--data", str(folder), "--metrics", "70000")
    assert (found.returncode, found.stderr) == (2, "citadels: a port is a number from 1 to 65535, not 70000\n")

"""Two hosts, one database: whatever of them ends, is stopped, or comes back, the games go on and nothing is lost."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.net.databases import Server, serving
from tests.support.net.hosting import WAIT
from tests.support.net.takeovers import Club, Process, club
from tests.support.root import ROOT

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.skipif("sys.platform != 'linux'", reason="the server of the tests is for Linux"),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(durable=True) as found:
        yield found


def late(waited: list[float]) -> float:
    """The 95th percentile."""
    return waited[int(len(waited) * 0.95) - 1]


def tell(what: str, waited: list[float]) -> None:
    print(f"{what}: {len(waited)} people, until the next update {waited[len(waited) // 2]:.1f} s in the middle,"
          f" {late(waited):.1f} s for 95 %, {waited[-1]:.1f} s at most")  # fmt: skip


async def owned(found: Club, address: str) -> None:
    """Wait until all tables are one host's."""
    async with asyncio.timeout(WAIT):
        # The database tells nobody when it happens.
        while set(found.owners()) != {address}:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def killed(server: Server, tables: int) -> list[float]:
    """The owner of all tables is killed; how long people wait for the next update."""
    async with club(server, tables) as found:
        first, second = found.hosts
        assert set(found.owners()) == {first.address}
        first.signal(signal.SIGKILL)
        waited = await found.moved_on(time.monotonic())
        # And back: the first has nothing until the second is gone. Nobody's game ends before it is there.
        await found.rest()
        first.end()
        first.start()
        await owned(found, second.address)
        found.play_on()
        await found.moved_on(time.monotonic())
        await found.rest()
        assert [*found.faults()] == []
        return waited


@pytest.mark.asyncio
async def test_a_host_is_killed(server: Server) -> None:
    tell("host killed", await killed(server, 2))


def block(kind: str) -> str:
    """The one block of a kind on the page about hosting."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def test_hosts_share_a_database_as_the_page_says(server: Server, tmp_path: Path) -> None:
    for statement in block("sql").strip().splitlines():
        server.ask("postgres", statement)
    (line,) = re.findall(r"a line like `(.*?)`", " ".join(PAGE.split()))
    passwords = tmp_path / "pgpass"
    passwords.write_text(line.replace("db.example.org:5432", f"127.0.0.1:{server.port}") + "\n")
    passwords.chmod(0o600)
    commands = [shlex.split(command) for command in block("shared").strip().splitlines()]
    assert [command[-1] for command in commands] == ["a.example.org", "b.example.org"]
    (url,) = {command[command.index("--store") + 1] for command in commands}
    url = url.replace("db.example.org", f"127.0.0.1:{server.port}")
    with tempfile.TemporaryDirectory(prefix="citadels-", dir="/tmp") as name:
        hosts = [Process(url, Path(name) / letter, passwords) for letter in "ab"]
        try:
            hosts[0].start()
            hosts[1].folder.mkdir(mode=0o700)
            # Another key is another club.
            with pytest.raises(AssertionError, match="hosts with another key"):
                hosts[1].start()
            hosts[1].end()
            shutil.copy(hosts[0].folder / "host_ed25519", hosts[1].folder)
            hosts[1].start()
            found = server.ask(server.url("citadels"), "SELECT address FROM hosts ORDER BY session")
            assert found == [(host.address,) for host in hosts]
            for host in hosts:
                log = (host.folder / "serve.log").read_text()
                assert "a long one" not in log
        finally:
            for host in hosts:
                host.end()


@pytest.mark.long
@pytest.mark.asyncio
async def test_a_host_of_twenty_tables_is_killed(server: Server) -> None:
    waited = await killed(server, 20)
    tell("host killed", waited)
    assert late(waited) < 5


@pytest.mark.long
@pytest.mark.asyncio
async def test_a_host_of_twenty_tables_is_stopped_and_wakes(server: Server) -> None:
    async with club(server, 20) as found:
        first, second = found.hosts
        first.signal(signal.SIGSTOP)
        waited = await found.moved_on(time.monotonic())
        tell("host stopped", waited)
        await owned(found, second.address)
        await found.rest()
        before = found.stored()
        awake = "SELECT count(*) FROM hosts WHERE heartbeat > clock_timestamp() - interval '3 s'"
        assert server.ask(found.url, awake) == [(1,)]
        first.signal(signal.SIGCONT)
        async with asyncio.timeout(WAIT):
            while server.ask(found.url, awake) != [(2,)]:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        # It has written nothing, and has told nobody anything.
        assert found.stored() == before
        found.play_on()
        await found.moved_on(time.monotonic())
        await found.rest()
        assert [*found.faults()] == []
        assert late(waited) < 10


@pytest.mark.long
@pytest.mark.asyncio
async def test_the_database_of_twenty_tables_is_killed(server: Server) -> None:
    async with club(server, 20) as found:
        server.kill()
        began = time.monotonic()
        await asyncio.to_thread(server.start, durable=True)
        down = time.monotonic() - began
        waited = [wait - down for wait in await found.moved_on(began)]
        tell(f"database killed, and {down:.1f} s later back", waited)
        await owned(found, found.hosts[0].address)
        await found.rest()
        assert [*found.faults()] == []
        assert late(waited) < 5

"""Guests who come together: each of them gets in, by SSH and by browser, also right after a restart of the host."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest

from net.local.order import Order

asyncssh = pytest.importorskip("asyncssh", reason="the extra ssh is not installed")
aiohttp = pytest.importorskip("aiohttp", reason="the extra web is not installed")

from bench.net import hostile
from citadels_tui.guests import guest_client
from citadels_tui.guests.guest_client import GuestApp, GuestConnector
from citadels_tui.guests.ticket import FAILED, Ticket
from citadels_tui.session.start import HostTable, PlayGame, VisitHost
from citadels_tui.texts.table import WAITS
from net.base.errors import NetError
from net.client import patience
from net.client.patience import while_busy
from tests.support.guests.servers import serving
from tests.support.ports import free_port
from tests.support.terminal import SECONDS

TICKET = Ticket("host.sock", "00" * 20, "01" * 32, "Ada", "", "ssh", "", "aa" * 8, {})
DRAWN = b"Tables of this host"
loopback = pytest.mark.skipif(not hostile.POSSIBLE, reason="loopback has one address only")

Comes = Callable[[int, int, asyncio.Event], Awaitable[bool]]


async def by_ssh(port: int, number: int, over: asyncio.Event) -> bool:
    """A guest who looks at the list until it is over; whether they see it."""
    conn = await asyncssh.connect(
        "127.0.0.1",
        port,
        local_addr=(f"127.0.7.{1 + number // 4}", 0),
        config=None,
        known_hosts=None,
        agent_path=None,
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        username="ada",
    )
    async with conn:
        process = await conn.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
        shown = b""
        while DRAWN not in shown and (data := await process.stdout.read(65536)):
            shown += data
        over.set() if DRAWN not in shown else await over.wait()
        return DRAWN in shown


async def by_browser(port: int, number: int, over: asyncio.Event) -> bool:
    """The same in a browser."""
    origin, shown = f"http://127.0.0.1:{port}", b""
    connector = aiohttp.TCPConnector(local_addr=(f"127.0.8.{1 + number // 4}", 0))
    first = json.dumps({"name": "Ada", "table": "", "columns": 80, "lines": 24})
    headers = {"Origin": origin}
    async with aiohttp.ClientSession(connector=connector) as http:
        async with http.post(f"{origin}/-/player", headers=headers) as named:
            cookie = named.cookies["citadels"].value if "citadels" in named.cookies else secrets.token_urlsafe(24)
        headers["Cookie"] = f"citadels={cookie}"
        async with http.ws_connect(f"{origin}/-/play", headers=headers) as line:
            await line.send_str(first)
            async for message in line:
                shown += message.data if isinstance(message.data, bytes) else b""
                if DRAWN in shown:
                    await over.wait()
                    return True
    return False


async def come(comes: Comes, port: int, count: int, at_once: int = 8) -> int:
    """How many of so many guests see the list while all the others are there."""
    over, gate, found = asyncio.Event(), asyncio.Semaphore(at_once), 0

    async def one(number: int) -> None:
        nonlocal found
        drawn = asyncio.Event()

        async def visit() -> None:
            nonlocal found
            if await comes(port, number, Signal(drawn, over)):  # type: ignore[arg-type]
                found += 1
            drawn.set()

        async with gate:
            staying.append(asyncio.create_task(visit()))
            await drawn.wait()

    staying: list[asyncio.Task[None]] = []
    await asyncio.gather(*(one(number) for number in range(count)))
    over.set()
    with suppress(OSError):
        await asyncio.gather(*staying)
    return found


class Signal:
    """Tells that somebody waits for the end, having seen what they came for."""

    def __init__(self, drawn: asyncio.Event, over: asyncio.Event) -> None:
        self.set = drawn.set
        self._drawn, self._over = drawn, over

    async def wait(self) -> None:
        self._drawn.set()
        await self._over.wait()


@contextmanager
def site() -> Iterator[tuple[Path, int, int]]:
    """A folder, and ports for SSH and for browsers."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        yield Path(name) / "data", free_port(), free_port()


@contextmanager
def host(folder: Path, ssh: int, web: int) -> Iterator[None]:
    with serving(folder, "--ssh", str(ssh), "--web", str(web), until="with Citadels installed"):
        yield


@loopback
@pytest.mark.slow
@pytest.mark.thorough
def test_guests_who_come_together_all_get_in() -> None:
    with site() as (folder, ssh, web), host(folder, ssh, web):
        for comes, port in ((by_ssh, ssh), (by_browser, web)):
            assert asyncio.run(asyncio.wait_for(come(comes, port, 6, 6), SECONDS)) == 6


@loopback
@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("comes", [by_ssh, by_browser])
def test_sixty_four_guests_get_in_twenty_times_and_after_a_restart(comes: Comes) -> None:
    with site() as (folder, ssh, web):
        port = ssh if comes is by_ssh else web
        for times in (19, 1):
            with host(folder, ssh, web):
                for _ in range(times):
                    assert asyncio.run(asyncio.wait_for(come(comes, port, 64), SECONDS)) == 64
                    # Their clients have five seconds to end.
                    asyncio.run(asyncio.sleep(6))


# One guest


class FakeVisitor:
    """Has looked at an empty list."""

    left = again = 0

    async def first_view(self) -> Any:
        return SimpleNamespace(tables=())

    def tell_again(self) -> None:
        self.again += 1

    async def leave(self) -> None:
        self.left += 1


async def trust(_address: str, _words: str) -> bool:
    raise AssertionError("nobody is asked")


@pytest.mark.asyncio
async def test_a_guest_joins_once_and_waits_for_a_busy_host(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    visitor, calls, busy = FakeVisitor(), [], 2

    async def visit(*_: object, **told: Any) -> FakeVisitor:
        calls.append(told["origin"])
        if len(calls) <= busy:
            raise NetError("busy")
        return visitor

    monkeypatch.setattr(guest_client, "visit", visit)
    monkeypatch.setattr(patience, "backoff", lambda *_: iter([0.0] * 9))
    connector = GuestConnector(TICKET)
    assert await connector.tables() == ()
    assert capsys.readouterr().out == f"{WAITS['busy']}\n" * busy
    assert calls == [bytes.fromhex("aa" * 8)] * 3
    # What was found already is what is shown.
    assert await connector.visit(VisitHost("Ada", ""), trust) is visitor  # type: ignore[comparison-overlap]
    assert (len(calls), visitor.again, visitor.left) == (3, 1, 0)
    await connector.visit(VisitHost("Ada", ""), trust)
    assert len(calls) == 4


@pytest.mark.asyncio
async def test_only_who_is_to_wait_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "backoff", lambda *_: iter([0.0] * 9))
    codes, told = ["busy", "owner_asked", "banned"], list[str]()

    async def attempt() -> None:
        raise NetError(codes.pop(0))

    async def tell(code: str) -> None:
        told.append(code)

    with pytest.raises(NetError) as caught:
        await while_busy(attempt, tell)
    assert (caught.value.code, told) == ("banned", ["busy", "owner_asked"])


async def nobody(address: str, words: str) -> bool:
    """Trust no host."""
    return False


@pytest.mark.asyncio
async def test_a_guest_opens_no_game_or_table_of_their_own() -> None:
    for start in (PlayGame("Ada", Order()), HostTable("Ada", Order())):
        with pytest.raises(NetError) as caught:
            await GuestConnector(TICKET).open(start, nobody)
        assert caught.value.code == "not_owner"


class Busy(GuestConnector):
    """A host that has no time for its guest."""

    async def visit(self, start: VisitHost, trust: Any) -> Any:
        """Refuse."""
        raise NetError("busy")


@pytest.mark.asyncio
async def test_a_busy_host_is_tried_again_and_a_greedy_session_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guest_client, "_WEIGH", 0.05)
    app = GuestApp(VisitHost("Ada", ""), Busy(TICKET), TICKET, "", ascii=False)
    async with app.run_test() as pilot, asyncio.timeout(SECONDS):
        while WAITS["busy"] not in str(getattr(app.screen, "sentence", "")):
            await pilot.pause(0.02)
        monkeypatch.setattr(guest_client, "bytes_of_data", lambda: guest_client._MEMORY + 1)
        while app.is_running and not app.too_large:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert app.too_large


def test_a_guest_whose_session_takes_too_much_memory_reads_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guest_client, "_BOUNDS", {})
    monkeypatch.setattr(guest_client, "speak", lambda *_, **__: None)
    monkeypatch.setattr(guest_client.GuestConnector, "tables", lambda _: asyncio.sleep(0, ()))
    monkeypatch.setattr(guest_client, "choose", lambda *_: None)
    for fault, too_large in ((None, True), (MemoryError(), False)):
        app = SimpleNamespace(run=lambda **_: 0, fault=fault, failed="", idle=False, too_large=too_large)
        monkeypatch.setattr(guest_client, "GuestApp", lambda *_, app=app, **__: app)
        assert guest_client.run_guest(TICKET) == FAILED
        assert capsys.readouterr().out.startswith("This session needed more memory than a guest may use")
    assert 0 < guest_client.bytes_of_data() < 2**40

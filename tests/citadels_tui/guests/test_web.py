"""`citadels serve --web`, played at with a real browser."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest

from citadels_tui.texts.guests import LOST, STOPPED_PAGE
from net.protocol.setup import Setup
from tests.support.guests.processes import memory_of, own_memory_of, size_of, written_by
from tests.support.guests.servers import Keeper, block, children, serving, wait_for
from tests.support.ports import free_port
from tests.support.terminal import SECONDS

pytest.importorskip("aiohttp", reason="the extra web is not installed")
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from tests.support.guests.web_servers import CHROMIUM, SWITCHES, needs_browser

pytestmark = [pytest.mark.slow, needs_browser]
MIB = 1024 * 1024
TIME = SECONDS * 1000
expect.set_options(timeout=TIME)


@dataclass
class Site:
    """a host with a web server."""

    folder: Path
    port: int
    keeper: Keeper
    host: subprocess.Popen[bytes]
    forkserver: tuple[int, ...]
    browser: Browser

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def clients(self) -> list[int]:
        """The processes of guests: all that the host has begun but the forkserver."""
        return [process for process in children(self.host.pid) if process not in self.forkserver]

    @contextmanager
    def guest(self, name: str, path: str = "/friday") -> Iterator[Page]:
        """Somebody whose browser has never been here."""
        with self.browser.new_context(viewport={"width": 1000, "height": 640}) as context:
            page = context.new_page()
            page.set_default_timeout(TIME)
            page.goto(f"{self.url}{path}")
            page.fill("#name", name)
            page.click("#welcome button")
            yield page


@contextmanager
def opened(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The host, as the page says."""
    words = shlex.split(block("serve-web"))
    assert words == ["citadels", "serve", "--web", "8080"]
    words[words.index("8080")] = str(port)
    with serving(folder, *words[2:], until="with Citadels installed") as host:
        yield host


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A table called Friday that waits for guests, and a browser."""
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name, sync_api.sync_playwright() as playwright:
        folder, port = Path(name) / "data", free_port()
        with opened(folder, port) as host, Keeper(folder, "Friday", Setup(players=8)) as keeper:
            forkserver = tuple(children(host.pid))
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES, timeout=TIME)
            yield Site(folder, port, keeper, host, forkserver, browser)
            browser.close()


@pytest.fixture(autouse=True)
def _nobody_is_left(site: Site) -> Iterator[None]:
    """After every test no client is left."""
    yield
    wait_for(lambda: not site.clients(), "a client is still there")


def test_a_browser_guest_plays_with_keys_and_mouse(site: Site) -> None:
    asked: set[str] = set()
    said: list[str] = []
    with site.guest("Ada McX") as page:
        page.on("request", lambda request: asked.add(request.url.split("/")[2]))
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.reload()
        screen = page.locator(".xterm-rows")
        expect(screen).to_contain_text("Before the game: Friday")
        expect(screen).to_contain_text("Ada McX (you)")
        # The client of the page before it was loaded again may still be ending.
        wait_for(lambda: len(site.clients()) == 1, "the first client has not ended")
        (client,) = site.clients()
        assert written_by(client) == []
        # Its part of what it shares would depend on how many others there are at this moment.
        # Python 3.14 takes 59 MiB, those before it 51.
        assert own_memory_of(client) < (56 if sys.version_info < (3, 14) else 64) * MIB
        environ = {line.partition(b"=")[0] for line in Path(f"/proc/{client}/environ").read_bytes().split(b"\0")}
        assert environ <= {b"", b"PATH", b"HOME", b"PYTHONUTF8", b"PYTHONPATH", b"CITADELS_STATE", b"CITADELS_CONFIG"}
        # A key.
        page.keyboard.press("?")
        expect(screen).to_contain_text("How it is played")
        page.keyboard.press("Escape")
        expect(screen).to_contain_text("Before the game")
        # Another size.
        columns, lines = size_of(client)
        page.set_viewport_size({"width": 1300, "height": 800})
        wait_for(lambda: size_of(client)[0] > columns and size_of(client)[1] > lines, "the size has not come through")
        # A small window gets smaller letters.
        page.set_viewport_size({"width": 600, "height": 400})
        wait_for(lambda: size_of(client)[0] < columns, "the size has not come through")
        assert size_of(client)[0] >= 80
        # A click on the first entry of the bar of keys, once it has come to the last of fewer lines.
        expect(page.locator(".xterm-rows > div").last).to_contain_text("? Help")
        expect(screen).to_contain_text("Before the game")
        box = screen.bounding_box()
        assert box
        row = box["height"] / size_of(client)[1]
        page.mouse.click(box["x"] + 10, box["y"] + box["height"] - row / 2)
        expect(screen).to_contain_text("How it is played")
        page.keyboard.press("Control+q")
        expect(page.locator("body")).to_have_attribute("data-state", "ended")
    assert asked == {f"127.0.0.1:{site.port}"}
    assert said == []


def seats_of(site: Site, *names: str) -> dict[str | None, int]:
    """Where some guests sit; others may come and go meanwhile."""
    return {name: seat for seat, name in enumerate(site.keeper.seated) if name in names}


def test_a_browser_is_a_player_and_comes_back_to_its_seat(site: Site) -> None:
    with site.guest("Bo") as one, site.guest("Cleo") as other:
        for page, name in ((one, "Bo"), (other, "Cleo")):
            expect(page.locator(".xterm-rows")).to_contain_text(f"{name} (you)")
        wait_for(lambda: {"Bo", "Cleo"} <= set(site.keeper.seated), "somebody has not sat down")
        before = seats_of(site, "Bo", "Cleo")
        one.reload()
        # Nobody is asked for a name again.
        expect(one.locator(".xterm-rows")).to_contain_text("Bo (you)")
        wait_for(lambda: seats_of(site, "Bo", "Cleo") == before, "somebody has another seat")
        wait_for(lambda: len(site.clients()) == 2, "the client from before is still there")
        assert all(memory_of(client) < 40 * MIB for client in site.clients())
        other.close()
        wait_for(lambda: "Cleo (away)" in site.keeper.seated, "the seat is not kept")
        wait_for(lambda: len(site.clients()) == 1, "a client is still there")
        cookies = one.context.cookies()
        assert [(cookie["name"], cookie["httpOnly"], cookie["sameSite"]) for cookie in cookies] == [
            ("citadels", True, "Strict")
        ]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def test_the_page_of_another_site_gets_nowhere(site: Site, tmp_path: Path) -> None:
    """Even one of this very machine, to which the browser sends the cookie."""
    (tmp_path / "index.html").write_text("<!doctype html><title>other</title><body></body>")
    other = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path)))
    Thread(target=other.serve_forever, daemon=True).start()
    try:
        with site.guest("Dora") as page:
            expect(page.locator(".xterm-rows")).to_contain_text("Dora (you)")
            (client,) = site.clients()
            evil = page.context.new_page()
            evil.goto(f"http://127.0.0.1:{other.server_address[1]}/")
            opened = f"""() => new Promise(done => {{
                const line = new WebSocket("ws://127.0.0.1:{site.port}/-/play");
                line.onopen = () => done("open");
                line.onclose = () => done("closed");
            }})"""
            assert evil.evaluate(opened) == "closed"
            posted = f"""() => fetch("{site.url}/-/player", {{method: "POST", credentials: "include"}})
                .then(answer => answer.type, () => "refused")"""
            assert evil.evaluate(posted) == "refused"
            framed = f"""() => new Promise(done => {{
                const frame = document.createElement("iframe");
                frame.onload = () => {{
                    // What may not be shown is a page of no origin.
                    try {{ done(frame.contentDocument ? "own" : "hidden"); }} catch {{ done("hidden"); }}
                }};
                frame.src = "{site.url}/friday";
                document.body.append(frame);
            }})"""
            assert evil.evaluate(framed) == "hidden"
            assert site.clients() == [client]
    finally:
        other.shutdown()
        other.server_close()


@pytest.mark.parametrize(
    ("end", "told"), [(signal.SIGKILL, LOST), pytest.param(signal.SIGTERM, STOPPED_PAGE, marks=pytest.mark.thorough)]
)
@pytest.mark.thorough
def test_a_browser_comes_back_to_its_seat_after_a_crash(site: Site, end: int, told: str) -> None:
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as name:
        folder, port = Path(name) / "data", free_port()
        with site.browser.new_context() as context:
            page = context.new_page()
            page.set_default_timeout(TIME)
            screen, state = page.locator(".xterm-rows"), page.locator("body")
            with opened(folder, port) as host, Keeper(folder, "Friday", Setup(players=4)):
                page.goto(f"http://127.0.0.1:{port}/friday")
                page.fill("#name", "Emil")
                page.keyboard.press("Enter")
                expect(screen).to_contain_text("Emil (you)")
                ours = children(host.pid)
                host.send_signal(end)
                host.wait()
                expect(state).to_have_attribute("data-state", "lost")
                # Also when it has dialled in vain meanwhile.
                for _ in range(2):
                    expect(page.locator("#notice")).to_have_text(told)
                    page.wait_for_timeout(1000)
                wait_for(lambda: not any(Path(f"/proc/{each}").exists() for each in ours), "a process is left")
            with opened(folder, port):
                expect(state).to_have_attribute("data-state", "playing")
                expect(screen).to_contain_text("Emil (you)")

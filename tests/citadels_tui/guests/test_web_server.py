"""The web server, seen by those who are no browser: other pages, floods, and whoever sends what no browser sends."""

from __future__ import annotations

import asyncio
import logging
import random
from contextlib import suppress
from typing import Any

import pytest

aiohttp = pytest.importorskip("aiohttp", reason="the extra web is not installed")

import yarl
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from citadels_tui.guests import web_server, web_tab
from citadels_tui.guests.cookies import Cookies
from citadels_tui.guests.ticket import guest_key
from citadels_tui.texts.guests import BAD_TABLE, BROKEN, CROWDED_OUT, ELSEWHERE, FULL, FULL_FOR_ADDRESS, NO_COOKIES
from net.identity.crypto import Identity
from tests.support.guests.web_servers import FIRST_MESSAGE, HOST, opened, until
from tests.support.terminal import SECONDS

pytestmark = pytest.mark.asyncio


async def ended(line: ClientWebSocketResponse) -> Any:
    """What the server says at the end."""
    async with asyncio.timeout(SECONDS):
        async for message in line:
            if message.type == WSMsgType.TEXT and "ended" in message.json():
                return message.json()["ended"]
    return None


async def closed(line: ClientWebSocketResponse) -> int | None:
    """How the server closes the line."""
    async with asyncio.timeout(SECONDS):
        async for _ in line:
            pass
    return line.close_code


# Other pages, other names

PATHS = [("/friday", "GET"), ("/-/xterm.mjs", "GET"), ("/-/player", "POST"), ("/-/play", "GET")]


@pytest.mark.parametrize(("path", "method"), PATHS)
async def test_foreign_origins_and_host_names_are_refused(path: str, method: str) -> None:
    async with opened() as site:
        near = f"localhost:{site.server.port}"
        hostile = [
            {"Host": "evil.example", "Origin": "http://evil.example"},
            {"Host": f"127.0.0.1.evil.example:{site.server.port}"},
            {"Host": near, "Origin": "https://evil.example"},
            {"Host": near, "Origin": "http://localhost:1"},
            {"Host": near, "Origin": f"https://{near}"},
            {"Host": near, "Origin": "null"},
            {"Host": f"{near}@evil.example", "Origin": f"http://{near}@evil.example"},
        ]
        if path.startswith("/-/play"):
            hostile.append({"Host": near})
        for headers in hostile:
            assert await site.status(path, method, **headers) == 403, headers
        assert await site.status(path, method, Host=near, Origin=f"http://{near}") != 403


async def test_behind_a_proxy_the_page_has_one_name() -> None:
    async with opened("https://play.example.org") as site:
        assert await site.status("/", Host="play.example.org") == 200
        assert await site.status("/", Host="play.example.org", Origin="https://play.example.org") == 200
        for host in (f"127.0.0.1:{site.server.port}", "play.example.org:80", "example.org"):
            assert await site.status("/", Host=host) == 403
        for origin in ("http://play.example.org", "https://example.org", f"http://127.0.0.1:{site.server.port}"):
            assert await site.status("/-/player", "POST", Host="play.example.org", Origin=origin) == 403


async def test_a_refused_name_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with opened("https://play.example.org") as site:
        for host in ("play.example.org:443", "nginx", "nginx", "play.example.org"):
            await site.status("/", Host=host)
        for number in range(100):
            await site.status("/", Host=f"x{number}")
    told = [record.__dict__["about"] for record in caplog.records if "another address" in record.getMessage()]
    assert [each["host"] for each in told[:2]] == ["play.example.org:443", "nginx"]
    assert told[0]["expected"] == "https://play.example.org"
    assert len(told) == 20


async def test_there_is_the_page_and_nothing_else() -> None:
    async with opened() as site:
        for path in ("/", "/friday", "/Friday%20Night", "/-/page.mjs", "/-/xterm.css"):
            assert await site.status(path) == await site.status(path, "HEAD") == 200
        for path in ("/favicon.ico", "/a/b", "/-/", "/-/LICENSE", "/-/../web_server.py", "/-/%2e%2e/%2e%2e/cli.py"):
            assert await site.status(path) == 404
        assert await site.status("/", "POST", **site.headers) == 404
        assert await site.status("/-/play", **site.headers) == 400
        async with site.http.get(f"{site.url}/-/xterm.mjs") as answer:
            tag = answer.headers["ETag"]
            assert answer.headers["Content-Encoding"] == "gzip"
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert await site.status("/-/xterm.mjs", **{"If-None-Match": tag}) == 304


@pytest.mark.parametrize("path", ["/friday.", "/friday)", "/friday/", "/Friday%20", "/%E2%80%8Bfriday", "/friday%22,"])
async def test_a_link_leads_to_its_table_with_signs_that_were_copied_with_it(path: str) -> None:
    async with (
        opened() as site,
        site.http.get(yarl.URL(f"{site.url}{path}", encoded=True), allow_redirects=False) as answer,
    ):
        assert (answer.status, answer.headers["Location"]) == (302, "/friday")


# Cookies


async def test_a_browser_keeps_the_cookie_it_has() -> None:
    async with opened() as site:
        (first,) = (await site.cookie()).values()
        assert len(first.value) == 64
        assert (first["httponly"], first["samesite"], first["path"], first["secure"]) == (True, "Strict", "/", "")
        (again,) = (await site.cookie(Cookie=f"citadels={first.value}")).values()
        assert again.value == first.value
        bad = [
            "",
            "x" * 31,
            "x" * 33,
            "x" * 31 + "%",
            "../../etc/passwd",
            '"; Path=/; Domain=evil',
            "é" * 32,
            # In the right form, and not made here.
            "x" * 64,
            Cookies(Identity.new().derive("browser cookie")).make(),
            first.value[:-1] + ("A" if first.value[-1] != "A" else "B"),
            ("A" if first.value[0] != "A" else "B") + first.value[1:],
        ]
        for value in bad:
            (fresh,) = (await site.cookie(Cookie=f"citadels={value}")).values()
            assert len(fresh.value) == 64
            assert fresh.value not in (first.value, value)
            line = await site.line(value or "x")
            await line.send_json(FIRST_MESSAGE)
            assert await ended(line) == NO_COOKIES
        assert site.launcher.clients == []
    # The host was started again, with the same key.
    async with opened() as site:
        (again,) = (await site.cookie(Cookie=f"citadels={first.value}")).values()
        assert again.value == first.value


async def test_behind_a_proxy_the_cookie_is_of_this_origin_alone() -> None:
    async with opened("https://play.example.org") as site:
        (made,) = (await site.cookie(Host="play.example.org", Origin="https://play.example.org")).values()
        assert made.key == "__Host-citadels"
        assert (made["secure"], made["domain"], made["path"]) == (True, "", "/")


async def test_a_cookie_is_a_player_and_the_server_keeps_it_nowhere() -> None:
    async with opened() as site:
        one, other = site.server.book.cookies.make(), site.server.book.cookies.make()
        seeds = [(await site.guest(secret))[1].ticket.seed for secret in (one, one, other)]
        assert seeds[0] == seeds[1] != seeds[2]
        assert guest_key(HOST, "web", one).hex() not in seeds
        assert one not in str(vars(site.server.book))


async def test_without_a_cookie_nobody_plays() -> None:
    async with opened() as site:
        for secret in (None, "short", "x" * 4000):
            line = await site.line(secret)
            await line.send_json(FIRST_MESSAGE)
            assert await ended(line) == NO_COOKIES
        assert site.launcher.clients == []


# What a browser sends


@pytest.mark.parametrize(
    "opening",
    [
        *(b"\x00", "", "null", "[]", "{", "[" * 4000, '{"name": "Ada"}', "\x00" * 100),
        *({**FIRST_MESSAGE, "more": 1}, {**FIRST_MESSAGE, "columns": "100"}, {**FIRST_MESSAGE, "columns": -1}),
        *({**FIRST_MESSAGE, "lines": 10**30}, {**FIRST_MESSAGE, "lines": 3.5}, {**FIRST_MESSAGE, "name": "x" * 65}),
        {**FIRST_MESSAGE, "table": ["friday"]},
    ],
)
async def test_an_opening_that_is_none_opens_nothing(opening: Any) -> None:
    async with opened() as site:
        line = await site.line()
        if isinstance(opening, bytes):
            await line.send_bytes(opening)
        elif isinstance(opening, str):
            await line.send_str(opening)
        else:
            await line.send_json(opening)
        assert await closed(line) == 1008
        assert site.launcher.clients == []


async def test_a_guest_brings_a_name_a_room_a_size_and_a_language() -> None:
    async with opened() as site:
        _, client = await site.guest(name="Ada McX", columns=65535, lines=0)
        assert (client.ticket.name, client.ticket.table, client.ticket.via) == ("Ada McX", "friday", "web")
        assert client.size == (500, 24)
        assert client.ticket.environ["LANG"] == "en.UTF-8"
        assert "SSH_CONNECTION" not in client.ticket.environ
        assert set(client.ticket.environ) <= {
            "TERM",
            "PATH",
            "HOME",
            "CITADELS_STATE",
            "CITADELS_CONFIG",
            "COLORTERM",
            "LANG",
        }
        line = await site.line(**{"Accept-Language": "nl-NL,nl;q=0.9"})
        await line.send_json(FIRST_MESSAGE | {"name": "\x1b[2J", "table": ""})
        await until(lambda: len(site.launcher.clients) == 2)
        ticket = site.launcher.clients[1].ticket
        assert (ticket.name, ticket.table, ticket.environ["LANG"]) == ("Guest", "", "nl.UTF-8")


@pytest.mark.parametrize("table", ["Friday", "a b", "../a", "a;b", "é", "x" * 33])
async def test_the_name_of_a_table_is_bounded(table: str) -> None:
    async with opened() as site:
        line = await site.line()
        await line.send_json(FIRST_MESSAGE | {"table": table})
        assert await ended(line) == BAD_TABLE


async def test_keys_and_frames_go_through() -> None:
    async with opened() as site:
        line, client = await site.guest()
        await line.send_bytes(b"x" * 4000 + b"\x1b[A")
        await until(lambda: client.typed == b"x" * 4000 + b"\x1b[A")
        await line.send_json({"columns": 1, "lines": 60000})
        await until(lambda: client.size == (20, 200))
        client.draw(b"\x1b[?1049hfrost")
        async with asyncio.timeout(SECONDS):
            assert (await line.receive_bytes()) == b"\x1b[?1049hfrost"
        client.draw(b"\x1b[?1049l\x1b[?25h")
        client.end()
        assert await ended(line) == ""


async def test_keys_of_a_browser_come_at_a_bounded_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a browser sends: what comes faster waits, and nothing of it is lost."""
    monkeypatch.setattr(web_tab, "_RATE", (20.0, 4))
    async with opened() as site:
        line, client = await site.guest()
        begun = asyncio.get_running_loop().time()
        for number in range(16):
            await (line.send_bytes(b"x") if number % 2 else line.send_json({"columns": 80 + number, "lines": 24}))
        await until(lambda: client.typed == b"x" * 8)
        # Four come at once; each of the others waits for a twentieth of a second, before or after it is looked at.
        assert asyncio.get_running_loop().time() - begun > 10 / 20
        assert client.size == (94, 24)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"x" * 4097, 1009),
        ("x" * 5000, 1009),
        ("{}", 1008),
        ('{"columns": 80}', 1008),
        ('{"columns":1e9,"lines":1}', 1008),
    ],
)
async def test_malformed_browser_messages_close_the_line(sent: bytes | str, code: int) -> None:
    async with opened() as site:
        line, client = await site.guest()
        if isinstance(sent, bytes):
            await line.send_bytes(sent)
        else:
            await line.send_str(sent)
        assert await closed(line) == code
        await client.session.ended


async def test_a_closed_line_ends_the_session_a_closed_server_does_not() -> None:
    async with opened() as site:
        line, client = await site.guest()
        await line.close()
        async with asyncio.timeout(SECONDS):
            await client.session.ended
        line, client = await site.guest()
        # The connection is gone without a word.
        assert line._response.connection
        line._response.connection.transport.abort()  # type: ignore[union-attr]
        async with asyncio.timeout(SECONDS):
            await client.session.ended
        line, _ = await site.guest()
        closing = asyncio.create_task(site.server.close())
        assert await ended(line) is None
        assert line.close_code == 1001
        await closing


@pytest.mark.parametrize(
    ("drawn", "code", "why"),
    [
        (b"\x1b[?1049hboard\x1b[?1049l\x1b[?25hNobody has touched a key here.\n", 1, "Nobody has touched a key here."),
        (b"There is no table called x.\n", 1, "There is no table called x."),
        (b"\x1b[?1049hboard", -9, BROKEN),
        (b"\x1b[?1049hboard", 0, BROKEN),
        (b"", 1, BROKEN),
    ],
)
async def test_a_browser_is_told_why_its_session_has_ended(drawn: bytes, code: int, why: str) -> None:
    async with opened() as site:
        line, client = await site.guest()
        client.draw(drawn)
        client.end(code)
        assert await ended(line) == why


@pytest.mark.slow
async def test_a_browser_that_does_not_read_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as site:
        line, client = await site.guest()
        assert line._response.connection
        line._response.connection.transport.pause_reading()  # type: ignore[union-attr]
        written, still = 0, 0
        while still < 50:
            count = client.draw(b"x" * 4096)
            written += count
            still = 0 if count else still + 1
            await asyncio.sleep(0.001)
        # What fits into the system's buffers of a loopback connection, and no more.
        assert written < 16 * 1024 * 1024
        (tab,) = site.server._tabs
        assert len(tab._drawn) < 256 * 1024
        line._response.connection.transport.resume_reading()  # type: ignore[union-attr]
        read = 0
        async with asyncio.timeout(SECONDS):
            while read < written:
                message = await line.receive()
                read += len(message.data) if message.type == WSMsgType.BINARY else 0


async def test_a_silent_browser_is_gone_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "ALIVE", 0.1)
    async with opened() as site:
        own = {"Cookie": f"citadels={site.server.book.cookies.make()}"}
        line = await site.http.ws_connect(f"{site.url}/-/play", headers=site.headers | own, autoping=False)
        await line.send_json(FIRST_MESSAGE)
        await until(lambda: site.launcher.clients)
        async with asyncio.timeout(SECONDS):
            await site.launcher.clients[0].session.ended


# How many


async def test_sessions_are_bounded_for_address_player_and_in_all() -> None:
    async with opened(sessions=3, per_address=2) as site:
        secret = site.server.book.cookies.make()
        first, client = await site.guest(secret)
        second, _ = await site.guest(secret)
        line = await site.line()
        await line.send_json(FIRST_MESSAGE)
        assert await ended(line) == FULL_FOR_ADDRESS
        # The newest of one player takes the place of the oldest.
        third = await site.line(secret)
        await third.send_json(FIRST_MESSAGE)
        assert await ended(first) == ELSEWHERE
        await client.session.ended
        assert not second.closed
    async with opened("https://a.example", sessions=2, per_address=1) as site:
        site.headers = {"Host": "a.example", "Origin": "https://a.example"}

        async def come(address: str) -> ClientWebSocketResponse:
            own = {"Cookie": f"__Host-citadels={site.server.book.cookies.make()}", "X-Forwarded-For": address}
            line = await site.http.ws_connect(f"{site.url}/-/play", headers=site.headers | own)
            await line.send_json(FIRST_MESSAGE)
            return line

        lines = [await come("10.0.0.1, 192.0.2.1"), await come("10.0.0.1, 192.0.2.2")]
        await until(lambda: len(site.launcher.clients) == 2)
        assert await ended(await come("10.0.0.1, 192.0.2.3")) == FULL
        await lines[0].close()
        await until(lambda: len(site.server.book) == 1)
        assert await ended(await come("192.0.2.3, 192.0.2.2")) == FULL_FOR_ADDRESS
        last = await come("2001:db8::1")
        await until(lambda: len(site.launcher.clients) == 3)
        assert not last.closed
    async with opened("https://a.example", sessions=3, per_address=3) as site:
        site.headers = {"Host": "a.example", "Origin": "https://a.example"}
        crowd = [await come("192.0.2.1") for _ in range(3)]
        await until(lambda: len(site.server.book) == 3)
        # From elsewhere: the oldest of the address that has most makes room.
        other = await come("192.0.2.2")
        assert await ended(crowd[0]) == CROWDED_OUT
        await until(lambda: len(site.launcher.clients) == 4)
        assert await ended(await come("192.0.2.1")) == FULL
        assert not other.closed


async def test_attempts_are_bounded_by_address_and_only_a_proxy_names_another() -> None:
    async with opened(logins=(0.001, 3)) as site:
        for number in range(3):
            line = await site.line(**{"X-Forwarded-For": f"192.0.2.{number}"})
            await line.close()
        with pytest.raises(WSServerHandshakeError) as caught:
            await site.line(**{"X-Forwarded-For": "192.0.2.9"})
        assert caught.value.status == 429


async def test_behind_two_proxies_the_named_ones_are_passed_over() -> None:
    for proxies, counted in (("10.0.0.1", "192.0.2.1"), ("", "10.0.0.1")):
        async with opened("https://a.example", proxies) as site:
            secret = site.server.book.cookies.make()
            own = {"Host": "a.example", "Origin": "https://a.example", "Cookie": f"__Host-citadels={secret}"}
            told = {"X-Forwarded-For": "203.0.113.1, 192.0.2.1, 10.0.0.1"}
            line = await site.http.ws_connect(f"{site.url}/-/play", headers=own | told)
            await line.send_json(FIRST_MESSAGE)
            await until(lambda: len(site.server.book) == 1)
            assert [address for address, _ in site.server.book._inside.values()] == [counted]
            await line.close()


async def test_a_silent_browser_makes_room_after_its_time() -> None:
    async with opened(connections=4, login_time=SECONDS) as site:
        silent = [await asyncio.open_connection("127.0.0.1", site.server.port) for _ in range(6)]
        for reader, _ in silent[:2]:
            with suppress(ConnectionError):
                assert await reader.read() == b""
        assert await site.status("/") == 200
        line, _ = await site.guest()
        assert len(site.server.listener.waiting) <= 4
        for _, writer in silent:
            writer.close()
        # Who is in a session needs none of that.
        await until(lambda: not site.server.listener.waiting)
        assert not line.closed
        await line.close()
    async with opened(login_time=0.05) as site:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.server.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: local")
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        # On a busy machine the time may be up before the line is open.
        with suppress(aiohttp.ClientError):
            await closed(await site.line())
        assert site.launcher.clients == []


# Whatever comes


async def test_the_server_survives_every_request(caplog: pytest.LogCaptureFixture) -> None:
    chance = random.Random(11)
    async with opened() as site:
        request = (
            f"GET /-/play HTTP/1.1\r\nHost: 127.0.0.1:{site.server.port}\r\nOrigin: {site.url}\r\n"
            "Upgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Cookie: a=b; citadels={site.server.book.cookies.make()}; c\r\nAccept-Language: nl\r\n\r\n"
        ).encode()
        for number in range(150):
            data = bytearray(request)
            for _ in range(number % 7):
                data[chance.randrange(len(data))] = chance.randrange(256)
            if number % 3 == 0:
                data = data[: chance.randrange(len(data))]
            reader, writer = await asyncio.open_connection("127.0.0.1", site.server.port)
            writer.write(bytes(data) + chance.randbytes(chance.randrange(200)))
            writer.write_eof()
            with suppress(ConnectionError):
                async with asyncio.timeout(SECONDS):
                    answer = await reader.read()
                assert b"Traceback" not in answer
                assert b"500" not in answer[:15]
            writer.close()
        assert await site.status("/", Cookie="x" * 9000) == 400
        assert await site.status("/") == 200
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []

"""The web server: anybody with a browser plays without installing anything (extra ``web``).

It serves one page, with a terminal in it, to browsers that have come for this page; what is typed there goes to a
client as from any terminal. A player is a cookie, which the page of another site can neither read nor send. One that
this host has not made is nobody's.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from hashlib import sha256

from aiohttp import web

from citadels_tui.guests.guest_book import GuestBook
from citadels_tui.guests.metered import GuestListener, MeteredConnection
from citadels_tui.guests.ticket import is_table_name, table_named
from citadels_tui.guests.web_page import language_of, load_files, make_page, policy
from citadels_tui.guests.web_tab import ALIVE, FRAME, WebTab
from net.base.errors import NetError
from net.base.limits import KIB
from net.base.proxies import NO_PROXIES, Proxies, read_proxies
from net.base.sockets import listen_tcp

_log = logging.getLogger("net.guests")
_SILENT = logging.getLogger("citadels.requests")
"""Silent: a bad request is answered, and not logged."""
_SILENT.disabled = True

LOOPBACK = "127.0.0.1"
_OWN_MACHINE = read_proxies("127.0.0.0/8,::1")
_FILES, _PLAYER, _PLAY = "/-/", "/-/player", "/-/play"
_NEAR = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?")
"""Names of this machine in its own browsers; through a tunnel the port is another."""
_PATH = re.compile(r"/|/([^/]{1,64})/?")
_COOKIE_TIME = 400 * 24 * 3600
"""Seconds a cookie is kept: as long as browsers allow."""
_HEADER = 4096
"""Bytes of a line of a request."""
_REQUEST = 16 * KIB
"""Bytes of one that is not a session yet."""
_REFUSALS = 20
"""Addresses by which browsers come and are refused that are logged."""


class WebServer:
    """Listens for browsers.

    Args:
        origin: Where the page is found, when a proxy in front of the server encrypts for it; else only browsers of
            this machine are served.
        proxies: Those that say who comes by them, beside programs of this machine.
    """

    def __init__(self, book: GuestBook, origin: str = "", proxies: Proxies = NO_PROXIES) -> None:
        self.book = book
        self._proxies = Proxies((*_OWN_MACHINE.networks, *proxies.networks) if origin else ())
        self.origin = origin
        self.port = 0
        """The port that is listened on, once open."""
        limits = book.limits
        self.listener = GuestListener(
            self._make, waiting=limits.connections, patience=limits.login_time, first=_REQUEST
        )
        self._files = load_files()
        self._tabs: set[WebTab] = set()
        self._refused: set[tuple[str, str]] = set()
        self._server: web.Server | None = None
        self._accepting: asyncio.Server | None = None

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"{self.origin or f'http://{LOOPBACK}:{self.port}'}/"

    async def open(self, bind: str, port: int) -> None:
        """Listen.

        Args:
            bind: The address for a proxy; without an origin, and when empty, it is that of the machine to itself.
            port: TCP port; 0 for any free one.

        Raises:
            NetError: ``local_host``.
        """
        try:
            listening = listen_tcp((bind if self.origin else "") or LOOPBACK, port)
        except OSError as error:
            told = f"the port {port} for browsers cannot be listened on ({error.strerror})."
            raise NetError("local_host", told) from None
        self.port = listening.getsockname()[1]
        self._server = web.Server(
            self.answer,
            access_log=None,
            logger=_SILENT,
            lingering_time=0.0,
            max_line_size=_HEADER,
            max_field_size=_HEADER,
        )
        self._accepting = await self.listener.listen(listening)

    async def close(self) -> None:
        """Stop listening, and disconnect all browsers, which will dial again."""
        if self._accepting and self._server:
            self._accepting.close()
            await asyncio.gather(*(tab.hang_up() for tab in self._tabs))
            await self._server.shutdown(1.0)

    def _make(self, _: MeteredConnection) -> asyncio.Protocol | None:
        return self._server() if self._server else None

    # Requests

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request."""
        if not self._is_ours(request):
            self._note_refusal(request)
            return _plain(403, "This page is served to browsers that have come to it by its own address.\n")
        try:
            return await self._answer(request)
        except web.HTTPException as error:
            # What is no request for a socket.
            return _plain(error.status, f"{error.reason}.\n")
        except (OSError, asyncio.CancelledError):
            raise
        except Exception as error:
            _log.error("a browser could not be answered", extra={"about": {"fault": type(error).__name__}})
            return _plain(500, "Something went wrong in Citadels itself.\n")

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        reads = request.method in ("GET", "HEAD")
        if request.path == _PLAY and request.method == "GET":
            return await self._play(request)
        if request.path == _PLAYER and request.method == "POST":
            return self._name_player(request)
        if reads and request.path.startswith(_FILES):
            return self._file(request)
        named = _PATH.fullmatch(request.path)
        table = table_named(named[1] or "") if named else ""
        if reads and is_table_name(table) and request.path.lower() != f"/{table}":
            # Something was copied with the link.
            return _closing(web.Response(status=302, headers=policy() | {"Location": f"/{table}"}))
        if reads and named and "." not in table:
            nonce = secrets.token_urlsafe(18)
            page = make_page(language_of(request.headers.get("Accept-Language", "")), nonce)
            headers = policy(nonce) | {"Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8"}
            return _closing(web.Response(body=page.encode(), headers=headers))
        return _plain(404, "There is nothing here.\n")

    def _note_refusal(self, request: web.BaseRequest) -> None:
        """Log by which name a browser has come that is refused, once each: a proxy may be set up wrongly."""
        host, origin = (request.headers.get(name, "")[:100] for name in ("Host", "Origin"))
        if (host, origin) not in self._refused and len(self._refused) < _REFUSALS:
            self._refused.add((host, origin))
            about = {"host": host, "origin": origin, "expected": self.origin or "http://localhost"}
            _log.info("a browser that came by another address was refused", extra={"about": about})

    def _is_ours(self, request: web.BaseRequest) -> bool:
        """Whether a browser shows our page, under our name, when it asks for this.

        Another page may send requests here, or have a name that leads here; the browser says so.
        """
        hosts, origins = (request.headers.getall(name, []) for name in ("Host", "Origin"))
        if len(hosts) != 1 or len(origins) > 1:
            return False
        host = hosts[0].lower()
        own = self.origin or f"http://{host}"
        if host != own.partition("://")[2] or not (self.origin or _NEAR.fullmatch(host)):
            return False
        acts = request.method not in ("GET", "HEAD") or request.path == _PLAY
        return origins == [own] if origins or acts else True

    def _address(self, request: web.BaseRequest) -> str:
        """The client's address; behind a proxy that is believed, from X-Forwarded-For."""
        peer = request.transport.get_extra_info("peername") if request.transport else None
        told = ",".join(request.headers.getall("X-Forwarded-For", [])).split(",")
        return self._proxies.first_behind([*told, *(peer or ("",))[:1]])

    def _file(self, request: web.BaseRequest) -> web.Response:
        file = self._files.get(request.path.removeprefix(_FILES))
        if file is None:
            return _plain(404, "There is nothing here.\n")
        headers = policy() | {"Cache-Control": "no-cache", "ETag": file.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("If-None-Match") == file.tag:
            return _closing(web.Response(status=304, headers=headers))
        headers["Content-Type"] = file.kind
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            return _closing(web.Response(body=file.packed, headers=headers | {"Content-Encoding": "gzip"}))
        return _closing(web.Response(body=file.data, headers=headers))

    # Players

    @property
    def _cookie(self) -> str:
        """The name of the cookie. With that prefix a browser takes it from this very origin alone."""
        return "__Host-citadels" if self.origin else "citadels"

    def _secret(self, request: web.BaseRequest) -> str:
        """The cookie a browser has; empty without one that this host has made."""
        return self.book.cookies.own(request.cookies.get(self._cookie, ""))

    def _name_player(self, request: web.BaseRequest) -> web.Response:
        """Give a browser a cookie by which it will be known, or let it keep the one it has."""
        answer = web.Response(status=204, headers=policy() | {"Cache-Control": "no-store"})
        answer.set_cookie(
            self._cookie,
            self._secret(request) or self.book.cookies.make(),
            max_age=_COOKIE_TIME,
            path="/",
            secure=bool(self.origin),
            httponly=True,
            samesite="Strict",
        )
        return _closing(answer)

    async def _play(self, request: web.BaseRequest) -> web.StreamResponse:
        address = self._address(request)
        if not self.book.may_log_in(address):
            return _plain(429, "Too many have come from this address at once. Try again a little later.\n")
        socket = web.WebSocketResponse(heartbeat=ALIVE, max_msg_size=FRAME + 1, compress=False, timeout=1.0)
        socket.headers.update(policy())
        line = request.transport
        assert isinstance(line, MeteredConnection)
        try:
            await socket.prepare(request)
        except ValueError:
            return _plain(400, "This is no request of a browser.\n")
        secret = self._secret(request)
        # The cookie itself is kept nowhere.
        who = sha256(secret.encode()).hexdigest() if secret else ""
        # The page names its own language: some browsers ask for a WebSocket in another one than for the page.
        language = language_of(request.query.get("lang", request.headers.get("Accept-Language", "")))
        tab = WebTab(socket, self.book, who=who, address=address, language=language, line=line)
        self._tabs.add(tab)
        try:
            await tab.run()
        finally:
            self._tabs.discard(tab)
            # A browser that reads nothing would keep it open.
            line.close()
            asyncio.get_running_loop().call_later(1.0, line.abort)
        return socket


def _plain(status: int, sentence: str) -> web.Response:
    headers = policy() | {"Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8"}
    return _closing(web.Response(status=status, body=sentence.encode(), headers=headers))


def _closing(response: web.Response) -> web.Response:
    """One request a connection: so none of them stays without a session."""
    response.force_close()
    return response

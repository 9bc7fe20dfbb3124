"""A tab: one browser's line to the client of its guest."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Annotated, TypeVar

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from citadels_tui.guests.guest_book import Arrival, GuestBook, Turned
from citadels_tui.guests.launcher import GuestSession
from citadels_tui.guests.metered import MeteredConnection
from citadels_tui.guests.ticket import guest_name, is_table_name
from citadels_tui.texts import TOUCH, guests
from citadels_tui.texts.catalogue import read
from net.base.limits import Bucket
from net.base.sockets import until_closed

FRAME = 4096
"""Bytes of a message of a browser."""
ALIVE = 15.0
"""Seconds between questions whether a browser is still there, and between signs to it that the host is."""
_RATE = (100.0, 200)
"""Messages of a browser that are looked at: per second, burst. What comes faster waits on its side."""
_UNREAD = 64 * 1024
"""Bytes that may wait for a browser that does not read, before the client has to wait."""
_TERM = "xterm-256color"

Count = Annotated[int, Field(ge=0, le=65535)]


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Size(_Told):
    """The terminal in the page has another size."""

    columns: Count
    lines: Count


class FirstMessage(Size):
    """A person who comes: the first message of a browser."""

    name: str = Field(max_length=64)
    table: str = Field(max_length=64)
    touch: bool = False
    """Whether they point with a finger."""


_Kind = TypeVar("_Kind", bound=_Told)


def read_told(kind: type[_Kind], message: WSMessage) -> _Kind | None:
    """The message a browser tells in JSON; None when it is not that."""
    if message.type != WSMsgType.TEXT:
        return None
    try:
        return kind.model_validate_json(message.data)
    except ValidationError:
        return None


class WebTab:
    """Carries what is typed to a client, and what it draws to the browser.

    Args:
        who: A hash of the browser's cookie; empty without one.
        address: What the network knows the guest by.
        language: That of the browser.
        line: Its connection.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        book: GuestBook,
        *,
        who: str,
        address: str,
        language: str,
        line: MeteredConnection,
    ) -> None:
        self._socket = socket
        self._book = book
        self._who, self._address, self._language = who, address, language
        self._line = line
        self._session: GuestSession | None = None
        self._drawn = bytearray()
        """Output that has not been sent yet."""
        self._news = asyncio.Event()

    async def run(self) -> None:
        """Let the guest in and serve them, until either side has ended."""
        try:
            async with asyncio.timeout(self._book.limits.login_time):
                first = read_told(FirstMessage, await self._socket.receive())
        except TimeoutError:
            return
        if first is None:
            await self._close(WSCloseCode.POLICY_VIOLATION)
            return
        sending: asyncio.Task[None] | None = None
        try:
            session = self._session = await self._enter(first)
            session.ended.add_done_callback(lambda _: self._news.set())
            self._line.ask = self._news.set
            self._line.settle(session.close)
            sending = asyncio.create_task(self._send())
            session.read()
            await self._listen(session)
        except Turned as turned:
            await self._end(self._told(str(turned)))
        finally:
            if self._session:
                self._session.close()
            if sending:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def hang_up(self) -> None:
        """The server is closed in order: the browser says so, and dials again."""
        await self._close(WSCloseCode.GOING_AWAY)

    async def _enter(self, first: FirstMessage) -> GuestSession:
        """Open the session.

        Raises:
            Turned: when the guest cannot come in.
        """
        if not self._who:
            raise Turned(guests.NO_COOKIES)
        if first.table and not is_table_name(first.table):
            raise Turned(guests.BAD_TABLE)
        environ = {"COLORTERM": "truecolor", "LANG": f"{self._language}.UTF-8"}
        if first.touch:
            environ[TOUCH] = "1"
        arrival = Arrival("web", self._who, self._address, guest_name(first.name), first.table, _TERM, environ)
        return await self._book.enter(arrival, first.columns, first.lines, self._draw)

    async def _listen(self, session: GuestSession) -> None:
        """Pass on what comes from the browser, until it is gone, or sends what it may not."""
        loop = asyncio.get_running_loop()
        bucket = Bucket(_RATE, loop.time())
        async for message in self._socket:
            if session.closing:
                return
            if message.type == WSMsgType.BINARY:
                session.type(message.data)
            elif size := read_told(Size, message):
                session.resize(size.columns, size.lines)
            else:
                await self._close(WSCloseCode.POLICY_VIOLATION)
                return
            await asyncio.sleep(bucket.delay(1, loop.time()))

    def _draw(self, data: bytes) -> None:
        self._drawn += data
        if len(self._drawn) > _UNREAD and self._session:
            self._session.read(False)
        self._news.set()

    async def _send(self) -> None:
        """Send what the client draws as fast as the browser reads, and signs when it draws nothing."""
        assert self._session
        with suppress(ConnectionError):
            while self._drawn or not self._session.ended.done():
                with suppress(TimeoutError):
                    async with asyncio.timeout(ALIVE):
                        await self._news.wait()
                self._news.clear()
                data, self._drawn = bytes(self._drawn), bytearray()
                if data:
                    await self._socket.send_bytes(data)
                else:
                    await self._socket.send_str("{}")
                self._session.read()
            # Where the client could not say why, the terminal in the page has nothing to be given back.
            why = self._session.why
            await self._end(self._told(why) if why else self._session.screen.said)

    def _told(self, sentence: str) -> str:
        return read(self._language).gettext(sentence)

    async def _end(self, why: str = "") -> None:
        """Tell the browser that the session has ended, so that it does not dial again."""
        with suppress(ConnectionError):
            await self._socket.send_str(json.dumps({"ended": why}))
        await self._close(WSCloseCode.OK)

    async def _close(self, code: WSCloseCode) -> None:
        """Close the line; a browser that does not read is not waited for."""
        await until_closed(self._socket.close(code=code), 1.0)

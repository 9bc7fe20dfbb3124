"""The signs of life of a client: when it does not hear its host, and when it hears the host all the time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import cast

import pytest

from net.base.limits import DEFAULT, Limits
from net.client.dial import ClientConnection
from net.client.following import HostRates, follow
from net.protocol.client_messages import Ping
from net.protocol.host_messages import Bye, HostMessage
from tests.support.terminal import SECONDS

LONG = 1000.0


class QuietLine:
    """A connection of which somebody else says when something was heard and said last."""

    def __init__(self, *, talkative: bool) -> None:
        now = asyncio.get_running_loop().time()
        self.said = self._heard = now
        self.talkative = talkative
        self.sent: list[bytes] = []
        self.enough = asyncio.Event()

    @property
    def heard(self) -> float:
        return asyncio.get_running_loop().time() if self.talkative else self._heard

    def send(self, frame: bytes) -> None:
        self.said = asyncio.get_running_loop().time()
        self.sent.append(frame)
        if len(self.sent) == 3:
            self.enough.set()

    def abort(self) -> None:
        self.enough.set()

    async def messages(self) -> AsyncIterator[HostMessage]:
        await self.enough.wait()
        yield Bye(code="host_shutdown")


async def signs(line: QuietLine, limits: Limits) -> list[bytes]:
    async with asyncio.timeout(SECONDS):
        await follow(cast(ClientConnection, line), limits, HostRates(limits), lambda message: None)
    return line.sent


@pytest.mark.asyncio
async def test_a_listening_client_still_sends_heartbeats() -> None:
    """Or else the host would take a spectator of a fast game for gone."""
    limits = replace(DEFAULT, heartbeat=LONG, stale=LONG, silence=0.1)
    assert await signs(QuietLine(talkative=True), limits) == [Ping().frame()] * 3


@pytest.mark.asyncio
async def test_a_silent_host_is_asked_again() -> None:
    limits = replace(DEFAULT, heartbeat=0.05, stale=LONG, silence=LONG)
    assert await signs(QuietLine(talkative=False), limits) == [Ping().frame()] * 3


@pytest.mark.asyncio
async def test_a_busy_client_sends_no_heartbeat() -> None:
    limits = replace(DEFAULT, heartbeat=0.05, stale=LONG, silence=LONG)
    line = QuietLine(talkative=True)
    asyncio.get_running_loop().call_later(1.0, line.enough.set)
    assert await signs(line, limits) == []


def test_requests_count_as_heartbeats() -> None:
    """There is time for a sign of life to be late, whoever has fallen silent."""
    assert DEFAULT.heartbeat < DEFAULT.stale
    assert DEFAULT.heartbeat <= DEFAULT.quiet <= DEFAULT.silence / 2

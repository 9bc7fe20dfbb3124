"""Metrics: a host's figures as OpenMetrics, by HTTP, for programs of this machine alone.

There are no names of players in them, no titles or ids of tables, no addresses and no secrets: only numbers of the host
as a whole. They are those of `net.protocol.visitor_notes.StatusNote`, and those of the process that every program with
this library tells.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from time import monotonic

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, SummaryMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from net.base.errors import NetError
from net.base.limits import Bucket
from net.protocol.version import PROTO
from net.protocol.visitor_notes import StatusNote

ADDRESS = "127.0.0.1"
PATH = "/metrics"
_HEAD = 8 * 1024
"""Bytes of a request."""
_PATIENCE = 5.0
"""Seconds for a request and its answer."""
_AT_ONCE = 8
"""Connections; one more takes the place of the oldest."""
_RATE = (10.0, 20)
"""Answers: per second, burst. A page in a browser of this machine can ask, too, and cannot read what it is told."""
_NAMES = ("127.0.0.1", "localhost", "[::1]")
"""Names that a request may have for this machine: a web page must not read it under a name of its own."""

GAUGES: dict[str, tuple[str, Callable[[StatusNote], int]]] = {
    "citadels_uptime_seconds": ("Time since the start.", lambda s: s.uptime),
    "citadels_tables": ("Tables.", lambda s: s.tables),
    "citadels_tables_unread": ("Stored tables that could not be brought back.", lambda s: s.unread),
    "citadels_games": ("Tables at which a game is in progress.", lambda s: s.games),
    "citadels_connections": ("Connections.", lambda s: s.connections),
    "citadels_connections_waiting": ("Connections that have not joined yet.", lambda s: s.waiting),
    "citadels_players": ("People with a seat who are connected.", lambda s: s.players),
    "citadels_spectators": ("Spectators.", lambda s: s.spectators),
    "citadels_visitors": ("People who look at the list of tables.", lambda s: s.visitors),
    "citadels_requests_waiting": ("What waits to be handled at the tables.", lambda s: s.requests),
    "citadels_saves_waiting": ("Tables that wait for the store.", lambda s: s.saving),
}
COUNTERS: dict[str, tuple[str, Callable[[StatusNote], int]]] = {
    "citadels_games_finished": ("Games that have ended.", lambda s: s.finished),
    "citadels_decisions": ("Moves of people and bots.", lambda s: s.decisions),
    "citadels_connections_refused": ("Connections that ended without having been let in.", lambda s: s.refused),
    "citadels_guests_refused": ("Guests whom the SSH server or the web server has turned away.", lambda s: s.turned),
    "citadels_received_bytes": ("Bytes of messages to the host, without TLS.", lambda s: s.received),
    "citadels_sent_bytes": ("Bytes of messages from the host, without TLS.", lambda s: s.sent),
}


class HostCollector(Collector):
    """Tells the figures of a host as they are when asked."""

    def __init__(self, status: Callable[[], StatusNote]) -> None:
        self._status = status

    def collect(self) -> Iterator[Metric]:
        """All figures, for Prometheus."""
        found = self._status()
        info = {"version": found.version, "protocol": str(PROTO)}
        yield InfoMetricFamily("citadels", "The program.", info)
        for name, (words, read) in GAUGES.items():
            yield GaugeMetricFamily(name, words, read(found))
        for name, (words, read) in COUNTERS.items():
            yield CounterMetricFamily(name, words, read(found))
        sessions = GaugeMetricFamily("citadels_sessions", "Guests by SSH or in a browser.", labels=["via"])
        sessions.add_metric(["ssh"], found.ssh)
        sessions.add_metric(["web"], found.web)
        yield sessions
        seconds = found.save_time / 1_000_000
        yield SummaryMetricFamily("citadels_save_seconds", "Time until a change is stored.", found.saves, seconds)
        if found.relay is not None:
            yield GaugeMetricFamily(
                "citadels_relay_up", "Whether clients can come by the relay.", found.relay == "relay_up"
            )


class MetricsServer:
    """Answers who asks for the figures, one request a connection."""

    def __init__(self, status: Callable[[], StatusNote]) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(HostCollector(status))
        # Memory, processor time and open files of this process, where the system tells them.
        ProcessCollector(registry=self._registry)
        self._open: dict[asyncio.StreamWriter, None] = {}
        """Connections, the oldest first."""
        self._answers = Bucket(_RATE, monotonic())

    @asynccontextmanager
    async def listening(self, port: int) -> AsyncIterator[None]:
        """Answer at a port of this machine.

        Raises:
            NetError: ``local_host``, when it cannot be had.
        """
        try:
            server = await asyncio.start_server(self._serve, ADDRESS, port, limit=_HEAD)
        except OSError as error:
            why = "is in use by another program." if error.errno == errno.EADDRINUSE else f"({error.strerror})."
            raise NetError("local_host", f"{ADDRESS}:{port} {why}") from None
        try:
            yield
        finally:
            server.close()
            for writer in list(self._open):
                writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._open) >= _AT_ONCE:
            next(iter(self._open)).transport.abort()
        self._open[writer] = None
        try:
            async with asyncio.timeout(_PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                await asyncio.sleep(self._answers.delay(1, monotonic()))
                writer.write(self._answer(head))
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self._open.pop(writer, None)
            writer.transport.abort()

    def _answer(self, head: bytes) -> bytes:
        first, *fields = head.decode("latin-1").split("\r\n")
        words = first.split(" ")
        named = [value.strip() for name, _, value in (each.partition(":") for each in fields) if name.lower() == "host"]
        if len(words) != 3 or not words[2].startswith("HTTP/1.") or len(named) > 1:
            return _response(HTTPStatus.BAD_REQUEST)
        if named and named[0].rpartition(":")[0] not in _NAMES and named[0] not in _NAMES:
            return _response(HTTPStatus.FORBIDDEN)
        if words[1].partition("?")[0] != PATH:
            return _response(HTTPStatus.NOT_FOUND)
        if words[0] != "GET":
            return _response(HTTPStatus.METHOD_NOT_ALLOWED)
        return _response(HTTPStatus.OK, self._told(), CONTENT_TYPE_LATEST)

    def _told(self) -> bytes:
        told: bytes = generate_latest(self._registry)  # type: ignore[no-untyped-call]
        return told


def _response(status: HTTPStatus, body: bytes = b"", kind: str = "text/plain") -> bytes:
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\nX-Content-Type-Options: nosniff\r\n\r\n"
    )
    return head.encode() + body

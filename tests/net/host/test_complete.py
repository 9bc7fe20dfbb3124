"""Objects of a host are complete when they are constructed: nothing is filled in afterwards, or from outside."""

from __future__ import annotations

import ast
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from net.base.errors import NetError
from net.host.host import Host
from net.host.opening import Opening
from net.host.seats.host_services import HostServices
from net.host.store.journal import Journal
from net.host.table.table import Table
from net.identity.crypto import Identity
from net.protocol.setup import Setup
from tests.support.net.fakes import FakeClock
from tests.support.root import ROOT


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """Every piece of code that makes or uses a host or a table, and where it stands."""
    for room in ("net/host", "net/local", "citadels_tui/commands"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield f"{path.name}:{getattr(node, 'lineno', 0)}", node


def test_no_field_waits_for_its_value() -> None:
    assert [
        f"{where} {ast.unparse(node)}"
        for where, node in nodes()
        if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Attribute)
    ] == []


def test_nobody_sets_a_field_of_a_host_or_a_table_from_outside() -> None:
    assert [
        f"{where} {ast.unparse(node)}"
        for where, node in nodes()
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and ast.unparse(node.value).rpartition(".")[2].lstrip("_") in ("host", "table")
    ] == []


def test_a_table_has_everything_before_it_runs() -> None:
    services = HostServices(Identity.new(), FakeClock(), port=7447)
    table = Table(services, Setup(players=4), opening=Opening(bots=("random", "steward")))
    assert [getattr(seat, "level", None) for seat in table.lobby.seats] == [None, None, "random", "steward"]
    assert table.record_fields()["port"] == 7447
    with pytest.raises(NetError) as caught:
        Table(services, Setup(players=4), opening=Opening(bots=("nobody",)))
    assert caught.value.code == "bot_bad"


async def refused(**options: Any) -> None:
    async with Host.open(Identity.new(), **options):
        pytest.fail("it serves")


STARTERS = {
    "add_reader",
    "add_writer",
    "create_connection",
    "create_server",
    "create_task",
    "ensure_future",
    "listen_tcp",
    "listen_unix",
    "psycopg.connect",
    "socket.socket",
    "start",
}
"""Functions that open a socket, or let something run by itself: with their module, or by the end of their name."""


def calls(function: ast.FunctionDef) -> set[str]:
    """What a function calls, by its whole name and by the end of it."""
    whole = {ast.unparse(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
    return whole | {name.rpartition(".")[2] for name in whole}


def test_nothing_opens_a_socket_or_starts_a_task_while_it_is_constructed() -> None:
    found = []
    for path in sorted((ROOT / "net/host").rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        functions = {node.name: calls(node) for node in module.body if isinstance(node, ast.FunctionDef)}
        for kind in (node for node in module.body if isinstance(node, ast.ClassDef)):
            own = functions | {node.name: calls(node) for node in kind.body if isinstance(node, ast.FunctionDef)}
            # With all functions and methods of this file that the constructor calls, and those call.
            reached, todo = {"__init__"}, {"__init__"} & own.keys()
            while todo:
                called = own[todo.pop()]
                todo |= (called - reached) & own.keys()
                reached |= called
            found += [f"{kind.name}: {name}" for name in reached & STARTERS]
    # A file is locked for good by who has opened it, and needs its thread for that.
    assert found == ["Journal: start"]


@pytest.mark.asyncio
async def test_a_host_that_cannot_listen_leaves_nothing_open(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NetError, match="in use by another program"):
            await refused(port=port, store=Journal(tmp_path / "host.db"))
    # Neither the journal nor, when the other way in cannot be had, the port.
    with pytest.raises(NetError, match="bytes"):
        await refused(port=port, unix=tmp_path / ("x" * 200), store=Journal(tmp_path / "host.db"))
    async with Host.open(Identity.new(), port=port, store=Journal(tmp_path / "host.db")) as host:
        assert host.port == port

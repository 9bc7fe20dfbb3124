"""A PostgreSQL server for the tests of a file, and a database of it for each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.net.databases import Server, serving
from tests.support.net.shared_hosts import look_around_often


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as found:
        yield found


@pytest.fixture
def url(server: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of its own, whose hosts look around more often than they have to."""
    look_around_often(monkeypatch)
    return server.database()

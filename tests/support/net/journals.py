"""Journals for tests: changes to save, and a host's view of what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from net.base.errors import NetError
from net.host.store.journal import Journal
from net.host.store.store import Change, Store, StoredEntry
from tests.support.net.hosting import WAIT

GAME = "0" * 26
OTHER = "1" * 26
SEQ = "(number & 0xffffff)"
"""Sequence number of an entry in a journal's file."""


@contextmanager
def journal(path: Path) -> Iterator[Journal]:
    with closing(Journal(path)) as found:
        yield found


def entry(seq: int, game: str = GAME, size: int = 5) -> StoredEntry:
    return StoredEntry(game, seq, bytes([seq % 256]) * size, b"signed")


def change(*seqs: int, table: str = "A", game: str = GAME, size: int = 5, **more: Any) -> Change:
    return Change(table, entries=tuple(entry(seq, game, size) for seq in seqs), **more)


def save(store: Store, *changes: Change) -> list[str]:
    """Hand changes over at once, wait for all of them, and tell what went wrong with each."""

    async def one(work: Coroutine[Any, Any, None]) -> str:
        try:
            await work
        except NetError as error:
            return error.code if str(error).isprintable() else "unprintable"
        return ""

    async def every() -> list[str]:
        async with asyncio.timeout(WAIT):
            return await asyncio.gather(*(one(store.save(change)) for change in changes))

    return asyncio.run(every())


def refusal(path: Path, named: Path | None = None) -> NetError:
    with pytest.raises(NetError) as caught:
        Journal(path)
    assert caught.value.__cause__ is None
    assert str(caught.value).isprintable()
    assert str(named or path) in str(caught.value)
    return caught.value

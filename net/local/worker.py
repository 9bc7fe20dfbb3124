"""The host process of a local game: ``python -m net.local.worker``, driven through its standard streams.

One line of JSON in says what to open, one line out says where it is and how to get in (or why not). The
invitations go through that private pipe only. The process ends when its input does: with its parent. A fault of ours
ends it, too: then a last line says where the report of it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from engine.bots import bot
from engine.bots.registry import NEUTRAL
from net.base.crash import report
from net.base.errors import NetError, sentence
from net.base.limits import DEFAULT
from net.base.paths import local_path
from net.base.program import program_version
from net.base.sockets import many_files
from net.host.announcer import announcing
from net.host.host import Host
from net.host.lines.gc_policy import keep_tidy
from net.host.opening import Reach
from net.host.store.journal import Journal
from net.host.store.store import Store
from net.host.store.stored_table import TableRecord
from net.host.table.table import Table
from net.identity.certificate import make_certificate
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import parse_place, parse_relay
from net.local.order import Opened, Order

ALONE = replace(DEFAULT, frames=(400.0, 800), moves=(200.0, 400), idle_pause=None)
"""Limits where nobody plays from elsewhere: scripts may be fast, and people at one keyboard see who is not asked."""


async def serve(order: Order, opened: asyncio.Future[Opened]) -> None:
    """Open a host with a new table, or the tables of its journal, say where, and keep it until cancelled.

    Raises:
        Exception: a fault of ours, which the table did not survive.
    """
    try:
        identity = load_identity(Path(order.key)) if order.key else Identity.new()
        store = Journal(Path(order.journal)) if order.journal else None
        limits = ALONE if order.alone else DEFAULT
        former = _former(store) if store else None
        port = order.port if order.port is not None else former.port if former else 0
        reach = order.reach or (former.opening.reach if former and order.resume else Reach())
        relay = parse_relay(reach.relay) if reach.relay else None
        async with Host.open(identity, bind=order.bind, port=port, relay=relay, limits=limits, store=store) as host:
            table = _resumed(host) if order.resume else host.open_table(order.setup, order.options, order.opening)
            table.series.opening = table.opening.model_copy(update={"reach": reach})
            if order.alone and table.damage and not table.game:
                # Nobody else has to be told, and a game of one's own has no lobby.
                table.abandon()
                kept = [sentence("log_kept", f"{path}") for path in host.salvaged]
                raise NetError("damaged", " ".join([table.damage, *kept]))
            owner, guest = host.invite(table, "127.0.0.1", owner=True).without_relay(), host.invite(table)
            if reach.address:
                guest = guest.by_way_of(parse_place(reach.address, host.port))
            if order.bind not in ("", "0.0.0.0", "::"):
                owner = owner.at(order.bind)
            people = [member.pub.hex() for member in table.lobby.players]
            notices = [*_notices(host), *await _relay_notices(host)]
            opened.set_result(Opened(owner=str(owner), guest=str(guest), notices=notices, people=people))
            async with announcing(host, order.bind) if reach.announce else contextlib.nullcontext():
                fault = await table.wait_ended()
                if fault:
                    raise fault
                await host.wait_closed()
    except NetError as error:
        # Who hosts can name another one; a game of one's own has its own.
        code = "journal_taken" if error.code == "journal_busy" and not order.alone else error.code
        opened.set_result(Opened(code=code, detail=error.detail))


def _resumed(host: Host) -> Table:
    """The table that was opened last, of those that can be brought back."""
    tables = host.recover()
    if not tables:
        raise NetError("nothing_kept")
    return tables[-1]


def _notices(host: Host) -> list[tuple[str, str]]:
    """The notices for the owner alone."""
    unread = [(error.code, error.detail) for error in (*host.notices, *host.unread.values())]
    return [*unread, *(("log_kept", f"{path}") for path in host.salvaged)]


async def _relay_notices(host: Host) -> list[tuple[str, str]]:
    error = await host.relay_line.trouble() if host.relay_line else None
    return [(error.code, error.detail)] if error else []


def _former(store: Store) -> TableRecord | None:
    """The table that was opened last, of those that can be read."""
    for id, record in reversed(store.tables()):
        with contextlib.suppress(NetError):
            return TableRecord.read(id, record)
    return None


def _clear_away(path: Path, *, keep: bool = False) -> None:
    """Remove a journal when there is nothing in it any more; with ``keep``, leave an empty file.

    A game of one's own is something from the first move on.
    """
    Journal(path).clear_away(keep=keep, unplayed=path.parent == local_path())


def _size(path: Path) -> int | None:
    """Bytes of a file; None when there is none."""
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return None


async def _main() -> int:
    loop = asyncio.get_running_loop()
    # The terminal's interrupt is meant for the player's client, which will say goodbye first.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    many_files()
    parent = asyncio.StreamReader()
    threading.Thread(target=_listen, args=(loop, parent), daemon=True).start()
    _warm_up()
    try:
        order = Order.model_validate_json(await parent.readline())
    except ValidationError:
        return 2
    size = _size(Path(order.journal)) if order.journal else None
    opened: asyncio.Future[Opened] = loop.create_future()
    host, tidy = loop.create_task(serve(order, opened)), loop.create_task(keep_tidy())
    ended = loop.create_task(_read_on(parent))
    await asyncio.wait((host, opened), return_when=asyncio.FIRST_COMPLETED)
    if opened.done():
        _tell(opened.result())
        if not opened.result().code:
            await asyncio.wait((host, ended), return_when=asyncio.FIRST_COMPLETED)
    host.cancel()
    tidy.cancel()
    ended.cancel()
    fault, *_ = await asyncio.gather(host, tidy, ended, return_exceptions=True)
    if isinstance(fault, Exception):
        _tell(Opened(code="crashed", detail=f"{report(fault, f'Citadels {program_version()}, host')}."))
        return 1
    code = opened.result().code
    # A file that was there, and in which no table was, is somebody's own.
    if order.journal and not (size and code == "nothing_kept"):
        with contextlib.suppress(NetError, OSError):
            _clear_away(Path(order.journal), keep=size == 0)
    return 1 if code else 0


def _warm_up() -> None:
    """Warm up, while the client still loads: run once what is slow the first time."""
    bot(NEUTRAL, seed=0)
    with contextlib.suppress(OSError, NetError):  # The player who opens the table will see why not.
        make_certificate()


def _listen(loop: asyncio.AbstractEventLoop, parent: asyncio.StreamReader) -> None:
    """Pass the input on, in a thread: no event loop of Windows can wait for such a pipe."""
    with contextlib.suppress(RuntimeError):  # The loop has ended before the input.
        while chunk := os.read(0, 4096):
            loop.call_soon_threadsafe(parent.feed_data, chunk)
        loop.call_soon_threadsafe(parent.feed_eof)


async def _read_on(parent: asyncio.StreamReader) -> None:
    """Wait for the end of the input."""
    while await parent.read(4096):
        pass


def _tell(answer: Opened) -> None:
    # A parent that has died meanwhile cannot be told; then the input has ended, too.
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.write(answer.model_dump_json() + "\n")
        sys.stdout.flush()


def main() -> int:
    """Be the host process; returns its exit code."""
    # The usual loop of Windows cannot be told to watch a socket.
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(_main())


if __name__ == "__main__":
    sys.exit(main())

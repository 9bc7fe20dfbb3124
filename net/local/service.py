"""The headless host: many tables in one process, until it is told to end. Everything it keeps is in one folder."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path

from net.base.errors import NetError, Sentence
from net.base.extras import how_to_install
from net.base.limits import DEFAULT, Limits
from net.base.own_addresses import own_addresses
from net.base.paths import private_folder, state_path
from net.base.proxies import NO_PROXIES, Proxies
from net.base.sockets import many_files
from net.base.text import TextError, clean_title
from net.client.connect import visit
from net.gamelog.retention import FOR_EVER, Retention
from net.host.announcer import announcing
from net.host.host import Host
from net.host.lines.gc_policy import keep_tidy
from net.host.notifier import Notifier
from net.host.seats.host_services import AwayNotice
from net.host.shared.shared_store import SharedStore
from net.host.store.journal import Journal
from net.host.store.store import Store
from net.host.table.finished_games import GameKeeper
from net.identity.crypto import Identity, load_identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.local.end_signal import told_to_end
from net.protocol.visitor_notes import StatusNote

_log = logging.getLogger(__name__)

_LOG_BYTES, _LOGS = 1_000_000, 5
"""The longest a log becomes before another is begun, and how many older ones are kept."""


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The folder of a headless host, and what is in it."""

    path: Path

    @property
    def journal(self) -> Path:
        """The tables."""
        return self.path / "host.db"

    @property
    def key(self) -> Path:
        """The host's identity."""
        return self.path / "host_ed25519"

    @property
    def ssh_key(self) -> Path:
        """The key by which SSH clients know it, once it lets them in."""
        return self.path / "ssh_host_ed25519"

    @property
    def socket(self) -> Path:
        """The Unix socket, while a host runs."""
        return self.path / "host.sock"

    @property
    def archive(self) -> Path:
        """The finished games."""
        return self.path / "games.db"

    @property
    def kept(self) -> tuple[Path, ...]:
        """The files of a copy of the host, in the order in which it is made."""
        return self.journal, self.archive, self.key, self.ssh_key

    @property
    def guests(self) -> Path:
        """Guests who have come before."""
        return self.path / "guests_met"

    @property
    def log(self) -> Path:
        """Its log, in lines of JSON."""
        return self.path / "serve.log"


def data_folder(chosen: Path | None = None) -> DataFolder:
    """The folder that was chosen, or the usual one."""
    return DataFolder(chosen.absolute() if chosen else state_path() / "serve")


async def serve_tables(
    folder: DataFolder,
    *,
    bind: str,
    port: int,
    title: str,
    opened: Callable[[Host, NetError | None], None],
    servers: Callable[[Host], AbstractAsyncContextManager[None]],
    relay: Address | None = None,
    announce: bool = False,
    notify: Sequence[str] = (),
    database: str = "",
    address: str = "",
    retention: Retention = FOR_EVER,
    limits: Limits = DEFAULT,
    proxies: Proxies = NO_PROXIES,
) -> None:
    """Run a host until the process is told to end: by SIGINT or SIGTERM, and by a second one at once.

    Args:
        folder: Where everything is kept. One host at a time uses it.
        bind: Address to listen on; ``""`` for every address of this machine.
        port: TCP port; 0 for any free one.
        title: What the host calls itself.
        opened: Told as soon as it listens, with what is wrong with the relay, if anything.
        announce: Whether to tell the local network of it.
        servers: For SSH and for browsers; they listen while the host does.
        relay: A relay by which players can come, too.
        notify: A command that is run when somebody is asked who is away (see `net.host.notifier`); empty: none is.
        database: URL of a PostgreSQL database that several hosts share; empty: the tables are in the folder.
        address: Where clients reach this host, as ``host:port``, when there are several; empty: where it thinks.
        retention: How long the logs of finished games are kept.
        limits: Bounds of everything.
        proxies: Those in front of the port, which say who comes by them.

    Raises:
        NetError: when it cannot be started, with a sentence for the user who started it.
    """
    try:
        title = clean_title(title)
    except TextError as error:
        raise NetError("title_bad", error.args[0]) from None
    os.umask(0o077)
    try:
        private_folder(folder.path)
    except OSError as error:
        raise NetError("local_host", f"{error.filename or folder.path}: {error.strerror}.") from None
    many_files()
    # Opened first: while another host has it, nothing here is touched.
    store: Store
    if database:
        store = _shared(folder, database, address or Address(own_addresses(bind)[0], port).authority)
    else:
        store = Journal(folder.journal)
    try:
        identity = load_identity(folder.key)
        logging_to = _logging(folder.log)
        games = GameKeeper(folder.archive, retention, store.give if isinstance(store, SharedStore) else None)
    except BaseException:
        store.close()
        raise
    serving = partial(Host.open, identity, bind=bind, port=port, unix=folder.socket, proxies=proxies)
    with logging_to, contextlib.closing(games):
        async with (
            _notifying(notify, title, limits) as tell,
            serving(relay=relay, limits=limits, store=store, title=title, games=games, notify=tell) as host,
            told_to_end() as ended,
        ):
            # Tables that cannot be brought back stay stored, and hold up nobody else's.
            with contextlib.suppress(NetError):
                host.recover()
            _log.info("started", extra={"about": {"port": host.port, "tables": len(host.tables)}})
            tidy = asyncio.create_task(keep_tidy(lambda: len(host.connections)))
            for notice in host.notices:
                _log.warning("%s", notice)
            opened(host, await host.relay_line.trouble() if host.relay_line else None)
            async with announcing(host, bind, title) if announce else contextlib.nullcontext(), servers(host):
                await ended.wait()
            _log.info("stopping", extra={"about": {"tables": len(host.tables)}})
            tidy.cancel()
            await asyncio.gather(tidy, return_exceptions=True)
        _log.info("stopped")


def _shared(folder: DataFolder, database: str, address: str) -> Store:
    """The store that several hosts share.

    Raises:
        NetError: ``journal`` or ``key_file``, when it cannot be used.
    """
    try:
        from net.host.postgres.postgres_store import PostgresStore
    except ImportError:
        detail = Sentence("--store needs the extra postgres: {command}", command=how_to_install("postgres"))
        raise NetError("journal", detail) from None
    return PostgresStore.open(database, address, pin_of(load_identity(folder.key).public))


@asynccontextmanager
async def _notifying(
    command: Sequence[str], title: str, limits: Limits
) -> AsyncIterator[Callable[[AwayNotice], None] | None]:
    """The notifier of players who are away, if there is a command for that."""
    if not command:
        yield None
        return
    async with Notifier(command, title, limits) as notifier:
        yield notifier.tell


# The log


class _JsonLines(logging.Formatter):
    """One JSON object a line: when, how grave, what, and figures beside it."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        about: dict[str, object] = getattr(record, "about", {})
        return json.dumps({"time": when, "level": record.levelname.lower(), "event": record.getMessage(), **about})


class _LogFile(RotatingFileHandler):
    """A log that ends and begins anew; what a full disk has no room for is left out."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Say nothing: a traceback for each line would fill the journal of the system, too."""


@contextmanager
def _logs_to(path: Path) -> Iterator[None]:
    handler = _LogFile(path, maxBytes=_LOG_BYTES, backupCount=_LOGS, encoding="utf-8")
    handler.setFormatter(_JsonLines())
    logger = logging.getLogger("net")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)
        with contextlib.suppress(OSError):
            handler.close()


def _logging(path: Path) -> contextlib.AbstractContextManager[None]:
    """Write the host's log into a file.

    Raises:
        NetError: ``local_host``, when it cannot be written.
    """
    try:
        # It may be a device; a pipe that nobody reads would be waited for.
        at_once = getattr(os, "O_NONBLOCK", 0)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | at_once, 0o600))
    except OSError as error:
        raise NetError("local_host", f"{path}: {error.strerror}.") from None
    return _logs_to(path)


# Asking a host that runs


async def ask_status(folder: DataFolder, limits: Limits = DEFAULT) -> StatusNote:
    """How the host of a folder is.

    Raises:
        NetError: ``unreachable`` when there is none.
    """
    if not folder.key.is_file() or not folder.socket.exists():
        raise NetError("unreachable", f"{folder.socket}")
    pin = pin_of(load_identity(folder.key).public)
    near = Invite(Address("", unix=str(folder.socket)), pin, b"")
    visitor = await visit(near, Identity.new(), "status", limits=limits)
    try:
        return await visitor.status()
    finally:
        await visitor.leave()

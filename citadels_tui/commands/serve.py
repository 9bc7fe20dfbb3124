"""`citadels serve`: a host of many tables without a screen, and how the one that runs is."""

from __future__ import annotations

import asyncio
import json
import shlex
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from citadels_tui.cli.checks import check_port, check_relay
from citadels_tui.cli.options import Json, Option, Relay, Unannounced
from citadels_tui.settings.folders import DATA, see_usable, warning
from citadels_tui.texts import _, guests, why
from citadels_tui.texts import serve as texts
from citadels_tui.wording.errors import CommandError, UsageError
from net.base.limits import PORT

if TYPE_CHECKING:
    from citadels_tui.guests.guest_book import GuestBook
    from net.base.errors import NetError
    from net.base.proxies import Proxies
    from net.host.host import Host
    from net.identity.invitations import Address
    from net.local.service import DataFolder

_MOST_GB = 10_000
_LONGEST = 36_500 * 86_400
"""Seconds for which logs are kept, at most: a century."""


@dataclass(frozen=True)
class ServeCommand:
    """Host many tables without a screen, until Ctrl+C or SIGTERM."""

    bind: Annotated[str, Option("Address to listen on; every address of this machine unless you name one.")] = ""
    port: Annotated[int, Option("TCP port to listen on.")] = PORT
    relay: Relay = ""
    unannounced: Unannounced = False
    ssh: Annotated[int, Option("Port for SSH clients, which can play but get no shell; by default none.")] = 0
    ssh_guests: Annotated[
        bool, Option("Admit people without an SSH key, too; they are told a line that leads back to their seat.")
    ] = False
    web: Annotated[int, Option("Port for browsers of this machine, or for a proxy; by default none.")] = 0
    web_origin: Annotated[
        str, Option("Address for browsers, https://NAME, when a proxy in front of that port encrypts.")
    ] = ""
    guests_per_address: Annotated[
        int,
        Option(
            "How many guests by SSH and browser may come from one address; without it, as many as there is room for."
        ),
    ] = 0
    proxies: Annotated[
        str,
        Option(
            "Addresses or networks of proxies in front, with commas. They must say who comes: by the PROXY protocol "
            "for SSH and for players with a client, by X-Forwarded-For for browsers."
        ),
    ] = ""
    name: Annotated[str, Option("Name of the host, up to 40 characters.")] = ""
    notify: Annotated[
        str,
        Option(
            "Command to run when a player who is away must decide, such as a script that sends mail; its environment "
            "names the player, the table and the time."
        ),
    ] = ""
    metrics: Annotated[
        int, Option("Port for monitoring by programs of this machine (OpenMetrics); by default none.")
    ] = 0
    keep_games: Annotated[
        str,
        Option(
            "How long the logs of finished games are kept, like 730d; 0 for as long as there is room. Their results "
            "stay in the standings."
        ),
    ] = "0"
    keep_size: Annotated[int, Option("How many GB these logs may take; then the oldest go.")] = 16
    data: Annotated[
        Path | None, Option("Folder for its key, tables, log and Unix socket, instead of the usual one.")
    ] = None
    store: Annotated[
        str, Option("PostgreSQL database for the tables, postgresql://USER@HOST/NAME, when several hosts share them.")
    ] = ""
    address: Annotated[
        str,
        Option(
            "Where players reach this host, HOST or HOST:PORT, when that is another address than this machine's own, "
            "or when several hosts share a database."
        ),
    ] = ""
    status: Annotated[
        bool, Option("Show the status of the host that runs on that folder, instead of starting one.")
    ] = False
    json: Json = False

    def run(self) -> int:
        """Run it until it is stopped, or tell how it is; returns 0."""
        from citadels_tui.guests.web_page import parse_origin
        from citadels_tui.wording.durations import typed_seconds
        from net.base.errors import NetError
        from net.base.extras import how_to_install
        from net.base.own_addresses import is_loopback, own_addresses
        from net.base.proxies import read_proxies
        from net.gamelog.retention import Retention
        from net.identity.invitations import Address, parse_relay
        from net.local.service import data_folder, serve_tables

        check_relay(self.relay)
        check_port(self.port)
        for server in (self.ssh, self.web, self.metrics):
            if server:
                check_port(server)
        if self.ssh_guests and not self.ssh:
            raise UsageError(_(guests.SSH_ALONE))
        if self.web_origin and not self.web:
            raise UsageError(_(guests.ORIGIN_ALONE))
        try:
            origin = parse_origin(self.web_origin) if self.web_origin else ""
        except ValueError:
            raise UsageError(_(guests.BAD_ORIGIN)) from None
        from citadels_tui.guests.ticket import GUESTS

        most = GUESTS if self.ssh or self.web else 0
        if self.guests_per_address and not 1 <= self.guests_per_address <= most:
            raise UsageError(_(guests.BAD_PER_ADDRESS).format(most=GUESTS))
        try:
            proxies = read_proxies(self.proxies)
        except ValueError:
            raise UsageError(_(guests.BAD_PROXIES)) from None
        if self.json and not self.status:
            raise UsageError(_(texts.JSON_ALONE))
        _check_shared(self.store, self.address)
        folder = data_folder(self.data)
        if not 1 <= self.keep_size <= _MOST_GB:
            raise UsageError(
                "--keep-size is a number of GB from 1 to {most}, not {value}", most=_MOST_GB, value=self.keep_size
            )
        retention = Retention(int(typed_seconds(self.keep_games, "--keep-games", _LONGEST)), self.keep_size << 30)
        if self.status:
            return _status(folder, self.json)
        see_usable([(folder.path, DATA)])

        def opened(host: Host, trouble: NetError | None) -> None:
            from net.identity.fingerprint import fingerprint

            places = own_addresses(self.bind)
            own = ", ".join(Address(place, host.port).authority for place in places)
            where = _authority(self.address, host.port) if self.address else own
            print(_(texts.LISTENING).format(where=where, words=fingerprint(host.identity.public)))
            if not (self.address or self.relay) and all(map(is_loopback, places)):
                print(_(texts.ONLY_HERE))
            print(_(texts.PLACES).format(socket=folder.socket, log=folder.log), flush=True)
            if seen := warning([(folder.path, DATA)]):
                print(seen, flush=True)
            if self.relay:
                print(why(trouble) if trouble else _(texts.RELAYED).format(relay=self.relay), flush=True)
            for notice in host.notices:
                print(why(notice), flush=True)
            for id, error in host.unread.items():
                print(_(texts.UNREAD).format(id=id, why=why(error)), flush=True)

        def servers(host: Host) -> AbstractAsyncContextManager[None]:
            place = (
                _authority(self.address, host.port)
                if self.address
                else Address(own_addresses(self.bind)[0], host.port).authority
            )
            return _together(
                _metrics(host, self.metrics) if self.metrics else nullcontext(),
                _guest_servers(self, host, folder, origin, proxies) if self.ssh or self.web else nullcontext(),
                _invited(host, self.name, place),
            )

        if self.ssh and not find_spec("asyncssh"):
            raise CommandError(guests.NO_SSH, command=how_to_install("ssh"))
        if self.web and not find_spec("aiohttp"):
            raise CommandError(guests.NO_WEB, command=how_to_install("web"))
        if self.metrics and not find_spec("prometheus_client"):
            raise CommandError(texts.NO_METRICS, command=how_to_install("metrics"))
        try:
            called = parse_relay(self.relay) if self.relay else None
            command = _command(self.notify) if self.notify else ()
            asyncio.run(
                serve_tables(
                    folder,
                    bind=self.bind,
                    port=self.port,
                    title=self.name,
                    opened=opened,
                    servers=servers,
                    relay=called,
                    announce=not self.unannounced,
                    notify=command,
                    database=self.store,
                    address=_authority(self.address, self.port) if self.address else "",
                    retention=retention,
                    proxies=proxies,
                )
            )
        except NetError as error:
            raise CommandError(why(error)) from None
        return 0


def _authority(address: str, port: int) -> str:
    """Where clients come, with the port; a usual one that was not typed is the one that is listened on."""
    from net.identity.invitations import read_authority

    place = read_authority(address)
    assert place
    return address if address.endswith(f":{place.port}") else replace(place, port=port).authority


def _check_shared(store: str, address: str) -> None:
    """See that the options of a host that is one of several fit together.

    Raises:
        UsageError: when they do not.
    """
    from urllib.parse import urlsplit

    from net.identity.invitations import read_authority

    if address and read_authority(address) is None:
        raise UsageError(_(texts.BAD_ADDRESS))
    try:
        place = urlsplit(store)
        secret = place.password is not None or "password" in place.query
    except ValueError:
        raise UsageError(_(texts.BAD_STORE)) from None
    # With one slash it would be words for the database's library, which quotes them with the password in them.
    if store and not store.startswith(("postgresql://", "postgres://")):
        raise UsageError(_(texts.BAD_STORE))
    if secret:
        raise UsageError(_(texts.STORE_SECRET))


def _command(line: str) -> tuple[str, ...]:
    """A program and its arguments, split like a shell would; nothing else of a shell's is done.

    Raises:
        UsageError: when there is no such program, or a quote is not closed.
    """
    try:
        words = shlex.split(line)
    except ValueError:
        words = []
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise UsageError("--notify is a program that can be run, with its arguments, not {value!r}", value=line[:80])
    return (str(Path(program).absolute()), *words[1:])


@asynccontextmanager
async def _together(*contexts: AbstractAsyncContextManager[None]) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for context in contexts:
            await stack.enter_async_context(context)
        yield


@asynccontextmanager
async def _metrics(host: Host, port: int) -> AsyncIterator[None]:
    from net.local.metrics import ADDRESS, PATH, MetricsServer

    async with MetricsServer(lambda: host.status(1)).listening(port):
        print(_(texts.METRICS).format(place=f"http://{ADDRESS}:{port}{PATH}"), flush=True)
        yield


@asynccontextmanager
async def _guest_servers(
    asked: ServeCommand, host: Host, folder: DataFolder, origin: str, proxies: Proxies
) -> AsyncIterator[None]:
    """The servers for SSH clients and for browsers, as far as they have a port."""
    from citadels_tui.guests.guest_book import GuestBook, GuestLimits
    from citadels_tui.guests.launcher import Launcher

    async with Launcher(folder.path) as launcher, AsyncExitStack() as stack:
        limits = GuestLimits(per_address=asked.guests_per_address) if asked.guests_per_address else GuestLimits()
        book = GuestBook(host.identity, folder, launcher, limits, has_seat=host.has_seat)
        host.entrances.count = book.figures
        if asked.web:
            place = await stack.enter_async_context(_web_server(book, asked, origin, proxies))
            host.entrances.web = place.authority
        # Closed first: a browser can help itself, a terminal on the other side of SSH cannot.
        if asked.ssh:
            place = await stack.enter_async_context(_ssh_server(book, asked, folder, proxies))
            host.entrances.ssh = place.authority
        yield


@asynccontextmanager
async def _invited(host: Host, name: str, place: str) -> AsyncIterator[None]:
    """Print a text for the players that says how they come in, once every door is open."""
    from citadels_tui.table_list.entrances import link, ssh_command
    from net.base.own_addresses import is_loopback
    from net.identity.fingerprint import fingerprint
    from net.identity.invitations import read_authority

    ssh, web, client = map(read_authority, (host.entrances.ssh, host.entrances.web, place))
    # A page that is open to this machine's browsers alone leads nobody else here.
    page = link(web) if web and (not is_loopback(web.host) or (client and is_loopback(client.host))) else ""
    lines = [
        *([_(texts.BY_BROWSER).format(line=page)] if page else []),
        *([_(texts.BY_SSH).format(line=ssh_command(ssh))] if ssh else []),
        _(texts.BY_CLIENT).format(line=f"citadels join {place}"),
        _(texts.KEY).format(words=fingerprint(host.identity.public)),
    ]
    print("", _(texts.FOR_PLAYERS), "", _(texts.COME_TO).format(name=name) if name else _(texts.COME), sep="\n")
    print(*lines, "", sep="\n", flush=True)
    if page and sys.stdout.isatty():
        with suppress(ImportError, UnicodeError):
            from citadels_tui.textart.qr_code import qr_lines

            # Dark on light, whatever the terminal's colours are.
            print(*(f"\x1b[30;107m{line}\x1b[0m" for line in qr_lines(page)), "", sep="\n", flush=True)
    yield


@asynccontextmanager
async def _ssh_server(
    book: GuestBook, asked: ServeCommand, folder: DataFolder, proxies: Proxies
) -> AsyncIterator[Address]:
    from citadels_tui.guests.ssh_server import SshServer, load_host_key
    from net.base.own_addresses import own_addresses
    from net.identity.invitations import Address, read_authority

    server = SshServer(book, load_host_key(folder.ssh_key), keyless=asked.ssh_guests, proxies=proxies)
    await server.open(asked.bind, asked.ssh)
    try:
        known = read_authority(asked.address) if asked.address else None
        place = server.place = Address(known.host if known else own_addresses(asked.bind)[0], server.port)
        print(_(guests.SSH_OPEN).format(port=place.port, fingerprint=server.fingerprint), flush=True)
        yield place
    finally:
        await server.close()


@asynccontextmanager
async def _web_server(book: GuestBook, asked: ServeCommand, origin: str, proxies: Proxies) -> AsyncIterator[Address]:
    from urllib.parse import urlsplit

    from citadels_tui.guests.web_server import WebServer
    from net.identity.invitations import Address

    server = WebServer(book, origin, proxies)
    await server.open(asked.bind, asked.web)
    try:
        print(_(guests.WEB_OPEN).format(url=server.url), flush=True)
        page = urlsplit(server.url)
        yield Address(page.hostname or "", page.port or 443)
    finally:
        await server.close()


def _status(folder: DataFolder, as_json: bool) -> int:
    from net.base.errors import NetError
    from net.local.service import ask_status
    from net.protocol.version import PROTO

    try:
        found = asyncio.run(ask_status(folder))
    except NetError as error:
        if error.code == "unreachable":
            raise CommandError(_(texts.NOT_RUNNING).format(folder=folder.path)) from None
        raise CommandError(why(error)) from None
    hours, seconds = divmod(found.uptime, 3600)
    figures = found.model_dump(exclude={"t", "cid"}) | {"protocol": PROTO}
    if as_json:
        print(json.dumps(figures))
    else:
        print(_(texts.STATUS).format(**figures | {"uptime": f"{hours}:{seconds // 60:02}:{seconds % 60:02}"}))
        if found.relay == "relay_up":
            print(_(texts.RELAY_UP))
        elif found.relay:
            print(_(texts.RELAY_NOT).format(code=found.relay))
    return 0

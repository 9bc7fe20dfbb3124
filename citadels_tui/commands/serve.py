"""`citadels serve`: a host of many tables without a screen, and how the one that runs is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from citadels_tui.commands.options import check_relay
from citadels_tui.commands.parameters import Json, Relay, Unannounced
from citadels_tui.errors import CommandError, UsageError
from citadels_tui.texts import _, guests, why
from citadels_tui.texts import serve as texts
from net.identity.invitations import PORT

if TYPE_CHECKING:
    from net.base.errors import NetError
    from net.host.host import Host
    from net.local.service import DataFolder


def serve(
    *,
    bind: str = "",
    port: int = PORT,
    relay: Relay = "",
    unannounced: Unannounced = False,
    ssh: int = 0,
    ssh_guests: bool = False,
    name: Annotated[str, Parameter(name="--name")] = "",
    data: Path | None = None,
    status: bool = False,
    json_: Json = False,
) -> int:
    """Host many tables without a screen, until Ctrl+C or SIGTERM.

    Args:
        bind: Address to listen on; every address of this machine unless you name one.
        port: TCP port to listen on.
        relay: A relay.
        unannounced: Do not tell the local network.
        ssh: Port on which SSH clients are let in to play, without a shell; none unless you name one.
        ssh_guests: Let people without an SSH key in, too; they cannot come back to their seat.
        name: What the host calls itself, up to 40 characters.
        data: Folder for its key, tables, log and Unix socket, instead of the usual one.
        status: Ask the host that runs on that folder how it is, instead of starting one.
        json_: Print the status as one JSON object.

    Returns:
        0.
    """
    from net.base.errors import NetError
    from net.identity.invitations import parse_relay
    from net.local.service import DataFolder, serve_tables, usual_folder

    check_relay(relay)
    if not 1 <= port <= 65535:
        raise UsageError(_(texts.BAD_PORT).format(port=port))
    if not 0 <= ssh <= 65535:
        raise UsageError(_(texts.BAD_PORT).format(port=ssh))
    if ssh_guests and not ssh:
        raise UsageError(_(guests.SSH_ALONE))
    if json_ and not status:
        raise UsageError(_(texts.JSON_ALONE))
    folder = DataFolder(data.absolute()) if data else usual_folder()
    if status:
        return _status(folder, json_)

    def opened(host: Host, trouble: NetError | None) -> None:
        from net.base.sockets import reachable
        from net.identity.fingerprint import fingerprint
        from net.identity.invitations import Address

        where = Address(reachable(bind), host.port).authority
        print(_(texts.LISTENING).format(where=where, words=fingerprint(host.identity.public)))
        print(_(texts.PLACES).format(socket=folder.socket, log=folder.log), flush=True)
        if relay:
            print(why(trouble) if trouble else _(texts.RELAYED).format(relay=relay), flush=True)
        for id, error in host.unread.items():
            print(_(texts.UNREAD).format(id=id, why=why(error)), flush=True)

    def doors(host: Host) -> AbstractAsyncContextManager[None]:
        if not ssh:
            return nullcontext()
        return _guest_doors(host, folder, bind, ssh, keyless=ssh_guests)

    if ssh and not find_spec("asyncssh"):
        raise CommandError(_(guests.NO_SSH))
    try:
        way = parse_relay(relay) if relay else None
        asyncio.run(
            serve_tables(
                folder,
                bind=bind,
                port=port,
                title=name,
                opened=opened,
                doors=doors,
                relay=way,
                announce=not unannounced,
            )
        )
    except NetError as error:
        raise CommandError(why(error)) from None
    return 0


@asynccontextmanager
async def _guest_doors(host: Host, folder: DataFolder, bind: str, port: int, *, keyless: bool) -> AsyncIterator[None]:
    """The door for SSH clients."""
    from citadels_tui.guests.guest_book import GuestBook
    from citadels_tui.guests.launcher import Launcher
    from citadels_tui.guests.ssh_door import SshDoor, load_host_key
    from net.base.sockets import reachable

    async with Launcher(folder.path) as launcher:
        door = SshDoor(GuestBook(host.identity, folder, launcher), load_host_key(folder.ssh_key), keyless=keyless)
        await door.open(bind, port)
        try:
            told = _(guests.SSH_OPEN).format(host=reachable(bind), port=door.port, fingerprint=door.fingerprint)
            print(told, flush=True)
            yield
        finally:
            await door.close()


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
    return 0

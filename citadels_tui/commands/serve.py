"""`citadels serve`: a host of many tables without a screen, and how the one that runs is."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from citadels_tui.commands.options import check_relay
from citadels_tui.commands.parameters import Json, NoAnnounce, Relay
from citadels_tui.errors import CommandError, UsageError
from citadels_tui.texts import _, why
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
    no_announce: NoAnnounce = False,
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
        no_announce: Do not tell the local network.
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

    try:
        way = parse_relay(relay) if relay else None
        asyncio.run(
            serve_tables(folder, bind=bind, port=port, title=name, opened=opened, relay=way, announce=not no_announce)
        )
    except NetError as error:
        raise CommandError(why(error)) from None
    return 0


def _status(folder: DataFolder, as_json: bool) -> int:
    from net.base.errors import NetError
    from net.local.service import ask_status
    from net.protocol.messages import PROTO

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

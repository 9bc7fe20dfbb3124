"""`citadels relay`: leads clients to hosts that nobody can reach."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from citadels_tui.texts import _, translated, why
from citadels_tui.texts import serve as texts
from citadels_tui.wording.errors import CommandError, UsageError
from net.base.limits import RELAY_PORT

if TYPE_CHECKING:
    from net.relay.relay import Relay


def relay(*, bind: str = "", port: int = RELAY_PORT, hosts: Path | None = None) -> int:
    """Connect clients to hosts that they cannot reach themselves, until Ctrl+C or SIGTERM.

    Args:
        bind: Address to listen on; every address of this machine unless you name one.
        port: TCP port to listen on.
        hosts: File with the pins of the hosts to serve, one a line; by default it serves all.

    Returns:
        0.
    """
    from net.base.errors import NetError
    from net.local.relay_service import read_pins, serve_relay

    if not 1 <= port <= 65535:
        raise UsageError(_(texts.BAD_PORT).format(port=port))

    def opened(relay: Relay) -> None:
        from net.base.own_addresses import own_addresses
        from net.identity.invitations import Address

        print(_(texts.RELAYING).format(where=Address(own_addresses(bind)[0], relay.port).authority))
        print(
            _(texts.FOR_ALL) if pins is None else translated(texts.FOR_SOME, len(pins)).format(amount=len(pins)),
            flush=True,
        )

    try:
        pins = None if hosts is None else read_pins(hosts)
        asyncio.run(serve_relay(bind=bind, port=port, hosts=pins, opened=opened))
    except NetError as error:
        raise CommandError(why(error)) from None
    return 0

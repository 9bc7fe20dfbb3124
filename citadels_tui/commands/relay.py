"""`citadels relay`: leads clients to hosts that nobody can reach."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from citadels_tui.cli.checks import check_port
from citadels_tui.cli.options import Option
from citadels_tui.texts import _, translated, why
from citadels_tui.texts import serve as texts
from citadels_tui.wording.errors import CommandError
from net.base.limits import RELAY_PORT

if TYPE_CHECKING:
    from net.relay.relay import Relay


@dataclass(frozen=True)
class RelayCommand:
    """Connect clients to hosts that they cannot reach themselves, until Ctrl+C or SIGTERM."""

    bind: Annotated[str, Option("Address to listen on; every address of this machine unless you name one.")] = ""
    port: Annotated[int, Option("TCP port to listen on.")] = RELAY_PORT
    hosts: Annotated[
        Path | None, Option("File with the pins of the hosts to serve, one a line; by default it serves all.")
    ] = None

    def run(self) -> int:
        """Run it until it is stopped; returns 0."""
        from net.base.errors import NetError
        from net.local.relay_service import read_pins, serve_relay

        check_port(self.port)

        def opened(relay: Relay) -> None:
            from net.base.own_addresses import own_addresses
            from net.identity.invitations import Address

            print(_(texts.RELAYING).format(where=Address(own_addresses(self.bind)[0], relay.port).authority))
            print(
                _(texts.FOR_ALL) if pins is None else translated(texts.FOR_SOME, len(pins)).format(amount=len(pins)),
                flush=True,
            )

        try:
            pins = None if self.hosts is None else read_pins(self.hosts)
            asyncio.run(serve_relay(bind=self.bind, port=self.port, hosts=pins, opened=opened))
        except NetError as error:
            raise CommandError(why(error)) from None
        return 0

"""Announcer: says on the local network that a host is here (DNS-SD over multicast DNS), and how many tables it has."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from net.base.errors import traced
from net.base.own_addresses import is_loopback, own_addresses
from net.base.program import program_version
from net.host.host import Host
from net.identity.tls import pin_of
from net.protocol.announcement import SERVICE, written

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

_log = logging.getLogger(__name__)

SWITCH = "CITADELS_ANNOUNCE"
"""Variable of the environment; with ``no``, no host of this account is announced."""
EVERY = 5.0
"""Seconds between changes of what is announced, at least."""
_ADDRESSES = 16
"""Addresses of this machine that are announced, at most."""


@asynccontextmanager
async def announcing(
    host: Host, bind: str, name: str = "", *, interfaces: Sequence[str] = (), every: float = EVERY
) -> AsyncIterator[asyncio.Task[None]]:
    """Announce a host while it runs. What goes wrong with it goes into the log, and stops no game.

    Args:
        host: Listens already.
        bind: The address it listens on; on loopback nobody else can come, and nothing is announced.
        name: What it calls itself.
        interfaces: Addresses of the networks to announce it on; by default that of ``bind``, or all.
        every: Seconds between changes.
    """
    task = asyncio.create_task(_announce(host, name, bind, interfaces, every))
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _announce(host: Host, name: str, bind: str, interfaces: Sequence[str], every: float) -> None:
    everywhere = bind in ("", "0.0.0.0", "::")
    if (is_loopback(bind) and not interfaces) or os.environ.get(SWITCH) == "no":
        return
    # Loaded late: it takes a moment.
    from zeroconf import InterfaceChoice, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    try:
        on = list(interfaces) or (InterfaceChoice.All if everywhere else [bind])
        version = IPVersion.V6Only if ":" in bind and not everywhere else IPVersion.V4Only
        zeroconf = AsyncZeroconf(interfaces=on, ip_version=version)
    except OSError as error:
        _log.warning("not announced: %s", error.strerror)
        return
    try:
        addresses = list(interfaces) or [each for each in own_addresses(bind) if not is_loopback(each)][:_ADDRESSES]
        await _keep_announced(zeroconf, host, name, addresses, every)
    except asyncio.CancelledError:
        raise
    except Exception as error:
        _log.warning("not announced any more: %s", traced(error))
    finally:
        with contextlib.suppress(Exception):
            await zeroconf.async_unregister_all_services()
        await zeroconf.async_close()


async def _keep_announced(
    zeroconf: AsyncZeroconf, host: Host, name: str, addresses: Sequence[str], every: float
) -> None:
    """Announce the host, and each change, until cancelled."""
    told = _service(host, name, addresses)
    await zeroconf.async_register_service(told)
    while True:
        await asyncio.sleep(every)
        now = _service(host, name, addresses)
        if now.properties != told.properties:
            told = now
            await zeroconf.async_update_service(now)


def _service(host: Host, name: str, addresses: Sequence[str]) -> AsyncServiceInfo:
    from zeroconf.asyncio import AsyncServiceInfo

    pin = pin_of(host.identity.public)
    # One host a service: its tables are in its own list. The label says nothing that the pin does not.
    label = f"{pin.hex()[:12]}-{host.port}"
    tables, free = host.listed
    return AsyncServiceInfo(
        SERVICE,
        f"{label}.{SERVICE}",
        port=host.port,
        parsed_addresses=list(addresses),
        properties=written(program_version(), pin, name, tables, free),
        server=f"citadels-{label}.local.",
    )

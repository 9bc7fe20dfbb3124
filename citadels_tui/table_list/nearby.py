"""Nearby: the hosts on the local network, as lines to choose from."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable

from citadels_tui.texts import _, nearby, say
from net.client.discovery import FoundHost, Silence, discover


def host_name(host: FoundHost) -> str:
    """The name of a host in a list."""
    return host.about.name or host.address.short


def host_about(host: FoundHost) -> str:
    """Its address, its tables and its version."""
    about = host.about
    tables = say(nearby.TABLES, amount=about.tables, free=about.open).plain
    text = nearby.HOST if about.fits else nearby.OTHER_VERSION
    told = say(text, tables=tables, version=about.version).plain
    return f"{host.address.short}  {told}" if about.name else told


def why_none(reason: Silence) -> str:
    """Why no host was found."""
    return _(nearby.SILENCE[reason])


async def look_around(tell: Callable[[str], None]) -> list[FoundHost]:
    """Tell of the hosts on the network as they answer, or why there is none; until a line is typed."""
    tell(_(nearby.LOOKING))
    found: list[FoundHost] = []

    async def listen() -> None:
        async for answer in discover():
            if isinstance(answer, FoundHost):
                found.append(answer)
                tell(f"{len(found):>3}  {host_name(answer)}  {host_about(answer)}")
            else:
                tell(why_none(answer))
                tell(_(nearby.BY_HAND))

    loop, listening = asyncio.get_running_loop(), asyncio.create_task(listen())
    # A player who knows where to go does not wait, unless the terminal cannot be watched.
    with contextlib.suppress(NotImplementedError, OSError, PermissionError):
        loop.add_reader(sys.stdin.fileno(), listening.cancel)
    await asyncio.gather(listening, return_exceptions=True)
    with contextlib.suppress(NotImplementedError, OSError):
        loop.remove_reader(sys.stdin.fileno())
    return found


def chosen(typed: str, hosts: list[FoundHost]) -> str:
    """The address that was typed, or that of the host whose number it is; empty when there is no such number."""
    if not hosts or not typed.isdecimal() or len(typed) > 3:
        return typed
    number = int(typed)
    return hosts[number - 1].address.authority if 1 <= number <= len(hosts) else ""

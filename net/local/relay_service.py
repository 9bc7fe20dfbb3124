"""The relay as a process of its own, until it is told to end. It keeps nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from net.base.errors import NetError
from net.base.filesystem import read_file
from net.base.limits import KIB, RELAY, RelayLimits
from net.base.sockets import many_files
from net.identity.invitations import parse_pin
from net.local.end_signal import told_to_end
from net.relay.relay import Relay

_LONGEST = 256 * KIB
"""Bytes of a list of hosts."""


async def serve_relay(
    *,
    bind: str,
    port: int,
    hosts: Collection[bytes] | None,
    opened: Callable[[Relay], None],
    limits: RelayLimits = RELAY,
) -> None:
    """Run a relay until the process is told to end: by SIGINT or SIGTERM, and by a second one at once.

    Args:
        bind: Address to listen on; ``""`` for every address of this machine.
        port: TCP port; 0 for any free one.
        hosts: Pins of the hosts it serves; None: everybody's.
        opened: Told as soon as it listens.
        limits: Bounds of everything.

    Raises:
        NetError: when it cannot be started, with a sentence for the user who started it.
    """
    many_files()
    async with Relay(bind=bind, port=port, hosts=hosts, limits=limits) as relay, told_to_end() as ended:
        opened(relay)
        await ended.wait()


def read_pins(path: Path) -> list[bytes]:
    """A list of hosts: a pin a line, and behind it a reminder whose it is; ``#`` begins a remark.

    Raises:
        NetError: ``pin_list``, saying which line is wrong.
    """
    try:
        text = read_file(path, _LONGEST + 1)
    except OSError as error:
        raise NetError("pin_list", f"{path}: {error.strerror}.") from None
    if len(text) > _LONGEST:
        raise NetError("pin_list", f"{path} is longer than {_LONGEST // KIB} KiB.")
    pins = []
    for number, line in enumerate(text.decode(errors="replace").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words:
            try:
                pins.append(parse_pin(words[0]))
            except NetError:
                raise NetError("pin_list", f"line {number} of {path} does not begin with a pin.") from None
    return pins

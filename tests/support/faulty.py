"""Runs the `citadels` command with a fault put into it: ``python -m tests.support.faulty FAULT ARGUMENT...``.

The fault's message and what stands around it are secrets: nobody may read them afterwards.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

SECRET = "assassin-of-Ann"


def fail(*_: Any, **__: Any) -> Any:
    """What is wrong."""
    card = SECRET
    raise LookupError(card)


def break_in(kind: type, name: str, when: Callable[..., bool] = lambda *_: True) -> None:
    """Let a method fail, perhaps not always."""
    whole = getattr(kind, name)

    def broken(*values: Any, **options: Any) -> Any:
        return fail() if when(*values) else whole(*values, **options)

    setattr(kind, name, broken)


def in_home_compose() -> None:
    from citadels_tui.screens.home import HomeScreen

    break_in(HomeScreen, "parts")


def in_home_mount() -> None:
    from citadels_tui.screens.home import HomeScreen

    break_in(HomeScreen, "on_mount")


def in_table_compose() -> None:
    from citadels_tui.screens.table import TableScreen

    break_in(TableScreen, "parts")


def in_style() -> None:
    from textual.css.stylesheet import Stylesheet

    break_in(Stylesheet, "parse")


def in_widget() -> None:
    from citadels_tui.widgets.rank_track import RankTrack

    break_in(RankTrack, "render")


def in_key() -> None:
    from citadels_tui.widgets.action_list_view import ActionListView

    break_in(ActionListView, "action_choose")


def in_session() -> None:
    from citadels_tui.session.session import Session
    from net.client.updates import Decision

    break_in(Session, "apply_update", lambda _, update: isinstance(update, Decision))


def in_client() -> None:
    from net.client.client import Client
    from net.protocol.host_messages import DecisionNote

    break_in(Client, "_handle_message", lambda _, message: isinstance(message, DecisionNote))


def in_timer() -> None:
    """Nobody waits for what is done later."""
    from citadels_tui.screens.table import TableScreen

    whole = TableScreen.on_mount

    def on_mount(screen: TableScreen) -> None:
        whole(screen)
        asyncio.get_running_loop().call_later(0.1, fail)

    TableScreen.on_mount = on_mount  # type: ignore[method-assign, assignment]


def in_terminal_input() -> None:
    from textual.drivers.linux_driver import LinuxDriver
    from textual.events import Key

    break_in(LinuxDriver, "process_message", lambda _, message: isinstance(message, Key) and message.character == "!")


def in_command() -> None:
    from engine.arena import simulate

    simulate.simulate = fail


def in_host(fault: str) -> Callable[[], None]:
    """The fault is in the host process: a copy of the client at first, another program when it is started again."""

    def put() -> None:
        break_host(fault)
        start = subprocess.Popen

        def start_faulty(arguments: list[str], **options: Any) -> subprocess.Popen[bytes]:
            assert arguments[1:] == ["-P", "-m", "net.local.worker"]
            return start([arguments[0], "-P", "-m", "tests.support.faulty", f"host-{fault}"], **options)

        subprocess.Popen = start_faulty  # type: ignore[assignment, misc]

    return put


def host(fault: str) -> int:
    """Be a host process with a fault in it."""
    from net.local import worker

    break_host(fault)
    return worker.main()


def break_host(fault: str) -> None:
    """Put a fault into whatever host this process becomes."""
    from net.host.host import Host
    from net.host.table.requests import Requests
    from net.protocol.client_messages import Act

    def moved(requests: Requests, peer: Any, request: Any) -> bool:
        if not isinstance(request, Act):
            return False
        done = Path(os.environ["HOME"], "failed")
        if fault == "once" and done.exists():
            return False
        done.touch()
        return True

    if fault == "opening":
        break_in(Host, "open_table")
    else:
        break_in(Requests, "handle", moved)


FAULTS: dict[str, Callable[[], None]] = {
    "home-compose": in_home_compose,
    "home-mount": in_home_mount,
    "table-compose": in_table_compose,
    "style": in_style,
    "widget": in_widget,
    "key": in_key,
    "session": in_session,
    "client": in_client,
    "timer": in_timer,
    "input": in_terminal_input,
    "command": in_command,
    "opening": in_host("opening"),
    "move": in_host("move"),
    "once": in_host("once"),
}


def main() -> int:
    """Run the command, or the host process, with the fault named first."""
    fault, *arguments = sys.argv[1:]
    if fault.startswith("host-"):
        return host(fault.removeprefix("host-"))
    FAULTS[fault]()
    from citadels_tui.cli.main import main as citadels

    return citadels(arguments)


if __name__ == "__main__":
    sys.exit(main())

"""`citadels join`: a seat at somebody else's table."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from citadels_tui.cli.checks import player_name, profile_name
from citadels_tui.cli.launch import launch, need_terminal
from citadels_tui.cli.options import Argument, Ascii, Name, Option, Plain, Profile
from citadels_tui.session.start import start_for
from citadels_tui.table_list.nearby import chosen, look_around
from citadels_tui.texts import _, nearby, why
from citadels_tui.wording.errors import UsageError
from net.base.errors import NetError
from net.client.discovery import FoundHost
from net.identity.invitations import decode_text

STDIN = "-"
LONGEST = 256 * 1024
"""Bytes that are read of a file: more than a mail with an invitation has."""
LONGEST_LINE = 4096
"""Bytes that are read of a line."""


@dataclass(frozen=True)
class JoinCommand:
    """Join a table by its address or invitation; a host's address alone shows the list of its tables."""

    target: Annotated[
        str,
        Argument(
            "An invitation (citadels://...), or any text that has one in it, or the host's address, with a port if "
            "it is not the usual one. Without it you are shown the hosts on this network and asked for one, or "
            "standard input is read if it is not a terminal. An invitation lets anybody in: typed here it stays in "
            "the shell's history, and others on this machine can see it among the processes, on Linux for a moment, "
            "elsewhere for as long as you play."
        ),
    ] = ""
    from_: Annotated[str, Option('File with the invitation, perhaps a whole mail; "-" for standard input.')] = ""
    watch: Annotated[bool, Option("Watch instead of playing.")] = False
    name: Name = ""
    profile: Profile = ""
    plain: Plain = False
    ascii: Ascii = False

    def run(self) -> int:
        """Play until the player leaves; returns the exit code."""
        if self.target and self.from_:
            raise UsageError("an invitation comes from one place: give it, or --from, not both")
        target = self.target or (
            _first_line(self.from_) if self.plain and self.from_ in ("", STDIN) else _read(self.from_)
        )
        try:
            start = start_for(target, player_name(self.name), watch=self.watch, profile=profile_name(self.profile))
        except NetError as error:
            raise UsageError(why(error)) from None
        return launch(start, self.ascii, self.plain)


def _read(source: str) -> str:
    """The invitation from a file or standard input; from the player when no source is named and there is a terminal.

    Raises:
        UsageError: when there is none.
        OSError: when the file cannot be read.
    """
    if source not in ("", STDIN):
        with Path(source).open("rb") as file:
            found = file.read(LONGEST)
    elif source == STDIN or not sys.stdin or not sys.stdin.isatty():
        found = b""
        with contextlib.suppress(OSError):
            found = sys.stdin.buffer.read(LONGEST) if sys.stdin else b""
        _take_keys_from_the_terminal()
    else:
        need_terminal()
        hosts = asyncio.run(look_around(partial(print, flush=True)))
        try:
            return _chosen(input(_(nearby.ASK) if hosts else "Invitation or address: "), hosts)
        except EOFError:
            return _nothing()
    return decode_text(found).strip() or _nothing()


def _first_line(source: str) -> str:
    """The invitation from the first line of standard input; what follows are the player's answers.

    Raises:
        UsageError: when there is none.
    """
    hosts: list[FoundHost] = []
    if not source and os.isatty(0):
        hosts = asyncio.run(look_around(partial(print, flush=True)))
        sys.stdout.write(_(nearby.ASK) if hosts else "Invitation or address: ")
        sys.stdout.flush()
    found = b""
    with contextlib.suppress(OSError):
        # One byte at a time: nothing behind the line may be taken from whoever reads on.
        while len(found) < LONGEST_LINE and not found.endswith(b"\n") and (byte := os.read(0, 1)):
            found += byte
    return _chosen(decode_text(found), hosts)


def _chosen(typed: str, hosts: list[FoundHost]) -> str:
    """The host or the invitation that the player has typed.

    Raises:
        UsageError: when it is nothing, or a number that no host has.
    """
    goal = typed.strip() or _nothing()
    place = chosen(goal, hosts)
    if not place:
        raise UsageError(_(nearby.NO_NUMBER))
    return place


def _nothing() -> str:
    raise UsageError("an invitation or an address is needed, and there is none")


def _take_keys_from_the_terminal() -> None:
    """Standard input was read to its end: from now on it is the terminal that is drawn on, if there is one."""
    output = sys.__stdout__
    if output and output.isatty():
        # Windows has one name for the terminal of every process.
        name = os.ttyname(output.fileno()) if hasattr(os, "ttyname") else "CONIN$"
        terminal = os.open(name, os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)

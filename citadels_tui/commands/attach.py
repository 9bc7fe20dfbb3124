"""`citadels attach`: what OpenSSH runs for everybody who logs in to play, instead of a shell."""

from __future__ import annotations

import hashlib
import os
import sys
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from citadels_tui.cli.checks import player_name
from citadels_tui.cli.options import Name, Option
from citadels_tui.texts import _, guests, serve, speak, why
from citadels_tui.texts.catalogue import of_locale
from citadels_tui.wording.errors import CommandError, UsageError

LONGEST = 16 * 1024
"""Bytes of the file in which sshd tells how somebody has logged in."""


@dataclass(frozen=True)
class AttachCommand:
    """Play at a table of the host that runs here, as the account that has logged in by SSH: for sshd's ForceCommand."""

    key: Annotated[
        str,
        Option(
            "Fingerprint of the player's SSH key, as SHA256:...; without it, sshd must name the key (ExposeAuthInfo "
            "yes)."
        ),
    ] = ""
    name: Name = ""
    data: Annotated[Path | None, Option("Folder of the host, instead of the usual one.")] = None

    def run(self) -> int:
        """Play until the player leaves; returns 0 after a proper end."""
        from citadels_tui.guests.ticket import (
            GUEST,
            can_draw,
            guest_environ,
            is_fingerprint,
            is_table_name,
            make_ticket,
            table_named,
        )
        from citadels_tui.terminal import switch
        from net.base.errors import NetError
        from net.identity.crypto import load_identity
        from net.local.service import data_folder

        speak(of_locale(os.environ))
        if self.key and not is_fingerprint(self.key):
            raise UsageError(_(guests.BAD_KEY))
        chosen = player_name(self.name) or GUEST
        table, term = table_named(os.environ.get("SSH_ORIGINAL_COMMAND", "")), os.environ.get("TERM", "")
        if not all(os.isatty(stream) for stream in range(3)):
            return _refuse(_(guests.NO_TERMINAL))
        if not can_draw(term):
            return _refuse(_(guests.NOT_DRAWABLE).format(term=repr(term[:64])))
        if table and not is_table_name(table):
            return _refuse(_(guests.BAD_TABLE))
        who = self.key or sole_key(os.environ.get("SSH_USER_AUTH", ""))
        folder = data_folder(self.data)
        if not folder.key.is_file() or not folder.socket.exists():
            raise CommandError(_(serve.NOT_RUNNING).format(folder=folder.path))
        try:
            host = load_identity(folder.key)
        except NetError as error:
            raise CommandError(why(error)) from None
        environ, address = guest_environ(term, os.environ, str(folder.path)), address_of_login()
        os.environ.clear()
        os.environ.update(environ | switch())
        ticket = make_ticket(host, folder.socket, "ssh", who, address, chosen, table, environ, met=folder.guests)
        del host
        from citadels_tui.guests.terminal_keeper import keep_terminal

        keep_terminal(_(guests.BROKEN))
        from citadels_tui.guests.guest_client import run_guest

        return run_guest(ticket)


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return 1


def address_of_login() -> str:
    """The address somebody has come from, as sshd says it; empty when it does not say it."""
    from net.base.sockets import address_of

    try:
        return address_of(os.environ.get("SSH_CONNECTION", "").split(" ")[0])
    except ValueError:
        return ""


def sole_key(path: str) -> str:
    """The fingerprint of the key that somebody has logged in with, as sshd tells it.

    Raises:
        CommandError: when it does not, or there was not exactly one key.
    """
    lines: list[bytes] = []
    try:
        if path:
            with Path(path).open("rb") as file:
                lines = file.read(LONGEST).splitlines()
    except OSError:
        lines = []
    found = [line.split() for line in lines]
    keys = [words[2] for words in found if len(words) == 3 and words[0] == b"publickey"]
    if len(keys) != 1 or len(lines) != 1:
        raise CommandError(_(guests.NO_KEY))
    try:
        blob = b64decode(keys[0], validate=True)
    except Base64Error:
        raise CommandError(_(guests.NO_KEY)) from None
    return f"SHA256:{b64encode(hashlib.sha256(blob).digest()).decode().rstrip('=')}"

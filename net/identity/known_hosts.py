"""The hosts this player has met, in a text file: one ``host:port key`` a line, as SSH does."""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from pathlib import Path

from net.base.errors import NetError
from net.base.filesystem import open_file, read_file
from net.base.paths import config_path, private_folder
from net.identity.crypto import same

_KEY = 32
"""Bytes of a host's key."""


class KnownHosts:
    """The file of known hosts; it need not exist yet."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_path() / "known_hosts"

    def check(self, authority: str, host: bytes) -> bool:
        """Whether this host's key is known at this address; False when the address is new.

        Raises:
            NetError: ``host_changed``, naming file and line, when another key is remembered there;
                ``key_file``, when the file cannot be read.
        """
        for number, line in enumerate(self._lines(), start=1):
            known, _, key = line.strip().partition(" ")
            if known == authority and not line.startswith("#"):
                if not same(_key(key), host):
                    raise NetError("host_changed", f"{self.path}, line {number}")
                return True
        return False

    def knows(self, host: bytes) -> bool:
        """Whether this host's key is known at any address.

        Raises:
            NetError: ``key_file``, when the file cannot be read.
        """
        lines = (line.strip() for line in self._lines())
        return any(same(_key(line.partition(" ")[2]), host) for line in lines if not line.startswith("#"))

    def hosts(self) -> list[list[str]]:
        """Addresses at which each known key was met.

        Raises:
            NetError: ``key_file``, when the file cannot be read.
        """
        found: dict[str, dict[str, None]] = {}
        for line in self._lines():
            address, _, key = line.strip().partition(" ")
            # A line that somebody has spoilt has no key.
            if len(_key(key)) == _KEY and not line.startswith("#"):
                found.setdefault(key.strip(), {})[address] = None
        return [list(addresses) for addresses in found.values()]

    def remember(self, authority: str, host: bytes) -> None:
        """Add a host.

        Raises:
            NetError: ``key_file``, when the file cannot be written.
        """
        try:
            private_folder(self.path.parent)
            handle = open_file(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            with os.fdopen(handle, "a", encoding="ascii") as file:
                # A last line that was edited by hand may have no end.
                begin = "" if self._ended() else "\n"
                file.write(f"{begin}{authority} {b64encode(host).decode()}\n")
        except OSError as error:
            raise NetError("key_file", f"{error.filename or self.path}: {error.strerror}.") from None

    def _ended(self) -> bool:
        """Whether the file is empty, or its last line has an end."""
        with self.path.open("rb") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
            return file.read(1) in (b"", b"\n")

    def _lines(self) -> list[str]:
        try:
            return read_file(self.path).decode(errors="replace").splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise NetError("key_file", f"{self.path}: {error.strerror}.") from None


def _key(text: str) -> bytes:
    try:
        return b64decode(text.strip(), validate=True)
    except (Base64Error, ValueError):
        return b""

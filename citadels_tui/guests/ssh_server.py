"""The SSH server: anybody with an SSH client plays without installing anything (extra ``ssh``).

There is no shell, no command, no file and no tunnel behind it: a session is a terminal with a client in it. The player
is the key that has completed the login; one that was only offered proves nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import asyncssh

from citadels_tui.guests.guest_book import GuestBook
from citadels_tui.guests.metered import GuestListener, MeteredConnection
from citadels_tui.guests.ssh_session import SshLogin, SshTerminal
from citadels_tui.texts import guests
from net.base.errors import NetError
from net.base.filesystem import read_file
from net.base.limits import KIB
from net.base.paths import private_file
from net.base.proxies import NO_PROXIES, Proxies
from net.base.sockets import listen_tcp, until_closed
from net.identity.invitations import Address

_LOGIN = 64 * KIB
"""Bytes until a session begins; OpenSSH needs some 5 KiB, with many keys a few more."""
_ALIVE, _MISSED = 15, 4
"""Seconds between questions whether a guest is still there, and how many may stay without an answer."""
_FAREWELL = 2.0
"""Seconds in which guests may read why the host leaves them."""


def load_host_key(path: Path) -> asyncssh.SSHKey:
    """The server's own key, by which SSH clients know this host; made when there is none.

    Raises:
        NetError: ``key_file``.
    """
    try:
        if not path.exists():
            private_file(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        return asyncssh.import_private_key(read_file(path))
    except OSError as error:
        raise NetError("key_file", f"{path}: {error.strerror}.") from None
    except asyncssh.KeyImportError:
        raise NetError("key_file", f"{path} is damaged; remove it to get a new key.") from None


class SshServer:
    """Listens for SSH clients.

    Args:
        keyless: Whether people without a key may come, too.
        proxies: Those that say who comes by them.
    """

    def __init__(
        self, book: GuestBook, key: asyncssh.SSHKey, *, keyless: bool = False, proxies: Proxies = NO_PROXIES
    ) -> None:
        self.book = book
        self.keyless = keyless
        self.port = 0
        """The port that is listened on, once open."""
        self.place: Address | None = None
        """Where others reach it, for those who want to come back."""
        limits = book.limits
        self.listener = GuestListener(
            self._make, waiting=limits.connections, patience=limits.login_time, first=_LOGIN, proxies=proxies
        )
        self.terminals: set[SshTerminal] = set()
        """Sessions whose guests have not been left yet."""
        self._key = key
        self._library: Callable[[str, int], asyncio.Protocol]
        """Makes the library's end of a connection."""
        self._acceptor: asyncssh.SSHAcceptor | None = None

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the server's key, as SSH clients show it."""
        return self._key.get_fingerprint()

    async def open(self, bind: str, port: int) -> None:
        """Listen.

        Raises:
            NetError: ``local_host``.
        """
        try:
            listening = listen_tcp(bind, port)
        except OSError as error:
            raise NetError("local_host", f"the port {port} for SSH cannot be listened on ({error.strerror}).") from None
        self.port = listening.getsockname()[1]

        class Lines:
            """The library's only way to be given connections that were accepted already; it calls this a tunnel."""

            @staticmethod
            async def create_server(factory: Any, _host: str, _port: int) -> Any:
                self._library = factory
                return await self.listener.listen(listening)

        self._acceptor = await asyncssh.listen(
            tunnel=cast(Any, Lines),
            server_factory=lambda: SshLogin(self.book, self.terminals, keyless=self.keyless, place=self.place),
            server_host_keys=[self._key],
            encoding=None,
            line_editor=False,
            compression_algs=None,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            login_timeout=self.book.limits.login_time,
            keepalive_interval=_ALIVE,
            keepalive_count_max=_MISSED,
            server_version="Citadels",
        )

    def _make(self, line: MeteredConnection) -> asyncio.Protocol | None:
        return self._library("", 0) if self.book.may_log_in(line.address) else None

    async def close(self) -> None:
        """Stop listening, and leave all guests with a sentence; those who do not read it are not waited for long."""
        if not self._acceptor:
            return
        self._acceptor.close()
        self.listener.close()
        left = [terminal.left for terminal in self.terminals]
        for terminal in list(self.terminals):
            terminal.part(1, guests.STOPPED)
        if left:
            await asyncio.wait(left, timeout=_FAREWELL)
        for terminal in list(self.terminals):
            terminal.abort()
        # Since Python 3.12 it waits for the connections, too.
        await until_closed(self._acceptor.wait_closed(), 1.0)

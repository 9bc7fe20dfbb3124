"""The SSH server: anybody with an SSH client plays without installing anything (extra ``ssh``).

There is no shell, no command, no file and no tunnel behind it: a session is a terminal with a client in it. The player
is the key that has completed the login; one that was only offered proves nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import asyncssh

from citadels_tui.guests.guest_book import Arrival, GuestBook, Turned
from citadels_tui.guests.guest_screen import GuestScreen
from citadels_tui.guests.launcher import PATIENCE, GuestSession
from citadels_tui.guests.metered import GuestListener, MeteredConnection
from citadels_tui.guests.ticket import PASSED, can_draw, guest_name, is_table_name
from citadels_tui.texts import guests
from citadels_tui.texts.catalogue import of_locale, read
from net.base.errors import NetError
from net.base.filesystem import read_file
from net.base.limits import KIB
from net.base.paths import private_file
from net.base.sockets import listen_tcp, until_closed

_UNREAD = 64 * 1024
"""Bytes that may wait for a guest who does not read, before their client has to wait."""
_LOGIN = 64 * KIB
"""Bytes until a session begins; OpenSSH needs some 5 KiB, with many keys a few more."""
_VALUE = 64
"""Bytes of a value of the guest's environment."""
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
    """Listens for SSH clients."""

    def __init__(self, book: GuestBook, key: asyncssh.SSHKey, *, keyless: bool = False) -> None:
        """Prepare the server; it does not listen yet.

        Args:
            book: Lets guests in.
            key: The server's own.
            keyless: Whether people without a key may come, too; they are somebody else each time.
        """
        self.book = book
        self.keyless = keyless
        self.port = 0
        """The port that is listened on, once open."""
        limits = book.limits
        self.listener = GuestListener(self._make, waiting=limits.connections, patience=limits.login_time, first=_LOGIN)
        self.terminals: set[_Terminal] = set()
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
            server_factory=lambda: _Login(self),
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


class _Login(asyncssh.SSHServer):
    """One connection: who logs in, and for what."""

    def __init__(self, server: SshServer) -> None:
        self.server = server
        self.who = ""
        """Who has logged in: a fingerprint, or something new for somebody without a key."""
        self._line: MeteredConnection
        self._offered = ""
        """The key that was named last; it proves nothing before the login is complete."""
        self._connection: asyncssh.SSHServerConnection
        self._timer: asyncio.TimerHandle | None = None
        self._session: _Terminal | None = None

    # The login

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody dials."""
        self._connection = conn
        self._line = conn.get_extra_info("line")
        self._line.blocked = self._blocked

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self._timer:
            self._timer.cancel()

    def begin_auth(self, username: str) -> bool:
        """Everybody has to log in, at least to say that they have no key."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Whether keys are taken."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Every key is accepted; asyncssh then checks by the signature that it is theirs."""
        self._offered = key.get_fingerprint()
        return True

    def password_auth_supported(self) -> bool:
        """There are no passwords."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Whether people without a key may come."""
        return self.server.keyless

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """Nothing is asked."""
        self._offered = ""
        return ("", "", "", [])

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Nothing was asked."""
        self._offered = ""
        return self.server.keyless

    def auth_completed(self) -> None:
        """The last thing that was tried has succeeded: a key with its signature, or nothing at all."""
        self.who = self._offered or f"keyless {secrets.token_hex(16)}"
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.server.book.limits.login_time, self._connection.abort)

    # What it is for

    def session_requested(self) -> Any:
        """One session, and no other."""
        if self._session is not None:
            return False
        self._session = _Terminal(self)
        channel = self._connection.create_server_channel()
        channel._env = _Environment()
        return channel, self._session

    def _blocked(self, full: bool) -> None:
        """The guest does not read, whatever the window of their channel says, or reads again."""
        if self._session:
            self._session.hold("line", full)

    def begin(self) -> None:
        """The session has begun."""
        self._line.settle()
        if self._timer:
            self._timer.cancel()

    def hang_up(self) -> None:
        """The session is over, and with it the connection, also when nobody reads what was said last."""
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._connection.abort)

    def abort(self) -> None:
        """End the connection at once."""
        self._connection.abort()

    @property
    def address(self) -> str:
        """The address the network knows the guest by."""
        return self._line.address

    @property
    def username(self) -> str:
        """The name the guest gives."""
        return str(self._connection.get_extra_info("username") or "")


class _Environment(dict[bytes, bytes]):
    """The environment a guest tells of: the library would keep all of it, and this keeps only what a client needs."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if len(value) <= _VALUE and name in _NEEDED:
            super().__setitem__(name, value)


_NEEDED = frozenset(name.encode() for name in PASSED)


class _Terminal(asyncssh.SSHServerSession[bytes]):
    """One session: a terminal, with a client in it."""

    def __init__(self, login: _Login) -> None:
        self._login = login
        self._channel: asyncssh.SSHServerChannel[bytes]
        self._term = ""
        self._size = (0, 0)
        self._table = ""
        self._session: GuestSession | None = None
        self._opening: asyncio.Task[None] | None = None
        self._has_terminal = False
        self._gone = False
        """Whether nothing is told to the guest any more: they are gone, or were left."""
        self.left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Set once the guest is gone."""
        self._full: frozenset[str] = frozenset()
        """What has to be read by the guest before there is room for more."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = chan
        self._login.server.terminals.add(self)
        chan.set_write_buffer_limits(high=_UNREAD)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        """The guest's terminal."""
        self._has_terminal, self._term, self._size = True, term_type, term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """No table was named."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Take the name of a table: a command is never anything else here."""
        self._table = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """There is no sftp, nor anything like it."""
        return False

    def session_started(self) -> None:
        """Begin."""
        self._login.begin()
        self._opening = asyncio.create_task(self._open())

    async def _open(self) -> None:
        login = self._login
        if not self._has_terminal:
            self.part(1, guests.NO_TERMINAL)
        elif not can_draw(self._term):
            self.part(1, guests.NOT_DRAWABLE, term=repr(self._term[:64]))
        elif self._table and not is_table_name(self._table):
            self.part(1, guests.BAD_TABLE)
        else:
            environ = self._channel.get_environment()
            arrival = Arrival(
                "ssh", login.who, login.address, guest_name(login.username), self._table, self._term, environ
            )
            try:
                session = await login.server.book.enter(arrival, *self._size, self._show)
            except Turned as turned:
                self.part(1, str(turned))
                return
            if self._gone:
                session.close()
                return
            self._session = session
            session.resize(*self._size)
            session.read(not self._full)
            code = await session.ended
            self.part(code, session.why)

    def part(self, code: int, sentence: str, **values: str) -> None:
        """Leave the guest with their terminal as it was, and end the session.

        Args:
            code: What their SSH client ends with.
            sentence: What they are told, as it stands in the texts; may be empty.
            values: What stands in its braces.
        """
        if self._gone:
            return
        self._gone = True
        told = read(of_locale(self._channel.get_environment())).gettext(sentence).format(**values) if sentence else ""
        screen = self._session.screen if self._session else GuestScreen()
        # A guest who hangs up in this moment is told nothing.
        with contextlib.suppress(OSError):
            if self._has_terminal:
                self._channel.write(screen.farewell(told))
            else:
                self._channel.write_stderr(told.encode() + b"\n")
            self._channel.exit(code & 0xFF)
        self._login.hang_up()
        if self._session:
            self._session.close()

    def abort(self) -> None:
        """Wait no longer until the guest has read everything."""
        self._login.abort()

    def _show(self, data: bytes) -> None:
        if not self._gone:
            self._channel.write(data)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """The guest types."""
        if self._session:
            self._session.type(data)

    def eof_received(self) -> bool:
        """The guest types no more; they may still read."""
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The guest's window has another size."""
        self._size = (width, height)
        if self._session:
            self._session.resize(width, height)

    def pause_writing(self) -> None:
        """The guest does not read."""
        self.hold("channel", True)

    def resume_writing(self) -> None:
        """The guest reads again."""
        self.hold("channel", False)

    def hold(self, what: str, full: bool) -> None:
        """Let the client wait while its channel, or the line below it, is full."""
        self._full = self._full | {what} if full else self._full - {what}
        if self._session:
            self._session.read(not self._full)

    def connection_lost(self, exc: Exception | None) -> None:
        """The guest is gone."""
        self._gone = True
        self._login.server.terminals.discard(self)
        self.left.set_result(None)
        self._login.hang_up()
        if self._session:
            self._session.close()

"""One guest by SSH: the login on their connection, and the terminal of their session."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import asyncssh

from citadels_tui.guests.guest_book import Arrival, GuestBook, Turned
from citadels_tui.guests.guest_screen import GuestScreen
from citadels_tui.guests.launcher import PATIENCE, GuestSession
from citadels_tui.guests.metered import MeteredConnection
from citadels_tui.guests.ticket import PASSED, can_draw, guest_name, is_table_name, table_named
from citadels_tui.guests.way_back import code_in, keyless, new_code, way_back
from citadels_tui.texts import guests
from citadels_tui.texts.catalogue import of_locale, read
from net.identity.invitations import Address

_UNREAD = 64 * 1024
"""Bytes that may wait for a guest who does not read, before their client has to wait."""
_VALUE = 64
"""Bytes of a value of the guest's environment."""


class SshLogin(asyncssh.SSHServer):
    """One connection: who logs in, and for what.

    Args:
        terminals: The server's open sessions, to which this one's is added.
        keyless: Whether people without a key may come.
        place: Where the server is reached; None: that is not known.
    """

    def __init__(
        self, book: GuestBook, terminals: set[SshTerminal], *, keyless: bool, place: Address | None = None
    ) -> None:
        self.book = book
        self.terminals = terminals
        self._keyless = keyless
        self._place = place
        self._fingerprint = ""
        """That of the key that has completed the login; empty: there was none."""
        self._code = ""
        """What stands for the player instead of a key."""
        self._line: MeteredConnection
        self._offered = ""
        """The key that was named last; it proves nothing before the login is complete."""
        self._connection: asyncssh.SSHServerConnection
        self._timer: asyncio.TimerHandle | None = None
        self._session: SshTerminal | None = None

    # The login

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Begin with the connection that was made."""
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
        return self._keyless

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """Ask no question."""
        self._offered = ""
        return ("", "", "", [])

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Accept no answer, as no question was asked."""
        self._offered = ""
        return self._keyless

    def auth_completed(self) -> None:
        """The last thing that was tried has succeeded: a key with its signature, or nothing at all."""
        self._fingerprint = self._offered
        self._code = "" if self._offered else new_code()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.book.limits.login_time, self._connection.abort)

    @property
    def who(self) -> str:
        """Id of the user who has logged in: a fingerprint, or something new for somebody without a key."""
        return keyless(self._code) if self._code else self._fingerprint

    def comes_back(self, word: str) -> bool:
        """Whether somebody comes back to a seat by the last word of `way_back`; that counts more than any key."""
        code = code_in(word) if self._keyless else ""
        found = bool(code) and self.book.has_seat("ssh", keyless(code))
        if found:
            self._code = code
        return found

    @property
    def way_back(self) -> str:
        """The line that leads somebody without a key back to their seat; empty where it is not needed or not known."""
        return way_back(self._place, self.username, self._code) if self._code and self._place else ""

    # What it is for

    def session_requested(self) -> Any:
        """One session, and no other."""
        if self._session is not None:
            return False
        self._session = SshTerminal(self)
        channel = self._connection.create_server_channel()
        channel._env = _Environment()
        return channel, self._session

    def _blocked(self, full: bool) -> None:
        """Note that the guest does not read, although their channel's window has room, or reads again."""
        if self._session:
            self._session.hold("line", full)

    def begin(self) -> None:
        """The session has begun."""
        self._line.ask = self._ask
        self._line.settle()
        if self._timer:
            self._timer.cancel()

    def _ask(self) -> None:
        """Send what an SSH client shows to nobody."""
        self._connection.send_debug("", "")

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


class SshTerminal(asyncssh.SSHServerSession[bytes]):
    """One session: a terminal, with a client in it."""

    def __init__(self, login: SshLogin) -> None:
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
        """Output that the guest has to read before there is room for more."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = chan
        self._login.terminals.add(self)
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
        self._table = table_named(command)
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
            table = "" if login.comes_back(self._table) else self._table
            name = guest_name(login.username)
            arrival = Arrival("ssh", login.who, login.address, name, table, self._term, environ, login.way_back)
            try:
                session = await login.book.enter(arrival, *self._size, self._show)
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
        speak = read(of_locale(self._channel.get_environment())).gettext
        told = speak(sentence).format(**values) if sentence else ""
        line = self._login.way_back if self._session else ""
        if line and self._login.book.has_seat("ssh", self._login.who):
            told = "\n".join(filter(None, (told, speak(guests.COME_BACK).format(line=line))))
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
        self._login.terminals.discard(self)
        self.left.set_result(None)
        self._login.hang_up()
        if self._session:
            self._session.close()

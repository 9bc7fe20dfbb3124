"""The client of a guest: at the tables of one host and of those that share theirs with it, and nowhere else.

It runs on the host's machine for somebody who is not there. So it dials nobody but the host, by its Unix socket, and
those that it names, has no home screen, and keeps no file. The guided game alone is played in its own process.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.driver import Driver
from textual.events import Event, InputEvent, Resize
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Input

from citadels_tui.app.app import OTHERS_LEFT, CitadelsApp
from citadels_tui.guests.ticket import FAILED, Ticket, bounded
from citadels_tui.guests.way_back import code_in
from citadels_tui.session.start import JoinTable, PlayGame, TableStart, VisitHost
from citadels_tui.settings.settings import Settings
from citadels_tui.table_list.table_names import choose, slug_of
from citadels_tui.terminal.terminal_driver import TerminalDriver
from citadels_tui.terminal.wide_signs import FAR, wide_signs
from citadels_tui.textart.symbols import needs_ascii
from citadels_tui.texts import _, guests, speak, table, touched, why
from citadels_tui.texts.catalogue import of_locale
from net.base.errors import NetError
from net.base.paths import state_path
from net.client.connect import Trust, connect, visit
from net.client.patience import while_busy
from net.client.visitor import Visitor
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite

if TYPE_CHECKING:
    from citadels_tui.session.feed import Feed, VisitorFeed
    from net.protocol.visitor_notes import ListedTable

IDLE = 30 * 60.0
"""Seconds without a key after which a guest who is not in a game is sent away."""
CURSOR = ("\x1b[?25l", "\x1b[?25h")
"""Hides a terminal's cursor, and shows it."""
_LOOK = 30.0
"""Seconds between two looks whether the guest is still there."""
_ENDED = 1
_MEMORY = 192 * 1024 * 1024
"""Bytes of data of a guest's process. A session takes 60 to 105 MiB, of which it shares half with the others; in the
largest window there may be, with one dialog after another, 140."""
_WEIGH = 2.0
"""Seconds between two looks at them, and after a paint until the next."""
_BOUNDS = {
    resource.RLIMIT_NOFILE: 64,
    resource.RLIMIT_CORE: 0,
    # Enough for the report of a fault.
    resource.RLIMIT_FSIZE: 64 * 1024,
    # A client that has not ended in order by then ends with a fault.
    resource.RLIMIT_DATA: _MEMORY + 32 * 1024 * 1024,
}
"""Limits of a guest's process: files, bytes of a file, bytes of memory."""


class GuestConnector:
    """The ways a guest has: to the tables of the host that has let them in, and of those that share theirs with it."""

    def __init__(self, ticket: Ticket) -> None:
        self._ticket = ticket
        self._identity = Identity.of_seed(bytes.fromhex(ticket.seed))
        self._origin = bytes.fromhex(ticket.origin)
        self._visitor: Visitor | None = None
        """The visitor that has looked at the tables already: to come once more would take another place at the host."""

    def _target(self, table: str = "") -> Invite:
        return Invite(Address("", table=table, unix=self._ticket.socket), bytes.fromhex(self._ticket.pin), b"")

    async def tables(self) -> Sequence[ListedTable]:
        """The host's tables; while it is busy, that is said, and it is tried again.

        Raises:
            NetError: when it cannot be reached.
        """

        async def say_why(code: str) -> None:
            _say(_(table.WAITS[code]))

        self._visitor = await while_busy(self._visit, say_why)
        return (await self._visitor.first_view()).tables

    async def _visit(self) -> Visitor:
        ticket = self._ticket
        return await visit(self._target(), self._identity, ticket.name, via=ticket.via, origin=self._origin)

    async def open(self, start: TableStart, trust: Trust) -> Feed:
        """Go to a table by its id; the host says which other one has it. A guest has no games or tables of their own.

        Raises:
            NetError: when that cannot be; ``other_host``, when another one has it that cannot be reached from here.
        """
        if self._visitor and not isinstance(start, JoinTable):
            await self._visitor.leave()
            self._visitor = None
        if isinstance(start, PlayGame) and start.lesson:
            from net.local.inside import play_inside

            return await play_inside(start.name, start.order)
        if not isinstance(start, JoinTable):
            raise NetError("not_owner")
        target = self._target(start.target)
        via, vouch = self._ticket.via, bytes.fromhex(self._ticket.vouch)
        who = partial(connect, target, self._identity, start.name, origin=self._origin)
        if self._visitor:
            await self._visitor.leave()
            self._visitor = None
        try:
            return await who(watch=start.watch, keep_logs=False, via=via, vouch=vouch)
        except NetError as error:
            if error.code == "elsewhere" and error.detail:
                raise NetError("other_host", error.detail) from None
            raise

    async def visit(self, start: VisitHost, trust: Trust) -> VisitorFeed:
        """To the list of the host's tables."""
        visitor, self._visitor = self._visitor, None
        if visitor is None:
            return await self._visit()
        visitor.tell_again()
        return visitor


class GuestDriver(TerminalDriver):
    """A terminal on the other side of a network: the sizes it claims to have are bounded."""

    def bounded(self, columns: int, lines: int) -> tuple[int, int]:
        """The size that is drawn in, of that which the terminal claims."""
        return bounded(columns, lines)

    def process_message(self, message: Message) -> None:
        """Pass on what was typed; some terminals tell their size in it."""
        if isinstance(message, Resize):
            size = Size(*self.bounded(*message.size))
            message = Resize(size, size)
        super().process_message(message)


class WebDriver(GuestDriver):
    """A terminal in a browser's page: on a phone the keyboard comes with the cursor, which Textual hides always."""

    _typing = False

    def write(self, data: str) -> None:
        """Draw, and show the cursor while a line is to be typed."""
        app = self._client
        typing = bool(app.screen_stack) and isinstance(app.focused, Input)
        if typing != self._typing:
            self._typing = typing
            data += CURSOR[typing]
        super().write(data)


class GuestApp(CitadelsApp):
    """The client of a guest. It ends where the usual one goes home."""

    # Found from the file of this class.
    CSS_PATH = "../app/app.tcss"
    keeps_files = False

    def __init__(
        self, start: JoinTable | VisitHost, connector: GuestConnector, ticket: Ticket, notice: str, *, ascii: bool
    ) -> None:
        # Textual asks for the driver at once.
        self._web = ticket.via == "web"
        """Whether the terminal is one in a browser's page."""
        newcomer = ticket.newcomer and not start.watch
        super().__init__(start, ascii=ascii, connector=connector, settings=Settings(newcomer=newcomer))
        self._notice = notice
        """Why it begins elsewhere than the guest has wanted; or empty."""
        self._key, self._way_back = ticket.key, ticket.way_back
        self.idle = False
        """Whether it has ended because nobody was there."""
        self.too_large = False
        """Whether it has ended because it took more memory than a guest's client may."""
        self._touched = 0.0

    def get_driver_class(self) -> type[Driver]:
        """The driver that bounds what the terminal claims."""
        return WebDriver if self._web else GuestDriver

    async def on_mount(self) -> None:
        """Notice when nobody is there any more."""
        self._touched = asyncio.get_running_loop().time()
        if self._notice:
            self.notify(self._notice, severity="warning", timeout=10)
        if self._key:
            self.notify(_(guests.KNOWN_BY_KEY).format(key=self._key), timeout=10)
        self.set_interval(_LOOK, self._look)
        self._weighing = self.set_interval(_WEIGH, self._weigh)

    def post_display_hook(self) -> None:
        """Look at the memory soon: nothing takes more without being shown."""
        self._weighing.resume()

    async def on_event(self, event: Event) -> None:
        """Take note of every sign of the guest."""
        if isinstance(event, InputEvent):
            self._touched = asyncio.get_running_loop().time()
        await super().on_event(event)

    def _look(self) -> None:
        if (not self.table.in_play or self.table.alone) and asyncio.get_running_loop().time() - self._touched > IDLE:
            self.idle = True
            self._quit(True)

    def _weigh(self) -> None:
        self._weighing.pause()
        if bytes_of_data() > _MEMORY:
            self.too_large = True
            self._quit(True)

    async def action_home(self) -> None:
        """Leave: back to the list, or there is nowhere else to go."""
        if self.table.back_to is None:
            await self._end()
        else:
            await super().action_home()

    @property
    def _welcomes(self) -> bool:
        """Whether the guest, who has never been here, is asked first if they know the game."""
        return self.settings.newcomer

    def said_at_start(self) -> str:
        """At the first board where they have a seat to lose: how somebody without a key comes back."""
        if self.table.alone:
            return ""
        line, self._way_back = self._way_back, ""
        return _(guests.COME_BACK).format(line=line) if line else ""

    def told_to_end(self) -> None:
        """End because the owner of the host has ended this process."""
        self.failed = _(guests.ENDED_THERE)
        super().told_to_end()

    async def _missed(self, code: str, sentence: str) -> None:
        """A table cannot be reached: back to the list; the client ends where the list cannot be reached either."""
        if self.table.back_to is None and code not in ("crashed", *OTHERS_LEFT):
            self.failed = _(guests.GONE) if code == "unreachable" else sentence
            self.exit()
        else:
            await super()._missed(code, sentence)


def _way(found: ListedTable | str | None, ticket: Ticket) -> tuple[JoinTable | VisitHost, str]:
    """The start for what a guest has named, and why it is another one than they have wanted; perhaps empty."""
    everything = VisitHost(ticket.name, "")
    if found is None or isinstance(found, str):
        return everything, _(guests.NO_SEAT) if found and code_in(ticket.table) else found or ""
    own = found.you is not None
    if found.phase == "ended" and not own:
        return everything, _(guests.OVER)
    if found.takeable and not own:
        # A link would take a bot's seat in somebody's game, without a question.
        return everything._replace(marked=found.table), _(guests.BEGUN)
    begun = found.phase == "running"
    full = found.phase != "running" and found.people + found.bots >= found.seats
    watch = not own and (begun or full)
    back = everything if watch or not ticket.table else None
    start = JoinTable(ticket.name, found.table, watch=watch, chosen_at=back, called=slug_of(found))
    return start, _(guests.FULL_TABLE if full else guests.WATCHING) if watch else ""


def bytes_of_data() -> int:
    """Bytes of data that this process has, as `RLIMIT_DATA` counts them; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    except OSError:
        return 0


def run_guest(ticket: Ticket) -> int:
    """Show a guest the table they have come for, or the list of all, in the terminal of this process, until they leave.

    Nothing may have been loaded of Textual's in another environment than the ticket's.

    Returns:
        The exit code: 0 after a proper end.
    """
    for bound, most in _BOUNDS.items():
        _soft, hard = resource.getrlimit(bound)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(bound, (most, most))
    # A page draws in its own way, and need not be asked.
    ascii = needs_ascii(os.environ, "utf-8") or (ticket.via == "ssh" and wide_signs(FAR))
    if touched():
        from citadels_tui.texts import touch

        touch.load()
    speak(of_locale(os.environ), ascii=ascii)
    with asyncio.Runner() as runner:
        return _run(ticket, runner, ascii=ascii)


def _run(ticket: Ticket, runner: asyncio.Runner, *, ascii: bool) -> int:
    connector = GuestConnector(ticket)
    try:
        found = choose(runner.run(connector.tables()), ticket.table)
    except NetError as error:
        return _say(_(guests.GONE) if error.code == "unreachable" else why(error))
    start, notice = _way(found, ticket)
    app = GuestApp(start, connector, ticket, notice, ascii=ascii)
    code = app.run(loop=runner.get_loop()) or 0
    if app.too_large or isinstance(app.fault, MemoryError):
        _say(_(guests.TOO_MUCH))
        return FAILED
    if app.fault:
        report_fault(app.fault)
        _say(_(guests.FAULT))
        return FAILED
    if app.failed:
        return _say(app.failed)
    if app.idle:
        _say(_(guests.IDLE).format(minutes=round(IDLE / 60)))
    # Textual has a code of its own for an end by a fault.
    return FAILED if code else 0


def report_fault(fault: BaseException) -> None:
    """Write the report of a fault of ours; where it is only the host's owner needs to know."""
    from net.base.crash import guest_crashes_path, report
    from net.base.program import program_version

    report(fault, f"Citadels {program_version()}", guest_crashes_path(state_path()))


def _say(sentence: str) -> int:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
    return _ENDED

"""Active table: the one table the player is at, or the list they choose it from. No screen is known here.

Several people may play at one keyboard. Each has a seat, a key and a session of their own; the table is shown to one of
them at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from citadels_tui.session.day import Day
from citadels_tui.session.start import (
    HostTable,
    JoinTable,
    OfferKept,
    PlayGame,
    Practice,
    ResumeTable,
    ShowHome,
    ShowReplay,
    Start,
    VisitHost,
)
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, daily, home, table, tables
from citadels_tui.wording.own_command import command_to_resume
from citadels_tui.wording.spelling import spelled

if TYPE_CHECKING:
    # The table and the network cost a third of a second: they are loaded when a table is opened.
    from citadels_tui.session.connector import Connector
    from citadels_tui.session.feed import Feed
    from citadels_tui.session.host_tables import HostTables
    from citadels_tui.session.lesson import Lesson
    from citadels_tui.session.session import Session
    from citadels_tui.story.telling import Line
    from net.client.connect import Trust
    from net.client.update_queue import UpdateQueue
    from net.client.updates import Update

    _Queue = UpdateQueue[tuple[int, Update] | Exception | None]


NO_SEAT = frozenset(
    ("owner_asked", "next_game", "already_started", "table_full", "table_unknown", "table_left", "banned")
)
"""Codes that say of a single table that no seat is to be had there at once."""
_AHEAD = 100
"""Updates that are read before they are shown: the screen is drawn once for all of them."""


async def _unseen(_code: str) -> None:
    """There is nobody to be told."""


class ActiveTable:
    """The table the player is at, or is about to join."""

    def __init__(self, symbols: Symbols, connector: Connector | None = None) -> None:
        self.opened: Start | None = None
        """How the table was reached; of the last table, when there is none."""
        self.sessions: tuple[Session, ...] = ()
        """The table as each person at this keyboard sees it; the first one has opened it."""
        self.session: Session | None = None
        """The table as the player at the screen sees it; None when there is none."""
        self.lesson: Lesson | None = None
        """The guided game's explanations at the table."""
        self.visiting: HostTables | None = None
        """The list of a host's tables, while the player looks at it."""
        self._symbols = symbols
        self.busy: Callable[[str], Awaitable[None]] = _unseen
        """Called with the reason for which a host lets the player wait, before it is tried again."""
        self._connector = connector

    @property
    def alone(self) -> bool:
        """Whether this is a game of one's own, at which nobody else can sit."""
        return isinstance(self.opened, PlayGame) or (isinstance(self.opened, ResumeTable) and not self.opened.hosted)

    @property
    def lasts(self) -> bool:
        """Whether there is a table that is neither closed nor at the end of its game."""
        return self.session is not None and not self.session.ending.over and self.session.link.closed is None

    @property
    def in_play(self) -> bool:
        """Whether a game is being played."""
        return self.lasts and self.session is not None and self.session.started

    @property
    def awaited(self) -> bool:
        """Whether others are still at a table of this machine whose game is over: they may want another one."""
        session = self.session
        if session is None or session.link.closed is not None or self.alone or isinstance(self.opened, JoinTable):
            return False
        here = {each.view.seat for each in self.sessions if each.view is not None}
        return session.ending.over and any(
            info.kind == "human" and info.connected and info.seat not in here for info in session.people.seats
        )

    @property
    def shared(self) -> bool:
        """Whether several people play at this keyboard."""
        return len(self.sessions) > 1

    async def open(self, start: Start, trust: Trust) -> Session:
        """Go to a table; at first it is shown to the player who opened it.

        Args:
            start: How to reach it.
            trust: Asked when a host is met for the first time.

        Raises:
            NetError: with a sentence for the player.
            ValueError: for the home screen, a replay and a list, which are no tables.
        """
        from citadels_tui.session.session import Session
        from net.client.patience import WAITED, while_busy

        self.opened = start
        if isinstance(start, ShowHome | ShowReplay | VisitHost | OfferKept):
            raise ValueError("this is no table")
        # While the host is waited for; the first question needs them.
        Thread(target=import_module, args=("engine.bots.playout",), daemon=True).start()
        go = partial(self._connecting.open, start, trust)
        # A host on this machine has nobody else to look after first.
        if isinstance(start, JoinTable):
            waited = WAITED - NO_SEAT if start.otherwise else WAITED
            feed = await while_busy(go, self.busy, waited)
        else:
            feed = await go()
        feeds = (feed, *feed.beside)
        moved = isinstance(start, ResumeTable)
        self.sessions = tuple(
            Session(each, self._symbols, alone=self.alone, shared=len(feeds) > 1, moved=moved) for each in feeds
        )
        self.session = self.sessions[0]
        self.lesson = _lesson(start)
        return self.session

    def other_seat(self, code: str) -> VisitHost | None:
        """Where to look for another seat now that a table was refused with a code; None: nowhere."""
        return self.opened.otherwise if isinstance(self.opened, JoinTable) and code in NO_SEAT else None

    async def visit(self, start: VisitHost, trust: Trust) -> HostTables:
        """Go to the list of a host's tables.

        Raises:
            NetError: with a sentence for the player.
        """
        from citadels_tui.session.host_tables import HostTables
        from net.client.patience import while_busy

        self.opened = start
        feed = await while_busy(partial(self._connecting.visit, start, trust), self.busy)
        self.visiting = HostTables(feed, self._symbols)
        return self.visiting

    @property
    def _connecting(self) -> Connector:
        """The connector; that of the network is loaded when a table is opened."""
        if self._connector is None:
            from citadels_tui.session.connector import NetConnector

            self._connector = NetConnector()
        return self._connector

    @property
    def _moved(self) -> bool:
        """Whether a person at this keyboard, or elsewhere, has made a move in the game.

        When the table goes on to another game, it does so for one person at this keyboard after another: what those
        still see who are at the end of the last game does not count.
        """
        return any(session.moved and not session.ending.over for session in self.sessions)

    @property
    def back_to(self) -> VisitHost | JoinTable | HostTable | None:
        """The list, or the table, to which leaving the table leads back; None: to the home screen."""
        return self.opened.chosen_at if isinstance(self.opened, JoinTable | PlayGame) else None

    @property
    def practice(self) -> Practice | None:
        """The moment from which the game goes on, when it is for practice: leaving leads back there."""
        return self.opened.practice if isinstance(self.opened, PlayGame) else None

    def show_to(self, session: Session) -> None:
        """Hand the screen to another of the people at this keyboard."""
        self.session = session

    async def updates(self) -> AsyncIterator[tuple[Session, Update, list[Line]]]:
        """Everything that happens until the table closes or is left: to whom, what, and what that adds to the story.

        When the table goes on to another game, everybody's session is another one from then on.
        """
        feeds = [session.feed for session in self.sessions]
        from net.client.update_queue import UpdateQueue

        queue: _Queue = UpdateQueue(_AHEAD)
        readers = [asyncio.create_task(_read(place, feed, queue)) for place, feed in enumerate(feeds)]
        reading = len(readers)
        try:
            while reading:
                found = await queue.get()
                if isinstance(found, Exception):
                    raise found
                if not self.sessions or self.sessions[0].feed is not feeds[0]:
                    return
                if found is None:
                    reading -= 1
                    continue
                place, update = found
                session = self.sessions[place]
                if session.ends_with(update):
                    session = self._go_on(place)
                if self._symbols.ascii:
                    update = spelled(update)
                lines = session.apply_update(update)
                if self.lesson is not None:
                    self.lesson.listen(session, update)
                yield session, update, lines
                if self.lesson is not None:
                    await self.lesson.reading()
        finally:
            for reader in readers:
                reader.cancel()

    def _go_on(self, place: int) -> Session:
        """The table goes on to another game for one person."""
        before = self.sessions[place]
        after, self.lesson = before.next(), None
        self.sessions = (*self.sessions[:place], after, *self.sessions[place + 1 :])
        if self.session is before:
            self.session = after
        return after

    async def leave(self, *, for_good: bool = True) -> None:
        """Leave the table, or the list, if there is one.

        Args:
            for_good: Whether the player says goodbye; else the host takes it for a lost connection.

        Raises:
            NetError: when the host could not be told.
        """
        visiting, self.visiting = self.visiting, None
        if visiting is not None:
            await visiting.feed.leave()
        sessions, self.sessions, self.session = self.sessions, (), None
        if self.lesson is not None:
            self.lesson.skip()
        # Who opened the table closes it, and so is the last to go.
        for session in reversed(sessions):
            if session.link.closed is None:
                await session.feed.leave(for_good=for_good)

    @property
    def asleep(self) -> list[Session]:
        """Sessions at this keyboard for which a bot answers until their players show that they are there."""
        return [session for session in self.sessions if session.asleep and session.link.trouble is None]

    async def wake(self) -> None:
        """Tell the host that a player at this keyboard answers for themselves again."""
        from net.protocol.client_messages import Wake

        for session in self.asleep:
            await session.feed.request(Wake)

    async def again(self, on: bool = True) -> None:
        """Say that everybody at this keyboard would like to play another game with the same people, or not."""
        for session in self.sessions:
            await session.feed.again(on)

    def before_leaving(self) -> str:
        """The question that is asked before leaving, with the consequences."""
        session = self.session
        if session is None or not session.started:
            return _(table.LEAVE_TABLE)
        if session.ending.over:
            return _(table.LEAVE_AWAITED)
        if isinstance(self.opened, JoinTable):
            if session.view is not None and session.view.seat is None:
                return _(table.LEAVE_WATCHING)
            return _(table.LEAVE_CORRESPONDENCE if session.people.correspondence else table.LEAVE_OTHERS)
        if self.practice is not None:
            return _(table.LEAVE_PRACTICE)
        if isinstance(self.opened, PlayGame) and not self.opened.kept:
            return _(table.LEAVE_UNKEPT)
        if self.alone and not self._moved:
            return _(table.LEAVE_UNPLAYED)
        return _(table.LEAVE_GAME if self.alone else table.LEAVE_HOSTED)

    def way_back(self, asked: Start) -> str:
        """A clause that tells how to come back after the client is closed now.

        Args:
            asked: What the command asked for.
        """
        opened, session = self.opened, self.session
        if session is None:
            kept = isinstance(opened, ResumeTable)
        else:
            lasting = HostTable | JoinTable | ResumeTable
            kept = not session.ending.over and (session.started or isinstance(opened, lasting))
        if not kept or self.practice is not None:
            return _(home.NOT_PLAYING)
        if isinstance(opened, JoinTable):
            watched = session is not None and session.view is not None and session.view.seat is None
            # A host of this program's own ends with it, and takes all its tables up again.
            own = opened.chosen_at is not None and opened.chosen_at.serves is not None
            return _(home.KEPT_SERVED if own else home.WATCHED if watched else home.KEPT_SEAT)
        if session is not None and self.alone and not self._moved:
            return _(home.NOT_BEGUN)
        if isinstance(asked, HostTable) and opened is asked:
            return _(home.KEPT_TABLE)
        return _(home.KEPT_GAME).format(command=command_to_resume(hosted=not self.alone))


def being_opened(start: Start) -> str:
    """The sentence the player reads while a table is being opened."""
    match start:
        case JoinTable(called=called) if called:
            return _(home.BUSY_TABLE).format(table=called)
        case VisitHost(serves=own) if own is not None:
            return _(home.BUSY_HOST)
        case VisitHost(target=""):
            # A guest of a host, who has typed no address.
            return _(tables.COMING)
        case JoinTable(target=target) | VisitHost(target=target):
            # The id of a table says nothing to a player.
            host = target.partition("#")[0].removeprefix("citadels://").partition("/")[0]
            return _(home.BUSY_JOIN).format(target=host)
        case PlayGame(order=order) if Day.read(order.options.title):
            return _(daily.OPENING)
        case HostTable():
            return _(home.BUSY_HOST)
        case ResumeTable():
            return _(home.BUSY_RESUME)
        case _:
            return _(home.BUSY_LOCAL)


async def _read(place: int, feed: Feed, queue: _Queue) -> None:
    """Pass on everything that happens to one person, then None; a fault of ours as itself."""
    try:
        async for update in feed.updates():
            queue.put((place, update))
            await queue.room()
        queue.put(None)
    except Exception as fault:
        queue.put(fault)


def _lesson(start: Start) -> Lesson | None:
    """The guided game of a table, when it is one."""
    if not isinstance(start, PlayGame) or not start.lesson:
        return None
    from citadels_tui.session.lesson import Lesson

    return Lesson()

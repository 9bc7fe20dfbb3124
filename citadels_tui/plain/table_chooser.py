"""Table chooser: the list of a host's tables line by line, until one of them is chosen or opened."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Iterator
from functools import partial

from textual.content import Content

from citadels_tui.plain import pages
from citadels_tui.plain.catching_up import say_line
from citadels_tui.plain.commands import mute
from citadels_tui.plain.console import Console
from citadels_tui.plain.typed import Typed, typed
from citadels_tui.session.host_tables import HostTables, heard
from citadels_tui.session.start import JoinTable, VisitHost
from citadels_tui.table_list.at_once import new_table, open_seat, own_turn
from citadels_tui.table_list.offered_options import chosen, typed_options
from citadels_tui.table_list.table_names import title_of
from citadels_tui.table_list.table_rows import asked, sentence
from citadels_tui.texts import _, plain, say, tables
from citadels_tui.wording.errors import UsageError
from engine.editions import EDITIONS
from net.base.errors import NetError
from net.client.updates import Closed, Refused
from net.client.visitor import TableOpened, TablesView
from net.protocol.client_messages import OpenTable, RequestMaker
from net.protocol.setup import Setup
from net.protocol.table_options import USUAL
from net.protocol.visitor_notes import ListedTable


class TableChooser:
    """Says what tables there are, and does what is typed."""

    def __init__(self, console: Console, visiting: HostTables, start: VisitHost) -> None:
        self._console = console
        self._visiting = visiting
        self._start = start
        self._numbered: list[ListedTable] = []
        """The tables as they were told, each under its number from 1 on."""
        self._known = asyncio.Event()
        """Whether the list has come."""
        self._opening = False
        """Whether a table that was asked for is still being opened."""
        self._answered = asyncio.Event()
        """Set with each answer to that."""
        self._chosen: JoinTable | None = None

    async def choose(self) -> JoinTable | None:
        """The table that was chosen; None when the player leaves.

        Raises:
            NetError: when the connection ends for good.
        """
        following = asyncio.create_task(self._follow())
        listening = asyncio.create_task(self._listen())
        try:
            done, _rest = await asyncio.wait((following, listening), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            following.cancel()
            listening.cancel()
        return self._chosen

    async def _follow(self) -> None:
        """Say what changes, until a table that was asked for is open."""
        visiting = self._visiting
        async for update in visiting.feed.updates():
            update = heard(update, visiting.symbols)
            trouble = visiting.trouble
            for line in visiting.apply_update(update):
                say_line(self._console, line)
            if visiting.trouble and visiting.trouble != trouble:
                self._console.say(visiting.trouble)
            if isinstance(update, Refused | TableOpened):
                self._opening = False
                self._answered.set()
            if isinstance(update, TablesView):
                await self._changed()
            elif isinstance(update, TableOpened):
                self._go(str(update.invite))
                return
            elif isinstance(update, Closed):
                raise NetError(update.code)

    async def _changed(self) -> None:
        """Tell of what is new, and of what is gone; the whole list at first."""
        if not self._known.is_set():
            self._known.set()
            self._list()
            if self._start.at_once:
                self._start = self._start._replace(at_once=False)
                await self._play()
            return
        there = {each.table: each for each in self._visiting.tables}
        told = {each.table for each in self._numbered}
        for each in self._numbered:
            if each.table not in there and self._visiting.trouble == "":
                self._console.say(say(plain.GONE, title=title_of(each)))
        if len(told & there.keys()) < len(told):
            self._numbered = [each for each in self._numbered if each.table in there]
        for each in self._visiting.tables:
            if each.table not in told:
                self._numbered.append(each)
                self._say_table(len(self._numbered), each)

    async def _play(self) -> None:
        """Sit down where a game begins soonest."""
        feed = self._visiting.feed
        passed = self._start.passed
        there = [each for each in self._visiting.tables if each.table not in passed]
        found = own_turn(there) or open_seat(there)
        if found is None:
            await self._request(new_table())
        else:
            otherwise = self._start._replace(at_once=True, passed=(*passed, found.table))
            self._go(f"{feed.address.authority}/{found.table}", otherwise=otherwise)

    def _list(self) -> None:
        """Say all tables."""
        self._console.say()
        self._console.say(say(tables.LIST_TITLE, host=self._visiting.name))
        self._numbered = list(self._visiting.tables)
        for number, each in enumerate(self._numbered, start=1):
            self._say_table(number, each)
        if not self._numbered:
            self._console.say(_(plain.NO_TABLES))

    def _say_table(self, number: int, listed: ListedTable) -> None:
        self._console.say(say(plain.NUMBERED, number=number, table=Content(" ").join(_about(listed))))

    # What is typed

    async def _listen(self) -> None:
        """Do what is typed until a table is chosen, or the list is left."""
        while self._chosen is None:
            line = await self._console.line()
            # A script says beforehand what it will choose.
            await self._known.wait()
            if line is None:
                return
            order = typed(line, plain.LIST_COMMANDS)
            if order.word == "quit":
                return
            await self._run_command(order)
            if self._opening and not self._console.typed:
                # What follows in a script is for the table.
                await self._answered.wait()

    async def _run_command(self, order: Typed) -> None:
        feed, rest = self._visiting.feed, order.rest
        if order.number is not None:
            self._sit(order.number, watch=self._start.watch)
        elif not order.word or order.word == "list":
            self._list()
        elif order.word == "help":
            for line in pages.commands(plain.LIST_COMMANDS, plain.LIST_TITLE):
                self._console.say(line)
        elif order.word in ("sit", "watch"):
            number = typed(rest, {}).number
            if number is None:
                self._console.say(_(plain.SIT_USAGE))
            else:
                self._sit(number, watch=order.word == "watch")
        elif order.word == "play":
            await self._play()
        elif order.word == "new":
            await self._open(rest)
        elif order.word == "say" and rest:
            await feed.chat(rest)
        elif order.word == "say":
            self._console.say(_(plain.SAY_USAGE))
        elif order.word == "mute":
            mute(self._console, self._visiting.talk, rest)
        else:
            self._console.say(say(plain.NO_COMMAND, word=order.word[:40]))

    def _sit(self, number: int, *, watch: bool) -> None:
        if not 1 <= number <= len(self._numbered):
            self._console.say(say(plain.NOT_A_NUMBER, number=number, last=len(self._numbered)))
            return
        found = self._visiting.find(self._numbered[number - 1].table) or self._numbered[number - 1]
        if found.phase == "private" and found.you is None:
            self._console.say(_(tables.NEEDS_INVITATION))
            return
        self._go(f"{self._visiting.feed.address.authority}/{found.table}", watch=watch and found.you is None)

    def _go(self, target: str, *, watch: bool = False, otherwise: VisitHost | None = None) -> None:
        start = self._start
        self._chosen = JoinTable(
            start.name, target, watch=watch, profile=start.profile, chosen_at=start, otherwise=otherwise
        )

    async def _open(self, rest: str) -> None:
        try:
            words = shlex.split(rest)
            begin = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
            values = typed_options(words[begin:])
        except (UsageError, ValueError) as error:
            # An open quote is the only other thing that can be wrong.
            self._console.say(str(error) if isinstance(error, UsageError) else _(plain.QUOTE))
            return
        words = words[:begin]
        seats = typed(words[0], {}).number if words else Setup().players
        edition = words[1].casefold() if len(words) > 1 else Setup().edition
        low, high = EDITIONS[edition].seats if edition in EDITIONS else (1, 0)
        if len(words) > 2 or seats is None or not low <= seats <= high:
            self._console.say(say(plain.OPEN_USAGE, edition=" | ".join(EDITIONS)))
            return
        options = chosen(values, seats, USUAL.model_copy(update={"private": False}))
        request = partial(OpenTable, setup=Setup(players=seats, edition=edition), options=options)
        await self._request(request)

    async def _request(self, request: RequestMaker) -> None:
        self._opening = True
        self._answered.clear()
        await self._visiting.feed.request(request)


def _about(listed: ListedTable) -> Iterator[Content]:
    yield sentence(listed)
    if listed.you is not None:
        yield Content(_(tables.YOUR_TURN if asked(listed) else tables.YOUR_SEAT))

"""Commands that can be typed beside numbers, at a table that was joined."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.content import Content

from citadels_tui.history.day_notes import aid
from citadels_tui.pages.score_table import checked
from citadels_tui.plain import pages
from citadels_tui.plain.catching_up import LINES, say_line
from citadels_tui.plain.console import Console
from citadels_tui.plain.typed import Typed
from citadels_tui.session.hint import ask_hint, at_a_glance, hint_said, known_hint, no_hint
from citadels_tui.session.session import Session
from citadels_tui.story.talk import Talk
from citadels_tui.table_list.setup_choices import resized
from citadels_tui.texts import _, daily, phrases, plain, say, table
from engine.editions import EDITIONS
from net.protocol.client_messages import AddBot, Configure, Hold, Nudge, Ready, RemoveBot, RequestMaker, Start, Vote

if TYPE_CHECKING:
    from citadels_tui.session.lesson import Lesson

MOST_LINES = 9999
OPEN_TO_ALL = frozenset({"card", "look", "pause", "result", "tell", "verify", "vote"})
"""Commands whose answers show nothing that one person alone may know."""


class Commands:
    """Runs the commands that the person at the screen types."""

    def __init__(self, console: Console, session: Session, lesson: Lesson | None) -> None:
        self._console = console
        self._session = session
        self._lesson = lesson

    async def run(self, order: Typed) -> None:
        """Run a command."""
        session = self._session
        known: dict[str, Callable[[str], Awaitable[None] | None]] = {
            "look": lambda _rest: self._page(pages.table_now(session)),
            "hand": lambda _rest: self._page(pages.own_hand(session)),
            "who": lambda _rest: self._page(pages.own_notebook(session)),
            "log": self._log,
            "card": self._card,
            "hint": self._ask_hint,
            "skip": self._skip,
            "say": self._say,
            "result": self._result,
            "tell": self._tell,
            "verify": self._verify,
            "pause": self._pause,
            "vote": self._vote,
            "remind": self._remind,
            "admit": self._admit,
            "mute": lambda rest: mute(self._console, session.talk, rest, [info.name for info in session.others]),
            "start": lambda _rest: self._request(Start),
            "ready": self._ready,
            "bot": self._bot,
            "remove": self._remove,
            "seats": self._seats,
        }
        if order.word not in known:
            self._console.say(say(plain.NO_COMMAND, word=order.word[:40]))
            return
        answer = known[order.word](order.rest)
        if answer is not None:
            await answer

    def _page(self, lines: Iterable[Content]) -> None:
        told = False
        for line in lines:
            told = True
            self._console.say(line)
        if not told:
            self._console.say(_(plain.NOT_NOW))

    async def _ask_hint(self, rest: str) -> None:
        """Say what a bot would do, as soon as one has thought about it."""
        session = self._session
        if session.told_unaided:
            aid(session)
        reason = no_hint(session)
        taught = self._lesson.advice if self._lesson is not None else None
        if reason == _(daily.HINTS_OFF):
            session.told_unaided = True
            self._console.say(_(daily.HINTS_OFF_PLAIN))
        elif reason:
            self._console.say(reason)
        elif (known := known_hint(session, taught) or at_a_glance(session)) is not None:
            self._console.say(hint_said(session, known, taught))
        if not reason and known_hint(session, taught) is None:
            await ask_hint(session)

    def _log(self, rest: str) -> None:
        number = int(rest) if rest.isdecimal() and len(rest) <= len(str(MOST_LINES)) else LINES
        story = self._session.story.lines
        for line in story[max(len(story) - number, 0) :]:
            say_line(self._console, line)

    def _card(self, rest: str) -> None:
        if rest:
            self._page(pages.card(self._session.view, self._session.voice, rest))
        else:
            self._console.say(_(plain.CARD_USAGE))

    async def _say(self, rest: str) -> None:
        if rest:
            await self._session.say(rest)
        else:
            self._console.say(_(plain.SAY_USAGE))
            self._console.say(_(phrases.USAGE).format(phrases=phrases.phrases_listed()))

    def _skip(self, rest: str) -> None:
        lesson = self._lesson
        if lesson is None or lesson.over:
            self._console.say(_(plain.NOT_NOW))
        else:
            lesson.skip()
            self._console.say(_(plain.SKIPPED))

    def _result(self, rest: str) -> None:
        if self._session.ending.ended is None:
            self._console.say(_(plain.NOT_OVER))
        else:
            self._page(pages.result(self._session))

    def _tell(self, rest: str) -> None:
        if self._session.ending.ended is None:
            self._console.say(_(plain.NOT_OVER))
        else:
            self._page(pages.retelling(self._session))

    def _verify(self, rest: str) -> None:
        if self._session.ending.ended is None:
            self._console.say(_(plain.NOT_OVER))
        else:
            self._console.say(checked(self._session.ending, self._session.voice))

    async def _request(self, make: RequestMaker) -> None:
        await self._session.feed.request(make)

    async def _pause(self, rest: str) -> None:
        await self._request(partial(Hold, on=not self._session.clock.held))

    async def _remind(self, rest: str) -> None:
        await self._request(Nudge)

    async def _admit(self, rest: str) -> None:
        if self._session.people.knocks:
            await self._session.admit()
        else:
            self._console.say(_(plain.NOT_NOW))

    async def _vote(self, rest: str) -> None:
        await self._request(partial(Vote, end=self._session.you not in self._session.votes.end))

    async def _ready(self, rest: str) -> None:
        lobby = self._session.people.lobby
        await self._request(partial(Ready, on=lobby is None or lobby.you not in lobby.ready))

    async def _bot(self, rest: str) -> None:
        await self._request(partial(AddBot, level=rest[:32] or "steward", seat=None))

    async def _remove(self, rest: str) -> None:
        lobby = self._session.people.lobby
        bots = [info.seat for info in lobby.seats if info.kind == "bot"] if lobby else []
        if bots:
            await self._request(partial(RemoveBot, seat=bots[-1]))
        else:
            self._console.say(_(table.NO_BOT))

    async def _seats(self, rest: str) -> None:
        lobby = self._session.people.lobby
        if lobby is None:
            self._console.say(_(plain.NOT_NOW))
            return
        low, high = EDITIONS[lobby.setup.edition].seats
        seats = int(rest) if rest.isdecimal() and len(rest) == 1 else 0
        if low <= seats <= high:
            await self._request(partial(Configure, setup=resized(lobby.setup, seats)))
        else:
            self._console.say(say(plain.SEATS_USAGE, low=low, high=high))


def mute(console: Console, talk: Talk, name: str, present: Sequence[str] = ()) -> None:
    """Leave out what somebody says, or not any more: somebody who is present, or has said something."""
    names = list(dict.fromkeys((*present, *talk.speakers)))
    known = {each.casefold(): each for each in names}
    found = known.get(name.casefold())
    if found is None:
        console.say(say(plain.MUTE_USAGE, names=", ".join(names) or "-"))
        return
    talk.mute(found, found not in talk.muted)
    console.say(say(plain.MUTED if found in talk.muted else plain.UNMUTED, name=found))

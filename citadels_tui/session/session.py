"""One table as the screens see it: the newest view, and a part for everything else that is known of it."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial

from textual.content import Content

from citadels_tui.session.day import Day
from citadels_tui.session.endings import GameEnding, TableLink, Votes
from citadels_tui.session.feed import Feed
from citadels_tui.session.notes import SeatNotes
from citadels_tui.session.people import People
from citadels_tui.session.question import OpenQuestion
from citadels_tui.session.table_clock import TableClock
from citadels_tui.story.score_words import game_number, is_worth_telling, score_line
from citadels_tui.story.storyteller import TableStory
from citadels_tui.story.talk import Talk
from citadels_tui.story.telling import Line
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, table
from citadels_tui.texts.phrases import phrase_of
from citadels_tui.wording.voice import Voice
from engine.move import Move
from engine.view import View
from net.client.updates import Chat, Decision, Ended, Evening, Happened, LobbyView, Refused, SeatInfo, Started, Update
from net.identity.invitations import Invite
from net.protocol.client_messages import Admit, SayPhrase


class Session:
    """The parts of one table, each of which folds the updates of one feed. Screens take the parts that they show.

    Args:
        feed: Where the updates come from; None: a recording, to which nothing can be sent.
        alone: Whether nobody else can sit at this table.
        shared: Whether others play at the same keyboard.
        moved: Whether a person has made a move in this game before, as in one that is gone on with.
    """

    def __init__(
        self, feed: Feed | None, symbols: Symbols, *, alone: bool = False, shared: bool = False, moved: bool = False
    ) -> None:
        self._feed = feed
        self.symbols = symbols
        self.alone = alone
        """Whether nobody else can sit at this table."""
        self.shared = shared
        """Whether others play at the same keyboard."""
        self.view: View | None = None
        """The newest view; None before the start."""
        self._moved, self._sent = moved, False
        self.people = People()
        self.question = OpenQuestion()
        self.notes = SeatNotes()
        self.story = TableStory(lambda: self.voice, alone=alone)
        self.clock = TableClock()
        self.votes = Votes()
        self.ending = GameEnding()
        self.link = TableLink()
        self.talk = Talk()
        self.evening = Evening()
        self.aided = False
        """Whether the player has turned hints on in the deal of the day."""
        self.told_unaided = False
        """Whether the player was told that there are none before: line by line who asks again means it."""

    def apply_update(self, update: Update) -> list[Line]:
        """Fold one update.

        Returns:
            What it adds to the story.
        """
        if isinstance(update, Chat) and not self._hears(update):
            return []
        if isinstance(update, Refused):
            self.talk.refused(update.what)
        # First of all: it tells of players by the names that they had before.
        lines = self.story.apply_update(update)
        if isinstance(update, Started | Happened | Decision | Ended):
            self.view = update.view
        # Only a move of a person has this cause.
        self._moved |= isinstance(update, Happened) and update.cause == "player"
        self.people.apply_update(update)
        self.question.apply_update(update)
        self.notes.apply_update(update)
        self.clock.apply_update(update)
        self.votes.apply_update(update)
        if isinstance(update, Evening):
            self.evening = update
        self.ending.apply_update(update)
        self.link.apply_update(update)
        return lines

    def _hears(self, chat: Chat) -> bool:
        """Whether this player wants to know what was said; their own lines they have read."""
        return (chat.seat is not None and chat.seat == self.you) or self.talk.hear(chat.name)

    @property
    def moved(self) -> bool:
        """Whether a person has made a move in this game: without one, a game of one's own is not kept.

        A host that still stands has kept what was sent to it, or will before it ends.
        """
        return self._moved or (self._sent and self.link.closed is None)

    async def move(self, move: Move) -> None:
        """Send a move."""
        self._sent = True
        self.question.taken_back.send(move)
        await self.feed.move(move)

    def say(self, text: str) -> Awaitable[None]:
        """Say something to the table; a number alone stands for a phrase."""
        phrase = phrase_of(text)
        return self.feed.chat(text) if phrase is None else self.feed.request(partial(SayPhrase, phrase=phrase))

    def ends_with(self, update: Update) -> bool:
        """Whether with an update the table goes on from this game, to its lobby or to another game: see `next`."""
        if isinstance(update, LobbyView):
            return self.started and not update.playing
        return isinstance(update, Started) and self.ending.over

    def next(self) -> Session:
        """A session for another game at this table: of this one only the chat is left; screens that show it keep it."""
        after = Session(self.feed, self.symbols, alone=self.alone, shared=self.shared)
        after.people, after.clock, after.link = self.people.next(), self.clock.next(), self.link.next()
        after.talk, after.evening = self.talk, self.evening
        after.story.go_on_from(self.story)
        return after

    @property
    def feed(self) -> Feed:
        """The way to the table.

        Raises:
            ValueError: in a recording, in which nothing can be sent.
        """
        if self._feed is None:
            raise ValueError("this game was recorded")
        return self._feed

    async def admit(self, pub: bytes | None = None) -> None:
        """Let somebody sit down who waits for the owner's yes, or the first of them."""
        pub = next(iter(self.people.knocks), None) if pub is None else pub
        if pub is not None:
            self.people.knocks.pop(pub, None)
            await self.feed.request(partial(Admit, pub=pub))

    @property
    def known(self) -> bool:
        """Whether anything is known about this table yet."""
        return self.people.rules is not None

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self.view is not None

    @property
    def you(self) -> int | None:
        """Your seat, in the game or in the lobby before it; None for a spectator."""
        if self.view is not None:
            return self.view.seat
        return self.people.lobby.you if self.people.lobby is not None else None

    @property
    def asleep(self) -> bool:
        """Whether a bot answers for you, as your time was up, until you show that you are there."""
        return self.you in self.people.asleep and not self.ending.over

    @property
    def voice(self) -> Voice:
        """How names are written at this table.

        Raises:
            ValueError: before anything is known about the table.
        """
        rules = self.people.rules
        if rules is None:
            raise ValueError("nothing is known about this table yet")
        # Everybody at one keyboard reads the end together.
        you = None if self.shared and self.ending.over else self.you
        return Voice(self.symbols, rules, tuple(seat.name for seat in self.people.seats), you)

    @property
    def invite(self) -> Invite | None:
        """The line by which others can join, if this player has one to give."""
        if self.people.invitations:
            return next((issued.invite for issued in self.people.invitations if not issued.fault), None)
        return self.feed.invite

    # Questions that several parts answer together

    @property
    def trouble(self) -> str:
        """Why nothing happens at the table, if it is not a player's decision; empty while all is well."""
        if self.link.trouble is not None:
            return _(table.LINKS[self.link.trouble.state])
        return _(table.RESTS) if self.clock.held else ""

    def seconds_left(self, now: float) -> float | None:
        """Seconds left to the player who is asked, the reserve included; None when no time runs."""
        if self.view is None or self.ending.over or self.link.trouble is not None:
            return None
        return self.clock.seconds_left(self.view, now)

    @property
    def score(self) -> Content:
        """The score of the games at this table; empty while there is only one."""
        series = self.people.series
        return score_line(self.evening, series) if is_worth_telling(self.evening, series) else Content()

    @property
    def game_number(self) -> Content:
        """The number of the game among several, and who has won one before; empty while it is the only one."""
        series = self.people.series
        return game_number(self.evening, series, over=self.ending.over) if series or self.evening.games else Content()

    @property
    def day(self) -> Day | None:
        """The day whose deal this game is; the next game at its table is another deal."""
        lobby = self.people.lobby
        if not self.alone or lobby is None or self.evening.games > self.ending.over:
            return None
        return Day.read(lobby.options.title)

    @property
    def counts_for_day(self) -> bool:
        """Whether this game is to count as the deal of the day: nothing plays it for the player."""
        return self.day is not None and not self.day.practice

    @property
    def goes_on(self) -> bool:
        """Whether the next game of a series will begin by itself."""
        return 0 < self.evening.games < self.people.series and self.ending.over

    @property
    def others(self) -> list[SeatInfo]:
        """The people in the seats, without you."""
        return [info for info in self.people.seats if info.kind == "human" and info.seat != self.you]

    @property
    def may_hold(self) -> bool:
        """Whether this player may let the game rest, or go on: in the owner's absence anybody may end a rest."""
        return self.people.own_table or (self.clock.held and not self.people.owner_present)

    @property
    def may_play_again(self) -> bool:
        """Whether you have sat at this table to the end, and another game may follow."""
        seated = self.view is not None and self.view.seat is not None
        return seated and self.ending.over and self._feed is not None and self.link.closed is None

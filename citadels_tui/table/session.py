"""One table as the screens see it: the newest view, the open question, and the story so far."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, get_args

from citadels_tui.drawing.symbols import Symbols
from citadels_tui.settings.settings import Pause
from citadels_tui.story.recap import since_last_turn
from citadels_tui.story.storyteller import Storyteller
from citadels_tui.story.talk import Talk
from citadels_tui.story.telling import Line
from citadels_tui.story.timeline import Timeline
from citadels_tui.table.feed import Feed
from citadels_tui.table.row_keys import HandKeys
from citadels_tui.texts import _, say, table
from citadels_tui.wording.voice import Voice
from engine.bots.memory import Memory
from engine.event import Event
from engine.notebook import Notebook
from engine.rules import Rules
from engine.step import Refusal
from engine.view import View
from net.base.limits import CORRESPONDENCE
from net.client.updates import (
    Attested,
    Chat,
    Closed,
    Decision,
    Ended,
    Happened,
    Held,
    Hinted,
    Invitations,
    Issued,
    Link,
    LobbyView,
    Notice,
    Refused,
    Restarted,
    SeatChanged,
    SeatInfo,
    Started,
    Stopped,
    Update,
    Verified,
    Voted,
)
from net.identity.invitations import Invite
from net.protocol.client_messages import AskHint
from net.protocol.host_messages import ClockNote, PauseNote, PresenceNote, WishesNote

if TYPE_CHECKING:
    from citadels_tui.table.lesson import Lesson
    from engine.bots.advice import Advice

PAUSES = tuple(map(float, get_args(Pause)))
"""The speeds a player can choose: seconds bots wait between moves."""


class Session:
    """Folds the updates of one feed. It keeps what a screen needs to draw itself at any time."""

    def __init__(
        self,
        feed: Feed | None,
        symbols: Symbols,
        *,
        alone: bool = False,
        shared: bool = False,
        lesson: Lesson | None = None,
    ) -> None:
        """Begin with nothing known.

        Args:
            feed: Where the updates come from; None: a recording, to which nothing can be sent.
            symbols: The signs to write with.
            alone: Whether nobody else can sit at this table.
            shared: Whether others play at the same keyboard.
            lesson: What is explained in the guided game; None in any other.
        """
        self._feed = feed
        self.symbols = symbols
        self.alone = alone
        """Whether nobody else can sit at this table."""
        self.shared = shared
        """Whether others play at the same keyboard."""
        self.lesson = lesson
        """What is explained in the guided game; None in any other."""
        self.lobby: LobbyView | None = None
        self.invitations: tuple[Issued, ...] = ()
        """The invitations to a table of one's own."""
        self.seats: tuple[SeatInfo, ...] = ()
        self.view: View | None = None
        self.notebook: Notebook | None = None
        """Who may be who, as far as this seat can tell; None before the start."""
        self.memory = Memory()
        """What a bot in this seat would remember of the round and the turn."""
        self.timeline: Timeline | None = None
        """The moments of the game so far; None before the start."""
        self.since: tuple[Event, ...] = ()
        """What has happened since the end of your last turn."""
        self.refusals: tuple[Refusal, ...] = ()
        """Near misses of the open question, when it is yours."""
        self.decision: Decision | None = None
        """The open question, when it is yours."""
        self.hand_keys = HandKeys()
        """The numbers that the hand cards have had in this turn."""
        self.hinted: Hinted | None = None
        """The hint at the open question, once you have asked for it."""
        self.undo = "turn"
        """Why your last move cannot be taken back, as a code of `engine.undo.REASONS`; empty: it can."""
        self.talk = Talk()
        """Who has said something here, and whom this player would rather not hear."""
        self.story: list[Line] = []
        self.ended: Ended | None = None
        self.stopped: Stopped | None = None
        """The game ended before its time."""
        self.verified: Verified | None = None
        """What the check of the finished game has shown."""
        self.attested: frozenset[int] = frozenset()
        """Seats whose players have signed the end of the game."""
        self.wishes: frozenset[int] = frozenset()
        """When the game is over: the seats whose players would like to play again."""
        self.closed: Closed | None = None
        self.link: Link | None = None
        """What is wrong with the connection; None while all is well."""
        self.held = False
        """Whether the game rests."""
        self.clock: ClockNote | None = None
        """The time of whoever is asked, as of `clock_at`."""
        self.clock_at = 0.0
        self.voted: frozenset[int] = frozenset()
        """The seats that want the game to end."""
        self.pause = 0.0
        """Seconds bots wait between moves now."""
        self._rules: Rules | None = None
        self._storyteller = Storyteller(lambda: self.voice, alone=alone)

    @property
    def feed(self) -> Feed:
        """The way to the table.

        Raises:
            ValueError: in a recording, in which nothing can be sent.
        """
        if self._feed is None:
            raise ValueError("this game was recorded")
        return self._feed

    @property
    def recorded(self) -> bool:
        """Whether this is a game that is over, read from a file."""
        return self._feed is None

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self.view is not None

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.ended is not None or self.stopped is not None

    @property
    def may_play_again(self) -> bool:
        """Whether you have sat at this table to the end, and another game may follow."""
        at_table = not self.recorded and self.closed is None and self.view is not None and self.view.seat is not None
        return at_table and self.over

    @property
    def wants_another(self) -> bool:
        """Whether you have said that you would like to play again."""
        return self.view is not None and self.view.seat in self.wishes

    def seconds_left(self, now: float) -> float | None:
        """The time left to whoever is asked, the reserve included; None when no time runs."""
        if self.clock is None or self.trouble or self.over or self.view is None or self.view.asked is None:
            return None
        if self.view.asked.seat != self.clock.seat:
            return None
        return max(0.0, (self.clock.ms + self.clock.reserve) / 1000 - (now - self.clock_at))

    @property
    def choosing(self) -> bool:
        """Whether you have to choose something now; what leaves no choice is answered by itself."""
        return self.decision is not None and not self.decision.auto

    @property
    def owner(self) -> bool:
        """Whether you opened this table."""
        return self.lobby is not None and self.lobby.mine

    @property
    def correspondence(self) -> bool:
        """Whether players come and go, and no bot answers for them before their time is up."""
        return self.lobby is not None and self.lobby.turn_time >= CORRESPONDENCE

    @property
    def invite(self) -> Invite | None:
        """The line by which others can join, if this player has one to give."""
        if self.invitations:
            return next((issued.invite for issued in self.invitations if not issued.fault), None)
        return self.feed.invite

    @property
    def known(self) -> bool:
        """Whether anything is known about this table yet."""
        return self._rules is not None

    @property
    def voice(self) -> Voice:
        """How names are written at this table.

        Raises:
            ValueError: before anything is known about the table.
        """
        rules = self._rules
        if rules is None:
            raise ValueError("nothing is known about this table yet")
        you = self.view.seat if self.view else self.lobby.you if self.lobby else None
        if self.shared and self.over:
            # Everybody reads the end together.
            you = None
        return Voice(self.symbols, rules, tuple(seat.name for seat in self.seats), you)

    @property
    def trouble(self) -> str:
        """Why nothing happens at the table, if it is not a player's decision; empty while all is well."""
        if self.link is not None:
            return _(table.LINKS[self.link.state])
        return _(table.RESTS) if self.held else ""

    @property
    def owner_present(self) -> bool:
        """Whether whoever opened the table is there."""
        owner = self.lobby.owner if self.lobby else None
        return owner is not None and any(info.seat == owner and info.connected for info in self.seats)

    @property
    def may_hold(self) -> bool:
        """Whether this player may let the game rest, or go on: in the owner's absence anybody may end a rest."""
        return self.owner or (self.held and not self.owner_present)

    @property
    def has_voted(self) -> bool:
        """Whether this player wants the game to end."""
        return self.view is not None and self.view.seat in self.voted

    @property
    def unheld(self) -> frozenset[int]:
        """The ranks that nobody holds this round, as far as this seat can tell."""
        return self.notebook.page().unheld if self.notebook is not None else frozenset()

    @property
    def may_ask_hint(self) -> bool:
        """Whether there are hints at this table: not where other people play, unless they share a keyboard."""
        return self.alone or all(
            info.kind == "bot" for info in self.seats if self.view is None or info.seat != self.view.seat
        )

    async def ask_hint(self) -> None:
        """Ask the host what a bot would do; `hinted` is the answer."""
        if self.decision is not None:
            await self.feed.request(partial(AskHint, did=self.decision.did))

    def advice(self) -> Advice | None:
        """The move a steward would make here without trying any, and why; None when it is not your decision."""
        if self.view is None or not self.view.moves or self.over:
            return None
        # The bots are loaded for the first hint.
        from engine.bots.advice import advise

        return advise(self.view, self.memory)

    def take(self, update: Update) -> list[Line]:
        """Fold one update.

        Returns:
            What it adds to the story.
        """
        if isinstance(update, Chat) and not self._hears(update):
            return []
        lines = self._storyteller.tell(update)
        self._fold(update)
        lines = [replace(line, moment=len(self.timeline or ()) - 1) for line in lines]
        self.story += lines
        return lines

    def _hears(self, chat: Chat) -> bool:
        """Whether this player wants to know what was said; their own lines they have read."""
        you = self.view.seat if self.view else self.lobby.you if self.lobby else None
        return (chat.seat is not None and chat.seat == you) or self.talk.hear(chat.name)

    def reword(self) -> None:
        """Tell the story so far in the language that is spoken now."""
        self.story = [line.reworded() for line in self.story]

    def ends_with(self, update: Update) -> bool:
        """Whether with an update the table goes on from this game, to its lobby or to another game: see `next`."""
        if isinstance(update, LobbyView):
            return self.started and not update.playing
        return isinstance(update, Started) and self.over

    def next(self) -> Session:
        """The same table without this game: only what was said there is left, and whatever shows the game keeps it."""
        after = Session(self.feed, self.symbols, alone=self.alone, shared=self.shared)
        after.lobby, after.pause, after.link, after.talk = self.lobby, self.pause, self.link, self.talk
        after.invitations = self.invitations
        after.story = [line for line in self.story if line.kind == "chat"]
        after.story.append(Line.saying(partial(say, table.ANOTHER_GAME), kind="note"))
        return after

    def _fold(self, update: Update) -> None:
        match update:
            case LobbyView():
                self.lobby = update
                self.pause = update.bot_pause
                if not self.over:
                    # The seats of a game that is over stay as they were until the next one is dealt.
                    self.seats, self._rules = update.seats, update.rules
            case Invitations(rows=rows):
                self.invitations = rows
            case Started():
                self.seats = update.seats
                self._rules = update.rules
                self.view = update.view
                self.notebook = Notebook(update.view)
                self.memory = Memory()
                self.timeline = Timeline(update.view)
                # What was told before has no place in it: another game, or another seat's.
                self.story = [replace(line, moment=-1) for line in self.story]
                self.since = ()
            case Happened():
                self.view = update.view
                if self.timeline is not None:
                    self.timeline.add(update)
                self.decision, self.hinted, self.refusals, self.undo = None, None, (), "turn"
                self.since = since_last_turn(self.since, update.events, update.view.seat)
                if self.notebook is not None:
                    self.notebook.feed(update.events)
                for event in update.events:
                    self.memory.watch(event)
                if self.lesson is not None:
                    self.lesson.watch(update.events, update.view, self.voice)
            case Decision():
                self.view, self.decision = update.view, update
                self.refusals, self.undo = update.refusals, update.undo
                advice = self.advice() if self.lesson is not None and not self.lesson.over else None
                if self.lesson is not None and advice is not None:
                    self.lesson.point(update.view, advice)
            case Hinted():
                if self.decision is not None and update.did == self.decision.did:
                    self.hinted = update
            case PresenceNote(seat=seat, connected=connected):
                self.seats = tuple(
                    info._replace(connected=connected) if info.seat == seat else info for info in self.seats
                )
            case SeatChanged():
                self.seats = tuple(update.seat if info.seat == update.seat.seat else info for info in self.seats)
            case Link():
                self.link = None if update.state == "live" else update
            case ClockNote():
                self.clock, self.clock_at = update, monotonic()
            case PauseNote():
                self.pause = update.ms / 1000
            case Held(on=on):
                self.held = on
            case Voted(seat=seat, end=end):
                self.voted = self.voted | {seat} if end else self.voted - {seat}
            case Stopped():
                self.stopped, self.decision = update, None
            case Ended():
                self.ended, self.decision = update, None
                self.view = update.view
                self.refusals = ()
            case WishesNote():
                self.wishes = frozenset(update.seats)
            case Verified() if self.over:
                self.verified = update
            case Attested(seat=seat) if self.over:
                self.attested |= {seat}
            case Closed():
                self.closed = update
            case Chat() | Notice() | Refused() | Restarted() | Verified() | Attested():
                # The table stays as it is; what is found out about the last game comes too late.
                pass

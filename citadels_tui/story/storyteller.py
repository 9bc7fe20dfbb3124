"""Storyteller: the updates of a table as lines of its story, and the story so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from textual.content import Content

from citadels_tui.story import telling as story
from citadels_tui.story.recap import since_last_turn
from citadels_tui.story.score_words import is_worth_telling, score_line
from citadels_tui.story.telling import Line
from citadels_tui.story.timeline import Timeline
from citadels_tui.texts import Text, phrases, play_on, retold, say, table
from citadels_tui.wording.voice import Voice, listed
from engine.event import Event
from net.client.updates import (
    Attested,
    Chat,
    Closed,
    Evening,
    Happened,
    Held,
    Link,
    LobbyView,
    Notice,
    Restarted,
    SeatChanged,
    SeatInfo,
    Started,
    Stopped,
    Update,
    Verified,
    Voted,
    Woke,
)
from net.protocol.host_messages import KnockNote, NudgeNote, PresenceNote, WishesNote


class Storyteller:
    """Tells what an update adds to the story. It remembers what it has told, so as not to tell it twice.

    Args:
        voice: How names are written there, as soon as something is known about the table.
        alone: Whether nobody else can sit there.
    """

    def __init__(self, voice: Callable[[], Voice], *, alone: bool) -> None:
        self._voice = voice
        self._alone = alone
        self._lobby: LobbyView | None = None
        """The people as they were told last."""
        self._coming: set[int] = set()
        """Seats that somebody has just taken: who comes there was never away."""
        self._stood_in: set[int] = set()
        """Absent players of whom it has been told that a bot answers."""
        self._asleep: set[int] = set()
        """Players for whom bots answer since their time was up."""
        self._missed: Counter[int] = Counter()
        """Decisions that bots have made for each player since they were there."""
        self._lost = False
        """Whether the end of the connection was the last that was told of it."""
        self._wishes: frozenset[int] = frozenset()
        """Seats of which it has been told that their players would like to play again."""
        self._evening = Evening()
        """The games of which has been told."""
        self._series = 0
        """How many games the table's series has."""
        self._mover = -1
        """The seat that moved last."""
        self._given = False
        """Whether the last move was of the game from which this one goes on."""
        self._moves: list[Line | None] = []
        """How that player's last moves were told, which may be taken back."""

    def describe_update(self, update: Update) -> list[Line]:
        """The lines of an update; to be called while the table is still as it was before."""
        match update:
            case Happened():
                return self._happened(update)
            case Chat(seat=seat, name=name, text=text, phrase=phrase):
                return [story.chat(self._voice(), seat, name, text, phrase)]
            case NudgeNote(seat=seat, asked=asked):
                return [_nudged(self._voice(), seat, asked)]
            case KnockNote(name=name):
                return [replace(_note(table.KNOCKS, name=name), kind="alert")]
            case PresenceNote(seat=seat, connected=connected):
                return self._presence(seat, connected)
            case LobbyView():
                self._series = update.options.series
                return [] if self._alone else list(self._people(update))
            case SeatChanged():
                return [self._changed(update)]
            case Link():
                return self._link(update)
            case Held(on=on):
                return [_note(table.HELD if on else table.GOES_ON)]
            case Voted(seat=seat, end=end, votes=votes, needed=needed):
                text = table.VOTED if end else table.UNVOTED
                return [_note(text, seat, who=self._voice().player(seat), votes=votes, needed=needed)]
            case WishesNote(seats=seats):
                wishes, self._wishes = frozenset(seats) - self._wishes, frozenset(seats)
                return [_note(table.WISHES, players=self._voice().player(seat)) for seat in sorted(wishes)]
            case Evening():
                return self._scored(update)
            case Woke(seat=seat):
                self._asleep.discard(seat)
                voice = self._voice()
                return self._welcome(seat) if seat == voice.you else [_note(table.WOKE, seat, who=voice.player(seat))]
            case Restarted():
                return [_note(table.RESTARTED_ALONE if self._alone else table.RESTARTED)]
            case Stopped(owing=owing) if owing:
                return [_note(table.UNDEALT, players=", ".join(owing))]
            case Stopped(reason=reason):
                return [_note(table.STOPPED.get(reason, table.STOPPED_SOMEHOW))]
            case Attested(seat=seat):
                voice = self._voice()
                return [] if seat == voice.you else [_note(table.ATTESTED, seat, who=voice.player(seat))]
            case Verified() if self._alone and update.ok:
                # The result says so, where it is asked for; nobody else could have cheated.
                return []
            case Notice(sentence=sentence) | Verified(sentence=sentence) | Closed(sentence=sentence):
                return [_as_said(sentence)]
            case _:
                return []

    def _scored(self, evening: Evening) -> list[Line]:
        before, self._evening = self._evening, evening
        if before == evening or not is_worth_telling(evening, self._series):
            return []
        return [Line.saying(partial(score_line, evening, self._series), kind="note")]

    def _happened(self, update: Happened) -> list[Line]:
        voice = self._voice()
        lines = self._move(update, list(story.describe_events(voice, update.events, update.view)))
        if update.cause == "player":
            self._forget(update.seat)
        elif update.cause not in {"start", "given", "bot"}:
            self._missed[update.seat] += 1
        told = update.seat in {"absent": self._stood_in, "timeout": self._asleep}.get(update.cause, ())
        if update.cause == "timeout":
            self._asleep.add(update.seat)
        if self._given and update.cause != "given":
            lines.insert(0, _note(play_on.FROM_HERE))
        self._given = update.cause == "given"
        if update.cause in table.NOT_BY_PLAYER and lines and not told:
            if update.cause == "absent":
                self._stood_in.add(update.seat)
            lines.insert(0, _stood_in(update, voice))
        return lines

    def _move(self, update: Happened, lines: list[Line]) -> list[Line]:
        """The lines of a move; of one that is taken back, as it was told itself."""
        if update.seat != self._mover:
            self._mover, self._moves = update.seat, []
        if all(event.kind != "undo" for event in update.events):
            self._moves.append(lines[0] if lines else None)
            return lines
        what = self._moves.pop() if self._moves else None
        return lines if what is None else [replace(Line.saying(partial(_taken_back, what), 1), seats=(update.seat,))]

    def _people(self, lobby: LobbyView) -> Iterator[Line]:
        """Tell of people who come to the lobby, go or come back, and of a new owner."""
        before, self._lobby = self._lobby, lobby
        if before is None:
            return
        if not lobby.playing and not before.playing:
            was, now = _humans(before), _humans(lobby)
            for name in was.keys() - now.keys():
                yield _note(table.SEAT_LEFT, who=name)
            for name, info in now.items():
                if name not in was:
                    yield _note(table.SAT_DOWN, who=name)
                elif info.connected != was[name].connected:
                    yield _note(table.CAME_BACK if info.connected else table.WENT_AWAY, who=name)
        owner = _owner(lobby)
        if owner and _owner(before) and (owner, lobby.stands_in) != (_owner(before), before.stands_in):
            words = table.YOU_STAND_IN, table.STANDS_IN
            yield _note((words if lobby.stands_in else (table.YOU_OWN, table.NEW_OWNER))[not lobby.mine], who=owner)

    def _link(self, update: Link) -> list[Line]:
        """Only of what has lasted: that the connection was lost, and that it is back."""
        before = self._lost
        if update.state == "live":
            self._lost = False
            return [_note(table.LINK_BACK)] if before else []
        if update.state == "reconnecting":
            self._lost = True
            return [] if before else [_as_said(update.sentence)]
        return []

    def _changed(self, update: SeatChanged) -> Line:
        voice, seat = self._voice(), update.seat.seat
        self._forget(seat)
        if update.reason == "taken" and not update.seat.connected:
            self._coming.add(seat)
        yours = table.YOUR_SEAT_CHANGED.get(update.reason) if seat == voice.you else None
        names = (*voice.names[:seat], update.seat.name, *voice.names[seat + 1 :])
        other = replace(voice, names=names).player(seat)
        line = _note(yours or table.SEAT_CHANGED[update.reason], seat, who=voice.player(seat), other=other)
        return replace(line, kind="alert") if yours else line

    def _forget(self, seat: int) -> None:
        """Forget that bots stood in for a seat: its player answers again, or another one has it."""
        self._stood_in.discard(seat)
        self._asleep.discard(seat)
        del self._missed[seat]

    def _welcome(self, seat: int) -> list[Line]:
        """Lines: how much bots have decided for you while you were away, or asleep."""
        missed = self._missed.pop(seat, 0)
        return [_note(table.WELCOME_BACK, seat, amount=missed)] if missed else []

    def _presence(self, seat: int, connected: bool) -> list[Line]:
        if connected:
            self._stood_in.discard(seat)
        came = connected and seat in self._coming
        self._coming.discard(seat)
        voice = self._voice()
        if seat == voice.you:
            return self._welcome(seat) if connected and seat not in self._asleep else []
        if came:
            return []
        return [_note(table.CAME_BACK if connected else table.WENT_AWAY, seat, who=voice.player(seat))]


def _nudged(voice: Voice, seat: int, asked: int) -> Line:
    """Line: a player reminds the one who is asked."""
    if asked == voice.you:
        return replace(_note(phrases.NUDGED_YOU, seat, who=voice.player(seat)), kind="alert")
    return _note(phrases.NUDGED, seat, asked, who=voice.player(seat), asked=voice.player(asked))


def _humans(lobby: LobbyView) -> dict[str, SeatInfo]:
    """The people with a seat, by name: no two have the same."""
    return {info.name: info for info in lobby.seats if info.kind == "human"}


def _owner(lobby: LobbyView) -> str:
    return lobby.seats[lobby.owner].name if lobby.owner is not None else ""


def _stood_in(update: Happened, voice: Voice) -> Line:
    """Line: a bot has moved for an absent player."""
    if update.seat == voice.you:
        return _note(table.NOT_BY_YOU[update.cause], update.seat)
    return _note(table.NOT_BY_PLAYER[update.cause], update.seat, who=voice.player(update.seat))


def guests(seats: Sequence[SeatInfo]) -> list[Line]:
    """The players whose keys the host has, if there are any."""
    names = [Content(info.name) for info in seats if info.via]
    return [_note(table.KEYS_HELD_OF, amount=len(names), players=listed(names))] if names else []


def _note(text: Text, *seats: int, **values: Content | str | int) -> Line:
    """A line about the table, or about players at it."""
    return replace(Line.saying(partial(say, text, **values), kind="note"), seats=seats)


def _taken_back(what: Line) -> Content:
    return say(table.TAKEN_BACK, what=what.reworded().text)


def _as_said(sentence: str) -> Line:
    """A line about the table whose sentence is complete; it may quote others, and is never markup."""
    return Line.saying(partial(_sentence, sentence), kind="note")


def _sentence(sentence: str) -> Content:
    return Content(retold(sentence))


class TableStory:
    """Log and moments of one table, as one seat has seen them.

    Args:
        voice: How names are written there, as soon as something is known about the table.
        alone: Whether nobody else can sit there.
    """

    def __init__(self, voice: Callable[[], Voice], *, alone: bool) -> None:
        self.lines: list[Line] = []
        self.timeline: Timeline | None = None
        """The moments of the game so far; None before the start."""
        self.since: tuple[Event, ...] = ()
        """The events since the end of your last turn."""
        self._teller = Storyteller(voice, alone=alone)

    def apply_update(self, update: Update) -> list[Line]:
        """Fold one update, while the table is still as it was before.

        Returns:
            What it adds to the story.
        """
        lines = self._teller.describe_update(update)
        match update:
            case Started(view=view):
                self.timeline, self.since = Timeline(view), ()
                # What was told before has no place in it: another game, or another seat's.
                self.lines = [replace(line, moment=-1) for line in self.lines]
            case Happened():
                if self.timeline is not None:
                    self.timeline.add(update)
                self.since = since_last_turn(self.since, update.events, update.view.seat)
        lines = [replace(line, moment=len(self.timeline or ()) - 1) for line in lines]
        self.lines += lines
        return lines

    @property
    def chat(self) -> list[Line]:
        """The lines that people have said."""
        return [line for line in self.lines if line.kind == "chat"]

    def reword(self) -> None:
        """Tell the story so far in the language that is spoken now."""
        self.lines = [line.reworded() for line in self.lines]

    def go_on_from(self, before: TableStory) -> None:
        """Begin after another game at this table, of which only what was said is left."""
        self.lines = [*before.chat, Line.saying(partial(say, table.ANOTHER_GAME), kind="note")]

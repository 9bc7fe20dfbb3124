"""Storyteller: the updates of a table as lines of its story."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from textual.content import Content

from citadels_tui.story import telling as story
from citadels_tui.story.telling import Line
from citadels_tui.texts import Text, play_on, retold, say, table
from citadels_tui.wording.voice import Voice, listed
from net.client.updates import (
    Attested,
    Chat,
    Closed,
    Happened,
    Held,
    Link,
    Notice,
    Restarted,
    SeatChanged,
    SeatInfo,
    Stopped,
    Update,
    Verified,
    Voted,
)
from net.protocol.host_messages import PresenceNote, WishesNote


class Storyteller:
    """Tells what an update adds to the story. It remembers what it has told, so as not to tell it twice."""

    def __init__(self, voice: Callable[[], Voice], *, alone: bool) -> None:
        """Tell the story of one table.

        Args:
            voice: How names are written there, as soon as something is known about the table.
            alone: Whether nobody else can sit there.
        """
        self._voice = voice
        self._alone = alone
        self._coming: set[int] = set()
        """Seats that somebody has just taken: who comes there was never away."""
        self._stood_in: set[int] = set()
        """Absent players of whom it has been told that a bot answers."""
        self._lost = False
        """Whether the end of the connection was the last that was told of it."""
        self._wishes: frozenset[int] = frozenset()
        """Seats of which it has been told that their players would like to play again."""
        self._mover = -1
        """Who moved last."""
        self._given = False
        """Whether the last move was of the game from which this one goes on."""
        self._moves: list[Line | None] = []
        """How that player's last moves were told, which may be taken back."""

    def tell(self, update: Update) -> list[Line]:
        """The lines of an update; to be called while the table is still as it was before."""
        match update:
            case Happened():
                return self._happened(update)
            case Chat(seat=seat, name=name, text=text):
                return [story.chat(self._voice(), seat, name, text)]
            case PresenceNote(seat=seat, connected=connected):
                return self._presence(seat, connected)
            case SeatChanged():
                return [self._changed(update), *guests([update.seat])]
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
            case Restarted():
                return [_note(table.RESTARTED_ALONE if self._alone else table.RESTARTED)]
            case Stopped(reason=reason):
                return [_note(table.STOPPED.get(reason, table.STOPPED_SOMEHOW))]
            case Attested(seat=seat):
                voice = self._voice()
                return [] if seat == voice.you else [_note(table.ATTESTED, seat, who=voice.player(seat))]
            case Notice(sentence=sentence) | Verified(sentence=sentence) | Closed(sentence=sentence):
                return [_as_said(sentence)]
            case _:
                return []

    def _happened(self, update: Happened) -> list[Line]:
        voice = self._voice()
        lines = self._move(update, list(story.tell(voice, update.events, update.view)))
        if update.cause == "player":
            self._stood_in.discard(update.seat)
        told = update.cause == "absent" and update.seat in self._stood_in
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
        self._stood_in.discard(seat)
        if update.reason == "taken" and not update.seat.connected:
            self._coming.add(seat)
        yours = table.YOUR_SEAT_CHANGED.get(update.reason) if seat == voice.you else None
        names = (*voice.names[:seat], update.seat.name, *voice.names[seat + 1 :])
        other = replace(voice, names=names).player(seat)
        line = _note(yours or table.SEAT_CHANGED[update.reason], seat, who=voice.player(seat), other=other)
        return replace(line, kind="alert") if yours else line

    def _presence(self, seat: int, connected: bool) -> list[Line]:
        if connected:
            self._stood_in.discard(seat)
        came = connected and seat in self._coming
        self._coming.discard(seat)
        voice = self._voice()
        if seat == voice.you or came:
            return []
        return [_note(table.CAME_BACK if connected else table.WENT_AWAY, seat, who=voice.player(seat))]


def _stood_in(update: Happened, voice: Voice) -> Line:
    """That a bot has answered in somebody's place."""
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

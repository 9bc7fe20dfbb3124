"""Chronicle: a game that is over, in figures round by round, and who did what to whom.

Everything comes from the events and views of one seat (`citadels_tui.story.timeline.Timeline`): it is what that player
could have written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from citadels_tui.session.board import open_points
from citadels_tui.story.recap import since_last_turn
from citadels_tui.story.timeline import Timeline
from engine.event import Event
from engine.view import View
from net.client.updates import Ended

DeedKind = Literal["murder", "theft", "blackmail", "bewitching", "destruction", "seizure", "confiscation", "swap"]


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """The figures of everybody at the end of a round, by seat."""

    round: int
    points: tuple[int, ...]
    """Points that lie open in the cities; at the end of the game the scores."""
    gold: tuple[int, ...]
    cards: tuple[int, ...]


@dataclass(slots=True)
class Deed:
    """Everything of one kind that one player did to another in the whole game."""

    kind: DeedKind
    seat: int
    other: int
    times: int = 0
    gold: int = 0
    cards: list[str] = field(default_factory=list)
    """Ids of the districts, as they were taken or fell."""


@dataclass(frozen=True, slots=True)
class Turning:
    """The round from whose end on the winner was ahead at the end of each, alone."""

    round: int
    winner: int
    other: int
    """The other seat with most points before; -1 when nobody was ever ahead of the winner at the end of a round."""
    last: bool
    """Whether it was the last round."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A game that is over."""

    figures: tuple[RoundFigures, ...]
    deeds: tuple[Deed, ...]
    """The gravest first, those done by or to the player of the seat before all others."""
    turning: Turning | None
    """None when several share the victory."""


GRAVITY: tuple[DeedKind, ...] = (
    "murder",
    "theft",
    "destruction",
    "seizure",
    "confiscation",
    "bewitching",
    "swap",
    "blackmail",
)


def chronicle(timeline: Timeline, ended: Ended) -> Chronicle:
    """Write the chronicle of a game.

    Args:
        timeline: The game as one seat has seen it.
        ended: How it ended.
    """
    figures = _figures(timeline, ended)
    you = timeline.start.seat
    events = since_last_turn((), (event for moment in timeline.moments for event in moment.events), None)
    found = sorted(
        deeds(events), key=lambda deed: (you not in (deed.seat, deed.other), GRAVITY.index(deed.kind), -deed.times)
    )
    return Chronicle(figures, tuple(found), turning(figures, ended.winners))


# Figures


def _figures(timeline: Timeline, ended: Ended) -> tuple[RoundFigures, ...]:
    """Every round's end: the moment at which the next one has begun, and nobody has done anything in it."""
    views = [timeline.view(place) for place in timeline.rounds()[1:]]
    found = [_at(view, view.round - 1) for view in views]
    last = _at(ended.view, ended.view.round)
    return (*found, RoundFigures(last.round, ended.totals, last.gold, last.cards))


def _at(view: View, number: int) -> RoundFigures:
    return RoundFigures(
        number,
        tuple(open_points(view, player.seat) for player in view.players),
        tuple(player.gold for player in view.players),
        tuple(player.hand for player in view.players),
    )


def turning(figures: Sequence[RoundFigures], winners: Sequence[int]) -> Turning | None:
    """The round that decided the game.

    None where points have not decided: where several won, or the rule for equal points chose among several.
    """
    if len(winners) != 1 or not figures:
        return None
    (winner,) = winners
    if figures[-1].points[winner] <= max(_others(figures[-1].points, winner), default=0):
        return None
    leads = [each.points[winner] - max(_others(each.points, winner), default=0) for each in figures]
    if min(leads) >= 0:
        return Turning(figures[0].round, winner, -1, len(figures) == 1)
    index = max(place for place, lead in enumerate(leads) if lead <= 0) + 1
    before = figures[index - 1].points
    other = max((seat for seat in range(len(before)) if seat != winner), key=before.__getitem__)
    return Turning(figures[index].round, winner, other, index == len(figures) - 1)


def _others(points: Sequence[int], seat: int) -> list[int]:
    return [each for place, each in enumerate(points) if place != seat]


# Deeds


def deeds(events: Iterable[Event]) -> list[Deed]:
    """The deeds of the players against each other, each kind between two players once."""
    told = list(events)
    book = _Book()
    for place, event in enumerate(told):
        book.note(event, told[place + 1 : place + 3])
    book.end_round()
    return list(book.found.values())


class _Book:
    """Collects deeds, and finds out who was murdered."""

    def __init__(self) -> None:
        self.found: dict[tuple[DeedKind, int, int], Deed] = {}
        self._killed: tuple[int, int] | None = None
        """The murderer's seat and the murdered rank of this round."""
        self._unseen: Counter[int] = Counter()
        """How many characters each seat has chosen in this round and not shown."""

    def note(self, event: Event, following: Sequence[Event]) -> None:
        """Take note of one event, with the two that follow it."""
        match event.kind:
            case "round":
                self.end_round()
            case "pick":
                self._unseen[event.seat] += 1
            case "reveal":
                self._unseen[event.seat] -= 1
            case "kill":
                self._killed = event.seat, event.rank
            case "shield" if self._killed and self._killed[1] == event.rank:
                self._killed = None
            case "heir" | "treated" if self._killed and self._killed[1] == event.rank:
                self._add("murder", self._killed[0], event.seat)
                self._killed = None
            case "give" if event.note == "thief":
                self._add("theft", event.other, event.seat, gold=event.amount)
            case "give" if event.note in ("bribe", "rose"):
                self._add("blackmail", event.other, event.seat, gold=event.amount)
            case "resume" if event.other not in (-1, event.seat):
                self._add("bewitching", event.seat, event.other)
            case "swap":
                self._add("swap", event.seat, event.other)
            case "confiscate":
                self._add("confiscation", event.seat, event.other, card=event.card)
            case "leave" if event.other not in (-1, event.seat):
                moved = any(each.kind == "enter" and each.card == event.card for each in following)
                self._add("seizure" if moved else "destruction", event.other, event.seat, card=event.card)
            case _:
                pass

    def end_round(self) -> None:
        """End a round: the player who has not shown a character that all others had to show was murdered."""
        hidden = [seat for seat, count in self._unseen.items() if count > 0]
        if self._killed and len(hidden) == 1:
            self._add("murder", self._killed[0], hidden[0])
        self._killed = None
        self._unseen.clear()

    def _add(self, kind: DeedKind, seat: int, other: int, gold: int = 0, card: str = "") -> None:
        deed = self.found.setdefault((kind, seat, other), Deed(kind, seat, other))
        deed.times += 1
        deed.gold += gold
        if card:
            deed.cards.append(card)

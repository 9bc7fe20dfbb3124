"""Recording: a game that can be looked at again, as each of its seats has seen it or with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citadels_tui.history.game_file import GameFile, read_game
from citadels_tui.session.holders import choosing
from citadels_tui.session.session import Session
from citadels_tui.textart.symbols import Symbols
from citadels_tui.wording.spelling import spelled
from engine.card_ids import sorted_ids
from engine.event import Event, seen
from engine.notebook import ASIDE, FACE_UP, POOL, Page
from engine.record import Record
from engine.reducer import ViewReducer
from engine.view import View
from net.client.updates import Ended, Happened, SeatInfo, Started, Update, Verified

if TYPE_CHECKING:
    from engine.review.review import Review


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards one player holds at one moment."""

    seat: int
    cards: tuple[str, ...]
    """Ids of the districts."""
    roles: tuple[int, ...]
    """Ranks of the characters, whether the others know them or not."""


def own_hand(view: View) -> tuple[Hand, ...]:
    """The hand that a view shows; a spectator's shows none."""
    return () if view.seat is None else (Hand(view.seat, view.hand, view.roles),)


def recorded(game: GameFile) -> Recording:
    """The recording of a game from a file."""
    seats = [
        SeatInfo(seat, name, "bot" if level else "human", level)
        for seat, (name, level) in enumerate(zip(game.names, game.levels, strict=True))
    ]
    return Recording(game.record, seats, Verified(True, game.verdict, game.log), game.words)


def kept_recording(found: Verified | None) -> Recording | None:
    """The recording of a game from its log, which takes a moment; None until it is verified, and kept.

    Raises:
        CommandError: when the log cannot be read any more.
    """
    if found is None or not found.ok or found.proof is None:
        return None
    return recorded(read_game(found.proof))


class Recording:
    """A game that was played again from its record.

    Args:
        words: The fingerprint of its log.

    Raises:
        NotationError: when one of its moves is not legal.
    """

    def __init__(self, record: Record, seats: Sequence[SeatInfo], checked: Verified, words: str = "") -> None:
        self.record = record
        self.rules = record.rules
        self.seats = tuple(seats)
        self.checked = checked
        self.words = words
        self.review: Review | None = None
        """The findings of a review, once there was one."""
        self.hands: list[tuple[Hand, ...]] = []
        """All hands after each move."""
        self._told: list[tuple[int, tuple[Event, ...]]] = []
        """Each mover's seat, and the events of the move."""
        self._sessions: dict[int | None, Session] = {}
        movers = (-1, *(seat for seat, _move in record.moves))
        for mover, game in zip(movers, record.steps(), strict=True):
            self._told.append((mover, tuple(game.drain())))
            self.hands.append(
                tuple(Hand(seat, sorted_ids(held.hand), held.roles) for seat, held in enumerate(game.players))
            )
        self._winners = game.winners if game.seat is None else None

    @property
    def levels(self) -> list[str]:
        """For each seat which bot it was; empty for a person."""
        return [each.level for each in self.seats]

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self._winners is not None

    def anew(self) -> Recording:
        """A fresh recording of this game: for another thread, or with other signs."""
        return Recording(self.record, self.seats, self.checked, self.words)

    def events(self, first: int, last: int) -> tuple[Event, ...]:
        """Everything that happened from one moment to another, with all that was hidden."""
        return tuple(event for _moment, event in self.timed(first, last))

    def timed(self, first: int, last: int) -> Iterator[tuple[int, Event]]:
        """The lines of the story, each with the moment at which it had happened."""
        for moment in range(first + 1, last + 1):
            for event in self._told[moment][1]:
                yield moment, event

    def page(self, moment: int, view: View) -> Page:
        """The notebook's page at a moment, with every character in its place.

        Args:
            moment: The moment.
            view: What a spectator sees then.
        """
        seats = {rank: hand.seat for hand in self.hands[moment] for rank in hand.roles}
        elsewhere = POOL if choosing(view) else ASIDE
        ranks = range(1, len(self.rules.characters) + 1)
        places = (FACE_UP if rank in view.faceup else seats.get(rank, elsewhere) for rank in ranks)
        return Page((frozenset(), *(frozenset((each,)) for each in places)))

    def reword(self) -> None:
        """Tell the game anew the next time it is looked at: another language is spoken."""
        self._sessions.clear()

    def session(self, you: int | None, symbols: Symbols) -> Session:
        """The whole game as it was seen from a seat; None: by a spectator."""
        if you not in self._sessions:
            session = self._sessions[you] = Session(None, symbols)
            for update in self._updates(you):
                session.apply_update(spelled(update) if symbols.ascii else update)
        return self._sessions[you]

    def _updates(self, you: int | None) -> Iterator[Update]:
        reducer = ViewReducer.start(self.rules, you)
        names = tuple(seat.name for seat in self.seats)
        yield Started(self.rules, self.seats, names, you, reducer.view.copy())
        for moment, (seat, events) in enumerate(self._told):
            told = tuple(seen(event, you) for event in events)
            reducer.feed(told)
            yield Happened(moment + 1, seat, "start" if seat < 0 else "player", told, reducer.view.copy())
        if self._winners is not None:
            yield Ended(self._winners, self._scores(), reducer.view.copy())
        yield self.checked

    def _scores(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        scores: list[list[tuple[str, int]]] = [[] for _ in self.seats]
        for event in self._told[-1][1]:
            if event.kind == "score":
                scores[event.seat].append((event.note, event.amount))
        return tuple(map(tuple, scores))

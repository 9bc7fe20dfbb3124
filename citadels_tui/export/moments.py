"""The moments of a game as figures: all that a page draws, and of each moment only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from citadels_tui.history.recording import Hand, Recording
from citadels_tui.session.board import city_target, player_summaries
from citadels_tui.session.session import Session
from citadels_tui.texts import board
from engine.view import View

TABLE = (
    *("round", "crown", "deck", "called", "acting", "rank", "asked", "target"),
    *("faceup", "silent", "finished", "marks"),
)
"""What is known of the table."""
SEAT = ("gold", "hand", "city", "roles", "shown", "points", "built")
"""What is known of each player. Hand and roles are what they hold, which the page shows to whom it may."""


class Cards:
    """The districts of a game, by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, ids: Sequence[str]) -> list[int]:
        """The numbers of cards."""
        return [self._numbers.setdefault(id, len(self._numbers)) for id in ids]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)


def changes(recording: Recording, session: Session, cards: Cards) -> list[list[Any]]:
    """For each moment the fields that have changed, as place and value in turn: the table's, and then seat by seat.

    Args:
        recording: The game.
        session: The game as a spectator saw it.
        cards: Numbers the districts.
    """
    assert session.story.timeline is not None
    before: list[Any] = [None] * (len(TABLE) + len(SEAT) * len(recording.seats))
    told = []
    for moment, hands in enumerate(recording.hands):
        now = _fields(session.story.timeline.view(moment), session, hands, cards)
        told.append([each for place, value in enumerate(now) if value != before[place] for each in (place, value)])
        before = now
    return told


def _fields(view: View, session: Session, hands: Sequence[Hand], cards: Cards) -> list[Any]:
    turn, asked = view.turn, view.asked
    fields: list[Any] = [
        *(view.round, view.crown, view.deck, view.called),
        *((turn.seat, turn.rank) if turn else (-1, 0)),
        asked.seat if asked else -1,
        city_target(view),
        *map(list, (view.faceup, view.silent, view.finished)),
        [[view.marks[mark], place] for place, mark in enumerate(board.AIMED) if mark in view.marks],
    ]
    for player, hand, summary in zip(view.players, hands, player_summaries(view, session.people.seats), strict=True):
        fields += [
            player.gold,
            cards.numbers(hand.cards),
            cards.numbers(player.city),
            list(hand.roles),
            list(player.shown),
            summary.points,
            summary.built,
        ]
    return fields


def guesses(session: Session) -> list[list[Any]]:
    """For each moment the players of whom a seat knew something new: seat and ranks they may have had, in turn."""
    timeline = session.story.timeline
    assert timeline is not None
    players = len(timeline.start.players)
    before: list[list[int]] = [[] for _ in range(players)]
    told = []
    for moment in range(len(timeline)):
        now: list[list[int]] = [[] for _ in range(players)]
        page = timeline.notebook(moment).page()
        for each in player_summaries(timeline.view(moment), session.people.seats, page=page):
            now[each.seat] = list(each.maybe)
        told.append([each for seat in range(players) if now[seat] != before[seat] for each in (seat, now[seat])])
        before = now
    return told

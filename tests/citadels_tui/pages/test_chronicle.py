"""The chronicle of a game: figures by round, the round that decided, and who did what to whom."""

from __future__ import annotations

from collections import Counter

import pytest

from citadels_tui.pages.chronicle import Deed, RoundFigures, chronicle, deeds, turning
from citadels_tui.story.timeline import Timeline
from citadels_tui.textart.symbols import UNICODE
from engine.event import Event
from tests.support.client.recorded import game_file, recording

pytestmark = pytest.mark.slow

GAMES = [(2, "classic"), (3, "dark_city"), (4, "deluxe"), (8, "deluxe")]


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_figures_are_those_of_the_game(players: int, edition: str) -> None:
    session = recording(players, edition).session(0, UNICODE)
    assert session.story.timeline
    assert session.ending.ended
    told = chronicle(session.story.timeline, session.ending.ended)
    assert [each.round for each in told.figures] == list(range(1, session.ending.ended.view.round + 1))
    assert told.figures[-1].points == session.ending.ended.totals
    assert told.figures[-1].gold == tuple(player.gold for player in session.ending.ended.view.players)
    # Gold and cards of the end of a round are those of whoever counts them while the next one is chosen for.
    for figures, after in zip(told.figures, session.story.timeline.rounds()[1:], strict=False):
        view = session.story.timeline.view(after)
        assert figures.gold == tuple(player.gold for player in view.players)
        assert figures.cards == tuple(player.hand for player in view.players)
    # Points that lie open in a city are hardly ever taken away: they grow.
    assert sum(told.figures[0].points) < sum(told.figures[-1].points)


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_every_murder_has_the_victim_that_the_cards_say(players: int, edition: str) -> None:
    file, tape = game_file(players, edition), recording(players, edition)
    murders: Counter[tuple[int, int]] = Counter()
    killed = (-1, 0)
    holders: dict[int, int] = {}
    for game in file.record.steps():
        for event in game.drain():
            if event.kind == "kill":
                killed = event.seat, event.rank
                holders = {rank: seat for seat, held in enumerate(game.players) for rank in held.roles}
                if event.rank in holders:
                    murders[event.seat, holders[event.rank]] += 1
            assert event.kind != "shield" or event.rank != killed[1]
    for seat in (None, 0, players - 1):
        session = tape.session(seat, UNICODE)
        assert session.story.timeline
        assert session.ending.ended
        told = chronicle(session.story.timeline, session.ending.ended)
        assert {(d.seat, d.other): d.times for d in told.deeds if d.kind == "murder"} == murders


def test_each_kind_of_deed_between_two_players_is_told_once() -> None:
    told = deeds(
        [
            Event("rob", 1, rank=6),
            Event("give", 0, 1, amount=3, note="thief"),
            Event("give", 0, 1, amount=4, note="thief"),
            Event("give", 0, 1, amount=1, note="abbot"),
            Event("leave", 2, 3, card="keep"),
            Event("buried", card="keep"),
            Event("leave", 2, 3, card="harbor"),
            Event("leave", 3, 3, card="tavern"),
            Event("leave", 0, 2, card="castle"),
            Event("enter", 2, 0, card="castle"),
            Event("swap", 0, 1),
            Event("give", 1, 2, amount=2, note="bribe"),
            Event("confiscate", 2, 0, 3, "temple"),
            Event("resume", 1, 0, 4),
        ]
    )
    assert told == [
        Deed("theft", 1, 0, 2, 7),
        Deed("destruction", 3, 2, 2, 0, ["keep", "harbor"]),
        Deed("seizure", 2, 0, 1, 0, ["castle"]),
        Deed("swap", 0, 1, 1),
        Deed("blackmail", 2, 1, 1, 2),
        Deed("confiscation", 2, 0, 1, 0, ["temple"]),
        Deed("bewitching", 1, 0, 1),
    ]


def test_a_murder_counts_only_if_somebody_died() -> None:
    start = [Event("round", 0, amount=1), Event("pick", 0), Event("pick", 1), Event("kill", 0, rank=4)]
    seen = [Event("reveal", 0, rank=1)]
    assert deeds([*start, *seen, Event("reveal", 1, rank=6)]) == []
    assert deeds([*start, *seen]) == [Deed("murder", 0, 1, 1)]
    assert deeds([*start, *seen, Event("shield", 1, rank=4), Event("reveal", 1, rank=4)]) == []
    heir = [Event("heir", 1, rank=4), Event("round", 1, amount=2)]
    assert deeds([*start, *seen, *heir]) == [Deed("murder", 0, 1, 1)]


def test_undone_moves_are_not_counted() -> None:
    session = recording(4).session(0, UNICODE)
    assert session.story.timeline
    assert session.ending.ended
    before = chronicle(session.story.timeline, session.ending.ended)
    again = Timeline(session.story.timeline.start)
    again.moments = list(session.story.timeline.moments)
    last = again.moments[-2]
    swap = (Event("ask", 1), Event("swap", 1, 0), Event("ask", 1), Event("undo", 1), Event("ask", 1))
    again.moments.insert(-1, last._replace(events=swap))
    assert chronicle(again, session.ending.ended) == before


def points(*rounds: tuple[int, ...]) -> list[RoundFigures]:
    """Figures of a game of which only the points matter."""
    return [RoundFigures(number, each, each, each) for number, each in enumerate(rounds, 1)]


def test_the_round_that_decided() -> None:
    close = turning(points((1, 0), (3, 5), (9, 8), (12, 10)), (0,))
    assert close
    assert (close.round, close.other, close.last) == (3, 1, False)
    late = turning(points((1, 2), (3, 5), (12, 10)), (0,))
    assert late
    assert (late.round, late.other, late.last) == (3, 1, True)
    always = turning(points((2, 1), (3, 3), (12, 10)), (0,))
    assert always
    assert (always.round, always.other) == (1, -1)
    # To be level again is not to stay ahead.
    level = turning(points((1, 2), (5, 3), (6, 6), (12, 10)), (0,))
    assert level
    assert (level.round, level.other, level.last) == (4, 1, True)
    assert turning(points((1, 1), (5, 5)), (0, 1)) is None
    # Equal points: what decided is said, and it was no round.
    assert turning(points((2, 1), (1, 3), (5, 5)), (0,)) is None

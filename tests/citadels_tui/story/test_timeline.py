"""The moments of a game: views and notebooks of the past, and games from files as their seats have seen them."""

from __future__ import annotations

from random import Random

import pytest

from citadels_tui.history.game_file import GameFile
from citadels_tui.history.recording import Recording, recorded
from citadels_tui.story.filter import CHAT, EVERYTHING, HITS, filtered, filters, found
from citadels_tui.story.telling import Line
from citadels_tui.textart.symbols import ASCII, UNICODE
from citadels_tui.wording.voice import Voice
from engine import Event, Record, Rules, View, new_game, view
from engine.event import KINDS, knowers, public, seen
from engine.notebook import Notebook
from engine.view import PlayerView
from net.client.updates import Chat, Happened, Started
from tests.support.client.recorded import game_file, recording
from tests.support.engine.games import choices

pytestmark = pytest.mark.slow


def random_file(players: int, edition: str, seed: int) -> GameFile:
    """A game whose moves are chosen by chance."""
    rules = Rules.random(players, Random(seed), edition)
    record = Record(rules, tuple(f"P{seat}" for seat in range(players)), Random(seed).randbytes(32))
    game = new_game(rules, record.seed)
    for move in choices(game, seed):
        assert game.seat is not None
        record.moves.append((game.seat, move))
        game.apply(move)
    return GameFile(None, record, record.names, ("",) * players, "")


CASTS = [(2, "classic"), (3, "deluxe"), (5, "dark_city"), (8, "deluxe")]


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "edition"), CASTS)
def test_every_moment_is_what_each_seat_saw_then(players: int, edition: str) -> None:
    file = random_file(players, edition, players)
    tape = recorded(file)
    sessions = [tape.session(seat, UNICODE) for seat in (None, *range(players))]
    for place, game in enumerate(file.record.steps()):
        game.drain()
        for session in sessions:
            assert session.story.timeline is not None
            seat = session.story.timeline.start.seat
            assert session.story.timeline.view(place) == view(game, seat)
        assert [hand.cards for hand in tape.hands[place]] == [view(game, seat).hand for seat in range(players)]
        assert [hand.roles for hand in tape.hands[place]] == [view(game, seat).roles for seat in range(players)]


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "edition"), CASTS)
def test_the_notebook_of_a_moment_is_the_one_of_then(players: int, edition: str) -> None:
    tape = recorded(random_file(players, edition, players + 10))
    chance = Random(players)
    for seat in (None, 0, players - 1):
        timeline = tape.session(seat, UNICODE).story.timeline
        assert timeline is not None
        book, pages = Notebook(timeline.start), {}
        places = chance.sample(range(len(timeline)), k=min(len(timeline), 25))
        for place, moment in enumerate(timeline.moments):
            book.feed(moment.events)
            if place in places:
                pages[place] = book.page(), book.last, book.picked
        for place in places:
            then = timeline.notebook(place)
            assert (then.page(), then.last, then.picked) == pages[place]


def test_no_seat_is_shown_what_it_must_not_know() -> None:
    """Also not in the log: every hidden field of what a recording tells a seat is empty, unless it may know it."""
    tape = recording(5)
    for seat in (None, 2):
        timeline = tape.session(seat, UNICODE).story.timeline
        assert timeline is not None
        for moment in timeline.moments:
            assert all(event == seen(event, seat) for event in moment.events)
            hidden = [event for event in moment.events if KINDS[event.kind].secret and seat not in knowers(event)]
            assert all(event == public(event) for event in hidden)


def test_every_line_knows_its_moment() -> None:
    session = recording().session(1, UNICODE)
    assert session.story.timeline is not None
    moments = [line.moment for line in session.story.lines]
    assert moments == sorted(moments)
    for line in session.story.lines:
        if line.kind == "round" and line.text.plain.startswith("Round"):
            assert line.moment in session.story.timeline.rounds()
    session.apply_update(Chat(0, "Ann", "well played"))
    assert session.story.lines[-1].moment == len(session.story.timeline) - 1


def test_another_game_at_the_table_has_a_timeline_of_its_own() -> None:
    session = recording().session(1, ASCII)
    before = list(session.story.lines)
    rules = Rules.make(2)
    fresh = View(0, rules, [PlayerView(0), PlayerView(1)])
    session.apply_update(Started(rules, session.people.seats[:2], ("Ann", "Bo"), 0, fresh))
    assert session.story.timeline is not None
    assert not session.story.timeline
    assert all(line.moment == -1 for line in session.story.lines)
    assert [line.text for line in session.story.lines] == [line.text for line in before]
    assert session.story.timeline.view(-1) == fresh
    assert session.story.timeline.notebook(-1).last is None
    session.apply_update(Happened(1, -1, "start", (Event("round", 0, amount=1),), fresh))
    assert session.story.lines[-1].moment == 0


def test_a_recording_ends_with_the_result_and_takes_nothing() -> None:
    session = recording().session(0, UNICODE)
    assert session.ending.ended is not None
    assert session.ending.over
    assert session.ending.ended.winners
    assert session.ending.verified is not None
    with pytest.raises(ValueError, match="recorded"):
        _ = session.feed


def test_half_a_game_has_no_result() -> None:
    record = game_file().record
    half = Record(record.rules, record.names, record.seed, record.moves[:20])
    tape = Recording(half, recording().seats, recording().checked)
    assert tape.session(None, UNICODE).ending.ended is None
    assert len(tape.hands) == 21


def line(text: str, kind: str = "fact", indent: int = 1, *seats: int) -> Line:
    from textual.content import Content

    return Line(Content(text), indent, kind, seats)  # type: ignore[arg-type]


STORY = [
    line("before the game", "note", 0),
    line("Round 1", "round", 0),
    line("1 Bo is the Assassin", "turn", 0, 1),
    line("Bo kills the King", "fact", 1, 1),
    line("That is you", "alert", 1),
    line("2 Cleo is the Thief", "turn", 0, 2),
    line("Cleo takes 2 gold", "fact", 1, 2),
    line("p3 Cleo: sorry, KING", "chat", 0, 2),
    line("Round 2", "round", 0),
    line("1 Cleo is the Assassin", "turn", 0, 2),
]


def words(places: list[int]) -> list[str]:
    return [STORY[place].text.plain for place in places]


def test_a_filter_keeps_what_fits_and_what_it_hangs_from() -> None:
    assert filtered(STORY, EVERYTHING) == list(range(len(STORY)))
    assert words(filtered(STORY, HITS)) == ["Round 1", "1 Bo is the Assassin", "That is you"]
    assert words(filtered(STORY, CHAT)) == ["Round 1", "p3 Cleo: sorry, KING"]
    assert words(filtered(STORY, "1")) == ["Round 1", "1 Bo is the Assassin", "Bo kills the King"]
    assert filtered(STORY, "3") == []


def test_words_are_found_in_any_case() -> None:
    assert words(found(STORY, " king ")) == ["Bo kills the King", "p3 Cleo: sorry, KING"]
    assert found(STORY, "  ") == []


def test_filters_name_the_players_and_hits_only_for_who_plays() -> None:
    names, rules = ("Ann", "Bo"), Rules.make(2)
    assert [name for _, name in filters(Voice(UNICODE, rules, names, 0))] == [
        "everything",
        "hits on you",
        "chat",
        "Ann",
        "Bo",
    ]
    assert "hits on you" not in [name for _, name in filters(Voice(UNICODE, rules, names, None))]

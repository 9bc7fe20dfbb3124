"""The lines that the updates of a table add to its story."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual.content import Content

from citadels_tui.story.score_words import score_line
from citadels_tui.story.storyteller import Storyteller, guests
from citadels_tui.story.telling import Line, describe_events
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.widgets.story_log import StoryLog
from citadels_tui.wording.voice import Voice
from engine.event import Event
from net.client.updates import (
    Evening,
    Happened,
    Link,
    LobbyView,
    Restarted,
    Score,
    SeatChanged,
    SeatInfo,
    Started,
    Update,
    Woke,
)
from net.gamelog.entries import Cause
from net.protocol.host_messages import PresenceNote, WishesNote
from net.protocol.setup import Setup
from tests.support.client.tables import middle

pytestmark = pytest.mark.slow

NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eve")
BACK, LOST, STALE = Link("live", ""), Link("reconnecting", "The host is gone."), Link("stale", "")


def told(updates: Sequence[Update], *, alone: bool = False) -> list[str]:
    """The lines of some updates, as Ann reads them."""
    teller = Storyteller(lambda: Voice(UNICODE, middle().rules, NAMES, 0), alone=alone)
    return [line.text.plain for update in updates for line in teller.describe_update(update)]


def moved(cause: Cause) -> Happened:
    return Happened(1, 1, cause, (Event("gold", 1, amount=2, note="income"),), middle())


def test_a_lost_connection_is_told_once_and_so_is_its_return() -> None:
    assert told([STALE, LOST, LOST, STALE, LOST, BACK, BACK]) == [
        "The host is gone.",
        "The connection is back.",
    ]
    assert told([STALE, BACK]) == []


def test_a_bot_that_stands_in_is_told_of_once_for_each_absence() -> None:
    bot = "Bo is away; a bot answers"
    assert told([moved("absent"), moved("absent")]).count(bot) == 1
    assert told([moved("absent"), moved("player"), moved("absent")]).count(bot) == 2
    assert told([moved("absent"), PresenceNote(seat=1, connected=True), moved("absent")]).count(bot) == 2
    slow = "Bo took too long; a bot answers until Bo is there again"
    assert told([moved("timeout"), moved("asleep"), moved("timeout")]).count(slow) == 1
    assert told([moved("timeout"), Woke(1), moved("timeout")]).count(slow) == 2


def test_a_returning_player_reads_the_bots_moves_as_their_own() -> None:
    yours = [moved("timeout")._replace(seat=0), moved("absent")._replace(seat=0)]
    lines = told(yours)
    assert "You took too long: a bot answers for you until you press a key" in lines
    assert "You were away: a bot has answered for you" in lines
    assert not any(line.startswith("Ann ") for line in lines)


def test_a_returning_player_reads_the_number_of_bot_moves() -> None:
    slept = [moved(cause)._replace(seat=0) for cause in ("timeout", "asleep", "asleep")]
    assert told([*slept, Woke(0)])[-1] == "Welcome back: 3 decisions were made for you."
    assert told([*slept, PresenceNote(seat=0, connected=True), Woke(0)])[-1].startswith("Welcome back: 3"), "once"
    assert told([moved("timeout"), Woke(1)])[-1] == "Bo is there again"
    away = moved("absent")._replace(seat=0)
    assert told([away, PresenceNote(seat=0, connected=True)])[-1] == "Welcome back: 1 decision was made for you."
    mine = moved("player")._replace(seat=0)
    assert not any("Welcome" in line for line in told([away, mine, PresenceNote(seat=0, connected=True)]))


def lobby(*names: str, owner: int = 0, playing: bool = False, away: str = "") -> LobbyView:
    seats = tuple(SeatInfo(seat, name, "human", connected=name != away) for seat, name in enumerate(names))
    setup = Setup(players=max(len(names), 2))
    return LobbyView("0" * 26, seats, setup, setup.rules(), 0, owner, playing=playing)


def test_arrivals_before_the_game_are_told() -> None:
    come = [lobby("Ann"), lobby("Ann", "Bo"), lobby("Ann", "Bo", away="Bo"), lobby("Ann", "Bo"), lobby("Ann")]
    assert told(come) == ["Bo sits down", "Bo is away", "Bo is back", "Bo has left"]
    assert told(come, alone=True) == []


def test_a_new_owner_is_told_of() -> None:
    first, then = (lobby("Ann", "Bo", "Cleo", owner=owner, playing=True) for owner in (1, 2))
    assert told([first, first, then]) == ["Cleo runs the table now"]
    assert told([first, lobby("Ann", "Bo", "Cleo", owner=0, playing=True)]) == ["You run the table now."]
    moved_on = lobby("Ann", "Cleo", "Bo", owner=2, playing=True)
    assert told([first, moved_on]) == [], "the same player in another seat"


def test_losing_ones_seat_is_the_only_alert_among_changes() -> None:
    teller = Storyteller(lambda: Voice(UNICODE, middle().rules, NAMES, 0), alone=False)
    changes = [SeatChanged(SeatInfo(seat, "Otto", "bot", "steward"), "bot") for seat in (0, 1)]
    assert [line.kind for change in changes for line in teller.describe_update(change)] == ["alert", "note"]


def test_a_newcomer_in_a_seat_was_never_away() -> None:
    taken = SeatChanged(SeatInfo(1, "Kim", "human", connected=False), "taken")
    here, gone = PresenceNote(seat=1, connected=True), PresenceNote(seat=1, connected=False)
    assert told([taken, here]) == ["Kim takes the seat of Bo"]
    assert told([taken, here, gone, here])[1:] == ["Bo is away", "Bo is back"]


def test_whose_keys_the_host_has_is_told_at_the_table_and_not_in_the_log() -> None:
    view = middle()
    seats = [SeatInfo(seat, name, "human") for seat, name in enumerate(NAMES)]
    assert told([Started(view.rules, tuple(seats), NAMES, 0, view)]) == []
    seats[1:3] = [seats[1]._replace(via="ssh"), seats[2]._replace(via="web")]
    assert told([Started(view.rules, tuple(seats), NAMES, 0, view)]) == []
    (line,) = guests(seats)
    assert line.text.plain == "Whoever runs this host has the keys of the 2 who play by SSH or in a browser: Bo, Cleo."
    taken = SeatChanged(SeatInfo(1, "Kim", "human", via="ssh"), "taken")
    assert told([taken]) == ["Kim takes the seat of Bo"]


def move(*events: Event, seat: int = 1) -> Happened:
    return Happened(1, seat, "player", events, middle())


def test_an_undo_names_its_move_as_it_was_told() -> None:
    gold, build = Event("gold", 1, amount=2, note="income"), Event("build", 1, card="tavern", amount=1)
    pay, undo, mine = Event("pay", 1, amount=1, note="tax"), Event("undo", 1), Event("undo", 0)
    lines = told([move(gold), move(build, pay), move(undo), move(undo)])
    assert lines[-2:] == [f"Taken back: {lines[1]}", f"Taken back: {lines[0]}"]
    assert lines[1].startswith("Bo builds")
    assert told([move(Event("hold", 1, amount=1)), move(undo)]) == ["Bo takes the last move back"]
    assert told([move(undo)]) == ["Bo takes the last move back"]
    assert told([move(gold), move(mine, seat=0)])[1:] == ["You take your last move back"]


def test_adjacent_ranks_without_an_answer_share_a_line() -> None:
    view = middle()
    voice, calls = Voice(UNICODE, view.rules, NAMES, 0), [Event("call", -1, rank=rank) for rank in (2, 3, 6)]
    gold = Event("gold", 1, amount=2, note="income")
    for happened, lines in (
        (calls[:1], ["silence"]),
        (calls, ["silence"]),
        ([gold, *calls], ["", "silence"]),
        ([*calls[:2], gold, calls[2]], ["silence", "", "silence"]),
    ):
        assert [each.kind if each.kind == "silence" else "" for each in describe_events(voice, happened, view)] == lines


def test_nothing_need_be_known_about_the_table_when_it_goes_on() -> None:
    def nobody() -> Voice:
        raise ValueError

    teller = Storyteller(nobody, alone=True)
    assert [line.text.plain for line in teller.describe_update(Restarted(1))] == ["The game goes on where it was left."]
    assert (
        teller.describe_update(
            LobbyView(table="0" * 26, seats=(), setup=Setup(), rules=Setup().rules(), you=0, owner=0)
        )
        == []
    )


def test_each_wish_to_play_again_is_told_once() -> None:
    seats = ([1], [0, 1], [0], [0, 1])
    assert told([WishesNote(seats=each) for each in seats]) == [
        "Bo would like to play again.",
        "Ann would like to play again.",
        "Bo would like to play again.",
    ]


@pytest.mark.parametrize("width", range(12, 60))
def test_the_line_of_a_round_goes_on_in_the_next_row_where_it_is_too_long(width: int) -> None:
    said = "Round 12, crown: Dietrich"
    log = StoryLog(UNICODE, [], id="log")
    log._width = width
    rows = [row.plain for row in log._wrap(Line.saying(lambda: Content(said), 0, "round"))]
    assert " ".join(" ".join(rows).replace(UNICODE.rule, " ").split()) == said
    assert all(len(row.rstrip()) <= width for row in rows)
    assert rows[0].startswith(UNICODE.rule * 2)


def test_only_the_last_games_are_summed_up() -> None:
    game = (Score(0, 20, True), Score(1, 10, False))
    names = ("Ada", "Ben")
    assert score_line(Evening(2, names, (game,) * 2), 0).plain == "2 games at this table so far: Ada 2 (40), Ben 0 (20)"
    assert score_line(Evening(35, names, (game,) * 30), 0).plain.startswith("The last 30 games at this table: Ada 30 ")
    assert score_line(Evening(1, names, (game,)), 3).plain == "1 of 3 games is played: Ada 1 (20), Ben 0 (10)"
    even = ((Score(0, 20, True), Score(1, 10, False)), (Score(0, 10, False), Score(1, 20, True)))
    assert score_line(Evening(2, names, even), 2).plain.startswith(
        "Ada, Ben share the victory in the series of 2 games"
    )

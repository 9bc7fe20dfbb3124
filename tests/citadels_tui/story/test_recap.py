"""The recap: a line for each player since your last turn, and a mark in the log where that was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from random import Random

import pytest
from textual.content import Content

from citadels_tui.story.recap import ACTED, BY_OTHER, TOLD, recap_title, recapped, recapped_for_all, since_last_turn
from citadels_tui.story.telling import Line, describe_events
from citadels_tui.textart.symbols import ASCII
from citadels_tui.texts import events
from citadels_tui.texts.recap import MORE
from citadels_tui.widgets.story_log import StoryLog
from citadels_tui.widgets.story_recap import StoryRecap, begun
from citadels_tui.wording.voice import Voice
from engine import Event, Rules, View, seen, view
from net.client.updates import Happened
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import LARGE, client, settle
from tests.support.client.fake import NAMES, FakeFeed
from tests.support.engine.games import BOXES, Box, choices, random_game


@pytest.mark.parametrize("box", [box for box in BOXES if box.players in (2, 3, 5, 8)], ids=str)
@pytest.mark.slow
def test_a_recap_has_a_line_for_each_player_and_tells_all_that_counts(box: Box) -> None:
    g, told = random_game(1, box), 0
    seat = Random(str(box)).randrange(box.players)
    voice = Voice(ASCII, g.rules, NAMES[: box.players], seat)
    since: tuple[Event, ...] = ()
    for move in choices(g, 1):
        since = since_last_turn(since, [seen(event, seat) for event in g.drain()], seat)
        if g.seat == seat:
            now = view(g, seat)
            recap = [line.text.plain for line in recapped(voice, since, now)]
            everything = "\n".join(recap)
            rounds = [text for text in recap if re.fullmatch(r"Round \d+", text)]
            assert len(set(rounds)) == len(rounds) != 1
            assert len(recap) - len(rounds) < box.players * max(len(rounds), 1)
            assert "{" not in everything
            for event in since:
                if event.seat not in (-1, seat) and event.kind == "build":
                    assert voice.district(event.card).plain in everything
                    told += 1
                if event.seat not in (-1, seat) and event.kind == "kill":
                    assert f"{NAMES[event.seat]} " in everything
                    hit = event.rank in now.roles
                    assert not hit or any(line.kind == "alert" for line in recapped(voice, since, now))
        g.apply(move)
    assert told


def parts(happened: Sequence[Event], number: int, you: int | None) -> dict[tuple[int, int], list[tuple[int, Event]]]:
    """By round and player what they did, each event with its place; ``number``: of the round after all of it."""
    number -= sum(event.kind == "round" for event in happened)
    found: dict[tuple[int, int], list[tuple[int, Event]]] = {}
    for place, event in enumerate(happened):
        number += event.kind == "round"
        seat = event.other if event.kind in BY_OTHER and event.other >= 0 else event.seat
        if event.kind in ACTED - {"reveal"} and seat not in (-1, you):
            found.setdefault((number, seat), []).append((place, event))
    return found


def check_recap(voice: Voice, happened: Sequence[Event], now: View) -> int:
    """Each line tells what its player has done in that round, and they stand in the order in which they acted."""
    did = parts(happened, now.round, voice.you)
    rounds = {number for number, _seat in did}
    number, last = (min(rounds) if rounds else 0), -1
    lines = [each.text.plain for each in recapped(voice, happened, now)]
    for text in lines:
        if found := re.fullmatch(r"Round (\d+)", text):
            number, last = int(found[1]), -1
            continue
        if not re.search("Round", "".join(lines)):
            # Of one round: nothing was told of the others.
            mine = [key for key in did if named(voice, text, did[key])]
        else:
            mine = [key for key in did if key[0] == number and named(voice, text, did[key])]
        assert mine, (text, did)
        events = did.pop(mine[0])
        gold = sum(event.amount for _place, event in events if event.kind == "gold")
        cards = sum(event.amount for _place, event in events if event.kind in ("keep", "draw"))
        assert (f"+{gold} gold" in text) == bool(gold), (text, events)
        assert (f"+{cards} card" in text) == bool(cards), (text, events)
        for _place, event in events:
            assert event.kind != "build" or voice.district(event.card).plain in text, (text, event)
        assert events[0][0] > last, (lines, happened)
        last = events[0][0]
    return len(lines)


def named(voice: Voice, text: str, events: Sequence[tuple[int, Event]]) -> bool:
    """Whether a line is about the player who did this."""
    _place, first = events[0]
    seat = first.other if first.kind in BY_OTHER and first.other >= 0 else first.seat
    who = voice.name(seat)
    begins = (
        rf"{who}(?:: |, the killed )",
        rf"(?:The \w+(?: \w+)? )?{who} ",
        rf"The Theater: {who} ",
        rf"\d+ cards? under .* to {who}\b",
    )
    return any(re.match(rf"(?:[\d,]+ )?{begin}", text) for begin in begins)


def recap_games(box: Box, numbers: Iterable[int]) -> int:
    """Check the recaps of every player, and of a spectator, at each of their decisions in some games."""
    told = 0
    for number in numbers:
        g = random_game(number, box)
        since: dict[int | None, tuple[Event, ...]] = dict.fromkeys([None, *range(box.players)], ())
        for move in choices(g, number):
            events = g.drain()
            for seat, before in since.items():
                since[seat] = since_last_turn(before, [seen(event, seat) for event in events], seat)
            assert g.seat is not None
            voice = Voice(ASCII, g.rules, NAMES[: box.players], g.seat)
            told += check_recap(voice, since[g.seat], view(g, g.seat))
            g.apply(move)
    return told


@pytest.mark.parametrize("box", [Box("deluxe", 5, True), Box("classic", 7)], ids=str)
def test_a_recap_is_in_the_order_in_which_it_happened(box: Box) -> None:
    assert recap_games(box, [1])


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_recaps_of_many_games_are_in_the_order_in_which_it_happened(box: Box) -> None:
    assert recap_games(box, range(2, 12))


def test_a_theft_is_told_before_the_gold_of_the_robbed_turn() -> None:
    happened = (
        Event("reveal", 1, rank=7),
        Event("give", 1, other=2, amount=12, note="thief"),
        Event("gold", 1, amount=6, note="income"),
    )
    now = tables.middle()
    told = [line.text.plain for line in recapped(Voice(ASCII, now.rules, NAMES[:5], 0), happened, now)]
    assert told == [f"The Thief {NAMES[2]} takes all the gold of {NAMES[1]} (12)", f"7 {NAMES[1]}: +6 gold"]


def test_the_recap_lists_players_in_the_order_of_turns() -> None:
    happened = (
        Event("pick", 1),
        Event("pick", 2),
        Event("reveal", 2, rank=1),
        Event("gold", 2, amount=2, note="income"),
        Event("reveal", 1, rank=6),
        Event("gold", 1, amount=3, note="income"),
    )
    lines = recapped(Voice(ASCII, Rules.make(players=4), NAMES[:4], 0), happened, tables.middle(4))
    assert [line.text.plain for line in lines] == [f"1 {NAMES[2]}: +2 gold", f"6 {NAMES[1]}: +3 gold"]


def test_characters_are_named_where_their_list_is_not_seen() -> None:
    happened = (
        Event("reveal", 2, rank=1),
        Event("kill", 2, rank=3),
        Event("gold", 2, amount=2, note="income"),
        Event("reveal", 1, rank=6),
        Event("gold", 1, amount=3, note="income"),
    )
    voice, now = Voice(ASCII, Rules.make(players=4), NAMES[:4], 0), tables.middle(4)
    wanted = [f"Assassin: {NAMES[2]} kills the Magician; +2 gold", f"Merchant: {NAMES[1]} +3 gold"]
    assert [line.text.plain for line in recapped(voice, happened, now, named=True)] == wanted
    # At one keyboard, behind a curtain.
    assert [line.text.plain for line in recapped_for_all(voice, happened, now)] == wanted


def test_figures_are_summed_and_the_log_s_words_are_used_for_deeds() -> None:
    rules = Rules.make(players=4)
    happened = (
        Event("reveal", 1, rank=1),
        Event("kill", 1, rank=4),
        Event("gold", 1, amount=2, note="income"),
        Event("gold", 1, amount=1, note="noble"),
        Event("build", 1, card="church", amount=2),
        Event("reveal", 2, rank=2),
        Event("look", 2, amount=2),
        Event("keep", 2, amount=1),
        Event("reveal", 3, rank=8),
        Event("leave", 0, 3, card="manor"),
        Event("gold", 0, amount=9, note="income"),
    )
    now = tables.middle(4)
    now.roles = (4,)
    lines = recapped(Voice(ASCII, rules, NAMES[:4], 0), happened, now)
    assert [(line.kind, line.text.plain) for line in lines] == [
        ("alert", "1 Bo kills the King. That is you: you will be passed over this round; +3 gold; builds R2 Church"),
        ("fact", "2 Cleo: +1 card"),
        ("alert", "8 Dan destroys your N3 Manor"),
    ]


def test_the_recap_tells_of_a_building_and_its_destruction() -> None:
    happened = (
        Event("reveal", 1, rank=4),
        Event("build", 1, card="church", amount=2),
        Event("enter", 1, 1, card="church"),
        Event("end", 1, rank=4),
        Event("reveal", 2, rank=8),
        Event("ask", 2, note="menu"),
        Event("leave", 1, 2, card="church"),
        Event("ask", 2, note="menu"),
        Event("leave", 1, 2, card="manor"),
        Event("enter", 2, 1, card="manor"),
        Event("ask", 2, note="menu"),
        Event("leave", 0, 2, card="market"),
        Event("enter", 2, 0, card="market"),
    )
    voice = Voice(ASCII, Rules.make(players=4), NAMES[:4], 0)
    lines = [line.text.plain for line in recapped(voice, happened, tables.middle(4))]
    assert lines == [
        "4 Bo: builds R2 Church",
        "8 Cleo destroys R2 Church of Bo. Cleo gets N3 Manor from the city of Bo. Cleo gets your T2 Market",
    ]


def test_a_recap_of_several_rounds_names_each() -> None:
    happened = (
        Event("reveal", 1, rank=8),
        Event("gold", 1, amount=2, note="income"),
        Event("round", 1, amount=9),
        Event("reveal", 1, rank=1),
        Event("gold", 1, amount=2, note="income"),
    )
    now = tables.middle(4)
    now.round = 9
    voice = Voice(ASCII, Rules.make(players=4), NAMES[:4], 0)
    lines = [line.text.plain for line in recapped(voice, happened, now)]
    assert lines == ["Round 8", "8 Bo: +2 gold", "Round 9", "1 Bo: +2 gold"]
    assert [line.text.plain for line in recapped(voice, happened[2:], now)] == ["1 Bo: +2 gold"]


def test_before_the_first_turn_there_was_no_last_one() -> None:
    game = random_game(1, BOXES[0])
    begun = since_last_turn((), [seen(event, 0) for event in game.drain()], 0)
    assert recap_title(begun).plain == "Before your first turn"
    assert recap_title(begun, "Bo").plain == "Before the first turn of Bo"
    ended = since_last_turn(begun, [Event("end", 0, rank=4)], 0)
    assert recap_title(ended).plain == "Since your last turn"


def test_a_seat_s_own_end_of_turn_begins_it_anew() -> None:
    one, two, end = Event("gold", 1, amount=2), Event("gold", 2, amount=2), Event("end", 0, rank=4)
    assert since_last_turn((one,), (two,), 0) == (one, two)
    assert since_last_turn((one,), (end, two), 0) == (two,)
    assert since_last_turn((one,), (end, two), 1) == (one, end, two)


def test_undone_moves_are_not_in_the_recap() -> None:
    ask, build = Event("ask", 1, note="menu"), Event("build", 1, card="church", amount=2)
    reveal, undo = Event("reveal", 1, rank=5), Event("undo", 1)
    assert since_last_turn((reveal, ask), (build, ask), 0) == (reveal, ask, build, ask)
    assert since_last_turn((reveal, ask, build, ask), (undo, ask), 0) == (reveal, ask)


def test_every_kind_that_is_told_has_words() -> None:
    assert {kind.partition(":")[0] for kind in events.EVENTS} >= TOLD
    assert TOLD >= BY_OTHER


@pytest.mark.asyncio
async def test_the_recap_is_shown_during_your_turn_only() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=LARGE) as pilot:
        assert "1 Cleo kills the Magician; +2 gold; builds" in text_frame(pilot.app)
        feed.tell(Happened(2, 0, "player", (Event("end", 0, rank=4), Event("reveal", 1, rank=5)), tables.middle()))
        await settle(pilot)
        assert not pilot.app.screen.query_one(StoryRecap).display
        log = pilot.app.screen.query_one("#log", StoryLog)
        assert "your last turn" in text_frame(pilot.app)
        for _ in range(2):
            log.add(
                list(describe_events(Voice(ASCII, Rules.make(5), NAMES, 0), [Event("end", 0, rank=4)], tables.middle()))
            )
        await settle(pilot)
        assert sum("your last turn" in row.plain for row in log._rows) == 1


@pytest.mark.asyncio
async def test_a_full_recap_keeps_the_latest() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=LARGE) as pilot:
        recap = pilot.app.screen.query_one(StoryRecap)
        recap.lines = [Line.saying(partial(Content, f"line {number}"), 0, "note") for number in range(40)]
        await settle(pilot)
        first, *others = recap.render().plain.splitlines()
        assert first == str(MORE)
        assert len(others) + 1 == recap.content_size.height
        assert others == [f"line {number}" for number in range(40 - len(others), 40)]
        # What the whole lines leave free is for the beginning of the one before, up to a word's end.
        room, width = len(others), recap.content_size.width
        told = (" ".join(["a long word"] * 200), *(f"line {number}" for number in range(room - 3)))
        recap.lines = [Line.saying(partial(Content, each), 0, "note") for each in told]
        await settle(pilot)
        first, *others = recap.render().plain.splitlines()
        assert first == str(MORE)
        assert others[3:] == list(told[1:])
        assert len(others) == room
        assert re.fullmatch(r"a long word( a long word)* \.\.\.", re.sub(r"\s+", " ", " ".join(others[:3]))) or (
            others[2].endswith((" a ...", " long ...", " word ..."))
        )
        assert max(map(len, others)) <= width


def test_the_bishop_is_told_shortly_and_as_one_line_with_the_rest() -> None:
    happened = (
        Event("reveal", 1, rank=5),
        Event("protect", 1),
        Event("gold", 1, amount=2),
        Event("build", 1, card="manor"),
    )
    (told,) = recapped(Voice(ASCII, Rules.make(4), NAMES[:4], 0), happened, tables.middle(4))
    assert told.text.plain == "5 Bo is safe from the Warlord; +2 gold; builds N3 Manor"


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        (["The Thief robs", "the Merchant"], ["The Thief ..."]),
        (["Robs", "the Merchant"], ["Robs ..."]),
        (["x" * 14, "x" * 14], ["x" * 10 + " ..."]),
        (["城" * 7, "城"], ["城" * 5 + " ..."]),
    ],
)
def test_a_line_that_is_cut_ends_between_words_where_it_has_any(rows: list[str], kept: list[str]) -> None:
    assert [row.plain for row in begun([Content(row) for row in rows], 1, 14)] == kept

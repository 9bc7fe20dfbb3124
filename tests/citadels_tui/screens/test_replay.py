"""Looking back: the replay of a game that is over, the log with search and filters, the board as it was."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.log import BoardThen, LogScreen
from citadels_tui.screens.notebook import NotebookScreen
from citadels_tui.screens.replay import HandsView, ReplayBar, ReplayScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import ShowReplay
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.story_list import StoryList
from citadels_tui.widgets.thing_list import ThingList
from engine import Event
from net.client.updates import Chat, Happened
from tests.citadels_tui.conftest import text_frame
from tests.citadels_tui.screens.test_mouse import click_text
from tests.support.client import tables
from tests.support.client.driving import LARGE, SMALL, client, settle
from tests.support.client.fake import FakeFeed
from tests.support.client.recorded import game_file
from tests.support.tiers import tiered

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


def replay_of(pilot: Pilot[int]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


async def press(pilot: Pilot[int], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


def rows(pilot: Pilot[int]) -> str:
    return text_frame(pilot.app)


async def test_a_game_is_walked_by_moves_by_rounds_and_by_lines() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        screen = replay_of(pilot)
        last = len(screen.timeline) - 1
        assert screen.moment == 0
        await press(pilot, "left")
        assert screen.moment == 0
        await press(pilot, "right", "right")
        assert screen.moment == 2
        await press(pilot, "right_square_bracket")
        assert screen.view.round == 2
        assert screen.moment == screen.timeline.rounds()[1]
        await press(pilot, "right", "left_square_bracket", "left_square_bracket")
        assert screen.view.round == 1
        await press(pilot, "end")
        assert screen.moment == last
        assert screen.view.over
        await press(pilot, "right", "right_square_bracket")
        assert screen.moment == last
        await press(pilot, "up", "up", "pageup")
        line = screen.lines.line
        assert line is not None
        assert screen.moment == line.moment < last
        assert f"move {screen.moment}/{last}" in rows(pilot)


@pytest.mark.thorough
async def test_all_hands_are_open_or_one_player_s_eyes_are_looked_through() -> None:
    file = game_file()
    async with client(start=ShowReplay(file), size=LARGE) as pilot:
        screen = replay_of(pilot)
        hands = screen.query_one(HandsView)
        await press(pilot, *["right"] * 12)
        assert screen.open
        # As the cities stand: the first player's below the others.
        assert [hand.seat for hand in hands.hands] == [1, 2, 3, 0]
        held = {hand.seat: hand for hand in hands.hands}
        for panel in screen.query(PlayerPanel):
            assert set(panel.summary.own) | set(panel.summary.shown) == set(held[panel.summary.seat].roles)
        for seat in range(4):
            await press(pilot, "v")
            assert not screen.open
            assert screen.view.seat == seat
            assert list(hands.hands) == [held[seat]]
            assert f"as {file.names[seat]} saw it" in rows(pilot)
            for panel in screen.query(PlayerPanel):
                assert not panel.summary.own or panel.summary.seat == seat
            assert screen.query(PlayerPanel).first().summary.seat == seat
        assert screen.moment == 12
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, NotebookScreen)
        await press(pilot, "escape", "v")
        assert screen.open
        await press(pilot, "V")
        assert screen.view.seat == 3


async def test_it_plays_by_itself_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = (0.0005, 0.001, 0.002, 0.004)
    monkeypatch.setattr("citadels_tui.screens.replay.SPEEDS", slow)
    async with client(start=ShowReplay(game_file(2, "classic"))) as pilot:
        screen = replay_of(pilot)
        bar = screen.query_one(ReplayBar)
        await press(pilot, "minus", "plus", "plus", "plus", "plus", "plus")
        assert bar.speed == slow[-1]
        await pilot.press("space")
        assert bar.playing
        told = {line.moment for line in screen.session.story.lines}
        places = [screen.moment]
        while screen._timer is not None:
            screen._next()
            places.append(screen.moment)
        assert not bar.playing
        assert places == [0, *sorted(told - {0})]
        await pilot.press("space")
        assert bar.playing
        assert screen.moment == 0
        await press(pilot, "space", "minus", "minus", "minus", "minus")
        assert not bar.playing
        assert bar.speed == slow[0]


async def test_a_click_on_the_bar_or_on_a_line_goes_there() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        screen = replay_of(pilot)
        await pilot.click(ReplayBar, offset=(78, 0))
        await settle(pilot)
        assert screen.moment == len(screen.timeline) - 1
        await pilot.click(ReplayBar, offset=(2, 0))
        assert screen.moment == len(screen.timeline) - 1
        await pilot.click(StoryList, offset=(10, 2))
        await settle(pilot)
        assert screen.lines.line is not None
        assert screen.moment == screen.lines.line.moment < len(screen.timeline) - 1


async def test_a_click_on_a_player_looks_at_them_as_they_were() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        await press(pilot, *["right"] * 9)
        await click_text(pilot, "Cleo", PlayerPanel)
        await settle(pilot)
        page = pilot.app.screen
        assert isinstance(page, InspectScreen)
        things = page.query_one(ThingList)
        assert things.things[things.cursor].id == "p3"


async def test_each_half_of_a_double_key_acts_and_has_a_tooltip() -> None:
    async with client(start=ShowReplay(game_file(5)), size=LARGE) as pilot:
        screen = replay_of(pilot)
        bar = screen.query_one(KeyBar)
        at = next(column for column, _line, entry in bar.placed() if entry.words == "Round")
        # The key, the stroke and the other key, and the word behind them.
        for cell, about, place in ((4, "The next round", 2), (0, "The round before", 1), (2, "The next round", 2)):
            await pilot.hover(KeyBar, offset=(at + cell, 0))
            assert bar.tooltip == about
            await pilot.click(KeyBar, offset=(at + cell, 0))
            await settle(pilot)
            assert sum(start <= screen.moment for start in screen.timeline.rounds()) == place
        await pilot.hover(KeyBar, offset=(0, 0))
        assert bar.tooltip is None


async def test_what_was_said_of_a_move_goes_with_the_replay() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        await pilot.press("R")
        await settle(pilot)
        pilot.app.notify("a move and its reason")
        await settle(pilot)
        assert "a move and its reason" in text_frame(pilot.app)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert "a move and its reason" not in text_frame(pilot.app)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, LARGE, (200, 60)])
async def test_the_board_stays_as_it_is_while_something_is_said(size: tuple[int, int]) -> None:
    async with client(start=ShowReplay(game_file()), size=size) as pilot:
        await press(pilot, *["right_square_bracket"] * 3)
        screen, before = replay_of(pilot), rows(pilot).splitlines()
        pilot.app.notify("Somebody had a reason for this, which takes more than one line of a small window to be told.")
        await settle(pilot)
        covered = screen.hands.region.union(screen.lines.region)
        changed = [
            y for y, (one, other) in enumerate(zip(before, rows(pilot).splitlines(), strict=True)) if one != other
        ]
        assert changed
        assert all(covered.y < y < covered.bottom for y in changed)
        assert "Somebody had a reason" in rows(pilot)


async def test_a_key_without_a_letter_has_its_name_in_every_language() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        for spoken, name in (("en", "space"), ("de", "Leert."), ("nl", "spatie")):
            pilot.app.remember(language=spoken)  # type: ignore[attr-defined]
            await settle(pilot)
            assert f" {name} " in text_frame(pilot.app).splitlines()[-1]


async def test_leaving_a_replay_that_was_asked_for_ends_the_client() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        await press(pilot, "l")
        assert isinstance(pilot.app.screen, LogScreen)
        await press(pilot, "escape", "q")
        assert not pilot.app.is_running
        assert pilot.app.return_code == 0


async def test_the_log_of_a_replay_leads_back_to_it() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        screen = replay_of(pilot)
        await press(pilot, "l", "right_square_bracket", "right_square_bracket", "enter")
        assert replay_of(pilot) is screen
        assert screen.moment > 0
        assert screen.timeline.view(screen.moment).round > 1
        # It begins where one is, not at the end.
        moment = screen.moment
        await press(pilot, "l")
        log = pilot.app.screen
        assert isinstance(log, LogScreen)
        assert log.lines.line is not None
        assert log.lines.line.moment == moment
        await press(pilot, "end", "left_square_bracket", "enter")
        assert screen.timeline.view(screen.moment).round > 2


async def test_beside_the_log_of_a_wide_window_is_the_board_as_it_was_then() -> None:
    async with client(start=ShowReplay(game_file()), size=(200, 60)) as pilot:
        last = len(replay_of(pilot).timeline) - 1
        await press(pilot, "l", "end")
        (board,) = pilot.app.screen.query(BoardThen)
        assert board.moment == last
        built = sum(len(panel.summary.city) for panel in board.query(PlayerPanel))
        await press(pilot, "home", "right_square_bracket")
        assert 0 < board.moment < last
        assert sum(len(panel.summary.city) for panel in board.query(PlayerPanel)) < built
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert not board.display


def log_of(pilot: Pilot[int]) -> LogScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LogScreen)
    return screen


def shown(screen: LogScreen) -> list[str]:
    return [screen.lines.story[place].text.plain for place in screen.lines.shown()]


async def test_the_log_is_searched() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await press(pilot, "l", "slash", *"cleo")
        screen = log_of(pilot)
        found = screen.lines.cursor
        await press(pilot, "enter")
        # It goes on to the log, and to no other line, and has nothing to say.
        first = screen.lines.cursor
        assert first == found
        assert not pilot.app._notifications
        assert "Cleo" in screen.lines.story[first].text.plain
        await press(pilot, "n")
        assert screen.lines.cursor != first
        all_found = len(screen.lines.hits())
        assert all_found > 1
        await press(pilot, "N")
        assert screen.lines.cursor == first
        number = screen.lines.hits().index(first) + 1
        assert str(screen.lines.border_title) == f"Found: {number} of {all_found} (n: next)"
        await press(pilot, "slash", *"xyz", "enter")
        assert "Nothing in the log has these words." in [each.message for each in pilot.app._notifications]
        await press(pilot, "escape")
        assert log_of(pilot).words.value == ""
        assert str(screen.lines.border_title) == "What happened"
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_the_log_is_narrowed_to_a_player_to_hits_and_to_chat() -> None:
    feed = FakeFeed()
    tables.income(feed)
    feed.tell(
        Chat(1, "Bo", "sorry"),
        Happened(2, 2, "bot", (Event("reveal", 2, rank=8), Event("leave", 0, 2, card="manor")), tables.middle()),
    )
    async with client(feed) as pilot:
        await press(pilot, "l", "f")
        screen = log_of(pilot)
        assert any("destroys your" in text for text in shown(screen))
        assert not any("sorry" in text for text in shown(screen))
        await press(pilot, "f")
        assert [text for text in shown(screen) if "Round" not in text] == ["p2 Bo: sorry"]
        await press(pilot, "f", "f", "f")
        assert screen.lines.wanted == "2"
        texts = shown(screen)
        assert all("Cleo" in text for text in texts if not text.startswith("Round"))
        feed.tell(Chat(2, "Cleo", "not sorry"))
        await settle(pilot)
        assert shown(screen) == [*texts, "p3 Cleo: not sorry"]
        await press(pilot, "escape")
        assert screen.lines.wanted == "all"
        await press(pilot, "F", "F", "F", "F")
        assert screen.lines.wanted == "1"


async def test_a_log_with_nothing_to_show_says_so_and_shows_no_board() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await press(pilot, "l", "f", "f")
        screen = log_of(pilot)
        assert screen.lines.empty
        assert "There is nothing of this kind in the log yet." in rows(pilot)
        await press(pilot, "enter")
        assert pilot.app.screen is screen
        feed.tell(Chat(1, "Bo", "sorry"))
        await settle(pilot)
        assert str(screen.lines.border_title) == "What happened"


async def test_a_line_shows_the_board_as_it_was_and_the_game_goes_on_behind_it() -> None:
    feed = FakeFeed()
    tables.waiting(feed)
    async with client(feed) as pilot:
        later = tables.middle()
        later.players[0].gold = 17
        feed.tell(Happened(2, 1, "bot", (Event("gold", 1, amount=2, note="income"),), later))
        await settle(pilot)
        await press(pilot, "l", "up", "enter")
        screen = replay_of(pilot)
        assert screen.moment == 0
        assert "As it was in round 9, move 0 of 1." in rows(pilot)
        assert "gold 17" not in rows(pilot)
        assert not screen.check_action("eyes", ())
        await press(pilot, "v")
        assert screen.view.seat == 0
        await press(pilot, "right")
        assert "gold 17" in rows(pilot)
        await press(pilot, "left")
        tables.ask(feed, tables.middle(), tables.moves("gold", "draw"))
        feed.tell(Chat(1, "Bo", "go on"))
        await settle(pilot)
        assert "It is your turn!" in rows(pilot)
        assert screen.moment == 0
        assert screen.has_class("-yours")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_all_characters_are_told_when_all_is_open() -> None:
    async with client(start=ShowReplay(game_file()), size=LARGE) as pilot:
        screen = replay_of(pilot)
        for keys in (["right_square_bracket"], ["right", "right"], ["right"] * 6, ["end"]):
            await press(pilot, *keys)
            page = screen.track.page
            assert page is not None
            assert screen.track.told
            for hand in screen.query_one(HandsView).hands:
                assert set(hand.roles) == set(page.certain(hand.seat))
        assert "must be" not in rows(pilot)


async def test_the_game_so_far_is_looked_at_from_the_table() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await press(pilot, "R")
        screen = replay_of(pilot)
        assert screen.moment == len(screen.timeline) - 1
        assert "It is your turn!" in rows(pilot)
        # What happens meanwhile stands in its log, too.
        before = len(screen.lines.story)
        feed.tell(Happened(2, 1, "bot", (Event("gold", 1, amount=2, note="income"),), tables.middle()))
        await settle(pilot)
        assert len(screen.lines.story) == before + 1
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_line_from_before_the_game_has_no_board() -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    tables.income(feed)
    async with client(feed) as pilot:
        await press(pilot, "l")
        screen = log_of(pilot)
        screen.session.story.lines[0:0] = [type(screen.session.story.lines[0])(screen.session.story.lines[0].text)]
        screen.lines.show_story(screen.session.story.lines)
        await press(pilot, "home", "enter")
        assert log_of(pilot) is screen
        assert any("no board to show" in each.message for each in pilot.app._notifications)


async def test_another_language_needs_no_restart() -> None:
    async with client(start=ShowReplay(game_file())) as pilot:
        screen = replay_of(pilot)
        await press(pilot, "v", "right_square_bracket")
        moment = screen.moment
        pilot.app.remember(language="de")  # type: ignore[attr-defined]
        await settle(pilot)
        assert "Runde 2" in rows(pilot)
        assert screen.moment == moment
        assert screen.view.seat == 0
        assert any(line.text.plain.startswith("Runde ") for line in screen.lines.story)


@pytest.mark.thorough
@pytest.mark.parametrize("size", tiered([SMALL, LARGE, (200, 60)], [SMALL]))
@pytest.mark.parametrize("players", [2, 8])
async def test_a_replay_fits_and_is_ascii_where_it_must_be(size: tuple[int, int], players: int) -> None:
    async with client(start=ShowReplay(game_file(players)), size=size, ascii=True) as pilot:
        for keys in ((), ("right_square_bracket", "right_square_bracket"), ("v",), ("end",)):
            await press(pilot, *keys)
            assert rows(pilot).isascii()
            assert all(len(row) <= size[0] for row in rows(pilot).splitlines())


async def test_keys_are_named_where_they_have_room_in_the_window_as_it_is_now() -> None:
    async with client(start=ShowReplay(game_file()), size=SMALL) as pilot:
        assert "escape: back" in rows(pilot)
        await pilot.resize_terminal(40, 30)
        await settle(pilot)
        assert "escape" not in rows(pilot)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        assert "escape: back" in rows(pilot)

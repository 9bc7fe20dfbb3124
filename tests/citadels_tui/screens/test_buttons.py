"""Every button does something: each key is pressed, and each item of a menu and each part of a screen is clicked."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest
from textual._compositor import LayoutUpdate
from textual.containers import VerticalScroll
from textual.events import MouseDown, MouseMove, MouseUp
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

import citadels_tui.screens
import citadels_tui.widgets
from citadels_tui.app.app import CitadelsApp
from citadels_tui.app.keymap import bindings
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.mute import MuteScreen
from citadels_tui.texts import keys
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.menu_item import MenuItem
from tests.support.client.driving import SMALL, client, settle
from tests.support.client.shown import SCREENS, shown
from tests.support.root import ROOT
from tests.support.tiers import tiered

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

PRESSED: dict[str, tuple[str, ...]] = {
    **{group: (group,) for group in keys.GROUPS if group in SCREENS},
    "": ("home",),
    "table": ("income", "waiting", "building", "result b"),
    "action_list": ("target-district", "draft"),
    "detail": (),
    "story": ("log",),
    "log": ("log", "replay l", "income tab"),
    "help": ("help", "help tab"),
    "inspect": ("inspect", "everything i home"),
    "cards": ("cards", "cards r tab"),
    "confirm": ("leave",),
    "result": ("ending-8", "result"),
    "home": ("home", "home down"),
    "menu": ("home",),
    "form": ("new-game",),
    "choice": ("new-game",),
    "setup": ("new-game",),
    "checks": ("uniques",),
    "lobby": ("lobby", "lobby-of-a-guest"),
    "seats": ("lobby",),
    "waiting": ("waiting-for-table",),
    "things": ("cards",),
    "keypress": ("key-press",),
    "note": ("player-note",),
    "notebook": ("notebook", "notebook m"),
    "method": ("review question_mark",),
    "play_on": ("play-on",),
    "files": ("ending-8 x",),
    "go_on": ("go-on",),
    "daily": (),
}
"""Group of keys -> the screens on which they are pressed, until each has done something; behind a screen, a key that
leads on from there."""
ELSEWHERE = {
    "curtain.lift": ("curtain", "nothing_is_seen_until_the_person_who_is_asked_presses_enter"),
    "detail.before": ("card_links", "the_cards_that_an_explanation_names_are_reached_by_keys"),
    "detail.next": ("card_links", "the_cards_that_an_explanation_names_are_reached_by_keys"),
    "detail.open": ("card_links", "the_cards_that_an_explanation_names_are_reached_by_keys"),
    "ladder.play": ("ladder", "the_ladder_leads_from_home_to_a_game_against_the_next_opponent"),
    "daily.back": ("home", "the_deal_of_the_day_is_begun_from_home"),
    "daily.copy": ("home", "the_deal_of_the_day_is_begun_from_home"),
    "daily.play": ("home", "the_deal_of_the_day_is_begun_from_home"),
    "daily.replay": ("daily", "a_day_before_is_played_for_practice_and_counts_no_more"),
    "games.verify": ("games", "a_game_of_the_list_is_verified_replayed_and_its_result_shown"),
    "home.resume": ("people", "home_takes_a_game_up_again"),
    "inspect.before": ("card_links", "tab_and_enter_follow_a_link_in_an_inspected_card"),
    "inspect.link": ("card_links", "tab_and_enter_follow_a_link_in_an_inspected_card"),
    "keys.reset": ("keys", "a_key_is_set_on_the_screen_and_the_table_follows"),
    "people.nudge": ("chat", "a_waiting_player_can_remind_the_asked_one"),
    "mute.down": ("buttons", "the_cursor_goes_through_those_who_may_be_muted"),
    "mute.up": ("buttons", "the_cursor_goes_through_those_who_may_be_muted"),
    "redraw": ("buttons", "a_screen_is_drawn_again"),
    **dict.fromkeys(["home.go_on", "home.go_on_2"], ("going_on", "home_offers_it_first")),
    "replay.costly": ("review", "a_review_is_written_and_leads_to_the_board"),
    "replay.files": ("kept_replay", "a_page_of_the_game_is_a_new_file_each_time"),
    "replay.why": ("choice_text", "y_asks_the_bot_again_and_not_during_a_game"),
    **dict.fromkeys(
        [f"result.cause_{number}" for number in range(1, 5)],
        ("causes_page", "the_result_says_why_and_a_number_leads_to_the_moment"),
    ),
    "result.start": ("again", "everybody_reads_who_would_like_to_play_again"),
    "table.admit": ("people", "the_owner_lets_somebody_sit_down_by_one_key"),
    "table.again": ("again", "after_a_game_that_was_ended_by_vote"),
}
"""Keys that do nothing on those screens, and the tests that press them: file, test."""
CLICKED = {
    "CheckList": "uniques",
    "Choice": "new-game",
    "ActionListView": "income",
    "KeyBar": "home",
    "LessonNote": "lesson",
    "MenuItem": "home",
    "PlayerPanel": "income",
    "ReplayBar": "replay",
    "SeatList": "lobby",
    "StoryList": "log",
    "ThingList": "cards",
}
"""Kind of widget that is clicked -> a screen on which a click does something."""
LINKS = {
    "ResultPage": ("causes_page", "a_click_on_a_line_of_why_leads_to_its_moment"),
    "DetailText": ("card_links", "a_click_on_a_name_in_the_explanation_of_a_row_opens_its_card"),
    "LinkedText": ("card_links", "a_click_on_an_underlined_name_opens_its_card"),
}
"""Those of which only the links can be clicked, and the tests that do it: file, test."""


def trace(pilot: Pilot[int]) -> tuple[object, ...]:
    """All that a key or a click may change."""
    app = pilot.app
    assert isinstance(app, CitadelsApp)
    feeds: list[object] = [session._feed for session in app.table.sessions]
    feeds += [app.table.visiting.feed] if app.table.visiting else []
    painted = app.screen._compositor.render_strips()
    return (
        list(map(id, app.screen_stack)),
        [(segment.text, segment.style) for strip in painted for segment in strip],
        app.screen.focused,
        [widget.scroll_offset for widget in app.screen.query("*")],
        [list(getattr(feed, "sent", ())) for feed in feeds],
        [note.message for note in app._notifications],
        app.settings,
        app.clipboard,
        app._exit,
    )


async def came_back(pilot: Pilot[int], screen: Screen[object]) -> bool:
    """Close what was opened over a screen; whether it is there still."""
    app = pilot.app
    while not app._exit and screen in app.screen_stack:
        if app.screen is screen:
            return True
        app.pop_screen()
        await settle(pilot)
    return False


def keys_of(screen: Screen[object]) -> list[tuple[str, str]]:
    """The keys of a screen, and of what has the focus there, each with its id.

    What scrolls has some of the same keys, and leaves them to the screen where it can go no further.
    """
    nodes = dict.fromkeys(node for node in (screen.focused, screen, screen.app) if node is not None)
    return [
        (key, binding.id)
        for node in nodes
        for key, binding in node._bindings
        if binding.id and node.check_action(binding.action.partition("(")[0], ())
    ]


async def press_all(way: str, wanted: set[str]) -> set[str]:
    """Press keys on a screen, in their order and once more, for some have to follow others.

    Returns:
        The ids of those that have done something.
    """
    name, *first = way.split()
    done: set[str] = set()
    left = True
    while left:
        left = False
        async with shown(name, SMALL) as pilot:
            await pilot.press(*first)
            await settle(pilot)
            screen = pilot.app.screen
            focused = screen.focused
            found = keys_of(screen)
            before: tuple[object, ...] | None = None
            for key, id in [*found, *found]:
                if id not in wanted - done or (key, id) not in keys_of(screen):
                    continue
                before = before or trace(pilot)
                await pilot.press(key)
                await settle(pilot)
                if trace(pilot) == before:
                    continue
                done.add(id)
                before = None
                if not await came_back(pilot, screen):
                    left = True
                    break
                if isinstance(screen.focused, Input):
                    # What is pressed next is for the screen.
                    screen.set_focus(focused)
    return done


@pytest.mark.thorough
@pytest.mark.parametrize("group", tiered(["", *keys.GROUPS], ("table", "action_list", "log", "home", "menu", "form")))
async def test_every_key_does_something(group: str) -> None:
    wanted = {id for id in bindings(CitadelsApp) if id.rpartition(".")[0] == group} - ELSEWHERE.keys()
    missing = set(wanted)
    for way in PRESSED[group]:
        missing -= await press_all(way, missing)
    assert not missing, f"nothing happens by {sorted(missing)} on {PRESSED[group]}"


async def test_what_is_pressed_elsewhere_is_pressed_there() -> None:
    for file, test in (*ELSEWHERE.values(), *LINKS.values()):
        paths = (ROOT / "tests" / "citadels_tui").rglob(f"test_{file}.py")
        assert any(f"async def test_{test}(" in path.read_text("utf-8") for path in paths), test
    assert ELSEWHERE.keys() <= bindings(CitadelsApp).keys()


async def test_the_cursor_goes_through_those_who_may_be_muted() -> None:
    async with shown("tables", SMALL) as pilot:
        visiting = pilot.app.table.visiting  # type: ignore[attr-defined]
        for name in ("Bo", "Cleo"):
            visiting.talk.hear(name)
        await pilot.app.push_screen(MuteScreen(visiting.talk))
        await settle(pilot)
        first = pilot.app.screen.focused
        for key in ("down", "up", "j", "k"):
            await pilot.press(key)
            assert (pilot.app.screen.focused is first) == (key in "upk")


async def test_a_screen_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the key for it, when something else has written over it."""
    async with client() as pilot:
        drawn: list[object] = []
        monkeypatch.setattr(type(pilot.app), "_display", lambda app, screen, update: drawn.append(update))
        await settle(pilot)
        drawn.clear()
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert any(isinstance(update, LayoutUpdate) for update in drawn)


async def press_items(pilot: Pilot[int], pressed: set[str | None]) -> bool:
    """Press the items of a menu that have not been pressed yet, until one of them leads away for good.

    Returns:
        Whether the screen is still there, with all of its items pressed.
    """
    screen = pilot.app.screen
    for item in screen.query(MenuItem):
        if item.id in pressed or item.disabled or not item.display:
            continue
        pressed.add(item.id)
        screen.set_focus(item)
        await settle(pilot)
        before = trace(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert trace(pilot) != before, f"nothing happens by {item.id}"
        if not await came_back(pilot, screen):
            return False
    return True


def check_parts(screen: Screen[object]) -> None:
    """A button of Textual's own would be pressed by nobody here."""
    foreign = {type(each) for each in screen.query("*") if each.can_focus and is_foreign(type(each))}
    assert foreign <= {Input, VerticalScroll}


def is_foreign(kind: type[Widget]) -> bool:
    """Whether a kind of widget is not of our own."""
    return not kind.__module__.startswith("citadels_tui.")


def clickable() -> Iterator[type[Widget]]:
    """The widgets that listen to clicks themselves."""
    for package in (citadels_tui.screens, citadels_tui.widgets):
        for found in iter_modules(package.__path__):
            for kind in vars(import_module(f"{package.__name__}.{found.name}")).values():
                own = isinstance(kind, type) and issubclass(kind, Widget) and not issubclass(kind, Screen)
                if own and not is_foreign(kind) and {"on_click", "_on_click"} & vars(kind).keys():
                    yield kind


async def test_every_kind_of_widget_that_listens_to_clicks_is_clicked() -> None:
    assert {kind.__name__ for kind in clickable()} == CLICKED.keys() | LINKS.keys()


@pytest.mark.thorough
@pytest.mark.parametrize("kind", tiered(CLICKED, ("ActionListView", "Choice", "PlayerPanel")))
async def test_a_click_does_something_in_every_kind_of_widget(kind: str) -> None:
    name, *first = CLICKED[kind].split()
    async with shown(name, SMALL) as pilot:
        await pilot.press(*first)
        await settle(pilot)
        screen = pilot.app.screen
        for widget in screen.query(kind):
            # To mark it is not what a click is for.
            screen.set_focus(widget if widget.can_focus else None)
            await settle(pilot)
            for y in range(widget.region.y, widget.region.bottom):
                for x in range(widget.region.x + 1, widget.region.right, 3):
                    if screen.get_widget_at(x, y)[0] is not widget:
                        continue
                    await pilot.hover(offset=Offset(x, y))
                    await settle(pilot)
                    before = trace(pilot)
                    await pilot.click(offset=Offset(x, y))
                    await settle(pilot)
                    if trace(pilot) != before:
                        return
    pytest.fail(f"no click does anything in a {kind}")


@pytest.mark.thorough
@pytest.mark.parametrize("kind", tiered(CLICKED, ("ActionListView", "SeatList")))
async def test_other_buttons_and_drags_play_nothing_in_any_kind_of_widget(kind: str) -> None:
    """The right button may explain; the middle one does nothing; a drag marks text."""
    name, *first = CLICKED[kind].split()
    async with shown(name, SMALL) as pilot:
        await pilot.press(*first)
        await settle(pilot)
        screen, app = pilot.app.screen, pilot.app
        for widget in list(screen.query(kind))[:3]:
            for y in range(widget.region.y, min(widget.region.bottom, widget.region.y + 6)):
                for x in range(widget.region.x + 1, widget.region.right - 2, 23):
                    if screen.get_widget_at(x, y)[0] is not widget:
                        continue
                    await pilot.hover(offset=Offset(x, y))
                    await settle(pilot)
                    before = trace(pilot)
                    for _ in range(2):
                        await pilot.click(offset=Offset(x, y), button=2)
                    await settle(pilot)
                    assert trace(pilot) == before
                    screen.set_focus(widget if widget.can_focus else None)
                    done = deeds(pilot)
                    for _ in range(2):
                        await drag(pilot, Offset(x, y), Offset(x + 2, y))
                    await settle(pilot)
                    assert deeds(pilot) == done
                    assert app.screen is screen
                    for _ in range(2):
                        await pilot.click(offset=Offset(x, y), button=3)
                        await settle(pilot)
                        assert deeds(pilot) == done
                        assert app.screen is screen or isinstance(app.screen, InspectScreen)
                        assert await came_back(pilot, screen)


def deeds(pilot: Pilot[int]) -> tuple[object, ...]:
    """What a click may do, but for showing something."""
    _screens, _painted, _focused, _scrolled, *rest = trace(pilot)
    values = [choice.index for choice in pilot.app.screen_stack[-1].query(Choice)]
    return (*rest, values)


async def drag(pilot: Pilot[int], begin: Offset, end: Offset) -> None:
    """Press the left button, move, and let it go, as a terminal tells it."""
    for kind, place in ((MouseDown, begin), (MouseMove, end), (MouseUp, end)):
        pilot.app.post_message(kind(None, place.x, place.y, 0, 0, 1, False, False, False, place.x, place.y))
        await pilot.pause()

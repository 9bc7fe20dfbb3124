"""Playing with the mouse: pointing and the first click explain, the second click does what the key does."""

from __future__ import annotations

from string import ascii_lowercase

import pytest
from textual._compositor import LayoutUpdate
from textual.events import MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, Static

from citadels_tui.screens.cards import CardsScreen
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.lobby import SeatList
from citadels_tui.screens.new_game import NewGameScreen
from citadels_tui.screens.notebook import NotebookScreen
from citadels_tui.screens.people import PeopleScreen
from citadels_tui.screens.result import ResultScreen
from citadels_tui.screens.settings import SettingsScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import JoinTable, ShowHome, Start
from citadels_tui.settings.settings import Settings, save
from citadels_tui.table_list.setup_choices import OWN
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.widgets.action_list_view import ActionListView
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.player_panel import PlayerPanel
from citadels_tui.widgets.rank_track import RankTrack
from citadels_tui.widgets.thing_list import CheckList, ThingList
from net.client.updates import Chat
from tests.citadels_tui.conftest import text_frame
from tests.citadels_tui.screens.test_people import with_people
from tests.support.client import tables
from tests.support.client.driving import LARGE, SMALL, client, settle, table_of
from tests.support.client.fake import NAMES, FakeFeed
from tests.support.terminal import improvement

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]


async def click_text(pilot: Pilot[int], text: str, inside: type[Widget]) -> None:
    """Click the first letter of a text as it stands on the screen, in a widget of that kind."""
    places = [
        (line.index(text, widget.region.x), y)
        for y, line in enumerate(text_frame(pilot.app).splitlines())
        for widget in pilot.app.screen.query(inside)
        if widget.region.contains(line.find(text, widget.region.x), y)
    ]
    assert places, f"{text} is not shown in {inside.__name__}"
    await pilot.click(offset=places[0])
    await settle(pilot)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(("text", "sent"), [("Take gold", "gold"), ("Draw", "draw")])
async def test_a_click_takes_the_row_under_it(text: str, sent: str, size: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=size) as pilot:
        await click_text(pilot, text, ActionListView)
        assert feed.sent == []
        screen = table_of(pilot)
        assert screen.action_list.row is not None
        assert screen.action_list.row.label.plain.startswith(text)
        await click_text(pilot, text, ActionListView)
        assert feed.sent == [sent]


async def test_a_setting_lets_the_first_click_play() -> None:
    feed = FakeFeed()
    tables.income(feed)
    save(Settings(click="play"))
    async with client(feed) as pilot:
        pilot.app.remember(click="play")  # type: ignore[attr-defined]
        await click_text(pilot, "Take gold", ActionListView)
        assert feed.sent == ["gold"]


async def test_pointing_at_a_row_explains_it_and_marks_nothing() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=LARGE) as pilot:
        screen = table_of(pilot)
        cursor, before = screen.action_list.cursor, screen.detail.said
        region = screen.action_list.region
        row = next(n for n, row in enumerate(screen.action_list.actions.rows) if row.card and n != cursor)
        await pilot.hover(offset=(region.x + 4, region.y + 1 + row))
        await settle(pilot)
        assert (screen.action_list.cursor, screen.detail.said == before) == (cursor, False)
        await pilot.hover(offset=(region.x + 4, region.bottom - 1))
        await settle(pilot)
        assert screen.detail.said == before


@pytest.mark.parametrize("size", [SMALL, LARGE, pytest.param((200, 60), marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    ("text", "inside", "id"), [("Merchant", RankTrack, "merchant"), ("2 Mark", PlayerPanel, "market")]
)
async def test_a_click_on_the_track_or_on_a_building_opens_its_card(
    text: str, inside: type[Widget], id: str, size: tuple[int, int]
) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=size) as pilot:
        await click_text(pilot, text, inside)
        assert isinstance(pilot.app.screen, InspectScreen)
        things = pilot.app.screen.query_one(ThingList)
        assert things.things[things.cursor].id == id
        assert feed.sent == []


async def test_a_click_takes_the_row_under_it_in_a_list_that_was_scrolled() -> None:
    feed = FakeFeed()
    view = tables.middle()
    tables.begin(feed, view)
    tables.ask(feed, view, tables.moves(*(f"juggle{letter}" for letter in ascii_lowercase)))
    async with client(feed) as pilot:
        await pilot.press(*["down"] * 25)
        await settle(pilot)
        assert "jugglea" not in text_frame(pilot.app)
        await click_text(pilot, "jugglex", ActionListView)
        await click_text(pilot, "jugglex", ActionListView)
        assert feed.sent == ["jugglex"]


async def test_clicks_open_a_list_and_choose_in_it() -> None:
    feed = FakeFeed()
    tables.warlord(feed, 3)
    async with client(feed, size=LARGE) as pilot:
        screen = table_of(pilot)
        row = next(row for row in screen.action_list.actions.rows if row.key == "a")
        await click_text(pilot, row.label.plain, ActionListView)
        await click_text(pilot, "Back", ActionListView)
        assert screen.opened == []
        await click_text(pilot, row.label.plain, ActionListView)
        assert len(screen.opened) == 1
        await click_text(pilot, "Bo: ⌂2 Market", ActionListView)
        await click_text(pilot, "Bo: ⌂2 Market", ActionListView)
        assert feed.sent == ["destroy p2.market"]


async def test_a_click_below_the_rows_does_nothing() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=LARGE) as pilot:
        region = pilot.app.screen.query_one(ActionListView).region
        await pilot.click(offset=(region.x + 5, region.bottom - 2))
        await settle(pilot)
        assert feed.sent == []


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_click_on_a_player_inspects_them(size: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=size) as pilot:
        for name in NAMES[1:3]:
            await click_text(pilot, name, PlayerPanel)
            assert isinstance(pilot.app.screen, InspectScreen)
            things = pilot.app.screen.query_one(ThingList)
            assert things.things[things.cursor].id == f"p{NAMES.index(name) + 1}"
            await pilot.press("escape")
            await settle(pilot)
            assert isinstance(pilot.app.screen, TableScreen)
        assert feed.sent == []


async def test_a_click_on_a_card_in_a_list_explains_it() -> None:
    async with client(size=LARGE) as pilot:
        await click_text(pilot, "All cards", Widget)
        screen = pilot.app.screen
        assert isinstance(screen, CardsScreen)
        things = screen.query_one(ThingList)
        names = [thing.label.plain for thing in things.things[:12] if thing.kind != "heading"]
        for name in (names[4], names[1]):
            await click_text(pilot, name, ThingList)
            assert things.things[things.cursor].label.plain == name


async def test_clicks_lead_through_the_menu_and_change_a_setting() -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        await click_text(pilot, "New game", Widget)
        assert isinstance(pilot.app.screen, NewGameScreen)
        choice = next(iter(pilot.app.screen.query(Choice)))
        before = choice.index
        y = choice.region.y
        x = choice.region.x + choice.label_cells + 8
        await pilot.click(offset=(x, y))
        await settle(pilot)
        assert choice.index == (before + 1) % len(choice.options)
        line = text_frame(pilot.app).splitlines()[y]
        await pilot.click(offset=(line.index("<"), y))
        await settle(pilot)
        assert choice.index == before


@pytest.mark.parametrize("size", [SMALL, (40, 30)])
async def test_a_click_on_a_label_marks_its_line_and_changes_nothing(size: tuple[int, int]) -> None:
    async with client(start=ShowHome("Ann"), size=size) as pilot:
        await pilot.click(next(iter(pilot.app.screen.query(".label"))), offset=(5, 0))
        await settle(pilot)
        name = pilot.app.screen.query_one("#name", Input)
        assert name.has_focus
        await pilot.app.push_screen(NewGameScreen())
        await settle(pilot)
        choice = pilot.app.screen.query_one("#level", Choice)
        before = choice.index
        await pilot.click(choice, offset=(4, 0))
        await settle(pilot)
        assert choice.has_focus
        assert choice.index == before
        rows = text_frame(pilot.app).splitlines()[choice.region.y : choice.region.bottom]
        row = next(row for row, line in enumerate(rows) if "<" in line)
        await pilot.click(choice, offset=(rows[row].index("<") - choice.region.x, row))
        await settle(pilot)
        assert choice.index == (before - 1) % len(choice.options)


@pytest.mark.parametrize(
    "screen", ["log", *(pytest.param(screen, marks=pytest.mark.thorough) for screen in ("new", "settings", "cards"))]
)
async def test_the_signs_around_a_value_and_the_wheel_do_what_they_show(screen: str) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=LARGE) as pilot:
        opened = {"new": NewGameScreen, "settings": SettingsScreen}.get(screen)
        if opened is not None:
            await pilot.app.push_screen(opened())
        else:
            await pilot.press({"cards": "f2", "log": "l"}[screen])
        await settle(pilot)
        for choice in pilot.app.screen.query(Choice):
            if choice.is_on_screen and choice.id not in ("language", "theme"):
                await check_value(pilot, choice)


async def check_value(pilot: Pilot[int], choice: Choice[object]) -> None:
    """Press what stands before and behind a value, each where it is drawn, and turn the wheel over it."""
    last = len(choice.options) - 1
    start = min(1, last)
    for sign, step in (("<", -1), (">", 1)):
        choice.index = start
        await settle(pilot)
        line = text_frame(pilot.app).splitlines()[choice.region.y]
        place = line.index(sign, choice.region.x + choice.label_cells), choice.region.y
        await pilot.click(offset=place)
        await settle(pilot)
        assert choice.index == (start + step) % (last + 1), (choice.id, sign)
    choice.index = 0
    await settle(pilot)
    for kind, index in ((MouseScrollUp, start), (MouseScrollDown, 0), (MouseScrollDown, 0)):
        # Another value may need another number of lines.
        place = choice.region.x + choice.label_cells + 6, choice.region.y
        await pilot._post_mouse_events([kind], None, offset=place)
        await settle(pilot)
        assert choice.index == index, (choice.id, kind)


async def test_beside_a_value_the_wheel_changes_nothing() -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.press("n")
        await settle(pilot)
        choice = pilot.app.screen.query_one("#players", Choice)
        before = choice.index
        await pilot._post_mouse_events([MouseScrollUp], None, offset=(choice.region.x + 4, choice.region.y))
        await settle(pilot)
        assert choice.index == before


@pytest.mark.parametrize("size", [SMALL, LARGE, pytest.param((200, 60), marks=pytest.mark.thorough)])
async def test_the_first_click_says_what_the_second_one_does(size: tuple[int, int]) -> None:
    """Also on what is marked already, and on a card; until something else is marked, or asked."""
    feed = FakeFeed()
    tables.drafting(feed)
    async with client(feed, size=size) as pilot:
        action_list = table_of(pilot).action_list
        assert action_list.row is not None
        name = table_of(pilot).voice.character_of(action_list.row.card)
        assert "click again" not in text_frame(pilot.app)
        await click_text(pilot, name, ActionListView)
        assert "click again" in text_frame(pilot.app)
        feed.tell(Chat(1, "Bo", "hello"))
        await settle(pilot)
        assert "click again" in text_frame(pilot.app)
        await pilot.press("right")
        await settle(pilot)
        assert "click again" not in text_frame(pilot.app)
        await click_text(pilot, name, ActionListView)
        assert feed.sent == []
        await click_text(pilot, name, ActionListView)
        assert len(feed.sent) == 1


async def test_clicks_decide_about_the_table() -> None:
    feed = FakeFeed()
    with_people(feed)
    async with client(feed, size=LARGE) as pilot:
        await pilot.press("T")
        await settle(pilot)
        await click_text(pilot, "Bo   ", MenuItem)
        await settle(pilot)
        await click_text(pilot, "Open the seat", Widget)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("n")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PeopleScreen)
        assert feed.sent == []


DIALOGS = {"help": "question_mark", "inspect": "i", "chat": "s", "people": "T", "leave": "q", "palette": "ctrl+p"}


@pytest.mark.thorough
@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", DIALOGS.values(), ids=DIALOGS)
async def test_a_click_beside_a_dialog_closes_it(key: str, size: tuple[int, int]) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=size) as pilot:
        await pilot.press(key)
        await settle(pilot)
        assert not isinstance(pilot.app.screen, TableScreen)
        await pilot.click(offset=(0, 0 if key == DIALOGS["palette"] else size[1] - 1))
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert feed.sent == []


@pytest.mark.thorough
@pytest.mark.parametrize("key", [DIALOGS[name] for name in ("help", "inspect", "chat", "people", "leave")])
async def test_a_click_on_its_title_closes_a_dialog_and_a_click_inside_does_not(key: str) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press(key)
        await settle(pilot)
        dialog = pilot.app.screen
        box = dialog.query_one(".box")
        assert UNICODE.close in str(box.border_title)
        await pilot.click(offset=(box.region.x + 1, box.region.bottom - 2))
        await settle(pilot)
        assert pilot.app.screen is dialog
        await pilot.click(offset=(box.region.x + 3, box.region.y))
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert feed.sent == []


async def test_a_click_on_a_key_of_the_last_line_is_that_key() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await click_text(pilot, "Who", KeyBar)
        assert isinstance(pilot.app.screen, NotebookScreen)


async def painted(pilot: Pilot[int], paints: list[object], key: str) -> int:
    """How often the whole screen is painted after a key."""
    paints.clear()
    await pilot.press(key)
    await settle(pilot)
    return sum(isinstance(update, LayoutUpdate) for update in paints)


@pytest.mark.thorough
@improvement
async def test_a_screen_is_painted_once_when_it_opens_and_once_when_it_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = FakeFeed()
    tables.income(feed, 8)
    for start, keys in ((None, ("i", "question_mark", "w")), (ShowHome("Ann"), ("n",))):
        await check_paints(monkeypatch, feed, start, keys)


async def check_paints(
    monkeypatch: pytest.MonkeyPatch, feed: FakeFeed, start: Start | None, keys: tuple[str, ...]
) -> None:
    """What each key opens is painted once, and what it lay over too."""
    async with client(feed, size=LARGE, start=start) as pilot:
        paints: list[object] = []
        monkeypatch.setattr(type(pilot.app), "_display", lambda app, screen, update: paints.append(update))
        for key in keys:
            counts: list[tuple[int, ...]] = []
            # Painting goes by the clock: on a busy machine, a screen that takes long may be painted in between.
            while (1, 1) not in counts and len(counts) < 20:
                counts.append(tuple([await painted(pilot, paints, pressed) for pressed in (key, "escape")]))
            assert (1, 1) in counts, (key, counts)


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["question_mark", "i", "T", "s", "q", "ctrl+p"])
async def test_a_dialog_leaves_the_rest_of_the_screen_alone(key: str) -> None:
    """To darken it, and to undo that, would be most of what is sent over a slow line."""
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press(key)
        await settle(pilot)
        assert pilot.app.screen.is_modal
        assert pilot.app.screen.styles.background.a == 0


async def test_a_key_that_goes_two_ways_is_two_places_to_click() -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    async with client(feed, start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await pilot.press("y")
        await settle(pilot)
        await click_text(pilot, "+/-", KeyBar)
        await click_text(pilot, "- Seats", KeyBar)
        assert feed.sent == ["configure 6", "configure 4"]


async def test_a_click_marks_a_seat() -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    async with client(feed, start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await pilot.press("y")
        await settle(pilot)
        await click_text(pilot, "Cleo", SeatList)
        await click_text(pilot, "Remove", KeyBar)
        assert feed.sent == ["remove_bot 2"]


@pytest.mark.thorough
async def test_clicks_choose_the_unique_districts() -> None:
    async with client(size=LARGE) as pilot:
        await pilot.app.push_screen(NewGameScreen())
        await settle(pilot)
        form = pilot.app.screen
        assert isinstance(form, NewGameScreen)
        form.query_one("#uniques", Choice).choose(OWN)
        await settle(pilot)
        form.pick()
        await settle(pilot)
        checks = pilot.app.screen.query_one(CheckList)
        await click_text(pilot, "None", KeyBar)
        assert not checks.chosen
        await click_text(pilot, "Observatory", CheckList)
        await click_text(pilot, "Library", CheckList)
        await click_text(pilot, "Observatory", CheckList)
        await click_text(pilot, "Done", KeyBar)
        assert form.picked == ("library",)


async def test_a_click_tells_all_that_checking_the_game_has_shown() -> None:
    feed = FakeFeed()
    tables.end(feed)
    async with client(feed, size=LARGE) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ResultScreen)
        await click_text(pilot, "Checking the deal", Static)
        assert screen.explained


async def marked(pilot: Pilot[int], begin: tuple[int, int], end: tuple[int, int]) -> None:
    """Mark a text with the mouse, as a terminal tells it."""
    for kind, (x, y) in ((MouseDown, begin), (MouseMove, end), (MouseUp, end)):
        pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await settle(pilot)


async def test_what_is_marked_in_the_log_is_copied_and_counted() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=LARGE) as pilot:
        feed.tell(Chat(1, "Bo", "hello there"), Chat(2, "Cleo", "good evening"))
        await pilot.press("l")
        await settle(pilot)
        rows = text_frame(pilot.app).splitlines()
        (y,) = (y for y, row in enumerate(rows) if "hello there" in row)
        x = rows[y].index("hello")
        pilot.app.copy_to_clipboard("precious")
        await marked(pilot, (x, y), (rows[y + 1].index("good") + 4, y + 1))
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert pilot.app.clipboard == "hello there\np3 Cleo: good"
        assert "25 characters copied" in " ".join(note.message for note in pilot.app._notifications)


async def test_the_frames_of_cards_are_not_copied() -> None:
    feed = FakeFeed()
    tables.drafting(feed)
    async with client(feed, size=LARGE) as pilot:
        region = pilot.app.screen.query_one(ActionListView).region
        await marked(pilot, (region.x + 1, region.y + 1), (region.right - 2, region.bottom - 2))
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert len(pilot.app.clipboard) > 40
        assert not set(pilot.app.clipboard) & set("│─╭╮╰╯")
        assert feed.sent == []


async def test_a_press_on_what_was_taken_away_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with client() as pilot:
        part = pilot.app.screen.query_one("#name", Input)
        x, y = part.content_region.offset
        with monkeypatch.context() as gone:
            # It is to be seen until the next paint.
            gone.setattr(part, "_parent", None)
            pilot.app.screen._forward_event(MouseDown(None, x, y, 0, 0, 1, False, False, False, x, y))
        await settle(pilot)
        assert pilot.app.focused is not part


async def test_nothing_is_never_put_on_the_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        pilot.app.copy_to_clipboard("precious")
        await pilot.press("s", "ctrl+c")
        await settle(pilot)
        pilot.app.copy_to_clipboard("")
        assert pilot.app.clipboard == "precious"


async def test_the_right_button_opens_the_card_of_a_row_and_plays_nothing() -> None:
    feed = FakeFeed()
    tables.drafting(feed)
    async with client(feed, size=LARGE) as pilot:
        region = pilot.app.screen.query_one(ActionListView).region
        for _ in range(2):
            await pilot.click(offset=(region.x + 4, region.y + 2), button=3)
            await settle(pilot)
        assert isinstance(pilot.app.screen, InspectScreen)
        assert feed.sent == []

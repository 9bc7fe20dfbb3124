"""Names of cards in texts lead to their cards, by keyboard and by mouse."""

from __future__ import annotations

from itertools import product

import pytest
from textual.content import Content
from textual.widgets import Input

from citadels_tui.actions.rows import Row
from citadels_tui.screens.cards import CardsScreen
from citadels_tui.screens.help import HelpScreen
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.textart.links import META
from citadels_tui.widgets.linked_text import LinkedText
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.card_links import card_links
from engine.cards import CHARACTERS, DISTRICTS
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of
from tests.support.client.fake import FakeFeed

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Thief robs the Merchants before Great Wall.", ["thief", "merchant", "great_wall"]),
        ("Keep 1 of the 2 cards. Then the Keep is safe.", ["keep"]),
        ("Kingdoms and a king", []),
        ("The Town Hall, not the hall", ["town_hall"]),
        ("", []),
    ],
)
def test_names_of_cards_are_found_whole(text: str, found: list[str]) -> None:
    links = card_links(text, "deluxe")
    assert [link.card for link in links] == found
    assert all(text[link.start].isupper() for link in links)


def test_a_card_s_text_does_not_lead_to_itself() -> None:
    assert card_links("The Thief robs the Magician", "deluxe", "thief")[0].card == "magician"


@pytest.mark.parametrize("edition", list(DISTRICTS))
def test_every_card_of_an_edition_can_be_a_link(edition: str) -> None:
    for card in [*CHARACTERS[edition].values(), *DISTRICTS[edition].values()]:
        assert [link.card for link in card_links(f"See the {card.name}.", edition)] == [card.id]


@pytest.mark.asyncio
async def test_tab_and_enter_follow_a_link_in_an_inspected_card() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        screen.look("assassin")
        await settle(pilot)
        page = pilot.app.screen.query_one(LinkedText)
        while page.marked not in screen.view.rules.characters:
            await pilot.press("tab")
            assert page.marked
        first = page.marked
        await pilot.press("tab", "shift+tab", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, InspectScreen)
        things = pilot.app.screen.query_one(ThingList)
        assert things.things[things.cursor].id == first
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)


@pytest.mark.asyncio
async def test_a_link_to_a_card_that_is_not_on_the_table_opens_all_cards() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        screen.look("thief")
        await settle(pilot)
        page = pilot.app.screen.query_one(LinkedText)
        page.post_message(LinkedText.Opened("wizard"))
        await settle(pilot)
        assert isinstance(pilot.app.screen, CardsScreen)
        things = pilot.app.screen.things
        assert things.things[things.cursor].id == "wizard"


@pytest.mark.asyncio
async def test_among_all_cards_escape_comes_back_from_a_link() -> None:
    async with client() as pilot:
        await pilot.app.run_action("app.cards('thief')")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, CardsScreen)
        await pilot.press("slash", *"thief", "enter", "r", "tab", "enter")
        await settle(pilot)
        assert screen.things.things[screen.things.cursor].id not in ("", "thief")
        await pilot.press("escape")
        await settle(pilot)
        assert screen.things.things[screen.things.cursor].id == "thief"
        assert pilot.app.screen is screen
        assert not screen.query_one("#search", Input).value


@pytest.mark.asyncio
async def test_a_click_on_an_underlined_name_opens_its_card() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        await pilot.press("question_mark")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, HelpScreen)
        await pilot.press("tab")
        await settle(pilot)
        page = screen.query_one(LinkedText)
        marked = page.marked
        spots = [
            (x, y)
            for y, line in enumerate(screen._compositor.render_strips())
            for x in range(80)
            if screen.get_style_at(x, y).meta.get("card") == marked
        ]
        assert spots, text_frame(pilot.app)
        await pilot.click(offset=spots[0])
        await settle(pilot)
        assert isinstance(pilot.app.screen, CardsScreen)
        things = pilot.app.screen.things
        assert things.things[things.cursor].id == marked


@pytest.mark.asyncio
async def test_a_click_on_a_name_in_the_explanation_of_a_row_opens_its_card() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        row = Row(Content("Cemetery"), card="cemetery")
        screen.detail.show(screen.view, screen.voice, row)
        await settle(pilot)
        spots = [
            (x, y) for y in range(24) for x in range(80) if screen.get_style_at(x, y).meta.get("card") == "warlord"
        ]
        assert spots, text_frame(pilot.app)
        await pilot.click(offset=spots[0])
        await settle(pilot)
        assert isinstance(pilot.app.screen, InspectScreen)
        things = pilot.app.screen.query_one(ThingList)
        assert things.things[things.cursor].id == "warlord"


@pytest.mark.asyncio
async def test_the_cards_that_an_explanation_names_are_reached_by_keys() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        screen.detail.show(screen.view, screen.voice, Row(Content("Cemetery"), card="cemetery"))
        await settle(pilot)
        (place, *_more) = [
            (x, y)
            for x, y in product(range(80), range(24))
            if screen.detail.region.contains(x, y) and screen.get_style_at(x, y).meta.get("card") == "warlord"
        ]
        before = screen.get_style_at(*place)
        await pilot.press("tab", "tab")
        await settle(pilot)
        assert screen.detail.has_focus
        assert screen.get_style_at(*place) != before
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, InspectScreen)
        things = pilot.app.screen.query_one(ThingList)
        assert things.things[things.cursor].id == "warlord"
        await pilot.press("escape")
        await settle(pilot)
        # Behind the last card come the answers again, and the log before the first one.
        while screen.detail.has_focus:
            await pilot.press("tab")
        assert screen.action_list.has_focus
        await pilot.press("shift+tab")
        assert screen.detail.has_focus
        await pilot.press("shift+tab")
        assert screen.log_view.has_focus
        # Another row takes the keys back to the answers.
        await pilot.press("tab")
        assert screen.detail.has_focus
        screen.action_list.cursor += 1
        await settle(pilot)
        assert screen.action_list.has_focus


@pytest.mark.asyncio
async def test_a_card_that_is_marked_in_a_long_explanation_is_in_sight() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = table_of(pilot)
        said = Content(" ".join(["word"] * 60) + " Warlord " + " ".join(["word"] * 60) + " Bishop")
        screen.detail.say(said, card_links(said.plain, "deluxe"))
        await settle(pilot)
        assert "Warlord" not in screen.detail.render().plain
        await pilot.press("tab", "tab")
        await settle(pilot)
        assert "Warlord" in screen.detail.render().plain
        assert "i: all" in screen.detail.render().plain
        await pilot.press("tab")
        assert "Bishop" in screen.detail.render().plain
        assert len(screen.detail.render().plain.splitlines()) == screen.detail.size.height


@pytest.mark.asyncio
async def test_a_card_behind_a_dialog_leads_nowhere() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed) as pilot:
        screen = pilot.app.screen
        links = [at for at in product(range(80), range(24)) if META in screen.get_style_at(*at).meta]
        await pilot.press("q")
        await settle(pilot)
        dialog = pilot.app.screen
        seen = [at for at in links if dialog.get_widget_at(*at)[0] is dialog]
        assert seen
        assert not any(dialog.get_style_at(*at).meta for at in seen)

"""Every card can be looked up, with its rulings."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace

import pytest
from textual.content import Content
from textual.events import MouseScrollDown, MouseScrollUp

from citadels_tui.pages.encyclopaedia import entries, kinds, read, voice_of
from citadels_tui.pages.inspecting import Thing, explain
from citadels_tui.screens.cards import CardsScreen
from citadels_tui.screens.home import HomeScreen
from citadels_tui.screens.inspect import InspectScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.textart.symbols import ASCII, UNICODE
from citadels_tui.texts import cards, names, say, speak
from citadels_tui.texts.catalogue import ENGLISH, languages
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.card_text import known, worth
from citadels_tui.wording.moves import label
from citadels_tui.wording.rulings import CHOSEN, cases, general, good_to_know, listed, played, rulings
from citadels_tui.wording.voice import EMPTY, Voice
from engine.cards import CHARACTERS, DISTRICTS
from engine.editions import EDITIONS
from engine.move import Move
from engine.view import TokenView
from tests.citadels_tui.conftest import text_frame
from tests.support.client import tables
from tests.support.client.driving import client, look_up, settle, until
from tests.support.client.fake import NAMES, FakeFeed
from tests.support.root import ROOT

pytestmark = pytest.mark.slow


def test_the_rulings_are_those_of_the_list() -> None:
    """Every row with its number, and every point below the tables that links to a case."""
    page = (ROOT / "engine" / "rulings" / "README.md").read_text(encoding="utf-8")
    assert [each.no for each in listed() if each.no] == re.findall(r"^\| ([AC]\d+) \|", page, re.MULTILINE)
    tables = max(found.end() for found in re.finditer(r"^\| A\d+ .*$", page, re.MULTILINE))
    linked = [part for part in re.split(r"\n\n|\n(?=\* )", page[tables:]) if re.search(r"\]\(\w+/\w+\)", part)]
    assert len([each for each in listed() if not each.no]) == len(linked)
    for each in listed():
        for text in (each.point, each.ruling, each.why):
            assert not re.search(r"\*\*|`|\]\(|  ", text), text
            assert text == text.strip()
        assert each.point
        assert each.ruling


def test_every_case_has_the_title_of_its_file() -> None:
    for case in played():
        assert case.title == tomllib.loads(case.read().decode())["title"]
    assert len(played()) == len(list((ROOT / "engine" / "rulings").rglob("*.toml")))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_of_the_box_is_listed_and_can_be_read(edition: str) -> None:
    box, voice = EDITIONS[edition], voice_of(edition, ASCII)
    things = [thing for thing in entries(voice) if thing.kind in {"character", "district"}]
    ids = [thing.id for thing in things]
    assert len(ids) == len(set(ids))
    assert set(ids) == {id for rank in box.characters for id in rank} | {*box.districts, *box.uniques, *box.actions}
    for thing in entries(voice):
        told = read(voice, thing).plain
        assert told.isascii()
        assert "_" not in told
        assert thing.kind == "heading" or told
        if thing.kind == "character":
            assert names.character(thing.id, edition).text in told


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_kind_or_a_rank_alone(edition: str) -> None:
    voice, box = voice_of(edition, UNICODE), EDITIONS[edition]
    for kind, _words in kinds(box):
        things = [thing for thing in entries(voice, kind) if thing.kind != "heading"]
        assert things
        if kind.isdecimal():
            assert [thing.id for thing in things] == list(box.characters[int(kind) - 1])
    assert ("actions" in dict(kinds(box))) == bool(box.actions)


def test_the_search_looks_for_every_word_in_names_texts_and_types() -> None:
    voice = voice_of("deluxe", UNICODE)
    assert [thing.id for thing in entries(voice, search="wishing")][1:] == ["wishing_well"]
    assert "museum" in [thing.id for thing in entries(voice, search="CARD under")]
    assert {thing.id for thing in entries(voice, search="noble districts")} >= {"castle", "manor", "palace", "king"}
    assert entries(voice, search="no such words at all") == []


def test_texts_are_those_of_the_edition() -> None:
    texts = {
        edition: read(voice_of(edition, UNICODE), thing).plain
        for edition in EDITIONS
        for thing in entries(voice_of(edition, UNICODE), search="smithy")
        if thing.id == "smithy"
    }
    assert "2 gold" in texts["deluxe"]
    assert "3 gold" in texts["classic"]
    assert "rank 2" in read(voice_of("dark_city", UNICODE), entries(voice_of("dark_city", UNICODE), "2")[2]).plain


def test_what_can_be_done_is_said_with_the_numbers_of_the_edition() -> None:
    said = {edition: label(voice_of(edition, ASCII), Move("forge")).plain for edition in EDITIONS}
    assert said == {
        "deluxe": "Smithy: 2 gold for 3 cards",
        "classic": "Smithy: 3 gold for 2 cards",
        "dark_city": "Smithy: 3 gold for 2 cards",
    }
    for edition, pays in (("deluxe", 2), ("classic", 1), ("dark_city", 1)):
        assert label(voice_of(edition, ASCII), Move("sell", "castle")).plain.endswith(f"for {pays} gold")


@pytest.mark.parametrize(
    ("id", "told"),
    [
        ("castle", "noble district, cost 4, worth 4 points"),
        ("dragon_gate", "unique district, cost 6, worth 8 points"),
        ("secret_vault", "unique district, kept in the hand"),
    ],
)
def test_what_a_district_costs_and_counts(id: str, told: str) -> None:
    assert worth(names.district(id, "deluxe")).plain == told


def test_rulings_belong_to_the_card_of_that_edition() -> None:
    assert "A12" in [ruling.no for ruling in rulings("tax_collector", "deluxe")]
    assert {ruling.no for ruling in rulings("tax_collector", "dark_city")} == {"A43", "A52", ""}
    assert "A7" not in [ruling.no for ruling in rulings("king", "classic")]
    assert rulings("museum", "classic") == []
    assert "Ties" in [ruling.point for ruling in general("classic")]
    for edition in EDITIONS:
        for id in (*CHARACTERS[edition], *DISTRICTS[edition]):
            for title in cases(id, edition):
                assert title


def test_characters_and_unique_districts_have_rulings_to_show() -> None:
    for edition, box in EDITIONS.items():
        missing = [
            id
            for id in (*(id for rank in box.characters for id in rank), *box.uniques, *box.actions)
            if not rulings(id, edition) and not cases(id, edition)
        ]
        assert missing == [], edition


@pytest.mark.asyncio
async def test_looking_cards_up_by_keys() -> None:
    async with client() as pilot:
        await pilot.press("c")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, CardsScreen)
        await pilot.press("slash", *"bell", "enter")
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "Bell Tower" in page
        assert "Witch" not in page
        await pilot.press("escape", "e", "t")
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "Classic" in page
        assert "Thief" in page
        assert "Witch" not in page
        await pilot.press("slash", *"zzz")
        await settle(pilot)
        assert "Nothing matches" in text_frame(pilot.app)
        await pilot.press("escape")
        await settle(pilot)
        assert "Assassin" in text_frame(pilot.app)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.asyncio
async def test_the_wheel_and_a_finger_that_swipes_move_over_the_cards() -> None:
    feed = FakeFeed()
    tables.everything(feed)
    async with client(feed) as pilot:
        await pilot.press("f2")
        await settle(pilot)
        things = pilot.app.screen.query_one(ThingList)
        begun = things.cursor
        for event, moved in ((MouseScrollDown, 1), (MouseScrollDown, 2), (MouseScrollUp, 1)):
            await pilot._post_mouse_events([event], ThingList, offset=(3, 3))
            await settle(pilot)
            assert things.cursor == begun + moved


@pytest.mark.asyncio
async def test_from_the_game_to_all_cards_and_back() -> None:
    feed = FakeFeed()
    tables.everything(feed)
    async with client(feed) as pilot:
        await pilot.press(*["up"] * 4, "i")
        await settle(pilot)
        assert "Under it: ✞2 Church, ♖3 Manor, ⚑2 Prison" in text_frame(pilot.app)
        await pilot.press("e")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, CardsScreen)
        assert screen.query_one(ThingList).things[screen.query_one(ThingList).cursor].id == "museum"
        await pilot.press("right")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, InspectScreen)
        await pilot.press("escape", "f2")
        await settle(pilot)
        assert isinstance(pilot.app.screen, CardsScreen)
        await pilot.press("q")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("ctrl+p")
        await look_up(pilot, "all cards")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CardsScreen))


def test_cards_on_or_under_a_card_are_told_with_it() -> None:
    bare = tables.middle()
    view = replace(
        bare,
        things={"tax_collector": (4,), "bell_tower": (3,)},
        tokens={"museum": TokenView(0, (), ("church", "manor"), 2)},
    )
    voice = Voice(UNICODE, view.rules, NAMES[:5], 0)
    told = {
        Thing("district", "bell_tower", EMPTY): cards.RUNG,
        Thing("character", "tax_collector", EMPTY): say(cards.ON_TOKEN, amount=4).plain,
        Thing("district", "museum+", EMPTY): say(cards.UNDER, cards=voice.cards(("church", "manor"))).plain,
    }
    for thing, what in told.items():
        assert what in explain(view, voice, thing).plain
        assert what not in explain(bare, voice, thing).plain


@pytest.mark.asyncio
async def test_inspecting_shows_the_rulings_and_scrolls() -> None:
    feed = FakeFeed()
    tables.everything(feed)
    async with client(feed) as pilot:
        await pilot.press("1", "i")
        await settle(pilot)
        assert "How the rule" not in text_frame(pilot.app)
        await pilot.press("e")
        await settle(pilot)
        assert "How the rule" not in text_frame(pilot.app)
        await pilot.press("r")
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "How the rule is meant here" in page
        assert "Numbers that changed" in page
        await pilot.press(*["right"] * 8)
        await settle(pilot)
        assert "Tested cases" in text_frame(pilot.app) or "- " in text_frame(pilot.app)
        assert "How the rule" not in text_frame(pilot.app)
        await pilot.press("r")
        await settle(pilot)
        assert "Tested cases" not in text_frame(pilot.app)


@pytest.mark.parametrize("language", languages())
def test_notes_on_cards_are_for_players(language: str) -> None:
    """At most three sentences, and no number, list or case that only somebody looks up who works on the game."""
    speak(language)
    try:
        for edition, kinds in ((edition, (CHARACTERS[edition], DISTRICTS[edition])) for edition in EDITIONS):
            for id in (id for cards in kinds for id in cards):
                told = Content("\n").join(known(voice_of(edition, UNICODE), id)).plain
                # A question before its answer is what the sentence is about.
                said = re.sub(r"(?m)^(\W*)[^.:?]*\?(?= )", r"\1", told)
                assert len(re.findall(r"[.!?](?=\s|$)", said)) <= 3, told
                assert "?:" not in told
                assert not re.search(r"\b[AC]\d+\b", told), told
    finally:
        speak(ENGLISH)


def test_notes_on_cards_name_no_card_that_the_edition_lacks() -> None:
    boxes = {edition: (*CHARACTERS[edition].values(), *DISTRICTS[edition].values()) for edition in EDITIONS}
    every = {card.name for box in boxes.values() for card in box} | {"bewitched", "warrant", "threat"}
    for edition, box in boxes.items():
        told = Content("\n").join(line for card in box for line in known(voice_of(edition, UNICODE), card.id)).plain
        there = {card.name for card in box}
        there |= {word for word, name in (("bewitched", "Witch"), ("warrant", "Magistrate")) if name in there}
        there |= {"threat"} if "Blackmailer" in there else set()
        assert not [name for name in every - there if name in told], edition


@pytest.mark.parametrize(
    ("id", "edition", "said"),
    [
        ("bell_tower", "deluxe", "it goes on ringing"),
        ("bell_tower", "dark_city", "it goes on ringing"),
        ("armory", "deluxe", "any district but a Circus Tent"),
        ("armory", "dark_city", "one's own and completed ones included"),
        ("keep", "classic", "Rank 8 cannot touch the Keep"),
        ("bishop", "dark_city", "not from the Armory; with two or three players"),
    ],
)
def test_notes_on_cards_are_those_of_the_edition(id: str, edition: str, said: str) -> None:
    assert said in Content("\n").join(known(voice_of(edition, UNICODE), id)).plain


@pytest.mark.parametrize("edition", EDITIONS)
def test_notes_name_only_cards_of_the_edition(edition: str) -> None:
    """Words of which an edition has no card would send a player looking for it."""
    there = {names.character(id, edition).name for id in CHARACTERS[edition]}
    there |= {names.district(id, edition).name for id in DISTRICTS[edition]}
    every = {names.character(id, each).name for each in EDITIONS for id in CHARACTERS[each]}
    every |= {names.district(id, each).name for each in EDITIONS for id in DISTRICTS[each]}
    elsewhere = re.compile(rf"\b({'|'.join(map(re.escape, sorted(every - there, key=len, reverse=True)))})s?\b")
    for id in (*CHARACTERS[edition], *DISTRICTS[edition]):
        for ruling in good_to_know(id, edition):
            found = set(elsewhere.findall(ruling.ruling))
            assert not found, (id, ruling.no, ruling.ruling)


def test_every_listed_ruling_is_shown_with_its_card() -> None:
    for id, numbers in CHOSEN.items():
        shown = {ruling.no for edition in EDITIONS for ruling in good_to_know(id, edition)}
        assert shown == set(numbers), id


@pytest.mark.asyncio
async def test_action_cards_are_played_from_the_hand() -> None:
    feed = FakeFeed()
    tables.everything(feed)
    async with client(feed) as pilot:
        page = text_frame(pilot.app)
        assert "❖ Director" in page
        assert "bell: 6 districts" in page
        assert "✦5+(3)" in page
        assert "❖(2g) ❖(0g)" in page
        assert "(4g)" in page
        await pilot.press("6")
        await settle(pilot)
        assert feed.sent == []
        await pilot.press("2")
        await settle(pilot)
        assert feed.sent == ["play fortune_teller p3"]

"""Colours that everybody can read and tell apart, and a command palette that finds what people look for."""

from __future__ import annotations

import math
from dataclasses import fields
from itertools import combinations
from typing import get_args, get_type_hints

import pytest
from textual.events import Click
from textual.theme import Theme

from citadels_tui.app.app import CitadelsApp
from citadels_tui.app.palette import entries
from citadels_tui.pages.finding import found
from citadels_tui.screens.confirm import ConfirmScreen
from citadels_tui.screens.help import HelpScreen
from citadels_tui.screens.new_game import NewGameScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.settings.settings import Settings
from citadels_tui.terminal.theme import OWN_THEMES, TYPES_ON_DARK, TYPES_ON_LIGHT, variables
from citadels_tui.textart.symbols import ASCII, UNICODE, Symbols
from citadels_tui.texts import _, commands, speak
from citadels_tui.texts.settings import THEMES
from net.client.updates import Decision
from tests.citadels_tui.conftest import text_frame
from tests.citadels_tui.screens.test_people import with_people
from tests.support.client import tables
from tests.support.client.driving import client, look_up, settle, until
from tests.support.client.fake import FakeFeed
from tests.support.client.palette import LEAST_CONTRAST, Rgb, contrast, linear
from tests.support.terminal import improvement

LEAST_DISTANCE = 10.0
"""CIE76: clearly another colour, beside each other."""
BLIND = {
    # Machado, Oliveira, Fernandes (2009), of full severity, for linear RGB.
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def lab(rgb: Rgb) -> Rgb:
    red, green, blue = (min(max(c, 0.0), 1.0) for c in rgb)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, matrix: tuple[Rgb, ...]) -> Rgb:
    rgb = linear(colour)
    return lab(tuple(sum(a * b for a, b in zip(row, rgb, strict=True)) for row in matrix))  # type: ignore[arg-type]


def distance(one: Rgb, other: Rgb) -> float:
    return math.dist(one, other)


def pairs(theme: Theme) -> dict[str, float]:
    """The contrast of every text on every background it stands on."""
    own = variables(theme.dark)
    texts = {"foreground": theme.foreground, "accent": theme.accent, "warning": theme.warning, "error": theme.error}
    texts |= {"success": theme.success, **own}
    grounds = {"background": theme.background, "surface": theme.surface, "panel": theme.panel}
    found = {
        f"{text} on {ground}": contrast(str(colour), str(below))
        for text, colour in texts.items()
        for ground, below in grounds.items()
    }
    # The prompt when it is your turn, a building's sign without its building, and the cursor of a list.
    found["background on accent"] = contrast(str(theme.background), str(theme.accent))
    found |= {f"background on {type}": contrast(str(theme.background), own[type]) for type in TYPES_ON_DARK}
    found["cursor"] = contrast(theme.variables["block-cursor-foreground"], theme.variables["block-cursor-background"])
    found["key"] = contrast(theme.variables["footer-key-foreground"], str(theme.panel))
    return found


@pytest.mark.parametrize("theme", OWN_THEMES, ids=lambda theme: theme.name)
def test_every_text_can_be_read_on_what_it_stands_on(theme: Theme) -> None:
    assert {pair: round(found, 2) for pair, found in pairs(theme).items() if found < LEAST_CONTRAST} == {}


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("types", [TYPES_ON_DARK, TYPES_ON_LIGHT], ids=["dark", "light"])
def test_types_are_told_apart_by_everybody(types: dict[str, str], blindness: str) -> None:
    found = {name: seen(colour, BLIND[blindness]) for name, colour in types.items()}
    close = {
        (one, other): round(distance(found[one], found[other]), 1)
        for one, other in combinations(types, 2)
        if distance(found[one], found[other]) < LEAST_DISTANCE
    }
    # Where colours come close, signs tell: they differ in any case.
    assert close == {}


@pytest.mark.parametrize("symbols", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_types_have_signs_of_their_own(symbols: Symbols) -> None:
    signs = list(symbols.types.values())
    assert len(set(signs)) == len(signs) == len(TYPES_ON_DARK)


SOUGHT = {
    "colours without red and green": "Colours: Citadels, without red and green",
    "colour blind": "Colours: Citadels, without red and green",
    "blind": "Colours: Citadels, without red and green",
    "high contrast": "Colours: Citadels, high contrast",
    "light": "Colours: Citadels, light",
    "language": "Language: English",
    "german": "Language: Deutsch",
    "sound": "Your turn elsewhere: is not announced",
    "bots faster": "Bots: faster",
    "slower": "Bots: slower",
    "speed": "Bots: faster",
    "bigger": "Bigger letters",
    "mute": "Mute",
    "statistics": "Statistics",
    "theme": "Change the colours",
    "export": "Games played",
    "invite": "Host a table",
    "friend": "Host a table",
    "hot seat": "New game: several people at this keyboard",
    "by hand": "New game: characters of your choice",
    "hints": "Hint",
    "dark city": "New game: The Dark City",
    "daily": "Deal of the day",
    "yesterday": "Deal of the day",
    "undo": "Undo",
    "chat": "Say",
    "notes": "Who",
    "pause": "Table",
    "king": "Look at 4 King",
}
"""What people type at a table, and what they find first."""


def test_each_value_of_a_setting_is_a_command() -> None:
    """But for what is typed, and for the pauses, which go faster and slower."""
    others = {"name", "pause", "thinking", "newcomer", "keys", "address", "relay"}
    assert set(commands.LABELS) == {each.name for each in fields(Settings)} - others
    assert set(commands.VALUES) == set(commands.LABELS) - {"language"}
    hints = get_type_hints(Settings)
    for name, values in commands.VALUES.items():
        assert set(values) == set(get_args(hints[name]) or ((True, False) if hints[name] is bool else THEMES))


@pytest.fixture
def playing() -> FakeFeed:
    """A game with other people, in which something can be taken back."""
    feed = FakeFeed()
    with_people(feed)
    view = tables.middle()
    view.moves = tables.moves("build tavern", "end")
    feed.tell(Decision(9, "menu", view.moves, (), view, undo=""))
    return feed


@pytest.mark.asyncio
@pytest.mark.slow
async def test_what_people_look_for_is_found_first(playing: FakeFeed) -> None:
    async with client(playing) as pilot:
        assert isinstance(pilot.app, CitadelsApp)
        every = entries(pilot.app, pilot.app.screen)
        first = {typed: next((entry.title for entry in found(every, typed)), "") for typed in SOUGHT}
        assert first == SOUGHT
        assert all(entry.about for entry in every if not entry.thing)
        # A name that only has these letters somewhere is below everything that was meant.
        assert [entry.title for entry in found(every, "chat")].index("Say") == 0
        await pilot.press("ctrl+p")
        await look_up(pilot, "blind")
        assert "Colours: Citadels, without red and green" in text_frame(pilot.app)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert pilot.app.settings.theme == "citadels-colour-blind"


@pytest.mark.asyncio
@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "nl"])
async def test_it_is_found_in_the_player_s_language_and_in_english(playing: FakeFeed, language: str) -> None:
    speak(language)
    async with client(playing) as pilot:
        assert isinstance(pilot.app, CitadelsApp)
        every = entries(pilot.app, pilot.app.screen)
        titles = {id: _(command.title) for id, command in commands.COMMANDS.items()}
        for id, title in titles.items():
            words = (
                word.strip()
                for said in (commands.COMMANDS[id].also, _(commands.COMMANDS[id].also))
                for word in said.split(",")
            )
            for word in (
                words if id in {"host", "daily", "faster", "mute", "games", "bigger", "ladder", "hot_seat"} else ()
            ):
                assert title in [entry.title for entry in found(every, word)][:6], (id, word)


@pytest.mark.asyncio
@pytest.mark.slow
async def test_a_home_command_asks_before_it_leaves_a_game() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        assert isinstance(pilot.app, CitadelsApp)
        every = entries(pilot.app, pilot.app.screen)
        (dark,) = (entry for entry in every if entry.title == "New game: The Dark City")
        dark.run()
        await settle(pilot)
        assert isinstance(pilot.app.screen, ConfirmScreen)
        await pilot.press("n")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        dark.run()
        await settle(pilot)
        await pilot.press("y")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        await settle(pilot)
        assert pilot.app.screen.edition.id == "dark_city"


@pytest.mark.asyncio
@pytest.mark.slow
async def test_help_lists_what_is_typed_and_does_it() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        assert isinstance(pilot.app, CitadelsApp)
        await pilot.press("question_mark", *"contr")
        await settle(pilot)
        shown = text_frame(pilot.app)
        assert "Find: contr" in shown
        assert "Colours: Citadels, high contrast" in shown
        assert "Keys here" not in shown
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.settings.theme == "citadels-contrast"
        await pilot.press("question_mark", *"look", "backspace", "down", "escape")
        await settle(pilot)
        # The first escape forgets what was typed.
        assert "How it is played" in text_frame(pilot.app)
        await pilot.press(*"lo", "enter")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, HelpScreen | TableScreen)


@pytest.mark.asyncio
@improvement
async def test_the_palette_says_in_the_player_s_language_that_nothing_was_found() -> None:
    feed = FakeFeed()
    tables.income(feed)
    speak("nl")
    async with client(feed) as pilot:
        await pilot.press("ctrl+p")
        await look_up(pilot, "xqzxqz")
        await until(pilot, lambda: "Niets heet zo." in text_frame(pilot.app))


@pytest.mark.asyncio
async def test_the_palette_takes_no_click_outside_a_window_that_has_shrunk() -> None:
    async with client() as pilot:
        await pilot.press("ctrl+p")
        opened = pilot.app.screen
        opened.post_message(Click(None, 10, 40, 0, 0, 1, False, False, False, 10, 40))
        await settle(pilot)
        assert pilot.app.screen is opened
        opened.post_message(Click(None, 0, 0, 0, 0, 1, False, False, False, 0, 0))
        await settle(pilot)
        assert pilot.app.screen is not opened
